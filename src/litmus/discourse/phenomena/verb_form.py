"""Verb forms: a tense or mood that English does not show, used before in the document."""

from collections.abc import Mapping, Sequence

from litmus.discourse.features import has
from litmus.discourse.memory import Memory
from litmus.discourse.pairs import Pair
from litmus.discourse.rules import VerbForm as Form
from litmus.language.analysis import Sentence

_AUXILIARY = ("aux", "aux:pass", "aux:tense", "cop")


class VerbForm:
    """Tags a verb in one of the language's ambiguous forms, if an earlier verb had the form."""

    name = "verb_form"

    def __init__(self, forms: Sequence[Form], reach: int | None) -> None:
        self._forms = forms
        self._reach = reach
        self.start()

    def start(self) -> None:
        """A new document."""
        self._memory = Memory(self._reach)

    def tag(self, pair: Pair) -> set[int]:
        """Target words to be tagged; the forms of the sentence are remembered."""
        found = verb_forms(pair.target, self._forms)
        tagged = {place for place, name in found.items() if self._memory.count(name)}
        self._memory.add(set(found.values()))
        return tagged


def verb_forms(sentence: Sentence, forms: Sequence[Form]) -> Mapping[int, str]:
    """Word -> name of its form; an auxiliary that makes a form has it too."""
    words = sentence.words
    auxiliaries: dict[int, list[int]] = {}
    for place, word in enumerate(words):
        if word.head is not None and word.relation in _AUXILIARY:
            auxiliaries.setdefault(word.head, []).append(place)
    found: dict[int, str] = {}
    for place, word in enumerate(words):
        if word.upos not in ("VERB", "AUX"):
            continue
        for form in forms:
            places = _made(sentence, place, form, auxiliaries.get(place, ()))
            if places:
                found.update(dict.fromkeys(places, form.name))
                break
    return found


def _made(sentence: Sentence, place: int, form: Form, auxiliaries: Sequence[int]) -> list[int]:
    """The words that make the form with this verb; none if they do not."""
    words = sentence.words
    lemma = words[place].lemma.lower()
    if not has(words[place], form.features) or lemma in form.but:
        return []
    if form.lemmas and lemma not in form.lemmas:
        return []
    if form.auxiliary is None:
        if any(words[n].lemma.lower() in form.without_auxiliary for n in auxiliaries):
            return []
        return [place]
    for n in auxiliaries:
        lemma = words[n].lemma.lower()
        if has(words[n], form.auxiliary) and (
            not form.auxiliary_lemmas or lemma in form.auxiliary_lemmas
        ):
            return [n, place]
    return []
