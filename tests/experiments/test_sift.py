"""Which pairs of counted dictionaries are marked as no translations, on tables made by hand."""

import lzma
from pathlib import Path

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
    # more if no other language knows the words
    assert marked(FRENCH, [("tree", "albero", "3")]) == ["bush pot", "jar pot"]
    # the same turn of phrase in Spanish: bush and pot share rodeos there, from the same text
    phrase: list[Line] = [("bush", "rodeos", "6"), ("pot", "rodeos", "6"), *ITALIAN]
    assert "bush pot" in marked(FRENCH, phrase, "es")
    assert "bush pot" not in marked(FRENCH, phrase, "it")


def test_sift_keeps_a_pair_that_is_productive_or_frequent() -> None:
    # a second form, one of the English word, and a third of the partner's counts
    for row in (("bush", "pots", "1"), ("bushes", "pot", "1"), ("bush", "pot", "30")):
        assert "bush pot" not in marked([*FRENCH, row]), row


def test_sift_keeps_words_that_look_alike_and_function_words() -> None:
    alike = [("marmite", "marmites", "6"), *FRENCH, ("pot", "marmites", "60")]
    assert marked([*alike, ("marmite", "sel", "90"), ("the", "pot", "2")]) == ["bush pot"]


def test_sift_leaves_every_word_a_partner() -> None:
    rows: list[Line] = [("heads", "chefs", "2"), ("heads", "têtes", "3"), ("eye", "store", "1")]
    doubt = {*rows}
    rows += [("eye", "œil", "9"), ("", "store", "5"), ("fat", "œil", "8"), ("blind", "store", "7")]
    # heads-chefs stays for chefs, heads-têtes for both; eye has œil, and store has blind
    assert spared(rows, doubt, "fr") == {rows[0], rows[1]}
    assert spared([*rows, ("boss", "chefs", "3")], doubt, "fr") == {rows[1]}


def test_sift_leaves_what_is_frequent() -> None:
    for count, most, most_there, stays in (
        (40, 300, 300, True),  # idioms are rare
        (39, 300, 300, False),
        (2, 1, 1, True),  # the best of both words
        (4, 300, 1, True),  # the best of the French word
        (3, 300, 1, False),  # seen too seldom to tell
        (39, 1, 300, False),  # the best of the English word alone: red tape
    ):
        pair = ("tape", "bureaucratie", f"{count}")
        rows = [
            pair,
            ("tape", "ruban", f"{most}"),
            ("bureaucracy", "bureaucratie", f"{most_there}"),
        ]
        assert spared(rows, {pair}, "fr") == ({pair} if stays else set()), (count, most, most_there)


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
