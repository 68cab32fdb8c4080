"""Is this language file right, and what is it missing? For the linguist who writes one."""

import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from litmus.checks.corpus_files import SHOWN, Report
from litmus.discourse.examples import failures, unbalanced
from litmus.discourse.rules import Rules, read_rules
from litmus.discourse.tagging import DocumentTagger
from litmus.errors import DataError, LitmusError
from litmus.language import embedded

KIND = "discourse rules"
ENOUGH = 8  # examples of a phenomenon
_TABLES = {"formality": "[formality]", "pronouns": "[pronouns]", "verb_form": "[[verb_form]]"}
_SIGNS = (*_TABLES, "examples")
_CODE = re.compile(r"^code\s*=", re.MULTILINE)


def is_rules(path: Path) -> bool:
    """Whether it is TOML with `code` and one of the tables that rules have; or was meant to be."""
    if path.suffix.lower() != ".toml" or not path.is_file():
        return False
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return bool(_CODE.search(text)) and any(sign in text for sign in _SIGNS)
    return "code" in table and any(sign in table for sign in _SIGNS)


def check_rules(path: Path) -> Report:
    """What is in the file, what is missing, and the examples that the taggers do not obey.

    Examples are tried with the analyser that comes with litmus; where there is none, on words as
    they stand, if the rules need no more. A phenomenon without rules is worth a note, not a
    problem: not every language has all of them.
    """
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    try:
        rules = read_rules(path)
    except DataError as error:
        return Report(path, KIND, {}, (str(error),), 1)
    notes = [
        f"There are no rules for {name} ({table}): it will not be tagged."
        for name, table in _TABLES.items()
        if name not in rules.phenomena
    ]
    if not rules.reviewed:
        notes.append('Nobody is named who reviewed the rules: reviewed = "..."')
    problems = [f"{path}: {problem}" for problem in (*_odd_rules(rules), *_odd_examples(rules))]
    notes += [f"No example of {name} stays without a tag." for name in _always_tagged(rules)]
    problems += [f"{path}: {problem}" for problem in _tried(rules, notes)]
    return Report(path, KIND, _counts(rules), tuple(problems[:SHOWN]), len(problems), tuple(notes))


def _counts(rules: Rules) -> dict[str, int]:
    formality = rules.formality
    lists = (
        (formality.words, formality.words_for_you, formality.words_exact, formality.datives,
         formality.reflexives)
        if formality is not None
        else ()
    )  # fmt: skip
    return {
        "words of address": len({word for words in lists for word in words}),
        "verb rules": len(formality.verbs) if formality is not None else 0,
        "English pronouns": len(rules.pronouns),
        "verb forms": len(rules.verb_forms),
        "examples": len(rules.examples),
    }


def _odd_rules(rules: Rules) -> Iterator[str]:
    if rules.formality is not None:
        for number, rule in enumerate(rules.formality.verbs, start=1):
            if not (rule.features or rule.forms or rule.endings or rule.lemma_endings):
                yield (
                    f"formality.verbs number {number} holds for every verb. Narrow it down: "
                    "features, forms, endings or lemma_endings."
                )
    for source, words in rules.pronouns.items():
        if not words:
            yield f"pronouns.{source} has no translations."


def _odd_examples(rules: Rules) -> Iterator[str]:
    have = Counter(example.tag for example in rules.examples)
    for name in _TABLES:
        if name in rules.phenomena and have[name] < ENOUGH:
            yield f"{name} has {have[name]} examples; give at least {ENOUGH}."
    for number, example in enumerate(rules.examples):
        if example.tag not in rules.phenomena:
            yield f"examples[{number}] is for {example.tag}, which has no rules here."
        if any(map(unbalanced, example.target)):
            yield f"examples[{number}] has a bracket without its partner."
        elif "[" in "".join(example.target[:1]):
            yield f"examples[{number}] marks its first sentence, which no earlier one can decide."


def _always_tagged(rules: Rules) -> list[str]:
    """The phenomena whose examples all hold a word to be tagged."""
    bare = {e.tag for e in rules.examples if not any("[" in text for text in e.target)}
    return sorted({example.tag for example in rules.examples} - bare)


def _tried(rules: Rules, notes: list[str]) -> Iterator[str]:
    if not rules.examples:
        return
    ours = rules.code in embedded.languages()
    if not ours:
        tried = "not tried" if _needs_analysis(rules) else "tried on words as they stand"
        notes.append(
            f"No analyser for {rules.code!r} comes with litmus: the examples were {tried}."
        )
        if _needs_analysis(rules):
            return
    try:
        analyser = "embedded" if ours else "plain"
        tagger = DocumentTagger(("en", rules.code), rules=rules, analyser=analyser)
    except LitmusError as error:
        notes.append(f"The examples were not tried: {error}")
        return
    for failure in failures(rules, tagger):
        yield f"examples[{rules.examples.index(failure.example)}]: {failure}"


def _needs_analysis(rules: Rules) -> bool:
    """Whether a rule reads parts of speech or features."""
    formality = rules.formality
    return bool(rules.verb_forms) or (
        formality is not None
        and bool(formality.verbs or formality.agreeing_verbs or formality.predicates)
    )
