"""Aligners in files: everything one knows, so that any output can be linked by the same model."""

import io
import json
import zipfile
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from litmus.alignment.embedded.aligner import VERSION, EmbeddedAligner, chosen
from litmus.alignment.embedded.counts import Counts
from litmus.alignment.embedded.model import LinkModel
from litmus.errors import DataError, UsageError
from litmus.files.cache import Cache, cache_key
from litmus.files.text import write_bytes
from litmus.wording import option

FORMAT = "litmus aligner"


def learn_once(
    aligner: EmbeddedAligner, pairs: Iterable[tuple[str, str]], cache: Cache
) -> EmbeddedAligner:
    """`aligner.learn(pairs)`, or what came of it the last time."""
    learned_from = chosen(pairs)
    sides = zip(*learned_from, strict=True) if learned_from else ((), ())
    key = cache_key("aligner", "-".join(aligner.languages), aligner.signature, *sides)
    content = cache.get(key)
    if content is not None:
        with suppress(*_BROKEN):
            return _aligner(*_read(content))
    learned = aligner.learn(learned_from)
    cache.put(key, pack(learned))
    return learned


def save(aligner: EmbeddedAligner, path: Path) -> None:
    """The file appears under its name only when it is complete."""
    write_bytes(path, pack(aligner))


def pack(aligner: EmbeddedAligner) -> bytes:
    """Everything an aligner knows."""
    about = {
        "format": FORMAT,
        "version": VERSION,
        "languages": aligner.languages,
        "tokenisation": aligner.tokenisation,
        "knows": aligner.knows,
    }
    held: dict[str, Any] = {
        **aligner.model.prior.arrays("prior"),
        **aligner.model.learned.arrays("learned"),
        "jumps": np.stack(aligner.model.jumps),
        "about": np.frombuffer(json.dumps(about).encode(), np.uint8),
    }
    content = io.BytesIO()
    np.savez_compressed(content, **held)
    return content.getvalue()


def load(path: Path, languages: tuple[str, str] | None = None) -> EmbeddedAligner:
    """An aligner that `save` wrote, for these languages if any are given."""
    try:
        content = path.read_bytes()
    except OSError as error:
        what = "does not exist" if isinstance(error, FileNotFoundError) else "cannot be read"
        raise DataError(f"{path} {what}.") from error
    try:
        about, model = _read(content)
    except _BROKEN as error:
        raise DataError(
            f"{path} is not an aligner that litmus saved, or it is cut short.\n"
            "Make it again: litmus align --train -l SRC-TGT -s SRC -r TGT -o MODEL"
        ) from error
    if about["version"] != VERSION:
        raise DataError(
            f"{path} was saved by version {about['version']} of the aligner; this is version "
            f"{VERSION}.\nTrain it again: its links would not be comparable."
        )
    own = tuple(about["languages"])
    if languages is not None and own != tuple(languages):
        raise DataError(
            f"{path} links {'-'.join(own)}, not {'-'.join(languages)}.\n"
            "Give the texts the other way round, or train one for this pair."
        )
    return _aligner(about, model)


def _aligner(about: dict[str, Any], model: LinkModel) -> EmbeddedAligner:
    source, target = about["languages"]
    return EmbeddedAligner(
        (source, target), tokenisation=about["tokenisation"], model=model, knows=about["knows"]
    )


def load_named(languages: tuple[str, str], tokens: str, file: str) -> EmbeddedAligner:
    """The aligner `model:FILE`, which must link tokens of this kind."""
    aligner = load(Path(file), languages)
    if aligner.tokenisation != tokens:
        raise UsageError(
            f"{file} links tokens of the kind {aligner.tokenisation!r}, not {tokens!r}.\n"
            f"Say so ({option('tokens', aligner.tokenisation)}), or train one for {tokens!r}."
        )
    return aligner


# What NumPy, zipfile, zlib and json say of bytes that are not theirs.
_BROKEN = (
    OSError, ValueError, KeyError, EOFError, TypeError, NotImplementedError, IndexError,
    RecursionError, MemoryError, zipfile.BadZipFile, zlib.error,
)  # fmt: skip


def _read(content: bytes) -> tuple[dict[str, Any], LinkModel]:
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        about = json.loads(archive["about"].tobytes())
        if about["format"] != FORMAT:
            raise KeyError("format")
        if about["version"] != VERSION:
            return about, LinkModel(Counts.of(()))
        held = {name: archive[name] for name in archive.files}
    source, target = about["languages"]
    prior, learned = (Counts.from_arrays(name, held) for name in ("prior", "learned"))
    return about, LinkModel(prior, learned, list(held["jumps"]), languages=(source, target))
