"""The whole pipeline as it ships, on documents whose tags are plain to a reader."""

import pytest

from litmus.corpus.formats.tags import TaggedSentence
from litmus.discourse.source_side import Item
from litmus.discourse.tagging import DocumentTagger

FRENCH = [
    Item("a", "You are kind.", "Tu es gentil."),
    Item("a", "Where is the car?", "Où est la voiture ?"),
    Item("a", "It is in the garage.", "Elle est dans le garage."),
    Item("a", "Are you coming?", "Tu viens ?"),
    Item("b", "You are late.", "Vous êtes en retard."),
    Item("b", "The train has left.", "Le train est parti."),
    Item("b", "You can sit down.", "Vous pouvez vous asseoir."),
]


def words(tagged: TaggedSentence, tag: str) -> list[str]:
    return [t for t, tags in zip(tagged.tokens, tagged.tags, strict=True) if tag in tags]


@pytest.fixture(scope="module")
def french() -> list[TaggedSentence]:
    return DocumentTagger(("en", "fr")).tag(FRENCH)


def test_pipeline_tags_what_was_used_before_and_what_points_back(
    french: list[TaggedSentence],
) -> None:
    assert [words(one, "formality") for one in french] == [
        [], [], [], ["Tu", "viens"], [], [], ["Vous", "pouvez", "vous"],
    ]  # fmt: skip
    # Elle is the car of the sentence before.
    assert [words(one, "pronouns") for one in french] == [[], [], ["Elle"], [], [], [], []]


@pytest.mark.parametrize(("target", "tag", "pairs", "expected"), [
    # it that stands for nothing
    *(("fr", "pronouns", [("You are late.", "Tu es en retard."), pair], []) for pair in (
        ("It is raining.", "Il pleut."), ("It is late.", "Il est tard."))),
    ("fr", "verb_form",
     [("She had eaten.", "Elle avait mangé."), ("She had slept.", "Elle avait dormi.")],
     ["avait", "dormi"]),
    # verb and clitic in one token
    ("es", "formality",
     [("You are right.", "Tienes razón."), ("I want to help you.", "Quiero ayudarte.")],
     ["ayudarte"]),
])  # fmt: skip
def test_pipeline_tags_of_a_second_sentence(
    target: str, tag: str, pairs: list[tuple[str, str]], expected: list[str]
) -> None:
    tagger = DocumentTagger(("en", target), phenomena=[tag])
    found = tagger.tag([Item("a", *texts) for texts in pairs])
    assert [words(one, tag) for one in found] == [[], expected]


@pytest.mark.parametrize("size", [1, 3])
def test_pipeline_tags_are_the_same_whatever_the_batches(
    french: list[TaggedSentence], size: int
) -> None:
    tagger = DocumentTagger(("en", "fr"))
    parts = [tagger.tag(FRENCH[n : n + size]) for n in range(0, len(FRENCH), size)]
    assert [one for part in parts for one in part] == french


@pytest.mark.parametrize(("code", "targets"), [
    ("he", ["אתה צודק.", "", "אתה מאחר, John Smith (ABC)!", "漢字 и שלום"]),
    pytest.param(
        "ar", ["أنت على حق.", "", "أنت متأخر يا John Smith (ABC)!", "漢字 и مرحبا"],
        marks=pytest.mark.release,
    ),
    pytest.param(
        "zh", ["你说得对。", "", "你迟到了，John Smith (ABC)！", "שלום и 漢字"],
        marks=pytest.mark.release,
    ),
])  # fmt: skip
def test_pipeline_takes_any_script_and_empty_lines(code: str, targets: list[str]) -> None:
    sources = ["You are right.", "You are late.", "You are late, John Smith (ABC)!", "Hello"]
    items = [Item("a", *texts) for texts in zip(sources, targets, strict=True)]
    found = DocumentTagger(("en", code)).tag(items)
    for one, target in zip(found, targets, strict=True):
        assert "".join(one.tokens) == "".join(target.split())
    assert not any(found[0].tags)
    assert found[1] == TaggedSentence((), ())


@pytest.mark.release
def test_pipeline_of_a_source_that_is_not_english() -> None:
    tagger = DocumentTagger(("de", "fr"))
    assert tagger.phenomena == ("lexical_cohesion", "formality", "verb_form")
    pairs = (("Du bist nett.", "Tu es gentil."), ("Du kommst.", "Tu viens."))
    found = tagger.tag([Item("a", *texts) for texts in pairs])
    assert words(found[1], "formality") == ["Tu", "viens"]
