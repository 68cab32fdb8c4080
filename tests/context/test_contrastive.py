"""Right and wrong variants: accuracy with and without context, worked out by hand."""

import zlib
from itertools import islice
from pathlib import Path

import pytest
from scoring_by_hand import ByHand, Examples, contrast

from litmus.context.contrastive import Contrasted, ContrastRow, choice_row, choose, label_of
from litmus.context.control import Pool, lines
from litmus.context.cxmi import conditions_of
from litmus.context.passages import survey, with_segments
from litmus.context.presentation.tables import contrast_tables, render_contrast
from litmus.context.settings import CxmiSettings
from litmus.corpus.segment import Idiom, Segment
from litmus.errors import UsageError
from litmus.importers import import_suite
from litmus.nmt.scoring.layout import Request
from litmus.nmt.windows import ContextSize
from litmus.tables import FORMATS

NOUNS = {"house": ("maison", "elle"), "book": ("livre", "il")}


def example(n: int, noun: str) -> Segment:
    """`it` is to be translated by the gender of the noun in the context."""
    french, right = NOUNS[noun]
    wrong = {"elle": "il", "il": "elle"}[right]
    return Segment(
        str(n),
        "it is old",
        (f"{right} est vieux",),
        context=(f"the {noun} {n}",),
        reference_context=(f"{french} {n}",),
        contrastive=(f"{wrong} est vieux",),
    )


def reader(request: Request, word: str) -> float:
    """Prefers `il`, unless the context says `maison`."""
    feminine = any("maison" in text for text in request.window.target)
    if word == "il":
        return 0.1 if feminine else 0.6
    return {"elle": 0.5 if feminine else 0.3}.get(word, 0.9)


def scored(held: list[Segment], scorer: ByHand, **changed: object) -> Contrasted:
    values: dict[str, object] = {"min_count": 1, "n_bootstrap": 100, "n_trials": 200} | changed
    settings = CxmiSettings("hand", ContextSize(0, 1), **values)  # type: ignore[arg-type]
    return contrast(Examples(held), scorer, settings)


def row(result: Contrasted, by: str, name: str, context: str, reading: str = "sum") -> ContrastRow:
    key = (by, name, context, reading)
    (matching,) = [r for r in result.rows if (r.by, r.name, r.context, r.reading) == key]
    return matching


# Six feminine, two masculine.
HELD = [example(n, "house" if n < 6 else "book") for n in range(8)]


def test_accuracy_by_hand() -> None:
    result = scored(HELD, ByHand(reader))
    assert row(result, "all", "", "none").value == 25.0  # always `il`
    assert row(result, "all", "", "target 1").value == 100.0
    gap = row(result, "difference", "target 1 - none", "target 1 - none")
    assert gap.value == 75.0 and gap.low is not None and 25 < gap.low <= 75
    assert gap.p is None  # 8 cases are too few for a test
    # 8 of 8 never vary, so Wilson's interval: z = 1.96, n = 8, lower bound n / (n + z^2)
    accuracy = row(result, "all", "", "target 1")
    assert accuracy.low == pytest.approx(100 * 8 / (8 + 1.959964**2), abs=1e-3)
    assert accuracy.high == 100.0
    assert row(result, "label", "elle", "none").value == 0.0
    assert row(result, "label", "elle", "target 1").n == 6
    assert row(result, "label", "il", "none").value == 100.0


def test_difference_has_a_p_value_from_thirty_cases_on() -> None:
    held = [example(n, "house" if n % 2 else "book") for n in range(40)]
    gap = row(scored(held, ByHand(reader)), "difference", "target 1 - none", "target 1 - none")
    assert gap.value == 50.0 and gap.p is not None and gap.p < 0.01


def test_random_context_does_not_help() -> None:
    # Whatever the noun of the control: it is not the example's own, and half are masculine.
    held = [example(n, "house" if n % 2 else "book") for n in range(200)]
    result = scored(held, ByHand(reader), random=True)
    control = row(result, "all", "", "random (target 1)").value
    assert control == pytest.approx(50, abs=12)
    assert row(result, "all", "", "target 1").value == 100.0


def test_a_tie_is_not_right_and_is_noted() -> None:
    result = scored(HELD, ByHand(lambda request, word: 0.5))
    assert {r.value for r in result.rows if r.by == "all"} == {0.0}
    assert result.notes == [
        "Segments with a variant that scores exactly like the reference, which is counted as wrong: 8."
    ]


def variants(reference: str, *wrong: str) -> Segment:
    return Segment(
        "1", "x", (reference,), context=("y",), reference_context=("z",), contrastive=wrong
    )


def test_length_changes_the_reading_per_token() -> None:
    # log 0.4 + log 0.9 (end 0.6) loses against 0.5 (end 0.6), but is better per token.
    scorer = ByHand(lambda request, word: {"a": 0.4, "b": 0.9, "c": 0.5}[word])
    result = scored([variants("a b", "c")], scorer)
    assert row(result, "all", "", "none", "sum").value == 0.0
    assert row(result, "all", "", "none", "mean").value == 100.0


def test_all_variants_must_be_beaten() -> None:
    rows = list(with_segments([variants("a", "b", "c")], ContextSize(0, 1), stored=True))
    for last, right in ((0.3, True), (0.6, False)):
        scorer = ByHand(lambda request, word, last=last: {"a": 0.5, "b": 0.4, "c": last}[word])
        (choice,) = choose(scorer, rows, conditions_of(ContextSize(0, 1)), "fr")
        assert choice.right(0, 0) is right
    assert choice_row(choice, ["none", "target 1"])["scores"]["none"]["right"] is False  # type: ignore[index]


def test_requests_are_the_reference_and_its_variants_under_each_context() -> None:
    scorer = ByHand(reader)
    rows = with_segments(HELD[:1], ContextSize(1, 1), stored=True)
    list(choose(scorer, rows, conditions_of(ContextSize(1, 1)), "fr"))
    assert [(r.target, r.window.source, r.window.target) for r in scorer.requests] == [
        ("elle est vieux", (), ()),
        ("il est vieux", (), ()),
        ("elle est vieux", ("the house 0",), ("maison 0",)),
        ("il est vieux", ("the house 0",), ("maison 0",)),
    ]


def test_segments_without_variants_or_context_are_noted() -> None:
    alone = Segment("a", "x", ("il",), contrastive=("elle",))
    result = scored([*HELD, alone, Segment("b", "x", ("il",))], ByHand(reader))
    assert row(result, "all", "", "none").n == 9
    assert result.notes == [
        "Segments without a wrong variant: 1; left out.",
        "Segments without preceding context, where it changes nothing: 1.",
    ]


def test_documents_give_context_where_segments_bring_none() -> None:
    held = [
        Segment("1", "the house", ("la maison",), "a"),
        Segment("2", "it is old", ("elle",), "a", contrastive=("il",)),
        Segment("3", "it is old", ("elle",), "b", contrastive=("il",)),
    ]
    result = scored(held, ByHand(reader))
    assert row(result, "all", "", "target 1").value == 50.0  # the second; the third is alone


@pytest.mark.parametrize(("reference", "wrong", "idiom", "label"), [
    ("Elle est là.", ["Il est là."], None, "elle"),
    ("Je les vois.", ["Je le vois.", "Je la vois."], None, "les"),
    ("il il", ["il"], None, ""), ("b", ["c"], "named", "named"),
])  # fmt: skip
def test_label_is_what_must_be_chosen(
    reference: str, wrong: list[str], idiom: str | None, label: str
) -> None:
    idioms = (Idiom(idiom, ((0, 1),)),) if idiom else ()
    segment = Segment("1", "x", (reference,), idioms=idioms, contrastive=tuple(wrong))
    assert label_of(segment, "fr") == label


def test_a_suite_without_variants_is_refused() -> None:
    with pytest.raises(UsageError, match="examples has no wrong variants to choose from"):
        scored([Segment("1", "x", ("y",), "a")], ByHand(reader))


@pytest.mark.parametrize(
    ("format", "path", "segments", "labels"),
    [
        ("discevalmt", "discevalmt-en-fr/anaphora.json", 200, {"il", "elle", "ils", "elles"}),
        ("discevalmt", "discevalmt-en-fr/lexical-choice.json", 200, set()),
        ("contrapro", "contrastive-pronoun-en-fr/pronoun.en-fr.jsonl.gz", 6000,
         {"il", "elle", "ils", "elles"}),
        ("contrapro", "contrapro-en-de-subset/contrapro_subset.jsonl.gz", 4252, {"er", "sie"}),
    ],
)  # fmt: skip
def test_published_sets(
    shared: Path, format: str, path: str, segments: int, labels: set[str]
) -> None:
    imported = import_suite(format, shared / "data" / path)
    surveyed = survey(Examples(list(imported.segments), info=imported.info))
    assert (surveyed.segments, surveyed.stored) == (segments, True)
    some = list(islice(imported.segments, 200))
    # A model that knows words, but no context: each has a probability of its own.
    scorer = ByHand(lambda request, word: (zlib.crc32(word.encode()) % 997 + 1) / 1000, r"\w+|\S")
    conditions = conditions_of(ContextSize(1, 1), random=True)
    choices = list(
        choose(scorer, with_segments(some, ContextSize(1, 1), stored=True), conditions,
               imported.info.target, pool=Pool(lines(some, stored=True), 1))
    )  # fmt: skip
    assert labels <= {choice.label for choice in choices}
    rights = [[choice.right(context, 0) for context in range(3)] for choice in choices]
    assert all(none == context == random for none, context, random in rights)
    if format == "discevalmt":  # where each variant is right as often as it is wrong
        assert sum(none for none, *_ in rights) == pytest.approx(100, abs=2)


def test_tables_in_all_formats() -> None:
    result = scored(HELD, ByHand(reader), random=True)
    tables = contrast_tables(result)
    assert [t.title for t in tables] == [
        "Reference likelier than every wrong variant, in %",
        "By what is to be chosen, in %",
    ]
    for format in FORMATS:
        assert result.signature in render_contrast(result, format)
    assert result.heading == "examples, en-fr: 8 segments"
