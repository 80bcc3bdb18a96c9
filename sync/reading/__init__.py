"""What a book says: from a grid to settings, people, decisions, and the rows of the ledger held against the record."""
