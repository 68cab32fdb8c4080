"""What the files of the networks say, and the sizes in which sentences go through them."""

from pathlib import Path

import numpy as np
import pytest

from litmus.language.embedded import model
from litmus.language.embedded.lexicon import FOLDER
from litmus.language.embedded.model import (
    LONGEST,
    WordVectors,
    _adds_products_of_bytes,
    _sums,
    layer_names,
    room,
    session,
    weights,
)


def test_sentences_are_padded_to_few_lengths() -> None:
    rooms = {
        1: 2, 2: 2, 3: 4, 30: 30, 31: 32, 33: 36, 60: 60, 61: 64, 65: 80, 112: 112, 113: 128,
        129: 160, 225: 256, 256: 256,
    }  # fmt: skip
    assert {length: room(length) for length in rooms} == rooms
    assert LONGEST == 256


def test_processors_say_what_they_can(tmp_path: Path) -> None:
    path = tmp_path / "cpuinfo"
    assert not _adds_products_of_bytes(path)  # without a word, nothing is taken for granted
    for said, exact in {
        "processor\t: 0\nflags\t\t: fpu avx2 avx512f avx512_vnni\n": True,
        "flags\t\t: fpu avx2 avx_vnni\nbugs\t\t: none\n": True,
        "flags\t\t: fpu avx2 avx512f\nbugs\t\t: avx_vnni\n": False,
        "Features\t: fp asimd asimddp\n": False,
    }.items():
        path.write_text(said, encoding="utf-8")
        _adds_products_of_bytes.cache_clear()
        assert _adds_products_of_bytes(path) is exact


@pytest.mark.parametrize("exact", [True, False])
def test_the_way_around_is_taken_where_products_overflow(
    exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model, "_adds_products_of_bytes", lambda: exact)
    options = session.__wrapped__("types").get_session_options()
    assert (options.intra_op_num_threads, options.inter_op_num_threads) == (1, 1)
    assert not options.enable_cpu_mem_arena
    if exact:
        with pytest.raises(RuntimeError):  # not set
            options.get_session_config_entry("session.x64quantprecision")
    else:
        assert options.get_session_config_entry("session.x64quantprecision") == "1"


def test_layers_count_from_one_and_are_five_and_two_where_nobody_says(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(model, "about", lambda folder: {})
    assert layer_names("words", tmp_path) == [f"words-{number}" for number in range(1, 6)]
    assert layer_names("characters-spaced", tmp_path) == [f"characters-spaced-{n}" for n in (1, 2)]
    monkeypatch.setattr(model, "about", lambda folder: {"layers": {"words": 1}})
    assert layer_names("words", tmp_path) == ["words-1"]


def test_sums_of_rows_have_their_steps() -> None:
    table = np.array([[1, 2], [10, 20], [100, 127]], np.int8)
    step = np.array([1, 0.5, 2], np.float32)
    found = _sums(table, step, np.array([[0, 1], [2, 2]]))
    assert found.tolist() == [[1 + 5, 2 + 10], [400, 508]]


def test_weights_of_sixteen_bits_become_those_of_thirty_two(tmp_path: Path) -> None:
    np.savez(tmp_path / "xx.npz", half=np.ones(1, np.float16), whole=np.ones(1, np.int8))
    assert {name: one.dtype.name for name, one in weights("xx", tmp_path).items()} == {
        "half": "float32",
        "whole": "int8",
    }


def test_words_are_learned_once_and_forgotten_when_they_are_many(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    vectors = WordVectors("en")
    learned: list[list[str]] = []
    learn = vectors._learn
    monkeypatch.setattr(vectors, "_learn", lambda forms: (learned.append(forms), learn(forms)))
    rows = model.Rows([1])
    vectors.learn(["a", "b", "a"])
    before = vectors.states([["b"]], rows).tolist()
    vectors.learn(["b", "c"])
    assert vectors.states([["b"]], rows).tolist() == before
    monkeypatch.setattr(model, "_TYPES", 3)
    vectors.learn(["c"])  # three are no more than there is room for
    vectors.learn(["a", "d"])
    vectors.learn(["b"])
    assert learned == [["a", "b"], ["c"], ["d"], ["b"]]
    assert vectors.states([["b"]], rows).tolist() == before


def test_name_of_a_folder_is_its_name_version_and_digest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert model.name_of(FOLDER) == f"v{model.about()['version']}.{model.REVISION}"

    def named(folder: str, **files: str) -> str:
        path = tmp_path / folder
        path.mkdir()
        for name, text in files.items():
            (path / name).write_text(text, encoding="utf-8")
        return model.name_of(path)

    named_so = {"version": 3, "name": "mine"}
    monkeypatch.setattr(
        model, "about", lambda folder: named_so if folder.name != "nameless" else {"version": 3}
    )
    first, same = named("one", a="x", b="y"), named("same", b="y", a="x")
    (tmp_path / "one" / "folder").mkdir()
    assert first == same == model.name_of.__wrapped__(tmp_path / "one")
    assert len({first, named("other", a="x", c="y"), named("third", a="x", b="z")}) == 3
    assert named("nameless", a="x", b="y") == first.replace("mine", "unnamed")
    start, digest = first.rsplit(".", 1)
    assert (start, len(digest)) == ("mine.v3", 8)
