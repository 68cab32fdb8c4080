"""Which words beside a word of address show its register too."""

from pathlib import Path

from tests.discourse.pairing import pair, rules, sentence, shown

from litmus.language.analysis import Sentence, Token

NOTHING = sentence("Well well INTJ")


def joined(target: Sentence, first: int, stop: int) -> Sentence:
    """The words from first to stop written as one token."""
    tokens = [t for t in target.tokens if not first <= t.first < stop]
    start, end = target.words[first].start, target.words[stop - 1].end
    tokens.append(Token(start, end, first, stop))
    return target._replace(tokens=tuple(sorted(tokens, key=lambda t: t.first)))


def test_registers_of_a_preposition_that_the_other_register_joins(tmp_path: Path) -> None:
    # con usted is contigo in the other register; con su hermano is con tu hermano.
    known = rules(tmp_path, 'formal = "usted su"\ninformal = "contigo tú"\nformal_with = "con"\n')
    with_you = sentence("hablar _ VERB", "con _ ADP", "usted _ PRON")
    assert shown(pair(NOTHING, with_you), known) == {"con": "formal", "usted": "formal"}
    with_another = sentence("usted _ PRON", "habla _ VERB", "con _ ADP", "Ana _ PROPN")
    assert shown(pair(NOTHING, with_another), known) == {"usted": "formal"}
    familiar = sentence("con _ ADP", "tú _ PRON")
    assert shown(pair(NOTHING, familiar), known) == {"tú": "informal"}


REFLEXIVE = 'formal_reflexive = "se"\n'


def test_registers_of_a_clitic_behind_a_finite_verb(tmp_path: Path) -> None:
    # Spanish siéntese is a command; Portuguese chama-se is anybody's name.
    target = sentence("siente sentir VERB VerbForm=Fin _ root", "se él PRON _ 0 expl:pv")
    known = rules(tmp_path, REFLEXIVE + "enclitic_imperatives = true\n")
    command = joined(target, 0, 2)
    assert shown(pair(NOTHING, command), known) == {"siente": "formal", "se": "formal"}
    assert shown(pair(NOTHING, target), known) == {}  # two words: se siente
    assert shown(pair(NOTHING, command), rules(tmp_path, REFLEXIVE)) == {}
    infinitive = sentence("sentar sentar VERB VerbForm=Inf _ root", "se él PRON _ 0 expl:pv")
    assert shown(pair(NOTHING, joined(infinitive, 0, 2)), known) == {}


def test_registers_of_a_reflexive_go_down_to_infinitives(tmp_path: Path) -> None:
    # usted está dispuesto a levantarse, but ella está dispuesta a levantarse
    known = rules(
        tmp_path, 'formal = "usted"\nagreeing_verbs = { formal = "Person=3" }\n' + REFLEXIVE
    )
    rest = (
        "está estar AUX Person=3|VerbForm=Fin 2 cop", "dispuesto _ ADJ _ _ root", "a _ ADP _ 4 mark",
        "levantar _ VERB VerbForm=Inf 2 xcomp", "se él PRON _ 4 expl:pv",
    )  # fmt: skip
    polite = sentence("usted _ PRON _ 2 nsubj", *rest)
    assert shown(pair(NOTHING, polite), known) == {
        "usted": "formal", "está": "formal", "se": "formal",
    }  # fmt: skip
    assert shown(pair(NOTHING, sentence("ella _ PRON _ 2 nsubj", *rest)), known) == {}


def test_registers_of_verbs_that_have_one_form_for_both(tmp_path: Path) -> None:
    # Dutch denkt u and denk je differ, weet u and weet je do not.
    known = rules(
        tmp_path,
        'formal = "u"\nagreeing_verbs = { formal = "VerbForm=Fin" }\ninverted = true\n'
        'agreeing_but = "is -ten"\n',
    )
    for verb, found in (("denkt denken", True), ("weet weten", False), ("is zijn", False)):
        target = sentence(f"{verb} VERB VerbForm=Fin _ root", "u u PRON _ 0 nsubj")
        assert (verb.split()[0] in shown(pair(NOTHING, target), known)) is found
