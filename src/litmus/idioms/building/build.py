"""Occurrences and a parallel corpus to a test suite, training files and a data card."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import IO

from litmus import __version__
from litmus.bitext.cleaning import normalise
from litmus.bitext.duplicates import Repeats
from litmus.bitext.files import Bitext
from litmus.bitext.leaks import Leaks
from litmus.corpus.segment import Idiom, IdiomFacts, Segment
from litmus.corpus.suite import SuiteInfo, write_suite_files
from litmus.engine.parts import Parts, Sharded
from litmus.engine.shards import Shard
from litmus.errors import DataError, UsageError
from litmus.files.folders import new_folder
from litmus.files.text import write_text
from litmus.idioms.building.batches import (
    Judged,
    Pair,
    judge_shard,
    judged,
    judged_already,
    without_leaks,
)
from litmus.idioms.building.card import write_card
from litmus.idioms.building.marks import mark
from litmus.idioms.building.plan import Built, Plan
from litmus.idioms.building.splits import Split, split
from litmus.idioms.mining.occurrences import JudgedOccurrence
from litmus.wording import count, option

Progress = Callable[[str, int], None]
Occurrences = Mapping[int, tuple[JudgedOccurrence, ...]]  # by line number of the source


def build(
    bitext: Bitext,
    occurrences: Occurrences,
    folder: Path,
    plan: Plan,
    *,
    equivalents: Mapping[str, Sequence[str]] | None = None,
    overwrite: bool = False,
    workers: int | None = 1,
    engine: str = "local",
    parts: Parts | None = None,
    progress: Progress | None = None,
) -> Built:
    """Writes the folder whole or not at all: suites, training files per condition, the card.

    `workers` are processes; without a number, one per core where there is much to do; `engine` is
    what they run on. `parts` is what shards have said of every pair.
    """
    with new_folder(folder, overwrite=overwrite, sign="card.json", error=UsageError) as temporary:
        name = folder.resolve().name
        work = _Work(bitext, occurrences, temporary, name, plan, equivalents or {}, progress)
        built = work.run(workers, engine, parts)
        write_card(temporary, bitext, plan, built)
    return built


def build_shard(
    bitext: Bitext,
    occurrences: Occurrences,
    plan: Plan,
    shard: Shard,
    *,
    workers: int | None = 1,
    engine: str = "local",
) -> Sharded:
    """One of several runs: what is to be said of its pairs. What compares pairs (duplicates, the
    split, leaks) needs all of them, and waits for the parts to be merged."""
    made_by = _signature(bitext, occurrences, plan)
    return judge_shard(
        bitext, bitext.languages, plan.cleaning, shard, made_by, workers=workers, engine=engine
    )


def _signature(bitext: Bitext, occurrences: Occurrences, plan: Plan) -> str:
    """What decides which pairs are fit, and which occurrences they are for."""
    found = blake2b(repr(sorted(occurrences.items())).encode(), digest_size=4).hexdigest()
    limits = "|".join(f"{key}:{value}" for key, value in asdict(plan.cleaning).items())
    return f"lang:{'-'.join(bitext.languages)}|{limits}|found:#{found}|v:{__version__}"


class _Work:
    """Two passes over the corpus: judge every pair, then write each where it belongs."""

    def __init__(
        self,
        bitext: Bitext,
        occurrences: Occurrences,
        folder: Path,
        name: str,
        plan: Plan,
        equivalents: Mapping[str, Sequence[str]],
        progress: Progress | None,
    ) -> None:
        self._bitext, self._occurrences, self._plan = bitext, occurrences, plan
        self._folder, self._name = folder, name
        self._equivalents = equivalents
        self._progress = progress
        self._built = Built()
        self._idiom_pairs: dict[int, Pair] = {}
        self.split = Split(frozenset(), frozenset())

    def run(self, workers: int | None, engine: str, parts: Parts | None) -> Built:
        bitext, limits = self._bitext, self._plan.cleaning
        if parts is None:
            pairs = judged(bitext, bitext.languages, limits, workers=workers, engine=engine)
        else:
            made_by = _signature(bitext, self._occurrences, self._plan)
            pairs = judged_already(bitext, parts, made_by)
        dropped = self._judge(pairs)
        labels = self._labels()
        plan = self._plan
        lines: dict[str, list[int]] = {}
        for line, label in labels.items():
            lines.setdefault(label, []).append(line)
        if not lines:
            raise DataError(
                f"No pair with an idiom is left after cleaning; nothing was built.\n{self._why()}"
            )
        self.split = split(
            lines, plan.scheme, seed=plan.seed, size=plan.size, cap=plan.cap, unseen=plan.unseen
        )
        self._built.set_aside["once"] = len(self.split.discarded)
        tests = sorted(self.split.test | self.split.unseen)
        self._leaks = Leaks(self._idiom_pairs[line][0] for line in tests)
        train = self._without_leaks(sorted(self.split.train))
        self._write_suites(labels, train)
        self._write_training(
            dropped, labels, train, partial(without_leaks, workers=workers, engine=engine)
        )
        return self._built

    # First pass

    def _judge(self, parts: Iterable[tuple[list[Pair], Judged]]) -> bytes:
        """For every pair 0 or 1: whether it is dropped; counts the reasons, keeps idiom pairs."""
        dropped = bytearray()
        number = 0
        marked = sorted(self._occurrences, reverse=True)
        with Repeats(self._folder) as repeats:
            for batch, (reasons, digests) in parts:
                first, number = number + 1, number + len(batch)
                self._built.dropped.update(filter(None, reasons))
                fit = [line for line, r in enumerate(reasons, start=first) if r is None]
                repeats.add_all(fit, digests)
                dropped += bytes(reason is not None for reason in reasons)
                while marked and marked[-1] <= number:
                    line = marked.pop()
                    self._check(line, batch[line - first][0])
                    if reasons[line - first] is None:
                        self._idiom_pairs[line] = batch[line - first]
                self._tell("cleaning", number)
            for line in repeats.later():
                self._built.dropped["duplicate"] += 1
                dropped[line - 1] = 1
                self._idiom_pairs.pop(line, None)
        self._built.pairs = number
        if number < max(self._occurrences):
            raise DataError(
                f"An occurrence names line {max(self._occurrences):,}, but the corpus ends at line "
                f"{number:,}.\nBuild from the corpus that was mined."
            )
        return bytes(dropped)

    def _check(self, number: int, source: str) -> None:
        for occurrence in self._occurrences[number]:
            start, end = occurrence.span
            if end > len(source) or occurrence.text not in (None, source[start:end]):
                raise DataError(
                    f"Line {number:,} of the corpus does not have the occurrence of "
                    f"{occurrence.idiom!r}.\n"
                    "Build from the corpus that was mined; a line was added or lost."
                )

    def _labels(self) -> dict[int, str]:
        """Line -> the idiom that decides where it goes: the rarest of those it holds."""
        usable: dict[int, list[str]] = {}
        for line, (source, _) in self._idiom_pairs.items():
            reason = self._aside(source, self._occurrences[line])
            if reason is None:
                usable[line] = [occurrence.idiom for occurrence in self._occurrences[line]]
            else:
                self._built.set_aside[reason] += 1
        counts = Counter(label for labels in usable.values() for label in labels)
        return {
            line: min(labels, key=lambda label: (counts[label], label))
            for line, labels in usable.items()
        }

    def _aside(self, source: str, occurrences: Sequence[JudgedOccurrence]) -> str | None:
        """Why a pair with a match is neither regular nor idiom data."""
        if any(occurrence.verdict == "literal" for occurrence in occurrences):
            return "literal"
        if not self._plan.use_doubtful and any(o.doubtful for o in occurrences):
            return "doubtful"
        inside = {n for o in occurrences for start, end in o.pieces for n in range(start, end)}
        outside = "".join(" " if n in inside else letter for n, letter in enumerate(source))
        if len(normalise(outside).split()) < self._plan.min_context and " " in source.strip():
            return "context"
        return None

    def _why(self) -> str:
        """What became of the lines with a match, where all are gone."""
        aside, n_lines = self._built.set_aside, len(self._occurrences)
        few = f"{self._plan.min_context} other words ({option('min_context')})"
        texts = {
            "context": f"have fewer than {few}",
            "doubtful": f"have a doubtful match ({option('doubtful', 'True')} uses it)",
            "literal": "were called literal by a person",
        }
        reasons = [f"{aside[key]:,} {text}" for key, text in texts.items() if aside[key]]
        if removed := n_lines - aside.total():
            limits = f"{option('max_words')}, {option('max_ratio')}"
            reasons.append(f"{removed:,} were removed ({limits}, copies, duplicates)")
        return f"Of {count(n_lines, 'line')} with a match, {', '.join(reasons)}."

    def _without_leaks(self, lines: Sequence[int]) -> list[int]:
        fit = []
        unseen = set(self.split.idioms_unseen)
        for line in lines:
            if not unseen.isdisjoint(self._labels_on([line])):
                self._built.set_aside["unseen"] += 1
            elif self._leaks.find(self._idiom_pairs[line][0]) is None:
                fit.append(line)
            else:
                self._built.leaks["idiom-train"] += 1
        return fit

    # Second pass

    def _write_suites(self, labels: Mapping[int, str], train: Sequence[int]) -> None:
        source, target = self._bitext.languages
        seen = Counter(label for line in train for label in self._labels_on([line]))
        for name, lines, counts in (
            ("suite", self.split.test, self._built.test),
            ("suite-unseen", self.split.unseen, self._built.unseen),
        ):
            if not lines:
                continue
            counts.update(labels[line] for line in lines)
            facts = [
                IdiomFacts(
                    label=label,
                    equivalents=tuple(self._equivalents.get(label, ())),
                    training_frequency=seen[label],
                )
                for label in sorted(self._labels_on(lines))
            ]
            info = SuiteInfo(
                self._name + name.removeprefix("suite"),
                source,
                target,
                origin=f"built from {self._bitext.name}",
            )
            write_suite_files(self._folder / name, info, self._segments(sorted(lines)), facts)
            with write_text(self._folder / f"{name}.marked.{source}") as out:
                out.writelines(self._marked(line) + "\n" for line in sorted(lines))

    def _labels_on(self, lines: Iterable[int]) -> set[str]:
        return {occurrence.idiom for line in lines for occurrence in self._occurrences[line]}

    def _segments(self, lines: Sequence[int]) -> Iterator[Segment]:
        for line in lines:
            source, target = self._idiom_pairs[line]
            idioms = tuple(Idiom(o.idiom, o.pieces) for o in self._occurrences[line])
            yield Segment(str(line), source, (target,), idioms=idioms)

    def _marked(self, line: int) -> str:
        spans = [occurrence.span for occurrence in self._occurrences[line]]
        return mark(self._idiom_pairs[line][0], spans, self._plan.mark)

    def _write_training(
        self,
        dropped: bytes,
        labels: Mapping[int, str],
        train: Sequence[int],
        regular: Callable[..., Iterator[tuple[list[Pair], int, int]]],
    ) -> None:
        conditions = {"zero": 0, "joint": 1} | {f"upsample-{n}": n for n in self._plan.upsample}
        with ExitStack() as stack:
            files = {
                name: self._files(stack, f"train/{name}")
                for name in ("regular", "idiom", *conditions)
            }
            parts = regular(
                self._bitext,
                lambda number: not dropped[number - 1] and number not in self._occurrences,
                self._leaks,
            )
            for pairs, n_leaks, number in parts:
                if n_leaks:
                    self._built.leaks["regular"] += n_leaks
                self._built.regular += len(pairs)
                texts = ["".join([pair[side] + "\n" for pair in pairs]) for side in (0, 1)]
                for name in ("regular", *conditions):
                    for file, text in zip(files[name], texts, strict=True):
                        file.write(text)
                self._tell("writing", number)
            for line in train:
                self._built.train[labels[line]] += 1
                marked, target = self._marked(line), self._idiom_pairs[line][1]
                for name, times in {"idiom": 1, **conditions}.items():
                    for _ in range(times):
                        _write(files[name], marked, target)
        for name, times in conditions.items():
            self._built.conditions[name] = self._built.regular + times * len(train)

    def _files(self, stack: ExitStack, stem: str) -> tuple[IO[str], IO[str]]:
        source, target = (
            stack.enter_context(write_text(self._folder / f"{stem}.{code}"))
            for code in self._bitext.languages
        )
        return source, target

    def _tell(self, what: str, number: int) -> None:
        if self._progress is not None and number % 10_000 == 0:
            self._progress(what, number)


def _write(files: tuple[IO[str], IO[str]], source: str, target: str) -> None:
    files[0].write(source + "\n")
    files[1].write(target + "\n")
