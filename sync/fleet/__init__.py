"""Thousands of books: one who watches, many who work, and Redis between them. The passes are those of one process."""
