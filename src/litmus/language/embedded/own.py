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
    characters = f"characters-{group}"
    wanted = [*_SHARED, f"{language}.npz", f"{characters}.npy", f"{characters}.onnx"]
    wanted += [name for network in ("words", characters) for name in _layers(network, folder)]
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


def _layers(network: str, folder: Path) -> list[str]:
    """The files of its layers, which are as many as the model says; one that does not say has all
    up to the last that is there."""
    there = [int(path.stem.rpartition("-")[2]) for path in folder.glob(f"{network}-[0-9].onnx")]
    many = about(folder).get("layers", {}).get(network, max(there, default=1))
    if more := [number for number in there if number > many]:
        raise DataError(
            f"The model in {folder} has {many} layers, but there is {network}-{min(more)}.onnx.\n"
            f"{_WAY_OUT}"
        )
    return [f"{network}-{number}.onnx" for number in range(1, many + 1)]


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
