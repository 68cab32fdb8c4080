"""Determiners, numerals, possessives and adjectives whose noun may be missing, and what tells."""

import re
from collections.abc import Sequence

from litmus.discourse.gaps.view import FAR, SentenceView, forms, low
from litmus.language.analysis import Word

POSSESSIVES = frozenset({"mine", "yours", "hers", "ours", "theirs", "his", "whose"})
GENITIVES = frozenset({"'s", "'", "s"})
QUANTIFIERS = forms(
    "some any many few several both another none more less fewer most enough half other either "
    "neither these those lots plenty couple next last former latter own first second third fourth "
    "fifth sixth seventh eighth ninth tenth"
)
NUMERALS = forms(
    "one two three four five six seven eight nine ten dozen dozens hundred hundreds thousand "
    "thousands million millions billion zillion zero"
)
_TENS = "twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety"
NUMBER = re.compile(
    rf"eleven|twelve|\w{{3,5}}teen|({_TENS})|\d[\d,.]*|\d+(st|nd|rd|th)|\w+teenth|({_TENS})-\w+"
)
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d|\d{5,}|\d+\.\d+\.[\d.]*")
_JOINERS = forms("/ - – — : # $ % £ € [ ] ( ) = + * × ° |")
_JOINED_BY = frozenset({"-", "–", "or", "to", "and"})
_MONTHS = forms("jan feb mar apr may jun jul aug sep oct nov dec")
_UNITS = forms("am pm a.m. p.m. a.m p.m o'clock percent k m")
_MONEY = frozenset({"EUR", "USD", "US$", "GBP", "C$"})
_ORDER = forms("first second third next last more less most")
_SET_PHRASES = frozenset(
    {("at", "first"), ("at", "last"), ("at", "most"), ("each", "other"), ("or", "other")}
)
_NOUNS = frozenset({"NOUN", "PROPN"})
_OWNED = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "DET"})
_WHEN = forms("today tomorrow tonight yesterday last next every this")
_PERSONS = frozenset({"who", "whom", "whose"})
_QUOTES = frozenset({'"', "“", "‘", "``", "'"})
_BEFORE_NOUN = frozenset({"amod", "nummod", "det", "nmod:poss", "compound", "det:predet"})


def is_number(form: str) -> bool:
    """Is this form, in lower case, a cardinal or ordinal number?

    >>> is_number("forty-two"), is_number("17th"), is_number("often")
    (True, True, False)
    """
    return form in NUMERALS or NUMBER.fullmatch(form) is not None


def may_lack_noun(words: Sequence[Word], index: int, form: str) -> bool:
    """Is there no noun that clearly belongs to this word?"""
    follows = low(words[index + 1].form) if index + 1 < len(words) else ""
    if follows == "of" or (form == "those" and follows in _PERSONS):
        return False  # "some of them" names its noun, "those who" are people
    if form in GENITIVES:
        return _may_lack_owned(words, index)
    if _noun_follows(words, index):
        return False
    if form in QUANTIFIERS:
        return not _is_adverb(words, index, form)
    if form in POSSESSIVES:
        return True
    if is_number(form):
        if form == "one" and _is_pronoun(words, index):
            return False
        return not _number_goes_on(words, index) and not _is_name_or_measure(words, index, form)
    return _is_bare_adjective(words, index)


def _is_bare_adjective(words: Sequence[Word], index: int) -> bool:
    """Is this "the tallest", "the seventh" or "the red" in place of a noun?"""
    word = words[index]
    if word.upos != "ADJ" or not index or word.relation in ("amod", "advmod"):
        return False
    before = words[index - 1]
    return (
        (before.relation in ("det", "nmod:poss") and before.head == index)
        or word.feature("Degree") == "Sup"
        or word.feature("NumType") == "Ord"
    )


def _is_pronoun(words: Sequence[Word], index: int) -> bool:
    """Is this the "one" of "no one", "the one", "a red one" or "one another"?"""
    if index and words[index - 1].upos in ("DET", "ADJ", "PRON"):
        return True
    return index + 1 < len(words) and low(words[index + 1].form) == "another"


def _is_adverb(words: Sequence[Word], index: int, form: str) -> bool:
    """Is this a degree word, a part of a conjunction or of a set phrase ("at first")?"""
    word = words[index]
    before = low(words[index - 1].form) if index else ""
    if (before, form) in _SET_PHRASES or word.upos == "VERB" or word.relation == "cc:preconj":
        return True
    if word.head is not None and word.head > index:
        if word.relation in ("advmod", "amod"):
            return True
        if word.relation == "det" and word.head == index + 1:
            return True  # "any more"
    return form in _ORDER and word.upos == "ADV" and word.relation == "advmod"


def _number_goes_on(words: Sequence[Word], index: int) -> bool:
    """Is this the "twenty" of "twenty-five" or the "two" of "two or three days"?"""
    after = index + 1
    if after < len(words) and low(words[after].form) in _JOINED_BY:
        after += 1
    return words[index].upos == "NUM" and after < len(words) and words[after].upos == "NUM"


def _is_name_or_measure(words: Sequence[Word], index: int, form: str) -> bool:
    """Is this number a date, a code, part of a name, or is its noun a sign ($)?"""
    digits = any(c.isdigit() for c in form)
    if digits and _YEAR.fullmatch(form):
        return True
    if any(word.upos == "SYM" or word.form in _MONEY for word in words[max(0, index - 3) : index]):
        return True
    before = words[index - 1] if index else None
    after = words[index + 1] if index + 1 < len(words) else None
    if after is not None:
        listed = before is None and digits and after.form in (".", ")", ":")
        if listed or low(after.form) in _UNITS:
            return True
    return any(
        word.upos == "SYM" or _is_month(word) or (digits and word.form in _JOINERS)
        for word in (before, after)
        if word is not None
    )


def _is_month(word: Word) -> bool:
    return word.upos == "PROPN" and low(word.form)[:3] in _MONTHS


def _may_lack_owned(words: Sequence[Word], index: int) -> bool:
    """Is this a genitive ("Mary's") with nothing owned after it?"""
    word = words[index]
    after = words[index + 1] if index + 1 < len(words) else None
    if (
        after is not None
        and low(after.form) not in _WHEN
        and (after.upos in _OWNED or after.form in _QUOTES)
    ):
        return False
    if word.upos == "PART" or word.relation == "case":
        return index > 0
    end = after is None or after.upos == "PUNCT"
    return word.upos == "AUX" and end and index > 0 and words[index - 1].upos in _NOUNS


def _noun_follows(words: Sequence[Word], index: int) -> bool:
    """Is this word followed by the noun it would go with?"""
    word = words[index]
    if word.relation not in _BEFORE_NOUN:
        return False
    if word.head is not None and word.head > index:
        between = words[index + 1 : min(word.head, index + FAR)]
        return words[word.head].upos in _NOUNS and all(
            other.upos not in ("PUNCT", "CCONJ", "VERB", "DET") for other in between
        )
    return index + 1 < len(words) and words[index + 1].upos in _NOUNS


def noun_features(view: SentenceView, index: int) -> list[str]:
    """The features of a determiner, numeral, possessive or adjective."""
    words, word = view.words, view.words[index]
    shape = _shape(view, index)
    follows, second, third = (view.symbol(index + step) for step in (1, 2, 3))
    before, earlier = view.symbol(index - 1), view.symbol(index - 2)
    tail, mark = view.tail(index + 1)
    start = view.start(index)
    noun = next((step for step in (1, 2, 3) if view.part(index + step) in _NOUNS), 0)
    features = [
        f"f={shape}",
        f"w={view.low[index]}",
        f"u={word.upos}",
        f"fu={shape}_{word.upos}",
        f"n1={follows}",
        f"n2={second}",
        f"n12={follows}_{second}",
        f"n3={third}",
        f"fn={shape}_{follows}",
        f"p1={before}",
        f"p2={earlier}",
        f"p12={earlier}_{before}",
        f"fp={shape}_{before}",
        f"pn={before}_{follows}",
        f"fpn={shape}_{before}_{follows}",
        f"tail={tail}",
        f"mark={mark}",
        f"ft={shape}_{tail}{mark}",
        f"start={start}",
        f"fs={shape}_{start}",
        f"noun={noun}",
        f"fr={shape}_{word.relation}",
        f"len={min(len(words) // 4, 8)}",
        *view.tree(index),
    ]
    if index:
        features.append(f"pl={words[index - 1].lemma}")
    if word.head is not None:
        features.append(f"hl={words[word.head].lemma}")
    for child in view.children[index][:FAR]:
        if words[child].relation == "det":
            features.append(f"det={view.low[child]}")
    return features


def _shape(view: SentenceView, index: int) -> str:
    form, word = view.low[index], view.words[index]
    if form in GENITIVES:
        return "gen"
    if form in POSSESSIVES or form in QUANTIFIERS or form == "one":
        return form
    if form[0].isdigit():
        return f"d{min(len(form), 4)}" if form[-1].isdigit() else "ord"
    if word.upos == "NUM" or form in NUMERALS:
        return "num"
    return "sup" if "Degree=Sup" in word.feats else "ord" if "Ord" in word.feats else "adj"
