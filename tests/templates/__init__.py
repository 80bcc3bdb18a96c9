"""Tests of the looks of a book."""
