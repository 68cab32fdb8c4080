"""Importers of WinoMT and MT-GenEval, on files written here."""

import gzip
from pathlib import Path

import pytest
from importing import fill, refused

from litmus.corpus.segment import Entity, Segment
from litmus.importers import import_suite
from litmus.importers.recognise import recognise

DOCTOR = "female\t1\tThe doctor met the cook because she was ill.\tdoctor\n"
COOK = "male\t4\tThe doctor met the cook because he was hungry.\tThe cook\n"
SOMEONE = "neutral\t0\tSomeone left the site foreman their keys.\tsomeone\n"
LINES = DOCTOR + COOK + SOMEONE
GERMAN = (
    "The doctor met the cook because she was ill. ||| Die Ärztin traf den Koch.\n"
    "The doctor met the cook because he was hungry. ||| Der Arzt traf den Koch.\n"
    "Someone left his keys. ||| Jemand ließ Schlüssel da.\n"
)


def winomt(folder: Path, **outputs: str) -> Path:
    fill(folder, en__txt=LINES, en_pro__txt=COOK, en_anti__txt=DOCTOR)
    fill(folder / "outputs", **(outputs or {"mine__en-de__txt": GERMAN}))
    return folder


def test_winomt_marks_the_person_and_its_stereotype(tmp_path: Path) -> None:
    found = import_suite("winomt", winomt(tmp_path))
    segments = list(found.segments)
    assert segments[0] == Segment(
        "1",
        "The doctor met the cook because she was ill.",
        entities=(Entity((4, 10), "female", "anti"),),
    )
    marked = [s.source[slice(*s.entities[0].span)] for s in segments if s.entities[0].span]
    assert marked == ["doctor", "cook", "Someone"]
    assert [s.entities[0].stereotype for s in segments] == ["anti", "pro", "none"]
    assert (found.info.source, found.info.target) == ("en", "de")
    assert found.info.metrics == ("gender:compat=winomt",)


def test_winomt_brings_the_systems_of_the_language(tmp_path: Path) -> None:
    french = GERMAN.replace("Die Ärztin", "La docteure")
    folder = winomt(tmp_path, **{"mine__en-de__txt": GERMAN, "mine__en-fr__txt": french})
    found = import_suite("winomt", folder, languages=("en", "fr"))
    assert list(found.systems) == ["mine"]
    assert list(found.systems["mine"])[0] == "La docteure traf den Koch."
    assert list(found.notes) == [
        "mine: 1 line translated from another sentence, the first in line 3."
    ]


def test_winomt_in_the_layout_of_its_authors_or_of_one_file(tmp_path: Path) -> None:
    fill(tmp_path / "data" / "aggregates", en__txt=LINES, en_pro__txt=COOK, en_anti__txt=DOCTOR)
    fill(tmp_path / "translations" / "google", **{"en-de__txt": GERMAN})
    assert recognise(tmp_path) == "winomt"
    found = import_suite("winomt", tmp_path, languages=("en", "de"))
    assert list(found.systems) == ["google"]
    assert [s.entities[0].stereotype for s in found.segments] == ["anti", "pro", "none"]
    path = tmp_path / "en.txt.gz"
    text = "male\t4\tThe teacher asked the  physician and believed him.\tphysician\n"
    path.write_bytes(gzip.compress(text.encode()))  # over a double blank
    assert recognise(path) == "winomt"
    (segment,) = import_suite("winomt", path, languages=("en", "he")).segments
    assert segment.entities == (Entity((23, 32), "male"),)


def test_winomt_outputs_that_do_not_fit(tmp_path: Path) -> None:
    folder = winomt(tmp_path / "b", **{"mine__en-de__txt": GERMAN.replace("|||", "|")})
    found = import_suite("winomt", folder)
    with pytest.raises(Exception, match=r"mine\.en-de\.txt:1 has no '\|\|\|'"):
        list(found.systems["mine"])
    assert "A winomt folder holds en.txt" in refused("winomt", tmp_path, languages=("en", "de"))


TABLE = (
    "src_context<sep>src\tref_original\tref_flipped\n"
    "She sang. <sep> Meyer was a good singer.\tMeyer war Sängerin.\tMeyer war Sänger.\n"
    "He met her. <sep> The host was kind.\tDer Wirt war nett.\tDie Wirtin war nett.\n"
    "<sep> He cooks.\tEr kocht.\tEr kocht.\n"
)


def test_mt_geneval_table_of_contexts(tmp_path: Path) -> None:
    path = tmp_path / "dev.en-de.tsv"
    path.write_text(TABLE, encoding="utf-8")
    assert recognise(path) == "mt-geneval"
    found = import_suite("mt-geneval", path)
    assert list(found.segments) == [
        Segment(
            "2", "Meyer was a good singer.", ("Meyer war Sängerin.",), context=("She sang.",),
            contrastive=("Meyer war Sänger.",), entities=(Entity(None, "female"),),
        ),
        Segment(
            "3", "The host was kind.", ("Der Wirt war nett.",), context=("He met her.",),
            contrastive=("Die Wirtin war nett.",),
        ),
    ]  # fmt: skip
    assert found.notes == [
        "1 example with pronouns of both genders, or of none.",
        "1 example left out: both references are the same.",
    ]


def test_mt_geneval_files_of_contexts(tmp_path: Path) -> None:
    name = "geneval-context-wikiprofessions-{}-dev.en_de.{}"
    folder = tmp_path / "data" / "context"
    folder.mkdir(parents=True)
    for kind, code, text in (
        ("2to1", "en", "He sang. <sep> Meyer was a singer.\n"),
        ("original", "de", "Meyer war Sänger.\n"),
        ("flipped", "de", "Meyer war Sängerin.\n"),
    ):
        (folder / name.format(kind, code)).write_text(text, encoding="utf-8")
    assert recognise(tmp_path) == "mt-geneval"
    (segment,) = import_suite("mt-geneval", tmp_path, languages=("en", "de"), split="dev").segments
    assert (segment.source, segment.references) == ("Meyer was a singer.", ("Meyer war Sänger.",))
    assert segment.entities == (Entity(None, "male"),)
    message = refused("mt-geneval", tmp_path, languages=("en", "de"))
    assert "2to1-test.en_de.en does not exist" in message


def test_mt_geneval_counterfactual_sentences(tmp_path: Path) -> None:
    texts = {"feminine": ("She is an actress.", "È un'attrice."),
             "masculine": ("He is an actor.", "È un attore.")}  # fmt: skip
    for gender, pair in texts.items():
        for code, text in zip(("en", "it"), pair, strict=True):
            name = f"geneval-sentences-{gender}-test__en_it__{code}"
            fill(tmp_path / "sentences" / "test", **{name: f"{text}\n"})
    found = import_suite("mt-geneval", tmp_path, languages=("en", "it"), part="sentences")
    (she, actress), (he, actor) = texts.values()
    assert list(found.segments) == [
        Segment("1.feminine", she, (actress,), group="1", contrastive=(actor,),
                entities=(Entity(None, "female"),)),
        Segment("1.masculine", he, (actor,), group="1", contrastive=(actress,),
                entities=(Entity(None, "male"),)),
    ]  # fmt: skip
