"""`litmus.resegment`: free text that came back for documents, as one line per segment."""

from litmus.api.inputs import SuiteLike, Texts, open_suite
from litmus.corpus.in_memory import Text
from litmus.errors import UsageError, at_least
from litmus.resegmenting.free_texts import FreeTexts, check_texts
from litmus.resegmenting.suites import Resegmentation
from litmus.wording import option


def resegment(
    suite: SuiteLike | None = None,
    texts: FreeTexts | None = None,
    *,
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    docids: Text | None = None,
    by: str = "source",
    workers: int | None = 1,
) -> Resegmentation:
    """The text of every segment, cut from free translations of whole documents.

    Takes a suite, or `languages`, `source` and `docids` (files or lists); without documents the
    suite is one. `texts` is a folder with a file per document, a file (docs/resegment.md), texts by
    document, or a list of them in order. `by` says what they are compared with: the "source", or
    the "reference", which is surer and helps systems that are close to it. `workers` are processes,
    None for one per core where there is much to do.

    Documents come back in order, each with `texts` (one line per segment, "" where nothing was
    translated), `missing` and `added` (under- and over-translation), `parts` (every piece of the
    text, and how sure its cuts are).

    >>> found = resegment(
    ...     languages="en-de",
    ...     source=["The house is old.", "Where is the key?", "We bought it in 1998."],
    ...     texts=["Sure! Here is the translation:\\n\\nDas Haus ist alt. Wir kauften es 1998."],
    ... )
    >>> [document] = found
    >>> document.texts
    ('Das Haus ist alt.', '', 'Wir kauften es 1998.')
    >>> document.missing, [document.text[part.start:part.end] for part in document.added]
    ([1], ['Sure! Here is the translation:'])
    """
    at_least(("workers", workers, 1))
    if texts is None:
        raise UsageError(f"There is no text to resegment. Give it: {option('texts', 'FREE')}")
    check_texts(texts)
    opened = open_suite(
        suite, languages=languages, source=source, references=references, docids=docids
    )
    return Resegmentation(opened, texts, by=by, workers=workers)
