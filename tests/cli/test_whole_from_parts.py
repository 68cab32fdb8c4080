"""`--shard` of score, report and build: merged, the parts are what one run writes, to the byte."""

import json
import pickle
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from commanding import FIXTURES, Litmus, write_lines, write_suite

from litmus.engine.parts import write_part
from litmus.engine.shards import Shard, Stretch

here, litmus, tiny = FIXTURES

LINES = 60
ENGLISH = ["You are late.", "It is a cat.", "He spilled the beans.", "I see her.", "Take it."]
FRENCH = ["Tu es en retard.", "C'est un chat.", "Il a vendu la mèche.", "Je la vois.", "Prends-le."]
OTHER = ["Vous êtes en retard.", "Il est chat.", "Il a renversé les haricots.", "Je le vois.", ""]
QUICK = ("--trials", "30", "--bootstrap", "30")
SCORE = ("score", "-t", "talks", "-m", "bleu", "chrf", "litter", "word-f", "--subsets", "--paired-ar", *QUICK)  # fmt: skip
PLAIN = ("score", "-t", "talks", "-m", "bleu", "litter", *QUICK)
REPORT = ("report", "-t", "talks", "-m", "chrf", "litter", *QUICK)
BUILD = ("build", "found", "-l", "en-fr", "-s", "en", "-r", "fr", "--min-context", "2", "--upsample", "3")  # fmt: skip


@pytest.fixture
def talks(here: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A suite with documents of odd lengths and some idioms, with two outputs."""
    chance = random.Random(7)
    chosen = chance.choices(range(len(ENGLISH)), k=LINES)
    starts = sorted(chance.sample(range(1, LINES), 5))
    segments, outputs = [], []
    for n, k in enumerate(chosen):
        segment = {"id": f"s{n}", "doc": f"d{sum(start <= n for start in starts)}"}
        segment |= {"source": f"{ENGLISH[k]} {n % 9}", "references": [f"{FRENCH[k]} {n % 9}"]}
        if "beans" in ENGLISH[k]:
            segment["idioms"] = [{"label": "spill the beans", "spans": [[3, 20]]}]
        segments.append(segment)
        outputs.append(f"{(OTHER if n % 3 else FRENCH)[k]} {n % 9}")
    references = [f"{FRENCH[k]} {n % 9}" for n, k in enumerate(chosen)]
    write_suite(here / "talks", segments, {"mine": outputs, "same": references})
    monkeypatch.setattr("litmus.scoring.measuring.inputs.BATCH", 9)  # as if the text were long
    monkeypatch.setattr("litmus.corpus.documents.SIZE", 9)
    return here


@pytest.fixture
def mined(here: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus with duplicates, near leaks and pairs to be dropped, and what was found in it."""
    chance = random.Random(4)
    words = [f"w{n}" for n in range(400)]
    source = [" ".join(chance.choices(words, k=7)) for _ in range(60)]
    source += [f"{' '.join(chance.choices(words, k=3))} spilled the beans today" for _ in range(20)]
    target = [line.replace("w", "v") for line in source]
    target[5] = "v " * 40
    source, target = source + source[10:14] + source[61:64], target + target[10:14] + target[61:64]
    write_lines(here / "en", source)
    write_lines(here / "fr", target)
    write_lines(here / "list", ["spill the beans"])
    assert litmus("mine", "list", "en", "-l", "en", "-o", "found").code == 0
    monkeypatch.setattr("litmus.idioms.building.batches.SIZE", 6)
    return here


def made(litmus: Litmus, command: Sequence[str], of: int) -> list[str]:
    """The parts of so many runs."""
    parts = [f"part{k}.{of}" for k in range(1, of + 1)]
    for number, name in enumerate(parts, start=1):
        answer = litmus(*command, "--shard", f"{number}/{of}", "-o", name, "--workers", 1)
        assert answer.code == 0, answer.err
        assert answer.out.startswith(f"{name}: part {number} of {of}, ")
    return parts


def everything(path: Path) -> dict[str, bytes]:
    """A file, or all files of a folder."""
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    return {str(file.relative_to(path)): file.read_bytes() for file in files}


def same_bytes(
    litmus: Litmus,
    command: Sequence[str],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    side_files: Sequence[str] = (),
    numbers: Sequence[int] = (1, 3),
) -> None:
    typed = ["litmus", *command, "-o", "whole", "--workers", "1"]  # a page shows what was typed
    monkeypatch.setattr("sys.argv", typed)
    assert litmus(*typed[1:]).code == 0
    names = ("whole", *side_files)
    expected = {name: everything(folder / name) for name in names}
    for of in numbers:
        parts = made(litmus, command, of)
        for name in names:
            (folder / name).rename(folder / f"{name}.before{of}")
        answer = litmus("merge", *reversed(parts), "-o", "whole")
        assert answer.code == 0, answer.err
        assert {name: everything(folder / name) for name in names} == expected


@pytest.mark.parametrize("form", ["text", "json", "latex"])
def test_parts_of_a_score_are_the_score(
    form: str, talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    command = SCORE if form == "text" else PLAIN
    side = ("seg.jsonl", "page.html") if form == "json" else ()
    flags = ("--segments", "seg.jsonl", "--report", "page.html") if side else ()
    numbers = (1, 7) if form == "text" else (2,)
    same_bytes(litmus, (*command, "-f", form, *flags), talks, monkeypatch, side, numbers)


@pytest.mark.parametrize("metrics", [(), ("apt-eval", "word-f")], ids=["shown", "links-and-tags"])
def test_parts_of_a_report_are_the_page(
    metrics: tuple[str, ...], talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    more, numbers = (("-m", *metrics), (3,)) if metrics else ((), (1, 2))
    same_bytes(litmus, (*REPORT, *more), talks, monkeypatch, numbers=numbers)


def test_parts_of_a_set_are_the_set(
    mined: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    same_bytes(litmus, BUILD, mined, monkeypatch)
    card = json.loads((mined / "whole" / "card.json").read_text("utf-8"))
    assert card["removed"] == {"ratio": 1, "duplicate": 7}  # so that every step had work


def test_parts_may_differ_in_who_does_the_work(talks: Path, litmus: Litmus) -> None:
    assert litmus(*PLAIN, "-o", "whole").code == 0
    assert litmus(*PLAIN, "-o", "p1", "--shard", "1/2", "--workers", 1).code == 0
    assert litmus(*PLAIN, "-q", "--output=p2", "--shard=2/2", "--no-cache").code == 0
    answer = litmus("merge", "p1", "p2", "-o", "merged")
    assert (answer.code, answer.out) == (0, "merged: made of 2 parts\n")
    assert (talks / "merged").read_bytes() == (talks / "whole").read_bytes()


def test_parts_hold_no_text_that_was_not_asked_for(talks: Path, litmus: Litmus) -> None:
    assert litmus(*PLAIN, "-o", "p", "--shard", "1/1").code == 0
    assert "haricots" not in (talks / "p").read_text("utf-8")


class TestRefused:
    """Parts that do not make a whole, and shards that cannot be."""

    @pytest.fixture(params=["score", pytest.param("report", marks=pytest.mark.slow), "build"])
    def command(self, request: pytest.FixtureRequest) -> tuple[str, ...]:
        """One of the commands, with its input there."""
        request.getfixturevalue("mined" if request.param == "build" else "talks")
        return {"score": PLAIN, "report": REPORT, "build": BUILD}[request.param]

    def test_parts_missing_or_doubled(self, command: tuple[str, ...], litmus: Litmus) -> None:
        one, two = made(litmus, command, 2)
        assert litmus("merge", two, "-o", "w").err == "litmus: Part 1 of 2 is missing.\n"
        answer = litmus("merge", one, two, one, "-o", "w")  # the same file again is no harm
        assert answer.code == 0, answer.err
        Path("copy").write_bytes(Path(one).read_bytes())
        answer = litmus("merge", one, two, "copy", "-o", "w2")
        assert answer.err == f"litmus: {one} and copy are both part 1.\n"
        assert not Path("w2").exists()

    def test_part_cut_short(self, command: tuple[str, ...], litmus: Litmus) -> None:
        one, two = made(litmus, command, 2)
        lines = Path(two).read_text("utf-8").split("\n")
        write_lines(Path(two), lines[:3])
        answer = litmus("merge", one, two, "-o", "w")
        assert answer.err == f"litmus: {two} is cut short after 2 lines: its end is missing.\n"
        assert not Path("w").exists()

    def test_input_changed_between_parts_or_before_the_merge(
        self, command: tuple[str, ...], litmus: Litmus
    ) -> None:
        one, two = made(litmus, command, 2)
        changed = Path("fr" if command == BUILD else "talks/systems/mine.txt")
        lines = changed.read_text("utf-8").split("\n")[:-1]
        write_lines(changed, [*lines[:-1], "autre chose"])
        answer = litmus("merge", one, two, "-o", "w")
        assert answer.code == 1
        begin = f"litmus: {one} was made from another input than there is now:\n"
        end = "\nMerge where the same files are, or make the parts anew.\n"
        assert answer.err.startswith(begin) and answer.err.endswith(end)
        assert litmus(*command, "--shard", "2/2", "-o", two).code == 0
        answer = litmus("merge", one, two, "-o", "w")
        assert answer.err.startswith(f"litmus: {one} and {two} differ in their input:\n")
        assert not Path("w").exists()

    def test_results_that_no_shard_wrote(self, command: tuple[str, ...], litmus: Litmus) -> None:
        made(litmus, command, 1)
        head = json.loads(Path("part1.1").read_text("utf-8").split("\n")[0].split(" ", 1)[1])
        lines = Path("part1.1").read_text("utf-8").split("\n")[1:-2]
        stretch = Stretch(*(head[key] for key in ("first", "stop", "total", "digest")))

        def merged(lines: Sequence[str], **changed: Any) -> str:
            words = {key: head[key] for key in ("made_by", "command", "marks")} | changed
            texts = (f"{line}\n" for line in lines)
            write_part(Path("p"), shard=Shard(1, 1), stretch=stretch, lines=texts, **words)
            answer = litmus("merge", "p", "-o", "w")
            assert answer.code in (1, 2) and not Path("w").exists()
            return answer.err

        for bad in ("", "7", "{}", "[]", "[[],[]]", "[1,2,3,4]", '[[],"",{},{}]', "[[[9999,1]],[]]",
                    '[[[-1,"ratio"]],[]]', lines[0].replace("[", "", 1), "[" * 9999):  # fmt: skip
            assert merged([bad, *lines[1:]]).startswith("litmus: p:2 is not a result of this command"), bad  # fmt: skip
        assert merged(lines[:-1]) == "litmus: p ends before the input does: results are missing.\n"
        assert merged([*lines, lines[0]]) == f"litmus: p:{len(lines) + 2}: there are more results than batches.\n"  # fmt: skip
        other = head["marks"] | {"signature": "other"}
        assert merged(lines, marks=other).startswith("litmus: p was made with other settings than there are now:\n  other\n")  # fmt: skip
        other = [*head["command"], "--seed", "3"]
        assert merged(lines, command=other) == "litmus: The command that the parts name is not the one they were made by.\n"  # fmt: skip
        bad, why = ["mine", "x"], "litmus: The command that the parts name cannot be run: "
        assert merged(lines, command=bad, made_by="litmus mine x").startswith(why)
        one, made_by = [*head["command"], "--shard", "1/2"], f"{head['made_by']} --shard 1/2"
        assert merged(lines, command=one, made_by=made_by) == "litmus: The command that the parts name is one of a part.\n"  # fmt: skip

    def test_other_settings(self, talks: Path, litmus: Litmus) -> None:
        assert litmus(*PLAIN, "--shard", "1/2", "-o", "p1").code == 0
        assert litmus(*PLAIN, "--seed", "3", "--shard", "2/2", "-o", "p2").code == 0
        answer = litmus("merge", "p1", "p2", "-o", "w")
        plain = f"litmus {' '.join(PLAIN)}"
        assert answer.err == (
            f"litmus: p1 and p2 differ in their settings:\n  {plain}\n  {plain} --seed 3\n"
            "Make the parts anew, all in the same way.\n"
        )

    def test_code_that_parts_would_name(self, talks: Path, litmus: Litmus) -> None:
        message = (
            "litmus: own.py:Own is code, which parts do not name: merge would run whatever they "
            "say.\nMake it a plug-in (docs/plug-ins.md), or do without --shard.\n"
        )
        write_lines(talks / "own.py", ["raise SystemExit('run')"])
        answer = litmus("score", "-t", "talks", "-m", "own.py:Own", "--shard", "1/1", "-o", "p")
        assert (answer.code, answer.err) == (2, message)
        assert litmus(*PLAIN, "--shard", "1/1", "-o", "p").code == 0
        text = (talks / "p").read_text("utf-8")
        (talks / "p").write_text(
            text.replace('"bleu"', '"own.py:Own"').replace(" bleu ", " own.py:Own "), "utf-8"
        )
        assert litmus("merge", "p", "-o", "w").err == message

    def test_files_that_only_parts_name_are_not_replaced(self, talks: Path, litmus: Litmus) -> None:
        assert litmus(*PLAIN, "--segments", "seg", "--shard", "1/1", "-o", "p").code == 0
        write_lines(talks / "seg", ["mine"])
        end = "Remove it first: merge replaces nothing that only parts name.\n"
        found = "litmus: The parts name seg for --segments, and seg exists already.\n"
        assert litmus("merge", "p", "-o", "w").err == found + end
        assert (talks / "seg").read_text("utf-8") == "mine\n"
        assert litmus(*PLAIN, "--report", "a.html", "--shard", "1/1", "-o", "p").code == 0
        write_lines(talks / "a.2.html", ["mine"])  # where a second page would go
        found = "litmus: The parts name a.html for --report, and a.2.html exists already.\n"
        assert litmus("merge", "p", "-o", "w").err == found + end

    def test_what_one_process_must_do(
        self, talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        write_lines(talks / "x.align", [""] * LINES)
        links = [f for name in ("", "mine=", "same=") for f in ("--alignment", f"{name}x.align")]
        shard = ("--shard", "1/2", "-o", "p")
        answer = litmus("score", "-t", "talks", "-m", "apt-eval", *links, *shard)
        begin = "litmus: --shard is for what several processes can do, but "
        why = " says of a text may depend on those before it.\n"
        assert answer.code == 2
        assert answer.err.startswith(f"{begin}what pharaoh.words#") and answer.err.endswith(why)
        monkeypatch.setattr("litmus.metrics.overall.surface.BLEU.one_process", True)
        answer = litmus(*PLAIN, *shard)
        assert answer.err == f"{begin}bleu is too large to have one in every process.\n"

    def test_a_page_that_nobody_named(self, talks: Path, litmus: Litmus) -> None:
        answer = litmus(*REPORT, "--shard", "1/2")
        assert answer.err == "litmus: --shard writes a part of the result: -o PART\n"

    def test_what_would_fail_in_the_merge_fails_before(self, mined: Path, litmus: Litmus) -> None:
        answer = litmus(*BUILD, "--cap", "0", "--shard", "1/2", "-o", "p")
        assert answer.err == "litmus: --cap must be at least 1, not 0.\n"

    def test_unknown_engines(self, command: tuple[str, ...], litmus: Litmus) -> None:
        answer = litmus(*command, "--engine", "rays", "-o", "w")
        assert answer.err.startswith("litmus: No engine is called 'rays'.")


@pytest.mark.slow
def test_engines_give_the_same_bytes(
    talks: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch, mined: Path
) -> None:
    asked = []

    def elsewhere(make: Any, batches: Any, *, workers: int, engine: str, **_: Any) -> Any:
        asked.append((workers, engine))
        work = pickle.loads(pickle.dumps(make))()  # as on another machine
        return (pickle.loads(pickle.dumps(work(batch))) for batch in batches)

    monkeypatch.setattr("litmus.engine.batches.find_spec", lambda name: True)
    monkeypatch.setattr("litmus.engine.batches.on_ray", elsewhere)
    monkeypatch.setattr("sys.argv", ["litmus"])
    for command, times in ((SCORE, 1), (REPORT, 1), (BUILD, 2)):
        assert litmus(*command, "-o", "local").code == 0
        assert litmus(*command, "-o", "new/local", "--engine", "ray", "--workers", "2").code == 0
        assert everything(talks / "new" / "local") == everything(talks / "local")
        assert asked == [(2, "ray")] * times
        asked.clear()
        (talks / "local").rename(talks / f"{command[0]}.before")
        (talks / "new" / "local").rename(talks / f"{command[0]}.new")
