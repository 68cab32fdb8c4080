"""Formality by hand: words and verb forms that show a register, and when they are tagged."""

from pathlib import Path

import pytest
from tests.discourse.pairing import forms, pair, rules, sentence, shown

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.formality.rules import FormalityRules

NOTHING = sentence("Well well INTJ")
FRENCH = 'informal = "tu te"\nformal = "vous votre"\n'


def test_registers_are_those_of_the_lists_in_any_case(tmp_path: Path) -> None:
    target = sentence("Tu tu PRON", "et et CCONJ", "VOUS vous PRON")
    assert shown(pair(NOTHING, target), rules(tmp_path, FRENCH)) == {
        "Tu": "informal",
        "VOUS": "formal",
    }


def test_registers_are_seen_in_what_a_hyphen_joins(tmp_path: Path) -> None:
    target = sentence("As-tu avoir AUX", "faim faim NOUN")
    assert shown(pair(NOTHING, target), rules(tmp_path, FRENCH)) == {"As-tu": "informal"}


def test_registers_compare_composed_letters(tmp_path: Path) -> None:
    known = rules(tmp_path, 'informal = "t\u00fa"\n')
    assert shown(pair(NOTHING, sentence("tu\u0301 tú PRON")), known) == {"tu\u0301": "informal"}


def test_registers_of_scripts_from_right_to_left_and_of_none(tmp_path: Path) -> None:
    known = rules(tmp_path, 'formal = "您 حضرتك"\ninformal = "你 أنت"\n')
    mixed = sentence("您 您 PRON", "你 你 PRON", "حضرتك حضرة PRON", "أنت أنت PRON", "you you X")
    assert shown(pair(NOTHING, mixed), known) == {
        "您": "formal", "你": "informal", "حضرتك": "formal", "أنت": "informal",
    }  # fmt: skip


GERMAN = 'case = "exact"\nformal = "Sie Ihnen"\ninformal = "du Du"\n'


def test_registers_of_exact_words_need_their_capital(tmp_path: Path) -> None:
    target = sentence(
        "Morgen morgen ADV", "gehen gehen VERB", "sie sie PRON", "mit mit ADP", "Ihnen sie PRON"
    )
    assert shown(pair(NOTHING, target), rules(tmp_path, GERMAN)) == {"Ihnen": "formal"}


def test_registers_of_a_capital_that_the_sentence_forces_need_you(tmp_path: Path) -> None:
    source = sentence("They they PRON _ 1 nsubj", "go go VERB _ _ root")
    polite = sentence("You you PRON _ 1 nsubj", "go go VERB _ _ root")
    target = sentence("Sie sie PRON _ 1 nsubj", "gehen gehen VERB _ _ root")
    known = rules(tmp_path, GERMAN)
    assert shown(pair(source, target, "0-0 1-1"), known) == {}
    assert shown(pair(polite, target, "0-0 1-1"), known) == {"Sie": "formal"}


def test_registers_of_words_for_you_need_the_link(tmp_path: Path) -> None:
    known = rules(tmp_path, 'formal_for_you = "su"\n')
    target = sentence("su su DET Poss=Yes 1 det", "casa casa NOUN")
    yours = sentence("your your PRON Poss=Yes 1 nmod:poss", "house house NOUN")
    hers = sentence("her her PRON Poss=Yes 1 nmod:poss", "house house NOUN")
    assert shown(pair(yours, target, "0-0 1-1"), known) == {"su": "formal"}
    assert shown(pair(hers, target, "0-0 1-1"), known) == {}


def test_registers_of_words_for_you_are_not_those_of_articles(tmp_path: Path) -> None:
    known = rules(tmp_path, 'formal_for_you = "la"\n')
    you = sentence("you you PRON _ _ obj")
    assert shown(pair(you, sentence("la la PRON"), "0-0"), known) == {"la": "formal"}
    assert shown(pair(you, sentence("la il DET"), "0-0"), known) == {}


SPANISH = """
informal = "tú"
formal = "usted"
[[formality.verbs]]
register = "informal"
features = "Person=2|Number=Sing"
[[formality.verbs]]
register = "formal"
for_you = true
features = "Person=3|Number=Sing|Mood=Ind,-"
"""
COME = sentence("Come comer VERB Mood=Ind|Number=Sing|Person=3 _ root")
YOU_EAT = sentence("You you PRON _ 1 nsubj", "eat eat VERB _ _ root")


def test_registers_of_verbs_in_a_pro_drop_language(tmp_path: Path) -> None:
    known = rules(tmp_path, SPANISH)
    comes = sentence("Comes comer VERB Mood=Ind|Number=Sing|Person=2 _ root")
    he = sentence("He he PRON _ 1 nsubj", "eats eat VERB _ _ root")
    assert shown(pair(YOU_EAT, comes, "0-0 1-0"), known) == {"Comes": "informal"}
    assert shown(pair(YOU_EAT, COME, "1-0"), known) == {"Come": "formal"}
    assert shown(pair(he, COME, "1-0"), known) == {}


def test_registers_of_verbs_with_a_subject_of_their_own_are_none(tmp_path: Path) -> None:
    known = rules(tmp_path, SPANISH)
    source = sentence(
        "You you PRON _ 1 nsubj", "know know VERB _ _ root", "Ana Ana PROPN _ 3 nsubj",
        "eats eat VERB _ 1 ccomp",
    )  # fmt: skip
    target = sentence("Ana Ana PROPN _ 1 nsubj", "come comer VERB Number=Sing|Person=3 _ root")
    assert shown(pair(source, target, "2-0 3-1"), known) == {}


def test_registers_that_only_translate_you_give_way_to_a_clear_sign(tmp_path: Path) -> None:
    known = rules(tmp_path, SPANISH)
    target = sentence(
        "Tú tú PRON _ _ nsubj", ", , PUNCT", "come comer VERB Mood=Ind|Number=Sing|Person=3 _ root",
    )  # fmt: skip
    assert shown(pair(YOU_EAT, target, "0-0 1-2"), known) == {"Tú": "informal"}


def test_registers_of_verbs_give_way_to_a_word_for_you(tmp_path: Path) -> None:
    known = rules(tmp_path, SPANISH.replace('formal = "usted"', 'formal_for_you = "su"'))
    target = sentence(
        "Evite evitar VERB Number=Sing|Person=2", "su su DET Poss=Yes 2 det", "coche coche NOUN"
    )
    for whose, registers in {"your": {"su": "formal"}, "her": {"Evite": "informal"}}.items():
        source = sentence(
            "Avoid avoid VERB _ _ root", f"{whose} {whose} PRON _ 2 nmod:poss", "car car NOUN"
        )
        assert shown(pair(source, target, "0-0 1-1 2-2"), known) == registers


def test_registers_of_verbs_by_agreement(tmp_path: Path) -> None:
    known = rules(tmp_path, FRENCH + 'agreeing_verbs = { informal = "Person=2" }\n')
    target = sentence(
        "Tu tu PRON _ 1 nsubj", "chantes chanter VERB Person=2 _ root", "et et CCONJ",
        "il il PRON _ 4 nsubj", "danses danser VERB Person=2 _ conj",
    )  # fmt: skip
    assert shown(pair(NOTHING, target), known) == {"Tu": "informal", "chantes": "informal"}


def test_registers_of_verb_and_clitic_in_one_token(tmp_path: Path) -> None:
    known = rules(tmp_path, 'informal = "te"\n')
    apart = sentence("ayudar ayudar VERB", "te te PRON")
    token = apart.tokens[0]._replace(end=apart.tokens[1].end, stop=2)
    joined = apart._replace(tokens=(token,))
    assert shown(pair(NOTHING, apart), known) == {"te": "informal"}
    assert shown(pair(NOTHING, joined), known) == {"ayudar": "informal", "te": "informal"}


def test_registers_of_an_empty_target_are_none(tmp_path: Path) -> None:
    assert shown(pair(YOU_EAT, sentence()), rules(tmp_path, SPANISH)) == {}


TU = pair(NOTHING, sentence("Tu tu PRON", "chantes chanter VERB"))
VOUS = pair(NOTHING, sentence("Vous vous PRON", "chantez chanter VERB"))
NONE = pair(NOTHING, sentence("Il il PRON", "chante chanter VERB"))


def tags(known: FormalityRules, pairs: list[Pair], reach: int | None = None) -> list[list[str]]:
    tagger = Formality(known, ("en", "xx"), reach)
    return [forms(one.target, tagger.tag(one)) for one in pairs]


def test_formality_is_tagged_if_the_class_was_used_before(tmp_path: Path) -> None:
    known = rules(tmp_path, FRENCH)
    assert tags(known, [TU, VOUS, TU, VOUS]) == [[], [], ["Tu"], ["Vous"]]


def test_formality_of_two_words_in_the_first_sentence_is_not_tagged(tmp_path: Path) -> None:
    twice = pair(NOTHING, sentence("Tu tu PRON", "te te PRON"))
    assert tags(rules(tmp_path, FRENCH), [twice, twice]) == [[], ["Tu", "te"]]


@pytest.mark.parametrize(("reach", "found"), [(None, ["Tu"]), (2, ["Tu"]), (1, []), (0, [])])
def test_formality_reaches_as_far_back_as_it_is_told(
    tmp_path: Path, reach: int | None, found: list[str]
) -> None:
    assert tags(rules(tmp_path, FRENCH), [TU, NONE, TU], reach)[-1] == found


def test_formality_starts_anew_with_a_document(tmp_path: Path) -> None:
    tagger = Formality(rules(tmp_path, FRENCH), ("en", "xx"))
    tagger.tag(TU)
    tagger.start()
    assert tagger.tag(TU) == set()


JAPANESE = """
[formality.predicates]
polite_lemmas = "ます です"
plain_endings = "VERB:る AUX:だ"
plain = true
joins = "て"
"""


def test_registers_at_the_end_of_predicates(tmp_path: Path) -> None:
    known = rules(tmp_path, JAPANESE)
    polite = sentence("行き 行く VERB", "ます ます AUX", "。 。 PUNCT")
    plain = sentence("見る 見る VERB", "。 。 PUNCT")
    assert shown(pair(NOTHING, polite), known) == {"行き": "formal", "ます": "formal"}
    assert shown(pair(NOTHING, plain), known) == {"見る": "informal"}


def test_registers_of_plain_verbs_under_a_polite_one_are_none(tmp_path: Path) -> None:
    target = sentence("見る 見る VERB", "人 人 NOUN", "です です AUX", "。 。 PUNCT")
    assert shown(pair(NOTHING, target), rules(tmp_path, JAPANESE)) == {"です": "formal"}
