"""CTXPro: both layouts, every phenomenon, and files that do not fit each other."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from importing import fill, refused

import litmus
from litmus.corpus.expected import ExpectedWord
from litmus.corpus.suite import write_suite
from litmus.errors import DataError
from litmus.importers import Imported, import_suite
from litmus.importers.recognise import recognise

SET = "formality.opensubtitles.en-de.test"
FIRST = {
    "src pronoun": "you", "expected": "dich", "ref segment": "Ich sehe dich.",
    "src segment": "I see you.", "segment id": 7, "document id": "film/1",
    "rule": "ACC.INFORM.SING",
}  # fmt: skip
SECOND = {**FIRST, "expected": "sie", "segment id": 9, "rule": "ACC.FORM+PLUR"}
INPUTS = "Where is she?<eos> Over there.<eos> I see you.\nI see you.\n"
ALONE = "Ich sehe dich.\nIch sehe dich.\n"
WITH_CONTEXT = "Wo ist sie? Da drüben. Ich sehe dich.\nIch sehe Sie.\n"


def authors(folder: Path, items: list[Any], *, inputs: str | None = INPUTS, **outputs: str) -> Path:
    """The authors' layout; the file of the items comes back."""
    path = folder / f"{SET}.json.gz"
    folder.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gzip.compress(json.dumps(items, indent=2).encode()))
    if inputs is not None:
        (folder / "inputs").mkdir()
        (folder / "inputs" / SET).write_text(inputs)
    for mode, text in outputs.items():
        (folder / "outputs").mkdir(exist_ok=True)
        (folder / "outputs" / f"deepl.{SET}.{mode}").write_text(text, encoding="utf-8")
    return path


def read(path: Path, **options: Any) -> Imported:
    return import_suite("ctxpro", path, **options)


@pytest.mark.parametrize("place", [".", "jsons"])  # inputs/ and outputs/ in the folder or beside it
def test_authors_layout_by_hand(tmp_path: Path, place: str) -> None:
    path = authors(tmp_path, [FIRST, SECOND], sentences=ALONE, contexts=WITH_CONTEXT)
    (tmp_path / place).mkdir(exist_ok=True)
    imported = read(path.rename(tmp_path / place / path.name))
    first, second = imported.segments
    assert first.id == "film/1#7" and first.document == "film/1"
    assert first.context == ("Where is she?", "Over there.")
    assert first.expected == (ExpectedWord("dich", "formality", "ACC.INFORM.SING", "you"),)
    assert first.required == (("dich",),)
    assert second.context == ()
    assert imported.info.metrics == ("context-word",)
    assert (imported.info.source, imported.info.target) == ("en", "de")
    assert {name: list(lines) for name, lines in imported.systems.items()} == {
        "deepl.sentences": ALONE.splitlines(), "deepl.contexts": WITH_CONTEXT.splitlines(),
    }  # fmt: skip
    assert imported.notes == ["1 segment without context."]


def test_authors_layout_scored_from_python(tmp_path: Path) -> None:
    # without context dich for both, with context dich and Sie: 50 and 100 per cent
    authors(tmp_path / "data", [FIRST, SECOND], sentences=ALONE, contexts=WITH_CONTEXT)
    imported = read(tmp_path / "data")
    write_suite(tmp_path / "suite", imported.info, imported.segments, systems=imported.systems)
    result = litmus.evaluate(tmp_path / "suite", n_bootstrap=10)
    assert {
        row.system: row.value
        for row in result.rows
        if row.metric == "context-word" and row.tag is None
    } == {"deepl.contexts": 100.0, "deepl.sentences": 50.0}
    assert {row.tag for row in result.rows if row.tag} == {
        "formality ACC.INFORM.SING", "formality ACC.FORM+PLUR",
    }  # fmt: skip


def test_folder_of_several_sets(tmp_path: Path) -> None:
    authors(tmp_path, [FIRST, SECOND], sentences=ALONE)
    fill(tmp_path, **{"auxiliary__en-fr__json": json.dumps([FIRST])})
    assert refused("ctxpro", tmp_path) == (
        f"{tmp_path} holds several: auxiliary.en-fr, {SET}.\n"
        "Choose one: part=NAME, for example part=auxiliary.en-fr"
    )
    assert len(list(read(tmp_path, part=SET).segments)) == 2
    assert recognise(tmp_path) == "ctxpro"
    assert recognise(tmp_path / f"{SET}.json.gz") == "ctxpro"


PRONOUN = {"src_pronoun": "it", "rule": "NOM.FEM.SING"}


@pytest.mark.parametrize(
    ("name", "keys", "expected"),
    [
        ("gender.en-fr", PRONOUN, ("gender", "NOM.FEM.SING", "it", "")),
        ("a.en-fr", PRONOUN, ("gender", "NOM.FEM.SING", "it", "")),
        ("mini.animacy.opensubtitles.fr-en.test", {**PRONOUN, "src_pronoun": "elle"},
         ("animacy", "NOM.FEM.SING", "elle", "")),
        ("a.fr-en", {**PRONOUN, "src_pronoun": "elle"}, ("animacy", "NOM.FEM.SING", "elle", "")),
        ("a.en-ru", {"src_noun": "book", "rule": "ACC.ELL"}, ("inflection", "ACC.ELL", "book", "")),
        ("a.en-it", {"src_pronoun": "you", "rule": "ACC.INFORM+FORM.PLUR"},
         ("formality", "ACC.INFORM+FORM.PLUR", "you", "")),
        ("a.en-de", {"src_verb": "did", "rule": "DO.ELL", "ref_verb_lemma": "gehen"},
         ("auxiliary", "DO.ELL", "did", "gehen")),
        ("a.en-de", {}, ("context", "", "", "")),
    ],
)  # fmt: skip
def test_phenomenon_by_name_or_keys(
    tmp_path: Path, name: str, keys: dict[str, str], expected: tuple[str, ...]
) -> None:
    row = {"src_segment": "x", "ref_segment": "y", "expected": "z", "document_id": "d", **keys}
    path = tmp_path / f"{name}.jsonl"
    path.write_text(json.dumps(row) + "\n")
    imported = read(path)
    (segment,) = imported.segments
    assert segment.expected == (ExpectedWord("z", *expected),)
    assert imported.info.source + "-" + imported.info.target in name
    assert (
        "1 segment that do not say what they are about (formality, ...)." in imported.notes
    ) == (expected[0] == "context")


def test_phenomenon_can_be_said(tmp_path: Path) -> None:
    path = authors(tmp_path, [FIRST], inputs=None)
    (segment,) = read(path, phenomenon="gender").segments
    assert segment.expected[0].phenomenon == "gender"
    assert refused("ctxpro", path, phenomenon="gendr") == (
        "No phenomenon of CTXPro is called 'gendr'. Did you mean 'gender'?\n"
        "Known: animacy, auxiliary, formality, gender, inflection"
    )


def test_what_is_odd_is_noted(tmp_path: Path) -> None:
    imported = read(authors(tmp_path, [{**FIRST, "expected": "-"}, FIRST], inputs=None))
    assert [one.id for one in imported.segments] == ["film/1#7", "film/1#7.2"]
    assert imported.notes == [
        "1 segment with the document and number of another; the id got a suffix.",
        "2 segments without context.",
        "1 segment whose expected word has no letter; only compat=ctxpro counts them.",
    ]


def test_outputs_of_another_length(tmp_path: Path) -> None:
    path = authors(tmp_path, [FIRST, SECOND], sentences=ALONE + "Ja.\n")
    output = tmp_path / "outputs" / f"deepl.{SET}.sentences"
    with pytest.raises(DataError) as caught:
        list(read(path).systems["deepl.sentences"])
    assert str(caught.value) == (
        f"{output} has 3 lines, but {path} has 2 items.\n"
        "Every item needs exactly one line, in the same order. Lines end at \\n only."
    )


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ("Where?<eos> I see you.\n",
         "{inputs} has 1 line, but {path} has more items.\n"
         "Every item needs exactly one line, in the same order."),
        (INPUTS + "More.\n",
         "{inputs} has 3 lines, but {path} has 2 items.\n"
         "Every item needs exactly one line, in the same order. Lines end at \\n only."),
        ("Where?<eos> I saw you.\nI see you.\n",
         "{inputs}:1 ends in another sentence than item 1 of {path}.\n"
         "The two files do not belong together, or their order differs."),
    ],
)  # fmt: skip
def test_inputs_that_do_not_fit(tmp_path: Path, inputs: str, message: str) -> None:
    path = authors(tmp_path, [FIRST, SECOND], inputs=inputs)
    assert refused("ctxpro", path) == message.format(inputs=tmp_path / "inputs" / SET, path=path)


@pytest.mark.parametrize(
    ("item", "message"),
    [
        ("x", "example 1 is str, not a JSON object."),
        ({key: FIRST[key] for key in FIRST if key != "expected"},
         "example 1: the key 'expected' is missing. Is it the right format?"),
        ({**FIRST, "expected": ""}, "example 1: 'expected' is empty."),
        ({**FIRST, "rule": 3}, "example 1: 'rule' must be a string, but is int."),
        ({key: FIRST[key] for key in FIRST if key != "document id"},
         "example 1: the key 'document_id' is missing. Is it the right format?"),
    ],
)  # fmt: skip
def test_items_that_do_not_fit(tmp_path: Path, item: Any, message: str) -> None:
    path = authors(tmp_path, [item], inputs=None)
    assert refused("ctxpro", path) == f"{path}: {message}"
