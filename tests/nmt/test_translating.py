"""Files of translations: atomic, gone on with after a stop, never of another run."""

import re
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.killing import killed_at, moments, steps

from litmus.errors import DataError, LitmusError, UsageError
from litmus.nmt.decoding import translating
from litmus.nmt.decoding.translating import Line, Summary, part_of
from litmus.nmt.windows import ContextSize

translate_file = partial(translating.translate_file, chunk=2)
LINES = [Line(f"s{n}", "ab"[n > 2], f"r{n}") for n in range(6)]
BOTH = ContextSize(1, 1)


class Shouting:
    """Translates by capitals, with the context before; stops after some sentences if told."""

    def __init__(self, signature: str = "x", stop_after: int = 1000) -> None:
        self.signature, self.left_out, self._stop = signature, 0, stop_after
        self.seen: list[str] = []

    def translate_documents(
        self,
        documents: Sequence[Sequence[str]],
        *,
        source: int = 0,
        target: int = 0,
        references: Sequence[Sequence[str]] | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> list[list[str]]:
        found: list[list[str]] = []
        for place, document in enumerate(documents):
            done: list[str] = []
            for n, text in enumerate(document):
                if len(self.seen) >= self._stop:
                    raise KeyboardInterrupt
                self.seen.append(text)
                before = references[place] if references else done
                context = [*document[max(0, n - source) : n], *before[max(0, n - target) : n]]
                done.append("\n".join([text.upper(), *context]))
                if progress:
                    progress(1)
            found.append(done)
        return found


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "out.fr"


def stopped(output: Path, after: int, lines: Sequence[Line] = LINES, **settings: Any) -> Path:
    """What a run leaves that ends after so many sentences."""
    with pytest.raises(KeyboardInterrupt):
        translate_file(Shouting(stop_after=after), lines, output, **settings)
    assert part_of(output).exists()
    return part_of(output)


def refused(output: Path, error: type[LitmusError] = UsageError, lines: Sequence[Line] = LINES, **settings: Any) -> str:  # fmt: skip
    with pytest.raises(error) as caught:
        translate_file(settings.pop("system", Shouting()), lines, output, **settings)
    return str(caught.value)


def _text(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def test_every_line_has_its_translation_on_one_line(output: Path) -> None:
    assert translate_file(Shouting(), LINES, output) == Summary(6, 0, 0)
    assert _text(output) == ["S0", "S1", "S2", "S3", "S4", "S5"]
    assert list(output.parent.iterdir()) == [output]


def test_documents_have_their_own_context(output: Path) -> None:
    translate_file(Shouting(), LINES, output, context=BOTH)
    found = _text(output)
    assert found[0] == "S0" and found[3] == "S3"
    assert found[1] == "S1 s0 S0"  # line ends became spaces
    one = ContextSize(0, 1)
    translate_file(Shouting(), LINES, output, context=one, references=True, overwrite=True)
    assert _text(output)[1] == "S1 r0"


@pytest.mark.parametrize("context", [ContextSize(), BOTH])
def test_a_stopped_run_goes_on_and_ends_the_same(output: Path, context: ContextSize) -> None:
    whole = output.with_name("whole")
    translate_file(Shouting(), LINES, whole, context=context)
    for after in range(6):
        stopped(output, after, context=context)
        assert not output.exists()
        second = Shouting()
        told: list[int] = []
        found = translate_file(second, LINES, output, context=context, progress=told.append)
        assert found.kept + len(second.seen) == sum(told) == 6
        kept = after // 2 * 2 if context == ContextSize() else (0 if after < 3 else 3)
        assert found.kept == kept  # whole writes, and whole documents
        assert output.read_bytes() == whole.read_bytes()
        output.unlink()


def test_half_a_line_is_made_again(output: Path) -> None:
    part = stopped(output, 4)
    part.write_bytes(part.read_bytes()[:-2])
    assert translate_file(Shouting(), LINES, output).kept == 2  # whole groups, as they were
    assert _text(output)[3] == "S3"


@pytest.mark.parametrize("change", [
    {"system": Shouting("y")}, {"weights": "v"}, {"context": ContextSize(0, 2)},
    {"lines": [*LINES[:5], Line("other", "b", "r5")]},
    {"lines": [*LINES[:5], Line("s5", "b", "other")]},
])  # fmt: skip
def test_another_run_is_not_gone_on_with(output: Path, change: dict[str, Any]) -> None:
    settings = {"context": ContextSize(0, 1), "references": True, "weights": "w"}
    stopped(output, 4, **settings)
    settings |= {"lines": LINES, "system": Shouting()} | change
    message = r"out.fr.part is of another model, .*\n.*overwrite=True"
    assert re.search(message, refused(output, **settings))
    lines, system = settings.pop("lines"), settings.pop("system")
    assert translate_file(system, lines, output, overwrite=True, **settings).kept == 0


def test_a_finished_file_is_not_replaced_unasked(output: Path) -> None:
    translate_file(Shouting(), LINES, output)
    assert "already exists" in refused(output)
    translate_file(Shouting(), LINES[:2], output, overwrite=True)
    assert _text(output) == ["S0", "S1"]


def test_context_needs_documents_and_references(output: Path) -> None:
    for lines, settings, message in (
        ([Line("a")], {"context": BOTH}, "docids=FILE"),
        ([Line("a", "d")], {"context": ContextSize(0, 1), "references": True}, "references=FILE"),
        ([], {}, "no line"),
    ):
        assert message in refused(output, DataError, lines, **settings)


def test_a_run_that_ended_before_its_first_result_blocks_no_other(output: Path) -> None:
    stopped(output, 0)
    assert translate_file(Shouting("y"), LINES, output).kept == 0
    assert _text(output)[0] == "S0"


def test_a_file_of_somebody_else_is_not_written_over(output: Path) -> None:
    part = part_of(output)
    part.parent.mkdir(parents=True)
    part.write_text('{"mine": 1}\n', encoding="utf-8")
    assert "is of another model" in refused(output)
    assert part.read_text(encoding="utf-8") == '{"mine": 1}\n'


def test_unfinished_runs_of_earlier_versions_are_recognised() -> None:
    lines = [Line("a", "d", "r"), Line("b", "d", "q")]
    digests = [
        translating._fingerprint("s|b:5", "w", lines, context, references)
        for context, references in ((ContextSize(0, 2), True), (ContextSize(), False))
    ]
    # as version 0.1.0 wrote them into OUT.part
    assert digests == ["61c7aea91f3cf7fd73762be1c160a3a6", "9fb6a43ef79c48e127a07b4b8a86c404"]


@pytest.mark.parametrize("name", ["out.fr", "out.fr.gz"])
def test_killed_at_counted_steps_and_run_again(tmp_path: Path, name: str) -> None:
    output = tmp_path / name

    def run() -> None:
        translate_file(Shouting(), LINES, output)

    total = steps(tmp_path, run)
    wanted = output.read_bytes()
    for moment in moments(total, 40):
        output.unlink()
        assert killed_at(moment, tmp_path, run)
        if output.exists():  # killed after all was done: the next run only tidies up
            with pytest.raises(UsageError, match="already exists"):
                run()
        else:
            run()
        assert output.read_bytes() == wanted
        assert list(tmp_path.iterdir()) == [output]
    assert total > 5


def test_a_part_of_other_text_is_kept_beside_a_finished_file(output: Path) -> None:
    translate_file(Shouting(), LINES, output)
    part = stopped(output, 4, overwrite=True)
    for content in (part.read_bytes(), b"mine", b""):
        part.write_bytes(content)
        assert "already exists" in refused(output)
        assert part.read_bytes() == content


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    output = tmp_path / "out.fr"
    part_of(output).mkdir()
    assert refused(output, DataError) == f"{output} cannot be written: Is a directory."
