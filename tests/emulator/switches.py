"""Assumptions about the live service, each a named switch.

Nothing here is proved by a recording or by the reference text alone. A live checklist confirms them; a test may
turn any of them over to see that the product survives the other answer.
"""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(slots=True)
class Switches:
    """One flag an assumption. The default is what we believe; the comment says what the other answer would be."""

    #: deleteNamedRange of an id that does not exist is refused (else: answered 200 and ignored).
    unknown_named_range_delete_refused: bool = True
    #: addNamedRange with an id in use is refused (documented; the other answer would break the guard).
    duplicate_named_range_id_refused: bool = True
    #: addNamedRange with a name in use is refused, whatever its id.
    duplicate_named_range_name_refused: bool = True
    #: createDeveloperMetadata with an id in use is refused.
    duplicate_metadata_id_refused: bool = True
    #: appendCells begins below the last row that holds any value (else: below the last row with value, format or note).
    append_cells_after_last_value: bool = True
    #: A person's `2-1` becomes a date in this locale (else: it stays text).
    short_dates_recognised: bool = True
    #: Form answers are parsed like typed text (`007` → 7, `2-1` → date; else: kept as text).
    form_answers_parsed: bool = True
    #: An edited form answer changes its row in place, with a new timestamp (else: a second row appears).
    form_edit_changes_row: bool = True
    #: A new form answer goes below the last answer by inserting a row (else: into the first empty row).
    form_answer_inserts_row: bool = True
    #: values.update past the edge of the grid is refused (else: the grid grows).
    update_past_grid_refused: bool = True
    #: values.append makes the grid wider when a row is longer than it (rows are always added).
    append_widens_grid: bool = True
    #: mergeCells keeps the first value only (else: hidden values stay).
    merge_drops_values: bool = True
    #: Row developer metadata stays with its row when contents are sorted (else: it moves with the contents, as
    #: somebody's measurement of 2026 on a live sheet tells; nothing of ours rests on either answer).
    metadata_stays_when_sorted: bool = True
    #: Writing into a protected range by an account that is no editor of it is refused.
    protection_enforced: bool = True
    #: Drive's `version` grows with every change (else: only the modification time moves).
    drive_version_grows: bool = True


def names() -> tuple[str, ...]:
    """Names of all switches, for checklists."""
    return tuple(field.name for field in fields(Switches))
