"""The ladder: five rounds on a ladder of widest paths, tie-break rounds, and a Final (best of five)."""
