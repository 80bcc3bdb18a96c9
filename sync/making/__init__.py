"""Books from nothing and out of books: a new one, the next season, an export, a simulation."""
