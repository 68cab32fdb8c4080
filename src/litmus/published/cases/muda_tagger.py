"""MuDA's French tagger on made-up sentences, with parts of speech, links and antecedents given."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from litmus.alignment.links import Alignment
from litmus.discourse.antecedents.resolver import Antecedent, Location
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.formality.formality import Formality
from litmus.discourse.phenomena.lexical_cohesion import LexicalCohesion
from litmus.discourse.phenomena.pronouns import Pronouns
from litmus.discourse.phenomena.verb_form import VerbForm, VerbFormRule
from litmus.discourse.rules import load_rules
from litmus.files.text import read_text
from litmus.language.analysis import Sentence, Token, Word
from litmus.published.case import Data, Found

LANGUAGES = ("en", "fr")
# MuDA goes by one tense of the verb; our French file has forms that span an auxiliary.
TENSES = ("Imp", "Pqp", "Past")
Tag = tuple[int, int, str]  # sentence, token, phenomenon


def recompute(data: Data) -> Iterator[Found]:
    """Of each phenomenon: MuDA's tags that we give, too, and those that only we give."""
    golden = json.loads(read_text(data.file("golden/muda_tagger/sample_fr.json")))["fr"]
    entries = golden["sentences"]
    ours = set(_tags(entries, golden["cohesion_threshold"]))
    theirs = {
        (number, place, name)
        for number, entry in enumerate(entries)
        for place, names in enumerate(entry["tags"])
        for name in names
    }
    counts = {
        which: Counter(name for _, _, name in tags)
        for which, tags in (("all", theirs), ("both", theirs & ours), ("ours", ours - theirs))
    }
    for name in sorted(counts["all"]):
        yield Found("theirs", name, counts["both"][name], counts["all"][name])
    for name in sorted(counts["all"]):
        yield Found("ours", name, counts["ours"][name], 0)


def _tags(entries: Sequence[dict[str, Any]], threshold: int) -> Iterator[Tag]:
    class Cohesion(LexicalCohesion):
        min_earlier = threshold

    rules = load_rules(LANGUAGES[1])
    formality, pronouns = rules.of(Formality), rules.of(Pronouns)
    assert formality is not None and pronouns is not None  # French has both
    tenses = tuple(VerbFormRule(tense, {"Tense": frozenset((tense,))}) for tense in TENSES)
    taggers = (
        Cohesion(None, LANGUAGES),
        Formality(formality, LANGUAGES),
        VerbForm(tenses, LANGUAGES),
        Pronouns(pronouns, LANGUAGES),
    )
    document = None
    for number, entry in enumerate(entries):
        if entry["docid"] != document:
            document = entry["docid"]
            for tagger in taggers:
                tagger.start()
        pair = _pair(entry)
        for tagger in taggers:
            yield from ((number, place, tagger.name) for place in tagger.tag(pair))


def _pair(entry: dict[str, Any]) -> Pair:
    source = _sentence(entry["src"], entry["src_pos"], [""] * len(entry["src"]))
    target = _sentence(entry["tgt"], entry["tgt_pos"], entry["tgt_tense"])
    links = (link.split("-") for link in entry["align"].split())
    alignment = Alignment(
        tuple((token.start, token.end) for token in source.tokens),
        tuple((token.start, token.end) for token in target.tokens),
        frozenset((int(i), int(j)) for i, j in links),
    )
    places = (Location.HERE if known else Location.EARLIER for known in entry["antecedent_known"])
    antecedents = {at: Antecedent(place, 1.0, None) for at, place in enumerate(places)}
    return Pair(source, target, alignment, antecedents)


def _sentence(forms: Sequence[str], parts: Sequence[str], tenses: Sequence[str]) -> Sentence:
    words, tokens, start = [], [], 0
    for at, (form, upos, tense) in enumerate(zip(forms, parts, tenses, strict=True)):
        end = start + len(form)
        feats = f"Tense={tense}" if tense else ""
        words.append(Word(form, form.lower(), upos, feats, None, "", 1.0, start, end))
        tokens.append(Token(start, end, at, at + 1))
        start = end + 1
    text = " ".join(forms)
    return Sentence(text, 0, len(text), tuple(tokens), tuple(words))
