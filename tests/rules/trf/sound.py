"""A report file for a test that can use only a sound one."""

from __future__ import annotations

from rules.parts.trf import Trf, TrfError, read_trf


def load_trf(data: bytes | str) -> Trf:
    """The file as values. Raises TrfError with all blocking problems."""
    reading = read_trf(data)
    if reading.blocked:
        raise TrfError(reading.blocked)
    return reading.trf
