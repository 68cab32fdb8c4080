"""Models in GGUF files: the same scores and words as from a folder, and what can be wrong."""

import re
import shutil
import sys
from pathlib import Path

import pytest
from tests.nmt.tiny import LANGUAGES, TEXT

from litmus.errors import DataError, MissingExtra
from litmus.nmt.decoding.translator import Translator
from litmus.nmt.model import Model, load_model
from litmus.nmt.scoring.scorer import Request, Scorer
from litmus.nmt.windows import Window

REQUESTS = [
    Request(TEXT[n], TEXT[n + 6], window)
    for n in range(6)
    for window in (Window(), Window((TEXT[0],), (TEXT[6],)))
]


def loaded(path: Path) -> Model:
    return load_model(str(path), LANGUAGES, device="cpu")


def refused(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        loaded(path)
    return str(caught.value)


@pytest.fixture(scope="module")
def packed(qwen2: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("gguf", reason="gguf is not installed: pip install 'litmus-mt[gguf]'")
    from tests.nmt.gguf_writing import write_gguf

    path = tmp_path_factory.mktemp("packed") / "tiny-f32.gguf"
    write_gguf(qwen2, path)
    return path


@pytest.mark.parametrize("prompt", ["plain", "chat"])
def test_a_file_scores_as_the_folder_it_was_made_from(
    packed: Path, qwen2: Path, prompt: str
) -> None:
    from_folder = Scorer(loaded(qwen2), prompt=prompt).score(REQUESTS)
    from_file = Scorer(loaded(packed), prompt=prompt).score(REQUESTS)
    for left, right in zip(from_folder, from_file, strict=True):
        assert left.spans == right.spans
        assert [*left.log_probs] == pytest.approx([*right.log_probs], abs=1e-5)


def test_a_file_translates_as_the_folder_it_was_made_from(packed: Path, qwen2: Path) -> None:
    words = [
        Translator(loaded(path), beam=1, prompt="chat", max_extra=9).translate(TEXT[:4])
        for path in (packed, qwen2)
    ]
    assert words[0] == words[1]
    assert any(words[0])


def test_a_folder_with_nothing_but_a_file_or_a_config(
    packed: Path, qwen2: Path, tmp_path: Path
) -> None:
    model = loaded(packed.parent)
    assert model.kind == "decoder-only"
    assert model.weights == loaded(packed).weights
    assert model.signature.endswith(f"M.float32#{model.weights[:8]}")
    folder = Path(shutil.copytree(qwen2, tmp_path / "both"))
    shutil.copy(packed, folder)
    assert loaded(folder).weights == loaded(qwen2).weights


def test_the_signature_is_that_of_the_files_bytes(
    packed: Path, qwen2: Path, tmp_path: Path
) -> None:
    from tests.nmt.gguf_writing import write_gguf

    other = tmp_path / packed.name
    write_gguf(qwen2, other, bits=8)
    left, right = loaded(packed), loaded(other)
    assert left.signature.startswith("tiny-f32.gguf.0.")
    assert left.signature != right.signature
    # Weights in 8 bits are nearly those they were, and are read in full precision.
    assert "float32" in right.signature
    for one, two in zip(Scorer(left).score(REQUESTS), Scorer(right).score(REQUESTS), strict=True):
        assert 0 < abs(one.total - two.total) < 0.1 * abs(one.total)


def test_files_that_do_not_fit_are_refused(packed: Path, tmp_path: Path) -> None:
    content = packed.read_bytes()
    for name, text, message in (
        ("big-00001-of-00003.gguf", content, "is one of 3 parts of a model. Put them together first"),
        *(("cut.gguf", content[:n], r"cut\.gguf cannot be loaded: .+\nGive a folder with")
          for n in (0, 3, 400, 60_000)),
        ("no.gguf", b"no model\n" * 100, r"no\.gguf cannot be loaded: "),
    ):  # fmt: skip
        (tmp_path / name).write_bytes(text)
        assert re.search(message, refused(tmp_path / name))
    # a file that is not there is not asked for at the hub
    gone = refused(Path("nowhere.gguf"))
    assert re.search(r"^nowhere\.gguf does not exist\.\nGive .* a GGUF file", gone)
    two = tmp_path / "two"
    two.mkdir()
    for name in ("a-q4.gguf", "b-q8.GGUF"):
        shutil.copy(packed, two / name)
    message = f"{two} holds 2 GGUF files. Name the one to load: a-q4.gguf, b-q8.GGUF"
    assert refused(two) == message


def test_without_gguf_the_extra_is_named(packed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gguf", None)
    with pytest.raises(MissingExtra, match=r'GGUF file needs .*\n.*"litmus-mt\[gguf\]"'):
        loaded(packed)
