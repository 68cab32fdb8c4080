"""Formality by hand: words and verb forms that show a register, and when they are tagged."""

from pathlib import Path

import pytest
from tests.discourse.pairing import forms, pair, parsed, rules, shown

from litmus.discourse.phenomena.formality.formality import Formality
from litmus.language.analysis import Sentence, Token

FAM, POL = "informal", "formal"
FRENCH = 'informal = "tu te"\nformal = "vous votre"\n'
AGREEING = FRENCH + 'agreeing_verbs = { informal = "Person=2" }\n'
GERMAN = 'case = "exact"\nformal = "Sie Ihnen"\ninformal = "du Du"\n'
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
# con usted is contigo in the other register; con su hermano is con tu hermano.
WITH = 'formal = "usted su"\ninformal = "contigo tú"\nformal_with = "con"\n'
REFLEXIVE = 'formal_reflexive = "se"\n'
ENCLITIC = REFLEXIVE + "enclitic_imperatives = true\n"
# Dutch denkt u and denk je differ, weet u and weet je do not.
DUTCH = (
    'formal = "u"\nagreeing_verbs = { formal = "VerbForm=Fin" }\ninverted = true\n'
    'agreeing_but = "is -ten"\n'
)
JAPANESE = """
[formality.predicates]
polite_lemmas = "ます です"
plain_endings = "VERB:る AUX:だ"
plain = true
joins = "て"
"""
CARRIED = JAPANESE + 'carriers = "こと"\nexistence = "ある"\n'
SIE = "Sie/PRON/1/nsubj gehen/VERB"
SU_CASA = "su/DET/1/det/Poss=Yes casa/NOUN"
YOU_EAT = "You/PRON/1/nsubj eat/VERB"
COME = "come/VERB/-/root/Mood=Ind|Number=Sing|Person=3/comer"
EVITE = "Evite/VERB/-/-/Number=Sing|Person=2/evitar su/DET/2/det/Poss=Yes coche/NOUN"
DISPOSED = (
    "está/AUX/2/cop/Person=3|VerbForm=Fin/estar dispuesto/ADJ a/ADP/4/mark "
    "levantar/VERB/2/xcomp/VerbForm=Inf se/PRON/4/expl:pv//él"
)


@pytest.mark.parametrize(("text", "source", "target", "links", "expected"), [
    # lists, in any case, in what a hyphen joins, of composed letters, in any script
    (FRENCH, "", "Tu/PRON et/CCONJ VOUS/PRON", "", {"Tu": FAM, "VOUS": POL}),
    (FRENCH, "", "As-tu/AUX/-/-//avoir faim/NOUN", "", {"As-tu": FAM}),
    ('informal = "t\u00fa"\n', "", "tu\u0301/PRON", "", {"tu\u0301": FAM}),
    ('formal = "您 حضرتك"\ninformal = "你 أنت"\n', "", "您/PRON 你/PRON حضرتك/PRON أنت/PRON you/X", "",
     {"您": POL, "你": FAM, "حضرتك": POL, "أنت": FAM}),
    # exact words need their capital, and where the sentence forces it, "you"
    (GERMAN, "", "Morgen/ADV gehen/VERB sie/PRON mit/ADP Ihnen/PRON/-/-//sie", "", {"Ihnen": POL}),
    (GERMAN, "They/PRON/1/nsubj go/VERB", SIE, "0-0 1-1", {}),
    (GERMAN, "You/PRON/1/nsubj go/VERB", SIE, "0-0 1-1", {"Sie": POL}),
    # words for you need the link, and are no articles
    ('formal_for_you = "su"\n', "your/PRON/1/nmod:poss house/NOUN", SU_CASA, "0-0 1-1",
     {"su": POL}),
    ('formal_for_you = "su"\n', "her/PRON/1/nmod:poss house/NOUN", SU_CASA, "0-0 1-1", {}),
    ('formal_for_you = "la"\n', "you/PRON/-/obj", "la/PRON", "0-0", {"la": POL}),
    ('formal_for_you = "la"\n', "you/PRON/-/obj", "la/DET/-/-//il", "0-0", {}),
    # verbs of a pro-drop language, unless they have a subject of their own
    (SPANISH, YOU_EAT, "comes/VERB/-/root/Mood=Ind|Number=Sing|Person=2/comer", "0-0 1-0",
     {"comes": FAM}),
    (SPANISH, YOU_EAT, COME, "1-0", {"come": POL}),
    (SPANISH, "He/PRON/1/nsubj eats/VERB/-/root//eat", COME, "1-0", {}),
    (SPANISH, "You/PRON/1/nsubj know/VERB Ana/PROPN/3/nsubj eats/VERB/1/ccomp//eat",
     "Ana/PROPN/1/nsubj come/VERB/-/root/Number=Sing|Person=3/comer", "2-0 3-1", {}),
    # of an act of "you", a subject is believed only if it translates one
    (SPANISH, "You/PRON/1/nsubj know/VERB Ana/PROPN/3/nsubj eats/VERB/1/ccomp//eat",
     "Ana/PROPN/1/nsubj come/VERB/-/root/Number=Sing|Person=3/comer", "2-0 1-1", {}),
    (SPANISH, "You/PRON/1/nsubj know/VERB Ana/PROPN/1/obj",
     "Ana/PROPN/1/nsubj come/VERB/-/root/Number=Sing|Person=3/comer", "2-0 1-1", {"come": POL}),
    # what only translates "you" gives way to a clear sign, and verbs to a word for you
    (SPANISH, YOU_EAT, f"Tú/PRON/-/nsubj ,/PUNCT {COME}", "0-0 1-2", {"Tú": FAM}),
    (SPANISH.replace('formal = "usted"', 'formal_for_you = "su"'),
     "Avoid/VERB your/PRON/2/nmod:poss car/NOUN", EVITE, "0-0 1-1 2-2", {"su": POL}),
    (SPANISH.replace('formal = "usted"', 'formal_for_you = "su"'),
     "Avoid/VERB her/PRON/2/nmod:poss car/NOUN", EVITE, "0-0 1-1 2-2", {"Evite": FAM}),
    (SPANISH, YOU_EAT, "", "", {}),
    # verbs by agreement; some have one form for both
    (AGREEING, "", "Tu/PRON/1/nsubj chantes/VERB/-/root/Person=2/chanter et/CCONJ il/PRON/4/nsubj "
     "danses/VERB/-/conj/Person=2/danser", "", {"Tu": FAM, "chantes": FAM}),
    (DUTCH, "", "denkt/VERB/-/root/VerbForm=Fin/denken u/PRON/0/nsubj", "",
     {"denkt": POL, "u": POL}),
    (DUTCH, "", "weet/VERB/-/root/VerbForm=Fin/weten u/PRON/0/nsubj", "", {"u": POL}),
    (DUTCH, "", "is/VERB/-/root/VerbForm=Fin/zijn u/PRON/0/nsubj", "", {"u": POL}),
    (DUTCH, "", "denkt/VERB/-/root/VerbForm=Fin|Mood=Inf/denken u/PRON/0/nsubj", "", {"u": POL}),
    # a preposition that the other register joins
    (WITH, "", "hablar/VERB con/ADP usted/PRON", "", {"con": POL, "usted": POL}),
    (WITH, "", "usted/PRON habla/VERB con/ADP Ana/PROPN", "", {"usted": POL}),
    (WITH, "", "con/ADP tú/PRON", "", {"tú": FAM}),
    # usted está dispuesto a levantarse, but ella está dispuesta a levantarse
    ('formal = "usted"\nagreeing_verbs = { formal = "Person=3" }\n' + REFLEXIVE, "",
     f"usted/PRON/2/nsubj {DISPOSED}", "", {"usted": POL, "está": POL, "se": POL}),
    ('formal = "usted"\nagreeing_verbs = { formal = "Person=3" }\n' + REFLEXIVE, "",
     f"ella/PRON/2/nsubj {DISPOSED}", "", {}),
    # the end of predicates; a plain verb under a polite one shows nothing
    (JAPANESE, "", "行き/VERB/-/-//行く ます/AUX 。/PUNCT", "", {"行き": POL, "ます": POL}),
    (JAPANESE, "", "見る/VERB 。/PUNCT", "", {"見る": FAM}),
    # a noun that only carries the verb before it, in a question, and one that is a thing
    (CARRIED, "", "使っ/VERB た/AUX こと/NOUN が/ADP あり/VERB/-/-//ある ます/AUX か/PART ？/PUNCT", "",
     dict.fromkeys(("使っ", "た", "あり", "ます"), POL)),
    (CARRIED, "", "使っ/VERB た/AUX 本/NOUN が/ADP あり/VERB/-/-//ある ます/AUX か/PART ？/PUNCT", "",
     dict.fromkeys(("あり", "ます"), POL)),
    (JAPANESE, "", "見る/VERB 人/NOUN です/AUX 。/PUNCT", "", {"です": POL}),
])  # fmt: skip
def test_registers(
    tmp_path: Path, text: str, source: str, target: str, links: str, expected: dict[str, str]
) -> None:
    both = pair(parsed(source or "Well/INTJ"), parsed(target), links)
    assert shown(both, rules(tmp_path, text)) == expected


def joined(text: str) -> Sentence:
    """Two words written as one token."""
    both = parsed(text)
    return both._replace(tokens=(Token(both.words[0].start, both.words[1].end, 0, 2),))


CLITIC = "siente/VERB/-/root/VerbForm=Fin/sentir se/PRON/0/expl:pv//él"


@pytest.mark.parametrize(("text", "target", "expected"), [
    ('informal = "te"\n', parsed("ayudar/VERB te/PRON"), {"te": FAM}),
    ('informal = "te"\n', joined("ayudar/VERB te/PRON"), {"ayudar": FAM, "te": FAM}),
    # Spanish siéntese is a command; Portuguese chama-se is anybody's name.
    (ENCLITIC, joined(CLITIC), {"siente": POL, "se": POL}),
    (ENCLITIC, parsed(CLITIC), {}),  # two words: se siente
    (REFLEXIVE, joined(CLITIC), {}),
    (ENCLITIC, joined("sentar/VERB/-/root/VerbForm=Inf se/PRON/0/expl:pv//él"), {}),
])  # fmt: skip
def test_registers_of_verb_and_clitic(
    tmp_path: Path, text: str, target: Sentence, expected: dict[str, str]
) -> None:
    assert shown(pair(parsed("Well/INTJ"), target), rules(tmp_path, text)) == expected


@pytest.mark.parametrize(("reach", "targets", "expected"), [
    (None, ["Tu", "Vous", "Tu", "Vous"], [[], [], ["Tu"], ["Vous"]]),
    (None, ["Tu te", "Tu te"], [[], ["Tu", "te"]]),  # not for a word of its own sentence
    (None, ["Tu", "Il", "Tu"], [[], [], ["Tu"]]), (2, ["Tu", "Il", "Tu"], [[], [], ["Tu"]]),
    (1, ["Tu", "Il", "Tu"], [[], [], []]), (0, ["Tu", "Il", "Tu"], [[], [], []]),
    (None, ["Tu", "--", "Tu"], [[], [], []]),  # another document
])  # fmt: skip
def test_formality_is_tagged_if_the_class_was_used_before(
    tmp_path: Path, reach: int | None, targets: list[str], expected: list[list[str]]
) -> None:
    tagger = Formality(rules(tmp_path, FRENCH), ("en", "xx"), reach)
    found = []
    for target in targets:
        if target == "--":
            tagger.start()
        both = pair(parsed("Well/INTJ"), parsed(f"{target.replace(' ', '/PRON ')}/PRON"))
        found.append(forms(both.target, tagger.tag(both)))
    assert found == expected
