"""`litmus dictionary build` from Japanese dictionaries, from parallel text, and with lemmas."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from litmus.cli import main
from litmus.language.dictionary.bilingual import load_dictionary
from litmus.language.dictionary.formats import read_pairs


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(name: str, text: str) -> Path:
    path = Path(name)
    path.write_text(text, encoding="utf-8")
    return path


JMDICT = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE JMdict [<!ENTITY n "noun (common) (futsuumeishi)">]>
<JMdict>
<entry><ent_seq>1318070</ent_seq><k_ele><keb>辞書</keb></k_ele><r_ele><reb>じしょ</reb></r_ele>
<sense><pos>&n;</pos><gloss>dictionary</gloss><gloss xml:lang="ger">Wörterbuch</gloss>
<gloss xml:lang="eng">R &amp; D</gloss></sense></entry>
<entry><ent_seq>2</ent_seq><r_ele><reb>うみ</reb></r_ele>
<sense><gloss>sea (salty)</gloss></sense></entry>
</JMdict>
""".replace("><", ">\n<")


@pytest.mark.parametrize(("name", "text", "pairs"), [
    ("JMdict_e", JMDICT, "うみ=sea じしょ=dictionary 辞書=dictionary じしょ=R_&_D 辞書=R_&_D"),
    ("edict.txt", "犬 [いぬ] /(n) dog/(P)/\n", "犬=dog いぬ=dog"),
    ("edict.txt", "言う;云う(oK) [いう(P)] /(v5u) (1) to say/EntL1587040X/\n",
     "言う=say 云う=say いう=say"),
    ("edict.txt", "あ /(int) ah/\n", "あ=ah"),
])  # fmt: skip
def test_japanese_dictionaries_give_words_and_readings_with_english_glosses(
    name: str, text: str, pairs: str
) -> None:
    found = [f"{word}={gloss.replace(' ', '_')}" for word, gloss in read_pairs(written(name, text))]
    assert sorted(found) == sorted(pairs.split())


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
    command = "dictionary build eng-fra.tsv --forms text -l en-fr -o d.tsv"
    assert main(command.split()) == 0
    found = load_dictionary([Path("d.tsv")], "en", "fr")
    assert (found.lookup("dogs"), found.lookup("sings")) == ({"chien"}, {"chanter"})
    assert not found.lookup("garden")
