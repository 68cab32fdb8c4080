"""`import litmus`: what is there, how it is loaded, and what it takes."""

import ast
import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import litmus
from litmus.errors import DataError, LitmusError, MissingExtra, UnknownName, UsageError

SOURCE = ["He kicked the bucket.", "It rains cats and dogs.", "She spilled the beans."]
REFERENCE = ["Estiró la pata.", "Llueve a cántaros.", "Se fue de la lengua."]
LITERAL = ["Pateó el cubo.", "Llueve gatos y perros.", "Derramó los frijoles."]
MARKS = [[(3, 20, "kick the bucket")], [], [(4, 21)]]
FEW = {"n_bootstrap": 20, "n_trials": 20}


def functions() -> list[str]:
    return [name for name in litmus.__all__ if inspect.isfunction(getattr(litmus, name))]


def write(folder: Path, **texts: list[str]) -> dict[str, Path]:
    for name, lines in texts.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return {name: folder / name for name in texts}


def test_names_are_sorted_and_listed() -> None:
    assert sorted(litmus.__all__) == litmus.__all__ == dir(litmus)
    promised = {
        "agree", "align", "align_all", "analyse", "analyse_all", "build", "convert_ratings", "cxmi", "evaluate",
        "evaluate_suites", "gate", "gate_suites", "judge", "load_suite", "mine", "mine_all", "probe", "report", "reproduce", "resegment", "run_project", "tag", "tag_all", "translate",
    }  # fmt: skip
    assert set(functions()) == promised


def test_every_name_is_imported_for_type_checkers() -> None:
    tree = ast.parse(Path(litmus.__file__).read_text(encoding="utf-8"))
    typed = {
        alias.asname or alias.name: f"{node.module}.{alias.name}"
        for block in tree.body
        if isinstance(block, ast.If)
        for node in block.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert typed.keys() == set(litmus.__all__) - {"__version__"}
    for name, path in typed.items():  # the lazy object is the one the type checker sees
        module, _, attribute = path.rpartition(".")
        assert getattr(litmus, name) is getattr(sys.modules[module], attribute)


def test_import_loads_nothing_heavy() -> None:
    code = "import sys, litmus; print(*sorted(m for m in sys.modules if m.startswith('litmus')))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "litmus\n"


def test_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'liter'"):
        litmus.liter  # noqa: B018


def test_lists_score_as_files_do(tmp_path: Path) -> None:
    paths = write(tmp_path, src=SOURCE, ref=REFERENCE, out=LITERAL)
    spans = write(
        tmp_path, spans=["kick the bucket\t[(3, 20)]", "", "spilled the beans\t[(4, 21)]"]
    )["spans"]
    metrics = ["litter", "bleu"]
    listed, filed = (
        litmus.evaluate(
            languages="en-es", source=source, references=reference, spans=marks,
            outputs={"<b>a</b>": output}, metrics=metrics, **FEW,
        )
        for source, reference, marks, output in (
            (SOURCE, REFERENCE, MARKS, LITERAL), (paths["src"], paths["ref"], spans, str(paths["out"])),
        )
    )  # fmt: skip
    unnamed = {"signature": "", "suite": ""}  # which have the name of the source
    assert [row.as_json() | unnamed for row in listed.rows] == [
        row.as_json() | unnamed for row in filed.rows
    ]
    assert listed.overall("<b>a</b>", "litter").value == 100.0
    assert "<b>a</b>" not in listed._repr_html_()  # markup in a name stays text
    several = litmus.evaluate(
        languages="en-es", source=paths["src"], references=[REFERENCE, LITERAL],
        outputs={"a": LITERAL}, metrics="bleu", **FEW,
    ).overall("a", "bleu")  # fmt: skip
    assert several.value == 100.0 and "|nrefs:2|" in several.signature


@pytest.mark.parametrize(
    ("arguments", "kind", "message"),
    [
        ({"outputs": {"a": LITERAL[:2]}}, DataError,
         "outputs['a'] has 2 lines, but source has 3 segments.\n"
         "Line 3 is the first without a partner. Lines end at \\n only; nothing was done."),
        ({"references": REFERENCE[:2]}, DataError,
         "references has 2 lines, but source has 3. Every segment needs one; nothing was done."),
        ({"spans": MARKS[:1]}, DataError,
         "spans has 1 line, but source has 3. Every segment needs one; nothing was done."),
        ({"outputs": {"a": ["x\ny", "", ""]}}, DataError,
         "outputs['a'][0] has a line end; a segment is one line.\n"
         "Replace line ends with spaces."),
        ({"outputs": {"a": ["x", None, ""]}}, UsageError,
         "outputs['a'][1] is NoneType, not a string."),
        ({"outputs": {"a": iter(LITERAL)}}, UsageError,
         "outputs['a'] is list_iterator, not a path or a list of strings.\n"
         "Make it a list: list(...)"),
        ({"outputs": None}, UsageError,
         'There is no output to score. Give one: outputs={"NAME": FILE}'),
        ({"languages": None}, UsageError,
         "Loose files do not say their languages. Add languages=SRC-TGT, such as en-fr"),
        ({"suite": "demo-en-es"}, UsageError,
         "Give either a suite (suite) or loose files (languages source references), not both."),
        ({"source": ["", "", ""], "references": [["", "", ""]], "spans": None}, DataError,
         "source has 3 lines, all of them empty; nothing was done."),
        ({"spans": [[(3, 99)], [], []]}, DataError, None),
        ({"metrics": ["liter"]}, UnknownName, None),
        ({"aligners": {"b": "x.align"}}, UnknownName, "No system is called 'b'.\nKnown: a"),
    ],
)  # fmt: skip
def test_what_a_notebook_gets_wrong_is_said_in_its_own_words(
    arguments: dict[str, object], kind: type[LitmusError], message: str | None
) -> None:
    inputs: dict[str, object] = {
        "languages": "en-es", "source": SOURCE, "references": REFERENCE, "spans": MARKS,
        "outputs": {"a": LITERAL}, "metrics": ["litter"], **FEW,
    }  # fmt: skip
    with pytest.raises(kind) as caught:
        litmus.evaluate(**(inputs | arguments))  # type: ignore[arg-type]
    assert message is None or str(caught.value) == message


def test_result_shows_itself(tmp_path: Path) -> None:
    result = litmus.evaluate("demo-is-en", metrics=["autoie", "bleu"], **FEW)
    assert repr(result) == (
        "<Result: demo-is-en v1, is-en, 103 segments, 103 labels; 1 system, 3 scores>"
    )
    assert json.loads(result.table(format="json")) == [row.as_json() for row in result.rows]
    assert result.table().startswith(result.heading)
    html = result._repr_html_()
    assert "<table>" in html and "apertium" in html and "<script" not in html
    with pytest.raises(UnknownName, match="No format is called 'csv'"):
        result.table(format="csv")
    for system, metric in (("apertum", "bleu"), ("apertium", "blue")):
        with pytest.raises(UnknownName, match="Did you mean"):
            result.overall(system, metric)
    page = result.report(tmp_path / "page.html")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_result_as_a_data_frame() -> None:
    pytest.importorskip("pandas", reason="pandas is not installed: pip install pandas")
    result = litmus.evaluate("demo-is-en", metrics=["autoie"], **FEW)
    frame = result.to_pandas()
    assert list(frame.columns) == list(result.rows[0].as_json())
    overall = frame[(frame["metric"] == "autoie") & frame["tag"].isna()]
    assert overall["value"].item() == result.overall("apertium", "autoie").value


def test_tags_of_lists_are_those_of_files(tmp_path: Path) -> None:
    source = ["Are you coming?", "You know the way.", "It is far."]
    target = ["Kommst du?", "Du kennst den Weg.", "Es ist weit."]
    paths = write(tmp_path, src=source, tgt=target, ids=["a", "a", "b"])
    listed = litmus.tag(languages="en-de", source=source, reference=target, docids=["a", "a", "b"])
    filed = litmus.tag(
        languages="en-de", source=paths["src"], reference=paths["tgt"], docids=paths["ids"]
    )
    assert list(listed) == list(filed)
    assert [row.document for row in listed] == ["a", "a", "b"]
    assert listed.signature == filed.signature


def test_saved_aligner_aligns_as_it_did(tmp_path: Path) -> None:
    source, target = ["the black cat", "the cat"], ["le chat noir", "le chat"]
    aligned = litmus.align(source, target, languages="en-fr")
    aligned.save(tmp_path / "model")
    again = litmus.align(source, target, languages="en-fr", aligner=f"model:{tmp_path / 'model'}")
    assert [a.links for a in again] == [a.links for a in aligned]


def test_mined_lists_and_files_give_the_same_rows(tmp_path: Path) -> None:
    lines = ["He has kicked the bucket.", "A red bucket\u2028of kicks.", "They kick the bucket."]
    listed = list(litmus.mine(["kick the bucket"], [lines[0], lines[2]], "en"))
    paths = write(tmp_path, corpus=[lines[0], lines[2]], idioms=["kick the bucket"])
    assert list(litmus.mine(paths["idioms"], paths["corpus"], "en")) == listed
    summary = litmus.mine(paths["idioms"], paths["corpus"], "en", output=tmp_path / "found.jsonl")
    written = (tmp_path / "found.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(row) for row in written] == listed
    assert (summary.occurrences, summary.listed) == (2, 1)


def test_translation_of_a_list_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    translation = litmus.translate(languages="en-es", source=["a", "b"], system="cmd:cat")
    assert (translation.texts, list(tmp_path.iterdir())) == (["a", "b"], [])


def test_samples_never_overwrite_what_is_read(tmp_path: Path) -> None:
    paths = write(tmp_path, corpus=["He kicked the bucket."], idioms=["kick the bucket"])
    for samples in paths.values():
        before = samples.read_bytes()
        with pytest.raises(UsageError) as caught:
            litmus.mine(
                paths["idioms"], paths["corpus"], "en", output=tmp_path / "out", samples=samples
            )
        assert str(caught.value) == f"samples would overwrite {samples}. Choose another name."
        assert samples.read_bytes() == before


@pytest.mark.parametrize(
    ("rest", "missing"), [({"doc": "d"}, "reference"), ({"references": ["b"]}, "document")]
)
def test_tags_need_documents_and_references(
    tmp_path: Path, rest: dict[str, object], missing: str
) -> None:
    write(
        tmp_path,
        **{
            "suite.toml": ['name = "x"', 'source = "en"', 'target = "fr"'],
            "segments.jsonl": [json.dumps({"id": "7", "source": "a"} | rest)],
        },
    )
    with pytest.raises(DataError) as caught:
        list(litmus.tag(tmp_path, aligner="pharaoh:none"))
    assert str(caught.value) == f"Segment 7 has no {missing}; tags need both."


def test_what_a_result_cannot_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = replace(litmus.evaluate("demo-is-en", metrics=["autoie"], **FEW), write_page=None)
    with pytest.raises(UsageError) as caught:
        result.report(tmp_path / "page.html")
    assert str(caught.value) == "This result does not know its inputs. Use litmus.report(...)."
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra) as missing:
        result.to_pandas()
    assert str(missing.value) == (
        "to_pandas() needs a package that is not installed.\n"
        'Install it with: pip install "litmus-mt[pandas]"'
    )


MODEL = "{0} is a model. Did you mean system=model:{0}?"


@pytest.mark.parametrize(("call", "message"), [
    (lambda _: litmus.align(["a"], ["b", "c"], languages="en-fr"),
     "source has 1 line, but target has 2.\n"
     "Every source line needs its translation; nothing was done."),
    (lambda folder: litmus.align(
        ["a"], ["b"], languages="en-fr",
        aligner=f"pharaoh:{write(folder, links=['0-0'])['links']}").save(folder / "model"),
     "Only the embedded aligner can be saved; leave aligner out."),
    (lambda folder: litmus.mine(["kick"], ["He kicked."], "en", output=folder / "found.jsonl"),
     "With output the corpus is a file, not a list."),
    (lambda _: litmus.translate(languages="en-es", source=["a"], system="embedded"),
     MODEL.format("embedded")),
    (lambda folder: litmus.translate(languages="en-es", source=["a"], system=str(folder)),
     MODEL.format("FOLDER")),
    (lambda _: litmus.evaluate(languages="en-fr", source=[], references=[], outputs={"a": []}),
     "source has no segments; nothing was done."),
])  # fmt: skip
def test_what_other_functions_refuse(
    tmp_path: Path, call: Callable[[Path], object], message: str
) -> None:
    with pytest.raises(LitmusError) as caught:
        call(tmp_path)
    assert str(caught.value).replace(str(tmp_path), "FOLDER") == message
