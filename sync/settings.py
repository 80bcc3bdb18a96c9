"""What the operator sets outside the sheet: addresses, secrets, places. Read from the environment once."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path


@dataclass(frozen=True)
class Operator:
    """Settings of the operator. Secrets are never shown."""

    contact: str = ""  # named in the User-Agent to chess sites; required for verification
    notices: tuple[str, ...] = ()  # where notices go: addresses of the notice library, secret
    digest: tuple[str, ...] = ()  # where the TD's daily digest goes
    state: Path = Path()  # where marks and caches are kept
    undocumented_lookup: bool = False
    nudge_secret: str = field(default="", repr=False)  # shared with the form's script
    backups: str = ""  # how many earlier versions of a workbook stay, and for how many days; blank: 10 14
    writer: str = ""  # what writes workbook files: part by part, or "openpyxl", which writes them anew
    limits: str = ""  # seconds and megabytes of one pass over a file among several books; blank: 120 4000

    @property
    def cache(self) -> Path:
        """Where the chess sites' answers are kept between runs."""
        return self.state / "sites.json"


def expanded(path: str) -> Path:
    """A path with `~` filled in; as it stands where nobody knows whose home is meant."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def home_of(env: Mapping[str, str]) -> Path:
    """Where the user's own files lie; the folder for temporary ones where the user has no home (in a container)."""
    home = expanded(env.get("HOME") or "~")
    return home if home != Path("~") else Path(tempfile.gettempdir())


def operator(environment: Mapping[str, str] | None = None) -> Operator:
    """The operator's settings from environment variables that begin with PAIRSHEET_."""
    env = os.environ if environment is None else environment

    def several(name: str) -> tuple[str, ...]:
        return tuple(part for part in env.get(name, "").split() if part)

    home = env.get("XDG_STATE_HOME") or str(home_of(env) / ".local" / "state")
    return Operator(
        env.get("PAIRSHEET_CONTACT", ""),
        several("PAIRSHEET_NOTICES"),
        several("PAIRSHEET_DIGEST"),
        Path(env.get("PAIRSHEET_STATE") or Path(home) / "pairsheet"),
        env.get("PAIRSHEET_UNDOCUMENTED_LOOKUP", "") == "yes",
        env.get("PAIRSHEET_NUDGE_SECRET", ""),
        env.get("PAIRSHEET_BACKUPS", "").strip(),
        env.get("PAIRSHEET_WRITER", "").strip().casefold(),
        env.get("PAIRSHEET_LIMITS", "").strip(),
    )
