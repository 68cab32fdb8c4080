"""Every dictionary format, in files written here by its rules."""

import gzip
import lzma
from pathlib import Path

import pytest

from litmus.errors import DataError
from litmus.language.dictionary.formats import clean_gloss, read_counts, read_pairs

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        list(read_pairs(path))
    return str(caught.value)


# --- lines ---------------------------------------------------------------------------------------


def test_muse_lines(tmp_path: Path) -> None:
    path = written(tmp_path / "en-fr.txt", "ice glace\nice verglas\nbucket seau\n")
    assert list(read_pairs(path)) == [("ice", "glace"), ("ice", "verglas"), ("bucket", "seau")]


def test_muse_lines_compressed(tmp_path: Path) -> None:
    path = tmp_path / "en-fr.txt.gz"
    path.write_bytes(gzip.compress(b"ice glace\n"))
    assert list(read_pairs(path)) == [("ice", "glace")]


def test_tsv_lines_hold_phrases(tmp_path: Path) -> None:
    path = written(tmp_path / "d.tsv", "get cold feet\tavoir la trouille\nice\t glace \n")
    assert list(read_pairs(path)) == [("get cold feet", "avoir la trouille"), ("ice", "glace")]


def test_tsv_of_ours_has_a_header(tmp_path: Path) -> None:
    path = written(tmp_path / "d.tsv", "# litmus dictionary\n# name: x\n# version: 2\nice\tglace\n")
    assert list(read_pairs(path)) == [("ice", "glace")]


COUNTED = "# litmus dictionary\n# name: x\nice\tglace\t12.5\nice\tverglas\t3\ndo\t\t7\n\tde\t9\n"


def test_tsv_of_ours_may_have_counts(tmp_path: Path) -> None:
    # words without a partner, which have an empty side, are no entries
    path = written(tmp_path / "d.tsv", COUNTED)
    assert list(read_pairs(path)) == [("ice", "glace"), ("ice", "verglas")]


def test_counts_are_read_with_words_without_a_partner(tmp_path: Path) -> None:
    expected = [("ice", "glace", 12.5), ("ice", "verglas", 3.0), ("do", "", 7.0), ("", "de", 9.0)]
    assert list(read_counts(written(tmp_path / "d.tsv", COUNTED))) == expected
    path = tmp_path / "d.tsv.xz"
    path.write_bytes(lzma.compress(COUNTED.encode()))
    assert list(read_counts(path)) == expected


def test_doubtful_pairs_have_counts_and_are_no_entries(tmp_path: Path) -> None:
    # a mark behind the count: words of idioms that were linked, and do not translate each other
    path = written(tmp_path / "d.tsv", "# litmus dictionary\nbush\tpot\t6?\nbush\tbuisson\t1\n")
    assert list(read_pairs(path)) == [("bush", "buisson")]
    assert list(read_counts(path)) == [("bush", "pot", 6.0), ("bush", "buisson", 1.0)]


def test_counts_that_are_not_given_are_one(tmp_path: Path) -> None:
    path = written(tmp_path / "d.tsv", "# litmus dictionary\nice\tglace\nbucket\tseau\t2\n")
    assert list(read_counts(path)) == [("ice", "glace", 1.0), ("bucket", "seau", 2.0)]


def test_count_that_is_none_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path / "d.tsv", "# litmus dictionary\nice\tglace\toften\n")
    with pytest.raises(DataError) as caught:
        list(read_counts(path))
    assert str(caught.value) == f"{path}:2: 'often' is not a count."


def test_lines_that_begin_with_a_hash_are_words_elsewhere(tmp_path: Path) -> None:
    path = written(tmp_path / "d.tsv", "ice\tglace\n#1\tle premier\n")
    assert list(read_pairs(path)) == [("ice", "glace"), ("#1", "le premier")]


def test_blank_lines_between_entries_are_passed_over(tmp_path: Path) -> None:
    path = written(tmp_path / "d.txt", "ice glace\n\nbucket seau\n")
    assert len(list(read_pairs(path))) == 2


def test_windows_line_ends_are_no_part_of_a_word(tmp_path: Path) -> None:
    path = tmp_path / "d.txt"
    path.write_bytes(b"ice glace\r\nbucket seau\r\n")
    assert list(read_pairs(path)) == [("ice", "glace"), ("bucket", "seau")]


@pytest.mark.parametrize(
    ("line", "count"), [("glace", "1 column"), ("a b c", "3 columns"), ("ice\t", "2 columns")]
)
def test_line_with_another_number_of_columns_is_refused(
    tmp_path: Path, line: str, count: str
) -> None:
    path = written(tmp_path / "en-fr.txt", f"ice glace\n{line}\n")
    assert refused(path) == (
        f"{path}:2 has {count}; a dictionary line is `word translation` or "
        "`word<TAB>translation`.\nKnown formats: MUSE, TSV, FreeDict (dictd, TEI), CC-CEDICT, "
        "EDICT, JMdict."
    )


# --- CC-CEDICT -----------------------------------------------------------------------------------


def test_cedict_lines_give_both_scripts(tmp_path: Path) -> None:
    path = written(
        tmp_path / "cedict_ts.u8",
        "# CC-CEDICT\n#! version=1\n"
        "馬 马 [ma3] /horse/CL:匹[pi3]/\n"
        "洗 洗 [xi3] /to wash (clothes)/to be washed/\n",
    )
    assert list(read_pairs(path)) == [
        ("马", "horse"), ("马", "CL:匹"), ("馬", "horse"), ("馬", "CL:匹"),
        ("洗", "wash"), ("洗", "washed"),
    ]  # fmt: skip


def test_cedict_as_tsv(tmp_path: Path) -> None:
    path = written(tmp_path / "zh-en.cedict.tsv", "马\tma3\thorse/(fig.) big; large\n")
    assert list(read_pairs(path)) == [("马", "horse"), ("马", "big"), ("马", "large")]


@pytest.mark.parametrize(
    ("gloss", "expected"),
    [
        ("to wash (clothes)", "wash"),
        ("to be tired", "tired"),
        ("the sun", "sun"),
        ("an  owl ", "owl"),
        ("(archaic)", ""),
        ("sth. odd", "odd"),
        ("to", "to"),
        ("[idiom] horse, ", "horse"),
        ("theory", "theory"),
        ("tomato", "tomato"),
    ],
)
def test_gloss_without_remarks(gloss: str, expected: str) -> None:
    assert clean_gloss(gloss) == expected


# --- FreeDict as dictd ---------------------------------------------------------------------------


def base64(number: int) -> str:
    """A number as a dictd index writes it."""
    digits = BASE64[number % 64]
    while number := number // 64:
        digits = BASE64[number % 64] + digits
    return digits


def dictd(folder: Path, entries: dict[str, str], *, zipped: bool = True) -> Path:
    """A dictd dictionary as `dictfmt` makes it: bodies in one file, an index into it."""
    body, lines = b"", []
    for head, entry in entries.items():
        raw = entry.encode()
        lines.append(f"{head}\t{base64(len(body))}\t{base64(len(raw))}\n")
        body += raw
    name = "freedict-eng-fra"
    (folder / f"{name}.index").write_text("".join(sorted(lines)), encoding="utf-8")
    if zipped:
        (folder / f"{name}.dict.dz").write_bytes(gzip.compress(body))
        return folder / f"{name}.dict.dz"
    (folder / f"{name}.dict").write_bytes(body)
    return folder / f"{name}.dict"


ENTRIES = {
    "00-database-info": "00-database-info\nThis is about the file.\n",
    "bucket": "bucket /ˈbʌkɪt/ <n>\n1. seau, baquet\n2. godet (technique)\n",
    "house": 'house /haʊs/\nmaison; foyer\n   "a big house" une grande maison\n   Note: common\n',
    "été": "été\n" + "x" * 70 + "\n",  # lengths and offsets are bytes, some above 63
    "zeal": "zeal\nzèle\nsee: fervour\n",
}


@pytest.mark.parametrize("zipped", [True, False])
def test_dictd_entries(tmp_path: Path, zipped: bool) -> None:
    path = dictd(tmp_path, ENTRIES, zipped=zipped)
    expected = {
        ("bucket", "seau"), ("bucket", "baquet"), ("bucket", "godet"),
        ("house", "maison"), ("house", "foyer"), ("été", "x" * 70), ("zeal", "zèle"),
    }  # fmt: skip
    found = list(read_pairs(path))
    assert set(found) == expected
    assert len(found) == len(expected)


def test_dictd_by_its_index(tmp_path: Path) -> None:
    dictd(tmp_path, {"ice": "ice\nglace\n"})
    assert list(read_pairs(tmp_path / "freedict-eng-fra.index")) == [("ice", "glace")]


@pytest.mark.parametrize("missing", ["index", "dict.dz"])
def test_dictd_is_two_files(tmp_path: Path, missing: str) -> None:
    path = dictd(tmp_path, {"ice": "ice\nglace\n"})
    (tmp_path / f"freedict-eng-fra.{missing}").unlink()
    path = path if missing == "index" else tmp_path / "freedict-eng-fra.index"
    assert refused(path) == (
        f"{path}: a dictd dictionary is two files, freedict-eng-fra.index and "
        "freedict-eng-fra.dict.dz."
    )


@pytest.mark.parametrize("line", ["ice", "ice\tA", "ice\t!\tB"])
def test_dictd_index_that_is_none(tmp_path: Path, line: str) -> None:
    path = dictd(tmp_path, {"ice": "ice\nglace\n"})
    index = written(tmp_path / "freedict-eng-fra.index", f"{line}\n")
    assert refused(path) == f"{index}:1 is not a line of a dictd index."


# --- FreeDict as TEI -----------------------------------------------------------------------------

TEI = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body>
<entry><form><orth>bucket</orth></form>
  <sense><cit type="trans"><quote>seau</quote></cit><cit type="trans"><quote>baquet (vieux)</quote></cit></sense>
</entry>
<entry><form><orth>colour</orth><orth>color</orth></form>
  <sense><cit type="trans"><quote>cou<hi>leur</hi></quote></cit></sense>
</entry>
<entry><form><orth>empty</orth></form></entry>
</body></text></TEI>
"""


def test_tei_entries(tmp_path: Path) -> None:
    path = written(tmp_path / "eng-fra.tei", TEI)
    assert list(read_pairs(path)) == [
        ("bucket", "seau"), ("bucket", "baquet"), ("colour", "couleur"), ("color", "couleur"),
    ]  # fmt: skip


def test_tei_that_is_broken(tmp_path: Path) -> None:
    path = written(tmp_path / "eng-fra.tei", "<TEI><text>")
    assert refused(path) == (
        f"{path}:1 is where the XML ends, before its last tag is closed.\n"
        "The file was cut off; download or write it again."
    )


def test_tei_with_an_entity_bomb_is_refused(tmp_path: Path) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><TEI><entry>&b;</entry></TEI>'
    path = written(tmp_path / "eng-fra.tei", bomb)
    assert refused(path) == (
        f"{path}:1 declares XML entities, which are not read for safety.\n"
        "Write the characters themselves."
    )
