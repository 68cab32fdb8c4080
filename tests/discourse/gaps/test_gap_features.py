"""What the classifier is told of a word: all features of a few trees, worked out by hand."""

from collections.abc import Callable

import pytest
from tests.discourse.gaps.trees import tree

from litmus.discourse.gaps.nouns import noun_features
from litmus.discourse.gaps.verbs import verb_features
from litmus.discourse.gaps.view import SentenceView

Told = Callable[[SentenceView, int], list[str]]


def features(told: Told, text: str) -> list[str]:
    words, starred = tree(text)
    return told(SentenceView(words), starred)


@pytest.mark.parametrize(("told", "text", "expected"), [
    (
        # the clause ends after two words, repeats *can* and *she*, and goes on with *sing*
        verb_features,
        "If/SCONJ/4/mark she/PRON/4/nsubj can/AUX/4/aux more/ADV/4/advmod/Degree=Cmp swim/VERB/9/advcl"
        " ,/PUNCT/4/punct then/ADV/9/advmod *can/AUX/9/aux n't/PART/9/advmod she/PRON dive/VERB/9/dep"
        " ,/PUNCT/9/punct really/ADV/13/advmod sing/VERB/9/conj/VerbForm=Inf",
        "f=can k=modal- u=AUX n1=she n2=VERB n3=, n12=she_VERB kn=modal_she fn=can_she "
        "p1=then p2=, p3=VERB p12=,_then p23=VERB_, fp=can_then pn=then_she "
        "tail=2 mark=, tm=2,modal start=1 st=1_2 link= wh= kw=modal__2 kl=modal__2 w=3 "
        "nu=PRON_VERB pu=PUNCT_ADV pnu=ADV_PRON bn=then_PRON bt=then_2 kp=modal_ADV_PRON "
        "rel=aux> ru=aux>PRON hd=>2 ur=AUXaux rl=aux_she frl=can_aux_she "
        "v=1 aux=modal cmp inv=then_VERB tag=VERB am=really aam=really_VERB on=modal_Inf_1",
    ),
    (
        verb_features,
        "I/PRON/1/nsubj know/VERB what/PRON/3/obj you/PRON/4/nsubj want/VERB/1/ccomp *to/PART/4/xcomp",
        "f=to k=to+ u=PART n1=</s> n2=</s> n3=</s> n12=</s>_</s> kn=to_</s> fn=to_</s> "
        "p1=want p2=you p3=what p12=you_want p23=what_you fp=to_want pn=want_</s> "
        "tail=0 mark=</s> tm=0</s>to start=5 st=5_0 link= wh=what kw=to_what_0 kl=to__0 w=1 "
        "nu=-_- pu=PRON_VERB pnu=VERB_- bn=want_- bt=want_0 kp=to_VERB_- "
        "rel=xcomp< ru=xcomp<VERB hd=<1 ur=PARTxcomp rl=xcomp_want frl=to_xcomp_want "
        "v=2 pl=want pt=want_0",
    ),
    (
        verb_features,
        "She/PRON/1/nsubj *did/VERB",
        "f=did k=do+ u=VERB n1=</s> n2=</s> n3=</s> n12=</s>_</s> kn=do_</s> fn=did_</s> "
        "p1=she p2=<s> p3=<s> p12=<s>_she p23=<s>_<s> fp=did_she pn=she_</s> "
        "tail=0 mark=</s> tm=0</s>do start=1 st=1_0 link= wh= kw=do__0 kl=do__0 w=0 "
        "nu=-_- pu=-_PRON pnu=PRON_- bn=she_- bt=she_0 kp=do_PRON_- l:nsubj rel=root v=0",
    ),
    (
        noun_features,
        "Ann/PROPN/1/nsubj likes/VERB the/DET/3/det *second/ADJ/1/obj/NumType=Ord car/NOUN/3/dep"
        " ,/PUNCT/1/punct not/PART/1/advmod mine/PRON/1/conj",
        "f=second w=second u=ADJ fu=second_ADJ n1=NOUN n2=, n12=NOUN_, n3=not fn=second_NOUN "
        "p1=the p2=VERB p12=VERB_the fp=second_the pn=the_NOUN fpn=second_the_NOUN "
        "tail=1 mark=, ft=second_1, start=3 fs=second_3 noun=1 fr=second_obj len=2 "
        "l:det r:dep rel=obj< ru=obj<VERB hd=<2 ur=ADJobj rl=obj_likes frl=second_obj_likes "
        "pl=the hl=likes det=the",
    ),
    (
        noun_features,
        "*Two/NUM/1/nsubj left/VERB ./PUNCT/1/punct",
        "f=num w=two u=NUM fu=num_NUM n1=VERB n2=. n12=VERB_. n3=</s> fn=num_VERB "
        "p1=<s> p2=<s> p12=<s>_<s> fp=num_<s> pn=<s>_VERB fpn=num_<s>_VERB "
        "tail=1 mark=. ft=num_1. start=0 fs=num_0 noun=0 fr=num_nsubj len=0 "
        "rel=nsubj> ru=nsubj>VERB hd=>1 ur=NUMnsubj rl=nsubj_left frl=two_nsubj_left hl=left",
    ),
])  # fmt: skip
def test_all_features(told: Told, text: str, expected: str) -> None:
    assert features(told, text) == expected.split()


FAR_BACK = "x/ADV " * 59


@pytest.mark.parametrize(("text", "some", "none"), [
    # kinds, and negations that are part of the form
    ("*does/AUX", "k=do+", ""), ("*had/AUX", "k=have+", ""), ("*were/AUX", "k=be+", ""),
    ("*may/AUX", "k=modal+", ""), ("x/X *na/PART", "k=to+", ""), ("*didnt/AUX", "k=do-", ""),
    ("*'s/AUX", "k=be+", ""), ("*'m/AUX", "k=be+", ""), ("*'re/AUX", "k=be+", ""),
    ("*'ll/AUX", "k=modal+", ""), ("*'d/AUX", "k=modal+", ""), ("*'ve/AUX", "k=have+", ""),
    ("*did/AUX not/PART", "k=do- nu=-_-", ""),
    # the nearest link word, at most eight words back, and its distance up to four
    ("if/SCONJ *can/AUX", "link=if1", ""), ("if/SCONJ a/X b/X *can/AUX", "link=if3", ""),
    ("if/SCONJ a/X b/X c/X *can/AUX", "link=if4", ""),
    ("if/SCONJ a/X b/X c/X d/X *can/AUX", "link=if4", ""),
    ("if/SCONJ" + " a/X" * 7 + " *can/AUX", "link=if4", ""),
    ("if/SCONJ" + " a/X" * 8 + " *can/AUX", "link=", ""),
    ("as/ADP if/SCONJ *can/AUX", "link=if1", ""),
    ("if/SCONJ ,/PUNCT *can/AUX", "link=if2", "link="),
    ("if/SCONJ ,/PUNCT a/X *can/AUX", "link=", ""),
    ("if/SCONJ who/PRON *can/AUX", "wh=who link=", ""),
    ("who/PRON if/SCONJ *can/AUX", "wh=who link=if1", ""),
    # how far it is to the ends of the clause, and of the sentence
    ("*can/AUX" + " a/X" * 5, "tail=5 mark=</s> kw=modal__2 kl=modal__2 bt=<s>_3", ""),
    ("*can/AUX" + " a/X" * 5 + " ?/PUNCT b/X", "tail=5 mark=? am=X aam=X_</s>", ""),
    ("*can/AUX" + " a/X" * 6 + " ?/PUNCT b/X", "tail=6 mark= tm=6modal", "am=X"),
    ("*can/AUX a/X", "tail=1", "am=</s>"), ("*can/AUX a/X ?/PUNCT", "am=</s> aam=</s>_</s>", ""),
    ("a/X " * 6 + "*can/AUX", "start=6", ""), ("a/X " * 7 + "*can/AUX", "start=7 w=2", ""),
    ("a/X " * 9 + "*can/AUX", "start=7", ""), (",/PUNCT *can/AUX", "start=0", ""),
    ("a/X " * 31 + "*can/AUX", "w=8", ""), ("a/X " * 39 + "*can/AUX", "w=8", ""),
    ("a/X " * 30 + "*can/AUX", "w=7", ""),
    # the tree: how far the head is, and what hangs from the word
    ("a/X a/X a/X a/X a/X *can/AUX/0/aux", "hd=<5 rel=aux<", ""),
    ("a/X a/X a/X a/X *can/AUX/0/aux", "hd=<4", ""),
    ("*can/AUX/6/aux a/X a/X a/X a/X a/X a/X", "hd=>5 rel=aux>", ""),
    ("a/X/1/dep *can/AUX b/X/1/obj", "l:dep r:obj", "r:dep"),
    # what could be repeated
    ("a/VERB a/VERB a/VERB *can/AUX", "v=2", ""), ("do/AUX *can/AUX", "v=0", "aux=modal"),
    ("a/ADJ/-/root/Degree=Cmp *can/AUX", "cmp", ""),
    ("a/VERB/-/root/Degree=Cmp *can/AUX", "", "cmp"),
    ("a/ADJ/-/root/Degree=Sup *can/AUX", "", "cmp"),
    ("*can/AUX she/PRON", "inv=<s>_</s>", "tag=</s>"),
    ("*can/AUX Ann/PROPN", "", "inv=<s>_</s>"),
    ("she/PRON *can/AUX she/PRON not/PART", "tag=not inv=she_not", ""),
    ("may/AUX " + FAR_BACK + "*can/AUX", "aux=modal", ""),
    ("may/AUX x/X " + FAR_BACK + "*can/AUX", "", "aux=modal"),
    # how the clause goes on after a mark
    ("*can/AUX ,/PUNCT go/VERB", "on=modal__0 am=VERB", ""),
    ("*can/AUX —/PUNCT go/VERB", "on=modal__0", ""),
    ("*can/AUX ?/PUNCT go/VERB", "am=VERB", "on=modal__0"),
    ("*can/AUX ,/PUNCT we/PRON go/VERB", "am=we", "on=modal__0"),
    ("*can/AUX ,/PUNCT and/CCONJ go/VERB", "on=modal__0", ""),
    ("*can/AUX ,/PUNCT so/ADV go/VERB", "on=modal__0", ""),
    ("*can/AUX a/X ,/PUNCT" + " a/X" * 9 + " so/ADV go/VERB/-/root/VerbForm=Fin", "on=modal_Fin_1",
     ""),
    ("*can/AUX a/X ,/PUNCT" + " a/X" * 10 + " so/ADV go/VERB/-/root/VerbForm=Fin", "",
     "on=modal_Fin_1"),
    # to
    ("want/VERB *to/PART a/X b/X", "pl=want pt=want_1", ""), ("want/VERB *can/AUX", "", "pl=want"),
])  # fmt: skip
def test_features_of_auxiliaries(text: str, some: str, none: str) -> None:
    found = set(features(verb_features, text))
    assert found >= set(some.split())
    assert not found & set(none.split())


@pytest.mark.parametrize(("text", "some", "none"), [
    ("Ann/PROPN *'s/PART", "f=gen", ""), ("*his/PRON", "f=his", ""), ("*many/ADJ", "f=many", ""),
    ("*one/NUM", "f=one", ""), ("*five/X", "f=num", ""), ("*fiftyish/NUM", "f=num", ""),
    ("*5/NUM", "f=d1", ""), ("*1985/NUM", "f=d4", ""), ("*19850/NUM", "f=d4", ""),
    ("*5th/ADJ", "f=ord", ""),
    ("*best/ADJ/-/root/Degree=Sup", "f=sup", ""),
    ("*last-but-one/ADJ/-/root/NumType=Ord", "f=ord", ""),
    ("*red/ADJ", "f=adj", ""),
    ("*red/ADJ a/X dog/NOUN", "noun=2", ""), ("*red/ADJ a/X a/X Rex/PROPN", "noun=3", ""),
    ("*red/ADJ a/X a/X a/X Rex/PROPN", "noun=0", ""), ("*red/ADJ" + " a/X" * 39, "len=8", ""),
    ("*red/ADJ a/DET/0/det b/DET/0/nmod", "det=a", "det=b"), ("*red/ADJ", "", "pl=red"),
])  # fmt: skip
def test_features_of_what_may_lack_a_noun(text: str, some: str, none: str) -> None:
    found = set(features(noun_features, text))
    assert found >= set(some.split())
    assert not found & set(none.split())


def test_marks_and_small_words_stand_for_themselves() -> None:
    words, _ = tree(
        "— – -- … .. .... ” “ ! House/NOUN HOUSE/PUNCT Do/AUX N’T/PART".replace(" ", "/PUNCT ", 9)
    )
    assert SentenceView(words).symbols == [
        "-", "-", "-", "...", "...", "...", '"', '"', "!", "NOUN", "house", "do", "n't",
    ]  # fmt: skip
    assert [SentenceView(words).part(index) for index in (-1, 0, 12, 13)] == [
        "-", "PUNCT", "PART", "-",
    ]  # fmt: skip
