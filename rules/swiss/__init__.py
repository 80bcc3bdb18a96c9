"""The Swiss: seed 001, the FIDE Swiss Rules with the median score-group, round by round."""
