"""What the tests of the taggers share: sentences and links written by hand, so that no model runs."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from litmus.alignment.links import Alignment
from litmus.discourse.antecedents.resolver import Antecedent
from litmus.discourse.gaps.gap import Gap
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.formality.registers import registers
from litmus.discourse.phenomena.formality.rules import FormalityRules
from litmus.discourse.rules import read_rules
from litmus.language.analysis import Sentence, Token, Word


def sentence(*rows: str) -> Sentence:
    """One row a word: `form lemma UPOS features head relation`; the end may be left out.

    `_` is nothing, as in CoNLL-U, and a head is a position from 0.
    """
    words, tokens, start = [], [], 0
    for place, row in enumerate(rows):
        form, lemma, upos, feats, head, relation = (*row.split(), *"_____")[:6]
        end = start + len(form)
        words.append(
            Word(
                form,
                form.lower() if lemma == "_" else lemma,
                upos,
                feats.replace("_", ""),
                None if head == "_" else int(head),
                relation.replace("_", ""),
                1.0,
                start,
                end,
            )
        )
        tokens.append(Token(start, end, place, place + 1))
        start = end + 1
    text = " ".join(word.form for word in words)
    return Sentence(text, 0, len(text), tuple(tokens), tuple(words))


def parsed(text: str) -> Sentence:
    """A sentence in one line: `form/UPOS/head/relation/features/lemma` for each word.

    What is left out at the end is `-/root`; a head is a position from 0.
    """
    rows = []
    for row in text.split():
        given = row.split("/")
        form, upos, head, relation, feats, lemma = (
            *given,
            *("X", "-", "root", "", "")[len(given) - 1 :],
        )
        above = head.replace("-", "_")
        rows.append(f"{form} {lemma or '_'} {upos} {feats or '_'} {above} {relation}")
    return sentence(*rows)


def pair(
    source: Sentence,
    target: Sentence,
    links: str = "",
    *,
    antecedents: Mapping[int, Antecedent] | None = None,
    gaps: Sequence[Gap] = (),
    segment: str = "",
    confidence: float | None = None,
) -> Pair:
    """Links as in Pharaoh files: `0-0 1-2`; all of the same `confidence`, if any is given."""
    pairs = [(int(i), int(j)) for i, j in (link.split("-") for link in links.split())]
    return Pair(
        source,
        target,
        Alignment(
            tuple((token.start, token.end) for token in source.tokens),
            tuple((token.start, token.end) for token in target.tokens),
            frozenset(pairs),
            {} if confidence is None else dict.fromkeys(pairs, confidence),
        ),
        antecedents or {},
        gaps,
        segment,
    )


def forms(sentence: Sentence, indices: Iterable[int]) -> list[str]:
    """The words at these positions, in their order."""
    return [sentence.words[index].form for index in sorted(indices)]


def rules(folder: Path, text: str) -> FormalityRules:
    """What a file says under [formality]."""
    path = folder / "xx.toml"
    path.write_text(f'code = "xx"\nversion = 1\n[formality]\n{text}', encoding="utf-8")
    formality = read_rules(path).of(Formality)
    assert formality is not None
    return formality


def shown(both: Pair, known: FormalityRules) -> Mapping[str, str]:
    """Form -> register."""
    return {both.target.words[n].form: how for n, how in sorted(registers(both, known).items())}
