"""Tie-breaks of FIDE's Play-Off and Tie-Break Regulations (C.07): what a list in `Settings` may name, and their values.

`catalogue` lists and reads them, `field` holds an event as they see it, `unplayed` is article 16, the other modules
are the articles 6 to 10, `order` ranks by a list of them. Values are exact: points as fractions, ratings whole.
"""
