"""`litmus translate`, as a user types it."""

import sys
from pathlib import Path

import pytest
from tests.cli.commanding import FIXTURES, Litmus, write_lines

from litmus.cli.models import translate
from litmus.nmt.decoding import run  # noqa: E402

here, litmus, tiny = FIXTURES
COMMON = ("--beam", "2", "--device", "cpu", "-o", "out.fr")
FILES = ("-l", "en-fr", "-s", "talk.en", "--docids", "talk.docids")


@pytest.fixture(autouse=True)
def _registered(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["litmus.cli.main"]
    monkeypatch.setattr(module, "COMMANDS", tuple(dict.fromkeys((*module.COMMANDS, translate))))


@pytest.fixture
def talk(here: Path) -> Path:
    write_lines(here / "talk.en", ["The cat sat.", "Rain.", "She said so."])
    write_lines(here / "talk.fr", ["Le chat.", "La pluie.", "Elle."])
    write_lines(here / "talk.docids", ["a", "a", "b"])
    return here


def _system(model: Path) -> tuple[str, str]:
    return "--system", f"model:{model}"


def test_a_suite_is_translated_line_by_line(tiny: Path, litmus: Litmus, ours: Path) -> None:
    answer = litmus("translate", "-t", "tiny", *_system(ours), *COMMON)
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("4 lines: out.fr\nmodel:ours.0.0M.float32#")
    assert "|beam:2|lp:1|" in answer.out
    assert (tiny / "out.fr").read_text(encoding="utf-8").count("\n") == 4
    again = litmus("translate", "-t", "tiny", *_system(ours), *COMMON)
    assert (again.code, again.out) == (2, "")
    assert again.err == "litmus: out.fr already exists. Choose another name, or add --overwrite.\n"


def test_documents_go_with_the_context_the_model_was_trained_on(
    talk: Path, litmus: Litmus, ours: Path
) -> None:  # fmt: skip
    outputs = []
    for flags in (
        ("--level", "sentence"),
        ("--level", "document"),
        ("--level", "document", "--context", "reference", "-r", "talk.fr"),
        ("--level", "document", "--context", "none"),
        ("--level", "document", "--source-context", "2", "--target-context", "2"),
    ):
        answer = litmus("translate", *FILES, *flags, *_system(ours), *COMMON, "--overwrite")
        assert (answer.code, answer.err) == (0, "")
        outputs.append((talk / "out.fr").read_text(encoding="utf-8").split("\n"))
    alone, predicted, reference, source, asked = outputs
    assert alone[0] == predicted[0] and alone[2] == predicted[2]  # nothing before them
    assert len({alone[1], predicted[1], reference[1], source[1]}) == 4
    assert asked == predicted  # the model was trained with 2 and 2
    assert answer.out.endswith("|context:source2/predicted2\n")


@pytest.mark.parametrize(
    ("old", "flags", "way"),
    [
        (False, (), "The same command resumes from it."),
        (False, ("--overwrite",), "The same command without --overwrite resumes from it."),
        (True, ("--overwrite",),
         "Move out.fr away, and the same command without --overwrite resumes from it."),
    ],
)  # fmt: skip
def test_a_stopped_model_says_how_it_is_gone_on_with(
    talk: Path, litmus: Litmus, ours: Path, monkeypatch: pytest.MonkeyPatch,
    old: bool, flags: tuple[str, ...], way: str,
) -> None:  # fmt: skip
    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    if old:
        write_lines(talk / "out.fr", ["old"])
    monkeypatch.setattr(run, "translate_file", stop)
    answer = litmus("translate", *FILES, *_system(ours), *COMMON, *flags)
    assert (answer.code, answer.err) == (
        130,
        f"litmus: stopped; what was translated so far is kept in out.fr.part.\n{way}\n",
    )


def test_a_document_that_goes_on_after_another_is_refused(talk: Path, litmus: Litmus) -> None:
    write_lines(talk / "talk.docids", ["a", "b", "a"])
    answer = litmus("translate", *FILES, "--level", "document", "--system", "model:x", *COMMON)
    assert (answer.code, answer.err) == (
        1,
        "litmus: Document 'a' continues at line 3, after another document.\n"
        "Put the sentences of a document together, in their order.\n",
    )


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (("--system", "model:", *FILES),
         "The system model needs an argument: model:NAME (a folder of litmus train, a checkpoint, "
         "a name on the hub, or embedded)\n"),
        (("--system", "model:nowhere", *FILES, "--target-context", "1"),
         "Sentences on their own have no context. Add --level document.\n"),
        (("--system", "model:nowhere", *FILES[:4], "--level", "document"),
         "Context needs documents. Give the document of every line: --docids FILE\n"),
        (("--system", "model:nowhere", *FILES, "--level", "document", "--context", "reference"),
         "--context reference needs a reference for every line: -r FILE\n"),
        (("--system", "model:nowhere", *FILES, "--beam", "0"),
         "--beam must be at least 1, not 0.\n"),
        (("--system", "model:nowhere", *FILES, "--length-penalty", "nan"),
         "--length-penalty must be a finite number.\n"),
        (("--system", "model:nowhere", *FILES, "--cache", "c.jsonl"),
         "--answers is for web services and commands, not for model:nowhere.\n"),
        (("--system", "model:nowhere", *FILES, "--source-context", "-1"),
         "--source-context must be at least 0, not -1.\n"),
    ],
)  # fmt: skip
def test_what_is_wrong_shows_before_a_model_is_loaded(
    talk: Path, litmus: Litmus, flags: tuple[str, ...], message: str
) -> None:
    answer = litmus("translate", *flags, "-o", "out.fr")
    assert answer.code in (1, 2)
    assert answer.err == f"litmus: {message}"
    assert not (talk / "out.fr").exists()


def test_help_names_the_command(litmus: Litmus) -> None:
    answer = litmus("translate", "--help")
    assert answer.code == 0 and "model:NAME" in answer.out
