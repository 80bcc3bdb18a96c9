"""How often Python looks for rings of dead objects.

By default it looks after every 700 new objects, over and over through the millions that a large book is made of: about
a third of a pass went into it. Nearly nothing of a pass lies in rings, so a look now and then will do.
"""

from __future__ import annotations

import gc

NEW_OBJECTS = 200_000


def seldom() -> None:
    """Look only after many new objects. For processes that are ours: an importer's own choice is left alone."""
    gc.set_threshold(NEW_OBJECTS, 20, 50)
