"""What a user can get wrong: one message that names file, line and way out; no file left behind."""

import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commanding import (
    DICTIONARY,
    FIXTURES,
    LITERAL,
    REFERENCE,
    SEGMENTS,
    Litmus,
    write_lines,
    write_suite,
)

from litmus.metrics.registry import METRICS

here, litmus, tiny = FIXTURES

Refused = Callable[..., tuple[int, str]]
SOURCE = [str(segment["source"]) for segment in SEGMENTS[:3]]
SPANS = ["", "kick the bucket\t[(3, 20)]", "spill the beans\t[(4, 21)]"]
LINKS = ["0-0 1-1", "0-0 1-1 3-2 4-3", "0-0 1-2 3-4 4-5"]
KNOWN = f"Known: {', '.join(sorted(METRICS))}"


@pytest.fixture
def loose(here: Path) -> Path:
    """Three good segments as loose files, for a test to spoil one of them."""
    write_lines(here / "s.en", SOURCE)
    write_lines(here / "r.fr", REFERENCE[:3])
    write_lines(here / "h.fr", LITERAL[:3])
    write_lines(here / "s.spans", SPANS)
    write_lines(here / "h.align", LINKS)
    (here / "tiny.tsv").write_text(DICTIONARY, encoding="utf-8")
    return here


@pytest.fixture
def refused(here: Path, litmus: Litmus) -> Refused:
    """Scores; exit code and message come back, nothing else was printed or written."""

    def refuse(*arguments: object) -> tuple[int, str]:
        before = sorted(here.rglob("*"))
        answer = litmus("score", *arguments, "-o", "result.txt", "--segments", "why.jsonl")
        assert answer.out == ""
        assert sorted(here.rglob("*")) == before
        assert answer.err.startswith("litmus: ") and answer.err.endswith("\n")
        return answer.code, answer.err.removeprefix("litmus: ").removesuffix("\n")

    return refuse


LOOSE = ("-l", "en-fr", "-s", "s.en", "-r", "r.fr", "-i", "h.fr", "-m", "blacklist")
SPANNED = (*LOOSE, "--spans", "s.spans")


# --- files that do not line up -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("output", "lines", "first"), [(LITERAL[:2], 2, 3), ([*LITERAL[:3], "x", "y"], 5, 4)]
)
def test_output_of_another_length(
    loose: Path, refused: Refused, output: list[str], lines: int, first: int
) -> None:
    write_lines(loose / "h.fr", output)
    assert refused(*LOOSE) == (
        1,
        f"h.fr has {lines} lines, but s.en has 3 segments.\nLine {first} is the first without a "
        "partner. Lines end at \\n only; nothing was done.",
    )


def test_output_of_another_length_than_the_suite(tiny: Path, refused: Refused) -> None:
    write_lines(tiny / "h.fr", LITERAL[:1])
    assert refused("-t", "tiny", "-i", "h.fr") == (
        1,
        "h.fr has 1 line, but tiny has 4 segments.\nLine 2 is the first without a partner. Lines "
        "end at \\n only; nothing was done.",
    )


@pytest.mark.parametrize(("n", "message"), [
    (2, "r.fr has 2 lines, but s.en has 3.\nLine 3 is"),
    (4, "s.en has 3 lines, but r.fr has 4.\nLine 4 is"),
])  # fmt: skip
def test_reference_of_another_length(loose: Path, refused: Refused, n: int, message: str) -> None:
    write_lines(loose / "r.fr", REFERENCE[:n])
    assert refused(*LOOSE) == (
        1,
        f"{message} the first without a partner. Lines end at \\n only; nothing was done.",
    )


@pytest.mark.parametrize(("n", "message"), [
    (2, "s.spans has 2 lines, but s.en has more."),
    (5, "s.spans has 5 lines, but s.en has 3."),
])  # fmt: skip
def test_spans_of_another_length(loose: Path, refused: Refused, n: int, message: str) -> None:
    write_lines(loose / "s.spans", [*SPANS, "", ""][:n])
    assert refused(*SPANNED) == (
        1,
        f"{message}\nEvery source line needs exactly one line there; nothing was done.",
    )


def test_docids_of_another_length(loose: Path, refused: Refused) -> None:
    write_lines(loose / "s.docids", ["d", "d"])
    assert refused(*LOOSE, "--docids", "s.docids") == (
        1,
        "s.docids has 2 lines, but s.en has more.\n"
        "Every source line needs exactly one line there; nothing was done.",
    )


# --- bytes -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["s.en", "r.fr", "h.fr"])
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (
            lambda raw: raw.replace(b"\n", b" \xe9\n", 1),
            "{name}:1 is not UTF-8: byte 0xe9 at byte {at} of the line.\n"
            "Convert the file, for example: iconv -f latin1 -t utf-8 {name} > fixed.txt",
        ),
        (
            lambda raw: raw.replace(b" .\n", b" .\r\n", 2).replace(b" .\r\n", b" .\n", 1),
            "{name}:2 ends in CRLF (Windows line ends), but the lines before it in \\n; the "
            "carriage return would become part of the last word.\nConvert the file: sed -i 's/\\r$//' {name}",
        ),
        (
            lambda raw: raw.replace(b" ", "\u2028".encode(), 1),
            "{name}:1 holds U+2028, which other programs take for a line end.\n"
            "Replace it by a space; lines end at \\n only.",
        ),
        (
            lambda raw: raw.replace(b" ", b"\0", 1),
            "{name}:1 holds a NUL character; this is not plain text (is it UTF-16?).\n"
            "Convert the file to UTF-8, or remove the character: tr -d '\\000'",
        ),
        (
            lambda raw: b"",
            "{name} is empty. One segment per line was expected; nothing was done.",
        ),
    ],
    ids=["not-utf8", "one-crlf", "u2028", "nul", "empty"],
)
def test_spoilt_file(
    loose: Path, refused: Refused, name: str, spoil: Callable[[bytes], bytes], message: str
) -> None:
    raw = (loose / name).read_bytes()
    (loose / name).write_bytes(spoil(raw))
    at = raw.index(b"\n") + 2
    assert refused(*LOOSE) == (1, message.format(name=name, at=at))


def test_file_that_is_not_compressed(loose: Path, refused: Refused) -> None:
    (loose / "h.fr.gz").write_bytes((loose / "h.fr").read_bytes())
    assert refused(*LOOSE, "-i", "h.fr.gz") == (
        1,
        "h.fr.gz is not a whole .gz file: Not a gzipped file (b'Je'). "
        "Compress or download it again.",
    )


def test_files_of_empty_lines(loose: Path, refused: Refused) -> None:
    for name in ("s.en", "r.fr"):
        write_lines(loose / name, ["", " ", ""])
    assert refused(*LOOSE) == (1, "s.en has 3 lines, all of them empty; nothing was done.")


# --- spans -------------------------------------------------------------------------------------

SPAN_LINE = (
    "s.spans:2 is not a span line.\nWrite label<TAB>[(start, end), ...] or JSON "
    '{"label": "...", "spans": [[start, end]]}; leave the line blank to mark nothing.'
)


@pytest.mark.parametrize("span", ["(3, 99)", "(20, 3)", "(3, 3)"])
def test_span_outside_its_text(loose: Path, refused: Refused, span: str) -> None:
    write_lines(loose / "s.spans", ["", f"kick the bucket\t[{span}]", ""])
    assert refused(*SPANNED) == (
        1,
        f"s.spans:2: the span {span} is outside its text of 22 characters, or empty.\n"
        "Spans are half-open character offsets [start, end) counted from 0.",
    )


def test_span_counted_in_another_normal_form(loose: Path, refused: Refused) -> None:
    # the accent of the first word is a character of its own in NFD, so everything after it moves
    composed = "Él murió ayer ."
    write_lines(loose / "s.en", [SOURCE[0], unicodedata.normalize("NFD", composed), SOURCE[2]])
    write_lines(loose / "s.spans", ["", "morir\t[(3, 8)]", ""])
    assert refused(*SPANNED) == (
        1,
        "s.spans:2: the span (3, 8) cuts a word of the text, but fits its NFC form: "
        "'murió'.\nSpans and text must use one Unicode normal form; normalise the text to NFC or "
        "count the spans anew.",
    )


def test_span_file_is_never_evaluated(loose: Path, refused: Refused) -> None:
    code = "__import__('pathlib').Path('broken-into').touch()"
    for line in (f"label\t{code}", f"label\t[({code}, 3)]", code):
        write_lines(loose / "s.spans", ["", line, ""])
        assert refused(*SPANNED) == (1, SPAN_LINE)
    assert not (loose / "broken-into").exists()


@pytest.mark.parametrize(("line", "message"), [
    ("kick the bucket", SPAN_LINE),
    ("kick the bucket [(3, 20)]", SPAN_LINE),
    ("kick the bucket\t[(3, 20]", SPAN_LINE),
    ("kick the bucket\t[(-3, 20)]", SPAN_LINE),
    ('{"label": "x", "spans": [[3, 20]]', "s.spans:2 is not JSON: Expecting ',' delimiter at "
     "column 34."),
    ('{"label": "x", "spans": [[3, "20"]]}', "s.spans:2: a span is two whole numbers [start, end];"
     " found [3, '20']."),
    ('{"label": "x", "span": [[3, 20]]}', "s.spans:2: unknown key 'span'. Did you mean 'spans'?\n"
     "Known: equivalents, label, meaning, spans"),
    ('{"label": "x"}', "s.spans:2: an idiom needs at least one span."),
])  # fmt: skip
def test_span_line_that_is_none(loose: Path, refused: Refused, line: str, message: str) -> None:
    write_lines(loose / "s.spans", ["", line, ""])
    assert refused(*SPANNED) == (1, message)


# --- suites ------------------------------------------------------------------------------------


def spoilt(folder: Path, **changes: Any) -> None:
    """The suite `tiny` with another second segment."""
    rows = [SEGMENTS[0], SEGMENTS[1] | changes, *SEGMENTS[2:]]
    write_suite(folder / "tiny", rows, {"literal": LITERAL}, metrics=["blacklist"])


@pytest.mark.parametrize(("changes", "message"), [
    ({"id": "a"}, "tiny/segments.jsonl:2: the id 'a' is already on line 1.\n"
     "Ids must be distinct, or evidence could not be told apart."),
    ({"source": " "}, "tiny/segments.jsonl:2: the span (3, 20) is outside its text of 1 "
     "characters, or empty.\nSpans are half-open character offsets [start, end) counted from 0."),
    ({"references": ["two\nlines"]}, "tiny/segments.jsonl:2: the reference holds a line end; "
     "outputs have one line per segment.\nReplace it by a space."),
    ({"idioms": [{"label": "x", "spans": [[3, 99]]}]}, "tiny/segments.jsonl:2: the span (3, 99) "
     "is outside its text of 22 characters, or empty.\n"
     "Spans are half-open character offsets [start, end) counted from 0."),
    ({"idiom": []}, "tiny/segments.jsonl:2: unknown key 'idiom'. Did you mean 'idioms'?\nKnown: blacklist, columns, context, "
     "contrastive, doc, entities, expected, group, id, idioms, reference_context, references, required, "
     "source, terms, weight"),
    ({"blacklist": "seau"}, "tiny/segments.jsonl:2: 'blacklist' must be a list, but is str."),
    ({"required": [[]]}, "tiny/segments.jsonl:2: 'required' holds an empty alternative, which "
     "every translation would meet.\nRemove it."),
])  # fmt: skip
def test_spoilt_segment(
    here: Path, refused: Refused, changes: dict[str, Any], message: str
) -> None:
    spoilt(here, **changes)
    assert refused("-t", "tiny") == (1, message)


@pytest.mark.parametrize(("line", "message"), [
    ('{"id": "b", "source": "x"', "is not JSON: Expecting ',' delimiter at column 26.\n"
     "Every line holds one object; blank lines are not allowed."),
    ("", "is not JSON: Expecting value at column 1.\n"
     "Every line holds one object; blank lines are not allowed."),
    ("[1]", "holds list, not a JSON object."),
])  # fmt: skip
def test_line_of_segments_that_is_no_object(
    tiny: Path, refused: Refused, line: str, message: str
) -> None:
    rows = (tiny / "tiny" / "segments.jsonl").read_text(encoding="utf-8").split("\n")
    write_lines(tiny / "tiny" / "segments.jsonl", [rows[0], line, *rows[2:4]])
    assert refused("-t", "tiny") == (1, f"tiny/segments.jsonl:2 {message}")


def test_label_that_the_suite_does_not_list(tiny: Path, refused: Refused) -> None:
    labels = ["kick the buckets", "spill the beans"]
    write_lines(tiny / "tiny" / "idioms.jsonl", [f'{{"label": "{label}"}}' for label in labels])
    assert refused("-t", "tiny") == (
        1,
        "tiny/segments.jsonl:2: the label 'kick the bucket' is not in tiny/idioms.jsonl. Did you "
        "mean 'kick the buckets'?\nAdd it there, or correct it here.",
    )


def test_suite_without_segments_file(tiny: Path, refused: Refused) -> None:
    (tiny / "tiny" / "segments.jsonl").unlink()
    assert refused("-t", "tiny") == (1, "tiny has no segments.jsonl. A suite needs one.")


@pytest.mark.parametrize(("text", "message"), [
    ("name = tiny\n", "tiny/suite.toml is not TOML: Invalid value (at line 1, column 8)."),
    ('name = "tiny"\nsource = "en"\n', "tiny/suite.toml: the key 'target' is missing."),
    ('name = "tiny"\nsource = "en"\ntarget = "fr"\nlicense = "x"\n', "tiny/suite.toml: unknown key "
     "'license'. Did you mean 'licence'?\nKnown: description, idioms, licence, metrics, name, origin, source, target, terms, version"),
    ('name = "tiny"\nsource = "en"\ntarget = "francais"\n', "tiny/suite.toml: No language is "
     "called 'francais'.\nKnown: ar, de, en, es, fr, he, is, it, ja, ko, nl, pt, ro, ru, tr, zh"),
])  # fmt: skip
def test_spoilt_suite_toml(tiny: Path, refused: Refused, text: str, message: str) -> None:
    (tiny / "tiny" / "suite.toml").write_text(text, encoding="utf-8")
    assert refused("-t", "tiny") == (1, message)


def test_folder_that_is_no_suite(here: Path, refused: Refused) -> None:
    (here / "empty").mkdir()
    assert refused("-t", "empty") == (
        1,
        "empty is not a suite: there is no suite.toml in it.\n"
        "Make one with: litmus import FORMAT PATH -o SUITE (see: litmus import --help)",
    )


def test_file_that_is_no_suite(loose: Path, refused: Refused) -> None:
    assert refused("-t", "s.en") == (
        1,
        "s.en is not a suite: there is no suite.toml in it.\n"
        "Make one with: litmus import FORMAT PATH -o SUITE (see: litmus import --help)",
    )


def test_file_of_a_suites_name_does_not_hide_the_suite(here: Path, litmus: Litmus) -> None:
    write_lines(here / "demo-en-es", ["an output, perhaps"])
    answer = litmus("score", "-t", "demo-en-es", "-i", "@apertium", "-m", "chrf", "-b")
    assert (answer.code, answer.err) == (0, "")


def test_suite_at_a_path_that_does_not_exist(here: Path, refused: Refused) -> None:
    message = "suites/mine does not exist. A suite is a folder with suite.toml in it."
    assert refused("-t", "suites/mine") == (1, message)


def test_suite_of_a_name_that_does_not_ship(here: Path, refused: Refused) -> None:
    from litmus.corpus.shipped import shipped_suites

    known = ", ".join(sorted(shipped_suites()))
    assert refused("-t", "demo-en-frr") == (
        2,
        f"No suite is called 'demo-en-frr'. Did you mean 'demo-en-fr'?\nKnown: {known}",
    )


def test_missing_reference(tiny: Path, refused: Refused) -> None:
    spoilt(tiny, references=[])
    assert refused("-t", "tiny", "-i", "@literal", "-m", "bleu") == (
        1,
        "Segment 'b' has no reference, but bleu needs one.\n"
        "Add it (-r REF), or choose other metrics (-m).",
    )


# --- dictionaries ------------------------------------------------------------------------------


def test_dictionary_with_one_column(loose: Path, refused: Refused) -> None:
    write_lines(loose / "one.tsv", ["seau\tbucket", "haricots"])
    assert refused(*SPANNED, "-m", "litter:dictionary=one.tsv") == (
        1,
        "one.tsv:2 has 1 column; a dictionary line is `word translation` or "
        "`word<TAB>translation`.\nKnown formats: MUSE, TSV, FreeDict (dictd, TEI), CC-CEDICT, EDICT, JMdict.",
    )


def test_dictionary_for_another_pair(loose: Path, refused: Refused) -> None:
    write_lines(loose / "en-de.txt", ["bucket Eimer"])
    assert refused(*SPANNED, "-m", "litter:dictionary=en-de.txt") == (
        2,
        "en-de.txt is named as a dictionary for en-de, but en-fr is asked for.\n"
        "Give one for this pair, or rename the file if its name misleads.",
    )


def test_pair_without_a_dictionary(loose: Path, refused: Refused) -> None:
    from litmus.language.dictionary.bilingual import shipped_pairs

    known = ", ".join(f"{a}-{b}" for a, b in shipped_pairs())
    assert refused("-l", "fr-de", "-s", "r.fr", "-r", "s.en", "-i", "s.en", "-m", "litter") == (
        2,
        f"No dictionary for fr-de comes with litmus (there are: {known}).\n"
        "Give one: -m litter:dictionary=PATH, in MUSE, TSV, FreeDict or CC-CEDICT format.",
    )


# --- alignments and tags -----------------------------------------------------------------------

OMISSION = (*SPANNED, "-m", "omission", "--alignment", "h.fr=h.align")


def test_alignment_that_counts_from_one(loose: Path, refused: Refused) -> None:
    # the links of "I sing ." - "Je chante .", each one too high: 3 is outside three tokens
    write_lines(loose / "h.align", ["1-1 2-2 3-3", LINKS[1], LINKS[2]])
    assert refused(*OMISSION) == (
        1,
        "h.align:1: the link 3-3 is outside the sentences, which have 3 and 3 words tokens.\n"
        "The links seem to count from 1: add --alignment-base 1.",
    )


def test_alignment_that_never_links_a_first_word(here: Path, refused: Refused) -> None:
    # five lines whose links stay inside the sentences, but none has a 0
    for name, text in (("s.en", "I sing ."), ("r.fr", "Je chante ."), ("h.fr", "Je chante .")):
        write_lines(here / name, [text] * 5)
    write_lines(here / "h.align", ["1-1 2-2"] * 5)
    assert refused(*LOOSE, "-m", "omission", "--alignment", "h.fr=h.align") == (
        1,
        "h.align: none of its 5 lines links a first word, so the links seem to count from 1.\n"
        "Add --alignment-base 1.",
    )


def test_alignment_that_does_not_count_from_one(loose: Path, refused: Refused) -> None:
    assert refused(*OMISSION, "--alignment-base", 1) == (
        1,
        "h.align:1: the link 0-0 counts from 0, but the file was said to count from 1.\n"
        "Leave out --alignment-base 1.",
    )


def test_link_out_of_range(loose: Path, refused: Refused) -> None:
    write_lines(loose / "h.align", [LINKS[0], "0-0 1-77", LINKS[2]])
    assert refused(*OMISSION) == (
        1,
        "h.align:2: the link 1-77 is outside the sentences, which have 5 and 6 words tokens.\n"
        "Links belong to one tokenisation. Say which: --alignment-tokens words, space or moses.",
    )


def test_link_that_is_none(loose: Path, refused: Refused) -> None:
    write_lines(loose / "h.align", [LINKS[0], "0-0 1:1", LINKS[2]])
    assert refused(*OMISSION) == (
        1,
        "h.align:2: '1:1' is not a link.\nWrite i-j (sure) or i?j (possible), separated by spaces.",
    )


def test_too_few_lines_of_links(loose: Path, refused: Refused) -> None:
    write_lines(loose / "h.align", LINKS[:2])
    assert refused(*OMISSION) == (
        1,
        "h.align has 2 lines, but there are more sentence pairs.\n"
        "Every pair needs one line of links; a blank line has none.",
    )


def test_too_many_lines_of_links(loose: Path, refused: Refused) -> None:
    write_lines(loose / "h.align", [*LINKS, "0-0"])
    assert refused(*OMISSION) == (1, "h.align has 4 lines for 3 sentence pairs.")


def test_missing_alignments(loose: Path, refused: Refused) -> None:
    # without any, one aligner links them all; with one file, the others are missing
    other = "\nOr leave out --alignment: then one aligner links the reference and all systems."
    assert refused(*SPANNED, "-m", "apt-eval", "--alignment", "h.fr=h.align") == (
        2,
        "apt-eval needs word alignments for the reference.\n"
        f"Give a Pharaoh file: --alignment REF.align{other}",
    )
    assert refused(*SPANNED, "-m", "omission", "--alignment", "h.align") == (
        2,
        "omission needs word alignments for h.fr.\n"
        f"Give a Pharaoh file: --alignment h.fr=HYP.align{other}",
    )


@pytest.mark.parametrize("flag", ["--alignment", "--tags"])
def test_file_for_an_unknown_system(loose: Path, refused: Refused, flag: str) -> None:
    message = "No system is called 'h.fi'. Did you mean 'h.fr'?\nKnown: h.fr"
    assert refused(*LOOSE, flag, "h.fi=h.align") == (2, message)


def test_alignment_given_twice(loose: Path, refused: Refused) -> None:
    message = "--alignment was given twice for the reference."
    assert refused(*LOOSE, "--alignment", "h.align", "--alignment", "h.align") == (2, message)


def test_missing_tags(loose: Path, refused: Refused) -> None:
    assert refused(*LOOSE, "-m", "word-f") == (
        2,
        "word-f reads tags, and tags need documents; segment 1 has none.\n"
        "Give them (--docids FILE, or 'doc' in segments.jsonl), or tags: --tags FILE",
    )


def test_tags_that_do_not_fit_their_text(loose: Path, refused: Refused) -> None:
    write_lines(loose / "r.tags", ["0 0 0", "0 0 0", "0 0 0 0 0 0"])
    assert refused(*LOOSE, "-m", "word-f", "--tags", "r.tags") == (
        1,
        "r.tags:2 has 3 labels, but its text has 4 tokens between spaces.\n"
        "Give one label per token, or JSON rows as litmus tag writes them.",
    )


# --- files that are not there ------------------------------------------------------------------


@pytest.mark.parametrize("flag", ["-s", "-r", "-i", "--spans", "--docids"])
def test_file_that_does_not_exist(loose: Path, refused: Refused, flag: str) -> None:
    assert refused(*LOOSE, flag, "nowhere") == (1, "nowhere does not exist.")


def test_folder_for_a_file(loose: Path, refused: Refused) -> None:
    (loose / "folder").mkdir()
    assert refused(*LOOSE, "-i", "folder") == (1, "folder is a folder, not a file.")


def test_output_that_comes_with_the_suite_needs_its_at(tiny: Path, refused: Refused) -> None:
    assert refused("-t", "tiny", "-i", "literal") == (
        2,
        "There is no file literal, but an output of that name comes with the suite: @literal",
    )


@pytest.mark.parametrize("flags", [
    ("-o", "folder", "--segments", "file"), ("-o", "file", "--segments", "folder"),
])  # fmt: skip
def test_folder_to_write_to(loose: Path, litmus: Litmus, flags: tuple[str, ...]) -> None:
    (loose / "folder").mkdir()
    answer = litmus("score", *LOOSE, *flags)
    assert (answer.code, answer.out) == (1, "")
    assert answer.err == "litmus: folder is a folder; give the name of a file.\n"
    assert not (loose / "file").exists()


# --- flags -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("metric", "message"), [
    ("liter", f"No metric is called 'liter'. Did you mean 'litter'?\n{KNOWN}"),
    ("xenial", f"No metric is called 'xenial'.\n{KNOWN}"),
    ("blacklist:mach=stem", "No option of blacklist is called 'mach'. Did you mean 'match'?\n"
     "Known: average, compat, match"),
    ("blacklist:match=steam", "blacklist: match cannot be 'steam'. "
     "Known: auto, form, stem, lemma"),
    ("blacklist:match", "'match' in 'blacklist:match' is not an option. "
     "Write name:key=value,key=value"),
    ("blacklist:match=stem,match=form", "'blacklist:match=stem,match=form' gives 'match' twice."),
])  # fmt: skip
def test_metric_that_does_not_exist(
    loose: Path, refused: Refused, metric: str, message: str
) -> None:
    assert refused(*LOOSE, "-m", metric) == (2, message)


@pytest.mark.parametrize(("pair", "message"), [
    ("fr", "'fr' is not a language pair. Write SOURCE-TARGET with two-letter codes, such as "
     "en-fr."),
    ("en-", "'en-' is not a language pair. Write SOURCE-TARGET with two-letter codes, such as "
     "en-fr."),
    ("en-xx", "No language is called 'xx'.\n"
     "Known: ar, de, en, es, fr, he, is, it, ja, ko, nl, pt, ro, ru, tr, zh"),
])  # fmt: skip
def test_language_pair_that_is_none(loose: Path, refused: Refused, pair: str, message: str) -> None:
    assert refused(*LOOSE, "-l", pair) == (2, message)


def test_language_pair_of_another_suite(tiny: Path, refused: Refused) -> None:
    assert refused("-t", "tiny", "-l", "en-de") == (2, "tiny is en-fr, but -l says en-de.")


@pytest.mark.parametrize("flag", [
    ("-s", "s.en"), ("-r", "s.en"), ("--spans", "s.en"), ("--docids", "s.en"),
])  # fmt: skip
def test_suite_and_loose_files(tiny: Path, refused: Refused, flag: tuple[str, str]) -> None:
    message = "Give either a suite (-t) or loose files (-l -s -r), not both."
    assert refused("-t", "tiny", *flag) == (2, message)


def test_nothing_to_score_on(here: Path, refused: Refused) -> None:
    assert refused() == (
        2,
        "Nothing to score on. Give a suite (-t SUITE), or -l SRC-TGT -s SRC -r REF.\n"
        "Suites that come with litmus: litmus list suites",
    )


def test_loose_files_without_languages(loose: Path, refused: Refused) -> None:
    message = "Loose files do not say their languages. Add -l SRC-TGT, such as en-fr"
    assert refused(*LOOSE[2:]) == (2, message)


def test_nothing_to_score(here: Path, refused: Refused) -> None:
    message = "There is no output to score. Give one: -i [NAME=]FILE"
    write_suite(here / "tiny")
    assert refused("-t", "tiny") == (2, message)


@pytest.mark.parametrize(
    ("outputs", "name"), [(["h.fr", "h.fr"], "h.fr"), (["a=h.fr", "a=r.fr"], "a")]
)
def test_two_outputs_of_one_name(
    loose: Path, refused: Refused, outputs: list[str], name: str
) -> None:
    message = f"Two outputs are called '{name}'. Name them: -i NAME=FILE"
    arguments = ["-l", "en-fr", "-s", "s.en", "-r", "r.fr", "-i", *outputs]
    assert refused(*arguments) == (2, message)


def test_unknown_output_of_a_suite(tiny: Path, refused: Refused) -> None:
    assert refused("-t", "tiny", "-i", "@litteral") == (
        2,
        "No output of this suite is called '@litteral'. Did you mean '@literal'?\n"
        "Known: @literal, @mixed, @right",
    )


@pytest.mark.parametrize(("flag", "number", "least"), [
    ("--trials", 0, 1), ("--bootstrap", 0, 1), ("--seed", -1, 0), ("-w", -1, 0),
])  # fmt: skip
def test_number_too_small(
    loose: Path, refused: Refused, flag: str, number: int, least: int
) -> None:
    message = f"{flag} must be at least {least}, not {number}."
    assert refused(*LOOSE, flag, number) == (2, message)


def test_one_file_for_result_and_evidence(loose: Path, litmus: Litmus) -> None:
    answer = litmus("score", *LOOSE, "-o", "same", "--segments", "same")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == "litmus: -o and --segments name the same file. Give two.\n"
    assert not (loose / "same").exists()


def test_documents_without_ids(loose: Path, litmus: Litmus) -> None:
    answer = litmus("score", *LOOSE, "--by", "document", "-o", "result.txt")
    assert (answer.code, answer.out) == (2, "")
    assert answer.err == (
        "litmus: Resampling by document needs document ids, and s.en has none.\n"
        "Give them: --docids FILE beside loose files, or 'doc' in a suite's segments.jsonl\n"
    )
    assert not (loose / "result.txt").exists()


def test_documents_without_ids_leave_no_evidence(loose: Path, litmus: Litmus) -> None:
    litmus("score", *LOOSE, "--by", "document", "--segments", "why.jsonl")
    assert not (loose / "why.jsonl").exists()


@pytest.mark.parametrize(("arguments", "message"), [
    (["socre"], "litmus: error: argument COMMAND: there is no 'socre'. Did you mean 'score'?\n"
     "Known: demo, score, init, run, tag, report, train, translate, cxmi, probe, annotate, judge, agree, reproduce, resegment, mine, build, analyse, align, import, export, check, "
     "dictionary, suite, ratings, merge, cache, completion, list\n"),
    (["score", "-f", "jsno"], "litmus score: error: argument -f/--format: there is no 'jsno'. "
     "Did you mean 'json'?\nKnown: text, json, tsv, latex, md, evalset\n"),
    (["score", "--seed", "x"], "litmus score: error: argument --seed: invalid int value: 'x'\n"),
    (["score", "-i", "-m", "bleu"], "litmus score: error: argument -i/--input: expected at least "
     "one argument\n"),
    (["score", "--paired-ar", "--paired-bs"], "litmus score: error: argument --paired-bs: not "
     "allowed with argument --paired-ar\n"),
    (["list", "metric"], "litmus list: error: argument KIND: there is no 'metric'. Did you mean "
     "'metrics'?\nKnown: metrics, suites, languages, aligners, analysers, systems, models, prompts, tasks, dictionaries, formats, exports, "
     "idioms\n"),
])  # fmt: skip
def test_words_that_argparse_refuses(
    here: Path, litmus: Litmus, arguments: list[str], message: str
) -> None:
    answer = litmus(*arguments)
    assert (answer.code, answer.out) == (2, "")
    assert answer.err.startswith("usage: litmus ")
    assert answer.err.endswith(f"\n{message}")


@pytest.mark.parametrize("arguments", [
    ["score", "demo-en-es"], ["score", "--zzz"], ["demo", "now"], ["list", "metrics", "litter"],
])  # fmt: skip
def test_words_left_over(here: Path, litmus: Litmus, arguments: list[str]) -> None:
    answer = litmus(*arguments)
    command, rest = arguments[0], arguments[-1]
    assert (answer.code, answer.out) == (2, "")
    assert (
        answer.err == f"litmus: {command} does not take '{rest}'.\nSee: litmus {command} --help\n"
    )


@pytest.mark.parametrize(("arguments", "command", "hint"), [
    (["annotate", "links", "idioms", "--port", "9000"], "annotate links", ""),
    (["annotate", "idioms", "--prot", "9000"], "annotate serve", " Did you mean '--port'?"),
    (["suite", "filter", "-o", "part", "--sampel", "9"], "suite filter", " Did you mean '--sample'?"),
])  # fmt: skip
def test_a_flag_of_another_verb_is_not_meant(
    litmus: Litmus, arguments: list[str], command: str, hint: str
) -> None:
    answer = litmus(*arguments)
    words = " ".join(map(repr, arguments[-2:]))
    assert answer.err.endswith(
        f"litmus: {command} does not take {words}.{hint}\nSee: litmus {command} --help\n"
    )


def test_a_gate_is_found(litmus: Litmus) -> None:
    answer = litmus("gate")
    assert (answer.code, answer.out) == (2, "")
    assert (
        "there is no 'gate'. A gate is litmus score --require, or litmus run.\nKnown: demo,"
        in answer.err
    )


@pytest.mark.parametrize(("flag", "meant"), [("--metric", "--metrics"), ("--titel=x", "--title")])
def test_a_misspelt_flag_is_told_which_was_meant(litmus: Litmus, flag: str, meant: str) -> None:
    answer = litmus("score", flag)
    assert answer.err == (
        f"litmus: score does not take '{flag}'. Did you mean '{meant}'?\nSee: litmus score --help\n"
    )
