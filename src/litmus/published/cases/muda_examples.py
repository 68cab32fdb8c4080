"""The examples that MuDA's own tests tag, from raw text: our analyser, aligner and rules."""

from collections import Counter
from collections.abc import Iterator

from litmus import tag
from litmus.files.text import decoded_lines
from litmus.published.case import Data, Found

# Folder of a language, which is also what its text ends in -> its code.
LANGUAGES = {"es": "es", "fr": "fr", "jp": "ja", "pt": "pt", "tr": "tr", "zh": "zh"}
TAGS = {
    "1": "lexical_cohesion",
    "2": "formality",
    "3": "verb_form",
    "4": "pronouns",
    "5": "ellipsis",
}
NONE = "0"
Tags = Counter[tuple[int, str]]  # sentence and tag; words are cut differently, so not their places


def recompute(data: Data) -> Iterator[Found]:
    """Of each language: the expected tags that we give in the same sentence, and all others."""
    for folder, code in LANGUAGES.items():
        theirs, ours = _expected(data, folder), _ours(data, folder, code)
        yield Found("theirs", code, (theirs & ours).total(), theirs.total())
        yield Found("ours", code, (ours - theirs).total(), 0)


def _lines(data: Data, folder: str, suffix: str) -> list[str]:
    path = data.file(f"muda-example/tests/{folder}/example.{suffix}")
    return [line.strip() for line in decoded_lines(path) if line.strip()]


def _expected(data: Data, folder: str) -> Tags:
    return Counter(
        (number, TAGS[one])
        for number, line in enumerate(_lines(data, folder, "expected"))
        for cell in line.split()
        for one in cell.split(",")
        if one != NONE
    )


def _ours(data: Data, folder: str, code: str) -> Tags:
    tagged = tag(
        languages=f"en-{code}",
        source=_lines(data, folder, "en"),
        reference=_lines(data, folder, folder),
        docids=_lines(data, folder, "docids"),
    )
    return Counter(
        (number, name)
        for number, sentence in enumerate(tagged)
        for names in sentence.tags
        for name in names
    )
