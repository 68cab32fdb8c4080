"""Are these lines right: plain text, document ids, spans, links, tags, JSON, SGM or TMX?"""

from collections import Counter
from pathlib import Path

from litmus.checks.report import Findings, Languages, reader
from litmus.corpus.formats.pharaoh import read_pharaoh
from litmus.corpus.formats.sgm import read_sgm
from litmus.corpus.formats.spans import read_spans
from litmus.corpus.formats.tags import read_rows
from litmus.corpus.formats.tmx import Pairs, read_tmx
from litmus.errors import DataError
from litmus.files.jsonl import read_objects
from litmus.files.text import read_lines, starts_with_bom, uses_crlf
from litmus.importers.formats import tmx
from litmus.wording import count


def _text(path: Path, findings: Findings, _: Languages) -> None:
    lines = read_lines(path, any_line_end=True, drop_bom=True, complain=findings.complain)
    for line in lines:
        findings.counts["lines"] += 1
        findings.counts["empty lines"] += not line.strip()
    if uses_crlf(path):
        findings.notes.append("Lines end in CRLF (Windows); they are read as \\n.")
    if starts_with_bom(path):
        findings.notes.append("It starts with a byte order mark (BOM), which is left out.")


def _docids(path: Path, findings: Findings, _: Languages) -> None:
    seen: set[str] = set()
    previous = None
    lines = read_lines(path, any_line_end=True, complain=findings.complain)
    for number, line in enumerate(lines, start=1):
        findings.counts["lines"] += 1
        if not line.strip():
            message = f"{path}:{number} is empty. Every line needs a document id."
            findings.complain(DataError(message))
        elif line != previous and line in seen:
            findings.complain(
                DataError(
                    f"{path}:{number}: document {line!r} goes on after another began.\n"
                    "The lines of a document must be together, or its context is wrong."
                )
            )
        seen.add(line)
        previous = line
    findings.counts["documents"] = len(seen - {""})


def _spans(path: Path, findings: Findings, _: Languages) -> None:
    labels: set[str] = set()
    for idioms in read_spans(path, findings.complain):
        findings.counts["lines"] += 1
        findings.counts["lines without an idiom"] += not idioms
        findings.counts["idioms"] += len(idioms)
        labels.update(idiom.label for idiom in idioms)
    findings.counts["labels"] = len(labels)
    findings.notes.append("Spans were not compared with a text; litmus score does that.")


def _links(path: Path, findings: Findings, _: Languages) -> None:
    for links in read_pharaoh(path, complain=findings.complain):
        findings.counts["lines"] += 1
        findings.counts["sure links"] += len(links.sure)
        findings.counts["possible links"] += len(links.possible)


def _tags(path: Path, findings: Findings, _: Languages) -> None:
    for sentence in read_rows(path, findings.complain):
        findings.counts["lines"] += 1
        findings.counts["tokens"] += len(sentence.tokens)
        findings.counts["tagged tokens"] += sum(map(bool, sentence.tags))


def _objects(path: Path, findings: Findings, _: Languages) -> None:
    for _number, _value in read_objects(path, findings.complain):
        findings.counts["objects"] += 1


def _sgm(path: Path, findings: Findings, _: Languages) -> None:
    for _document, side in read_sgm(path):
        findings.counts["documents"] += 1
        findings.counts["segments"] += len(side.texts)


def _tmx(path: Path, findings: Findings, languages: Languages) -> None:
    if languages:
        source, target = languages
        pairs = Pairs(path, source, target)
        findings.counts["segments"] = sum(1 for _ in pairs)
        findings.counts["units"], findings.counts["skipped units"] = pairs.units, pairs.skipped
        return
    names: Counter[str] = Counter()
    for unit in read_tmx(path):
        findings.counts["units"] += 1
        names.update(unit.texts.keys())
    findings.notes += [f"{name}: {count(n, 'unit')}." for name, n in sorted(names.items())]


CHECKERS = (
    reader("text", "plain text, one segment per line", _text),
    reader("docids", "document ids, one per line", _docids),
    reader("spans", "span file: where the idiom is in each line", _spans),
    reader("pharaoh", "word alignment, i-j links", _links),
    reader("tags", "rows of litmus tag", _tags),
    reader("jsonl", "JSON lines", _objects),
    reader("sgm", "SGM: a srcset, refset or tstset", _sgm),
    reader("tmx", tmx.SUMMARY, _tmx),
)
