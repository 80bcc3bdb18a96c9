"""`python -m sync` is `pairsheet`."""

from __future__ import annotations

from sync.cli import main

if __name__ == "__main__":
    main()
