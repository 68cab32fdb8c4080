"""People, terms and idioms marked in a segment: what is read, written and refused."""

import pytest

from litmus.corpus.expected import ExpectedWord
from litmus.corpus.segment import (
    Entity,
    Idiom,
    IdiomFacts,
    Segment,
    Term,
    from_json,
    to_json,
    with_facts,
)
from litmus.errors import DataError

SOURCE = "The nurse saw the cook."


def read(**entity: object) -> Segment:
    return from_json("s.jsonl:1", {"id": "1", "source": SOURCE, "entities": [entity]})


def test_entities_are_written_as_they_are_read() -> None:
    segment = read(span=[4, 9], gender="male", stereotype="anti")
    assert segment.entities == (Entity((4, 9), "male", "anti"),)
    assert to_json(segment)["entities"] == [
        {"span": [4, 9], "gender": "male", "stereotype": "anti"}
    ]
    assert from_json("again", to_json(segment)) == segment
    bare = read(gender="female")
    assert bare.entities == (Entity(None, "female", "none"),)
    assert to_json(bare)["entities"] == [{"gender": "female"}]


TERM = {"source": "the cook", "targets": ["der Koch", "die Köchin"]}


def test_terms_and_columns_are_written_as_they_are_read() -> None:
    terms = [TERM, TERM | {"note": "either", "spans": [[14, 22]]}]
    value = {
        "id": "1", "source": SOURCE, "references": [], "columns": {"domain": "news"}, "terms": terms
    }  # fmt: skip
    segment = from_json("f:1", value)
    targets = ("der Koch", "die Köchin")
    assert segment.terms == (
        Term("the cook", targets), Term("the cook", targets, "either", ((14, 22),)),
    )  # fmt: skip
    assert segment.columns == {"domain": "news"}
    assert to_json(segment) == value


NEEDS_TARGETS = "the term 'the cook' needs 'targets', none of them empty."
NURSE = {"span": [4, 9], "gender": "male"}
HE = {"word": "er", "phenomenon": "gender"}


@pytest.mark.parametrize(("more", "message"), [
    ({"terms": ["cook"]}, "a term must be an object with 'source' and 'targets'."),
    ({"terms": [TERM | {"x": 1}]}, "unknown key 'x'.\nKnown: note, source, spans, targets"),
    ({"terms": [{"targets": ["x"]}]}, "the 'source' of a term is empty."),
    ({"terms": [TERM | {"source": " "}]}, "the 'source' of a term is empty."),
    ({"terms": [{"source": "the cook"}]}, NEEDS_TARGETS),
    ({"terms": [TERM | {"targets": ["x", " "]}]}, NEEDS_TARGETS),
    ({"terms": [TERM | {"spans": [[14, 24]]}]},
     "the span (14, 24) is outside its text of 23 characters, or empty.\n"
     "Spans are half-open character offsets [start, end) counted from 0."),
    ({"terms": [TERM | {"note": 3}]}, "'note' must be a string, but is int."),
    ({"columns": {"year": 1999}},
     "the value of a column is a string, but 'year' has 1999."),
    ({"entities": [{"span": [18, 40], "gender": "male"}]},
     "the span (18, 40) is outside its text of 23 characters, or empty.\n"
     "Spans are half-open character offsets [start, end) counted from 0."),
    ({"entities": [NURSE | {"gender": "masc"}]},
     "'gender' must be one of male, female, neutral, not 'masc'."),
    ({"entities": [NURSE | {"stereotype": "yes"}]},
     "'stereotype' must be one of pro, anti, none, not 'yes'."),
    ({"entities": [{"span": [4, 9]}]}, "an entity lacks the key 'gender'."),
    ({"entities": [{"span": [4, 9], "sex": "male"}]},
     "unknown key 'sex'.\nKnown: gender, span, stereotype"),
    *(({"entities": [NURSE | {"span": span}]},
       f"a span is two whole numbers [start, end]; found {span!r}.")
      for span in ("4-9", [4], [4, True])),
    ({"entities": [NURSE, NURSE | {"span": [6, 12]}]},
     "the span (6, 12) overlaps the one before it."),
    ({"entities": ["nurse"]}, "an entity must be an object with 'gender' and 'span'."),
    ({"entities": "nurse"}, "'entities' must be a list, but is str."),
    ({"expected": "dich"}, "'expected' must be a list, but is str."),
    ({"expected": ["dich"]}, "an expected word must be an object with 'word' and 'phenomenon'."),
    ({"expected": [{"word": "dich"}]}, "an expected word needs 'phenomenon'."),
    ({"expected": [HE | {"word": " "}]}, "an expected word needs 'word'."),
    ({"expected": [HE | {"word": 3}]}, "'word' must be a string, but is int."),
    ({"expected": [HE | {"rul": "x"}]}, "unknown key 'rul'. Did you mean 'rule'?\n"
     "Known: lemma, phenomenon, rule, source_word, word"),
    ({"idioms": ["x"]}, "an idiom must be an object with 'label' and 'spans'."),
    ({"idioms": [{"spans": []}]}, "an idiom needs a label."),
    ({"idioms": [{"label": "x", "colour": 1}]},
     "unknown key 'colour'.\nKnown: equivalents, label, meaning, spans"),
])  # fmt: skip
def test_marks_that_do_not_fit(more: dict[str, object], message: str) -> None:
    with pytest.raises(DataError) as caught:
        from_json("f:1", {"id": "1", "source": SOURCE} | more)
    assert str(caught.value) == f"f:1: {message}"


def test_expected_words_are_read_back() -> None:
    words = (
        ExpectedWord("dich", "formality", "ACC.INFORM.SING", "you"),
        ExpectedWord("glaubt", "auxiliary", lemma="glauben"),
    )
    assert [word.label for word in words] == ["formality ACC.INFORM.SING", "auxiliary"]
    segment = Segment("1", "I see you.", ("Ich sehe dich.",), expected=words)
    assert from_json("f:1", to_json(segment)) == segment
    assert to_json(segment)["expected"][1] == {
        "word": "glaubt", "phenomenon": "auxiliary", "lemma": "glauben",
    }  # fmt: skip


def test_what_a_segment_is_without_its_marks() -> None:
    bare = Segment("1", " ", ("", "\t"))
    assert bare.is_blank
    assert not Segment("1", " ", ("", "x")).is_blank
    assert (bare.weight, bare.document, bare.columns, bare.labels) == (1.0, None, {}, ())
    assert to_json(bare) == {"id": "1", "source": " ", "references": ["", "\t"]}
    assert hash(Segment("1", "a", columns={"x": "y"})) == hash(Segment("1", "a"))
    idioms = (Idiom("b", ((0, 1), (2, 4))), Idiom("a", ()), Idiom("b", ()))
    assert Segment("1", "a bc", idioms=idioms).labels == ("b", "a")
    assert idioms[0].text("a bc") == "a bc"
    full = Segment("1", "a", (), "d", weight=0.5, group="g")
    assert to_json(full) == {
        "id": "1", "doc": "d", "source": "a", "references": [], "weight": 0.5, "group": "g",
    }  # fmt: skip


def test_facts_fill_in_what_a_segment_leaves_open() -> None:
    facts = {"a": IdiomFacts("a", ("x",), ("p", "q"), "m"), "b": IdiomFacts("b", (), ("q", "r"))}
    open_ones = (Idiom("a", ()), Idiom("c", ()), Idiom("a", (), ("own",), "own"), Idiom("b", ()))
    found = with_facts(Segment("1", "s", idioms=open_ones), facts)
    assert found.idioms == (
        Idiom("a", (), ("x",), "m"), Idiom("c", ()), Idiom("a", (), ("own",), "own"), Idiom("b", ()),
    )  # fmt: skip
    assert found.blacklist == ("p", "q", "r")
    own = Segment("1", "s", idioms=open_ones, blacklist=("z",))
    assert with_facts(own, facts).blacklist == ("z",)
    for nothing in (Segment("1", "s"), own):
        assert with_facts(nothing, {}) is nothing
    assert with_facts(Segment("1", "s"), facts) == Segment("1", "s")
