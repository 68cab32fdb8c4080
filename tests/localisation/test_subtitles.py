"""Cues joined to sentences, paired by time, and back."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.localisation.films import ENGLISH, GERMAN, film, imported, suite

from litmus.api.inputs import open_outputs
from litmus.corpus.suite import read_suite, write_suite
from litmus.errors import DataError, LitmusWarning
from litmus.exporters import Exported, export_suite
from litmus.importers import import_suite
from litmus.localisation.subtitles.cues import Cue, read_cues, written
from litmus.localisation.subtitles.filling import cut, filled
from litmus.localisation.subtitles.sentences import joined


def cues(*texts: str, pause: int = 0) -> list[Cue]:
    """Cues of a second each."""
    return [
        Cue(n * (1000 + pause), n * (1000 + pause) + 1000, text) for n, text in enumerate(texts)
    ]


def sentences(*texts: str, language: str = "en", pause: int = 0) -> list[str]:
    return [one.text for one in joined(cues(*texts, pause=pause), language)]


def test_sides_are_paired_by_time(tmp_path: Path) -> None:
    alone = imported(tmp_path, with_target=False)
    sources = [one.source for one in alone.segments]
    assert sources == [
        "I think that you should kick the bucket.", "Then we can go.", "No!", "Yes, please.",
        "La la la", "Chapter 5",
    ]  # fmt: skip
    assert [(one.id, one.document) for one in alone.segments] == [
        (f"{n}", "film") for n in range(1, 7)
    ]
    assert alone.notes == ["1 description of sounds (in brackets) left out."]
    found = imported(tmp_path)
    assert (found.info.source, found.info.target) == ("en", "de")
    partners = ["Ich denke, du solltest den Löffel abgeben.", "Dann können wir gehen.", "Nein!",
                "Ja, bitte.", "Kapitel 5"]  # fmt: skip
    sources.remove("La la la")
    assert [(one.source, *one.references) for one in found.segments] == [
        *zip(sources, partners, strict=True)
    ]
    assert next(iter(found.segments)).columns == {"start": "1.000", "end": "3.874"}
    assert found.notes == [
        *alone.notes,
        "1 of 6 sentences and 0 of the target left out: nothing is on the screen with them.",
    ]


@pytest.mark.parametrize(("texts", "expected"), [
    (["Dr. Lang is", "late."], ["Dr. Lang is late."]),
    (["- Who? - Me."], ["Who?", "Me."]),
    (["I said", "- Stop!"], ["I said", "Stop!"]),
    (["It was -5 degrees"], ["It was -5 degrees"]),
    (["-5 degrees."], ["-5 degrees."]),
    (["(SIGHS) Well,", "[music] then."], ["Well, then."]),
    (["[applause]"], []),
    (["The (former) king left."], ["The (former) king left."]),
    (["He left. (door slams)"], ["He left."]),
    ([">> MARY-ANN: Hello."], ["Hello."]),
    (["Well", "JOHN:\nHello."], ["Well", "Hello."]),
    (["Note: this stays."], ["Note: this stays."]),
    (["{\\an8}Up <font color=\"red\">here</font>."], ["Up here."]),
    (["I sang", "♪ la la ♪", "and left"], ["I sang", "la la", "and left"]),
    (["One sentence", "in two."] * 6, ["One sentence in two."] * 6),
    (["no full stop"] * 10, [" ".join(["no full stop"] * 8), "no full stop no full stop"]),
])  # fmt: skip
def test_what_is_a_sentence(texts: list[str], expected: list[str]) -> None:
    assert sentences(*texts) == expected


def test_what_ends_a_sentence_and_what_joins_it() -> None:
    assert sentences("no stop", "here", pause=4000) == ["no stop", "here"]
    assert sentences("no stop", "here", pause=2000) == ["no stop here"]
    assert sentences("我觉得你", "应该走。好吗？", language="zh") == ["我觉得你应该走。", "好吗？"]  # noqa: RUF001


def test_vtt_without_notes_names_and_styles(tmp_path: Path) -> None:
    found = read_cues(film(tmp_path, GERMAN, "a.vtt"))
    assert [(one.start, one.end, one.text, one.settings) for one in found.cues] == [
        (1100, 4300, "Ich denke, du solltest\nden Löffel abgeben.", "align:start position:10%"),
        (4400, 5100, "Dann können wir gehen.", ""),
        (5200, 7000, "- Nein!\n<v John>- Ja, bitte.</v>", ""),
        (25000, 27000, "Kapitel\n5", ""),
    ]


def refilled(given_cues: Sequence[Cue]) -> list[Cue]:
    """The cues, filled with the sentences that they hold."""
    own = {str(n): one for n, one in enumerate(joined(given_cues, "en"))}
    texts = {key: one.text for key, one in own.items()}
    return list(filled(given_cues, {key: one.pieces for key, one in own.items()}, texts, " "))


def test_unchanged_texts_give_the_cues_back(tmp_path: Path) -> None:
    for name, text in (("a.srt", ENGLISH), ("a.vtt", GERMAN)):
        found = read_cues(film(tmp_path, text, name)).cues
        back = refilled(found)
        assert tuple(back) == found
        again = film(tmp_path, written(back, name[-3:]), f"again{name[1:]}")
        assert read_cues(again).cues == found


WORDS = st.text(alphabet="abcdeABC.,!?'", min_size=1, max_size=8)
LINES = st.lists(WORDS, min_size=1, max_size=5).map(" ".join)
TEXTS = st.builds(
    lambda dash, lines: "\n".join(dash + line for line in lines),
    st.sampled_from(["", "- ", "[x] ", "♪ "]),
    st.lists(LINES, min_size=1, max_size=2),
)


@given(st.lists(TEXTS, min_size=1, max_size=12))
def test_any_cues_come_back(texts: list[str]) -> None:
    assert refilled(cues(*texts)) == cues(*texts)


def test_lines_without_blanks_come_back() -> None:
    given_cues = cues("我觉得\n你", "应该走。")
    (own,) = joined(given_cues, "zh")
    assert own.text == "我觉得你应该走。"
    assert filled(given_cues, {"0": own.pieces}, {"0": own.text}, "") == given_cues


def test_an_arrow_in_a_text_is_no_time(tmp_path: Path) -> None:
    for form, plain in (("vtt", "a ---> b --> c"), ("srt", "a -> b -> c")):
        out = film(tmp_path, written([Cue(0, 1000, "a ---> b --> c")], form), f"a.{form}")
        assert [cue.plain for cue in read_cues(out).cues] == [plain]


VTT, SRT = "WEBVTT\n\n00:01.000 --> 00:02.000\n", "1\n00:00:01,000 --> 00:00:02,000\n"


@pytest.mark.parametrize(("text", "plain", "srt", "vtt"), [
    (VTT + "<i>R&amp;D &lt;3 &quot;it&#39;s&quot;</i>", 'R&D <3 "it\'s"',
     '<i>R&D <3 "it\'s"</i>', "<i>R&amp;D &lt;3 &quot;it&#39;s&quot;</i>"),
    (SRT + "<i>R&D</i> <3 &amp;", "R&D <3 &amp;", "<i>R&D</i> <3 &amp;",
     "<i>R&amp;D</i> &lt;3 &amp;amp;"),
    (SRT + "{\\an8}C:\\New\\new\\home", "C:\\New\\new\\home", "{\\an8}C:\\New\\new\\home",
     "C:\\New\\new\\home"),
    (SRT + "a \n\nb", "a\nb", "a\nb", "a\nb"),
])  # fmt: skip
def test_signs_of_both_formats(tmp_path: Path, text: str, plain: str, srt: str, vtt: str) -> None:
    (cue,) = read_cues(
        film(tmp_path, f"{text}\n", "a.vtt" if text.startswith(VTT) else "a.srt")
    ).cues
    assert cue.plain == plain
    assert f"\n{srt}\n" in written([cue], "srt") and f"{vtt}\n" in written([cue], "vtt")


def test_a_translation_in_vtt_is_escaped(tmp_path: Path) -> None:
    (cue,) = read_cues(film(tmp_path, f"{VTT}<i>R&amp;D</i>\n", "a.vtt")).cues
    (sentence,) = joined([cue], "en")
    (new,) = filled([cue], {"1": sentence.pieces}, {"1": "F&E > 3"}, " ")
    assert new.text == "<i>F&amp;E &gt; 3</i>"


def test_entities_survive_in_a_suite(tmp_path: Path) -> None:
    text = "WEBVTT\n\n00:01.000 --> 00:02.000\nIt&#39;s R&amp;D.\n"
    found = import_suite("vtt", film(tmp_path, text, "a.en.vtt"), languages=("en", "de"))
    assert [one.source for one in found.segments] == ["It's R&D."]
    write_suite(tmp_path / "suite", found.info, found.segments, beside=found.beside)
    opened = read_suite(tmp_path / "suite")
    outputs = open_outputs({"same": ["It's R&D."]}, opened)
    export_suite("vtt", opened, tmp_path / "same.vtt", outputs=outputs)
    assert "\nIt&#39;s R&amp;D.\n" in (tmp_path / "same.vtt").read_text()


def test_translations_are_spread_over_the_cues(tmp_path: Path) -> None:
    opened = suite(tmp_path)
    texts = [
        "Ich denke wirklich, du solltest jetzt sofort den Löffel abgeben.",
        "Dann los.", "Nö!", "Gern.", "Kapitel 5",
    ]  # fmt: skip
    outputs = open_outputs({"mine": texts}, opened)
    done = export_suite("srt", opened, tmp_path / "out.srt", outputs=outputs)
    # 28 of 39 characters were in the first cue: of 64, the blank nearest to 46 is at 44
    assert (
        (tmp_path / "out.srt").read_text(encoding="utf-8")
        == """1
00:00:01,000 --> 00:00:03,000
Ich denke wirklich, du
solltest jetzt sofort

2
00:00:03,100 --> 00:00:05,000
<i>den Löffel abgeben. Dann los.</i>

3
00:00:05,200 --> 00:00:07,000
- Nö! [door slams]
- JOHN: Gern.

4
00:00:20,000 --> 00:00:22,000
♪ La la la ♪

5
00:00:25,000 --> 00:00:27,000
Kapitel 5

"""
    )
    assert done == Exported(
        f"{tmp_path / 'out.srt'}: 5 cues",
        [
            "Left as in the source: 1 cue without a segment of the suite, 1 description of "
            "sounds (in brackets)."
        ],
    )


@pytest.mark.parametrize(("text", "sizes", "parts"), [
    ("a b c d", [1, 1], ["a b", "c d"]),
    ("one", [3, 3, 3], ["one", "", ""]),
    ("aaaa b", [1, 1], ["aaaa", "b"]),
    ("", [2, 2], ["", ""]),
])  # fmt: skip
def test_cut(text: str, sizes: list[int], parts: list[str]) -> None:
    assert cut(text, sizes, " ") == parts


@pytest.mark.parametrize(("before", "after"), [
    ("<i>Go home.</i>", "<i>Geh.</i>"),
    ("<i>Go</i>\n<i>home.</i>", "<i>Geh.</i>"),
    ("{\\an8}Go home.", "{\\an8}Geh."),
    ("Go <b>home</b>.", "Geh."),
])  # fmt: skip
def test_tags_around_a_cue_stay(before: str, after: str) -> None:
    given_cues = cues(before)
    (sentence,) = joined(given_cues, "en")
    (cue,) = filled(given_cues, {"1": sentence.pieces}, {"1": "Geh."}, " ")
    assert cue.text == after
    given_cues = cues("Take your", "time.")  # a cue without words goes, the one before stays
    (sentence,) = joined(given_cues, "en")
    (left,) = filled(given_cues, {"1": sentence.pieces}, {"1": "Langsam."}, " ")
    assert (left.start, left.end, left.text) == (0, 2000, "Langsam.")


def test_subtitles_as_output(tmp_path: Path) -> None:
    opened = suite(tmp_path)
    output = film(tmp_path, GERMAN.replace("Kapitel\n5", "Teil\n5"), "mt.vtt")
    assert list(open_outputs({"mt": output}, opened)["mt"]) == [  # type: ignore[arg-type]
        "Ich denke, du solltest den Löffel abgeben.", "Dann können wir gehen.", "Nein!",
        "Ja, bitte.", "Teil 5",
    ]  # fmt: skip
    late = film(tmp_path, GERMAN.replace("00:25", "00:35").replace("00:27", "00:37"), "late.vtt")
    with pytest.warns(LitmusWarning) as told:
        open_outputs({"mt": late}, opened)
    assert [str(one.message) for one in told] == [
        f"{late}: 1 of 5 segments without a sentence at their time: empty.",
        f"{late}: 1 sentence left out: no segment of the suite is on the screen with them.",
    ]
    other = film(tmp_path, "1\n01:00:00,000 --> 01:00:01,000\nHi.\n", "other.srt")
    with pytest.raises(DataError, match="^No sentence of .* is on the screen together with one"):
        open_outputs({"mt": other}, opened)


def test_folders(tmp_path: Path) -> None:
    for name in ("one", "two"):
        film(tmp_path / "en", name=f"{name}.en.srt")
        film(tmp_path / "de", GERMAN, f"{name}.de.vtt")
    found = import_suite(
        "srt", tmp_path / "en", languages=("en", "de"), target=str(tmp_path / "de")
    )
    write_suite(tmp_path / "suite", found.info, found.segments, beside=found.beside)
    opened = read_suite(tmp_path / "suite")
    outputs = open_outputs({"mt": tmp_path / "de"}, opened)
    assert [one.references[0] for one in opened.segments()] == list(outputs["mt"])  # type: ignore[arg-type]
    with pytest.raises(DataError, match=r"Give a folder with a file for each of them\.$"):
        open_outputs({"mt": tmp_path / "de" / "one.de.vtt"}, opened)


def test_line_ends_marks_and_order(tmp_path: Path) -> None:
    first, second, *_ = ENGLISH.split("\n\n")
    path = tmp_path / "a.en.srt"
    late = second.replace("00:00:03,100", "00:00:02,500").replace("00:00:05,000", "00:00:06,000")
    text = "\n\n".join([late, "7\n00:00:09,000 --> 00:00:10,000\n", first])
    path.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    found = import_suite("srt", path, languages=("en", "de"))
    assert next(iter(found.segments)).source == "I think that you should kick the bucket."
    assert found.notes == [
        "Cues: 1 without text, 2 out of order, 1 overlapping another. Those without text are left "
        "out; times give the order."
    ]


OVERLAPPING = """1
00:00:00,000 --> 00:00:10,000
The first one here. The second one here.

2
00:00:01,000 --> 00:00:03,000
A third one.

3
00:00:12,000 --> 00:00:13,000
The last one.
"""


def test_overlapping_cues_lose_no_partner(tmp_path: Path) -> None:
    source = film(tmp_path, OVERLAPPING, "a.en.srt")
    target = film(tmp_path, OVERLAPPING, "a.de.srt")
    found = import_suite("srt", source, target=str(target))
    assert all(one.references == (one.source,) for one in found.segments)
    assert found.notes == [
        "Cues: 2 overlapping another. Those without text are left out; times give the order."
    ]
    write_suite(tmp_path / "suite", found.info, found.segments, beside=found.beside)
    opened = read_suite(tmp_path / "suite")
    assert list(open_outputs({"mt": target}, opened)["mt"]) == [  # type: ignore[arg-type]
        one.source for one in opened.segments()
    ]


@pytest.mark.parametrize(("english", "german", "pairs"), [
    ("- No!\n- But you said that you would come with me.",
     "- Auf gar keinen Fall, mein Lieber!\n- Doch.",
     [("No!", "Auf gar keinen Fall, mein Lieber!"),
      ("But you said that you would come with me.", "Doch.")]),
    ("He left. Nobody knows why.", "Er ging, und niemand weiß, warum.",
     [("He left. Nobody knows why.", "Er ging, und niemand weiß, warum.")]),
])  # fmt: skip
def test_sentences_of_one_cue_go_together(
    tmp_path: Path, english: str, german: str, pairs: list[tuple[str, str]]
) -> None:
    times = "1\n00:00:01,000 --> 00:00:05,000\n"
    source = film(tmp_path, f"{times}{english}\n", "a.en.srt")
    target = film(tmp_path, f"{times}{german}\n", "a.de.srt")
    found = import_suite("srt", source, target=str(target)).segments
    assert [(one.source, *one.references) for one in found] == pairs
