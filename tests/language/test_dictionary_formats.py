"""Every dictionary format, in files written here by its rules."""

import gzip
import lzma
from pathlib import Path

import pytest

from litmus.errors import DataError
from litmus.language.dictionary.formats import clean_gloss, read_pairs

BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


def written(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def refused(path: Path) -> str:
    with pytest.raises(DataError) as caught:
        list(read_pairs(path))
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "text", "pairs"),
    [
        ("en-fr.txt", "ice glace\r\nice verglas\r\n\r\nbucket seau\r\n",  # MUSE
         [("ice", "glace"), ("ice", "verglas"), ("bucket", "seau")]),
        ("d.tsv", "get cold feet\tavoir la trouille\nice\t glace \n",
         [("get cold feet", "avoir la trouille"), ("ice", "glace")]),
        ("d.tsv", "# litmus dictionary\n# name: x\n# version: 2\nice\tglace\n", [("ice", "glace")]),
        # lines that begin with a hash are words elsewhere
        ("d.tsv", "ice\tglace\n#1\tle premier\n", [("ice", "glace"), ("#1", "le premier")]),
        ("zh-en.cedict.tsv", "马\tma3\thorse/(fig.) big; large\n",
         [("马", "horse"), ("马", "big"), ("马", "large")]),
        ("cedict_ts.u8", "# CC-CEDICT\n#! version=1\n馬 马 [ma3] /horse/CL:匹[pi3]/\n"
         "洗 洗 [xi3] /to wash (clothes)/to be washed/\n",
         [("马", "horse"), ("马", "CL:匹"), ("馬", "horse"), ("馬", "CL:匹"), ("洗", "wash"), ("洗", "washed")]),
    ],
)  # fmt: skip
def test_pairs_are_read(tmp_path: Path, name: str, text: str, pairs: list[tuple[str, str]]) -> None:
    path = tmp_path / name
    path.write_bytes(text.encode())
    assert list(read_pairs(path)) == pairs
    path = tmp_path / f"{name}.gz"
    path.write_bytes(gzip.compress(text.encode()))
    assert list(read_pairs(path)) == pairs


COUNTED = "# litmus dictionary\n# name: x\nice\tglace\t12.5\nice\tverglas\t3\ndo\t\t7\n\tde\t9\n"


def test_words_without_a_partner_are_no_entries(tmp_path: Path) -> None:
    plain, packed = written(tmp_path / "d.tsv", COUNTED), tmp_path / "d.tsv.xz"
    packed.write_bytes(lzma.compress(COUNTED.encode()))
    for path in (plain, packed):
        assert list(read_pairs(path)) == [("ice", "glace"), ("ice", "verglas")]


def test_doubtful_pairs_are_no_entries(tmp_path: Path) -> None:
    # a mark behind the count: words of idioms that were linked, and do not translate each other
    path = written(tmp_path / "d.tsv", "# litmus dictionary\nbush\tpot\t6?\nbush\tbuisson\t1\n")
    assert list(read_pairs(path)) == [("bush", "buisson")]


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


def test_gloss_without_remarks() -> None:
    glosses = {
        "to wash (clothes)": "wash", "to be tired": "tired", "the sun": "sun", "an  owl ": "owl",
        "(archaic)": "", "sth. odd": "odd", "to": "to", "[idiom] horse, ": "horse",
        "theory": "theory", "tomato": "tomato",
    }  # fmt: skip
    assert {gloss: clean_gloss(gloss) for gloss in glosses} == glosses


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


@pytest.mark.parametrize("missing", ["index", "dict.dz"])
def test_dictd_is_two_files(tmp_path: Path, missing: str) -> None:
    path = dictd(tmp_path, {"ice": "ice\nglace\n"})
    index = tmp_path / "freedict-eng-fra.index"
    assert list(read_pairs(index)) == [("ice", "glace")]
    (tmp_path / f"freedict-eng-fra.{missing}").unlink()
    path = path if missing == "index" else index
    assert refused(path) == (
        f"{path}: a dictd dictionary is two files, freedict-eng-fra.index and "
        "freedict-eng-fra.dict.dz."
    )


@pytest.mark.parametrize("line", ["ice", "ice\tA", "ice\t!\tB"])
def test_dictd_index_that_is_none(tmp_path: Path, line: str) -> None:
    path = dictd(tmp_path, {"ice": "ice\nglace\n"})
    index = written(tmp_path / "freedict-eng-fra.index", f"{line}\n")
    assert refused(path) == f"{index}:1 is not a line of a dictd index."


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


BOMB = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><TEI><entry>&b;</entry></TEI>'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<TEI><text>", "is where the XML ends, before its last tag is closed.\n"
         "The file was cut off; download or write it again."),
        (BOMB, "declares XML entities, which are not read for safety.\n"
         "Write the characters themselves."),
    ],
    ids=["cut off", "entity bomb"],
)  # fmt: skip
def test_tei_that_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = written(tmp_path / "eng-fra.tei", text)
    assert refused(path) == f"{path}:1 {message}"
