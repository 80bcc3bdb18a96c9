"""What stands between a worker and its book, and the one thing to do next.

`sync.doctor.examine.examine` finds out, `sync.doctor.steps` puts it into words.
"""
