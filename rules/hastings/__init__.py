"""The knock-out with lucky losers, whose losers join a Swiss: seed 003 with rulings H1-H40 and those numbered on."""
