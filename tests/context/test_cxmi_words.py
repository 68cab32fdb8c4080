"""Words, parts of speech and tags on the target, however the tokens came."""

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.context.annotation import (
    AnalysedWords,
    FiledTags,
    Marked,
    PlainWords,
    TaggedWords,
    pos_groups,
)
from litmus.context.joining import token_spans
from litmus.context.passages import Passage
from litmus.corpus.formats.tags import TagFile
from litmus.discourse.tagging import DocumentTagger
from litmus.errors import DataError
from litmus.language.analysers import load_analyser
from litmus.language.analysis import Word
from litmus.nmt.windows import Window
from litmus.nmt.words import merge


def passage(target: str, source: str = "x", document: str = "a", number: int = 0) -> Passage:
    return Passage(str(number), document, 0, number, source, target, Window())


def surfaces(text: str, tokens: list[str]) -> list[str]:
    return [text[start:end] for start, end in token_spans("tags:1", text, tokens)]


NFD = unicodedata.normalize("NFD", "Ça été")


@pytest.mark.parametrize(("text", "tokens", "expected"), [
    ("她也有病毒。", "她 也 有 病毒 。", "她 也 有 病毒 。"),
    ("Je parle du film.", "Je parle de le film .", "Je parle du u film ."),
    ("Il va au bal", "Il va à le bal", "Il va au au bal"), ("im Haus", "in dem Haus", "i m Haus"),
    ("dámelo ya", "da me lo ya", "dá me lo ya"), ("وقال لها", "و قال ل ها", "و قال ل ها"),
    ("l&apos;eau", "l' eau", "l&apos; eau"), ("¿Qué?", "Qué ?", "Qué ?"),
    ("a a a", "a a a", "a a a"),
    ("Straße", "STRASSE", "Straße"), ("", "", ""),
    (NFD, "Ça été", NFD),  # in another normal form
])  # fmt: skip
def test_tokens_are_found_in_their_text(text: str, tokens: str, expected: str) -> None:
    assert surfaces(text, tokens.split()) == expected.split()


@given(st.lists(st.text("aAéß猫か-.1و", min_size=1, max_size=4), max_size=8), st.data())
def test_tokens_of_any_text_are_found_exactly(tokens: list[str], data: st.DataObject) -> None:
    gaps = [data.draw(st.sampled_from(["", " ", "  ", "\u3000"])) for _ in tokens]
    text = "".join(token + gap for token, gap in zip(tokens, gaps, strict=True))
    assert surfaces(text, tokens) == tokens


@given(
    st.text("abc de", max_size=12), st.lists(st.text("abcde", min_size=1, max_size=3), max_size=6)
)
def test_tokens_of_a_file_make_words_that_subwords_can_be_given_to(
    text: str, tokens: list[str]
) -> None:
    try:
        spans = token_spans("tags:1", text, tokens)
    except DataError:
        return
    from litmus.context.annotation import _apart

    words = [mark.span for mark in _apart(spans)]
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    if words and text:
        merge([(0, len(text))], [1.0], words)  # which refuses spans that overlap


def test_tokens_of_another_text_are_refused() -> None:
    with pytest.raises(DataError) as error:
        token_spans("tags.jsonl:3", "Il pleut.", ["Sehr", "gut", "!"])
    assert str(error.value) == (
        "tags.jsonl:3 has the tokens of another text: 'Sehr gut !' is not 'Il pleut.'.\n"
        "Give the tags of this text, one row per segment."
    )


@pytest.mark.parametrize(("upos", "feats", "groups"), [
    ("PRON", "Number=Sing|Person=2", "PRON PRON.2 PRON.2.Sing"),
    ("PRON", "Number=Dual|Person=3", "PRON PRON.3 PRON.3.Dual"),
    ("PRON", "Person=1", "PRON PRON.1"),
    ("PRON", "Number=Plur", "PRON PRON.Plur"),  # no person: Table 9 has these rows too
    ("PRON", "Number=Plur|Person=1,3", "PRON PRON.Plur"), ("PRON", "", "PRON"),
    ("VERB", "Mood=Ind|Number=Sing|Person=3|Tense=Imp", "VERB VERB.Imp"),
    ("VERB", "VerbForm=Inf", "VERB"), ("AUX", "Tense=Imp", "AUX"),
    ("DET", "Number=Sing|Person=2", "DET"), ("", "", ""),
])  # fmt: skip
def test_rows_of_table_9(upos: str, feats: str, groups: str) -> None:
    assert pos_groups(Word("x", "x", upos, feats, None, "", 1.0, 0, 1)) == groups.split()


def test_plain_words_are_between_spaces_or_characters() -> None:
    french, chinese = "L'eau, non ?", "我不知道。"
    (marks,) = PlainWords("fr").annotate([passage(french)])
    assert [french[m.span[0] : m.span[1]] for m in marks] == ["L'eau,", "non", "?"]
    (marks,) = PlainWords("zh").annotate([passage(chinese)])
    assert [chinese[m.span[0] : m.span[1]] for m in marks] == list(chinese)


def test_analysed_words_count_a_contraction_in_the_rows_of_all_its_words() -> None:
    text = "Tu parles du film."
    (marks,) = AnalysedWords(load_analyser("embedded", "fr")).annotate([passage(text)])
    by_form = {text[m.span[0] : m.span[1]]: m for m in marks}
    assert list(by_form) == ["Tu", "parles", "du", "film", "."]
    assert (by_form["du"].pos, by_form["du"].groups) == ("ADP+DET", ("ADP", "DET"))
    assert by_form["Tu"].groups == ("PRON", "PRON.2", "PRON.2.Sing")
    assert by_form["parles"].groups == ("VERB", "VERB.Pres")
    assert by_form["film"].lemma == "film"


def test_analysed_words_of_an_empty_line_are_none() -> None:
    assert AnalysedWords(load_analyser("embedded", "fr")).annotate([passage(" ")]) == [()]


def rows(path: Path, *values: tuple[list[str], list[list[str]]]) -> TagFile:
    lines = (json.dumps({"id": "1", "doc": "a", "tokens": t, "tags": g}) for t, g in values)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return TagFile(path)


def test_tags_of_a_file_on_its_own_tokens(tmp_path: Path) -> None:
    given = (["她", "有", "病毒", "。"], [[], [], ["lexical_cohesion"], []])
    annotator = FiledTags(rows(tmp_path / "tags.jsonl", given))
    (marks,) = annotator.annotate([passage("她有病毒。")])
    assert marks == (
        Marked((0, 1)), Marked((1, 2)), Marked((2, 4), tags=("lexical_cohesion",)), Marked((4, 5)),
    )  # fmt: skip
    annotator.finish()
    assert annotator.signature["tags"].startswith("file#")


def test_tags_on_parts_of_a_contraction_reach_the_word(tmp_path: Path) -> None:
    tokens = ["Tu", "parles", "de", "le", "film", "."]
    tags = [["formality"], [], [], ["x", "pronouns"], [], []]
    analysed = AnalysedWords(load_analyser("embedded", "fr"))
    text = "Tu parles du film."
    for words in (None, analysed):
        file = rows(tmp_path / "tags.jsonl", (tokens, tags))
        (marks,) = FiledTags(file, words).annotate([passage(text)])
        assert [(text[m.span[0] : m.span[1]], m.tags) for m in marks] == [
            ("Tu", ("formality",)), ("parles", ()), ("du", ("pronouns", "x")), ("film", ()), (".", ()),
        ]  # fmt: skip


def test_tag_files_of_the_wrong_length_are_refused(tmp_path: Path) -> None:
    short = FiledTags(rows(tmp_path / "tags.jsonl", (["un"], [[]])))
    with pytest.raises(DataError, match="has 1 line, but there are more segments"):
        short.annotate([passage("un"), passage("deux")])
    long = FiledTags(rows(tmp_path / "tags.jsonl", (["un"], [[]]), (["deux"], [[]])))
    long.annotate([passage("un")])
    with pytest.raises(DataError, match="has 2 lines for 1 segment"):
        long.finish()


def test_tags_made_now_are_those_of_litmus_tag() -> None:
    # As in the tests of the tagger: the second sentence keeps the register of the first.
    analyser = load_analyser("embedded", "fr")
    tagger = DocumentTagger(("en", "fr"), phenomena=["formality"], analyser=analyser)
    texts = (("Tu es gentil.", "You are kind."), ("Tu es en retard.", "You are late."))
    both = [passage(*pair, number=number) for number, pair in enumerate(texts)]
    first, second = TaggedWords(tagger, analyser).annotate(both)
    assert [mark.tags for mark in first] == [(), (), (), ()]
    assert [mark.tags for mark in second] == [("formality",), ("formality",), (), (), ()]
    assert second[0].pos == "PRON"
