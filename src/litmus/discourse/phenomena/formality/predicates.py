"""Register that a predicate shows by its ending: Japanese です and だ, Korean 해요 and 해."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from unicodedata import lookup, name, normalize

from litmus.discourse.phenomena.formality.rules import PredicateRules, Register
from litmus.language.analysis import Sentence, Word

_STOPS = frozenset("。．.！!？?…")
_QUESTIONS = frozenset("？?")
_CALLS = frozenset("！!")
_COMMAS = frozenset("、，,")
_OPENING = frozenset("「『“")
_CLOSING = frozenset("」』”")
_CORE = frozenset(("VERB", "ADJ", "AUX"))
_OUTSIDE = re.compile(r"^\W++|(?<!\W)\W++$")  # each run is looked at once


def predicate_registers(
    sentence: Sentence,
    rules: PredicateRules,
    *,
    asked: frozenset[int] = frozenset(),
    addressed: bool = False,
) -> dict[int, Register]:
    """Word -> "formal" or "informal", for all words of the predicates that show a register.

    Polite predicates show it wherever they are. Plain ones only at the end of a sentence or main
    clause, and where nothing in the text is polite: before a noun or under a polite verb the
    plain form is the only one there is. `asked`: words that translate an imperative, so that what
    ends in て is a request: 待って. `addressed`: the source says *you* or thanks, so that 줘서 is
    what the hearer did.
    """
    words = sentence.words
    registers = _answers(words, rules)
    quoted = _quoted(words)
    polite = {n for n, register in registers.items() if register == "formal"}
    polite |= {n for n, w in enumerate(words) if n not in quoted and _is_polite(w, rules)}
    for first, stop in _sentences(words):
        for index in sorted(n for n in polite if first <= n < stop and not _is_link(words, n)):
            registers.update(dict.fromkeys(_predicate(words, index, first, rules), "formal"))
        if rules.plain and not polite:
            for index in range(first, stop) if addressed else ():
                if _ends(words[index], _bare(words[index]), rules.plain_links):
                    registers[index] = "informal"
            for index, final in _clause_ends(words, first, stop, rules):
                after = words[index + 1].form if index + 1 < len(words) else ""
                if index in quoted or _is_link(words, index):
                    continue
                chain = _predicate(words, index, first, rules)
                asks = not asked.isdisjoint(chain)
                if _is_plain(words[index], rules, after, final=final, asked=asks):
                    registers.update(dict.fromkeys(chain, "informal"))
    return registers


def _answers(words: Sequence[Word], rules: PredicateRules) -> dict[int, Register]:
    """Words that show a register by themselves: 네 is *yes* then, and *your* elsewhere."""
    registers: dict[int, Register] = {}
    for index, word in enumerate(words):
        after = words[index + 1].form if index + 1 < len(words) else "."
        if word.form == _bare(word) and (after[:1].isalnum() or after[:1] in "\"'“‘「『("):
            continue
        if _bare(word) in rules.polite_answers:
            registers[index] = "formal"
        elif _bare(word) in rules.plain_answers:
            registers[index] = "informal"
    return registers


def _sentences(words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """First and last word + 1 of each sentence in a text, without the stops."""
    first = 0
    for index, word in enumerate(words):
        if word.form[-1:] in _STOPS:
            stop = index if word.upos == "PUNCT" else index + 1
            if stop > first:
                yield first, stop
            first = index + 1
    if first < len(words):
        yield first, len(words)


def _quoted(words: Sequence[Word]) -> frozenset[int]:
    """The words inside quotation marks: they show how someone else speaks."""
    quoted, depth = set(), 0
    for index, word in enumerate(words):
        depth += word.form in _OPENING
        if depth:
            quoted.add(index)
        if depth and word.form in _CLOSING:
            depth -= 1
    return frozenset(quoted) if not depth else frozenset()


def _is_link(words: Sequence[Word], index: int) -> bool:
    """Whether a copula has nothing before it, and so joins sentences: だから, ですから."""
    return words[index].upos == "AUX" and (
        index == 0 or words[index - 1].form[-1:] in _STOPS or words[index - 1].form in _COMMAS
    )


def _is_polite(word: Word, rules: PredicateRules) -> bool:
    form = _bare(word)
    if not form or form in rules.polite_but:
        return False
    if form in rules.polite_forms or word.lemma in rules.polite_lemmas:
        return True
    if word.upos in ("PUNCT", "SYM"):
        return False
    if _ends(word, form, rules.polite_endings):
        return True
    return (
        word.upos in _CORE
        and any(form.find(part) >= (len(part) == 1) for part in rules.polite_parts)
        and not form.startswith(rules.polite_stems or (" ",))
    )


def _clause_ends(
    words: Sequence[Word], first: int, stop: int, rules: PredicateRules
) -> Iterator[tuple[int, bool]]:
    """The last word of the predicate of each main clause, and whether it ends the sentence."""
    for index in range(first, stop):
        after = index + 1
        while after < stop and words[after].form in rules.particles:
            after += 1
        if (
            after < stop
            and words[after].form in rules.final_particles
            and _ends_all(words, after + 1, stop)
        ):
            after += 1
        if after < stop and words[after].form in rules.clause_ends:
            after += 1
            while after < stop and words[after].form in rules.particles:
                after += 1
            ended = after == stop or words[after].form in _COMMAS
        else:
            ended = after == stop or (rules.commas and words[after].form in _COMMAS)
            if after + 1 < stop and words[after + 1].form in rules.quoting:
                ended = False  # …た、と言う
        ends_all = _ends_all(words, after, stop)
        if (ended or ends_all) and words[index].form not in rules.particles:
            yield index, ends_all


def _ends_all(words: Sequence[Word], first: int, stop: int) -> bool:
    """Whether nothing but marks is left of a sentence."""
    return all(words[n].upos in ("PUNCT", "SYM") for n in range(first, stop))


def _is_plain(word: Word, rules: PredicateRules, after: str, *, final: bool, asked: bool) -> bool:
    form = _bare(word)
    if not form or form in rules.plain_but:
        return False
    if final and _ends(word, form, rules.final_endings):
        # 素晴らしい！ is said to anyone.
        return after not in _CALLS or not _ends(word, form, rules.exclaimed_endings)
    asks = final and (asked or after in rules.particles or after in _CALLS)
    if asks and _ends(word, form, rules.request_endings):
        return True
    if after in rules.clause_ends and _ends(word, form, rules.clause_endings):
        return True
    return _ends(word, form, rules.plain_endings)


def _ends(word: Word, form: str, endings: Sequence[str]) -> bool:
    """Whether a word ends in one of the endings; `VERB:る` asks for a part of speech too."""
    letters = _letters(form)
    for ending in endings:
        upos, colon, letter = ending.rpartition(":")
        if letters.endswith(_letters(letter)) and (not colon or word.upos == upos):
            return True
    return False


def _predicate(words: Sequence[Word], index: int, first: int, rules: PredicateRules) -> list[int]:
    """The words of the predicate that ends in a word, back to the verb or adjective."""
    if not rules.joins:  # one written word is the whole predicate: 했습니다
        return [index]
    start = _start(words, index, first, rules)
    stop = index + 1
    while stop < len(words) and words[stop].form in rules.extensions:
        stop += 1
    return [*_experience(words, start, first, rules), *range(start, stop)]


def _start(words: Sequence[Word], index: int, first: int, rules: PredicateRules) -> int:
    while index > first:
        step = _step(words, index, first, rules)
        if not step:
            break
        index -= step
    return index


def _step(words: Sequence[Word], index: int, first: int, rules: PredicateRules) -> int:
    """How many words before this one belong to the same predicate."""
    word, before = words[index], words[index - 1]
    if word.form in rules.apart:
        return 0  # after a whole clause: 行くようです
    if word.upos == "AUX" and before.upos in _CORE:
        return 0 if _is_noun(before, word, rules) else 1
    two = words[index - 2] if index - 1 > first else None
    if before.upos == "VERB" and word.upos == "VERB":
        return 1
    verbs = rules.becoming | rules.existence
    if word.lemma in verbs and _is_changed(before, two, rules):
        return 1
    if word.form in rules.joins and before.upos in _CORE:
        return 1  # ends in て, as a request
    if word.upos == "AUX" and before.form in rules.nominalisers and before.upos != "ADP":
        return 2 if two is not None and two.upos in _CORE else 1
    if two is None:
        return 0
    if before.form in rules.joins and two.upos in _CORE:
        feels = word.upos == "ADJ" and two.upos != "ADJ" and two.form not in rules.apart
        return 2 if word.lemma in rules.auxiliaries or feels else 0
    if two.form + before.form in rules.nouns:
        return 2
    return 0


def _is_changed(word: Word, before: Word | None, rules: PredicateRules) -> bool:
    """Whether a word is the adjective that something becomes or is not: 良く, 親切に, 見なく."""
    if word.upos != "AUX" or before is None:
        return word.upos == "ADJ"
    return before.upos in _CORE and before.form not in rules.apart


def _is_noun(word: Word, copula: Word, rules: PredicateRules) -> bool:
    """Whether what looks like a verb is the noun made of it, since a copula follows: 考えだ."""
    return word.upos == "VERB" and copula.form in rules.copulas and word.form[-1:] not in "んい"


def _experience(words: Sequence[Word], start: int, first: int, rules: PredicateRules) -> list[int]:
    """The verb before a noun that only carries it, in a question: 使ったことがありますか."""
    if words[start].lemma not in rules.existence or not _is_question(words, start):
        return []
    index = start - 1
    while index > first and words[index].upos == "ADP":
        index -= 1
    if index <= first or words[index].form not in rules.carriers:
        return []
    if words[index - 1].upos not in _CORE:
        return []
    return list(range(_start(words, index - 1, first, rules), index))


def _is_question(words: Sequence[Word], index: int) -> bool:
    stop = next((word.form[-1] for word in words[index:] if word.form[-1:] in _STOPS), "")
    return stop in _QUESTIONS


def _bare(word: Word) -> str:
    """The form without punctuation that sticks to it: 응."""
    return _OUTSIDE.sub("", word.form)


@lru_cache(4096)
def _letters(text: str) -> str:
    """Hangul syllables as letters, so that ㅂ니다 is the ending of 합니다."""
    return "".join(_letter(character) for character in text)


def _letter(character: str) -> str:
    """A consonant by itself ends a syllable: that is where endings begin with one."""
    if "ㄱ" <= character <= "ㅎ" and character not in "ㄸㅃㅉ":  # these never end one
        return lookup(name(character).replace("LETTER", "JONGSEONG"))
    return normalize("NFKD" if "ㅏ" <= character <= "ㅣ" else "NFD", character)
