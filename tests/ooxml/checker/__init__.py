"""Finds what makes Excel repair or refuse a workbook."""

from tests.ooxml.checker.finding import Finding
from tests.ooxml.checker.run import check

__all__ = ["Finding", "check"]
