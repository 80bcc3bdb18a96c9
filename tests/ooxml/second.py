"""openxml-audit beside our own checker: it holds each part against the schema, and knows little of what Excel repairs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

# It does not read the strict vocabulary, and takes a choice that Excel itself writes into the workbook for a fault.
CANNOT_JUDGE = frozenset({"strict open xml", "marks of compatibility"})


@cache
def _validator() -> Any:
    from openxml_audit import OpenXmlValidator

    return OpenXmlValidator()


def audited(path: Path) -> list[str]:
    """Its findings, but for the order within a font: openpyxl writes another one, which every Excel takes."""
    return [
        f"{e.part_uri}: {e.description}"
        for e in _validator().validate(path).errors
        if e.severity.value == "error" and "/font[" not in e.path
    ]
