"""`litmus import`, `check`, `list` and `dictionary`: what they print, write and refuse."""

import json
from pathlib import Path

import pytest
from commanding import FIXTURES, LITERAL, Litmus, write_lines, write_suite, written

from litmus.language import embedded, knowledge
from litmus.language.dictionary import bilingual as dictionary
from litmus.metrics.registry import metrics

here, litmus, tiny = FIXTURES

PAIRS = ["He kicked the bucket .\tIl est mort .\tkick the bucket", "I sing .\tJe chante .\tsing"]


# --- import ------------------------------------------------------------------------------------


@pytest.fixture
def table(here: Path) -> Path:
    """`pairs.tsv`; the first label stands in its source in another form."""
    return write_lines(here / "pairs.tsv", PAIRS)


def test_import_tsv_says_which_idioms_have_no_span(here: Path, litmus: Litmus) -> None:
    rows = [*PAIRS, "I dance .\tJe danse .\tkick the bucket", "No .\tNon .\t(((", "He .\tIl .\the"]
    write_lines(here / "odd.tsv", rows)
    answer = litmus("import", "tsv", "odd.tsv", "-l", "en-fr", "-o", "mine")
    assert answer.err == (
        "litmus: 2 idioms have no span, as the source does not hold them; metrics that read spans "
        "leave them out.\n"
    )
    assert "2 idioms have no span" in litmus("check", "odd.tsv", "-l", "en-fr").err


def test_import_tsv_makes_a_suite(table: Path, litmus: Litmus) -> None:
    answer = litmus("import", "tsv", "pairs.tsv", "-l", "en-fr", "-o", "mine")
    assert (answer.code, answer.out) == (0, "mine: 2 segments, en-fr\n")
    assert answer.err == ""
    first, second = written(table.parent / "mine" / "segments.jsonl")
    assert first["source"] == "He kicked the bucket ."
    assert first["idioms"] == [{"label": "kick the bucket", "spans": [[3, 20]]}]
    assert second == {
        "id": "2",
        "source": "I sing .",
        "references": ["Je chante ."],
        "idioms": [{"label": "sing", "spans": [[2, 6]]}],
    }


def test_imported_suite_is_scored(table: Path, litmus: Litmus) -> None:
    litmus("import", "tsv", "pairs.tsv", "-l", "en-fr", "-o", "mine")
    write_lines(table.parent / "out.fr", ["Il est mort .", "Je chante ."])
    assert litmus("score", "-t", "mine", "-i", "out.fr", "-m", "chrf", "-b").out == "100.0\n"


def test_import_quietly(table: Path, litmus: Litmus) -> None:
    answer = litmus("import", "tsv", "pairs.tsv", "-l", "en-fr", "-o", "mine", "-q")
    assert (answer.code, answer.out, answer.err) == (0, "mine: 2 segments, en-fr\n", "")


def test_import_takes_the_pair_from_the_name(table: Path, litmus: Litmus) -> None:
    table.rename(table.with_name("pairs.en-fr.tsv"))
    answer = litmus("import", "tsv", "pairs.en-fr.tsv", "-o", "mine", "-q")
    assert answer.out == "mine: 2 segments, en-fr\n"


def test_import_names_the_suite(table: Path, litmus: Litmus) -> None:
    litmus("import", "tsv", "pairs.tsv", "-l", "en-fr", "-o", "folder/mine", "-q")
    litmus("import", "tsv", "pairs.tsv", "-l", "en-fr", "-o", "yours", "--name", "Ours", "-q")
    tomls = [table.parent / "folder" / "mine", table.parent / "yours"]
    names = [(toml / "suite.toml").read_text(encoding="utf-8").split("\n")[0] for toml in tomls]
    assert names == ['name = "mine"', 'name = "Ours"']


def test_import_does_not_overwrite_unless_told(table: Path, litmus: Litmus) -> None:
    arguments = ["import", "tsv", "pairs.tsv", "-l", "en-fr", "-o", "mine", "-q"]
    litmus(*arguments)
    write_lines(table, PAIRS[:1])
    answer = litmus(*arguments)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == ("litmus: mine already exists. Choose another name, or add --overwrite.\n")
    segments = table.parent / "mine" / "segments.jsonl"
    assert len(written(segments)) == 2
    assert litmus(*arguments, "--overwrite").out == "mine: 1 segment, en-fr\n"
    assert len(written(segments)) == 1


def test_import_never_deletes_what_is_no_suite(table: Path, litmus: Litmus) -> None:
    keep = write_lines(table.parent / "thesis" / "chapter.txt", ["do not lose me"])
    answer = litmus("import", "tsv", "pairs.tsv", "-l", "en-fr", "-o", "thesis", "--overwrite")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == (
        "litmus: thesis was not written by litmus (it has no suite.toml); "
        "--overwrite would delete it.\n"
        "Choose another name, or remove it yourself.\n"
    )
    assert keep.exists()


def cibb(folder: Path) -> Path:
    """A made-up data set of two sentences in the layout of CIBB."""
    write_lines(folder / "idiom_blacklist.src.zh.txt", ["他胸有成竹。", "她胸有 成竹地唱歌。"])
    write_lines(folder / "idiom_blacklist.ref.en.txt", ["He is sure .", "She sang with ease ."])
    write_lines(folder / "idiom_blacklist.blacklist.en.txt", ["bamboo", "bamboo"])
    write_lines(folder / "list_idiom_blacklist.txt", ["胸有成竹", "12", "be sure", "X: bamboo", ""])
    return folder


def test_import_cibb_makes_a_suite(here: Path, litmus: Litmus) -> None:
    cibb(here / "data")
    answer = litmus("import", "cibb", "data", "-o", "zh")
    assert (answer.code, answer.out) == (0, "zh: 2 segments, zh-en\n")
    assert answer.err == (
        "litmus: 1 source with spaces inside the idiom; the span includes them.\n"
    )
    assert written(here / "zh" / "idioms.jsonl") == [
        {
            "label": "胸有成竹",
            "blacklist": ["bamboo"],
            "meaning": "be sure",
            "training_frequency": 12,
        }
    ]
    write_lines(here / "out.en", ["He has bamboos in his chest .", "She sang ."])
    # one of two, by its stem; blacklist is what the suite asks for
    assert litmus("score", "-t", "zh", "-i", "out.en", "-b").out == "50.0\n"


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["tvs", "pairs.tsv"], 2, "No format is called 'tvs'. Did you mean 'tsv'?\nKnown: autoie, "
     "cibb, cocoa, contrapro, csv, ctxpro, discevalmt, evalset, gtwic, hf, idiom-ds, idiom-mt, "
     "mt-geneval, muda, parquet, po, srt, tmx, tsv, vtt, winomt, wmt, wmt-jsonl, "
     "wmt25-terminology, xliff"),
    (["tsv", "pairs.tsv"], 2, "This tsv data does not say its languages. "
     "Pass them: -l SOURCE-TARGET, such as en-de"),
    (["tsv", "nowhere.tsv", "-l", "en-fr"], 1, "nowhere.tsv does not exist."),
    (["tsv", "pairs.tsv", "-l", "en-fr", "--option", "part"], 2, "'part' is not an option. "
     "Write --option key=value"),
    (["tsv", "pairs.tsv", "-l", "en-fr", "--option", "name=x"], 2, "The format tsv has no option "
     "'name'.\nKnown: columns"),
    (["wmt", "pairs.tsv", "--option", "prat=x"], 2, "The format wmt has no option 'prat'.\n"
     "Known: part, ref, sys"),
    (["cibb", "."], 1, "idiom_blacklist.src.zh.txt does not exist. A cibb folder holds "
     "idiom_blacklist.{src.zh,ref.en,blacklist.en}.txt and list_idiom_blacklist.txt."),
])  # fmt: skip
def test_import_refused(
    table: Path, litmus: Litmus, arguments: list[str], code: int, message: str
) -> None:
    answer = litmus("import", *arguments, "-o", "mine")
    assert (answer.code, answer.out, answer.err) == (code, "", f"litmus: {message}\n")
    assert [path.name for path in table.parent.iterdir()] == ["pairs.tsv"]


def test_import_names_the_options_of_a_format_as_flags(here: Path, litmus: Litmus) -> None:
    for part in ("dev", "test"):
        for name, text in ((f"{part}.en", "a"), (f"{part}.de", "b"), (f"{part}.docids", "d")):
            write_lines(here / "talks.en-de" / name, [text])
    answer = litmus("import", "muda", "talks.en-de", "-o", "mine")
    assert (answer.code, answer.err) == (
        2,
        "litmus: talks.en-de holds several: dev, test.\n"
        "Choose one: --option part=NAME, for example --option part=dev\n",
    )
    assert litmus("import", "muda", "talks.en-de", "-o", "mine", "--option", "part=dev").code == 0


def test_import_of_a_spoilt_table_leaves_nothing(table: Path, litmus: Litmus) -> None:
    write_lines(table, [PAIRS[0], "I sing .\t "])
    answer = litmus("import", "tsv", "pairs.tsv", "-l", "en-fr", "-o", "mine")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == ("litmus: pairs.tsv:2: the source or a reference is empty. Fill it in.\n")
    assert [path.name for path in table.parent.iterdir()] == ["pairs.tsv"]


# --- check -------------------------------------------------------------------------------------


def test_check_of_a_good_suite(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("check", "tiny")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "tiny: suite, 4 segments, 4 references, 3 idioms, 2 labels, 3 systems\nok\n"
    )


def test_check_lists_every_problem(tiny: Path, litmus: Litmus) -> None:
    rows = (tiny / "tiny" / "segments.jsonl").read_text(encoding="utf-8").split("\n")
    rows[1] = rows[1].replace("[3, 20]", "[3, 99]")
    write_lines(tiny / "tiny" / "segments.jsonl", [*rows[:3], "{"])
    write_lines(tiny / "tiny" / "systems" / "mixed.txt", LITERAL[:2])
    answer = litmus("check", "tiny")
    assert (answer.code, answer.err) == (1, "")
    assert (
        answer.out
        == """\
tiny: suite, 2 segments, 2 references, 1 idiom, 1 label, 3 systems
tiny/segments.jsonl:2: the span (3, 99) is outside its text of 22 characters, or empty.
Spans are half-open character offsets [start, end) counted from 0.
tiny/segments.jsonl:4 is not JSON: Expecting property name enclosed in double quotes at column 2.
Every line holds one object; blank lines are not allowed.
tiny/systems/mixed.txt has 2 lines, but tiny/segments.jsonl has 4.
Every segment needs exactly one output.
3 problems
"""
    )


def test_check_counts_what_it_does_not_show(here: Path, litmus: Litmus) -> None:
    write_lines(here / "broken.jsonl", ["{"] * 25)
    lines = litmus("check", "broken.jsonl").out.split("\n")
    assert lines[0] == "broken.jsonl: jsonl"
    assert lines[-3:] == ["... and 5 more.", "25 problems", ""]


def test_check_of_one_problem(here: Path, litmus: Litmus) -> None:
    (here / "out.fr").write_bytes(b"Je chante .\r\n")
    (here / "bad.fr").write_bytes(b"caf\xe9\n")
    good, bad = litmus("check", "out.fr"), litmus("check", "bad.fr")
    assert (good.code, good.out) == (0, "out.fr: text, 1 line\nok\n")
    assert good.err == ("litmus: Lines end in CRLF (Windows); they are read as \\n.\n")
    assert (bad.code, bad.err) == (1, "")
    assert bad.out == (
        "bad.fr: text, 1 line\n"
        "bad.fr:1 is not UTF-8: byte 0xe9 at byte 4 of the line.\n"
        "Convert the file, for example: iconv -f latin1 -t utf-8 bad.fr > fixed.txt\n"
        "1 problem\n"
    )


def test_check_may_be_told_what_a_file_is(here: Path, litmus: Litmus) -> None:
    write_lines(here / "file", ["d1", "d2", "d1"])
    assert litmus("check", "file").out == "file: text, 3 lines\nok\n"
    answer = litmus("check", "file", "--as", "docids")
    assert (answer.code, answer.out) == (
        1,
        "file: docids, 3 lines, 2 documents\n"
        "file:3: document 'd1' goes on after another began.\n"
        "The lines of a document must be together, or its context is wrong.\n1 problem\n",
    )


ROWS = [
    "# text = Je parle du chat",
    "1\tJe\tje\tPRON\t_\t_\t2\tnsubj\t_\t_",
    "2\tparle\tparler\tVERB\t_\t_\t0\troot\t_\t_",
    "3-4\tdu" + "\t_" * 8,
    "3\tde\tde\tADP\t_\t_\t5\tcase\t_\t_",
    "4\tle\tle\tDET\t_\t_\t5\tdet\t_\t_",
    "5\tchat\tchat\tNOUN\t_\t_\t2\tobl\t_\t_",
    "",
]


def test_check_of_conllu(here: Path, litmus: Litmus) -> None:
    write_lines(here / "fr.conllu", [*ROWS, "1\tOui" + "\t_" * 8, ""])
    answer = litmus("check", "fr.conllu")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == (
        "fr.conllu: conllu, 2 sentences, 6 words, 1 multiword token, "
        "1 sentence without a parse\nok\n"
    )
    write_lines(here / "parsed", ROWS)
    assert litmus("check", "parsed", "--as", "conllu").out.startswith("parsed: conllu, 1 sent")


def test_check_of_conllu_stops_at_the_first_problem(here: Path, litmus: Litmus) -> None:
    write_lines(here / "fr.conllu", [*ROWS, *ROWS[:2], ROWS[2].replace("\t0\t", "\t1\t"), ""])
    answer = litmus("check", "fr.conllu")
    assert (answer.code, answer.err) == (1, "")
    assert answer.out == (
        "fr.conllu: conllu, 1 sentence, 5 words, 1 multiword token\n"
        "fr.conllu:10 is in a sentence with 0 roots.\nIt needs exactly one.\n1 problem\n"
    )


MINED = '{"line": 1, "idiom": "x", "span": [0, 1], "pieces": [[0, 1]], "text": "x", "flags": []}'
SAID = '{"line": 1, "idiom": "x", "span": [0, 1], "verdict": "wrong"}'
JUDGED = '{"id": "a", "system": "s", "annotator": "bo", "label": "literal"}'
SCORED = (
    '{"id": "a", "system": "s", "metric": "litter", "counts": {"triggered": 0, "idioms": 1}, '
    '"evidence": {}}'
)


@pytest.mark.parametrize(
    ("row", "counts", "wrong", "message"),
    [
        (MINED, "occurrences, 2 occurrences, 1 idiom, 1 line",
         ("span", "spam"), ": a span is [start, end], not None."),
        (SAID, "verdicts, 1 verdict, 1 wrong",
         ("span", "spam"), ": a span is [start, end], not None."),
        (JUDGED, "judgements, 2 judgements, 1 segment, 1 system, 1 annotator",
         ("label", "lable"), ": the key 'label' is missing. A judgement needs id and label."),
        (SCORED, "evidence, 2 rows, 1 metric, 1 system",
         ("counts", "count"), ": the key 'counts' is missing. A row of litmus score --segments has "
         '"id", "system", "metric", "counts" and "evidence".'),
    ],
)  # fmt: skip
def test_check_of_rows_that_commands_write(
    here: Path, litmus: Litmus, row: str, counts: str, wrong: tuple[str, str], message: str
) -> None:
    write_lines(here / "good.jsonl", [row, row])
    write_lines(here / "bad.jsonl", [row.replace(*wrong), row, "{"])
    good, bad = litmus("check", "good.jsonl"), litmus("check", "bad.jsonl")
    assert (good.code, good.out, good.err) == (0, f"good.jsonl: {counts}\nok\n", "")
    assert (bad.code, bad.err) == (1, "")
    assert bad.out.split("\n")[1] == f"bad.jsonl:1{message}"
    assert bad.out.endswith("\n2 problems\n")
    kind = counts.split(",")[0]
    assert litmus("check", "nowhere", "--as", kind).err == "litmus: nowhere does not exist.\n"


def test_check_of_judgements_in_a_table(here: Path, litmus: Litmus) -> None:
    write_lines(here / "j.tsv", ["id\tsystem\tlabel", "a\ts\tliteral", "b\ts", "c\ts\tcorrect"])
    assert litmus("check", "j.tsv").out == (
        "j.tsv: judgements, 2 judgements, 2 segments, 1 system\n"
        "j.tsv:3 has 2 tab-separated columns, but its first line names 3.\n1 problem\n"
    )


def test_check_of_evidence_that_decides_nothing(here: Path, litmus: Litmus) -> None:
    write_lines(here / "e.jsonl", [SCORED, SCORED.replace("litter", "bleu")])
    answer = litmus("check", "e.jsonl")
    assert (answer.code, answer.out) == (0, "e.jsonl: evidence, 2 rows, 2 metrics, 1 system\nok\n")
    assert answer.err == (
        "litmus: 1 rows are of bleu, which calls no single segment right or wrong: "
        "litmus agree does not take them.\n"
    )


@pytest.mark.parametrize(
    "lines",
    [
        ["# my list", "kick the bucket", "spill the beans"],
        ["Tomaten auf den Augen haben", "<someone> einen Bären aufbinden"],
    ],
)
def test_check_of_an_idiom_list_without_its_language(
    here: Path, litmus: Litmus, lines: list[str]
) -> None:
    write_lines(here / "list.txt", lines)
    assert litmus("check", "list.txt").err == (
        "litmus: If list.txt is an idiom list, name its language to have its entries checked: "
        "-l en\n"
    )
    assert litmus("check", "list.txt", "--as", "text").err == ""


@pytest.mark.release
def test_check_of_an_idiom_list_that_ships(here: Path, litmus: Litmus) -> None:
    assert litmus("check", "nl").out == litmus("check", "nl", "-l", "nl").out


@pytest.mark.parametrize(("arguments", "code", "message"), [
    (["nowhere"], 1, "nowhere does not exist."),
    (["nowhere.conllu"], 1, "nowhere.conllu does not exist."),
    (["file", "--as", "sapns"], 2, "No kind of file is called 'sapns'. Did you mean 'spans'?\n"
     "Known: autoie, cibb, cocoa, conllu, contrapro, csv, ctxpro, discevalmt, discourse rules, docids, "
     "evalset, evidence, gtwic, hf, idiom-ds, idiom-mt, idioms, jsonl, judgements, mt-geneval, muda, occurrences, "
     "parquet, pharaoh, po, ratings, segments, "
     "sgm, spans, srt, suite, tags, terms, text, tmx, tsv, verdicts, vtt, winomt, wmt, wmt-jsonl, "
     "wmt25-terminology, xliff"),
])  # fmt: skip
def test_check_refused(
    here: Path, litmus: Litmus, arguments: list[str], code: int, message: str
) -> None:
    write_lines(here / "file", ["x"])
    answer = litmus("check", *arguments)
    assert (answer.code, answer.out, answer.err) == (code, "", f"litmus: {message}\n")


# --- list --------------------------------------------------------------------------------------


def test_list_metrics_shows_every_option_with_its_default(litmus: Litmus) -> None:
    blocks: dict[str, list[str]] = {}
    name = ""
    for line in litmus("list", "metrics").out[:-1].split("\n"):
        if line.startswith(" "):
            blocks[name].append(line.strip())
        else:
            name = line.split()[0]
            blocks[name] = []
            assert line.endswith(metrics()[name].summary)
    assert list(blocks) == list(metrics())
    for name, lines in blocks.items():
        shown = [line.split(": ")[0].split(" (")[0] for line in lines]
        assert shown == [
            f"{option.key}={option.default}" for option in metrics()[name].declared_options
        ]
        for line, option in zip(lines, metrics()[name].declared_options, strict=True):
            assert line.endswith(option.help) and "|".join(option.choices) in line


def test_list_suites_shows_outputs_to_score(litmus: Litmus) -> None:
    from litmus.corpus.shipped import shipped_suites
    from litmus.corpus.suite import read_suite

    lines = litmus("list", "suites").out[:-1].split("\n")
    *lines, others = lines
    assert (
        others == "sacrebleu:NAME/SRC-TGT    test sets of sacreBLEU, such as sacrebleu:wmt24/en-de"
    )
    assert [line.split()[0] for line in lines[::2]] == list(shipped_suites())
    for line, folder in zip(lines[1::2], shipped_suites().values(), strict=True):
        names = " ".join(f"@{system}" for system in read_suite(folder).systems)
        assert line.strip() == f"outputs: {names or 'none'}"


def test_list_languages_and_dictionaries(litmus: Litmus) -> None:
    *lines, last = litmus("list", "languages").out[:-1].split("\n")
    assert [line.split()[0] for line in lines] == list(knowledge.codes())
    analysed = [line.split()[0] for line in lines if "  embedded analyser, " in line]
    assert analysed == list(embedded.languages())
    assert last == "Any other ISO 639-1 code works with the metrics that need no such knowledge."
    found = [line.split()[0] for line in litmus("list", "dictionaries").out[:-1].split("\n")]
    assert found == [f"{source}-{target}" for source, target in dictionary.shipped_pairs()]


def test_list_formats_shows_their_options(litmus: Litmus) -> None:
    from litmus.cli.files.import_ import FORMATS

    lines = litmus("list", "formats").out[:-1].split("\n")
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == list(FORMATS)
    assert "    part: test, UNK or trainplus (default: test)" in lines


def test_list_systems_shows_forms_models_and_engines(litmus: Litmus) -> None:
    from litmus.nmt.shipped import shipped_models
    from litmus.systems.engine_files.engine_file import engines
    from litmus.systems.load import SYSTEMS

    lines = litmus("list", "systems").out[:-1].split("\n")
    assert [line.split()[0] for line in lines if not line.startswith(" ")] == SYSTEMS.forms
    inner = [line.split()[0] for line in lines if line.startswith(" ")]
    assert inner == ["model:embedded", *(f"http:{name}" for name in engines())]
    assert (
        f"    model:embedded        {', '.join(shipped_models())} (see: litmus list models)"
        in lines
    )
    assert any(line.endswith("; key in DEEPL_API_KEY") for line in lines)


def test_list_tasks_shows_what_a_judge_can_be_asked(litmus: Litmus) -> None:
    from litmus.judging.task import shipped_tasks

    *lines, last = litmus("list", "tasks").out[:-1].split("\n")
    assert [line.split()[0] for line in lines] == list(shipped_tasks())
    assert "direct        v2  a score from 0 to 100 for the whole translation" in lines
    assert last == "for litmus judge, which takes a TOML file of your own, too"


@pytest.mark.slow
def test_list_without_a_name_lists_everything(litmus: Litmus) -> None:
    answer = litmus("list")
    heads = [line for line in answer.out.split("\n") if line and not line.startswith(" ")]
    named = ["metrics", "suites", "languages", "aligners", "analysers", "systems"]
    named += ["models", "prompts", "tasks", "dictionaries", "formats", "exports", "idioms"]
    named += ["data folder"]
    assert heads == named
    assert (answer.code, answer.err) == (0, "")


# --- dictionary --------------------------------------------------------------------------------


@pytest.fixture
def words(here: Path) -> Path:
    """A dictionary in each direction."""
    write_lines(here / "en-fr.tsv", ["dog\tchien", "bark up\taboyer"])
    write_lines(here / "fr-en.txt", ["chat cat", "chienne dog"])
    return here


BUILD = ("dictionary", "build", "en-fr.tsv", "fr-en.txt", "-l", "en-fr", "-o", "new/pets.tsv")


def test_dictionary_build_merges_both_directions(words: Path, litmus: Litmus) -> None:
    answer = litmus(*BUILD, "--version", 2, "--licence", "CC0")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out == "new/pets.tsv: 2 words, 3 translations\n"
    *header, sources, cat, chien, chienne = (
        (words / "new" / "pets.tsv").read_text(encoding="utf-8")[:-1].split("\n")
    )
    assert header == [
        "# litmus dictionary",
        "# name: pets",
        "# version: 2",
        "# languages: en-fr",
        "# licence: CC0",
    ]
    assert sources.startswith("# sources: en-fr.tsv#")
    assert [cat, chien, chienne] == ["cat\tchat\t1", "dog\tchien\t1", "dog\tchienne\t1"]


def test_dictionary_build_keeps_phrases_if_asked(words: Path, litmus: Litmus) -> None:
    assert litmus(*BUILD, "--phrases").out == "new/pets.tsv: 3 words, 4 translations\n"
    answer = litmus("dictionary", "show", "bark up", "-l", "en-fr", "-d", "new/pets.tsv")
    assert answer.out == "aboyer\n"


def test_dictionary_built_is_signed_by_name_and_version(words: Path, litmus: Litmus) -> None:
    litmus(*BUILD, "--name", "zoo", "--version", 9)
    write_suite(words / "tiny", systems={"literal": LITERAL})
    metric = "litter:dictionary=new/pets.tsv"
    answer = litmus("score", "-t", "tiny", "-m", metric, "-f", "json", "--bootstrap", 5)
    assert "|dictionary:zoo.v9|" in answer.row("literal", "litter")["signature"]


def test_dictionary_show_finds(words: Path, litmus: Litmus) -> None:
    both = "en-fr.tsv+fr-en.txt"
    answer = litmus("dictionary", "show", "Dog", "-l", "en-fr", "-d", both)
    assert (answer.code, answer.out, answer.err) == (0, "chien\nchienne\n", "")


@pytest.mark.parametrize(("word", "hint"), [("dgo", " Close to it: dog."), ("zebra", "")])
def test_dictionary_show_does_not_find(words: Path, litmus: Litmus, word: str, hint: str) -> None:
    litmus(*BUILD)
    answer = litmus("dictionary", "show", word, "-l", "en-fr", "-d", "new/pets.tsv")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == f"litmus: pets.v1 has no entry for '{word}'.{hint}\n"


def test_dictionary_show_uses_the_shipped_one(litmus: Litmus) -> None:
    answer = litmus("dictionary", "show", "water", "-l", "en-es")
    assert answer.code == 0
    assert "agua" in answer.out.split("\n")


def test_dictionary_show_without_a_shipped_one(litmus: Litmus) -> None:
    known = ", ".join(f"{a}-{b}" for a, b in dictionary.shipped_pairs())
    answer = litmus("dictionary", "show", "cane", "-l", "it-de")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        f"litmus: No dictionary for it-de comes with litmus (there are: {known}).\n"
        "Give one: -d FILE, in MUSE, TSV, FreeDict or CC-CEDICT format.\n"
    )


@pytest.mark.parametrize(("content", "message"), [
    ("a b\tc d\n", "Nothing was left after dropping phrases. Keep them with --phrases."),
    ("lonely\n", "words.tsv:1 has 1 column; a dictionary line is `word translation` or "
     "`word<TAB>translation`.\nKnown formats: MUSE, TSV, FreeDict (dictd, TEI), CC-CEDICT, EDICT, JMdict."),
    ("", "words.tsv is empty. One segment per line was expected; nothing was done."),
    (None, "words.tsv does not exist."),
])  # fmt: skip
def test_dictionary_build_refused(
    here: Path, litmus: Litmus, content: str | None, message: str
) -> None:
    if content is not None:
        (here / "words.tsv").write_text(content, encoding="utf-8")
    answer = litmus("dictionary", "build", "words.tsv", "-l", "en-fr", "-o", "new.tsv")
    assert (answer.code, answer.out, answer.err) == (1, "", f"litmus: {message}\n")
    assert not (here / "new.tsv").exists()


def test_json_lines_written_are_json(table: Path, litmus: Litmus) -> None:
    write_lines(table, ["“Naïve” \\ .\t«Naïf» .\tNaïve"])
    litmus("import", "tsv", "pairs.tsv", "-l", "en-fr", "-o", "mine")
    text = (table.parent / "mine" / "segments.jsonl").read_text(encoding="utf-8")
    assert json.loads(text)["source"] == "“Naïve” \\ ."
    assert "ï" in text  # readable, not escaped
