"""Why an example of a rules file comes out otherwise than it is marked, word by word."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from litmus.discourse.examples import Failure, items_of
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.tagging import DocumentTagger
from litmus.discourse.worded import quoted, shown_word
from litmus.language.analysis import Sentence


def reasons(failure: Failure, tagger: DocumentTagger) -> list[str]:
    """A line for every word that should be tagged and is not, or is and should not be.

    The sentences are analysed and linked once more, by the tagger that failed on them.
    """
    example = failure.example
    texts = tagger.texts(items_of(example, f"why {id(failure)}"))
    rules = tagger.rules.tables.get(example.tag)
    phenomenon = PHENOMENA[example.tag](rules, tagger.languages)
    earlier = [pair for text in texts[: failure.sentence] for pair in text.pairs]
    for pair in earlier:
        phenomenon.tag(pair)
    text = texts[failure.sentence]
    expected, tagged = Counter(failure.expected), Counter(failure.tagged)
    found = list(_absent(text.target, expected - tagged))
    for place, pair in enumerate(text.pairs):
        for form in (expected - tagged).elements():
            words = _words(pair.target, form)
            if place or earlier:
                found += _told(pair, words, phenomenon.explain, "not tagged")
            elif words:
                found.append(f"{form!r}: no sentence is before the first that could decide it")
        for form in (tagged - expected).elements():
            found += _told(pair, _words(pair.target, form), phenomenon.explain, "tagged")
        phenomenon.tag(pair)
    return list(dict.fromkeys(found))


def _absent(target: Sentence, forms: Iterable[str]) -> Iterator[str]:
    """Words that are marked in the example, but are no words by the analysis."""
    for form in forms:
        if not _words(target, form):
            parts = quoted(target.text[token.start : token.end] for token in target.tokens)
            yield f"{form!r} is no word of the sentence, which has {parts or 'none'}"


def _told(
    pair: Pair, words: Iterable[int], explain: Callable[[Pair, int], str], what: str
) -> Iterator[str]:
    for word in words:
        yield f"{shown_word(pair.target.words[word])} is {what}: {explain(pair, word)}"


def _words(sentence: Sentence, text: str) -> list[int]:
    """The words of every token that is written so."""
    return [
        word
        for token in sentence.tokens
        if sentence.text[token.start : token.end] == text
        for word in range(token.first, token.stop)
    ]
