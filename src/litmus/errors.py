"""What a user can get wrong. Every message says what happened, where, and the way out."""

from collections.abc import Collection
from typing import Any

from litmus.wording import Message, did_you_mean, option


class LitmusError(Exception):
    """Something the user can mend. `exit_code` 1: the data; 2: the options.

    `str(error)` names options as Python arguments; `message.template` keeps them as options.
    """

    exit_code = 1

    def __init__(self, message: str) -> None:
        self.message = Message(message)
        super().__init__(self.message)

    def __reduce__(self) -> tuple[Any, ...]:
        """Errors of worker processes come to their parent as they were."""
        return _restored, (type(self), self.args, self.__dict__)


def _restored(
    kind: type["LitmusError"], args: tuple[Any, ...], state: dict[str, Any]
) -> "LitmusError":
    error = kind.__new__(kind)
    error.args = args
    error.__dict__.update(state)
    return error


class DataError(LitmusError):
    """A file does not hold what it should."""


class UsageError(LitmusError):
    """The options do not make sense together."""

    exit_code = 2


class UnknownName(UsageError):
    """A name that is not in one of our registries."""

    def __init__(self, kind: str, name: str, known: Collection[str], hint: str = "") -> None:
        super().__init__(
            f"No {kind} is called {name!r}.{did_you_mean(name, known)}\n"
            f"Known: {', '.join(sorted(known))}" + (f"\n{hint}" if hint else "")
        )


class LitmusWarning(UserWarning):
    """What a user should know, though the work goes on; the command line shows it as a note."""


class MissingExtra(UsageError):
    """An optional part of litmus that is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(
            f"{what} needs a package that is not installed.\n"
            f'Install it with: pip install "litmus-mt[{extra}]"'
        )


def at_least(*numbers: tuple[str, float | None, float]) -> None:
    """Refuses the first (option, value, least) whose value is too small; None is no value.

    >>> at_least(("seed", 3, 0), ("workers", None, 1), ("n_trials", 0, 1))
    Traceback (most recent call last):
    litmus.errors.UsageError: n_trials must be at least 1, not 0.
    """
    for name, value, least in numbers:
        if value is not None and value < least:
            raise UsageError(f"{option(name)} must be at least {least}, not {value}.")
