"""Is this CoNLL-U file right? Read as `conllu:FILE` reads it, to its end or its first problem."""

from collections import Counter
from pathlib import Path

from litmus.checks.corpus_files import Report
from litmus.corpus.text import plain_name
from litmus.errors import DataError
from litmus.language.conllu.reader import read_conllu

KIND = "conllu"


def is_conllu(path: Path) -> bool:
    """Whether its name says so."""
    return plain_name(path).lower().endswith(".conllu") and not path.is_dir()


def check_conllu(path: Path) -> Report:
    """What is in the file; columns, numbers, trees and `# text` are held to what they must be.

    Nothing after a problem is looked at: the rows of a broken sentence explain nothing.
    """
    if not path.exists():
        raise DataError(f"{path} does not exist.")
    counts: Counter[str] = Counter(sentences=0, words=0)
    problems: tuple[str, ...] = ()
    try:
        for entry in read_conllu(path):
            tokens, words = entry.sentence.tokens, entry.sentence.words
            counts["sentences"] += 1
            counts["words"] += len(words)
            counts["multiword tokens"] += sum(t.stop - t.first > 1 for t in tokens)
            counts["sentences without a parse"] += not any(word.relation for word in words)
    except DataError as error:
        problems = (str(error),)
    shown = {name: n for name, n in counts.items() if n or name in ("sentences", "words")}
    return Report(path, KIND, shown, problems, len(problems))
