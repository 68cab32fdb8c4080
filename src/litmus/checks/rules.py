"""Is this language file right, and what is it missing? For the linguist who writes one."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from litmus.checks.report import SHOWN, Report
from litmus.checks.rule_examples import failed_examples
from litmus.checks.rule_features import impossible_rules, unknown_parts_of_speech
from litmus.discourse.examples import unbalanced
from litmus.discourse.phenomena.registry import PHENOMENA
from litmus.discourse.rules import Rules, read_rules
from litmus.errors import DataError
from litmus.files.text import read_text
from litmus.files.toml_tables import parse_toml
from litmus.wording import count

KIND = "discourse rules"
MIN_EXAMPLES = 8  # of a phenomenon
_CODE = re.compile(r"^code\s*=", re.MULTILINE)


def is_rules(path: Path) -> bool:
    """Whether it is TOML with `code` and one of the tables that rules have; or was meant to be."""
    if path.suffix.lower() != ".toml" or not path.is_file():
        return False
    try:
        text = read_text(path)
    except DataError:
        return False
    signs = (*_tables(), "examples")
    try:
        table = parse_toml(path, text)
    except DataError:
        return bool(_CODE.search(text)) and any(sign in text for sign in signs)
    return "code" in table and any(sign in table for sign in signs)


def check_rules(path: Path, analyser: str | None = None) -> Report:
    """What is in the file, what is missing, and the examples that the taggers do not obey.

    Examples are tried with the analyser given, or with the embedded one; where it does not know the
    language, on word forms alone, if the rules need no more. "conllu:FILE" has analyses of their
    sentences, in any order. A phenomenon without rules is worth a note, not a problem: not every
    language has all of them.
    """
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    try:
        rules = read_rules(path)
    except DataError as error:
        return Report(path, KIND, {}, (str(error),), 1)
    notes = [
        f"There are no rules for {name} ({table}): it will not be tagged."
        for name, table in _tables().items()
        if name not in rules.tables
    ]
    if not rules.reviewed:
        notes.append('No reviewer is named: reviewed = "..."')
    problems = [*_odd_rules(rules), *_odd_examples(rules)]
    notes += [f"All examples of {name} have a tagged word." for name in _always_tagged(rules)]
    problems += failed_examples(rules, analyser, notes)
    problems = [f"{path}: {problem}" for problem in problems]
    return Report(path, KIND, _counts(rules), tuple(problems[:SHOWN]), len(problems), tuple(notes))


def _tables() -> dict[str, str]:
    """The phenomena that need rules, and the headings of their tables."""
    return {name: phenomenon.table for name, phenomenon in PHENOMENA.items() if phenomenon.table}


def _counts(rules: Rules) -> dict[str, int]:
    counts = {
        what: number
        for phenomenon in PHENOMENA.values()
        for what, number in phenomenon.counts(rules.of(phenomenon)).items()
    }
    return {**counts, "examples": len(rules.examples)}


def _odd_rules(rules: Rules) -> Iterator[str]:
    for name, table in rules.tables.items():
        yield from PHENOMENA[name].problems(table)
        yield from unknown_parts_of_speech(PHENOMENA[name].asked(table))
    yield from impossible_rules(rules)


def _odd_examples(rules: Rules) -> Iterator[str]:
    examples = Counter(example.tag for example in rules.examples)
    for name in rules.tables:
        if examples[name] < MIN_EXAMPLES:
            yield f"{name} has {count(examples[name], 'example')}; give at least {MIN_EXAMPLES}."
    for number, example in enumerate(rules.examples):
        if example.tag not in rules.phenomena:
            yield f"examples[{number}] is for {example.tag}, which has no rules here."
        if any(map(unbalanced, example.target)):
            yield f"examples[{number}] has a bracket without its partner."
        elif "[" in "".join(example.target[:1]):
            yield f"examples[{number}] marks its first sentence, which no earlier one can decide."


def _always_tagged(rules: Rules) -> list[str]:
    """The phenomena whose examples all have a word to be tagged."""
    untagged = {e.tag for e in rules.examples if not any("[" in text for text in e.target)}
    return sorted({example.tag for example in rules.examples} - untagged)
