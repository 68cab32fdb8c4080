"""`litmus dictionary build` from Japanese dictionaries, from parallel text, and with lemmas."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from litmus.cli import main
from litmus.language.dictionary.bilingual import load_dictionary
from litmus.language.dictionary.formats import read_pairs

JMDICT = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE JMdict [
<!ENTITY n "noun (common) (futsuumeishi)">
]>
<JMdict>
<entry>
<ent_seq>1318070</ent_seq>
<k_ele>
<keb>辞書</keb>
</k_ele>
<r_ele>
<reb>じしょ</reb>
</r_ele>
<sense>
<pos>&n;</pos>
<gloss>dictionary</gloss>
<gloss xml:lang="ger">Wörterbuch</gloss>
<gloss xml:lang="eng">R &amp; D</gloss>
</sense>
</entry>
<entry>
<ent_seq>2</ent_seq>
<r_ele>
<reb>うみ</reb>
</r_ele>
<sense>
<gloss>sea (salty)</gloss>
</sense>
</entry>
</JMdict>
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(name: str, text: str) -> Path:
    path = Path(name)
    path.write_text(text, encoding="utf-8")
    return path


def test_jmdict_gives_words_and_readings_with_english_glosses_alone() -> None:
    assert sorted(read_pairs(written("JMdict_e", JMDICT))) == [
        ("うみ", "sea"),
        ("じしょ", "R & D"),
        ("じしょ", "dictionary"),
        ("辞書", "R & D"),
        ("辞書", "dictionary"),
    ]


@pytest.mark.parametrize(
    ("line", "pairs"),
    [
        ("犬 [いぬ] /(n) dog/(P)/", {("犬", "dog"), ("いぬ", "dog")}),
        (
            "言う;云う(oK) [いう(P)] /(v5u) (1) to say/EntL1587040X/",
            {("言う", "say"), ("云う", "say"), ("いう", "say")},
        ),
        ("あ /(int) ah/", {("あ", "ah")}),
    ],
)
def test_edict_lines(line: str, pairs: set[tuple[str, str]]) -> None:
    assert set(read_pairs(written("edict.txt", line + "\n"))) == pairs


def test_build_finds_words_in_parallel_text(capsys: pytest.CaptureFixture[str]) -> None:
    # words that no dictionary has, so that they come from the text
    nouns = [("blick", "trull"), ("drass", "mevin"), ("fopse", "zalto"), ("glimp", "quorn")]
    source = [f"the {a} and the {b}" for a, _ in nouns for b, _ in nouns if a != b]
    target = [f"le {a} et le {b}" for _, a in nouns for _, b in nouns if a != b]
    written("s", "\n".join(source) + "\n")
    written("t", "\n".join(target) + "\n")
    assert main(["dictionary", "build", "-s", "s", "-r", "t", "-l", "en-fr", "-o", "d.tsv"]) == 0
    assert "d.tsv: " in capsys.readouterr().out
    found = load_dictionary([Path("d.tsv")], "en", "fr")
    for word, other in nouns:
        assert found.lookup(word) == {other}
    counts = [
        line.split("\t") for line in Path("d.tsv").read_text("utf-8").split("\n") if "\t" in line
    ]
    assert all(float(count) > 0 for _, _, count in counts)


def test_build_gives_forms_the_entries_of_their_lemmas() -> None:
    written("eng-fra.tsv", "dog\tchien\nsing\tchanter\n")
    written("text", "The dogs were sleeping.\nShe sings in the garden.\n")
    command = [
        "dictionary",
        "build",
        "eng-fra.tsv",
        "--forms",
        "text",
        "-l",
        "en-fr",
        "-o",
        "d.tsv",
    ]
    assert main(command) == 0
    found = load_dictionary([Path("d.tsv")], "en", "fr")
    assert (found.lookup("dogs"), found.lookup("sings")) == ({"chien"}, {"chanter"})
    assert not found.lookup("garden")


@pytest.mark.parametrize("given", [[], ["-s", "s"], ["-r", "t"]])
def test_build_without_anything_to_build_from(
    given: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["dictionary", "build", *given, "-l", "en-fr", "-o", "d.tsv"]) == 2
    said = capsys.readouterr().err
    assert said.startswith("litmus: Give dictionary files, or parallel text with -s SRC -r TGT")
    assert not Path("d.tsv").exists()
