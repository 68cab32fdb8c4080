"""A page on which a person judges a sample of what was mined."""

import heapq
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b, sha256
from pathlib import Path
from typing import Any

from litmus.corpus.segment import idiom_from_json
from litmus.errors import DataError, UsageError
from litmus.files import jsonl
from litmus.files.text import read_lines, write_text
from litmus.idioms.matching.occurrence import DOUBTFUL, FLAGS, Span
from litmus.idioms.mining.occurrences import VERDICTS
from litmus.tables.page import asset, html_page, json_data
from litmus.wording import option

OUTSIDE, INSIDE, OWN, CUT = range(4)  # what a piece of a sentence is to the match; see `parts`
CONTEXT = 280  # characters shown on either side: a line may be a whole book

Part = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Match:
    """One row of `litmus mine`; `row` is its line in that file, `line` that of the corpus."""

    row: int
    line: int
    idiom: str
    span: Span
    pieces: tuple[Span, ...]
    text: str
    flags: tuple[str, ...]


@dataclass
class Sample:
    """Of one idiom: how often it was found and flagged, and the matches drawn of both kinds.

    Every match has a number that a hash of it and the seed gives; those with the smallest stay.
    So the draw is even, needs one pass, and does not depend on the order of the rows.
    """

    places: int
    n_matches: int = 0
    flagged: int = 0
    _drawn: dict[bool, list[tuple[int, int, Match]]] = field(
        default_factory=lambda: {False: [], True: []}
    )

    def takes(self, number: int, flagged: bool) -> bool:
        """Count a match, and say whether its number is among the smallest of its kind."""
        self.n_matches += 1
        self.flagged += flagged
        heap = self._drawn[flagged]
        return len(heap) < self.places or number < -heap[0][0]

    def keep(self, number: int, match: Match) -> None:
        """Take a match in the place of the one with the greatest number."""
        heap = self._drawn[bool(match.flags)]
        entry = (-number, match.row, match)
        if len(heap) < self.places:
            heapq.heappush(heap, entry)
        else:
            heapq.heapreplace(heap, entry)

    def candidates(self) -> Iterator[Match]:
        """All that `choose` may take."""
        for heap in self._drawn.values():
            yield from (match for _, _, match in heap)

    def choose(self, sentences: Mapping[Match, Sequence[Part]]) -> list[Match]:
        """At most `places` matches, half of them flagged if there are enough of both kinds.

        A sentence that the corpus repeats is there once: judging it again would teach nothing.
        """
        plain, flagged = (self._different(kind, sentences) for kind in (False, True))
        n_flagged = min(len(flagged), max(self.places // 2, self.places - len(plain)))
        chosen = plain[: self.places - n_flagged] + flagged[:n_flagged]
        # Of the commoner kind smaller numbers are left: only the last digits mix the two.
        return [
            match for _, match in sorted(chosen, key=lambda pair: (pair[0] % 2**32, pair[1].row))
        ]

    def _different(
        self, kind: bool, sentences: Mapping[Match, Sequence[Part]]
    ) -> list[tuple[int, Match]]:
        seen: dict[tuple[Part, ...], tuple[int, Match]] = {}
        for negative, _, match in sorted(self._drawn[kind], reverse=True):
            seen.setdefault(tuple(sentences[match]), (-negative, match))
        return list(seen.values())


def write_samples(
    occurrences: Path,
    corpus: Path,
    page: Path,
    *,
    language: str,
    per_idiom: int = 20,
    seed: int = 12345,
) -> int:
    """How many matches are on the page that was written: one HTML file that needs no network.

    Verdicts given on it can be downloaded as a file for `litmus build --verdicts`. The same
    input gives the same page.
    """
    if per_idiom < 1:
        raise UsageError(f"{option('per_idiom')} must be at least 1, not {per_idiom}.")
    for path in (occurrences, corpus):
        if page.resolve() == path.resolve():
            raise UsageError(f"{page} is an input, and would be overwritten. Choose another name.")
    samples = draw(occurrences, per_idiom, seed)
    sentences = dict(_sentences(occurrences, corpus, samples))
    idioms = [
        _idiom(label, sample, sentences)
        for label, sample in sorted(samples.items(), key=lambda item: (-item[1].n_matches, item[0]))
    ]
    with write_text(page) as out:
        out.write(_page(idioms, language, occurrences, corpus))
    return sum(len(idiom["matches"]) for idiom in idioms)


def draw(occurrences: Path, per_idiom: int, seed: int) -> dict[str, Sample]:
    """Idiom -> its sample; memory grows with the idioms, not with the matches."""
    samples: dict[str, Sample] = {}
    if occurrences.is_file() and not occurrences.stat().st_size:
        return samples  # no match is a result, too
    for row, value in jsonl.read_objects(occurrences):
        where = f"{occurrences}:{row}"
        line = jsonl.field(where, value, "line", int, 0)
        idiom = jsonl.field(where, value, "idiom", str, "")
        name = f"{seed}\t{line}\t{value.get('span')}\t{idiom}".encode("utf-8", "replace")
        number = int.from_bytes(blake2b(name, digest_size=8).digest())
        sample = samples.get(idiom) or samples.setdefault(idiom, Sample(per_idiom))
        if sample.takes(number, bool(value.get("flags"))):
            sample.keep(number, _match(where, row, line, value))
    return samples


def _match(where: str, row: int, line: int, value: dict[str, Any]) -> Match:
    if line < 1:
        raise DataError(f"{where}: 'line' must be at least 1, not {line}.")
    span = value.get("span")
    pieces = jsonl.field(where, value, "pieces", list, [span])
    idiom = idiom_from_json(where, {"label": value.get("idiom"), "spans": [span, *pieces]})
    return Match(
        row,
        line,
        idiom.label,
        idiom.spans[0],
        tuple(sorted(idiom.spans[1:])),
        jsonl.field(where, value, "text", str, ""),
        jsonl.strings(where, value, "flags"),
    )


def _sentences(
    occurrences: Path, corpus: Path, samples: Mapping[str, Sample]
) -> Iterator[tuple[Match, Sequence[Part]]]:
    """The sentences of all candidates, from one pass over the corpus."""
    by_line: dict[int, list[Match]] = {}
    for sample in samples.values():
        for match in sample.candidates():
            by_line.setdefault(match.line, []).append(match)
    if not by_line:
        return
    if corpus.exists() and not corpus.is_file():
        raise DataError(f"{corpus} can be read only once; the page needs its sentences again.")
    last, number = max(by_line), 0
    for number, sentence in enumerate(read_lines(corpus, any_line_end=True), start=1):
        for match in by_line.get(number, ()):
            if not _fits(match, sentence):
                raise DataError(
                    f"{occurrences}:{match.row}: line {number:,} of {corpus} does not have "
                    f"{match.text[:60]!r} there.\nGive the corpus that was mined."
                )
            yield match, parts(sentence, match.span, match.pieces)
        if number == last:
            return
    raise DataError(
        f"{occurrences} names line {last:,}, but {corpus} ends at line {number:,}.\n"
        "Give the corpus that was mined."
    )


def _fits(match: Match, sentence: str) -> bool:
    (start, end), at = match.span, match.span[0]
    for first, last in match.pieces:
        if not at <= first < last <= end:
            return False
        at = last
    return 0 <= start < end <= len(sentence) and sentence[start:end] == match.text


def parts(sentence: str, span: Span, pieces: Sequence[Span]) -> list[Part]:
    """The sentence cut where a mark begins or ends: idiom, between its words, and around it.

    >>> parts("They gave it up at last.", (5, 15), [(5, 9), (13, 15)])
    [(0, 'They '), (2, 'gave'), (1, ' it '), (2, 'up'), (0, ' at last.')]

    Adjacent words are marked together. Far from the match the text is cut.
    """
    start, end = span
    marked: list[Span] = []
    for first, last in pieces:
        if marked and not sentence[marked[-1][1] : first].strip():
            marked[-1] = marked[-1][0], last
        else:
            marked.append((first, last))
    cut: list[Part] = _shorten(OUTSIDE, sentence[:start], before=0, after=CONTEXT)
    at = start
    for first, last in marked:
        cut += _shorten(INSIDE, sentence[at:first], before=CONTEXT, after=CONTEXT)
        cut.append((OWN, sentence[first:last]))
        at = last
    cut += _shorten(INSIDE, sentence[at:end], before=CONTEXT, after=CONTEXT)
    cut += _shorten(OUTSIDE, sentence[end:], before=CONTEXT, after=0)
    return [part for part in cut if part[1]]


def _shorten(kind: int, text: str, *, before: int, after: int) -> list[Part]:
    """The text without its middle if it is long; cut at a space if there is one near."""
    if len(text) <= before + after + 40:
        return [(kind, text)]
    head, tail = text[:before], text[len(text) - after :]
    if (space := head.rfind(" ")) > before - 40:
        head = head[: space + 1]
    if -1 < (space := tail.find(" ")) < 40:
        tail = tail[space:]
    return [(kind, head), (CUT, "…"), (kind, tail)]


def _idiom(label: str, sample: Sample, sentences: Mapping[Match, Sequence[Part]]) -> dict[str, Any]:
    return {
        "idiom": label,
        "found": sample.n_matches,
        "flagged": sample.flagged,
        "matches": [
            {
                "line": match.line,
                "span": list(match.span),
                "flags": list(match.flags),
                "parts": [list(part) for part in sentences[match]],
            }
            for match in sample.choose(sentences)
        ],
    }


def _page(idioms: list[dict[str, Any]], language: str, occurrences: Path, corpus: Path) -> str:
    sample = json.dumps(idioms, ensure_ascii=False)
    data = {
        "language": language,
        "corpus": corpus.name,
        "download": f"{occurrences.stem}.verdicts.jsonl",
        # What was said belongs to these sentences: another sample starts afresh.
        "digest": sha256(sample.encode("utf-8", "replace")).hexdigest()[:16],
        "verdicts": VERDICTS,
        "flags": FLAGS,
        "doubtful": sorted(DOUBTFUL),
        "idioms": idioms,
    }
    return html_page(
        f"{occurrences.name} · litmus",
        _asset("samples.html") + json_data("data", data),
        style=_asset("samples.css"),
        script="".join(map(_asset, ("verdicts.js", "samples.js", "frame.js"))),
    )


def _asset(name: str) -> str:
    return asset("litmus.idioms", f"pages/{name}")
