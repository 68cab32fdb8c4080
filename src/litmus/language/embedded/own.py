"""Models of one's own: the folder is looked at before anything is analysed with it."""

import json
import lzma
import re
from pathlib import Path
from typing import Any

from litmus.errors import DataError, LitmusError, UsageError
from litmus.language.embedded.analyser import EmbeddedAnalyser
from litmus.language.embedded.model import about, layer_names

ABOUT = "model.json.xz"
_SHARED = (
    "all.npz", "pieces.npy", "words.npy", "types.onnx", "words.onnx", "heads.onnx", "relations.onnx"
)  # fmt: skip
_KEYS = {"version", "table", "segmenter", "relations", "languages"}
_PLAIN = re.compile("[A-Za-z0-9_-]+")
_TRIAL = "A b."
_WAY_OUT = "Make the folder anew: experiments/analyser/train.py TREEBANKS FOLDER"


def checked(language: str, folder: Path) -> EmbeddedAnalyser:
    """The analyser of a folder, or an error that says what is wrong with the folder."""
    facts = _about(folder)
    try:
        if language not in facts["languages"]:
            raise UsageError(
                f"The model in {folder} does not know {language} "
                f"(it knows: {', '.join(sorted(facts['languages']))})."
            )
        if missing := [name for name in _wanted(language, folder) if not (folder / name).is_file()]:
            raise DataError(f"The model in {folder} lacks {', '.join(missing)}.\n{_WAY_OUT}")
        analyser = EmbeddedAnalyser(language, folder=folder)
        list(analyser.analyse([_TRIAL]))
    except LitmusError:
        raise
    except Exception as error:  # whatever a damaged file leads to
        raise DataError(
            f"The model in {folder} cannot be used; one of its files is damaged or of another "
            f"model: {type(error).__name__}: {error}\n{_WAY_OUT}"
        ) from error
    return analyser


def _wanted(language: str, folder: Path) -> list[str]:
    """The files without which a language cannot be analysed."""
    group = "unspaced" if language in about(folder)["segmenter"]["unspaced"] else "spaced"
    characters = f"characters-{group}"
    layers = [name for network in ("words", characters) for name in _layers(network, folder)]
    return [*_SHARED, f"{language}.npz", f"{characters}.npy", f"{characters}.onnx", *layers]


def _layers(network: str, folder: Path) -> list[str]:
    """The files of its layers; there must not be more."""
    own = [f"{name}.onnx" for name in layer_names(network, folder)]
    there = sorted(path.name for path in folder.glob(f"{network}-[0-9].onnx"))
    if more := [name for name in there if name not in own]:
        raise DataError(
            f"The model in {folder} has {len(own)} layers, but there is {more[0]}.\n{_WAY_OUT}"
        )
    return own


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
    for key in ("name", "version"):
        if not _PLAIN.fullmatch(str(value := facts.get(key, "unnamed"))):
            raise DataError(
                f"{path}: the {key} of the model is {value!r}; signatures take only letters from a "
                "to z, digits, - and _."
            )
    return facts
