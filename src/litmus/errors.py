"""What a user can get wrong. Every message says what happened, where, and the way out."""

from collections.abc import Collection
from difflib import get_close_matches


class LitmusError(Exception):
    """Something the user can mend. `exit_code` 1: the data; 2: the flags."""

    exit_code = 1


class DataError(LitmusError):
    """A file does not hold what it should."""


class UsageError(LitmusError):
    """The command or its options do not make sense together."""

    exit_code = 2


class UnknownName(UsageError):
    """A name that is not in one of our registries."""

    def __init__(self, kind: str, name: str, known: Collection[str]) -> None:
        by_case = {item.casefold(): item for item in known}
        close = get_close_matches(name.casefold(), by_case, n=1)
        hint = f" Did you mean {by_case[close[0]]!r}?" if close else ""
        super().__init__(f"No {kind} is called {name!r}.{hint}\nKnown: {', '.join(sorted(known))}")


class MissingExtra(UsageError):
    """An optional part of litmus that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs a package that is not installed.\n"
            f'Install it with: pip install "litmus-mt[{extra}]"'
        )
