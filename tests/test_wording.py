"""Messages name options the way their reader does: arguments in Python, flags in a shell."""

import pytest

from litmus.cli.flags import Flags
from litmus.cli.main import parser
from litmus.errors import DataError, LitmusError
from litmus.wording import Message, option


def flags(command: str) -> Flags:
    return parser().flags(command)


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("docids", "FILE", "--docids FILE"),
        ("languages", "SRC-TGT", "-l SRC-TGT"),
        ("outputs", "NAME=FILE", "-i NAME=FILE"),
        ("test", "'ar'", "--paired-ar"),
        ("n_trials", "1000", "--trials 1000"),
        ("subsets", "True", "--subsets"),
        ("unit", "document", "--by document"),
        ("not_there", "X", "--not-there X"),
    ],
)
def test_an_option_is_a_flag_of_the_command_that_runs(name: str, value: str, shown: str) -> None:
    assert flags("score").shown(Message(f"Use {option(name, value)}.")) == f"Use {shown}."


def test_an_error_names_arguments_in_python_and_keeps_its_options() -> None:
    error = DataError(f"Documents are missing: {option('docids', 'FILE')}")
    assert str(error) == "Documents are missing: docids=FILE"
    assert flags("tag").shown(error.message) == "Documents are missing: --docids FILE"


def test_an_error_about_an_error_keeps_its_options() -> None:
    inner = DataError(f"Give {option('docids')}")
    outer = LitmusError(f"x.toml: {inner.message.template}")
    assert str(outer) == "x.toml: Give docids"
    assert flags("tag").shown(outer.message) == "x.toml: Give --docids"


def test_text_without_options_is_left_alone() -> None:
    assert flags("score").shown("50 % {docids}") == "50 % {docids}"
