"""The script of the result form, bound to a Google spreadsheet: its parts, and what puts them together."""
