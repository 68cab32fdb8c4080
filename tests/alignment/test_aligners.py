"""Aligners by name: what each name gives, and what is said of names that are none."""

import sys
from importlib.metadata import metadata
from pathlib import Path

import pytest

from litmus.alignment.aligners import ALIGNERS, DEFAULT, align, learn, load_aligner
from litmus.alignment.backends.pharaoh_files import PharaohFile
from litmus.alignment.embedded.aligner import EmbeddedAligner
from litmus.alignment.embedded.model_files import save
from litmus.alignment.links import Alignment
from litmus.errors import MissingExtra, UnknownName, UsageError

KNOWN = "Known: " + ", ".join(sorted(ALIGNERS.forms))
PAIR = ("sv", "fi")
# package -> the aligners that need it, and the extra that brings it
EXTRAS = {
    "eflomal": (["eflomal"], "eflomal"),
    "systran_align": (["fast_align"], "fast-align"),
    "transformers": (["simalign:some/model", "awesome:some/model"], "encoder"),
}


def refused(name: str, languages: tuple[str, str] = PAIR) -> str:
    with pytest.raises(UnknownName) as caught:
        load_aligner(name, languages)
    return str(caught.value)


def test_default_aligner_is_the_embedded_one() -> None:
    found = load_aligner(DEFAULT, ("eng", "fr"), "space")
    assert isinstance(found, EmbeddedAligner)
    assert (found.languages, found.tokenisation) == (("en", "fr"), "space")
    assert DEFAULT in ALIGNERS


def test_pharaoh_aligner_reads_its_file(tmp_path: Path) -> None:
    path = tmp_path / "a:b.align"
    path.write_text("0-1\n\n", encoding="utf-8")
    found = load_aligner(f"pharaoh:{path}", PAIR)
    assert isinstance(found, PharaohFile)
    texts = [("ett två", "kaksi yksi"), ("x", "y")]
    assert [sorted(a.links) for a in align(texts, PAIR, aligner=f"pharaoh:{path}")] == [
        [(0, 1)], [],
    ]  # fmt: skip


def test_saved_aligner_is_loaded(tmp_path: Path) -> None:
    save(EmbeddedAligner(PAIR).learn([("hus", "talo")]), tmp_path / "m")
    found = load_aligner(f"model:{tmp_path / 'm'}", PAIR)
    assert isinstance(found, EmbeddedAligner)
    assert not found.learns


def test_unknown_aligner_is_told_what_there_is() -> None:
    hints = {"embeded": "embedded", "Eflomal": "eflomal", "fast-align": "fast_align",
             "modle:x": "model:FILE", "giza": "", "": ""}  # fmt: skip
    for name, meant in hints.items():
        hint = f" Did you mean {meant!r}?" if meant else ""
        assert refused(name) == f"No aligner is called {name!r}.{hint}\n{KNOWN}"
    for languages in (("xx", "fr"), ("en", "xx")):
        assert refused("embedded", languages).startswith("No language is called 'xx'.\n")


NEEDS = "The aligner {} needs an argument: "
MODEL = "model:FILE (a model saved by litmus align --train)"
ENCODER = "simalign:MODEL (mutual best words by a Hugging Face encoder; the extra 'encoder')"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("model", NEEDS.format("model") + MODEL),
        ("model:", NEEDS.format("model") + MODEL),
        ("simalign", NEEDS.format("simalign") + ENCODER),
        ("embedded:", "The aligner embedded takes no argument, but '' was given."),
        ("embedded:x", "The aligner embedded takes no argument, but 'x' was given."),
    ],
)
def test_aligner_with_a_wrong_argument(name: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_aligner(name, PAIR)
    assert str(caught.value) == message


@pytest.mark.parametrize("name", ALIGNERS.forms)
def test_every_specification_leads_somewhere(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # without any package: an aligner, or the name of the extra; never an unknown name
    for package in EXTRAS:
        monkeypatch.setitem(sys.modules, package, None)
    save(EmbeddedAligner(PAIR).learn([]), tmp_path / "m")
    (tmp_path / "links").write_text("0-0\n", encoding="utf-8")
    spec = name.replace("FILE", str(tmp_path / ("m" if "model" in name else "links")))
    spec = spec.replace("[:TOKENS]", ":space")
    needs = {other.partition(":")[0] for names, _ in EXTRAS.values() for other in names}
    if spec.partition(":")[0] in needs:
        with pytest.raises(MissingExtra):
            load_aligner(spec, PAIR)
    else:
        assert load_aligner(spec, PAIR).signature


@pytest.mark.parametrize("package", EXTRAS)
def test_missing_package_names_the_extra(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    names, extra = EXTRAS[package]
    assert extra in metadata("litmus-mt").get_all("Provides-Extra", [])
    for name in names:
        with pytest.raises(MissingExtra) as caught:
            load_aligner(name, PAIR)
        assert str(caught.value) == (
            f"The aligner {name} needs a package that is not installed.\n"
            f'Install it with: pip install "litmus-mt[{extra}]"'
        )


class Fixed:
    """An aligner that cannot learn, and counts how often it was finished."""

    signature = "fixed"

    def __init__(self) -> None:
        self.finished = 0

    def align(self, pairs: object) -> list[Alignment]:
        assert isinstance(pairs, list)
        return [Alignment((), (), frozenset()) for _ in pairs]

    def finish(self) -> None:
        self.finished += 1


def test_learn_leaves_a_fixed_aligner_as_it_is() -> None:
    fixed = Fixed()
    assert learn(fixed, [("a", "b")]) is fixed
    learned = EmbeddedAligner(PAIR).learn([("hus", "talo")])
    assert learn(learned, [("bil", "auto")]) is learned


def test_align_finishes_its_aligner() -> None:
    fixed = Fixed()
    assert len(align([("a", "b"), ("c", "d")], PAIR, aligner=fixed)) == 2
    assert fixed.finished == 1
