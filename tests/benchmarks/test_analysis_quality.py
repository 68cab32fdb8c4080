"""What stands around the scorer: treebank files, values for taggers, tables."""

import gzip
import json
from pathlib import Path

import pytest
from benchmarks.analysis import quality
from benchmarks.analysis.conll18 import Row, Score, Token, align, document
from benchmarks.analysis.peer_figures import Figure, merged, read_figures, write_figures
from benchmarks.analysis.peers import markdown
from benchmarks.analysis.treebanks import Gold, read, treebanks
from benchmarks.analysis.values import YOU, count_values

FRENCH = """\
# sent_id = 1
# text = Il va au  nord.
1\tIl\til\tPRON\t_\tPerson=3\t2\tnsubj\t_\t_
2\tva\taller\tVERB\t_\tTense=Pres\t0\troot\t_\t_
2.1\tx\tx\tX\t_\t_\t_\t_\t_\t_
3-4\tau\t_\t_\t_\t_\t_\t_\t_\t_
3\tà\tà\tADP\t_\t_\t5\tcase\t_\t_
4\tle\tle\tDET\t_\t_\t5\tdet\t_\t_
5\tnord\tnord\tNOUN\t_\t_\t2\tobl\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t_\t_\t2\tpunct\t_\t_

# text = Oui
1\tOui\toui\tINTJ\t_\t_\t0\troot\t_\t_
"""


def test_treebank_keeps_multiword_tokens_and_leaves_out_empty_nodes(tmp_path: Path) -> None:
    path = tmp_path / "test-x.conllu.gz"
    path.write_bytes(gzip.compress(FRENCH.encode()))
    first, second = read(path)
    assert first.text == "Il va au  nord."
    assert [token.surface for token in first.tokens] == ["Il", "va", "au", "nord", "."]
    assert [row.form for row in first.tokens[2].rows] == ["à", "le"]
    assert second == Gold("Oui", (Token("Oui", (Row("Oui", "oui", "INTJ", "_", 0, "root"),)),))
    assert len(read(path, 1)) == 1


def test_treebanks_count_test_files_and_development_files_where_tests_are_held_back(
    tmp_path: Path,
) -> None:
    for name in ("de/dev-a", "fr/dev-a", "fr/test-a", "fr/train-a", "ja/dev-a", "ja/test-b"):
        path = tmp_path / f"{name}.conllu"
        path.parent.mkdir(exist_ok=True)
        path.touch()
    (tmp_path / "en-gum-coref").mkdir()
    found = [(t.language, t.name, t.counted) for t in treebanks(tmp_path)]
    assert found == [
        ("de", "dev-a", True),
        ("fr", "test-a", True),
        ("ja", "dev-a", True),
        ("ja", "test-b", False),
    ]


def rows(*given: tuple[str, str, str, str]) -> list[Token]:
    return [Token(f, (Row(f, upos=u, feats=v, relation=r),)) for f, u, v, r in given]


def values(gold: list[Token], system: list[Token]) -> dict[tuple[str, str], Score]:
    left, right = document([gold]), document([system])
    return count_values(left, right, align(left, right))


def test_values_stand_on_verbs_of_their_own_side() -> None:
    gold = rows(
        ("was", "AUX", "Tense=Past", "aux"),  # an auxiliary taken for a verb: right
        ("sung", "VERB", "Tense=Past", "root"),  # taken for an adjective: missed
        ("loud", "ADJ", "_", "dep"),  # taken for a verb: one too many
        ("goes", "VERB", "Tense=Pres", "dep"),  # wrong value
    )
    system = rows(
        ("was", "VERB", "Tense=Past", "aux"),
        ("sung", "ADJ", "Tense=Past", "root"),
        ("loud", "VERB", "Tense=Past", "dep"),
        ("goes", "VERB", "Tense=Past", "dep"),
    )
    found = values(gold, system)["verb", "Tense"]
    assert found == Score(1, 3, 3)


def test_pronouns_are_possessive_determiners_too_but_not_articles() -> None:
    gold = rows(
        ("le", "DET", "Gender=Masc|PronType=Art", "det"),
        ("son", "DET", "Gender=Masc|Poss=Yes", "det"),
        ("il", "PRON", "Gender=Masc", "nsubj"),
    )
    assert values(gold, gold)["pronoun", "Gender"] == Score(2, 2, 2)
    assert values(gold, gold)["pronoun", "PronType"] == Score(0, 0, 0)


def test_you_is_counted_as_subject_whatever_the_subtype() -> None:
    gold = rows(("You", "PRON", "_", "nsubj:pass"), ("you", "PRON", "_", "obj"))
    system = rows(("You", "PRON", "_", "nsubj"), ("you", "PRON", "_", "nsubj"))
    assert values(gold, system)[YOU] == Score(1, 1, 2)


def test_quality_of_gold_itself_is_100(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, out = tmp_path / "fr", tmp_path / "out.json"
    folder.mkdir()
    without_empty = FRENCH.replace("2.1\tx\tx\tX\t_\t_\t_\t_\t_\t_\n", "")
    (folder / "test-x.conllu").write_text(without_empty, encoding="utf-8")
    backend = f"conllu:{tmp_path}/{{language}}/{{file}}.conllu"
    quality.main([str(tmp_path), "--backend", backend, "--json", str(out)])
    first = capsys.readouterr().out.split("\n")[1]
    assert first.split() == ["fr/test-x", "7", *["100.0"] * 7]
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["files"][0]["counts"]["Words"] == {"correct": 7, "gold": 7, "system": 7}
    assert found["languages"]["fr"]["LAS"] == 100


def figure(value: float, **changed: str) -> Figure:
    columns = {
        "language": "fr", "file": "test-x", "library": "lib", "version": "1", "metric": "LAS",
        "condition": "given sentences", "status": "measured", "command": "run",
    }  # fmt: skip
    return Figure(**(columns | changed), value=value)


def test_figures_of_a_new_version_replace_the_old(tmp_path: Path) -> None:
    path = tmp_path / "peers.json"
    published = figure(90.0, status="published")
    write_figures(path, merged([figure(70.0), published], [figure(71.0, version="2")]))
    assert read_figures(path) == [figure(71.0, version="2"), published]
    assert read_figures(tmp_path / "none.json") == []


def test_figures_as_a_table() -> None:
    table = markdown([figure(70.04), figure(90.0, metric="UPOS")]).split("\n")
    assert table[0] == "| file | library | Tokens | UPOS | UFeats | Lemmas | UAS | LAS |"
    assert table[2] == "| fr/test-x | lib 1 |  | 90.0 |  |  |  | 70.0 |"
