"""ContraPro (Müller et al., WMT 2018) and similar sets: a reference and wrong variants of it.

Two forms are read: ContraPro's own, whose keys may have spaces or underscores (`src segment`),
and the plain one with `src`, `ref`, `contrastive`, `src_context`, `ref_context`.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.errors import DataError
from litmus.files.jsonl import field
from litmus.files.text import one_line
from litmus.importers.imported import Anew, Distinct, Imported, pair_for, title
from litmus.importers.sample import Sample
from litmus.importers.test_sets.ctxpro import SAME_NUMBER, objects, text_of
from litmus.wording import count

NAME = "contrapro"
SUMMARY = "JSON of ContraPro and similar sets: wrong variants of the reference"
OPTIONS: Mapping[str, str] = {}


def recognises(sample: Sample) -> bool:
    """The keys of either form; or a list over several lines, unless it is one of `gtwic`."""
    if sample.form != "JSON":
        return False
    keys = {key.replace(" ", "_") for key in sample.keys}
    forms = {"src_segment", "ref_segment", "errors"}, {"src", "ref", "contrastive"}
    if keys:
        return any(form <= keys for form in forms)
    return sample.first_line.lstrip().startswith("[") and b'"true_ind"' not in sample.start


def read(path: Path, *, languages: tuple[str, str] | None, name: str | None) -> Imported:
    """The suite: one segment per example, its wrong variants as `contrastive`."""
    source, target = pair_for(NAME, languages, path.name, path.resolve().parent.name)
    info = SuiteInfo(
        title(path, name), source, target, metrics=("contrast",),
        origin="Müller, Rios, Voita, Sennrich (WMT 2018), https://github.com/ZurichNLP/ContraPro",
    )  # fmt: skip
    notes: list[str] = []
    return Imported(info, Anew(lambda: _segments(path, notes)), notes=notes)


def _segments(path: Path, notes: list[str]) -> Iterator[Segment]:
    distinct = Distinct()
    without = 0
    for where, number, raw in objects(path):
        value = {key.replace(" ", "_"): item for key, item in raw.items()}
        segment = _plain(where, number, value) if "src" in value else _contrapro(where, value)
        without += not segment.contrastive
        yield Segment(
            distinct(segment.id),
            segment.source,
            segment.references,
            segment.document,
            context=segment.context,
            reference_context=segment.reference_context,
            contrastive=segment.contrastive,
        )
    notes.clear()
    if distinct.repeated:
        notes.append(f"{count(distinct.repeated, 'example')} {SAME_NUMBER}")
    if without:
        notes.append(f"{count(without, 'example')} without a contrastive variant.")


def _contrapro(where: str, value: dict[str, Any]) -> Segment:
    document = text_of(where, value, "document_id") if "document_id" in value else None
    variants = []
    for item in field(where, value, "errors", list, []):
        if not isinstance(item, dict):
            raise DataError(f"{where}: 'errors' must hold objects with 'contrastive'.")
        variants.append(text_of(where, item, "contrastive"))
    reference = text_of(where, value, "ref_segment")
    return Segment(
        f"{document or 'segment'}#{value.get('segment_id', where.rpartition(':')[2])}",
        text_of(where, value, "src_segment"),
        (reference,),
        document,
        context=_sentences(where, value, "src_prev", "src_context"),
        reference_context=_sentences(where, value, "ref_prev", "ref_context"),
        # In the published data some "wrong" variants are the reference itself.
        contrastive=tuple(variant for variant in variants if variant != reference),
    )


def _plain(where: str, number: int, value: dict[str, Any]) -> Segment:
    return Segment(
        str(number),
        text_of(where, value, "src"),
        (text_of(where, value, "ref"),),
        context=_sentences(where, value, "src_context"),
        reference_context=_sentences(where, value, "ref_context"),
        contrastive=_sentences(where, value, "contrastive"),
    )


def _sentences(where: str, value: dict[str, Any], *keys: str) -> tuple[str, ...]:
    """One sentence or a list of them, under the first key that is there; null is none."""
    for key in keys:
        sentences = value.get(key)
        if sentences is None:
            continue
        listed = sentences if isinstance(sentences, list) else [sentences]
        if not all(isinstance(item, str) for item in listed):
            raise DataError(f"{where}: {key!r} must be a string or a list of strings.")
        return tuple(one_line(item) for item in listed)
    return ()
