"""What a command that fails says, and its exit code: one message, never a traceback."""

import traceback

from litmus.cli import output
from litmus.errors import LitmusError
from litmus.failures import ReaderGone, out_of_memory

_FULL = "There is not enough memory. Give less text at a time, or use more memory."
# Before there was a batch that could be halved.
_FULL_GPU = "The GPU has not enough free memory: other programs may hold it (nvidia-smi)."
INTERNAL = 70  # EX_SOFTWARE of sysexits.h: the fault is ours


def failed(error: Exception, *, debug: bool = False) -> int:
    """Says what went wrong, after the traceback if it was asked for."""
    if debug:
        output.write_note(traceback.format_exc())
    if isinstance(error, ReaderGone):  # head, less: nothing went wrong
        return error.exit_code
    if isinstance(error, LitmusError):
        output.say([error.message])
        return error.exit_code
    if isinstance(error, MemoryError | RuntimeError) and out_of_memory(error):
        output.say([_FULL_GPU if "cuda" in str(error).casefold() else _FULL])
        return 1
    if isinstance(error, OSError):
        name = f"{error.filename}: " if error.filename is not None else ""
        output.say([f"{name}{error.strerror or error}."])
        return 1
    what = " ".join(f"{type(error).__name__}: {error}".split())
    output.say(
        [f"internal error ({what[:200]}). This is a fault of litmus: please report it, "
         "with what the same command says under --debug."]
    )  # fmt: skip
    return INTERNAL
