"""LitTER by hand: what every option does, on sentences small enough to check by eye."""

import math
import unicodedata
from pathlib import Path

import numpy as np
import pytest
from measuring import links, marked, muse, rows_of, spans_of, totals, value_of

from litmus.corpus.segment import Idiom, Segment
from litmus.errors import DataError, UsageError
from litmus.metrics.base import Batch, Outputs, SegmentRow, Setup
from litmus.metrics.registry import create

BUCKET = marked("he kicked the bucket", "il est mort", idiom="kicked the bucket")


@pytest.fixture
def french(tmp_path: Path) -> Path:
    return muse(
        tmp_path / "en-fr.txt",
        "kicked frappa", "kicked botté", "the le", "the la", "bucket seau", "bucket baquet",
    )  # fmt: skip


def one(
    spec: str, segment: Segment, hypothesis: str, pair: tuple[str, str] = ("en", "fr")
) -> SegmentRow:
    (row,) = rows_of(spec, [segment], [hypothesis], pair=pair)
    return row


def triggered(
    spec: str, segment: Segment, hypothesis: str, pair: tuple[str, str] = ("en", "fr")
) -> list[str]:
    row = one(spec, segment, hypothesis, pair)
    assert row.counts[0] == float(bool(row.evidence["triggered"]))
    assert row.counts[1:] == (1.0, 0.0)
    found: list[str] = row.evidence["triggered"]
    return found


# --- the plain metric ----------------------------------------------------------------------------


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


def test_litter_names_the_words_that_trigger(french: Path) -> None:
    spec = f"litter:dictionary={french}"
    assert triggered(spec, BUCKET, "il botté le baquet") == ["baquet", "botté", "le"]


def test_litter_reference_word_drops_the_whole_list_of_its_source_word(french: Path) -> None:
    # the reference says "seau", so "baquet", the other translation of bucket, is free too
    segment = marked("he kicked the bucket", "un seau", idiom="bucket")
    assert triggered(f"litter:dictionary={french}", segment, "un baquet") == []


def test_litter_reference_word_frees_no_other_source_word(french: Path) -> None:
    segment = marked("he kicked the bucket", "un seau", idiom="kicked the bucket")
    assert triggered(f"litter:dictionary={french}", segment, "il frappa un seau") == ["frappa"]


def test_litter_words_outside_the_span_block_nothing(french: Path) -> None:
    segment = marked("he kicked the bucket", "il est mort", idiom="bucket")
    assert triggered(f"litter:dictionary={french}", segment, "il frappa le vent") == []


def test_litter_span_without_an_entry_is_no_evidence(french: Path) -> None:
    segment = marked("a fine kettle", "un joli coup", idiom="kettle")
    row = one(f"litter:dictionary={french}", segment, "une bouilloire")
    assert row.counts == (0.0, 0.0, 1.0)
    assert row.evidence["known"] is False
    assert math.isnan(value_of(f"litter:dictionary={french}", [row]))


def test_litter_says_which_share_of_the_idioms_words_has_no_entry(tmp_path: Path) -> None:
    # kicked is known, bucket is not: a literal bucket cannot be seen. The and about are no content,
    # and kettle, an idiom without any entry, is no evidence and has a note of its own.
    path = muse(tmp_path / "en-fr.txt", "kicked frappa", "the le")
    metric = create(f"litter:dictionary={path}", Setup("en", "fr"))
    kettle = marked("a fine kettle", "un joli coup", idiom="kettle")
    rows = rows_of(metric, [BUCKET, BUCKET, kettle], ["un seau", "un seau", ""])
    assert totals(rows) == (0.0, 2.0, 1.0)
    assert set(rows[0].evidence) == {"idiom", "blocklist", "triggered", "kind", "known"}
    assert metric.notes(np.array(totals(rows))) == [
        "litter: no dictionary entry for 1 idiom; without one there is no evidence.",
        "litter: 1 of 2 different content words of the idioms (50 %) have no dictionary entry; "
        "literal translations of these go unnoticed.",
    ]


def test_litter_is_silent_about_few_words_without_an_entry(tmp_path: Path) -> None:
    known = [f"w{chr(97 + n)} x{chr(97 + n)}" for n in range(20)]
    metric = create(f"litter:dictionary={muse(tmp_path / 'en-fr.txt', *known)}", Setup("en", "fr"))
    words = " ".join(line.split()[0] for line in known)
    segments = [marked(words, "", idiom=words), marked("wa unheard", "", idiom="wa unheard")]
    rows = rows_of(metric, segments, ["", ""])
    assert metric.notes(np.array(totals(rows))) == []  # 1 of 21


def test_litter_counts_no_gaps_in_text_without_spaces(tmp_path: Path) -> None:
    path = muse(tmp_path / "zh-en.txt", "画 paint", "蛇 snake")  # every run of characters is tried
    metric = create(f"litter:dictionary={path}", Setup("zh", "en"))
    rows = rows_of(metric, [marked("画蛇添足", "overdo it", idiom="画蛇添足")], ["a snake"])
    assert totals(rows) == (1.0, 1.0, 0.0)
    assert metric.notes(np.array(totals(rows))) == []


def test_litter_looks_nothing_up_for_an_idiom_without_a_span(french: Path) -> None:
    no_span = Segment("1", "a fine kettle", ("un joli coup",), idioms=(Idiom("kettle", ()),))
    for options in ("", ",compat=idiom-mt"):
        metric = create(f"litter:dictionary={french}{options}", Setup("en", "fr"))
        rows = rows_of(metric, [no_span, BUCKET], ["", ""])
        assert totals(rows)[1:] == (1.0, 0.0)
        assert metric.notes(np.array(totals(rows))) == []


def test_litter_says_how_many_idioms_it_knows_nothing_of(french: Path) -> None:
    segment = marked("a fine kettle", "un joli coup", idiom="kettle")
    metric = create(f"litter:dictionary={french}", Setup("en", "fr"))
    sums = totals(rows_of(metric, [segment, segment, BUCKET], ["", "", ""]))
    assert metric.notes(np.array(sums)) == [
        "litter: no dictionary entry for 2 idioms; without one there is no evidence."
    ]


def test_litter_without_idioms_is_undefined_not_zero(french: Path) -> None:
    rows = rows_of(f"litter:dictionary={french}", [Segment("1", "hello", ("salut",))], ["le seau"])
    assert rows == []
    assert math.isnan(value_of(f"litter:dictionary={french}", rows))


def test_litter_empty_hypothesis_is_not_literal(french: Path) -> None:
    assert triggered(f"litter:dictionary={french}", BUCKET, "") == []


def test_litter_needs_a_reference(french: Path) -> None:
    metric = create(f"litter:dictionary={french}", Setup("en", "fr"))
    with pytest.raises(DataError) as caught:
        metric.prepare(Batch([Segment("7", "he kicked the bucket")]))
    assert str(caught.value) == (
        "Segment '7' has no reference, but litter needs one.\n"
        "Add it (references=REF), or choose other metrics (metrics)."
    )


def test_litter_any_of_several_references_frees_a_word(french: Path) -> None:
    segment = marked("the bucket", "la mort", "un baquet", idiom="bucket")
    assert triggered(f"litter:dictionary={french}", segment, "un seau") == []


def test_litter_two_labels_in_one_segment_are_two_cases(french: Path) -> None:
    source = "he kicked the bucket"
    idioms = (
        Idiom("kick", spans_of(source, "kicked")),
        Idiom("bucket", spans_of(source, "bucket")),
    )
    segment = Segment("1", source, ("il est mort",), idioms=idioms)
    rows = rows_of(f"litter:dictionary={french}", [segment], ["un seau"])
    assert [(row.label, row.counts) for row in rows] == [
        ("kick", (0.0, 1.0, 0.0)),
        ("bucket", (1.0, 1.0, 0.0)),
    ]


def test_litter_two_occurrences_of_a_label_are_one_case(french: Path) -> None:
    source = "bucket after bucket"
    idioms = tuple(Idiom("bucket", (span,)) for span in spans_of(source, "bucket", "bucket"))
    segment = Segment("1", source, ("l'un après l'autre",), idioms=idioms)
    (row,) = rows_of(f"litter:dictionary={french}", [segment], ["un seau"])
    assert row.counts == (1.0, 1.0, 0.0)


def test_litter_pieces_of_one_idiom_are_taken_together(french: Path) -> None:
    segment = marked("he kicked a big bucket", "il est mort", idiom=("kicked", "bucket"))
    found = triggered(f"litter:dictionary={french}", segment, "il frappa un seau")
    assert found == ["frappa", "seau"]


# --- dictionaries --------------------------------------------------------------------------------


def test_litter_merges_dictionaries_of_both_directions(tmp_path: Path) -> None:
    forward = muse(tmp_path / "en-fr.txt", "bucket seau")
    reverse = muse(tmp_path / "fr-en.txt", "baquet bucket")
    spec = f"litter:dictionary={forward}+{reverse}"
    assert triggered(spec, BUCKET, "un baquet") == ["baquet"]
    assert triggered(spec, BUCKET, "un seau") == ["seau"]


def test_litter_phrase_in_the_dictionary_triggers_as_a_whole(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-fr.tsv", "kicked\tdonna un coup de pied")
    spec = f"litter:dictionary={dictionary}"
    assert triggered(spec, BUCKET, "il donna un coup de pied") == ["donna un coup de pied"]
    assert triggered(spec, BUCKET, "il donna de son pied un coup") == []


def test_litter_phrase_in_the_reference_frees_its_source_word(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-fr.tsv", "kicked\tcoup de pied", "kicked\tfrappa")
    segment = marked("he kicked it", "un coup de pied", idiom="kicked")
    assert triggered(f"litter:dictionary={dictionary}", segment, "il frappa") == []


def test_litter_span_word_is_looked_up_lower_cased_too(french: Path) -> None:
    segment = marked("Bucket list", "une liste", idiom="Bucket")
    assert triggered(f"litter:dictionary={french}", segment, "un seau") == ["seau"]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_litter_finds_a_dictionary_word_in_either_normal_form(tmp_path: Path, form: str) -> None:
    word = unicodedata.normalize(form, "café")  # type: ignore[arg-type]
    dictionary = muse(tmp_path / "en-fr.txt", f"{word} bistrot")
    segment = marked("a café", "un lieu", idiom="café")
    assert triggered(f"litter:dictionary={dictionary}", segment, "un bistrot") == ["bistrot"]


# --- options -------------------------------------------------------------------------------------


def test_litter_case_exact_keeps_capitals_apart(french: Path) -> None:
    assert triggered(f"litter:dictionary={french}", BUCKET, "Seau !") == []


def test_litter_case_fold_sees_through_capitals_and_shows_them(french: Path) -> None:
    assert triggered(f"litter:dictionary={french},case=fold", BUCKET, "Seau !") == ["Seau"]


def test_litter_case_fold_reads_the_reference_alike(french: Path) -> None:
    segment = marked("the bucket", "SEAU", idiom="bucket")
    assert triggered(f"litter:dictionary={french},case=fold", segment, "un baquet") == []
    assert triggered(f"litter:dictionary={french}", segment, "un baquet") == ["baquet"]


def test_litter_accents_are_kept_apart_unless_stripped(french: Path) -> None:
    assert triggered(f"litter:dictionary={french}", BUCKET, "il botte") == []
    assert triggered(f"litter:dictionary={french},accents=strip", BUCKET, "il botte") == ["botte"]


def test_litter_accents_strip_reads_the_reference_alike(french: Path) -> None:
    segment = marked("kicked", "il botte", idiom="kicked")
    assert triggered(f"litter:dictionary={french},accents=strip", segment, "il frappa") == []


def test_litter_composes_accents_that_were_typed_apart(french: Path) -> None:
    assert triggered(f"litter:dictionary={french}", BUCKET, "il botte\u0301") == ["botté"]


def test_litter_stopwords_in_the_span_block_nothing_when_dropped(french: Path) -> None:
    assert triggered(f"litter:dictionary={french}", BUCKET, "le vent") == ["le"]
    assert triggered(f"litter:dictionary={french},stopwords=drop", BUCKET, "le vent") == []


def test_litter_stopwords_drop_knows_capitals(french: Path) -> None:
    segment = marked("The bucket", "un récipient", idiom="The bucket")
    assert triggered(f"litter:dictionary={french},stopwords=drop", segment, "le vent") == []


def test_litter_span_of_stopwords_alone_is_no_evidence(french: Path) -> None:
    segment = marked("the bucket", "un récipient", idiom="the")
    row = one(f"litter:dictionary={french},stopwords=drop", segment, "le vent")
    assert row.counts == (0.0, 0.0, 1.0)


def test_litter_stopwords_from_a_file_whatever_their_case(french: Path, tmp_path: Path) -> None:
    file = tmp_path / "stop.txt"
    file.write_text("Bucket\nKICKED\n", encoding="utf-8")
    spec = f"litter:dictionary={french},stopwords={file}"
    assert triggered(spec, BUCKET, "il frappa le seau") == ["le"]


def test_litter_stopwords_of_a_language_without_a_list_are_refused(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "fi-en.txt", "ämpäri bucket")
    with pytest.raises(UsageError) as caught:
        create(f"litter:dictionary={dictionary},stopwords=drop", Setup("fi", "en"))
    assert str(caught.value) == (
        "litter: litmus has no stop list for Finnish. Give one, one word per line: stopwords=FILE"
    )


def test_litter_source_words_found_elsewhere_block_nothing_when_dropped(french: Path) -> None:
    segment = marked("the bucket hit the Bucket", "il toucha", idiom="the bucket")
    spec = f"litter:dictionary={french},source_words=drop"
    kept = f"litter:dictionary={french},source_words=keep"
    assert triggered(kept, segment, "un seau") == ["seau"]
    assert triggered(f"litter:dictionary={french}", segment, "un seau") == []
    assert one(spec, segment, "un seau").counts == (0.0, 0.0, 1.0)  # no word is left


def test_litter_source_words_are_words_not_letters(french: Path) -> None:
    segment = marked("a bucket of buckets", "il toucha", idiom="bucket")
    spec = f"litter:dictionary={french},source_words=drop"
    assert triggered(spec, segment, "un seau") == ["seau"]


# Figure 15 of the paper: "tire" is not in {tirer, tirez}, the translations of a word of the idiom.
LEG = marked("you are pulling my leg", "tu te moques de moi", idiom="pulling my leg")
TIRE = ("pulling tirer", "pulling tirez")


@pytest.mark.parametrize(("match", "expected"), [("form", []), ("stem", ["tire"])])
def test_litter_figure_15_is_seen_by_stem(tmp_path: Path, match: str, expected: list[str]) -> None:
    dictionary = muse(tmp_path / "en-fr.txt", *TIRE)
    spec = f"litter:dictionary={dictionary},match={match}"
    assert triggered(spec, LEG, "il me tire la jambe") == expected


def test_litter_figure_15_is_seen_by_lemma(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-fr.txt", *TIRE)
    spec = f"litter:dictionary={dictionary},match=lemma"
    assert triggered(spec, LEG, "vous tirez la jambe") == ["tirez"]
    assert triggered(spec, LEG, "nous tirions la jambe") == ["tirions"]


def test_litter_stem_frees_what_another_form_in_the_reference_translates(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-fr.txt", *TIRE)
    segment = marked("pulling it", "il tirait dessus", idiom="pulling")
    assert triggered(f"litter:dictionary={dictionary},match=stem", segment, "il tire") == []


def test_litter_stem_looks_up_other_forms_of_a_source_word_without_entry(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-fr.txt", "pull tirer")
    spec = f"litter:dictionary={dictionary},match="
    assert one(f"{spec}form", LEG, "il tire").counts == (0.0, 0.0, 1.0)
    assert triggered(f"{spec}stem", LEG, "il tire") == ["tire"]


def test_litter_stem_has_no_case_and_says_so(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-fr.txt", *TIRE)
    metric = create(f"litter:dictionary={dictionary},match=stem", Setup("en", "fr"))
    assert metric.signature_parts()["case"] == "fold"


def test_litter_chinese_has_one_form_of_a_word(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-zh.txt", "ice 冰")
    segment = marked("break the ice", "打破沉默", idiom="ice")
    for match in ("form", "stem", "lemma"):
        spec = f"litter:dictionary={dictionary},match={match}"
        (row,) = rows_of(spec, [segment], ["打破了冰"], pair=("en", "zh"))
        assert row.evidence["triggered"] == ["冰"]


# Particles, prefixes and endings hide a word from a comparison by form.
@pytest.mark.parametrize(
    ("target", "word", "hypothesis", "found"),
    [
        ("ko", "양동이", "그는 양동이를 찼다", "양동이를"),
        ("he", "דלי", "הוא בעט בדלי", "בדלי"),
        ("ru", "ведро", "он пнул по ведру", "ведру"),
        ("tr", "kova", "kovaya tekme attı", "kovaya"),
        ("ar", "دلو", "ركل الدلو", "الدلو"),
    ],
)
def test_litter_affixes_hide_nothing(
    tmp_path: Path, target: str, word: str, hypothesis: str, found: str
) -> None:
    dictionary = muse(tmp_path / f"en-{target}.txt", f"bucket {word}")
    segment = marked("he kicked the bucket", "x", idiom="kicked the bucket")
    spec = f"litter:dictionary={dictionary}"
    (row,) = rows_of(spec, [segment], [hypothesis], pair=("en", target))
    assert row.evidence["triggered"] == [found]
    (row,) = rows_of(f"{spec},match=form", [segment], [hypothesis], pair=("en", target))
    assert row.evidence["triggered"] == []


def test_litter_a_set_phrase_of_the_target_language_is_excused(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-fr.txt", "eye œil", "keep garder")
    segment = marked(
        "keep an eye on him", "surveille-le", idiom="keep an eye on", label="keep an eye on"
    )
    spec = f"litter:dictionary={dictionary}"
    hypothesis = "garder un œil sur lui"
    assert triggered(spec, segment, hypothesis) == []
    assert triggered(f"{spec},equivalents=ignore", segment, hypothesis) == ["garder", "œil"]
    own = marked("keep an eye on him", "surveille-le", idiom="keep an eye on", label="unknown",
                 equivalents=("garder un œil sur",))  # fmt: skip
    assert triggered(spec, own, hypothesis) == []


def test_litter_knows_all_senses_of_everyday_words() -> None:
    segment = marked("they hit the nail on the head", "han acertado", idiom="nail")
    (row,) = rows_of("litter", [segment], ["han pegado la uña"], pair=("en", "es"))
    assert row.evidence["triggered"] == ["uña"]


# --- compounds -----------------------------------------------------------------------------------


@pytest.fixture
def german(tmp_path: Path) -> Path:
    return muse(
        tmp_path / "en-de.txt",
        "bear Bär", "bear Bären", "service Dienst", "week Woche", "end Ende", "thing Ding",
        "house Haus", "the der",
    )  # fmt: skip


BEAR = marked("a bear service", "nur Schaden", idiom="bear service")


def kind(spec: str, segment: Segment, hypothesis: str, pair: tuple[str, str]) -> object:
    return one(spec, segment, hypothesis, pair).evidence["kind"]


def test_litter_compound_of_two_span_words_with_linking_letters(german: Path) -> None:
    spec = f"litter:dictionary={german},compounds="
    assert triggered(f"{spec}off", BEAR, "ein Bärendienst", ("en", "de")) == []
    assert triggered(f"{spec}on", BEAR, "ein Bärendienst", ("en", "de")) == ["Bärendienst"]
    assert kind(f"{spec}on", BEAR, "ein Bärendienst", ("en", "de")) == "compound"


def test_litter_compound_needs_translations_of_two_different_words(german: Path) -> None:
    segment = marked("a bear market", "nur Schaden", idiom="bear")
    spec = f"litter:dictionary={german},compounds=on"
    assert triggered(spec, segment, "ein Bärbären", ("en", "de")) == []


def test_litter_compound_of_the_reference_is_free(german: Path) -> None:
    segment = marked("a bear service", "ein Bärendienst", idiom="bear service")
    spec = f"litter:dictionary={german},compounds=on"
    assert triggered(spec, segment, "ein Bärendienst", ("en", "de")) == []


def test_litter_partial_sees_a_blocked_word_in_a_compound(german: Path) -> None:
    segment = marked("a bear", "ein Tier", idiom="bear")
    spec = f"litter:dictionary={german},partial="
    assert triggered(f"{spec}off", segment, "ein Bärending", ("en", "de")) == []
    assert triggered(f"{spec}on", segment, "ein Bärending", ("en", "de")) == ["Bärending"]
    assert triggered(f"{spec}on", segment, "ein Hausbär", ("en", "de")) == ["Hausbär"]
    assert kind(f"{spec}on", segment, "ein Hausbär", ("en", "de")) == "partial"


def test_litter_partial_asks_that_the_rest_be_a_word(german: Path) -> None:
    segment = marked("a bear", "ein Tier", idiom="bear")
    spec = f"litter:dictionary={german},partial=on"
    assert triggered(spec, segment, "sehr bärtig", ("en", "de")) == []


def test_litter_partial_is_free_where_the_reference_has_such_a_compound(german: Path) -> None:
    segment = marked("a bear", "ein Bärenhaus", idiom="bear")
    spec = f"litter:dictionary={german},partial=on"
    assert triggered(spec, segment, "ein Bärending", ("en", "de")) == []


def test_litter_dutch_compounds_and_parts(tmp_path: Path) -> None:
    dictionary = muse(
        tmp_path / "en-nl.txt", "book boek", "case kast", "case geval", "house huis", "wise wijs"
    )
    both = marked("a book case", "een meubel", idiom="book case")
    first = marked("a book", "een meubel", idiom="book")
    spec = f"litter:dictionary={dictionary}"
    pair = ("en", "nl")
    assert triggered(f"{spec},compounds=on", both, "een boekenkast", pair) == ["boekenkast"]
    assert triggered(f"{spec},partial=on", first, "een boekenhuis", pair) == ["boekenhuis"]
    assert triggered(f"{spec},partial=on", first, "een boeking", pair) == []


def test_litter_prefers_a_whole_word_to_a_compound(german: Path) -> None:
    spec = f"litter:dictionary={german},compounds=on,partial=on"
    row = one(spec, BEAR, "ein Bärendienst vom Bär", ("en", "de"))
    assert (row.evidence["kind"], row.evidence["triggered"]) == ("word", ["Bär"])


# --- fuzzy ---------------------------------------------------------------------------------------


def test_litter_fuzzy_takes_a_word_with_another_ending(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-fr.txt", "kettle bouilloire")
    segment = marked("a fine kettle", "un joli coup", idiom="kettle")
    spec = f"litter:dictionary={dictionary},fuzzy="
    assert triggered(f"{spec}off", segment, "des bouilloires") == []
    assert triggered(f"{spec}on", segment, "des bouilloires") == ["bouilloires"]
    assert triggered(f"{spec}on", segment, "des bouillons") == []


def test_litter_fuzzy_reads_the_reference_alike(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-fr.txt", "kettle bouilloire", "kettle marmite")
    segment = marked("a fine kettle", "des bouilloires", idiom="kettle")
    assert triggered(f"litter:dictionary={dictionary},fuzzy=on", segment, "une marmite") == []


# --- the gate ------------------------------------------------------------------------------------


def gated(spec: str, segment: Segment, hypothesis: str, pairs: list[tuple[str, str]]) -> SegmentRow:
    alignment = links(segment.source, hypothesis, pairs)
    spec = f"{spec},gate=alignment"
    (row,) = rows_of(spec, [segment], [hypothesis], hypothesis_links=[alignment])
    return row


TWO = marked("the man kicked the bucket", "l'homme est mort", idiom="bucket")


def test_litter_gate_ignores_a_blocked_word_not_linked_to_the_span(french: Path) -> None:
    row = gated(f"litter:dictionary={french}", TWO, "homme seau mort", [("man", "seau")])
    assert (row.counts, row.evidence["triggered"]) == ((0.0, 1.0, 0.0), [])


def test_litter_gate_counts_a_blocked_word_linked_to_the_span(french: Path) -> None:
    row = gated(f"litter:dictionary={french}", TWO, "homme seau mort", [("bucket", "seau")])
    assert (row.counts, row.evidence["triggered"]) == ((1.0, 1.0, 0.0), ["seau"])


def test_litter_gate_looks_at_every_occurrence(french: Path) -> None:
    hypothesis = "seau et seau"
    alignment = links(TWO.source, hypothesis, [("bucket", "seau")])  # the second one
    assert alignment.links == {(4, 2)}
    spec = f"litter:dictionary={french},gate=alignment"
    (row,) = rows_of(spec, [TWO], [hypothesis], hypothesis_links=[alignment])
    assert row.counts[0] == 1.0


def test_litter_gate_looks_at_every_occurrence_where_words_are_not_separated(
    tmp_path: Path,
) -> None:
    dictionary = muse(tmp_path / "en-zh.txt", "bucket 桶")
    hypothesis = "桶他踢桶"
    alignment = links(TWO.source, hypothesis, [("bucket", "桶")])
    assert alignment.links == {(4, 3)}
    spec = f"litter:dictionary={dictionary},gate=alignment"
    (row,) = rows_of(spec, [TWO], [hypothesis], pair=("en", "zh"), hypothesis_links=[alignment])
    assert (row.counts[0], row.evidence["triggered"]) == (1.0, ["桶"])


def test_litter_gate_needs_links(french: Path) -> None:
    with pytest.raises(UsageError) as caught:
        rows_of(f"litter:dictionary={french},gate=alignment", [TWO], ["un seau"])
    assert str(caught.value) == (
        "litter needs word alignments for system.\n"
        "Give a Pharaoh file: aligners=system=HYP.align\n"
        "Or leave out aligners: then one aligner links the reference and all systems."
    )


# --- writing without spaces, and from right to left ----------------------------------------------


@pytest.fixture
def chinese(tmp_path: Path) -> Path:
    # a made-up line of CC-CEDICT for each part and for the whole
    return muse(
        tmp_path / "zh-en.tsv",
        "蛇\tsnake", "足\tfoot", "足\tfeet", "画蛇\tpaint a snake", "画蛇添足\toverdo",
    )  # fmt: skip


SNAKE = marked("别画蛇添足了", "do not gild the lily", idiom="画蛇添足")


def test_litter_looks_up_every_part_of_a_chinese_idiom_but_the_whole(chinese: Path) -> None:
    spec, pair = f"litter:dictionary={chinese}", ("zh", "en")
    assert triggered(spec, SNAKE, "add feet to it", pair) == ["feet"]
    assert triggered(spec, SNAKE, "he would paint a snake", pair) == ["paint a snake", "snake"]
    assert triggered(spec, SNAKE, "do not overdo it", pair) == []


def test_litter_drops_chinese_parts_found_elsewhere_in_the_source(chinese: Path) -> None:
    segment = marked("一条蛇说别画蛇添足了", "do not gild the lily", idiom="画蛇添足")
    spec, pair = f"litter:dictionary={chinese},source_words=drop", ("zh", "en")
    assert triggered(spec, segment, "a snake said so", pair) == []
    assert triggered(spec, segment, "do not add feet", pair) == ["feet"]


@pytest.mark.parametrize(("target", "word"), [("zh", "冰山"), ("ja", "こおり")])
def test_litter_matches_inside_text_without_spaces(tmp_path: Path, target: str, word: str) -> None:
    dictionary = muse(tmp_path / f"en-{target}.txt", f"ice {word}", "broke 破")
    segment = marked("he broke the ice", "他打破僵局", idiom="broke the ice")
    found = triggered(f"litter:dictionary={dictionary}", segment, f"他打{word}块", ("en", target))
    assert found == [word]  # 破 is free: the reference has it


def test_litter_a_character_inside_another_word_is_no_word(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-zh.txt", "cake 糕")
    segment = marked("icing on the cake", "锦上添花", idiom="icing on the cake")
    spec, pair = f"litter:dictionary={dictionary}", ("en", "zh")
    assert triggered(spec, segment, "这太糟糕了", pair) == []
    assert triggered(f"{spec},source_words=keep", segment, "这太糟糕了", pair) == ["糕"]


def test_litter_what_translates_another_word_is_no_error(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-es.txt", "way forma", "manner forma")
    segment = marked("by the way , in this manner", "por cierto , así", idiom="by the way")
    spec, pair = f"litter:dictionary={dictionary}", ("en", "es")
    assert triggered(spec, segment, "por cierto , de esta forma", pair) == []
    assert triggered(f"{spec},source_words=keep", segment, "de esta forma", pair) == ["forma"]


def test_litter_reference_in_decomposed_kana_frees_its_word(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-ja.txt", "bear がまん")
    segment = marked("bear it", "か\u3099まんする", idiom="bear")  # ga typed as ka and a mark
    spec = f"litter:dictionary={dictionary}"
    assert triggered(spec, segment, "がまん", ("en", "ja")) == []
    assert triggered(spec, segment, "か\u3099まん", ("en", "ja")) == []


def test_litter_arabic_points_belong_to_the_word(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-ar.txt", "bucket دَلو", "house بيت")
    segment = marked("a bucket", "مات", idiom="bucket")
    spec, pair = f"litter:dictionary={dictionary},match=form", ("en", "ar")
    assert triggered(spec, segment, "ركل الدلو دَلو", pair) == ["دَلو"]
    assert triggered(f"{spec},accents=strip", segment, "دلو", pair) == ["دلو"]
    assert triggered(spec, segment, "دلو", pair) == []


def test_litter_hebrew_word_from_right_to_left(tmp_path: Path) -> None:
    dictionary = muse(tmp_path / "en-he.txt", "bucket דלי")
    segment = marked("a bucket", "הוא מת", idiom="bucket")
    spec = f"litter:dictionary={dictionary}"
    assert triggered(spec, segment, "הוא בעט: דלי!", ("en", "he")) == ["דלי"]


def test_litter_signature_names_the_dictionary_by_content_not_by_path(tmp_path: Path) -> None:
    first = muse(tmp_path / "en-fr.txt", "bucket seau")
    (tmp_path / "copy").mkdir()
    second = muse(tmp_path / "copy" / "en-fr.txt", "bucket seau")
    third = muse(tmp_path / "copy" / "en-fr.tsv", "bucket\tbaquet")
    shown = [
        create(f"litter:dictionary={path}", Setup("en", "fr")).signature_parts()["dictionary"]
        for path in (first, second, third)
    ]
    assert shown[0] == shown[1]
    assert shown[0].startswith("en-fr.txt#")
    assert shown[2] != shown[0]


def test_litter_shipped_dictionary_signs_with_its_version() -> None:
    metric = create("litter", Setup("en", "fr"))
    assert metric.signature_parts()["dictionary"].startswith("en-fr.v")


@pytest.mark.parametrize("option", ["compounds", "partial", "fuzzy"])
def test_litter_refuses_options_on_words_where_words_are_not_separated(
    tmp_path: Path, option: str
) -> None:
    path = tmp_path / "en-zh.tsv"
    path.write_text("bear\t熊\n", encoding="utf-8")
    with pytest.raises(UsageError) as error:
        create(f"litter:dictionary={path},{option}=on", Setup("en", "zh"))
    assert str(error.value) == (
        f"litter: {option}=on looks at words, and Chinese does not separate them. Leave it out."
    )


def test_litter_folds_latin_words_in_chinese_text(tmp_path: Path) -> None:
    path = tmp_path / "en-zh.tsv"
    path.write_text("tee\tT恤\n", encoding="utf-8")
    segment = Segment("1", "to a tee", ("正好",), idioms=(Idiom("to a tee", ((0, 8),)),))
    for case, expected in (("exact", 0.0), ("fold", 1.0)):
        metric = create(f"litter:dictionary={path},case={case}", Setup("en", "zh"))
        rows = metric.measure(metric.prepare(Batch([segment])), Outputs("s", ["他买t恤"]))
        assert rows[0].counts[0] == expected


# --- what the page marks -----------------------------------------------------------------------


def test_blocked_phrase_is_marked_as_a_whole() -> None:
    metric = create("litter", Setup("en", "fr"))
    (shown,) = (one for one in metric.evidence if one.marks)
    blocked = {"inch": ["unit of length", "inch"]}
    evidence = {"triggered": ["inch", "length", "of", "unit"], "blocklist": blocked}
    assert metric.marked_words(shown, evidence) == ["inch", "unit of length"]
    assert metric.marked_words(shown, {"triggered": ["of"], "blocklist": blocked}) == ["of"]


def test_stopwords_of_a_file_that_is_not_there(french: Path, tmp_path: Path) -> None:
    missing = tmp_path / "none.txt"
    with pytest.raises(UsageError) as caught:
        create(f"litter:dictionary={french},stopwords={missing}", Setup("en", "fr"))
    assert str(caught.value) == (
        f"litter: stopwords={missing} is neither keep, drop, nor an existing file."
    )
