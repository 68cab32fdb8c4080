"""Documents through the tagger: memory, order, batches, and bad input; with a toy language."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import pytest
from pairing import sentence

from litmus.alignment.links import Alignment
from litmus.corpus.formats.tags import TaggedSentence
from litmus.discourse import source_side, tagging
from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.discourse.gaps.gap import Gap
from litmus.discourse.memory import Memory
from litmus.discourse.phenomena.formality.rules import FormalityRules
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.phenomena.verb_form import VerbFormRule
from litmus.discourse.rules import Rules
from litmus.discourse.source_side import Item, SourceSide
from litmus.discourse.tagging import DocumentTagger, chosen
from litmus.errors import DataError, UnknownName, UsageError
from litmus.language.analysis import Sentence, Token

UPOS = {
    "tu": "PRON", "vous": "PRON", "elle": "PRON", "it": "PRON", "you": "PRON",
    "chantait": "VERB", "sings": "VERB", "house": "NOUN", "maison": "NOUN",
}  # fmt: skip
RULES = Rules(
    "fr", 7,
    tables={
        "formality": FormalityRules({"tu": "informal", "vous": "formal"}),
        "pronouns": {"it": frozenset(("elle",))},
        "verb_form": (VerbFormRule("imperfect", {"Tense": frozenset(("Imp",))}),),
    },
)  # fmt: skip


class Toy:
    """Analyser, aligner, resolver and detector in one: words lie between blanks and are linked one
    by one, *it* means something in the sentence before, and *do* leaves a verb out."""

    signature = "toy"

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.pairs = 0
        self.seen: list[int] = []  # sentences that the resolver was given, call by call
        self.detected = 0

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        for text in texts:
            self.texts.append(text)
            rows = (
                f"{w} _ {UPOS.get(w, 'X')} {'Tense=Imp' if w == 'chantait' else '_'}"
                for w in text.split()
            )
            yield (sentence(*rows)._replace(text=text),) if text.strip() else ()

    def align(self, pairs: Sequence[tuple[str, str]]) -> list[Alignment]:
        self.pairs += len(pairs)
        return [self._links(*map(self._spans, pair)) for pair in pairs]

    def _spans(self, text: str) -> tuple[tuple[int, int], ...]:
        return tuple((t.start, t.end) for t in sentence(*text.split()).tokens)

    def _links(
        self, source: tuple[tuple[int, int], ...], target: tuple[tuple[int, int], ...]
    ) -> Alignment:
        shared = range(min(len(source), len(target)))
        return Alignment(source, target, frozenset((n, n) for n in shared))

    def finish(self) -> None:
        pass

    def resolve(self, document: Sequence[Sentence]) -> list[dict[int, Antecedent]]:
        self.seen.append(len(document))
        return [
            {
                n: Antecedent(Location.EARLIER if before else Location.NONE, 1.0, None)
                for n, word in enumerate(one.words)
                if word.form == "it"
            }
            for before, one in enumerate(document)
        ]

    def find(self, sentences: Iterable[Sentence]) -> list[tuple[Gap, ...]]:
        found = [
            tuple(Gap("verb phrase", n, 1.0) for n, w in enumerate(one.words) if w.form == "do")
            for one in sentences
        ]
        self.detected += len(found)
        return found


Make = Callable[..., DocumentTagger]


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Toy:
    made = Toy()
    for name in ("load_analyser", "load_resolver", "load_detector"):
        monkeypatch.setattr(source_side, name, lambda *_: made)
    for name in ("load_analyser", "load_aligner"):
        monkeypatch.setattr(tagging, name, lambda *_: made)
    return made


@pytest.fixture
def make(toy: Toy) -> Make:
    def made(**options: object) -> DocumentTagger:
        return DocumentTagger(("en", "fr"), rules=RULES, **options)  # type: ignore[arg-type]

    return made


def items(text: str) -> list[Item]:
    """`document: source = target`, one a line."""
    found = []
    for line in text.strip().split("\n"):
        document, _, rest = line.partition(":")
        source, _, target = rest.partition("=")
        found.append(Item(document.strip(), source.strip(), target.strip()))
    return found


def shown(tagged: Iterable[TaggedSentence]) -> list[str]:
    """The tagged tokens of each sentence: `tu/formality`."""
    return [
        " ".join(
            f"{token}/{'+'.join(sorted(tags))}"
            for token, tags in zip(one.tokens, one.tags, strict=True)
            if tags
        )
        for one in tagged
    ]


STORY = items("""
    a: you it sings = tu elle chantait
    a: you it sings = tu elle chantait
    a: do = tu chantait
    b: you it sings = tu elle chantait
    b: house = maison
    b: it you = elle vous
""")


def test_tagger_first_sentence_of_a_document_is_never_tagged(make: Make) -> None:
    assert shown(make().tag(STORY)) == [
        "",
        "tu/formality elle/pronouns chantait/verb_form",
        # tu is linked to do; chantait has no link, was said before, and do leaves a verb out
        "tu/formality chantait/ellipsis+verb_form",
        "",
        "",
        "elle/pronouns",
    ]
    alone = [item._replace(document=str(n)) for n, item in enumerate(STORY)]
    assert shown(make().tag(alone)) == [""] * 6


@pytest.mark.parametrize(("context", "found"), [
    (None, "tu/formality elle/pronouns"), (2, "tu/formality elle/pronouns"),
    (1, "elle/pronouns"), (0, ""),
])  # fmt: skip
def test_tagger_context_limits_what_counts(make: Make, context: int | None, found: str) -> None:
    pairs = items("a: you it = tu elle\na: house = maison\na: you it = tu elle")
    assert shown(make(context=context).tag(pairs))[-1] == found


def test_tagger_phenomena_are_those_asked_for(make: Make) -> None:
    tagger = make(phenomena=["verb_form", "formality"])
    assert tagger.phenomena == ("formality", "verb_form")
    assert shown(tagger.tag(STORY))[1] == "tu/formality chantait/verb_form"


def test_tagger_consistency_is_judged_whatever_tags_are_asked_for(make: Make, toy: Toy) -> None:
    pairs = items(
        "a: you house = tu maison\na: you house = vous maison\nb: you house = vous maison"
    )
    tagger = make(phenomena=["verb_form"], consistency=True)
    assert shown(tagger.tag(pairs)) == ["", "vous/register=broken maison/terms=kept", ""]
    # without rules of address it is that of terms
    bare = DocumentTagger(("en", "fr"), rules=Rules("fr", 1), consistency=True)
    assert shown(bare.tag(pairs)) == ["", "maison/terms=kept", ""]


@pytest.mark.parametrize("size", [1, 2, 3, 5])
def test_tagger_tags_are_the_same_whatever_the_batches(make: Make, size: int) -> None:
    pairs = STORY + [item._replace(document=f"{item.document}2") for item in STORY]
    whole = make().tag(pairs)
    tagger = make()
    parts = [one for n in range(0, len(pairs), size) for one in tagger.tag(pairs[n : n + size])]
    assert parts == whole


def test_tagger_a_sentence_that_comes_again_is_read_again(make: Make) -> None:
    # Batches that look alike are two batches: the second *it* has a sentence before it.
    tagger = make(phenomena=["pronouns"])
    again = items("a: it = elle")
    found = [shown(tagger.tag(again)) for _ in range(3)]
    assert found == [[""], ["elle/pronouns"], ["elle/pronouns"]]


@pytest.mark.parametrize(("batches", "place"), [
    (["a: you = tu\nb: you = tu\na: you = tu"], 3),
    (["a: you = tu\nb: you = tu", "b: you = tu", "a: you = tu"], 4),  # in a later batch
])  # fmt: skip
def test_tagger_documents_that_are_interleaved_are_refused(
    make: Make, batches: list[str], place: int
) -> None:
    tagger = make()
    for batch in batches[:-1]:
        tagger.tag(items(batch))
    with pytest.raises(DataError) as caught:
        tagger.tag(items(batches[-1]))
    assert str(caught.value) == (
        f"Document 'a' continues at sentence {place}, after another document.\n"
        "Put the sentences of a document together, in their order."
    )


def test_tagger_empty_targets_have_no_tokens_and_break_nothing(make: Make) -> None:
    found = make().tag(items("a: you = tu\na: you =\na: you = tu\na: = tu"))
    assert found[1] == TaggedSentence((), ())
    assert make().tag([]) == []
    assert shown(found) == ["", "", "tu/formality", "tu/formality"]


def test_tagger_reads_scripts_from_right_to_left_and_mixed_ones(make: Make) -> None:
    pairs = items("a: you x = tu שלום\na: you x = tu مرحبا漢字abc")
    found = make().tag(pairs)
    assert [one.tokens for one in found] == [("tu", "שלום"), ("tu", "مرحبا漢字abc")]
    assert shown(found) == ["", "tu/formality"]


def test_tagger_tags_of_words_are_those_of_their_token() -> None:
    # du = de + le: a tag on either is on the token
    tokens = (Token(0, 2, 0, 2), Token(3, 7, 2, 3))
    one = sentence("du", "_", "pain")._replace(text="du pain", tokens=tokens)
    found = tagging.tagged(one, {"pronouns": {1}, "formality": {0, 2}})
    assert found.tokens == ("du", "pain")
    assert found.tags == ({"pronouns", "formality"}, {"formality"})


def test_tagger_source_work_is_done_once_for_several_systems(make: Make, toy: Toy) -> None:
    source = SourceSide("en", ("pronouns", "ellipsis"))
    taggers = [make(source=source) for _ in range(4)]
    for batch in (STORY[:2], STORY[2:]):  # in step
        for tagger in taggers:
            tagger.tag(batch)
    read = Counter(toy.texts)
    assert read["do"] == 1  # a source that is no target
    assert read["tu chantait"] == 4
    assert toy.detected == len(STORY)
    # a: 2; then one sentence more of a behind the two remembered, and b
    assert toy.seen == [2, 3, 3]


def test_tagger_work_on_a_long_document_grows_with_its_length(
    make: Make, toy: Toy, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked = Counter[int]()
    count = Memory.count

    def counted(self: Memory, thing: object) -> int:
        looked[0] += 1
        return count(self, thing)  # type: ignore[arg-type]

    monkeypatch.setattr(Memory, "count", counted)
    work = []
    for size in (200, 2_000):
        toy.seen.clear()
        looked.clear()
        tagger = make()
        pairs = items("a: house you it = maison tu elle") * size
        tags = [one for n in range(0, size, 100) for one in tagger.tag(pairs[n : n + 100])]
        assert shown(tags[-1:]) == ["maison/lexical_cohesion tu/formality elle/pronouns"]
        assert sum(toy.seen) == size + 3 * (size // 100 - 1)
        work.append(looked[0])
    assert work[1] == 10 * work[0]


def test_tagger_signature_tells_what_decides_the_tags(make: Make) -> None:
    one = make().signature
    assert one.startswith("litmus.fr.v7#")
    assert make().signature == one
    assert make(context=3).signature != one
    assert make(phenomena=["formality"]).signature != one


def test_chosen_phenomena_are_those_of_the_language_and_the_source() -> None:
    assert chosen(RULES, "de", ()) == ("lexical_cohesion", "formality", "verb_form")
    with pytest.raises(UsageError) as caught:
        chosen(RULES, "de", ("ellipsis", "formality"))
    assert str(caught.value) == (
        "ellipsis cannot be tagged for de-fr.\nIt has: lexical_cohesion, formality, verb_form"
    )
    with pytest.raises(UnknownName) as unknown:
        chosen(RULES, "en", ("formalty",))
    assert str(unknown.value) == (
        "No phenomenon is called 'formalty'. Did you mean 'formality'?\n"
        f"Known: {', '.join(sorted(PHENOMENA))}"
    )
    with pytest.raises(UnknownName, match="No language with discourse rules is called 'is'"):
        DocumentTagger(("en", "is"))
