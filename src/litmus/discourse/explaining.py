"""Why an example of a rules file comes out otherwise than it is marked, word by word."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from litmus.discourse.examples import Failure, items_of
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.tagging import DocumentTagger
from litmus.discourse.worded import quoted, shown_word


def reasons(failure: Failure, tagger: DocumentTagger) -> list[str]:
    """A line for every word that should be tagged and is not, or is and should not be.

    The sentences are analysed and linked once more, by the tagger that failed on them.
    """
    example = failure.example
    pairs = [pair for pair, _ in tagger.pairs(items_of(example, f"why {id(failure)}"))]
    rules = tagger.rules.tables.get(example.tag)
    phenomenon = PHENOMENA[example.tag](rules, tagger.languages)
    for earlier in pairs[: failure.sentence]:
        phenomenon.tag(earlier)
    pair = pairs[failure.sentence]
    expected, tagged = Counter(failure.expected), Counter(failure.tagged)
    found = []
    for text in (expected - tagged).elements():
        words = _words(pair, text)
        if not words:
            parts = quoted(pair.target.text[t.start : t.end] for t in pair.target.tokens)
            found.append(f"{text!r} is no word of the sentence, which has {parts or 'none'}")
        elif failure.sentence == 0:
            found.append(f"{text!r}: no sentence is before the first that could decide it")
        else:
            found += _told(pair, words, phenomenon.explain, "not tagged")
    for text in (tagged - expected).elements():
        found += _told(pair, _words(pair, text), phenomenon.explain, "tagged")
    return list(dict.fromkeys(found))


def _told(
    pair: Pair, words: Iterable[int], explain: Callable[[Pair, int], str], what: str
) -> Iterator[str]:
    for word in words:
        yield f"{shown_word(pair.target.words[word])} is {what}: {explain(pair, word)}"


def _words(pair: Pair, text: str) -> list[int]:
    """The words of every token that is written so."""
    whole = pair.target.text
    return [
        word
        for token in pair.target.tokens
        if whole[token.start : token.end] == text
        for word in range(token.first, token.stop)
    ]
