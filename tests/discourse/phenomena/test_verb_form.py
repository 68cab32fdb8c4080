"""Verb forms by hand: simple ones, and those made with an auxiliary."""

from tests.discourse.pairing import forms, pair, sentence

from litmus.discourse.phenomena.verb_form import VerbForm, VerbFormRule, verb_forms

IMPERFECT = VerbFormRule(
    "imperfect", {"Tense": frozenset(("Imp",))}, without_auxiliary=frozenset(("avoir",))
)
PLUPERFECT = VerbFormRule(
    "pluperfect",
    {"VerbForm": frozenset(("Part",))},
    {"Tense": frozenset(("Imp",))},
    frozenset(("avoir", "être")),
)
FORMS = (PLUPERFECT, IMPERFECT)
CHANTAIT = sentence("Il il PRON _ 1 nsubj", "chantait chanter VERB Tense=Imp _ root")
CHANTE = sentence("Il il PRON _ 1 nsubj", "chante chanter VERB Tense=Pres _ root")
AVAIT_CHANTE = sentence(
    "Il il PRON _ 2 nsubj", "avait avoir AUX Tense=Imp 2 aux:tense",
    "chanté chanter VERB Tense=Past|VerbForm=Part _ root",
)  # fmt: skip
A_CHANTE = sentence(
    "Il il PRON _ 2 nsubj", "a avoir AUX Tense=Pres 2 aux:tense",
    "chanté chanter VERB Tense=Past|VerbForm=Part _ root",
)  # fmt: skip


def test_verb_forms_span_their_auxiliary() -> None:
    assert verb_forms(AVAIT_CHANTE, FORMS) == {1: "pluperfect", 2: "pluperfect"}
    assert verb_forms(CHANTAIT, FORMS) == {1: "imperfect"}
    assert verb_forms(CHANTE, FORMS) == {}
    assert verb_forms(A_CHANTE, FORMS) == {}


def test_verb_forms_of_an_auxiliary_with_another_lemma_do_not_count() -> None:
    passive = sentence(
        "Il il PRON _ 2 nsubj", "allait aller AUX Tense=Imp 2 aux", "chanté chanter VERB VerbForm=Part _ root",
    )  # fmt: skip
    assert verb_forms(passive, (PLUPERFECT,)) == {}


def test_verb_form_is_tagged_if_an_earlier_sentence_had_it() -> None:
    tagger = VerbForm(FORMS, ("en", "fr"))
    found = [tagger.tag(pair(sentence(), one)) for one in (CHANTAIT, CHANTE, CHANTAIT)]
    assert found == [set(), set(), {1}]


def test_verb_form_is_not_tagged_for_a_verb_in_its_own_sentence() -> None:
    twice = sentence("chantait chanter VERB Tense=Imp", "dansait danser VERB Tense=Imp")
    tagger = VerbForm(FORMS, ("en", "fr"))
    assert [tagger.tag(pair(sentence(), twice)) for _ in range(2)] == [set(), {0, 1}]


def test_verb_form_tags_both_words_of_a_periphrastic_form() -> None:
    tagger = VerbForm(FORMS, ("en", "fr"))
    tagger.tag(pair(sentence(), AVAIT_CHANTE))
    assert forms(AVAIT_CHANTE, tagger.tag(pair(sentence(), AVAIT_CHANTE))) == ["avait", "chanté"]
    assert tagger.tag(pair(sentence(), CHANTAIT)) == set()  # another form


def test_verb_form_without_an_auxiliary_that_makes_it_another() -> None:
    # Imp with avoir is not the imperfect, where the file says so.
    odd = sentence("avait avoir AUX Tense=Imp 1 aux", "eu avoir VERB Tense=Imp _ root")
    assert verb_forms(odd, (IMPERFECT,)) == {0: "imperfect"}


def test_verb_form_forgets_what_is_out_of_reach_and_other_documents() -> None:
    tagger = VerbForm(FORMS, ("en", "fr"), 1)
    tagger.tag(pair(sentence(), CHANTAIT))
    tagger.tag(pair(sentence(), CHANTE))
    assert tagger.tag(pair(sentence(), CHANTAIT)) == set()
    assert tagger.tag(pair(sentence(), CHANTAIT)) == {1}
    tagger.start()
    assert tagger.tag(pair(sentence(), CHANTAIT)) == set()


def test_verb_form_of_an_empty_target_is_nothing() -> None:
    assert VerbForm(FORMS, ("en", "fr")).tag(pair(CHANTE, sentence())) == set()


def test_verb_forms_of_some_verbs_alone_and_of_all_but_some() -> None:
    # est allé is a perfect, est fermé is not; zou is *would*, which English shows.
    perfect = VerbFormRule(
        "perfect", {"VerbForm": frozenset(("Part",))}, {"Tense": frozenset(("Pres",))},
        frozenset(("être",)), lemmas=frozenset(("aller",)),
    )  # fmt: skip
    gone, closed = (
        sentence("est être AUX Tense=Pres 1 aux", f"{verb} VERB VerbForm=Part _ root")
        for verb in ("allé aller", "fermé fermer")
    )
    assert verb_forms(gone, [perfect]) == {0: "perfect", 1: "perfect"}
    assert verb_forms(closed, [perfect]) == {}
    past = VerbFormRule("past", {"Tense": frozenset(("Past",))}, but=frozenset(("zullen",)))
    assert verb_forms(sentence("liep lopen VERB Tense=Past"), [past]) == {0: "past"}
    assert verb_forms(sentence("zou zullen AUX Tense=Past"), [past]) == {}
