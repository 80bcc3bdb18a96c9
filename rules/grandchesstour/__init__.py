"""A tour of events: round-robins, prize money, tour points and play-offs game by game (seed 002, G1-G38)."""
