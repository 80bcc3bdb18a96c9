"""The accounts of a fleet: key files in a folder, each named after its account; one more file is one more account."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from sync.backends.base import WrongUse
from sync.backends.google_signin import VARIABLE, SignIn, sign_in
from sync.settings import expanded

FOLDER = "PAIRSHEET_ACCOUNTS"
FILES = "files"  # what stands for books that need no account
OWN = "default"  # the account that this machine signs in with when no folder is named


class NoSuchAccount(WrongUse):
    """The list of books names an account that has no key here."""


def names(env: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Accounts that have a key here, in order."""
    folder = _folder(env)
    if folder is None:
        return (OWN,)
    return tuple(sorted(path.stem for path in folder.glob("*.json") if not path.name.startswith(".")))


def sign_in_of(account: str, env: Mapping[str, str] | None = None) -> SignIn:
    """The sign-in of an account. Raises NoSuchAccount and NoSignIn."""
    env = os.environ if env is None else env
    folder = _folder(env)
    if folder is None:
        if account != OWN:
            raise NoSuchAccount(f"The account {account} has no key: {FOLDER} names no folder of key files.")
        return sign_in(env)
    if account not in names(env):
        raise NoSuchAccount(f"The account {account} has no key: there is no {account}.json in {folder}.")
    return sign_in({**env, VARIABLE: str(folder / f"{account}.json")})


def _folder(env: Mapping[str, str] | None) -> Path | None:
    given = (os.environ if env is None else env).get("PAIRSHEET_ACCOUNTS", "").strip()
    return expanded(given) if given else None


@lru_cache(maxsize=256)
def address_of(account: str) -> str:
    """The address to share a spreadsheet with; blank where it is not known."""
    return sign_in_of(account).address
