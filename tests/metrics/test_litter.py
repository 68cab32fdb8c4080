"""LitTER by hand: what every option does, on sentences small enough to check by eye."""

import re
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from measuring import links, marked, muse, rows_of, spans_of, totals, value_of

from litmus.corpus.segment import Idiom, Segment
from litmus.errors import DataError, UsageError
from litmus.metrics.base import Batch, SegmentRow, Setup
from litmus.metrics.registry import create

BUCKET = marked("he kicked the bucket", "il est mort", idiom="kicked the bucket")
KETTLE = marked("a fine kettle", "un joli coup", idiom="kettle")


@pytest.fixture
def french(tmp_path: Path) -> Path:
    return muse(
        tmp_path / "en-fr.txt",
        "kicked frappa", "kicked botté", "the le", "the la", "bucket seau", "bucket baquet",
    )  # fmt: skip


# --- what triggers -------------------------------------------------------------------------------

NONE = "no evidence"
FR = "en-fr kicked=frappa, kicked=botté, the=le, the=la, bucket=seau, bucket=baquet"
LEG = "en-fr pulling=tirer, pulling=tirez"
DE = "en-de bear=Bär, bear=Bären, service=Dienst, week=Woche, thing=Ding, house=Haus, the=der"
NL = "en-nl book=boek, case=kast, case=geval, house=huis, wise=wijs"
ZH = "zh-en 蛇=snake, 足=foot, 足=feet, 画蛇=paint a snake, 画蛇添足=overdo"
DIED = "he [kicked the bucket] = il est mort"
SERVICE = "a [bear service] = nur Schaden"
FIGURE_15 = "you are [pulling my leg] = tu te moques de moi"
SNAKE = "别[画蛇添足]了 = do not gild the lily"
# fact: dictionary, source with the idiom in brackets = references; options > translation > words
CASES: dict[str, tuple[str, str, list[str]]] = {
    "words are named in order": (FR, DIED, ["> il botté le baquet > baquet, botté, le"]),
    "an empty translation is not literal": (FR, DIED, [">  >"]),
    "a reference word frees the other translations of its source word": (
        FR, "he kicked the [bucket] = un seau", ["> un baquet >"]),
    "a reference word frees no other source word": (
        FR, "he [kicked the bucket] = un seau", ["> il frappa un seau > frappa"]),
    "any of several references frees a word": (
        FR, "the [bucket] = la mort = un baquet", ["> un seau >"]),
    "words outside the span block nothing": (
        FR, "he kicked the [bucket] = il est mort", ["> il frappa le vent >"]),
    "a span without an entry is no evidence": (
        FR, "a fine [kettle] = un joli coup", [f"> une bouilloire > {NONE}"]),
    "pieces of one idiom": (
        FR, "he [kicked] a big [bucket] = il est mort", ["> il frappa un seau > frappa, seau"]),
    "words of the span are looked up lower-cased too": (
        FR, "[Bucket] list = une liste", ["> un seau > seau"]),
    "phrases trigger as a whole": (
        "en-fr kicked=donna un coup de pied", DIED,
        ["> il donna un coup de pied > donna un coup de pied", "> il donna de son pied un coup >"]),
    "a phrase of the reference frees its source word": (
        "en-fr kicked=coup de pied, kicked=frappa", "he [kicked] it = un coup de pied",
        ["> il frappa >"]),
    "capitals are seen through if told, and shown": (
        FR, DIED, ["> Seau ! >", "case=fold > Seau ! > Seau"]),
    "capitals of the reference alike": (
        FR, "the [bucket] = SEAU", ["case=fold > un baquet >", "> un baquet > baquet"]),
    "accents are kept apart unless stripped": (
        FR, DIED, ["> il botte >", "accents=strip > il botte > botte", "> il botte\u0301 > botté"]),
    "accents of the reference": (FR, "[kicked] = il botte", ["accents=strip > il frappa >"]),
    "stop words can be dropped": (FR, DIED, ["> le vent > le", "stopwords=drop > le vent >"]),
    "The is a stop word": (FR, "[The bucket] = un seau", ["stopwords=drop > le vent >"]),
    "a span of stop words is no evidence": (
        FR, "[the] bucket = un récipient", [f"stopwords=drop > le vent > {NONE}"]),
    "words found elsewhere in the source are dropped but if told": (
        FR, "[the bucket] hit the Bucket = il toucha",
        ["source_words=keep > un seau > seau", "> un seau >",
         f"source_words=drop > un seau > {NONE}"]),
    "words of the source are words, not letters": (
        FR, "a [bucket] of buckets = il toucha", ["source_words=drop > un seau > seau"]),
    "figure 15 of the paper: tire is no translation by its form": (
        LEG, FIGURE_15, ["match=form > il me tire la jambe >",
                         "match=stem > il me tire la jambe > tire",
                         "match=lemma > vous tirez la jambe > tirez",
                         "match=lemma > nous tirions la jambe > tirions"]),
    "another form in the reference frees its word": (
        LEG, "[pulling] it = il tirait dessus", ["match=stem > il tire >"]),
    "source words are looked up by their stem": (
        "en-fr pull=tirer", FIGURE_15, [f"match=form > il tire > {NONE}",
                                        "match=stem > il tire > tire"]),
    "Chinese has one form of a word": (
        "en-zh ice=冰", "break the [ice] = 打破沉默",
        [f"match={match} > 打破了冰 > 冰" for match in ("form", "stem", "lemma")]),
    # Particles, prefixes and endings hide a word from a comparison by form.
    **{
        f"affixes hide nothing: {pair}": (
            f"{pair} bucket={word}", "he [kicked the bucket] = x",
            [f"> {text} > {found}", f"match=form > {text} >"])
        for pair, word, text, found in (
            ("en-ko", "양동이", "그는 양동이를 찼다", "양동이를"),
            ("en-he", "דלי", "הוא בעט בדלי", "בדלי"),
            ("en-ru", "ведро", "он пнул по ведру", "ведру"),
            ("en-tr", "kova", "kovaya tekme attı", "kovaya"),
            ("en-ar", "دلو", "ركل الدلو", "الدلو"),
        )
    },
    # compounds
    "two words of the span in a compound": (
        DE, SERVICE, ["compounds=off > ein Bärendienst >",
                      "compounds=on > ein Bärendienst > Bärendienst (compound)",
                      "compounds=on,partial=on > ein Bärendienst vom Bär > Bär"]),
    "a compound needs translations of two different words": (
        DE, "a [bear] market = nur Schaden", ["compounds=on > ein Bärbären >"]),
    "a compound of the reference is free": (
        DE, "a [bear service] = ein Bärendienst", ["compounds=on > ein Bärendienst >"]),
    "a word in a compound, if the rest is a word": (
        DE, "a [bear] = ein Tier", ["partial=off > ein Bärending >",
                                    "partial=on > ein Bärending > Bärending (partial)",
                                    "partial=on > ein Hausbär > Hausbär (partial)",
                                    "partial=on > sehr bärtig >"]),
    "a word is free where the reference has such a compound": (
        DE, "a [bear] = ein Bärenhaus", ["partial=on > ein Bärending >"]),
    "Dutch compounds": (
        NL, "a [book case] = een meubel",
        ["compounds=on > een boekenkast > boekenkast (compound)"]),
    "Dutch words in compounds": (
        NL, "a [book] = een meubel", ["partial=on > een boekenhuis > boekenhuis (partial)",
                                      "partial=on > een boeking >"]),
    # fuzzy
    "a word with another ending": (
        "en-fr kettle=bouilloire", "a fine [kettle] = un joli coup",
        ["fuzzy=off > des bouilloires >", "fuzzy=on > des bouilloires > bouilloires",
         "fuzzy=on > des bouillons >"]),
    "a word of the reference with another ending": (
        "en-fr kettle=bouilloire, kettle=marmite", "a fine [kettle] = des bouilloires",
        ["fuzzy=on > une marmite >"]),
    # writing without spaces, and from right to left
    "every part of a Chinese idiom is looked up, but the whole": (
        ZH, SNAKE, ["> add feet to it > feet", "> do not overdo it >",
                    "> he would paint a snake > paint a snake, snake"]),
    "Chinese parts found elsewhere in the source are dropped": (
        ZH, "一条蛇说别[画蛇添足]了 = do not gild the lily",
        ["source_words=drop > a snake said so >", "source_words=drop > do not add feet > feet"]),
    "Chinese is matched inside of text": (
        "en-zh ice=冰山, broke=破", "he [broke the ice] = 他打破僵局", ["> 他打冰山块 > 冰山"]),
    "Japanese is matched inside of text": (
        "en-ja ice=こおり, broke=破", "he [broke the ice] = 他打破僵局", ["> 他打こおり块 > こおり"]),
    "a character inside another word is no word": (
        "en-zh cake=糕", "[icing on the cake] = 锦上添花",
        ["> 这太糟糕了 >", "source_words=keep > 这太糟糕了 > 糕"]),
    "Latin words in Chinese text have capitals": (
        "en-zh tee=T恤", "[to a tee] = 正好", ["> 他买t恤 >", "case=fold > 他买t恤 > t恤"]),
    "what translates another word is no error": (
        "en-es way=forma, manner=forma", "[by the way] , in this manner = por cierto , así",
        ["> por cierto , de esta forma >", "source_words=keep > de esta forma > forma"]),
    "ga of the reference may be typed as ka and a mark": (
        "en-ja bear=がまん", "[bear] it = か\u3099まんする", ["> がまん >", "> か\u3099まん >"]),
    "Arabic points belong to the word": (
        "en-ar bucket=دَلو, house=بيت", "a [bucket] = مات",
        ["match=form > ركل الدلو دَلو > دَلو", "match=form > دلو >",
         "match=form,accents=strip > دلو > دلو"]),
    "Hebrew is read from right to left": (
        "en-he bucket=דלי", "a [bucket] = הוא מת", ["> הוא בעט: דלי! > דלי"]),
}  # fmt: skip


def bracketed(text: str) -> Segment:
    source, *references = text.split(" = ")
    pieces = re.findall(r"\[(.*?)\]", source)
    return marked(re.sub(r"[][]", "", source), *references, idiom=pieces)


@pytest.mark.parametrize(("dictionary", "text", "rows"), CASES.values(), ids=CASES)
def test_litter_triggers(tmp_path: Path, dictionary: str, text: str, rows: list[str]) -> None:
    pair, _, entries = dictionary.partition(" ")
    path = muse(tmp_path / f"{pair}.tsv", *entries.replace("=", "\t").split(", "))
    for case in rows:
        options, hypothesis, expected = (part.strip() for part in case.split(">"))
        spec = f"litter:dictionary={path}" + f",{options}" * bool(options)
        source, _, target = pair.partition("-")
        (row,) = rows_of(spec, [bracketed(text)], [hypothesis], pair=(source, target))
        if expected == NONE:
            assert (row.evidence["known"], row.counts) == (False, (0.0, 0.0, 1.0)), case
            continue
        words, _, kind = expected.removesuffix(")").partition(" (")
        assert row.evidence["triggered"] == (words.split(", ") if words else []), case
        assert row.evidence["kind"] == (kind or ("word" if words else None)), case
        assert row.counts == (float(bool(words)), 1.0, 0.0), case


def test_litter_labels_of_a_segment_are_cases(french: Path) -> None:
    source = "he kicked the bucket"
    idioms = tuple(Idiom(word, spans_of(source, word)) for word in ("kicked", "bucket"))
    segment = Segment("1", source, ("il est mort",), idioms=idioms)
    rows = rows_of(f"litter:dictionary={french}", [segment], ["un seau"])
    assert [(row.label, row.counts) for row in rows] == [
        ("kicked", (0.0, 1.0, 0.0)),
        ("bucket", (1.0, 1.0, 0.0)),
    ]
    twice = tuple(Idiom("a label", span.spans) for span in idioms)
    segment = Segment("1", source, ("il est mort",), idioms=twice)
    (row,) = rows_of(f"litter:dictionary={french}", [segment], ["un seau"])
    assert row.counts == (1.0, 1.0, 0.0)


def test_litter_a_set_phrase_of_the_target_language_is_excused(tmp_path: Path) -> None:
    spec = f"litter:dictionary={muse(tmp_path / 'en-fr.txt', 'eye œil', 'keep garder')}"

    def triggered(spec: str, label: str, *equivalents: str) -> object:
        segment = marked("keep an eye on him", "surveille-le", idiom="keep an eye on",
                         label=label, equivalents=equivalents)  # fmt: skip
        (row,) = rows_of(spec, [segment], ["garder un œil sur lui"])
        return row.evidence["triggered"]

    assert triggered(spec, "keep an eye on") == []
    assert triggered(f"{spec},equivalents=ignore", "keep an eye on") == ["garder", "œil"]
    assert triggered(spec, "unknown", "garder un œil sur") == []


# --- the score and its notes ---------------------------------------------------------------------


def test_litter_by_hand(french: Path) -> None:
    # 4 segments, 3 with an idiom, 1 of them literal: 100 * 1 / 3
    plain = Segment("2", "a bucket", ("un seau",))
    rows = rows_of(
        f"litter:dictionary={french}",
        [BUCKET, BUCKET, BUCKET, plain],
        ["il frappa le seau", "il est mort", "il mourut", "un seau"],
    )
    assert [row.segment for row in rows] == [0, 1, 2]
    assert totals(rows) == (1.0, 3.0, 0.0)
    assert value_of(f"litter:dictionary={french}", rows) == pytest.approx(33.333, abs=1e-3)


WORDS = [f"w{chr(97 + n)}" for n in range(20)]


@pytest.mark.parametrize(
    ("entries", "segments", "notes"),
    [
        # The and about are no content; an idiom without any entry has a note of its own.
        (["kicked frappa", "the le"], [BUCKET, BUCKET, KETTLE],
         ["litter: no dictionary entry for 1 idiom; without one there is no evidence.",
          "litter: 1 of 2 different content words of the idioms (50 %) have no dictionary entry; "
          "literal translations of these go unnoticed."]),
        (["kicked frappa", "the le", "bucket seau"], [KETTLE, KETTLE, BUCKET],
         ["litter: no dictionary entry for 2 idioms; without one there is no evidence."]),
        # few words, 1 of 21, are not worth a note
        ([f"{word} x{word}" for word in WORDS],
         [bracketed(f"[{' '.join(WORDS)}] = "), bracketed("[wa unheard] = ")], []),
    ],
)  # fmt: skip
def test_litter_says_what_it_knows_nothing_of(
    tmp_path: Path, entries: list[str], segments: list[Segment], notes: list[str]
) -> None:
    metric = create(f"litter:dictionary={muse(tmp_path / 'd.txt', *entries)}", Setup("en", "fr"))
    rows = rows_of(metric, segments, [""] * len(segments))
    assert metric.notes(np.array(totals(rows))) == notes
    assert set(rows[0].evidence) == {"idiom", "blocklist", "triggered", "kind", "known"}


def test_litter_counts_no_gaps_in_text_without_spaces(tmp_path: Path) -> None:
    path = muse(tmp_path / "zh-en.txt", "画 paint", "蛇 snake")  # every run of characters is tried
    metric = create(f"litter:dictionary={path}", Setup("zh", "en"))
    rows = rows_of(metric, [bracketed("[画蛇添足] = overdo it")], ["a snake"])
    assert totals(rows) == (1.0, 1.0, 0.0)
    assert metric.notes(np.array(totals(rows))) == []


def test_litter_looks_nothing_up_for_an_idiom_without_a_span(french: Path) -> None:
    no_span = Segment("1", "a fine kettle", ("un joli coup",), idioms=(Idiom("kettle", ()),))
    for options in ("", ",compat=idiom-mt"):
        metric = create(f"litter:dictionary={french}{options}", Setup("en", "fr"))
        rows = rows_of(metric, [no_span, BUCKET], ["", ""])
        assert totals(rows)[1:] == (1.0, 0.0)
        assert metric.notes(np.array(totals(rows))) == []


def test_litter_needs_a_reference(french: Path) -> None:
    metric = create(f"litter:dictionary={french}", Setup("en", "fr"))
    with pytest.raises(DataError) as caught:
        metric.prepare(Batch([Segment("7", "he kicked the bucket")]))
    assert str(caught.value) == (
        "Segment '7' has no reference, but litter needs one.\n"
        "Add it (references=REF), or choose other metrics (metrics)."
    )


# --- dictionaries and stop words -----------------------------------------------------------------


def test_litter_merges_dictionaries_of_both_directions(tmp_path: Path) -> None:
    forward = muse(tmp_path / "en-fr.txt", "bucket seau")
    reverse = muse(tmp_path / "fr-en.txt", "baquet bucket")
    rows = rows_of(f"litter:dictionary={forward}+{reverse}", [BUCKET] * 2, ["un baquet", "un seau"])
    assert [row.evidence["triggered"] for row in rows] == [["baquet"], ["seau"]]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_litter_finds_a_dictionary_word_in_either_normal_form(tmp_path: Path, form: str) -> None:
    word = unicodedata.normalize(form, "café")  # type: ignore[arg-type]
    path = muse(tmp_path / "en-fr.txt", f"{word} bistrot")
    (row,) = rows_of(f"litter:dictionary={path}", [bracketed("a [café] = un lieu")], ["un bistrot"])
    assert row.evidence["triggered"] == ["bistrot"]


def test_litter_knows_all_senses_of_everyday_words() -> None:
    segment = marked("they hit the nail on the head", "han acertado", idiom="nail")
    (row,) = rows_of("litter", [segment], ["han pegado la uña"], pair=("en", "es"))
    assert row.evidence["triggered"] == ["uña"]


def test_litter_stopwords_from_a_file_whatever_their_case(french: Path, tmp_path: Path) -> None:
    file = muse(tmp_path / "stop.txt", "Bucket", "KICKED")
    spec = f"litter:dictionary={french},stopwords={file}"
    (row,) = rows_of(spec, [BUCKET], ["il frappa le seau"])
    assert row.evidence["triggered"] == ["le"]


@pytest.mark.parametrize(
    ("pair", "option", "message"),
    [
        ("fi-en", "stopwords=drop",
         "litmus has no stop list for Finnish. Give one, one word per line: stopwords=FILE"),
        ("en-fr", "stopwords=none.txt",
         "stopwords=none.txt is neither keep, drop, nor an existing file."),
        *(("en-zh", f"{option}=on",
           f"{option}=on looks at words, and Chinese does not separate them. Leave it out.")
          for option in ("compounds", "partial", "fuzzy")),
        ("en-fr", "compat=idiom-mt,match=stem,gate=alignment",
         "compat=idiom-mt does what the published code does, which has no match and gate. "
         "Leave one of them out."),
    ],
)  # fmt: skip
def test_litter_refuses(tmp_path: Path, pair: str, option: str, message: str) -> None:
    path = muse(tmp_path / "dictionary.txt", "bucket seau")
    source, _, target = pair.partition("-")
    with pytest.raises(UsageError) as caught:
        create(f"litter:dictionary={path},{option}", Setup(source, target))
    assert str(caught.value) == f"litter: {message}"


def test_litter_signature_names_the_dictionary_by_content_not_by_path(tmp_path: Path) -> None:
    (tmp_path / "copy").mkdir()
    files = [
        muse(tmp_path / "en-fr.txt", "bucket seau"),
        muse(tmp_path / "copy" / "en-fr.txt", "bucket seau"),
        muse(tmp_path / "copy" / "en-fr.tsv", "bucket\tbaquet"),
    ]
    specs = ["litter", *(f"litter:dictionary={path},match=stem" for path in files)]
    shipped, *shown = [create(spec, Setup("en", "fr")).signature_parts() for spec in specs]
    assert shown[0] == shown[1]
    assert shown[0]["dictionary"].startswith("en-fr.txt#")
    assert shown[2]["dictionary"] != shown[0]["dictionary"]
    assert shown[0]["case"] == "fold"  # stems have no case
    assert shipped["dictionary"].startswith("en-fr.v")


# --- the gate ------------------------------------------------------------------------------------

TWO = marked("the man kicked the bucket", "l'homme est mort", idiom="bucket")


def gated(path: Path, hypothesis: str, pair: tuple[str, str], target: str = "fr") -> SegmentRow:
    (row,) = rows_of(
        f"litter:dictionary={path},gate=alignment", [TWO], [hypothesis], pair=("en", target),
        hypothesis_links=[links(TWO.source, hypothesis, [pair])],
    )  # fmt: skip
    return row


def test_litter_gate_counts_only_words_linked_to_the_span(french: Path, tmp_path: Path) -> None:
    chinese = muse(tmp_path / "en-zh.txt", "bucket 桶")
    for row, found in (
        (gated(french, "homme seau mort", ("man", "seau")), []),
        (gated(french, "homme seau mort", ("bucket", "seau")), ["seau"]),
        (gated(french, "seau et seau", ("bucket", "seau")), ["seau"]),  # the second is linked
        (gated(chinese, "桶他踢桶", ("bucket", "桶"), "zh"), ["桶"]),  # here too
    ):
        assert (row.counts, row.evidence["triggered"]) == ((float(bool(found)), 1.0, 0.0), found)


def test_litter_gate_needs_links(french: Path) -> None:
    with pytest.raises(UsageError) as caught:
        rows_of(f"litter:dictionary={french},gate=alignment", [TWO], ["un seau"])
    assert str(caught.value) == (
        "litter needs word alignments for system.\n"
        "Give a Pharaoh file: aligners=system=HYP.align\n"
        "Or leave out aligners: then one aligner links the reference and all systems."
    )


def test_blocked_phrase_is_marked_as_a_whole() -> None:
    metric = create("litter", Setup("en", "fr"))
    (shown,) = (one for one in metric.evidence if one.marks)
    blocked = {"inch": ["unit of length", "inch"]}
    evidence = {"triggered": ["inch", "length", "of", "unit"], "blocklist": blocked}
    assert metric.marked_words(shown, evidence) == ["inch", "unit of length"]
    assert metric.marked_words(shown, {"triggered": ["of"], "blocklist": blocked}) == ["of"]
