"""The metric `judge`: verdicts of a language model, read from the rows of `litmus judge`."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from litmus.arrays import Floats
from litmus.corpus.ratings import rating_to_json
from litmus.corpus.segment import Segment
from litmus.errors import DataError, UsageError
from litmus.judging.items import text_digest
from litmus.judging.rows import JudgedRow, Key, read_rows
from litmus.judging.trust import Trust, compare_with_people
from litmus.metrics.base import (
    Batch,
    Evidence,
    Flag,
    Metric,
    Outputs,
    Reading,
    SegmentRow,
    Setup,
    VerdictWords,
)
from litmus.metrics.formulas import Ratio
from litmus.metrics.options import Option
from litmus.wording import Message, count, option

RIGHT = 50.0  # of labels: above it, most draws see no error


class JudgeMetric(Metric[Sequence[Segment]]):
    """Mean verdict of a judge: a score, or the share of items without an error. Higher is better.

    `file` has the rows of `litmus judge`. A translation, or an idiom or tag of it, counts by the
    mean of its draws, so a resample of segments brings their draws along, and the interval holds
    the judge's own spread as well. `spread` is that alone: the mean standard deviation between the
    draws of one item. `people` are ratings or labels of the same kind, of some of the same
    translations; without them, or without enough agreement, a note says so.

    Papers: Kocmi and Federmann, EAMT and WMT 2023; Fernandes et al., WMT 2023.
    """

    name = "judge"
    title = "judge"
    summary = "verdicts of a language model, read from the rows of litmus judge"
    family = "overall"
    declared_options = (
        Option("file", "", "rows of litmus judge"),
        Option("people", "", "people's ratings or labels of some of the same, + between several"),
    )
    columns = ("value", "cases", "wrong", "labelled", "spread", "repeated", "unjudged")
    support = "cases"
    readings = (
        Reading("", Ratio("value", "cases", 1.0)),
        Reading("spread", Ratio("spread", "repeated", 1.0), False),
    )
    evidence = (
        Evidence("label", "Label"),
        Evidence("score", "Score"),
        Evidence("comment", "Because"),
        Evidence("draws", "Draws"),
        Evidence("unjudged", "No verdict"),
    )
    verdict_words: VerdictWords | None = VerdictWords()  # of labels; scores have none
    flag = Flag("wrong", "labelled", wrong_if="wrong")
    suits_segments = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        self._path = Path(self.options["file"])
        self._people = [Path(one) for one in self.options["people"].split("+") if one]
        self._rows = self._read() if self.options["file"] else {}
        every = [row for rows in self._rows.values() for row in rows]
        self._judge, self._who = (every[0].judge, every[0].annotator) if every else ("", "")
        self._systems = list(dict.fromkeys(row.system for row in every))
        self._measured: dict[str, None] = {}  # systems, in their order
        self._has_labels = any(row.gives_label for row in every)
        if self._has_labels:
            self.proportion = "cases"
        else:
            self.verdict_words = None

    def _read(self) -> dict[Key, list[JudgedRow]]:
        rows: dict[Key, list[JudgedRow]] = defaultdict(list)
        judges: dict[str, str] = {}
        seen: set[tuple[Key, int]] = set()
        for row in read_rows(self._path):
            judges.setdefault(row.judge, row.where)
            if len(judges) > 1:
                raise DataError(
                    f"{row.where}: this row is of another judge, or of other settings, than "
                    f"{next(iter(judges.values()))}.\nGive each judge a file of its own."
                )
            if (row.key, row.draw) in seen:
                raise DataError(
                    f"{row.where}: draw {row.draw} of {row.id!r} of {row.system!r} is there "
                    "before. Remove one."
                )
            seen.add((row.key, row.draw))
            rows[row.key].append(row)
        return dict(rows)

    @cached_property
    def _marks(self) -> dict[tuple[str, str], list[Key]]:
        """(system, id) -> what was judged of it."""
        found: dict[tuple[str, str], list[Key]] = defaultdict(list)
        for key in self._rows:
            found[key[0], key[1]].append(key)
        return dict(found)

    @cached_property
    def trust(self) -> Trust:
        """Agreement with people, if there are any."""
        if not self._people:
            return Trust()
        rows = (row for rows in self._rows.values() for row in rows)
        return compare_with_people(rows, self._people)

    def signature_parts(self) -> dict[str, str]:
        """Who judged, a digest of what, and how far that agrees with people."""
        digest = blake2b(digest_size=4)
        for rows in self._rows.values():
            for row in rows:
                said = row.key, row.draw, row.value, row.text
                digest.update(repr(said).encode("utf-8", "replace"))
        return super().signature_parts() | {
            "file": f"#{digest.hexdigest()}",
            "people": self.trust.mark,
            "judge": f"({self._judge})",
        }

    def prepare(self, batch: Batch) -> Sequence[Segment]:
        """The segments."""
        if not self.options["file"]:
            raise UsageError(
                "judge reads verdicts from a file. Make one with litmus judge, and name it: "
                f"{option('metrics', 'judge:file=ROWS.jsonl')}"
            )
        return batch.segments

    def measure(self, prepared: Sequence[Segment], outputs: Outputs) -> list[SegmentRow]:
        """A row for every item that was judged."""
        system = outputs.system.removeprefix("@")
        self._measured[system] = None
        found = []
        for index, segment in enumerate(prepared):
            for key in self._marks.get((system, segment.id), ()):
                rows = self._rows[key]
                self._check_text(rows[0], outputs.hypotheses[index])
                found.append(SegmentRow(index, key[2], *self._counts(rows)))
        return found

    def _check_text(self, row: JudgedRow, hypothesis: str) -> None:
        if row.text != text_digest(hypothesis):
            raise DataError(
                f"{row.where}: the judge has seen another translation of segment {row.id!r} by "
                f"{row.system!r} than the one that is scored.\n"
                "Score what was judged, or judge again: litmus judge ... --overwrite"
            )

    def _counts(self, rows: Sequence[JudgedRow]) -> tuple[tuple[float, ...], dict[str, Any]]:
        values = [row.value for row in rows if row.value is not None]
        silent = float(sum(bool(row.unjudged) for row in rows))
        mean = fmean(values) if values else 0.0
        spread = stdev(values) if len(values) > 1 else 0.0
        is_wrong = self._has_labels and bool(values) and mean < RIGHT
        counts = (
            mean, float(bool(values)), float(is_wrong), float(bool(values) and self._has_labels),
            spread, float(len(values) > 1), silent,
        )  # fmt: skip
        return counts, self._evidence(rows, values, is_wrong)

    def _evidence(
        self, rows: Sequence[JudgedRow], values: Sequence[float], is_wrong: bool
    ) -> dict[str, Any]:
        """What the first draw with a verdict says; with several, what each gives."""
        shown = next((row for row in rows if not row.unjudged), rows[0])
        found: dict[str, Any] = {"judge": self._who}
        if shown.mark is not None:
            found["idiom"] = shown.mark
        if self._has_labels:
            found |= {"label": shown.label, "wrong": is_wrong}
        elif shown.score is not None:
            found["score"] = shown.score
        if shown.rating is not None:
            found["spans"] = rating_to_json(shown.rating)["spans"]
        if shown.unplaced:
            found["unplaced"] = list(shown.unplaced)
        if shown.comment:
            found["comment"] = shown.comment
        if len(rows) > 1:
            found["draws"] = [row.label or row.value for row in rows]
            found["spread"] = stdev(values) if len(values) > 1 else None
        if reasons := sorted({row.unjudged for row in rows if row.unjudged}):
            found["unjudged"] = "; ".join(reasons)
        return found

    def notes(self, totals: Floats) -> list[str]:
        """How far the judge can be trusted, and what it could not say."""
        way_out = option("metrics", f"judge:file={self.options['file']},people=FILE")
        found: list[str] = [Message(self.trust.note(self._who, way_out))]
        if silent := int(totals[self.columns.index("unjudged")]):
            found.append(
                f"{self._who}: {count(silent, 'draw')} of a system without a verdict; they are "
                "left out."
            )
        if not totals.any():
            found += self._absent()
        return found

    def _absent(self) -> list[str]:
        """A system of which the file has nothing may only have another name there."""
        names = [system for system in self._measured if system not in self._systems]
        if not names and self._measured:
            return []
        whom = ", ".join(names) or "a system"  # measured in another process, or before
        known = ", ".join(self._systems)
        return [f"{self.options['file']} has no verdicts on {whom}; it has: {known}"]
