"""A sentence as the ellipsis classifier sees it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache

from litmus.language.analysis import Word


def forms(text: str) -> frozenset[str]:
    """The words of a list written in one line."""
    return frozenset(text.split())


# Words seen by their form; of all others only the part of speech.
CLOSED = forms(
    "i you he she it we they me him her us them this that these those who whom what which whose "
    "where when why how there here so too either neither nor or and but if as than like because "
    "though although unless until while whether since before after once whatever however the a an "
    "my your his our their its some any no none all both each every another other one two not n't "
    "never do does did done doing have has had be am is are was were been 's 'm 're 'll 'd 've can "
    "could will would shall should may might must ought to of in on at for from with by about out "
    "up off over again also now then just even still already always ever yet only more most less "
    "least much many few enough better same anyway really sure course yes yeah oh well ok okay "
    "please tomorrow today sir used able going gon want wants wanted na ta hell way thing things "
    "old o'clock percent dollars ago number page mine yours hers ours theirs else got get right "
    "yourself myself"
)
MARKS = {"—": "-", "–": "-", "--": "-", "…": "...", "..": "...", "....": "...", "”": '"', "“": '"'}
FAR = 60  # words looked at, at most, in either direction: a sentence may be a whole page
LONG_TAIL = 6  # words to the end of a clause: this many or more are all the same
_LATE_START = 7  # words from its beginning, likewise
_FAR_HEAD = 5  # words between a word and its head, likewise


@lru_cache(maxsize=1 << 14)
def low(form: str) -> str:
    """The form in lower case with a straight apostrophe.

    >>> low("N’T")
    "n't"
    """
    return form.lower().replace("’", "'")


class SentenceView:
    """Lower-case forms, symbols (closed-class words, marks, parts of speech) and children."""

    def __init__(self, words: Sequence[Word]) -> None:
        self.words = words
        self.low = [low(word.form) for word in words]
        self.symbols = [
            MARKS.get(form, form) if word.upos == "PUNCT" or form in CLOSED else word.upos
            for form, word in zip(self.low, words, strict=True)
        ]
        self.children: list[list[int]] = [[] for _ in words]
        for index, word in enumerate(words):
            if word.head is not None:
                self.children[word.head].append(index)

    def symbol(self, index: int) -> str:
        """The symbol there; `<s>` before the first word and `</s>` after the last."""
        if index < 0:
            return "<s>"
        return self.symbols[index] if index < len(self.symbols) else "</s>"

    def part(self, index: int) -> str:
        """The part of speech there."""
        return self.words[index].upos if 0 <= index < len(self.words) else "-"

    def tail(self, index: int) -> tuple[int, str]:
        """Words from `index` to the end of its clause up to LONG_TAIL, and the mark there."""
        for step in range(LONG_TAIL):
            if index + step >= len(self.words):
                return step, "</s>"
            if self.words[index + step].upos == "PUNCT":
                return step, self.symbols[index + step]
        return LONG_TAIL, ""

    def start(self, index: int) -> int:
        """Words between the last mark and `index`, up to seven."""
        for step in range(_LATE_START):
            if index - step <= 0 or self.words[index - step - 1].upos == "PUNCT":
                return step
        return _LATE_START

    def tree(self, index: int) -> Iterator[str]:
        """Features of the word's place in the tree."""
        words, word = self.words, self.words[index]
        for child in self.children[index][:FAR]:
            yield f"{'l' if child < index else 'r'}:{words[child].relation}"
        if word.head is None:
            yield f"rel={word.relation}"
            return
        head, side = words[word.head], "<" if word.head < index else ">"
        yield f"rel={word.relation}{side}"
        yield f"ru={word.relation}{side}{head.upos}"
        yield f"hd={side}{min(abs(word.head - index), _FAR_HEAD)}"
        yield f"ur={word.upos}{word.relation}"
        yield f"rl={word.relation}_{head.lemma}"
        yield f"frl={self.low[index]}_{word.relation}_{head.lemma}"
