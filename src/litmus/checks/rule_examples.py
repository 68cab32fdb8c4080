"""The examples of a rules file, tried: with the analyser that is chosen, or the best there is."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from litmus.discourse.examples import failures, items_of, plain
from litmus.discourse.explaining import reasons
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.rules import Example, Rules
from litmus.discourse.tagging import DocumentTagger
from litmus.errors import LitmusError
from litmus.language import knowledge
from litmus.language.analysers import EMBEDDED, PLAIN, has_analyser, load_analyser
from litmus.language.analysis import Analyser
from litmus.language.conllu.by_text import AnalysedTexts
from litmus.language.dictionary.bilingual import dictionary_file
from litmus.wording import Message, count, option

_CONLLU = "conllu:"


def failed_examples(rules: Rules, chosen: str | None, notes: list[str]) -> Iterator[str]:
    """Examples that come out otherwise than they are marked, and why; `notes` say which were tried,
    and how. An analyser that was chosen and cannot be had is an error."""
    if not rules.examples:
        return
    try:
        tried, analyser = _tried(rules, chosen, notes)
        if not tried:
            return
        tagger = DocumentTagger(("en", rules.code), rules=rules, analyser=analyser)
    except LitmusError as error:
        if chosen:
            raise
        notes.append(Message(f"The examples were not tried: {error.message.template}"))
        return
    dictionary = dictionary_file("en", rules.code)
    if dictionary is None:
        name = knowledge.load(rules.code).name
        notes.append(f"The aligner knows no {name}: it has learned from the examples alone.")
    if dictionary is None or dictionary.own:
        tagger.learn(_pairs(rules.examples))
    for failure in list(failures(replace(rules, examples=tuple(tried)), tagger)):
        whys = "".join(f"\n    {reason}" for reason in reasons(failure, tagger))
        yield f"examples[{rules.examples.index(failure.example)}]: {failure}{whys}"


def _tried(
    rules: Rules, chosen: str | None, notes: list[str]
) -> tuple[Sequence[Example], Analyser]:
    """The examples that can be tried, and what analyses them."""
    if chosen and chosen.startswith(_CONLLU):
        return _analysed(rules, Path(chosen.removeprefix(_CONLLU)), notes)
    if chosen or has_analyser(rules.code):
        return rules.examples, load_analyser(chosen or EMBEDDED, rules.code)
    reading = [name for name, table in rules.tables.items() if _reads_analysis(name, table)]
    tried = [example for example in rules.examples if example.tag not in reading]
    left = sorted({example.tag for example in rules.examples} & {*reading})
    how = "tried on word forms alone" if tried else "not tried"
    if tried and left:
        how += f", and those of {' and '.join(left)} not at all"
    text = f"litmus has no analyser for {rules.code!r}: the examples were {how}."
    if left:
        text += f"\nGive one: {option('target_analyser', f'stanza:{rules.code}')} or conllu:FILE"
    notes.append(Message(text))
    return tried, load_analyser(PLAIN, rules.code)


def _analysed(
    rules: Rules, path: Path, notes: list[str]
) -> tuple[Sequence[Example], AnalysedTexts]:
    """The examples whose sentences are all in a CoNLL-U file."""
    texts = AnalysedTexts(path)
    tried = [e for e in rules.examples if all(plain(text) in texts for text in e.target)]
    left = len(rules.examples) - len(tried)
    if left:
        lost = next(
            plain(text) for e in rules.examples for text in e.target if plain(text) not in texts
        )
        notes.append(
            f"{count(left, 'example')} were not tried: {path} lacks sentences, such as {lost!r}."
            if left > 1
            else f"1 example was not tried: {path} lacks {lost!r}."
        )
    return tried, texts


def _reads_analysis(name: str, table: object) -> bool:
    return PHENOMENA[name].reads_analysis(table)


def _pairs(examples: Iterable[Example]) -> Iterator[tuple[str, str]]:
    for example in examples:
        for item in items_of(example, ""):
            yield item.source, item.target
