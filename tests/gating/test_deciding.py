"""Requirements decided on segments in a random order."""

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import litmus
from litmus.corpus.in_memory import Held
from litmus.corpus.segment import Idiom, Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError, LitmusError, UsageError
from litmus.gating import deciding as deciding_module
from litmus.gating.deciding import Deciding, refuse_what_is_whole
from litmus.gating.resolving import Scored, questions
from litmus.scoring.evaluate import score
from litmus.scoring.measuring.drawn import shuffled, units_of
from litmus.scoring.measuring.inputs import Asked
from litmus.scoring.options import ScoringOptions

SIZE = 600
COLUMNS = ["blacklist", "bleu", "chrf", "litter"]


def made_suite(*, listed: int = SIZE, documents: bool = False) -> Held:
    """Segments of words by chance; the first so many have a blacklist."""
    rng = Random(3)
    segments = [
        Segment(
            str(number),
            f"source {number}",
            (" ".join(rng.choices("abcdefgh", k=12)),),
            f"d{number // 5}" if documents else None,
            blacklist=("bad",) if number < listed else (),
            idioms=(Idiom(f"l{number % 2}", ()),) if number < listed else (),
        )
        for number in range(SIZE)
    ]
    return Held(SuiteInfo("made-up", "en", "fr"), segments)


def made_output(suite: Held, bad: float, changed: float, seed: int) -> list[str]:
    """References with so many words changed, and a bad word in so many lines."""
    rng = Random(seed)
    lines = []
    for segment in suite.segments():
        words = ["z" if rng.random() < changed else word for word in segment.references[0].split()]
        lines.append(" ".join([*words, "bad"] if rng.random() < bad else words))
    return lines


def decided(
    suite: Held,
    outputs: dict[str, list[str]],
    require: Sequence[str],
    *,
    seed: int = 1,
    level: float = 0.95,
    fail_fast: bool = False,
    **options: object,
) -> tuple[Deciding, litmus.Result]:
    asked = questions(require, {"made-up": Scored(list(outputs), COLUMNS, COLUMNS)})
    deciding = Deciding(asked, level=level, seed=seed, fail_fast=fail_fast)
    metrics = sorted({question.metric for question in asked})
    found = litmus.evaluate(
        suite, outputs, metrics=metrics, drawing=deciding, n_bootstrap=10, **options
    )
    return deciding, found


def test_a_share_is_decided_exactly_and_early() -> None:
    suite = made_suite()
    deciding, found = decided(suite, {"a": made_output(suite, 0.1, 0.2, 1)}, ["blacklist<=30"])
    ((_, holds, after, kind),) = deciding.decisions
    assert (holds, kind) == (True, "exact")
    assert after == deciding.drawn == found.overall("a", "blacklist").n < SIZE / 2
    assert found.heading == f"made-up v1, en-fr, {after} of 600 segments, 2 labels"
    assert f"|sequential:{after}of600.seed1.level0.95|" in found.rows[0].signature


def test_both_sides_of_both_operators() -> None:
    suite = made_suite()
    outputs = {"a": made_output(suite, 0.3, 0.2, 1)}
    for require, expected in (
        ("blacklist<=50", True), ("blacklist<=10", False), ("blacklist>=10", True),
        ("blacklist>50", False), ("bleu>=10", True), ("bleu<10", False), ("bleu>=95", False),
    ):  # fmt: skip
        deciding, _ = decided(suite, outputs, [require])
        assert [one.holds for one in deciding.decisions] == [expected], require


def test_segments_that_can_hold_no_case_are_not_drawn() -> None:
    suite = made_suite(listed=100)
    deciding, found = decided(suite, {"a": made_output(suite, 0.0, 0.2, 1)}, ["blacklist<=5"])
    assert deciding.drawn <= 100 and found.overall("a", "blacklist").n == deciding.drawn
    both, found = decided(
        suite, {"a": made_output(suite, 0.0, 0.2, 1)}, ["blacklist<=5", "bleu>=1"]
    )
    assert both.drawn > found.overall("a", "blacklist").n  # bleu has cases everywhere


def test_the_value_of_another_system_is_paired() -> None:
    suite = made_suite()
    outputs = {"old": made_output(suite, 0, 0.3, 1), "new": made_output(suite, 0, 0.2, 1)}
    deciding, _ = decided(
        suite, outputs, ["new:bleu>=old", "new:bleu>=old+30", "new:bleu not worse than old by 1",
                         "new:chrf not worse than old", "old:chrf not worse than new"],
    )  # fmt: skip
    assert [one.holds for one in deciding.decisions] == [True, False, True, True, False]
    assert {one.kind for one in deciding.decisions} == {"asymptotic"}
    assert all(one.after >= 100 for one in deciding.decisions)  # no sooner for sums


def test_a_label_has_its_own_counts_and_too_few_cases_decide_nothing() -> None:
    lines = ["bad" if number % 2 else "fine" for number in range(SIZE)]
    labels = ["blacklist[l1]>=60", "blacklist[l0]<=40"]
    deciding, _ = decided(made_suite(), {"a": lines}, labels)
    assert [one.holds for one in deciding.decisions] == [True, True]
    suite = made_suite(listed=29)
    deciding, found = decided(suite, {"a": made_output(suite, 0.0, 0.2, 1)}, ["blacklist<=50"])
    assert deciding.decisions == [] and found.overall("a", "blacklist").n == 29


def test_a_close_call_draws_all_that_can_hold_cases_and_scores_as_ever() -> None:
    suite = made_suite(listed=200)
    outputs = {"a": made_output(suite, 0.2, 0.2, 1)}
    whole = litmus.evaluate(suite, outputs, metrics=["bleu", "blacklist"])
    bleu, listed = (whole.overall("a", name).value for name in ("bleu", "blacklist"))
    deciding, found = decided(suite, outputs, [f"bleu>={bleu:.3f}"])
    assert deciding.decisions == [] and deciding.drawn == SIZE
    assert found.overall("a", "bleu").value == bleu
    assert found.heading.startswith("made-up v1, en-fr, 600 segments")
    # what is decided needs no more
    deciding, found = decided(suite, outputs, ["bleu>=20", f"blacklist<={listed:.3f}"])
    (early,) = (one for one in deciding.decisions if one.question.metric == "bleu")
    assert early.after < deciding.drawn < 400  # then only the rest of the listed ones
    assert found.overall("a", "blacklist").n == 200


def test_the_level_is_shared_out_and_one_broken_requirement_can_end_it() -> None:
    suite = made_suite()
    outputs = {"a": made_output(suite, 0.1, 0.2, 1)}
    alone, _ = decided(suite, outputs, ["blacklist<=18"])
    among, _ = decided(suite, outputs, ["blacklist<=18", *(f"bleu>={n}" for n in range(1, 30))])
    sure, _ = decided(suite, outputs, ["blacklist<=18"], level=1 - 0.05 / 30)
    assert alone.decisions[0].after < among.decisions[0].after == sure.decisions[0].after
    slow, _ = decided(suite, outputs, ["blacklist<=1", "blacklist<=13"])
    fast, _ = decided(suite, outputs, ["blacklist<=1", "blacklist<=13"], fail_fast=True)
    assert fast.drawn < slow.drawn
    assert [one.holds for one in fast.decisions] == [False]
    one, first = decided(suite, outputs, ["bleu>=40"], workers=1)
    two, second = decided(suite, outputs, ["bleu>=40"], workers=2)
    assert one.decisions == two.decisions and first.rows == second.rows


def test_documents_are_drawn_whole_for_systems_that_need_them() -> None:
    suite = made_suite(documents=True)
    lines, seen = made_output(suite, 0.1, 0.2, 1), []

    def ask(places: Sequence[int]) -> list[str]:
        seen.append(list(places))
        return [lines[place] for place in places]

    asked = questions(["bleu>=20"], {"made-up": Scored(["a"], COLUMNS, COLUMNS)})
    deciding = Deciding(asked, level=0.95, seed=1)
    output = Asked("a (cmd:x)", (), ask, by_document=True)
    score(suite, {"a": output}, ScoringOptions(metrics=("bleu",), n_bootstrap=1), drawing=deciding)
    assert len(seen[0]) == 32 * 5
    for batch in seen:
        for start in range(0, len(batch), 5):
            first = batch[start]
            assert first % 5 == 0 and batch[start : start + 5] == list(range(first, first + 5))


def test_units_are_drawn_in_the_order_of_the_seed_and_a_document_is_one() -> None:
    units = [[number] for number in range(50)]
    assert shuffled(units, 4) == shuffled(units, 4) != shuffled(units, 5)
    assert sorted(shuffled(units, 4)) == units
    segments = [Segment(str(n), "s", (), document) for n, document in enumerate("aba")]
    with pytest.raises(DataError, match="Document 'a' continues at sentence 3"):
        units_of(segments, by_document=True)
    variants = [Segment(str(n), "s", group=group) for n, group in enumerate([None, "a", "b", "a"])]
    assert units_of(variants, by_document=False) == [[0], [1, 3], [2]]
    loose = [Segment("1", "s"), Segment("2", "s"), Segment("3", "s", (), "d")]
    assert units_of(loose, by_document=True) == [[0], [1], [2]]


def test_what_is_of_whole_suites_is_refused() -> None:
    refuse_what_is_whole({"parts": None, "metrics": "bleu"})
    before = "the next segments depend on those before"
    for name, value, shown, why in (
        ("parts", "p", "parts", before), ("shard", "1/2", "shard", before),
        ("resegment", "x", "resegment", "free text is cut as a whole"),
        ("page", "p.html", "page", "the page shows whole suites"),
        ("subsets", True, "subsets", "subsets are of whole suites"),
        ("test", "ar", "test='ar'", "p holds where one looks once"),
    ):  # fmt: skip
        with pytest.raises(UsageError) as caught:
            refuse_what_is_whole({name: value})
        assert str(caught.value) == (
            f"sequential and {shown} do not go together: {why}.\nLeave one out."
        )
    for level in (0.0, 1.0, 95.0, -0.5, float("nan")):
        with pytest.raises(UsageError, match=r"confidence must be between 0 and 1, not "):
            Deciding([], level=level, seed=1)


def test_an_aligner_that_learns_from_all_translations_needs_all() -> None:
    none: Any = SimpleNamespace(aligners={}, tags={})

    def check(*references: str, is_live: bool = True, learns: bool = True) -> None:
        aligners = ("embedded",) if learns else ()
        plan: Any = SimpleNamespace(measure=SimpleNamespace(accompanied=none), aligners=aligners)
        segments = [Segment("1", "s"), Segment("2", "s", references)]
        deciding_module._check(plan, segments, is_live=is_live)

    check(is_live=False)
    check(learns=False)
    check("r")
    with pytest.raises(UsageError) as caught:
        check()
    assert str(caught.value) == (
        "Without references the aligner learns from all translations, and sequential asks for "
        "some of them.\nAdd references, or leave out sequential."
    )


def test_what_cannot_be_drawn_is_refused_before_anything_is_asked(tmp_path: Path) -> None:
    suite, links = made_suite(), tmp_path / "a.align"
    links.write_text("0-0\n" * SIZE)
    tags = tmp_path / "a.tags"
    tags.write_text("x\t\n\n" * SIZE)
    known = {"made-up": Scored(["a", "new"], COLUMNS, COLUMNS)}
    ended: dict[str, object] = {"systems": {"new": "cmd:false"}, "metrics": "bleu"}
    for require, lines, options, message in (
        ("a:litter>=1", SIZE, {"metrics": "litter:average=macro"},
         r"The requirement 'a:litter>=1' is on an average over labels \(average=macro\), which "
         r"some of the segments say little of\.\nUse average=micro, or leave out sequential\."),
        ("a:litter>=1", SIZE, {"metrics": "litter:gate=alignment",
                               "aligners": {"": links, "a": links}},
         r".* is read from top to bottom, and sequential draws segments in another order\.\n"
         r"Leave out aligners, or sequential\."),
        ("a:bleu>=1", SIZE, {"metrics": ["bleu", "word-f"], "tags": {"": tags, "a": tags}},
         r".* is read from top to bottom, .*\nLeave out tags, or sequential\."),
        ("new:bleu>=1", 3, ended, r"(?s).*has 3 lines, but made-up has 600 segments.*"),
    ):  # fmt: skip
        drawing = Deciding(questions([require], known), level=0.95, seed=1)
        with pytest.raises(LitmusError) as caught:
            litmus.evaluate(suite, {"a": ["x"] * lines}, drawing=drawing, **options)
        assert re.fullmatch(message, str(caught.value))
