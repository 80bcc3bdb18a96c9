"""A championship in two sections: double elimination (A), and a Swiss with play-offs (B). Rule text: seed 004."""
