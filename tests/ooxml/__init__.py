"""Judges of what the xlsx backend writes: a checker of packages, a corpus of books, events played over it."""
