"""`litmus.reproduce`: published figures recomputed from public data, behind `litmus reproduce`."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from litmus import __version__
from litmus.errors import DataError, at_least
from litmus.files.text import write_text
from litmus.published.case import case_files
from litmus.published.page import page
from litmus.published.results import Reproduction
from litmus.published.run import Progress
from litmus.published.run import reproduce as run_cases


def reproduce(
    folder: Path | str,
    cases: str | Sequence[str] = (),
    *,
    own: Path | str | None = None,
    html: Path | str | None = None,
    workers: int | None = 1,
    progress: Progress | None = None,
) -> Reproduction:
    """Published figures beside ours, recomputed from the data in `folder`.

    `cases` are names, none means all; `litmus reproduce list` shows them with the data they need.
    A case whose files are missing or have changed is skipped, and a row says why. `own` is a folder
    with cases of your own, a file NAME.toml beside NAME.py each. `html` is where a page is written.

    >>> import tempfile
    >>> from hashlib import sha256
    >>> facts = '''
    ... title = "Lines"
    ... paper = "Doe 2020"
    ... cite = "Doe. 2020. Lines."
    ... [[data]]
    ... folder = "lines"
    ... origin = "doe/lines"
    ... licence = "MIT"
    ... files = { "a.txt" = "DIGEST" }
    ... [[figures]]
    ... name = "lines"
    ... what = "lines"
    ... table = "Table 1"
    ... source = "paper"
    ... published = { all = 2 }
    ... '''
    >>> code = '''
    ... from litmus.published.case import Found
    ... def recompute(data):
    ...     text = data.file("lines/a.txt").read_text()
    ...     yield Found("lines", "all", text.count("\\\\n"))
    ... '''
    >>> with tempfile.TemporaryDirectory() as name:
    ...     here = Path(name)
    ...     (here / "lines").mkdir()
    ...     _ = (here / "lines" / "a.txt").write_bytes(b"one\\ntwo\\n")
    ...     digest = sha256(b"one\\ntwo\\n").hexdigest()
    ...     _ = (here / "mine.toml").write_text(facts.replace("DIGEST", digest))
    ...     _ = (here / "mine.py").write_text(code)
    ...     result = reproduce(here, "mine", own=here)
    >>> [(row.published, row.ours, row.verdict) for row in result.rows]
    [(2.0, 2, 'equal')]
    """
    at_least(("workers", workers, 1))
    names = [cases] if isinstance(cases, str) else cases
    files = case_files(Path(own) if own else None)
    with ExitStack() as stack:
        out = None
        if html:
            if Path(html).is_dir():
                raise DataError(f"{html} is a folder; give the name of a file.")
            out = stack.enter_context(write_text(Path(html)))
        result = run_cases(Path(folder), names, files, workers=workers, progress=progress)
        if out:
            out.write(page(result, f"litmus {__version__}"))
    return result
