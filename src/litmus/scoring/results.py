"""What `litmus.evaluate` gives back: scores that show themselves."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from litmus.errors import MissingExtra, UsageError
from litmus.scoring.presentation.shown import Style
from litmus.scoring.presentation.tables import html, render
from litmus.scoring.rows import FIELDS, ResultRow, Scores
from litmus.wording import count

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, repr=False)
class Result(Scores):
    """The scores of an evaluation: `rows` are the numbers, `notes` what to know about them.

    >>> import litmus
    >>> result = litmus.evaluate("demo-is-en", metrics=["autoie", "bleu"], n_bootstrap=100)
    >>> result
    <Result: demo-is-en v1, is-en, 103 segments, 103 labels; 1 system, 3 scores>
    >>> result.overall("apertium", "bleu").n
    103
    >>> print(result.table(format="tsv").splitlines()[0].split("\\t")[:4])
    ['system', 'metric', 'tag', 'n']
    """

    write_page: Callable[[Path], Path] | None = field(default=None, compare=False)
    # Segments that were measured for it, by metric and system; none that an earlier run had done.
    measured: Mapping[tuple[str, str], int] = field(default_factory=dict, compare=False)

    def __repr__(self) -> str:
        scores = count(len(self.columns), "score")
        return f"<Result: {self.heading}; {count(len(self.systems), 'system')}, {scores}>"

    def _repr_html_(self) -> str:
        return html(self)

    def table(self, format: str = "text", *, width: int = 1, labels: bool = False) -> str:
        """The table that `litmus score` prints: text, json, tsv, latex or md.

        `width` is the number of decimals; `labels` adds the table of labels.
        """
        return render(self, format, Style(width, labels))

    def to_pandas(self) -> "pd.DataFrame":
        """All rows as a data frame, one column per key of `-f json`."""
        return to_pandas(self.rows)

    def report(self, path: Path | str) -> Path:
        """Writes the HTML report of this evaluation; the systems are scored once more for it."""
        if self.write_page is None:
            raise UsageError("This result does not know its inputs. Use litmus.report(...).")
        return self.write_page(Path(path))


def to_pandas(rows: Sequence[ResultRow]) -> "pd.DataFrame":
    """Rows as a data frame."""
    try:
        import pandas as pd
    except ImportError as error:
        raise MissingExtra("to_pandas()", "pandas") from error

    return pd.DataFrame([row.as_json() for row in rows], columns=list(FIELDS))
