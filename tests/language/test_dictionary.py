"""Dictionaries: direction, merging, lookup, building."""

from pathlib import Path

import pytest

from litmus.errors import DataError, UsageError
from litmus.language.dictionary.bilingual import Dictionary, build, load_dictionary


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def entries(dictionary: Dictionary) -> dict[str, set[str]]:
    return {word: set(found) for word, found in dictionary.entries.items()}


@pytest.mark.parametrize(
    ("name", "turned"),
    [(name, False) for name in ("en-fr.txt", "eng-fra.tsv", "freedict-eng-fra.txt", "words.txt", "my-old-list.txt")]
    + [(name, True) for name in ("fr-en.txt", "fra-eng.tsv", "muse.fr-en.txt", "FR-EN.txt")],
)  # fmt: skip
def test_dictionary_is_read_in_the_direction_of_its_name(
    tmp_path: Path, name: str, turned: bool
) -> None:
    pairs = [("ice", "glace"), ("ice", "verglas")]
    lines = ("\t".join(reversed(pair) if turned else pair) + "\n" for pair in pairs)
    path = written(tmp_path / name, "".join(lines))
    assert entries(load_dictionary([path], "en", "fr")) == {"ice": {"glace", "verglas"}}


def test_dictionary_of_another_pair_or_without_entries_is_refused(tmp_path: Path) -> None:
    other = written(tmp_path / "en-de.txt", "ice Eis\n")
    with pytest.raises(UsageError) as caught:
        load_dictionary([other], "en", "fr")
    assert str(caught.value) == (
        f"{other} is named as a dictionary for en-de, but en-fr is asked for.\n"
        "Give one for this pair, or rename the file if its name misleads."
    )
    path = written(tmp_path / "d.tsv", "# litmus dictionary\n# name: x\n")
    with pytest.raises(DataError, match="d.tsv holds no dictionary entry"):
        load_dictionary([path], "en", "fr")


def test_dictionaries_are_merged(tmp_path: Path) -> None:
    forward = written(tmp_path / "en-fr.txt", "ice glace\nbucket seau\n")
    reverse = written(tmp_path / "fr-en.txt", "verglas ice\nglace ice\n")
    merged = load_dictionary([forward, reverse], "en", "fr")
    assert entries(merged) == {"ice": {"glace", "verglas"}, "bucket": {"seau"}}
    assert len(merged) == 3
    assert merged.target_words == {"glace", "verglas", "seau"}
    first, second = merged.name.split("+")
    assert first.startswith("en-fr.txt#")
    assert second.startswith("fr-en.txt#")


def test_lookup_takes_the_word_its_lower_case_and_if_there_is_none_other_forms() -> None:
    entries = {"Ice": "Glace", "ice": "glace", "US": "É.-U.", "kick": "frapper", "kicks": "coups"}
    found = {word: frozenset({other}) for word, other in entries.items()}
    dictionary = Dictionary("en", "fr", "x", found)
    assert dictionary.lookup("Ice") == {"Glace", "glace"}
    assert dictionary.lookup("ice") == {"glace"}
    assert dictionary.lookup("us") == frozenset()
    assert dictionary.lookup_forms("kicks", "stem") == {"coups"}
    assert dictionary.lookup_forms("kicked", "stem") == {"frapper", "coups"}
    assert dictionary.lookup_forms("kicked", "form") == frozenset()
    chinese = Dictionary("zh", "en", "x", {"马": frozenset({"horse"})})  # has no stemmer
    assert chinese.lookup_forms("虎", "stem") == frozenset()


def test_target_words_are_single_words() -> None:
    dictionary = Dictionary("en", "fr", "x", {"feet": frozenset({"pieds", "avoir la trouille"})})
    assert dictionary.target_words == {"pieds"}


def test_build_round_trip(tmp_path: Path) -> None:
    forward = written(tmp_path / "en-fr.txt", "ice glace\nbucket seau\n")
    reverse = written(tmp_path / "fr-en.tsv", "verglas\tice\navoir la trouille\tfeet\n")
    output = tmp_path / "ours.en-fr.tsv"
    made = build([forward, reverse], "en", "fr", output, name="mine", version=3, licence="MIT")
    again = load_dictionary([output], "en", "fr")
    assert entries(made) == entries(again) == {"bucket": {"seau"}, "ice": {"glace", "verglas"}}
    assert made.name == again.name == "mine.v3"
    lines = output.read_text("utf-8").split("\n")
    assert lines[:5] == [
        "# litmus dictionary", "# name: mine", "# version: 3", "# languages: en-fr", "# licence: MIT",
    ]  # fmt: skip
    assert lines[6:] == ["bucket\tseau\t1", "ice\tglace\t1", "ice\tverglas\t1", ""]


def test_build_is_the_same_whatever_the_order(tmp_path: Path) -> None:
    one = written(tmp_path / "a.tsv", "ice\tglace\nbucket\tseau\n")
    other = written(tmp_path / "b.tsv", "bucket\tseau\nice\tglace\n")
    for path in (one, other):
        build([path], "en", "fr", tmp_path / f"{path.stem}.out", name="x")
    texts = [(tmp_path / f"{stem}.out").read_text("utf-8").split("\n", 6)[6] for stem in "ab"]
    assert texts[0] == texts[1]


def test_build_keeps_phrases_when_asked(tmp_path: Path) -> None:
    source = written(tmp_path / "en-fr.tsv", "cold feet\ttrouille\nice\tde la glace\n")
    with pytest.raises(DataError) as caught:
        build([source], "en", "fr", tmp_path / "o.tsv", name="x")
    message = "Nothing was left after dropping phrases. Keep them with phrases=True."
    assert str(caught.value) == message
    assert not (tmp_path / "o.tsv").exists()
    made = build([source], "eng", "fra", tmp_path / "o.tsv", name="x", phrases=True)
    assert entries(made) == {"cold feet": {"trouille"}, "ice": {"de la glace"}}
    assert (made.source, made.target) == ("en", "fr")
    assert "# languages: en-fr\n" in (tmp_path / "o.tsv").read_text("utf-8")


@pytest.mark.parametrize(
    ("file", "pair", "word", "translation"),
    [
        ("freedict/eng-fra.tsv.gz", ("en", "fr"), "house", "maison"),
        ("freedict/fra-eng.tsv.gz", ("en", "fr"), "house", "maison"),
        ("cc-cedict/zh-en.cedict.tsv.gz", ("zh", "en"), "马", "horse"),
    ],
)
def test_real_dictionary_knows_a_common_word(
    shared: Path, file: str, pair: tuple[str, str], word: str, translation: str
) -> None:
    path = shared / "data" / file
    if not path.exists():
        pytest.skip(f"not in the reference data: {path}")
    assert translation in load_dictionary([path], *pair).lookup(word)
