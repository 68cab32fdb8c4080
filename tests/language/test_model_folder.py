"""`embedded:FOLDER`: a model that did not come with litmus."""

import json
import lzma
import re
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from litmus.errors import DataError, LitmusError, UsageError
from litmus.language import embedded
from litmus.language.analysers import analyse, load_analyser
from litmus.language.embedded.lexicon import FOLDER
from litmus.language.embedded.model import REVISION, about
from litmus.scoring.plan import _united

TEXT = "The old dogs were sleeping, but she walked on."


@pytest.fixture(scope="module")
def mine(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped files under another name."""
    made = tmp_path_factory.mktemp("model")
    for path in FOLDER.iterdir():
        (made / path.name).symlink_to(path)
    change(made, lambda about: about | {"name": "mine", "version": 3})
    return made


@pytest.fixture
def folder(mine: Path, tmp_path: Path) -> Path:
    """The same, to be changed."""
    made = tmp_path / "mine"
    made.mkdir()
    for path in mine.iterdir():
        (made / path.name).symlink_to(path.resolve())
    return made


def change(folder: Path, make: Callable[[dict[str, object]], object]) -> None:
    path = folder / "model.json.xz"
    about = json.loads(lzma.decompress((FOLDER / path.name).read_bytes()))
    path.unlink(missing_ok=True)
    path.write_bytes(lzma.compress(json.dumps(make(about)).encode(), preset=0))  # fast


def refused(folder: Path, language: str = "en") -> LitmusError:
    with pytest.raises(LitmusError) as caught:
        load_analyser(f"embedded:{folder}", language)
    return caught.value


def test_model_in_a_folder_analyses_as_its_files_do(mine: Path) -> None:
    found = list(analyse([TEXT], "en", backend=f"embedded:{mine}"))
    assert found == list(analyse([TEXT], "en"))
    # signatures of scores show the whole model: the digest and the version of the word list, too
    signature = "embedded.mine.v1.48ee308d+simplemma.1.2.3"
    assert _united([signature, signature]) == signature


def test_signature_of_a_model_has_its_name_version_and_digest(folder: Path) -> None:
    first = load_analyser(f"embedded:{folder}", "en").signature
    lists = f"+simplemma.{metadata.version('simplemma')}"
    assert re.fullmatch(r"embedded\.mine\.v3\.[0-9a-f]{8}" + re.escape(lists), first)
    assert embedded.load("en").signature == f"embedded.v{about()['version']}.{REVISION}{lists}"
    other = folder.with_name("other")
    other.mkdir()
    for path in folder.iterdir():
        (other / path.name).symlink_to(path.resolve())
    assert load_analyser(f"embedded:{other}", "en").signature == first  # wherever it is
    (other / "lemmas.json").unlink()
    (other / "lemmas.json").write_text("{}", encoding="utf-8")
    third = folder.with_name("third")
    other.rename(third)
    assert load_analyser(f"embedded:{third}", "en").signature != first


def test_folder_that_is_no_model_or_lacks_the_language(folder: Path, tmp_path: Path) -> None:
    error = refused(tmp_path)
    assert isinstance(error, UsageError)
    assert str(error) == (
        f"{tmp_path} has no file model.json.xz, so it is no model of the embedded analyser.\n"
        "embedded:FOLDER takes what experiments/analyser/train.py made."
    )
    change(folder, lambda about: about | {"languages": {"xx": {}, "de": {}}})
    assert str(refused(folder)) == f"The model in {folder} does not know en (it knows: de, xx)."


@pytest.mark.parametrize(
    ("name", "layers"),
    [
        *((name, True) for name in ("en.npz", "pieces.npy", "heads.onnx", "characters-spaced.npy")),
        *((name, True) for name in ("words-5.onnx", "characters-spaced-2.onnx")),  # the last layers
        # as many as version 7 had, the last one that did not say
        *((name, False) for name in ("words-3.onnx", "words-5.onnx", "characters-spaced-2.onnx")),
    ],
)
def test_model_that_lacks_a_file(folder: Path, name: str, layers: bool) -> None:
    said = {"layers": {"words": 5, "characters-spaced": 2}} if layers else {}
    change(folder, lambda about: {key: about[key] for key in about if key != "layers"} | said)
    load_analyser(f"embedded:{folder}", "en")
    (folder / name).unlink()
    folder = folder.rename(folder.with_name("incomplete"))
    error = refused(folder)
    assert isinstance(error, DataError)
    assert str(error).startswith(f"The model in {folder} lacks {name}.\nMake the folder anew")


def test_model_with_a_layer_too_many(folder: Path) -> None:
    change(folder, lambda about: about | {"layers": {"words": 4, "characters-spaced": 2}})
    said = f"The model in {folder} has 4 layers, but there is words-5.onnx.\nMake the folder anew"
    assert str(refused(folder)).startswith(said)


@pytest.mark.parametrize(
    "what", ["words.onnx", "en.npz", "words.npy", "segmenter", "table", "layers", "languages"]
)
def test_model_with_a_damaged_file_or_a_description_of_another_shape(
    folder: Path, what: str
) -> None:
    if "." in what:
        (folder / what).unlink()
        (folder / what).write_bytes(b"damaged")
    else:
        change(folder, lambda about: about | {what: {"en": [], "words": []}})
    error = refused(folder)
    assert isinstance(error, DataError)
    assert f"The model in {folder} cannot be used; one of its files is damaged" in str(error)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"damaged", "cannot be read"),
        (lzma.compress(b"{"), "cannot be read"),
        (lzma.compress(b"[]"), "lacks everything"),
        (lzma.compress(b"{}"), "lacks languages, relations, segmenter, table, version"),
    ],
    ids=["no-xz", "no-json", "list", "empty"],
)
def test_model_with_a_damaged_description(folder: Path, content: bytes, said: str) -> None:
    (folder / "model.json.xz").unlink()
    (folder / "model.json.xz").write_bytes(content)
    error = refused(folder)
    assert isinstance(error, DataError)
    assert str(error).startswith(f"{folder / 'model.json.xz'} {said}")


@pytest.mark.parametrize(("key", "value"), [("name", "a#b"), ("name", ""), ("version", "1+2")])
def test_model_whose_name_does_not_go_into_a_signature(folder: Path, key: str, value: str) -> None:
    change(folder, lambda about: about | {key: value})
    error = refused(folder)
    assert isinstance(error, DataError)
    assert str(error) == (
        f"{folder / 'model.json.xz'}: the {key} of the model is {value!r}; signatures take only "
        "letters from a to z, digits, - and _."
    )


def test_same_path_in_another_folder_is_another_model(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    assert "mine" in load_analyser("embedded:mine", "en").signature
    (folder / "mine").mkdir()
    monkeypatch.chdir(folder)
    with pytest.raises(UsageError, match="has no file model.json.xz"):
        load_analyser("embedded:mine", "en")
