"""The steps of a pass, each with a value of its own in and out, and its own problems."""
