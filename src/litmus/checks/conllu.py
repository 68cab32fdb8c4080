"""Is this CoNLL-U file right? Read as `conllu:FILE` reads it, to its end or its first problem."""

from pathlib import Path

from litmus.checks.report import Checker, Findings, Languages, Report
from litmus.errors import DataError
from litmus.files.text import plain_name
from litmus.language.conllu.reader import read_conllu

KIND = "conllu"


def recognises(path: Path, _: Languages) -> bool:
    """Whether its name says so."""
    return plain_name(path).lower().endswith(".conllu") and not path.is_dir()


def check(path: Path, _: Languages) -> Report:
    """What is in the file; columns, numbers, trees and `# text` are checked.

    Nothing after a problem is looked at: the rows of a broken sentence explain nothing.
    """
    findings = Findings()
    findings.counts.update(sentences=0, words=0)
    try:
        for entry in read_conllu(path):
            tokens, words = entry.sentence.tokens, entry.sentence.words
            findings.counts["sentences"] += 1
            findings.counts["words"] += len(words)
            findings.counts["multiword tokens"] += sum(t.stop - t.first > 1 for t in tokens)
            parsed = any(word.relation for word in words)
            findings.counts["sentences without a parse"] += not parsed
    except DataError as error:
        findings.complain(error)
    return findings.report(path, KIND, always=("sentences", "words"))


CHECKER = Checker(KIND, "CoNLL-U: sentences with lemmas, features and trees", check, recognises)
