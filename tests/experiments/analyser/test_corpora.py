"""`experiments/analyser/gather_corpora.py`: formats of corpora become natural sentences."""

import bz2
import subprocess
import sys
from pathlib import Path

import pytest

ANALYSER = Path(__file__).parents[3] / "experiments/analyser"


@pytest.fixture(autouse=True)
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ANALYSER))


@pytest.mark.parametrize(
    ("reader", "code", "text", "expected"),
    [
        ("wikiner", "fr", "L'|D|O homme|N|O d'|P|O hier|A|O dort|V|O .|.|O", "L'homme d'hier dort."),
        ("wikiner", "it", "L'|D|O uomo|N|O (|F|O alto|A|O )|F|O c'|P|O era|V|O", "L'uomo (alto) c'era"),
        ("tokens", "en", 'He O\ndid O\nn\'t O\nsay O\n" O\nno O\n" O\n. O\n', 'He didn\'t say "no".'),
        ("spaced", "de", "Sie kam , sah ( kurz ) und ging .", "Sie kam, sah (kurz) und ging."),
        ("lines", "de", "Sie kam.\n", "Sie kam."),
        ("columns", "de", "1\tSie kam.\n", "Sie kam."),
        ("squad", "de", '{"data": [{"context": "Sie kam."}]}', "Sie kam."),
        ("markdown", "en", "# No\n\nSee [the *house*](x.md) here.", "See the house here."),
        ("tei", "en", "<p>He <hi>was</hi><note>not</note> here.</p>", "He was here."),
        ("tei", "is", "<p><s><w>Hún</w><revision><original><w>kem</w></original>"
         "<corrected><w>kom</w></corrected></revision><c>.</c></s></p>", "Hún kom."),
    ],
)  # fmt: skip
def test_readers_give_natural_text(reader: str, code: str, text: str, expected: str) -> None:
    from corpora import READERS

    found = READERS[reader](text, {"language": code, "column": int(reader == "columns")})
    assert [part for part in found if part.strip()] == [expected]


AOZORA = f"""題名
作者

{"-" * 40}
《》：ルビ
{"-" * 40}
　吾輩《わがはい》は猫［＃「猫」に傍点］である。
　名前は※［＃外字］。
底本：「全集」
"""


def test_aozora_has_no_readings_notes_colophon_or_old_works() -> None:
    from corpora import READERS

    old, owned = AOZORA.replace("名前は", "さういふやうな"), f"{AOZORA}著作権者の許可による。"
    found = [[*filter(None, READERS["aozora"](text, {}))] for text in (AOZORA, old, owned)]
    assert found == [["題名", "作者", "吾輩は猫である。"], [], []]


def test_gathers_from_a_clone_without_what_treebanks_measure(tmp_path: Path) -> None:
    clone, treebank = tmp_path / "clones/some/corpus", tmp_path / "ud/en"
    for folder in (clone, treebank):
        folder.mkdir(parents=True)
    text = (
        "The dog was in the house. It was a small dog and it was old!\nTHE CAT was here, there.\n"
    )
    (clone / "a.txt.bz2").write_bytes(bz2.compress(text.encode()))
    git = ["git", "-C", str(clone), "-c", "user.name=a", "-c", "user.email=a@b"]
    for command in (["init", "-q"], ["add", "."], ["commit", "-qm", "a"]):
        subprocess.run([*git, *command], check=True)
    commit = subprocess.check_output([*git, "rev-parse", "HEAD"], text=True).strip()
    words = ["The", "cat", "was", "here", "there"]
    rows = [f"{n}\t{w}\t{w}\tX\t_\t_\t{min(n - 1, 1)}\tdep\t_\t_" for n, w in enumerate(words, 1)]
    block = "# text = The cat was here there\n" + "\n".join(rows) + "\n\n"
    (treebank / "dev-x.conllu").write_text(block, encoding="utf-8")
    table = tmp_path / "table.toml"
    table.write_text(
        f'[[source]]\nlanguage = "en"\nrepository = "some/corpus"\ncommit = "{commit}"\n'
        'paths = ["*.bz2"]\nreader = "lines"\nlicence = "CC0 1.0"\nmost = 100\n',
        encoding="utf-8",
    )
    folders = [str(tmp_path / name) for name in ("clones", "out", "ud")]
    script = [sys.executable, str(ANALYSER / "gather_corpora.py"), *folders, "--table", str(table)]
    subprocess.run(script, check=True)
    found = (tmp_path / "out/en.txt").read_text(encoding="utf-8").splitlines()
    assert sorted(found) == ["It was a small dog and it was old!", "The dog was in the house."]
    noted = (tmp_path / "out/sources.tsv").read_text(encoding="utf-8")
    assert noted == f"en\tsome/corpus\t{commit}\tCC0 1.0\t15\n"
