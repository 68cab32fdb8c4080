"""The verdicts of a gate together: whether it is passed, and how it is told."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from litmus.errors import LitmusError
from litmus.gating.presentation.tables import render, summary
from litmus.gating.verdict import Verdict
from litmus.scoring.results import Result

EXIT_CODE = 3  # of a command whose requirements are broken


class Broken(LitmusError):
    """Requirements are broken; the message is the table of verdicts."""

    exit_code = EXIT_CODE


@dataclass(frozen=True, repr=False)
class Verdicts:
    """What became of all requirements; `results` are the scores, by suite.

    >>> import litmus
    >>> verdicts = litmus.gate("demo-is-en", require=["bleu>=5", "bleu<=90"], metrics="bleu")
    >>> verdicts
    <Verdicts: 2 held>
    >>> [(verdict.name, verdict.outcome) for verdict in verdicts]
    [('apertium:bleu', 'held'), ('apertium:bleu', 'held')]
    """

    verdicts: tuple[Verdict, ...]
    results: Mapping[str, Result] = field(compare=False)

    def __repr__(self) -> str:
        return f"<Verdicts: {summary(self.verdicts)}>"

    def __iter__(self) -> Iterator[Verdict]:
        return iter(self.verdicts)

    def __len__(self) -> int:
        return len(self.verdicts)

    @property
    def held(self) -> bool:
        """Whether the gate is passed; no evidence breaks it unless that is allowed."""
        return not any(verdict.fails for verdict in self.verdicts)

    @property
    def result(self) -> Result:
        """The scores, where there is one suite."""
        (result,) = self.results.values()
        return result

    def table(self, format: str = "text", *, width: int = 1) -> str:
        """The table that `litmus score` prints below the scores: text, json, tsv, latex or md."""
        return render(self.verdicts, format, decimals=width)

    def raise_if_broken(self) -> None:
        """Raises `Broken`, whose message is the table, unless the gate is passed."""
        if not self.held:
            raise Broken(self.table().rstrip("\n"))
