"""A list of packages and their licences, from a CycloneDX file: `python deploy/licences.py sbom.cdx.json licences.md`.

Where a package says nothing of its licence the list says so; nothing is guessed. Exit code 1 then, 0 otherwise.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

NOT_SAID = "not said by the package"


def licence_of(component: Mapping[str, Any]) -> str:
    """What the package declares: identifiers or an expression; for want of both the names of its classifiers."""
    identifiers, names = [], []
    for entry in component.get("licenses") or ():
        licence = entry.get("license", {})
        if entry.get("expression") or licence.get("id"):
            identifiers.append(str(entry.get("expression") or licence["id"]))
        elif licence.get("name"):
            names.append(str(licence["name"]).rpartition(" :: ")[2])
    return "; ".join(dict.fromkeys(identifiers or names)) or NOT_SAID


def listed(sbom: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    """Name, version and licence of every package, by name."""
    rows = [(str(c["name"]), str(c.get("version", "")), licence_of(c)) for c in sbom.get("components", ())]
    return sorted(rows, key=lambda row: row[0].casefold())


def page(rows: Sequence[tuple[str, str, str]]) -> str:
    """The list as a page."""
    lines = ["# Packages and their licences", "", "| Package | Version | Licence |", "| --- | --- | --- |"]
    lines += [f"| {name} | {version} | {licence.replace('|', '/')} |" for name, version, licence in rows]
    return "\n".join(lines) + "\n"


def main(arguments: Sequence[str]) -> int:
    """Read the one, write the other."""
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    rows = listed(json.loads(Path(arguments[0]).read_text(encoding="utf-8")))
    Path(arguments[1]).write_text(page(rows), encoding="utf-8")
    silent = [name for name, _, licence in rows if licence == NOT_SAID]
    print(f"{len(rows)} packages." + (f" These say nothing of their licence: {', '.join(silent)}." if silent else ""))
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
