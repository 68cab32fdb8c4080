"""Items: what one verdict is given on, with everything an annotator is shown."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from litmus.corpus.formats.tags import TaggedSentence
from litmus.corpus.segment import IdiomFacts, Segment, Span
from litmus.scoring.measuring.inputs import Inputs, Tags
from litmus.scoring.measuring.links_and_tags import LinksAndTags

REFERENCE = "reference"  # the name under which a reference is judged
Neighbour = tuple[str, str]  # source, translation
Key = tuple[int, int]  # number of the segment, number of the mark in it


@dataclass(frozen=True, slots=True)
class Mark:
    """What an item is about: an idiom, a tagged word, or (without a name) the whole segment."""

    system: str
    name: str | None = None
    source_spans: tuple[Span, ...] = ()
    target_spans: tuple[Span, ...] = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """A segment with its translations and the marks that can be judged in it."""

    segment: Segment
    texts: Mapping[str, str]
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Item:
    """One mark with its texts and the neighbours of its segment. `target` is the translation.

    `line` is the segment's number in the suite, `position` that in its document, both from 1.
    """

    segment: Segment
    mark: Mark
    target: str
    before: tuple[Neighbour, ...]
    after: tuple[Neighbour, ...]
    meaning: str = ""
    line: int = 1
    position: int = 1


Marks = Callable[[Segment, Mapping[str, str], Mapping[str, TaggedSentence]], list[Mark]]


def offers(inputs: Inputs, tags: Mapping[str, Tags], unit: str) -> Iterator[Offer]:
    """Every segment in order with what can be judged in it; anew at every call.

    Segments of one group are variants of one item: the first stands for all.
    """
    mark: Marks = {"idiom": idiom_marks, "tag": tag_marks, "segment": segment_marks}[unit]
    seen: set[str] = set()
    accompanied = LinksAndTags(tags=tags if unit == "tag" else {})
    for batch, systems in map(accompanied.of, inputs.batches()):
        for place, segment in enumerate(batch.segments):
            texts = {out.system: out.hypotheses[place] for out in systems}
            found = {out.system: out.tags[place] for out in systems if out.tags is not None}
            if batch.reference_tags is not None and segment.references:
                texts[REFERENCE] = segment.references[0]
                found[REFERENCE] = batch.reference_tags[place]
            repeated = segment.group is not None and segment.group in seen
            if segment.group is not None:
                seen.add(segment.group)
            yield Offer(segment, texts, () if repeated else tuple(mark(segment, texts, found)))
    accompanied.finish()


def idiom_marks(
    segment: Segment, texts: Mapping[str, str], tags: Mapping[str, TaggedSentence]
) -> list[Mark]:
    """Every idiom of every system; one without a place where only words are listed."""
    if not segment.idioms:
        listed = segment.blacklist or segment.required
        return [Mark(system) for system in texts] if listed else []
    return [
        Mark(system, idiom.label, tuple(sorted(idiom.spans)))
        for system in texts
        for idiom in segment.idioms
    ]


def segment_marks(
    segment: Segment, texts: Mapping[str, str], tags: Mapping[str, TaggedSentence]
) -> list[Mark]:
    """One for every system, its idioms and terms marked if there are any; none in an empty line."""
    if segment.is_blank:
        return []
    found = {span for idiom in segment.idioms for span in idiom.spans}
    found |= {span for term in segment.terms for span in term.spans}
    spans = tuple(sorted(found))
    return [Mark(system, None, spans) for system in texts]


def tag_marks(
    segment: Segment, texts: Mapping[str, str], tags: Mapping[str, TaggedSentence]
) -> list[Mark]:
    """Every tag of every word."""
    found = []
    for system, sentence in tags.items():
        places = token_spans(texts[system], sentence.tokens)
        for place, names in zip(places, sentence.tags, strict=True):
            found += [Mark(system, name, (), (place,) if place else ()) for name in sorted(names)]
    return found


def token_spans(text: str, tokens: Sequence[str]) -> list[Span | None]:
    """Where each token stands in its text; None for one that is not there as it is written.

    >>> token_spans("Ja, ja.", ["Ja", ",", "ja", "."])
    [(0, 2), (2, 3), (4, 6), (6, 7)]
    """
    found: list[Span | None] = []
    end = 0
    for token in tokens:
        start = text.find(token, end)
        if start < 0:
            found.append(None)
        else:
            end = start + len(token)
            found.append((start, end))
    return found


def chosen_items(
    found: Iterable[Offer],
    chosen: Mapping[Key, object],
    *,
    context: int,
    facts: Mapping[str, IdiomFacts],
) -> Iterator[tuple[Key, Item]]:
    """The items drawn, by (number of the segment, number of the mark), with their neighbours."""
    lengths: Counter[str] = Counter()
    for number, (before, offer, after) in enumerate(_windows(found, context)):
        document = offer.segment.document
        if document is not None:
            lengths[document] += 1
        for k, mark in enumerate(offer.marks):
            if (number, k) in chosen:
                fact = facts.get(mark.name or "")
                yield (
                    (number, k),
                    Item(
                        offer.segment,
                        mark,
                        offer.texts[mark.system],
                        _before(offer, before, mark.system, context),
                        tuple((o.segment.source, o.texts[mark.system]) for o in after),
                        fact.meaning if fact else "",
                        number + 1,
                        1 if document is None else lengths[document],
                    ),
                )


def alike(items: Mapping[Key, Item]) -> list[list[Key]]:
    """The items in order, those together of which an annotator sees the same: one translation
    that several systems gave, between the same neighbours."""
    groups: dict[object, list[Key]] = {}
    for key, item in items.items():
        mark = item.mark
        seen = (item.segment.id, mark.name, mark.source_spans, mark.target_spans, item.target,
                item.before, item.after)  # fmt: skip
        groups.setdefault(seen, []).append(key)
    return list(groups.values())


def _before(
    offer: Offer, before: Sequence[Offer], system: str, context: int
) -> tuple[Neighbour, ...]:
    """The sentences before: of the document, or those that the segment itself brings."""
    if before or not offer.segment.context:
        return tuple((o.segment.source, o.texts[system]) for o in before)
    sources = offer.segment.context[-context:] if context else ()
    return tuple((source, "") for source in sources)


def _windows(found: Iterable[Offer], size: int) -> Iterator[tuple[list[Offer], Offer, list[Offer]]]:
    """Each offer with up to `size` neighbours of its document on either side."""
    before: deque[Offer] = deque(maxlen=size)
    ahead: deque[Offer] = deque()
    stream = iter(found)
    while True:
        while len(ahead) <= size and (offer := next(stream, None)) is not None:
            ahead.append(offer)
        if not ahead:
            return
        current = ahead.popleft()
        yield _same(reversed(before), current)[::-1], current, _same(ahead, current)
        before.append(current)


def _same(neighbours: Iterable[Offer], current: Offer) -> list[Offer]:
    """Those of the current one's document, up to the first that is not."""
    found: list[Offer] = []
    for offer in neighbours:
        if current.segment.document is None or offer.segment.document != current.segment.document:
            break
        found.append(offer)
    return found
