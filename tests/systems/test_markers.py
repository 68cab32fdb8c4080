"""Markers: what comes back right is told from what does not."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litmus.errors import UsageError
from litmus.systems.markers import NEWLINE, Marker

THREE = ["One.", "Two.", "Three."]
SENTENCES = st.lists(
    st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Zl", "Zp")), min_size=1).filter(
        str.strip
    ),
    min_size=1,
    max_size=6,
)


def test_a_marker_stands_between_sentences() -> None:
    assert Marker().join(THREE) == "One. <s1/> Two. <s2/> Three."
    assert Marker(NEWLINE).join(THREE) == "One.\nTwo.\nThree."
    assert Marker("[{n}]").join(THREE) == "One. [1] Two. [2] Three."
    assert Marker().join(["Alone <s1/>."]) == "Alone <s1/>."


@pytest.mark.parametrize(
    "answer",
    [
        "Un. <s1/> Deux. <s2/> Trois.",
        "Un.<s1/>Deux.<s2/>Trois.",
        "Un. < s1 / > Deux. <S 2/> Trois.",
        "Un. <s1> Deux. <s2 /> Trois.",
        "Un. <s1></s1> Deux. <s2> </s2> Trois.",
        "Un. ＜s1／＞Deux.＜s２／＞Trois.",
        "Un. <s١/> Deux. <s٢/> Trois.",
        "Un.\n<s1/>\nDeux.\n<s2/>\nTrois.\n",
    ],
)
def test_looks_of_a_marker_may_change(answer: str) -> None:
    assert Marker().split(answer, THREE) == ["Un.", "Deux.", "Trois."]


@pytest.mark.parametrize("answer", [
    "Un. Deux. Trois.", "Un. <s1/> Deux. Trois.", "Un. Deux. <s2/> Trois.", "",  # eaten
    "Un. <s2/> Deux. <s1/> Trois.", "Un. <s1/> Deux. <s1/> Trois.",  # in disorder, a number twice
    "Un. <s1/> Deux. <s2/> Trois. <s2/>", "Un. <s1/> Deux. <s2/> Trois. <s3/>",  # one more
    "Un. <s1/> <s2/> Deux. Trois.", "<s1/> Un. <s2/> Deux. Trois.",  # moved together, to the front
    "Un. Deux. <s1/> . <s2/> Trois.",  # moved past the sentence, but not its full stop
    "Un. Deux. Trois. <s1/> <s2/>", "Un. <phrase1/> Deux. <phrase2/> Trois.",  # translated
    "Un. s1/> Deux. <s2/> Trois.", f"Un. <s{'1' * 5000}/> Deux. <s2/> Trois.",  # damaged, run away
    "Un. <s1> Deux. <s2> Trois.</s2></s1>", "Un. </s1> <s1> Deux. <s2></s2> Trois.",  # closed there
    "Un. <s1/> Deux. <s2/> Trois. < / S 7 >", "Un.＜／s１＞ <s1> Deux. <s2/> Trois.",
])  # fmt: skip
def test_what_is_wrong_shows(answer: str) -> None:
    assert Marker().split(answer, THREE) is None


def test_a_marker_without_a_number_is_counted() -> None:
    marker = Marker("@@@")
    assert marker.join(["a", "b"]) == "a @@@ b"
    assert marker.split("A @ @@ B", ["a", "b"]) == ["A", "B"]
    assert marker.split("A B", ["a", "b"]) is None
    assert Marker(NEWLINE).split("Un.\r\n\r\nDeux.\nTrois.", THREE) == ["Un.", "Deux.", "Trois."]
    assert Marker(NEWLINE).split("Un. Deux.\nTrois.", THREE) is None


def test_a_sentence_that_holds_a_marker_is_not_joined() -> None:
    assert Marker().split("?! <s1/> Oui.", ["?!", "Yes."]) == ["?!", "Oui."]  # signs stay signs
    assert Marker().join(["See <s1/>.", "b"]) is None
    assert Marker("#{n}#").join(["a #5", "b"]) is None  # would read "#5 #"
    assert Marker(NEWLINE).join(["a\nb", "c"]) is None


def test_markup_is_escaped_and_cannot_be_a_marker() -> None:
    marker = Marker(markup=True)
    sent = marker.join(["See <s1/> & <b>.", "R&D"])
    assert sent == "See &lt;s1/&gt; &amp; &lt;b&gt;. <s1/> R&amp;D"
    assert marker.split(sent, ["See <s1/>.", "y"]) == ["See <s1/> & <b>.", "R&D"]
    assert marker.split("l&#39;ami &eacute;gal", ["x"]) == ["l'ami égal"]
    assert marker.split("Un &lt;s2/&gt; <s1/> Deux", ["One", "Two"]) is None
    square = Marker("[[{n}]]", markup=True)
    assert square.split("Un &#91;[2]] [[1]] Deux", ["One", "Two"]) is None


def test_half_a_marker_may_come_back_where_the_sentence_has_one() -> None:
    talk = ["Write </s1> here.", "Then go."]
    sent = Marker().join(talk)
    assert sent == "Write </s1> here. <s1/> Then go."
    assert Marker().split(sent, talk) == talk
    assert Marker().split(sent, ["Write here.", "Then go."]) is None
    assert Marker().split("Ici </s1> </s1>. <s1/> Va.", talk) is None


@given(SENTENCES, st.sampled_from([Marker(), Marker(markup=True), Marker(NEWLINE), Marker("#{n}")]))
def test_what_goes_out_comes_back(sentences: list[str], marker: Marker) -> None:
    sent = marker.join(sentences)
    if sent is not None:
        assert marker.split(sent, sentences) == [one.strip() for one in sentences]
    if marker.markup:
        assert sent is not None and re.sub(r"<s\d+/>", "", sent).count("<") == 0


@pytest.mark.parametrize("text", ["", " ", "{n}", "{n}-{n}", "<s1/>"])
def test_a_marker_that_cannot_work_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match=r"is not a marker.*such as '<s\{n\}/>'; or 'newline'"):
        Marker(text)
