"""How much of a file may have to be held at once: a line, a sentence, an element of markup."""

import os

from litmus.errors import DataError, UsageError

VARIABLE = "LITMUS_MAX_LINE"
DEFAULT = 1 << 26  # bytes: a thousand times the longest line of a corpus


def longest_line() -> int:
    """The most bytes of a line, as the environment says or by default."""
    given = os.environ.get(VARIABLE, "").strip()
    if not given:
        return DEFAULT
    if not (given.isascii() and given.isdigit() and len(given) <= 15 and int(given)):
        raise UsageError(f"The environment says {VARIABLE}={given}; give a number of bytes.")
    return int(given)


def too_long(where: str, what: str = "line") -> DataError:
    """What to say of a longer one. `where` opens the message."""
    return DataError(
        f"{where}: the {what} is longer than {longest_line():,} bytes.\n"
        f"Is this the right file? If it is, allow more in the environment: {VARIABLE}=BYTES"
    )
