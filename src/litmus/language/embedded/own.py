"""Models of one's own: the folder is looked at before anything is analysed with it."""

import json
import lzma
from pathlib import Path
from typing import Any

from litmus.errors import DataError, UsageError
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.model import about

ABOUT = "model.json.xz"
_SHARED = (
    "all.npz", "pieces.npy", "words.npy", "types.onnx", "words.onnx", "heads.onnx", "relations.onnx"
)  # fmt: skip
_KEYS = {"version", "table", "segmenter", "relations", "languages"}
_TRIAL = "A b."
_WAY_OUT = "Make the folder anew: experiments/analyser/train.py TREEBANKS FOLDER"


def checked(language: str, folder: Path) -> EmbeddedAnalyser:
    """The analyser of a folder, or an error that says what is wrong with the folder."""
    facts = _about(folder)
    if language not in facts["languages"]:
        raise UsageError(
            f"The model in {folder} does not know {language} "
            f"(it knows: {', '.join(sorted(facts['languages']))})."
        )
    group = "unspaced" if language in facts["segmenter"]["unspaced"] else "spaced"
    wanted = (*_SHARED, f"{language}.npz", f"characters-{group}.npy", f"characters-{group}.onnx")
    if missing := [name for name in wanted if not (folder / name).is_file()]:
        raise DataError(f"The model in {folder} lacks {', '.join(missing)}.\n{_WAY_OUT}")
    try:
        analyser = EmbeddedAnalyser(language, folder=folder)
        list(analyser.analyse([_TRIAL]))
    except Exception as error:  # whatever a damaged file leads to
        raise DataError(
            f"The model in {folder} cannot be used; one of its files is damaged or of another "
            f"model: {type(error).__name__}: {error}\n{_WAY_OUT}"
        ) from error
    return analyser


def _about(folder: Path) -> dict[str, Any]:
    path = folder / ABOUT
    if not path.is_file():
        what = "has no file model.json.xz" if folder.is_dir() else "is no folder"
        raise UsageError(
            f"{folder} {what}, so it is no model of the embedded analyser.\n"
            "embedded:FOLDER takes what experiments/analyser/train.py made."
        )
    try:
        facts = about(folder)
    except (lzma.LZMAError, EOFError, json.JSONDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}\n{_WAY_OUT}") from error
    if not isinstance(facts, dict) or (missing := sorted(_KEYS - facts.keys())):
        lacks = ", ".join(missing) if isinstance(facts, dict) else "everything"
        raise DataError(f"{path} lacks {lacks}.\n{_WAY_OUT}")
    return facts
