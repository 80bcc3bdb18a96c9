"""The knock-out with lucky losers and its Challengers."""
