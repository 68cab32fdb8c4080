"""Idiom data sets by hand, and the real ones where they are there."""

import re
from collections import Counter
from pathlib import Path

import pytest
from importing import DATA, SHARED, fill, needs, refused

from litmus.corpus.segment import Idiom, IdiomFacts, Segment
from litmus.errors import UnknownName, UsageError
from litmus.importers import FORMATS, import_suite, options_of
from litmus.importers.sample import Sample
from litmus.importers.test_sets.autoie import required_words
from litmus.plugins.registry import Entry

# --- the door ---


def test_unknown_format() -> None:
    with pytest.raises(UnknownName) as caught:
        import_suite("autoi", Path())
    assert str(caught.value) == (
        "No format is called 'autoi'. Did you mean 'autoie'?\n"
        "Known: autoie, cibb, cocoa, contrapro, csv, ctxpro, discevalmt, evalset, gtwic, hf, "
        "idiom-ds, idiom-mt, mt-geneval, muda, parquet, po, srt, tmx, tsv, vtt, winomt, wmt, "
        "wmt-jsonl, wmt25-terminology, xliff"
    )


def test_unknown_option() -> None:
    with pytest.raises(UsageError) as caught:
        import_suite("muda", Path(), prt="agent")
    assert str(caught.value) == (
        "The format muda has no option 'prt'.\nKnown: part=the PREFIX, where a folder holds several"
    )
    with pytest.raises(UsageError) as caught:
        import_suite("tmx", Path(), part="x")
    assert str(caught.value) == "The format tmx has no option 'part'.\nKnown: none"


@pytest.mark.parametrize("entry", FORMATS.ours(), ids=lambda entry: entry.name)
def test_every_format_is_there(entry: Entry) -> None:
    assert isinstance(options_of(entry.name), dict)
    assert entry.summary and "\n" not in entry.summary
    module = FORMATS.find(entry.name)
    assert entry.name == module.NAME  # type: ignore[attr-defined]
    assert not module.recognises(Sample(Path(__file__)))


def test_path_that_is_not_there(tmp_path: Path) -> None:
    path = tmp_path / "no" / "where"
    assert refused("tmx", path, languages=("en", "de")) == f"{path} does not exist."


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


def test_cibb_that_does_not_fit(tmp_path: Path) -> None:
    path = cibb(tmp_path, "没有\n", "snake\n")
    assert refused("cibb", path) == (
        f"{path / 'idiom_blacklist.src.zh.txt'}:1 contains no idiom whose blacklist is 'snake'.\n"
        "Is the blacklist file of the same version as the list of idioms?"
    )
    cibb(tmp_path, "x\n", "snake\n", IDIOMS.replace("12\n", ""))
    assert refused("cibb", path) == (
        f"{path / 'list_idiom_blacklist.txt'}:1: an idiom takes 5 lines: the idiom, its training "
        "frequency, its translation, 'X: words', and a blank one."
    )
    (path / "list_idiom_blacklist.txt").unlink()
    assert refused("cibb", path) == (
        f"{path / 'list_idiom_blacklist.txt'} does not exist. A cibb folder holds "
        "idiom_blacklist.{src.zh,ref.en,blacklist.en}.txt and list_idiom_blacklist.txt."
    )


@needs("data/cibb", "papers/002_*.txt")
def test_cibb_is_table_8_of_the_paper() -> None:
    (paper,) = SHARED.glob("papers/002_*.txt")
    row = re.compile(r"(\S{4}) ([a-z ]+) (\d+) (\d+) [\d.]+")
    lines = paper.read_text(encoding="utf-8").split("\n")
    table = {m[1]: m for line in lines if (m := row.fullmatch(line.strip()))}
    assert len(table) == 50
    imported = import_suite("cibb", DATA / "cibb")
    segments = list(imported.segments)
    assert len(segments) == 1_194
    assert {fact.label: fact.training_frequency for fact in imported.facts} == {
        label: int(match[3]) for label, match in table.items()
    }
    assert {fact.label: " ".join(fact.blacklist) for fact in imported.facts} == {
        label: match[2] for label, match in table.items()
    }
    # lines: 40 of two idioms that the table gives 42, since two sources of each hold them twice
    expected = {label: int(match[4]) for label, match in table.items()}
    occurrences = Counter(idiom.label for segment in segments for idiom in segment.idioms)
    assert occurrences == expected
    per_line = Counter(label for segment in segments for label in segment.labels)
    assert per_line == expected | {"迎刃而解": 40, "马马虎虎": 40}


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


def test_autoie_bad_rows(tmp_path: Path) -> None:
    path = fill(tmp_path, a__tsv="S\tr\tw\t1\nS\tr\n", b__tsv="S\tr\t\t1\n") / "a.tsv"
    assert refused("autoie", path) == (
        f"{path}:2 has 2 tab-separated columns; expected 4: source, reference, words, segment "
        "number."
    )
    assert refused("autoie", tmp_path / "b.tsv") == (
        f"{tmp_path / 'b.tsv'}:1: a column is empty. Each row needs source, reference, words, "
        "segment number, the words separated by commas."
    )
    bad = "\t".join(["vera (klár", *"bcdefghi"])
    fill(tmp_path, c__tsv=bad + "\n")
    assert refused("autoie", tmp_path / "c.tsv").startswith(
        f"{tmp_path / 'c.tsv'}:1: 'vera (klár' has an opening parenthesis without its closing one."
    )


def test_autoie_original_with_an_empty_column(tmp_path: Path) -> None:
    row = "\t".join(["vera klár", "be ready", "m", "be ready", " ", *"fghi"])
    path = fill(tmp_path, a__tsv=f"{row}\n") / "a.tsv"
    assert refused("autoie", path) == (
        f"{path}:1: the idiom, its equivalent or an example is empty."
    )


@needs("data/autoie-is")
def test_autoie_data() -> None:
    imported = import_suite("autoie", next((DATA / "autoie-is").glob("*.tsv")))
    segments = list(imported.segments)
    assert len(segments) == 1_314
    assert len({segment.group for segment in segments}) == 990
    assert len({segment.source for segment in segments}) == 1_057
    assert sum(segment.weight for segment in segments) == pytest.approx(990)
    # findings.md: a reference passes against itself 98.2 % by substring
    passed = sum(
        all(word.lower() in segment.references[0].lower() for word in segment.required[0])
        for segment in segments
    )
    assert passed / len(segments) == pytest.approx(0.982, abs=0.001)


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


def test_idiom_mt_that_is_not_clear(tmp_path: Path) -> None:
    path = fill(tmp_path, a__en="x\n", a__fr="x\n", a__es="x\n", a__spans__en="\n")
    assert refused("idiom-mt", path) == (
        f"{path} should hold one translation of a.en, but holds: es, fr.\nChoose one: languages=en-es"
    )
    assert len(list(import_suite("idiom-mt", path, languages=("en", "fr")).segments)) == 1
    fill(path, b__spans__en="\n")
    assert refused("idiom-mt", path) == (
        f"{path} holds several: a, b.\nChoose one: part=NAME, for example part=a"
    )
    assert refused("idiom-mt", path, languages=("de", "fr")) == (
        f"{path} holds no span file. An idiom-mt folder holds PREFIX.SRC, PREFIX.TGT and "
        "PREFIX.spans.SRC, such as test.en, test.fr, test.spans.en."
    )


@needs("data/idiom-mt")
def test_idiom_mt_data() -> None:
    segments = list(import_suite("idiom-mt", DATA / "idiom-mt/literal_translatability").segments)
    assert len(segments) == 2_525
    assert sum(len(segment.idioms) for segment in segments) == 2_611
    assert len({label for segment in segments for label in segment.labels}) == 98
    assert sum(len(segment.idioms) > 1 for segment in segments) == 84


def test_muda_parts(tmp_path: Path) -> None:
    path = fill(
        tmp_path / "en-de", agent__en="A\nB\n", agent__de="a\nb\n", agent__docids="1\n2\n",
        client__en="C\n", client__de="c\n", client__docids="1\n",
    )  # fmt: skip
    agent = [Segment("1", "A", ("a",), "1"), Segment("2", "B", ("b",), "2")]
    assert list(import_suite("muda", path, part="agent").segments) == agent
    assert list(import_suite("muda", path / "agent").segments) == agent
    assert refused("muda", path) == (
        f"{path} holds several: agent, client.\nChoose one: part=NAME, for example part=agent"
    )
    assert refused("muda", path, part="agnt") == (
        "No part is called 'agnt'. Did you mean 'agent'?\nKnown: agent, client"
    )
    assert refused("muda", path, part="agent", languages=("en", "fr")) == (
        f"{path / 'agent.fr'} does not exist. A muda folder holds PREFIX.SRC, PREFIX.TGT and "
        "PREFIX.docids, such as dev.en, dev.de, dev.docids."
    )


def test_muda_folder_without_documents(tmp_path: Path) -> None:
    path = fill(tmp_path / "en-de", dev__en="a\n", dev__de="b\n")
    assert refused("muda", path) == (
        f"{path} holds no .docids file. A muda folder holds PREFIX.SRC, PREFIX.TGT and "
        "PREFIX.docids, such as dev.en, dev.de, dev.docids."
    )


@needs("data/muda-example")
@pytest.mark.parametrize(("part", "n_segments"), [("agent", 1_006), ("client", 1_103)])
def test_muda_data(part: str, n_segments: int) -> None:
    imported = import_suite("muda", DATA / "muda-example/maia/en-de", part=part)
    assert sum(1 for _ in imported.segments) == n_segments


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


def test_idiom_ds_bad_input(tmp_path: Path) -> None:
    path = fill(tmp_path / "de-en", idiom_test__de="x\n", idiom_test__en="x\n",
                idiom_test__info="1\tx\n")  # fmt: skip
    assert refused("idiom-ds", path) == (
        f"{path / 'idiom_test.info'}:1: expected number, source idiom, target idiom and (in the "
        "test set) training count, separated by tabs; found 2 columns."
    )
    fill(path, idiom_test__info="1\tx\ty\toften\n")
    assert refused("idiom-ds", path) == (
        f"{path / 'idiom_test.info'}:1: the training count 'often' is not a number."
    )
    assert refused("idiom-ds", path, part="dev") == (
        "No part is called 'dev'.\nKnown: UNK, test, trainplus"
    )


@needs("data/idiom-translation-ds")
@pytest.mark.parametrize(
    ("pair", "part", "n_segments", "n_labels", "most_unmarked"),
    [
        ("de-en", "test", 1_500, 103, 40),  # 103: Table 2 of Fadaee et al. (2018)
        ("de-en", "UNK", 196, 98, 10),
        ("de-en", "trainplus", 1_848, 102, 60),
        ("en-de", "test", 1_500, 68, 5),
        ("en-de", "UNK", 121, 64, 5),
        ("en-de", "trainplus", 2_302, 68, 5),
    ],
)
def test_idiom_ds_data(
    pair: str, part: str, n_segments: int, n_labels: int, most_unmarked: int
) -> None:
    imported = import_suite("idiom-ds", DATA / "idiom-translation-ds" / pair, part=part)
    segments = list(imported.segments)
    assert len(segments) == n_segments
    assert len({label for segment in segments for label in segment.labels}) == n_labels
    assert sum(not segment.idioms[0].spans for segment in segments) <= most_unmarked
    assert (imported.facts[0].training_frequency is not None) == (part == "test")
