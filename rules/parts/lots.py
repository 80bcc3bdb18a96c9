"""Asking for a lot, and reading the order it gave. A lot is recorded before it is used."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from rules.model import Id, Lot
from rules.parts.record import Standing


@dataclass(frozen=True)
class Asked:
    """`order` where the lot is there, else None; `lot` to be recorded where nobody has asked yet; `wrong` where the
    typed answer does not name everybody once."""

    order: tuple[Id, ...] | None = None
    lot: Lot | None = None
    wrong: bool = False


def order_lot(standing: Standing, id_: Id, among: Collection[Id]) -> Asked:
    """An order of `among` by the lot with this id. A lot that holds more names than needed still serves.

    The names are asked for in alphabetical order, so that the order of rows in the sheet changes nothing.
    """
    lot = standing.lot(id_)
    if lot is None or not set(among) <= set(lot.among):
        return Asked(lot=Lot(id_, "order", tuple(sorted(among))))
    if lot.answer is None:
        return Asked()
    if sorted(lot.answer) != sorted(lot.among):
        return Asked(wrong=True)
    return Asked(order=tuple(name for name in lot.answer if name in among))
