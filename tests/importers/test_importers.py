"""Idiom data sets by hand, and the real ones where they are there."""

from pathlib import Path
from typing import Any

import pytest
from importing import fill, refused

from litmus.corpus.segment import Idiom, IdiomFacts, Segment
from litmus.importers import FORMATS, import_suite, options_of
from litmus.importers.sample import Sample
from litmus.importers.test_sets.autoie import required_words

# --- the door ---


@pytest.mark.parametrize(("format", "options", "message"), [
    ("autoi", {}, "No format is called 'autoi'. Did you mean 'autoie'?\n"
     "Known: autoie, cibb, cocoa, contrapro, csv, ctxpro, discevalmt, evalset, gtwic, hf, "
     "idiom-ds, idiom-mt, mt-geneval, muda, parquet, po, srt, tmx, tsv, vtt, winomt, wmt, "
     "wmt-jsonl, wmt25-terminology, xliff"),
    ("muda", {"prt": "agent"}, "The format muda has no option 'prt'.\n"
     "Known: part=the PREFIX, where a folder holds several"),
    ("tmx", {"part": "x"}, "The format tmx has no option 'part'.\nKnown: none"),
    ("tmx", {"languages": ("en", "de")}, "no/where does not exist."),
])  # fmt: skip
def test_what_cannot_be_imported(format: str, options: dict[str, Any], message: str) -> None:
    assert refused(format, Path("no/where"), **options) == message


def test_autoie_parenthesis_without_an_end(tmp_path: Path) -> None:
    path = fill(tmp_path, c__tsv="\t".join(["vera (klár", *"bcdefghi"]) + "\n") / "c.tsv"
    assert refused("autoie", path).startswith(
        f"{path}:1: 'vera (klár' has an opening parenthesis without its closing one."
    )


def test_every_format_is_there() -> None:
    for entry in FORMATS.ours():
        assert isinstance(options_of(entry.name), dict)
        assert entry.summary and "\n" not in entry.summary, entry.name
        module = FORMATS.find(entry.name)
        assert entry.name == module.NAME  # type: ignore[attr-defined]
        assert not module.recognises(Sample(Path(__file__))), entry.name


@pytest.mark.parametrize("format", ["tmx", "tsv", "csv", "parquet", "ctxpro", "contrapro"])
def test_languages_are_needed(tmp_path: Path, format: str) -> None:
    (tmp_path / "file").write_text("x\n")
    assert refused(format, tmp_path / "file") == (
        f"This {format} data does not say its languages. Pass them: languages=SOURCE-TARGET, such as en-de"
    )


# --- CIBB ---

IDIOMS = "四面楚歌\n12\nBesieged\nX: song chu\n\n画蛇添足\n7\nOverdo\nX: snake\n\n"


def cibb(folder: Path, source: str, blacklist: str, idioms: str = IDIOMS) -> Path:
    return fill(
        folder, idiom_blacklist__src__zh__txt=source,
        idiom_blacklist__ref__en__txt="ref\n" * source.count("\n"),
        idiom_blacklist__blacklist__en__txt=blacklist, list_idiom_blacklist__txt=idioms,
    )  # fmt: skip


def test_cibb_by_hand(tmp_path: Path) -> None:
    sources = ["我四面楚歌", "别画 蛇添足", "画蛇添足和画蛇添足", "四面楚歌画蛇添足"]
    path = cibb(tmp_path, "\n".join(sources) + "\n", "song chu\nsnake\nsnake\nsnake\n")
    imported = import_suite("cibb", path)
    segments = list(imported.segments)
    assert segments[0] == Segment(
        "1", sources[0], ("ref",),
        idioms=(Idiom("四面楚歌", ((1, 5),)),), blacklist=("song", "chu"),
    )  # fmt: skip
    assert [segment.idioms for segment in segments[1:]] == [
        (Idiom("画蛇添足", ((1, 6),)),),
        (Idiom("画蛇添足", ((0, 4),)), Idiom("画蛇添足", ((5, 9),))),
        (Idiom("画蛇添足", ((4, 8),)),),
    ]
    assert imported.facts[1] == IdiomFacts(
        "画蛇添足", blacklist=("snake",), meaning="Overdo", training_frequency=7
    )
    assert imported.notes == [
        "1 source with several of the idioms; the line's blacklist says which.",
        "1 source with the idiom twice; both occurrences are marked.",
        "1 source with spaces inside the idiom; the span includes them.",
    ]
    assert (imported.info.source, imported.info.target) == ("zh", "en")


# --- AutoIE ---


def test_autoie_processed_by_hand(tmp_path: Path) -> None:
    rows = "S\tkept his cool\tkept,cool\t1\nS\theld his nerve\theld,nerve\t1\n"
    rows += "T\theld on\theld\t1\n"
    path = fill(tmp_path, a__tsv=rows + "U\tu\tu, v\t2\n") / "a.tsv"
    segments = list(import_suite("autoie", path).segments)
    assert [segment.id for segment in segments] == ["1.1", "1.2", "1.3", "2.1"]
    assert segments[1] == Segment(
        "1.2", "S", ("held his nerve", "kept his cool"), weight=1 / 3, group="1",
        required=(("held", "nerve"), ("kept", "cool"), ("held",)),
    )  # fmt: skip
    assert segments[2].references == ("held on",)
    assert segments[3].required == (("u", "v"),)
    assert segments[3].weight == 1


def test_autoie_original_by_hand(tmp_path: Path) -> None:
    columns = [
        "<NP1-nom> vera klár/tilbúinn í slaginn", "<NP1> be ready to rumble | be raring to go",
        "m", "be ready", "Sigurður er klár/tilbúinn í slaginn",
        "Sigurður is ready to rumble | Sigurður is (really) raring to go", "7", "8", "slagur",
    ]  # fmt: skip
    path = fill(tmp_path, a__tsv="\t".join(columns) + "\n") / "a.tsv"
    imported = import_suite("autoie", path)
    segments = list(imported.segments)
    assert [(segment.id, segment.source, segment.references[0]) for segment in segments] == [
        ("1.1", "Sigurður er klár í slaginn", "Sigurður is ready to rumble"),
        ("1.2", "Sigurður er klár í slaginn", "Sigurður is really raring to go"),
        ("1.3", "Sigurður er klár í slaginn", "Sigurður is raring to go"),
        ("1.4", "Sigurður er tilbúinn í slaginn", "Sigurður is ready to rumble"),
        ("1.5", "Sigurður er tilbúinn í slaginn", "Sigurður is really raring to go"),
        ("1.6", "Sigurður er tilbúinn í slaginn", "Sigurður is raring to go"),
    ]
    assert sum(segment.weight for segment in segments) == pytest.approx(1)
    assert segments[1].required == (("raring", "go"), ("ready", "rumble"))
    assert segments[1].references == (
        "Sigurður is really raring to go", "Sigurður is ready to rumble",
        "Sigurður is raring to go",
    )  # fmt: skip
    (idiom,) = segments[4].idioms
    assert idiom.label == "<NP1-nom> vera klár/tilbúinn í slaginn"
    assert idiom.equivalents == ("<NP1> be ready to rumble", "be raring to go")
    assert imported.facts == [IdiomFacts(idiom.label, idiom.equivalents, meaning="be ready")]


def test_autoie_required_words_of_the_paper() -> None:
    # section 3.2: 'Sigurður took a nap' must contain 'took' and 'nap'
    assert required_words(["took a nap"], "Sigurður took a nap") == ("took", "nap")
    assert required_words(["take a nap"], "Sigurður took a nap") == ("nap",)
    assert required_words(["roll up one's sleeves"], "He rolled up his sleeves.") == (
        "rolled", "up", "sleeves",
    )  # fmt: skip
    assert required_words(["be on it"], "He is on it") == ()


# --- idiom-mt and MuDA ---


def test_idiom_mt_finds_its_prefix(tmp_path: Path) -> None:
    path = fill(
        tmp_path / "set", test__en="a cat\n", test__fr="un chat\n", test__en__moses="x\n",
        test__spans__en="cat\t[(0, 1), (2, 5)]\n",
    )  # fmt: skip
    expected = Segment(
        "1", "a cat", ("un chat",), idioms=(Idiom("cat", ((0, 1),)), Idiom("cat", ((2, 5),)))
    )
    for place in (path, path / "test"):
        imported = import_suite("idiom-mt", place)
        assert list(imported.segments) == [expected]
        assert (imported.info.source, imported.info.target) == ("en", "fr")


def test_muda_parts(tmp_path: Path) -> None:
    path = fill(
        tmp_path / "en-de", agent__en="A\nB\n", agent__de="a\nb\n", agent__docids="1\n2\n",
        client__en="C\n", client__de="c\n", client__docids="1\n",
    )  # fmt: skip
    agent = [Segment("1", "A", ("a",), "1"), Segment("2", "B", ("b",), "2")]
    assert list(import_suite("muda", path, part="agent").segments) == agent
    assert list(import_suite("muda", path / "agent").segments) == agent


# --- IdiomTranslationDS ---


def test_idiom_ds_by_hand(tmp_path: Path) -> None:
    path = fill(
        tmp_path / "de-en",
        idiom_test__de="Man hat das Thema &quot; auf Eis gelegt &quot; .\nGar nichts .\n",
        idiom_test__en="They put it on ice .\nNothing &apos;s here .\n",
        idiom_test__info="3\tauf eis legen|liegen\tto put / keep sth. on ice\t17\n"
        "-1\tkamm scheren\t( all ) one\t2\n",
    )
    imported = import_suite("idiom-ds", path)
    segments = list(imported.segments)
    source = 'Man hat das Thema " auf Eis gelegt " .'
    equivalents = ("to put sth. on ice", "to keep sth. on ice")
    assert segments[0] == Segment(
        "1", source, ("They put it on ice .",),
        idioms=(Idiom("auf eis legen|liegen", ((20, 34),), equivalents),),
    )  # fmt: skip
    assert segments[0].idioms[0].text(source) == "auf Eis gelegt"
    assert segments[1].idioms == (Idiom("kamm scheren", (), ("all one", "one")),)
    assert imported.facts[0] == IdiomFacts(
        "auf eis legen|liegen", equivalents, training_frequency=17
    )
    assert imported.notes == [
        "Moses entities such as &apos; were replaced by plain characters.",
        "1 of 2 idioms not found in the source; no span.",
    ]
    kept = list(import_suite("idiom-ds", path, entities="keep").segments)
    assert kept[1].references == ("Nothing &apos;s here .",)
