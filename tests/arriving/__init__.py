"""Lists of players from elsewhere."""
