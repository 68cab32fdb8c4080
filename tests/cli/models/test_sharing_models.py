"""`cxmi` and `translate` shared between processes and runs: the same bytes as one process."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from tests.cli.commanding import FIXTURES, Litmus, write_lines

import litmus as toolkit
from litmus.api import cxmi as cxmi_module
from litmus.context.presentation.tables import render, render_contrast
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.engine.parts import merge
from litmus.engine.shards import Shard
from litmus.errors import LitmusError
from litmus.nmt.decoding import run as decoding
from litmus.nmt.decoding import translator
from litmus.nmt.decoding.reading import Room
from litmus.systems.run import Stopped, Translation

here, litmus, _ = FIXTURES
SHARDS = (1, 2, 7, 16)
DOCUMENTS = [f"d{n}" for n in range(14) for _ in range(1 + n % 4)]
SOURCE = [f"You are {['kind', 'late', 'right'][n % 3]} {n}." for n in range(len(DOCUMENTS))]
TARGET = [
    f"{['Tu', 'es', 'Vous', 'êtes'][n % 4]} {'là ' * (n % 3)}{n}." for n in range(len(DOCUMENTS))
]
SHORT = 16  # lines to translate: a model that knows nothing writes long ones
TEXT: dict[str, Any] = {
    "languages": "en-fr", "source": SOURCE, "references": [TARGET], "docids": DOCUMENTS,
    "device": "cpu",
}  # fmt: skip


@pytest.fixture(autouse=True)
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cxmi_module, "BATCH", 2)
    monkeypatch.setattr(decoding, "CHUNK", 2)


def settings(model: Path, folder: Path) -> dict[str, Any]:
    """Everything that makes shards difficult: a control, two sizes, tags of a file."""
    tags = folder / "tags"
    tags.write_text("".join(f"{' '.join('0' * len(text.split()))}\n" for text in TARGET))
    return {
        **TEXT, "model": str(model), "target_context": 2, "sizes": [1], "random_context": True,
        "tags": tags, "n_bootstrap": 20, "min_count": 1,
    }  # fmt: skip


def written(folder: Path, name: str) -> dict[str, Path]:
    return {key: folder / f"{name}.{key}" for key in ("output", "extras", "page")}


def contents(folder: Path, name: str) -> list[bytes]:
    return [path.read_bytes() for path in written(folder, name).values()]


def refusal(function: Any, *args: Any, **options: Any) -> str:
    with pytest.raises(LitmusError) as caught:
        function(*args, **options)
    return str(caught.value)


def test_cxmi_does_not_depend_on_workers(ours: Path, tmp_path: Path) -> None:
    chosen = settings(ours, tmp_path)
    alone = toolkit.cxmi(**chosen, **written(tmp_path, "alone"))
    shared = toolkit.cxmi(**chosen, **written(tmp_path, "shared"), workers=2)
    assert render(shared, "json") == render(alone, "json")
    assert contents(tmp_path, "shared") == contents(tmp_path, "alone")


def test_cxmi_of_shards_is_that_of_one_run(ours: Path, tmp_path: Path) -> None:
    chosen = settings(ours, tmp_path)
    whole = toolkit.cxmi(**chosen, **written(tmp_path, "whole"))
    for of in SHARDS:
        parts = [tmp_path / f"{of}.{k}" for k in range(of)]
        for k, part in enumerate(parts, start=1):
            found = toolkit.cxmi(**chosen, shard=Shard(k, of), output=part)
            assert found.written and not found.rows
        merge(parts, tmp_path / "merged")
        assert (tmp_path / "merged").read_bytes() == contents(tmp_path, "whole")[0]
        again = toolkit.cxmi(**chosen, **written(tmp_path, "again"), parts=parts[::-1])
        assert render(again, "json") == render(whole, "json")
        assert again.notes == whole.notes
        assert contents(tmp_path, "again") == contents(tmp_path, "whole")


class Variants:
    """Examples with their own context, and a wrong variant of most."""

    systems: Any = {}
    uses_crlf = False
    info = SuiteInfo("variants", "en", "fr")

    def segments(self) -> list[Segment]:
        return [
            Segment(
                str(n), SOURCE[n], (TARGET[n] or "Oui.",), None, context=(SOURCE[n - 1],),
                reference_context=(TARGET[n - 1],),
                contrastive=("Il dort.",) if n % 5 else (),
            )
            for n in range(1, 20)
        ]  # fmt: skip


def test_choices_of_shards_are_those_of_one_run(ours: Path, tmp_path: Path) -> None:
    chosen: dict[str, Any] = {
        "suite": Variants(), "model": str(ours), "contrastive": True, "random_context": True,
        "device": "cpu", "n_bootstrap": 20, "min_count": 1, "target_context": 1,
    }  # fmt: skip
    whole = toolkit.cxmi(**chosen, output=tmp_path / "whole")
    parts = [tmp_path / f"part{k}" for k in range(7)]
    for k, part in enumerate(parts, start=1):
        toolkit.cxmi(**chosen, shard=Shard(k, 7), output=part)
    again = toolkit.cxmi(**chosen, parts=parts, output=tmp_path / "again")
    assert render_contrast(again, "json") == render_contrast(whole, "json")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "whole").read_bytes()


def test_shards_as_a_user_types_them(here: Path, litmus: Litmus, ours: Path) -> None:
    for name, lines in (("t.en", SOURCE), ("t.fr", TARGET), ("t.docids", DOCUMENTS)):
        write_lines(here / name, lines)
    text = ("-l", "en-fr", "-s", "t.en", "-r", "t.fr", "--docids", "t.docids", "--device", "cpu")
    measure = ("cxmi", "--model", ours, *text, "--target-context", 2)
    whole = litmus(*measure, "-o", "whole")
    one, two = (litmus(*measure, "--shard", f"{k}/2", "-o", f"part{k}") for k in (1, 2))
    assert (one.out, one.err) == ("part1: part 1 of 2, rows 1 to 20 of 33, 20 lines\n", "")
    assert two.out == "part2: part 2 of 2, rows 21 to 33 of 33, 13 lines\n"
    again = litmus(*measure, "--parts", "part2", "part1", "-o", "again")
    assert (again.code, again.out, again.err) == (0, whole.out, whole.err)
    assert (here / "again").read_bytes() == (here / "whole").read_bytes()
    wrong = litmus(*measure, "--shard", "3/2", "-o", "x")
    assert (wrong.code, wrong.err) == (
        2, "litmus: --shard is 3/2, but runs are numbered 1 to 2.\n",
    )  # fmt: skip
    asked = litmus("translate", *text, "--system", "cmd:cat", "--shard", "1/3", "-o", "x")
    assert asked.code == 2  # no --device for commands
    asked = litmus(
        "translate", *text[:4], "--system", "cmd:cat", "--shard", "1/3", "-o", "lines", "-q"
    )
    assert asked.out == "lines: part 1 of 3, rows 1 to 11 of 33, 11 lines\ncmd:cat|level:sentence\n"


def test_parts_of_something_else_are_refused(ours: Path, tmp_path: Path) -> None:
    chosen = {**TEXT, "model": str(ours), "target_context": 2}
    parts = [tmp_path / f"part{k}" for k in (1, 2)]
    for k, part in enumerate(parts, start=1):
        toolkit.cxmi(**chosen, shard=Shard(k, 2), output=part)
    other = refusal(toolkit.cxmi, **{**chosen, "target_context": 1}, parts=parts)
    assert other.startswith(f"{parts[0]} was made with other settings:\n  cxmi|CXMI|model:ours.")
    assert "|context:target2|" in other and "|context:target1|" in other
    assert other.endswith("(now)\nGive the same as to the runs that made the parts.")
    text = {**chosen, "source": [*SOURCE[:-1], "Else."]}
    assert refusal(toolkit.cxmi, **text, parts=parts).startswith(
        f"{parts[0]} was made of another input:\n"
    )
    assert refusal(toolkit.cxmi, **chosen, parts=parts[:1]) == "Part 2 of 2 is missing."
    # Another bootstrap or table is none of the rows' business.
    assert toolkit.cxmi(**chosen, parts=parts, n_bootstrap=7, top=3).rows


def test_what_does_not_go_together(tmp_path: Path) -> None:
    one: dict[str, Any] = {**TEXT, "shard": Shard(1, 2)}
    assert refusal(toolkit.cxmi, **one) == "shard writes a part of the rows: output=PART"
    assert refusal(toolkit.cxmi, **one, output=tmp_path / "o", page=tmp_path / "p") == (
        "page is made of all rows: give it with parts, not with shard."
    )
    assert refusal(toolkit.cxmi, **one, output=tmp_path / "o", parts=["x"]) == (
        "parts are what runs with shard have written."
    )
    assert refusal(toolkit.cxmi, **TEXT, parts=["x"], workers=2) == (
        "With parts no model is run, so there is no work to share."
    )
    text = {"languages": "en-fr", "source": SOURCE}
    for sharing in ({"workers": 2}, {"engine": "ray"}, {"gpus": 1}):
        assert refusal(toolkit.translate, **text, system="cmd:cat", **sharing) == (
            f"{next(iter(sharing))} is for models; cmd:cat has none.\n"
            "Several runs can share the work: shard=K/N"
        )
    assert refusal(toolkit.translate, **text, system="file:x", shard=Shard(1, 2)) == (
        "file:x has its translations already; there is no work to share."
    )


@pytest.fixture
def short_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    """A model that knows nothing writes as much as it may: let that be little."""
    monkeypatch.setattr(translator, "Room", lambda ratio, extra: Room(ratio, 4))


def translated(model: Path, output: Path, **options: Any) -> Sequence[str]:
    return translation(model, output, **options).texts


def translation(model: Path, output: Path, **options: Any) -> Translation:
    return toolkit.translate(
        languages="en-fr", source=SOURCE[:SHORT], docids=DOCUMENTS[:SHORT],
        system=f"model:{model}", beam=2, device="cpu", output=output, **options,
    )  # fmt: skip


def test_translations_do_not_depend_on_workers(ours: Path, tmp_path: Path) -> None:
    told: list[int] = []
    translated(ours, tmp_path / "alone", level="document")
    translated(
        ours, tmp_path / "shared", level="document", workers=2,
        progress=lambda total: told.append,
    )  # fmt: skip
    assert (tmp_path / "shared").read_bytes() == (tmp_path / "alone").read_bytes()
    assert sum(told) == SHORT


@pytest.mark.usefixtures("short_lines")
@pytest.mark.parametrize("level", ["sentence", "document"])
def test_translations_of_shards_are_those_of_one_run(
    ours: Path, tmp_path: Path, level: str
) -> None:
    whole = translated(ours, tmp_path / "whole", level=level)
    for of in (2, 16):  # fewer than there are documents, and more
        parts = [tmp_path / f"{of}.{k}" for k in range(of)]
        texts: list[str] = []
        for k, part in enumerate(parts, start=1):
            texts += translated(ours, part, level=level, shard=Shard(k, of))
        assert texts == whole
        merge(parts, tmp_path / "merged")
        assert (tmp_path / "merged").read_bytes() == (tmp_path / "whole").read_bytes()


@pytest.mark.usefixtures("short_lines")
def test_a_shard_that_was_stopped_resumes(ours: Path, tmp_path: Path) -> None:
    translated(ours, tmp_path / "whole")
    parts = [tmp_path / f"part{k}" for k in (1, 2)]
    translated(ours, parts[0], shard=Shard(1, 2))

    def stopping(_: int) -> Any:
        done = 0

        def tell(more: int) -> None:
            nonlocal done
            done += more
            if done > 4:
                raise KeyboardInterrupt

        return tell

    with pytest.raises(Stopped):
        translated(ours, parts[1], shard=Shard(2, 2), progress=stopping)
    assert "is of another model, other settings or another text" in refusal(
        translated, ours, parts[1], shard=Shard(1, 2)
    )
    assert translation(ours, parts[1], shard=Shard(2, 2)).kept == 4
    merge(parts, tmp_path / "merged")
    assert (tmp_path / "merged").read_bytes() == (tmp_path / "whole").read_bytes()
    assert not list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("level", ["sentence", "document"])
def test_commands_share_their_work_by_shards(tmp_path: Path, level: str) -> None:
    text: dict[str, Any] = {
        "languages": "en-fr", "source": SOURCE, "docids": DOCUMENTS, "level": level,
        "system": "cmd:tr a-z A-Z" if level == "sentence" else "cmd:cat",
    }  # fmt: skip
    whole = toolkit.translate(**text).texts
    for of in (2, 16):
        parts = [tmp_path / f"{of}.{k}" for k in range(of)]
        for k, part in enumerate(parts, start=1):
            toolkit.translate(**text, shard=Shard(k, of), output=part)
        merge(parts, tmp_path / "merged")
        assert (tmp_path / "merged").read_text().split("\n")[:-1] == whole
