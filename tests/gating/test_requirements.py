"""Requirements: how they are read, of whom they are asked, and which are refused before any work."""

import pytest

from litmus.errors import UsageError
from litmus.gating.parsing import Names, parse
from litmus.gating.requirement import Limit, NotWorse, Requirement, asked
from litmus.gating.resolving import Scored, questions

KNOWN = Names(
    ["old", "old-2", "new", "gpt-4", "a:b"],
    ["bleu", "chrf++", "litter:case=fold", "word-f"],
    ["news"],
)
TWO = {"tiny": Scored(["old", "new"], ["bleu", "chrf", "apt-eval.chrf"], ["bleu", "chrf"])}


@pytest.mark.parametrize(
    ("text", "subject", "demand"),
    [
        ("bleu>=30", (None, None, "bleu", None), Limit(">=", 30)),
        (" bleu  <  -.5 ", (None, None, "bleu", None), Limit("<", -0.5)),
        ("bleu≥30", (None, None, "bleu", None), Limit(">=", 30)),
        ("chrf++>50", (None, None, "chrf++", None), Limit(">", 50)),
        ("new:bleu>=old", (None, "new", "bleu", None), Limit(">=", 0, "old")),
        ("new: bleu <= old + 0.5", (None, "new", "bleu", None), Limit("<=", 0.5, "old")),
        ("bleu>=old-3", (None, None, "bleu", None), Limit(">=", -3, "old")),
        ("bleu>=old-2", (None, None, "bleu", None), Limit(">=", 0, "old-2")),  # one is called so
        ("bleu>=old - 2", (None, None, "bleu", None), Limit(">=", -2, "old")),
        ("bleu>=gpt-4", (None, None, "bleu", None), Limit(">=", 0, "gpt-4")),
        ("bleu>=4o-mini", (None, None, "bleu", None), Limit(">=", 0, "4o-mini")),
        ("bleu>=gpt-4-1", (None, None, "bleu", None), Limit(">=", -1, "gpt-4")),
        ("litter:case=fold<=20", (None, None, "litter:case=fold", None), Limit("<=", 20)),
        ("a:b:litter:case=fold<=20", (None, "a:b", "litter:case=fold", None), Limit("<=", 20)),
        ("news/new:bleu>=30", ("news", "new", "bleu", None), Limit(">=", 30)),
        ("word-f[pronouns]>=1", (None, None, "word-f", "pronouns"), Limit(">=", 1)),
        ("word-f[domain:a/b>=c]>=1", (None, None, "word-f", "domain:a/b>=c"), Limit(">=", 1)),
        ("word-f[not worse than [x]]>=1", (None, None, "word-f", "not worse than [x]"), Limit(">=", 1)),
        ("not worse than old", (None, None, None, None), NotWorse("old")),
        ("a:b: not worse than old by 1.5", (None, "a:b", None, None), NotWorse("old", 1.5)),
        ("news/bleu not worse than old", ("news", None, "bleu", None), NotWorse("old")),
        ("word-f[x] not worse than old", (None, None, "word-f", "x"), NotWorse("old")),
    ],
)  # fmt: skip
def test_what_is_read(text: str, subject: tuple[str | None, ...], demand: Limit | NotWorse) -> None:
    found = parse(text, KNOWN)
    assert (found.suite, found.system, found.metric, found.tag) == subject
    assert found.demand == demand
    assert parse("news/new:bleu>=old-2") == Requirement(  # by their signs where none are known
        "news/new:bleu>=old-2", Limit(">=", -2, "old"), "bleu", None, "new", "news"
    )


def test_names_as_people_type_them() -> None:
    """A metric with the options it was asked for, and an output of the suite without its sign."""
    known = {
        "tiny": Scored(["@old", "new", "@new"], ["bleu"], ["bleu"], {"bleu:smooth=exp": "bleu"})
    }
    found = questions(["old:bleu:smooth=exp>=3", "new:bleu>=old"], known)
    assert [(q.system, q.metric, q.requirement.than) for q in found] == [
        ("@old", "bleu", None), ("new", "bleu", "@old")
    ]  # fmt: skip
    with pytest.raises(UsageError, match="Known: bleu"):
        questions(["old:bleu:smooth=floor>=3"], known)


def test_what_cannot_be_read() -> None:
    operator = "expected >=, <=, >, < or 'not worse than'"
    for text, at, expected in (
        ("bleu", 4, operator), ("=30", 0, operator), ("bleu==30", 5, operator),
        ("bleu=>30", 4, operator), ("bleu>>30", 5, "the comparison is one of >=, <=, >, <"),
        ("bleu>=", 6, "expected a number or a system"),
        ("bleu>=30,5", 6, "expected a number such as 30 or 0.5, or a system"),
        (">=30", 0, "expected the name of a metric"), (":bleu>=30", 0, "expected the name of a system"),
        ("/bleu>=30", 0, "expected the name of a suite"), ("word-f[]>=30", 7, "expected a tag"),
        ("[x] not worse than old", 0, "expected the name of a metric"),
        ("not worse than", 14, "expected the system to compare with"),
        ("not worse than old by", 21, "expected a number, the margin"),
        ("not worse than old by much", 22, "expected a number, the margin"),
        ("not worse than old by 0", 22, "a margin is above 0; without one, leave out 'by'"),
    ):  # fmt: skip
        with pytest.raises(UsageError) as refused:
            parse(text)
        assert str(refused.value) == (
            f"The requirement {text!r} cannot be read.\n  {text}\n  {' ' * at}^ {expected}\n"
            "Such as: 'bleu>=30', 'new:word-f[pronouns]>=old-2', 'not worse than old by 1'"
        )


def test_who_is_asked() -> None:
    plain, relative, named = parse("bleu>=1"), parse("bleu>=old"), parse("old:bleu>=1")
    systems = ["old", "new", "other"]
    assert asked(plain, [plain], systems) == systems
    assert asked(plain, [plain], systems, "other") == ["old", "new"]
    assert asked(plain, [plain, relative], systems) == ["new", "other"]
    assert asked(named, [named, relative], systems, "old") == ["old"]
    assert asked(plain, [plain], ["old"], "old") == ["old"]


def test_not_worse_is_asked_by_every_main_metric_and_on_every_suite() -> None:
    scored = TWO | {"other": Scored(["old", "new"], ["chrf"], ["chrf"])}
    found = questions(["not worse than old", "bleu>=3"], scored)
    assert [(q.suite, q.system, q.metric) for q in found] == [
        ("tiny", "new", "bleu"), ("tiny", "new", "chrf"), ("other", "new", "chrf"),
        ("tiny", "new", "bleu"),
    ]  # fmt: skip


def test_what_is_refused() -> None:
    unknown = "No metric of this table is called "
    for texts, message in (
        (["litter<=20"], "The requirement 'litter<=20': litter was not computed. Add it: "
         "metrics=litter\nComputed: bleu, chrf, apt-eval.chrf"),
        (["blue>=20"], f"The requirement 'blue>=20': {unknown}'blue'. Did you mean 'bleu'?\n"
         "Known: apt-eval.chrf, bleu, chrf"),
        (["apt-eval.chr>=20"], f"The requirement 'apt-eval.chr>=20': {unknown}'apt-eval.chr'. "
         "Did you mean 'apt-eval.chrf'?\nKnown: apt-eval.chrf, bleu, chrf"),
        (["bleu>=odl+1"], "The requirement 'bleu>=odl+1': No system is called 'odl'. Did you mean "
         "'old'?\nKnown: new, old"),
        (["gone:bleu>=1"],
         "The requirement 'gone:bleu>=1': No system is called 'gone'.\nKnown: new, old"),
        (["wmt/bleu>=1"], "No suite of these is called 'wmt'.\nKnown: tiny"),
        (["old:bleu>=old+1"],
         "The requirement 'old:bleu>=old+1' compares old with itself.\nName another system."),
        (["bleu>=new", "bleu>=old"], "The requirement 'bleu>=new' is asked of no system: the "
         "baseline and systems that others are compared with are not asked.\n"
         "Say of whom: 'SYSTEM:METRIC...'"),
    ):  # fmt: skip
        with pytest.raises(UsageError) as refused:
            questions(texts, TWO)
        assert str(refused.value) == message


def test_contradictions_are_refused() -> None:
    for texts in (
        ["bleu>=30", "new:bleu<=20"], ["bleu>30", "bleu<30"], ["new:bleu>=old+1", "new:bleu<=old"],
        ["new:bleu>=old+1", "old:bleu>=new+1"], ["new:bleu>=old", "old:bleu>=30", "new:bleu<=25"],
        ["new:bleu>old", "old:bleu>=new"], ["tiny/bleu>=30", "bleu<=20"],
    ):  # fmt: skip
        with pytest.raises(UsageError) as refused:
            questions(texts, TWO)
        first, _, last = str(refused.value).partition("\n")
        assert first.startswith("These requirements on bleu on tiny cannot hold together: ")
        assert all(repr(text) in first for text in texts)
        assert last == "Leave one out, or change a bound."


def test_what_can_hold_is_not_refused() -> None:
    for texts in (
        ["bleu>=30", "bleu<=30"], ["new:bleu>=old+0.1", "old:bleu>=30", "new:bleu<=30.1"],
        ["new:bleu>=old+0.1", "old:bleu>=0.2", "new:bleu<=0.3"],  # 0.30000000000000004 as floats
        ["new:bleu>=30", "old:bleu<=20"], ["bleu>=30", "chrf<=20"],
        ["new: not worse than old", "old: not worse than new"],
    ):  # fmt: skip
        assert questions(texts, TWO), texts
