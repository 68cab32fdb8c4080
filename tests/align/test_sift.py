"""Which pairs of counted dictionaries are marked as no translations, on tables made by hand."""

import lzma
from pathlib import Path

import pytest
from experiments.aligner.sift import Line, Table, doubtful, sift, spared

FRENCH: list[Line] = [
    ("bush", "buisson", "20"), ("shrub", "buisson", "9"), ("bush", "pot", "6"),
    ("pot", "pot", "30"), ("jar", "pot", "8"),
    ("jar", "bocal", "9"), ("boat", "bateau", "50"), ("ship", "bateau", "90"),
    ("ship", "navire", "90"), ("boat", "barque", "45"), ("", "le", "900"),
]  # fmt: skip
ITALIAN: list[Line] = [
    ("bush", "cespuglio", "5"), ("pot", "pentola", "5"), ("jar", "pentola", "5"),
    ("boat", "barca", "5"), ("ship", "barca", "1"), ("ship", "nave", "5"),
]  # fmt: skip


def marked(french: list[Line], other: list[Line] = ITALIAN, second: str = "it") -> list[str]:
    tables = {"fr": Table("fr", french), second: Table(second, other)}
    return [f"{word} {translation}" for word, translation, _ in doubtful(tables, "fr", french)]


def test_sift_marks_a_word_of_an_idiom_by_what_other_languages_know() -> None:
    # boat-bateau has no better shares than bush-pot, but boat and ship share barca
    assert marked(FRENCH) == ["bush pot"]


def test_sift_marks_more_if_no_other_language_knows_the_words() -> None:
    assert marked(FRENCH, [("tree", "albero", "3")]) == ["bush pot", "jar pot"]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (("bush", "pots", "1"), "a second form"),
        (("bushes", "pot", "1"), "a second form of the English word"),
        (("bush", "pot", "30"), "a third of the partner's counts"),
    ],
)
def test_sift_keeps_a_pair_that_is_productive_or_frequent(row: Line, why: str) -> None:
    assert "bush pot" not in marked([*FRENCH, row]), why


def test_sift_keeps_words_that_look_alike_and_function_words() -> None:
    alike = [("marmite", "marmites", "6"), *FRENCH, ("pot", "marmites", "60")]
    assert marked([*alike, ("marmite", "sel", "90"), ("the", "pot", "2")]) == ["bush pot"]


def test_sift_does_not_let_languages_of_the_same_text_speak_for_each_other() -> None:
    # the same turn of phrase in Spanish: bush and pot share rodeos there
    phrase: list[Line] = [("bush", "rodeos", "6"), ("pot", "rodeos", "6"), *ITALIAN]
    assert "bush pot" in marked(FRENCH, phrase, "es")
    assert "bush pot" not in marked(FRENCH, phrase, "it")


def test_sift_leaves_every_word_its_best_partner() -> None:
    rows: list[Line] = [
        ("heads", "a", "2"),
        ("heads", "b", "3"),
        ("eye", "c", "9"),
        ("eye", "d", "1"),
    ]
    rows += [("", "d", "5"), ("fat", "c", "8"), ("blind", "d", "7")]
    doubt = {rows[0], rows[1], rows[3]}
    # heads-a stays for the sake of a, heads-b for both; eye has c, and d has blind
    assert spared(rows, doubt) == {rows[0], rows[1]}
    assert spared([*rows, ("x", "a", "1")], doubt) == {rows[1]}


def test_sift_writes_marks_and_version_and_can_be_run_again(tmp_path: Path) -> None:
    header = "# litmus dictionary\n# name: en-{}\n# version: 1\n"
    for code, rows in (("fr", FRENCH), ("it", ITALIAN)):
        with lzma.open(tmp_path / f"en-{code}.tsv.xz", "wt", encoding="utf-8") as out:
            out.write(header.format(code) + "".join("\t".join(row) + "\n" for row in rows))
    sift(tmp_path, 2)
    first = lzma.decompress((tmp_path / "en-fr.tsv.xz").read_bytes()).decode()
    assert first.startswith("# litmus dictionary\n# name: en-fr\n# version: 2\nbush\tbuisson\t20\n")
    assert "\nbush\tpot\t6?\n" in first
    assert first.count("?") == 1
    assert first.endswith("\tle\t900\n")
    sift(tmp_path, 2)
    assert lzma.decompress((tmp_path / "en-fr.tsv.xz").read_bytes()).decode() == first
