"""Segments that are paragraphs: their sentences, which go together, and what is tagged then."""

from collections.abc import Iterable, Iterator, Sequence

import pytest
from pairing import sentence

from litmus.alignment.links import Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.discourse.segment_pairs import segment_pairs
from litmus.discourse.sentence_pairs import sentence_pairs
from litmus.discourse.sentences import sentences_of, whole
from litmus.discourse.source_side import Item, SourceSentence
from litmus.discourse.tagging import DocumentTagger
from litmus.language.analysis import Sentence, Token, Word


class Cutter:
    """Ends a sentence after every `|` of its plan; the texts that it gets have none."""

    signature = "cutter"

    def __init__(self, *plans: str, any_order: bool = True) -> None:
        self.any_order = any_order
        self._plans = {plan.replace("|", ""): plan for plan in plans}
        self.asked: list[tuple[str, str]] = []

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        for text in texts:
            self.asked.append((sentences, text))
            parts = self._plans[text].split("|") if sentences == "split" else [text]
            yield tuple(self._sentences(text, parts))

    def _sentences(self, text: str, parts: Sequence[str]) -> Iterator[Sentence]:
        at = 0
        for part in parts:
            words, tokens = [], []
            for place, form in enumerate(part.split()):
                at = text.index(form, at)
                words.append(
                    Word(form, form, "X", "", None, "root" * (not place), 1.0, at, at + len(form))
                )
                tokens.append(Token(at, at + len(form), place, place + 1))
                at += len(form)
            if words:
                yield Sentence(text, words[0].start, at, tuple(tokens), tuple(words))


@pytest.mark.parametrize(("plan", "expected"), [
    # the one ends a sentence after Capt., the other would end one after Yahoo!
    ("It rained.| Capt.| Giles came to Yahoo! Inc. by car.| He left.",
     ["It rained.", "Capt. Giles came to Yahoo! Inc. by car.", "He left."]),
    ("“Why?| ”| She left.", ["“Why? ”", "She left."]),  # a lonely quotation mark
])  # fmt: skip
def test_sentences_end_where_analyser_and_marks_agree(plan: str, expected: list[str]) -> None:
    (found,) = sentences_of(Cutter(plan), [plan.replace("|", "")], "en")
    assert [one.text[one.start : one.end] for one in found] == expected


def test_sentences_without_an_agreed_end_are_analysed_whole_again() -> None:
    texts = ["Capt. Giles came", "He came. She left"]
    cutter = Cutter("Capt.| Giles came", "He came.| She left")
    found = sentences_of(cutter, texts, "en")
    assert [len(one) for one in found] == [1, 2]
    assert cutter.asked == [("split", text) for text in texts] + [("given", texts[0])]
    assert [word.relation for word in found[0][0].words] == ["root", "", ""]  # no parataxis


def test_sentences_of_a_file_that_is_read_once_are_joined() -> None:
    cutter = Cutter("Capt.| Giles came", any_order=False)
    ((one,),) = sentences_of(cutter, ["Capt. Giles came"], "en")
    assert [word.relation for word in one.words] == ["root", "parataxis", ""]
    assert len(cutter.asked) == 1


def test_sentences_of_a_blank_text_are_none() -> None:
    cutter = Cutter("", " \u2028 ")
    assert sentences_of(cutter, ["", " \u2028 "], "en") == [(), ()]
    assert whole("  ", ()) == Sentence("  ", 0, 2, (), ())


def sides(sources: int, targets: int) -> tuple[list[Sentence], list[Sentence]]:
    """Sentences of three words each: `w. w. w.`"""
    made = []
    for size in (sources, targets):
        text = " ".join(["aa bb cc."] * size)
        one = sentence(*text.split())
        made.append([
            Sentence(text, n * 10, n * 10 + 9, one.tokens[:3], one.words[n * 3 : n * 3 + 3])
            for n in range(size)
        ])  # fmt: skip
    return made[0], made[1]


def groups(sources: int, targets: int, links: str) -> list[tuple[list[int], list[int]]]:
    """`0-1`: all three words of a source sentence are linked to those of a target sentence; `0~1`:
    one word is."""
    here, there = sides(sources, targets)
    found = set()
    for link in links.split():
        i, j = (int(part) for part in link.replace("~", "-").split("-"))
        found |= {(i * 3 + n, j * 3 + n) for n in range(1 if "~" in link else 3)}
    spans = [tuple((w.start, w.end) for one in side for w in one.words) for side in (here, there)]
    alignment = Alignment(spans[0], spans[1], frozenset(found))
    return [([*a], [*b]) for a, b in sentence_pairs(here, there, alignment)]


@pytest.mark.parametrize(("sources", "targets", "links", "expected"), [
    (0, 0, "", []), (2, 0, "", [([0, 1], [])]), (0, 1, "", [([], [0])]),
    (1, 3, "0-0 0-1 0-2", [([0], [0, 1, 2])]), (2, 2, "0-0 1-1", [([0], [0]), ([1], [1])]),
    (2, 2, "", [([0], [0]), ([1], [1])]),
    # a stray link is no reason to join
    (2, 2, "0-0 1-1 0~1", [([0], [0]), ([1], [1])]),
    (2, 2, "0-0 1-1 0~1 1~0", [([0], [0]), ([1], [1])]),
    # two sentences that change places are one pair
    (3, 3, "0-0 1-2 2-1", [([0], [0]), ([1, 2], [1, 2])]),
    # the second and third are joined, or the second is cut in two, or is not translated
    (3, 2, "0-0 1-1 2-1", [([0], [0]), ([1, 2], [1])]),
    (2, 3, "0-0 1-1 1-2", [([0], [0]), ([1], [1, 2])]),
    (3, 2, "0-0 2-1", [([0], [0]), ([1], []), ([2], [1])]),
])  # fmt: skip
def test_sentence_pairs(
    sources: int, targets: int, links: str, expected: list[tuple[list[int], list[int]]]
) -> None:
    assert groups(sources, targets, links) == expected


def test_sentence_pairs_of_a_book() -> None:
    # 200 sentences, of which the translation leaves out every 50th
    kept = [n for n in range(200) if n % 50 != 49]
    found = groups(200, len(kept), " ".join(f"{i}-{j}" for j, i in enumerate(kept)))
    assert [a[0] for a, b in found if not b] == [49, 99, 149, 199]
    assert [(a, b) for a, b in found if b] == [([i], [j]) for j, i in enumerate(kept)]


def test_pairs_of_a_segment_have_their_own_links_only() -> None:
    # 30 sentences; one token of the aligner is in two of them, and one link goes astray
    here, there = sides(30, 30)
    spans = [(w.start, w.end) for one in here for w in one.words]
    all_links = [(n, n) for n in range(90)]
    links = Alignment(
        tuple(spans),
        (*spans[:4], (spans[4][0], spans[6][1]), *spans[7:]),  # of the second and third sentence
        frozenset([*all_links[:5], *((n, n - 2) for n in range(6, 90)), (89, 0)]),
        {(89, 87): 0.5},
        frozenset({(5, 4)}),
    )
    item = Item("a", here[0].text, there[0].text)
    pairs = segment_pairs(item, [SourceSentence(one, {}, ()) for one in here], there, links)
    assert len(pairs) == 30
    straight = [(0, 0), (1, 1), (2, 2)]
    parted = [(0, 0), (1, 1), (1, 2)]
    assert [sorted(pair.links) for pair in pairs[:4]] == [straight, parted, straight, straight]
    assert pairs[1].alignment.guesses == {(2, 1)}
    assert [pairs[29].confidence[n, n] for n in range(3)] == [1.0, 1.0, 0.5]
    assert max(len(pair.alignment.links) for pair in pairs) == 3


def tagged(rows: Iterable[TaggedSentence], tag: str) -> list[list[int]]:
    """The tokens that carry a tag, by their place in the segment."""
    return [[n for n, tags in enumerate(row.tags) if tag in tags] for row in rows]


def paragraph(source: str, target: str, language: str, tag: str, **options: object) -> list[str]:
    """The words of one segment that carry a tag."""
    tagger = DocumentTagger(("en", language), **options)  # type: ignore[arg-type]
    (row,) = tagger.tag([Item("a", source, target)])
    return [row.tokens[n] for n in tagged([row], tag)[0]]


def test_tagger_finds_antecedents_in_earlier_sentences_of_the_same_paragraph() -> None:
    for source, target, found in (
        ("I bought a table. It was expensive.", "J'ai acheté une table. Elle était chère.",
         ["Elle"]),
        ("I bought a table and it was expensive.", "J'ai acheté une table et elle était chère.",
         []),
    ):  # fmt: skip
        assert paragraph(source, target, "fr", "pronouns", phenomena=["pronouns"]) == found


SENTENCES = [
    ("Can you come tomorrow?", "Kannst du morgen kommen?"),
    ("You know the way.", "Du kennst den Weg."),
    ("We have a new lamp.", "Wir haben eine neue Lampe."),
    ("It is very bright.", "Sie ist sehr hell."),
    ("Do you like it?", "Magst du sie?"),
    ("I have never seen such a lamp.", "Ich habe noch nie so eine Lampe gesehen."),
    ("The lamp was cheap.", "Die Lampe war billig."),
    ("Take the lamp with you.", "Nimm die Lampe mit."),
]


@pytest.mark.parametrize(("size", "context"), [(2, 2), (8, None)])
def test_tagger_tags_of_paragraphs_are_those_of_their_sentences(
    size: int, context: int | None
) -> None:
    lines = [Item("a", *pair) for pair in SENTENCES]
    paragraphs = [
        Item("a", " ".join(item.source for item in part), " ".join(item.target for item in part))
        for part in (lines[n : n + size] for n in range(0, len(lines), size))
    ]
    apart, together = (
        DocumentTagger(("en", "de"), context=context, consistency=True).tag(items)
        for items in (lines, paragraphs)
    )
    expected, found = (
        [pair for row in rows for pair in zip(row.tokens, row.tags, strict=True)]
        for rows in (apart, together)
    )
    assert found == expected
    assert {tag for _, tags in found for tag in tags} >= {"formality", "pronouns", "register=kept"}
    assert [len(row.tokens) for row in together] == [
        sum(len(row.tokens) for row in apart[n : n + size]) for n in range(0, len(apart), size)
    ]


# What is before "Do you like it?" is joined, parted or left out: its tags stay on its own words.
BEFORE = [
    ("We have a lamp. It is bright.", "Wir haben eine Lampe, die hell ist."),
    ("We have a new lamp that is bright.", "Wir haben eine neue Lampe. Diese Lampe ist hell."),
    ("We have a lamp. The weather was bad yesterday. Take it.", "Wir haben eine Lampe. Nimm sie."),
]


@pytest.mark.parametrize(("source", "target"), BEFORE)
def test_tagger_tags_stand_behind_joined_parted_and_omitted_sentences(
    source: str, target: str
) -> None:
    items = [
        Item("a", *SENTENCES[0]),
        Item("a", f"{source} You know the way.", f"{target} Du kennst den Weg."),
    ]
    row = DocumentTagger(("en", "de"), phenomena=["formality"]).tag(items)[1]
    last = len(row.tokens) - 5
    assert row.tokens[last:] == ("Du", "kennst", "den", "Weg", ".")
    assert [n - last for n in tagged([row], "formality")[0] if n >= last] == [0, 1]
    assert {row.tokens[n] for n in tagged([row], "formality")[0] if n < last} <= {"Nimm"}


def test_tagger_blank_segments_are_no_sentences() -> None:
    # Nothing is tagged in them, and they are no context: the second line is still the first.
    lines = [("", ""), SENTENCES[0], ("", ""), SENTENCES[1]]
    tagger = DocumentTagger(("en", "de"), phenomena=["formality"], context=1)
    rows = tagger.tag([Item("a", *pair) for pair in lines])
    assert [len(row.tokens) for row in rows] == [0, 5, 0, 5]
    assert tagged(rows, "formality") == [[], [], [], [0, 1]]


def test_quotations_of_a_paragraph_are_followed_through_its_sentences() -> None:
    # du and Sie are both said by the one who is quoted, in two sentences of one quotation
    source = "“You are late. Are you ill?” You must go."
    target = "„Du bist spät. Sind Sie krank?“ Sie müssen gehen."
    options = {"phenomena": ["formality"], "consistency": True}
    assert paragraph(source, target, "de", "register=broken", **options) == ["Sie"]
