"""Auxiliaries and *to* after which a verb phrase may be missing, and what tells."""

from collections.abc import Sequence

from litmus.discourse.gaps.view import FAR, LONG_TAIL, SentenceView, forms, low
from litmus.language.analysis import Word

AUXILIARIES = {
    form: kind
    for kind, listed in {
        "do": "do does did don doesn didn dont doesnt didnt",
        "have": "have has had hav havent hasnt hadnt",
        "be": "be am is are was were been being ai aint isnt arent wasnt werent",
        "modal": "can could will would shall should may might must ought need dare cannot "
        "wo ca sha cant couldnt wont wouldnt shouldnt mustnt",
        "to": "to na ta",
    }.items()
    for form in listed.split()
}
# Clitics license nothing alone (*I'll.), only with what follows them here (it's not).
CLITICS = {"'s": "be", "'m": "be", "'re": "be", "'ll": "modal", "'d": "modal", "'ve": "have"}
_AFTER_CLITIC = frozenset({"not", "n't", "better", "rather"})
_MARGINAL = frozenset({"need", "dare"})  # auxiliaries only when negated
_CHAIN = frozenset({"be", "been", "being", "have", "'ve"})
_BEFORE_TO = forms("have has had is are am was were been ought")
_NEGATIONS = frozenset({"not", "n't", "nt", "never", "t"})
# What puts an auxiliary before its subject: "so do I", "than did his rivals".
_INVERTERS = frozenset({"so", "neither", "nor", "as", "than", "too", "like"})
_COMPARERS = frozenset({"as", "than", "like"})
_OPENS_NOUN_PHRASE = frozenset({"DET", "NOUN", "PROPN", "PRON", "NUM", "ADJ", "SYM"})
_OBJECT = frozenset({"DET", "NOUN", "PROPN", "NUM", "ADJ"})
_WH = forms("what who whom which whose where when why how whatever")
_LINKS = forms(
    "than as like if because when whether unless though although that before since until while "
    "so and but or"
)
_SUBJECTS = forms("i you he she it we they there")
# Words within which "than", a link word, or a verb that resumes the clause is looked for.
_COMPARER_REACH, _LINK_REACH, _RESUMED_WITHIN = 5, 8, 12


def after_negation(words: Sequence[Word], index: int) -> int:
    """The position after an auxiliary and its negation."""
    index += 1
    while index < len(words) and low(words[index].form) in _NEGATIONS:
        index += 1
    return index


def may_lack_verb(words: Sequence[Word], index: int, form: str) -> bool:
    """Is there no verb phrase that clearly belongs to this auxiliary?"""
    word = words[index]
    follows = low(words[index + 1].form) if index + 1 < len(words) else ""
    if form in CLITICS and follows not in _AFTER_CLITIC:
        return False
    then = after_negation(words, index)
    if then < len(words) and low(words[then].form) in _CHAIN:
        return False  # the last auxiliary of a chain is the licensor
    if word.head == then and words[then].upos == "VERB" and word.relation in ("aux", "aux:pass"):
        return words[then].feature("VerbForm") == "Fin"  # nothing is between it and its verb
    if AUXILIARIES.get(form) == "to":
        return _is_stranded_to(words, index)
    if form in _MARGINAL and follows not in _NEGATIONS:
        return False
    inverted = _is_inverted(words, index)
    if follows == "to" and form in _BEFORE_TO and not inverted:
        return False
    if word.relation in ("aux", "aux:pass", "cop") and word.head is not None and word.head > index:
        return inverted or _is_left_alone(words, index, then, form)
    if word.upos == "VERB" and not inverted and then < len(words) and words[then].upos in _OBJECT:
        return False
    return word.upos in ("AUX", "VERB", "PART", "ADV", "INTJ") or inverted


def _is_left_alone(words: Sequence[Word], index: int, then: int, form: str) -> bool:
    """Was this auxiliary attached to a later word that is hardly its verb?"""
    relation, head = words[index].relation, words[index].head or 0
    between = words[index + 1 : min(head, index + FAR)]
    apart = _is_parted(between)
    if not apart and any(low(word.form) in _CHAIN for word in between):
        return False
    modal = AUXILIARIES.get(form) in ("do", "modal")
    if modal and then < len(words) and words[then].feature("VerbForm") == "Fin":
        return True  # "those who can should help": the next verb has another subject
    if relation == "cop":
        return apart or words[head].upos in ("PRON", "ADV", "INTJ", "PART")
    return apart or words[head].upos not in ("VERB", "AUX")


def _is_inverted(words: Sequence[Word], index: int) -> bool:
    """Does "so do I" or "than they ever did" lead up to this auxiliary?"""
    if index and low(words[index - 1].form) in _INVERTERS:
        return True
    for step in range(2, min(index, _COMPARER_REACH) + 1):
        word = words[index - step]
        if low(word.form) in _COMPARERS:
            return True
        if word.upos in ("PUNCT", "VERB", "CCONJ"):
            return False
    return False


def _is_parted(between: Sequence[Word]) -> bool:
    """Is there a mark, or a new clause ("if you do not they will rot", "you may if you like")?"""
    return any(
        word.upos in ("PUNCT", "SCONJ")
        or (word.upos == "AUX" and index > 0 and between[index - 1].upos in ("PRON", "NOUN"))
        for index, word in enumerate(between)
    )


def _is_stranded_to(words: Sequence[Word], index: int) -> bool:
    word = words[index]
    if index + 1 == len(words) or index == 0:
        return index > 0
    follows = words[index + 1].upos
    if follows in _OPENS_NOUN_PHRASE or follows in ("VERB", "AUX"):
        return False
    if word.head is not None and word.head > index and word.relation == "mark":
        between = words[index + 1 : min(word.head, index + FAR)]
        return any(word.upos not in ("ADV", "PART") for word in between)
    return True


def verb_features(view: SentenceView, index: int) -> list[str]:
    """The features of an auxiliary or *to*."""
    form = view.low[index]
    kind = AUXILIARIES.get(form) or CLITICS.get(form, "")
    then = after_negation(view.words, index)
    tail, _ = view.tail(then)
    features = [
        *_neighbours(view, index, then, kind),
        *_clause(view, index, then, kind),
        *view.tree(index),
        *_parallel(view, index, kind, then),
        *_resumed(view, then, tail, kind),
    ]
    if kind == "to":
        before = view.words[index - 1].lemma
        features += [f"pl={before}", f"pt={before}_{min(tail, 1)}"]
    return features


def _neighbours(view: SentenceView, index: int, then: int, kind: str) -> list[str]:
    """The auxiliary itself, and the words around it and its negation."""
    form = view.low[index]
    negated = "-" if then > index + 1 or form.endswith("nt") else "+"
    follows, second, third = (view.symbol(then + step) for step in range(3))
    before, earlier, third_before = (view.symbol(index - step) for step in (1, 2, 3))
    return [
        f"f={form}",
        f"k={kind}{negated}",
        f"u={view.words[index].upos}",
        f"n1={follows}",
        f"n2={second}",
        f"n3={third}",
        f"n12={follows}_{second}",
        f"kn={kind}_{follows}",
        f"fn={form}_{follows}",
        f"p1={before}",
        f"p2={earlier}",
        f"p3={third_before}",
        f"p12={earlier}_{before}",
        f"p23={third_before}_{earlier}",
        f"fp={form}_{before}",
        f"pn={before}_{follows}",
    ]


def _clause(view: SentenceView, index: int, then: int, kind: str) -> list[str]:
    """How far the clause goes to both sides, what links it, and the parts of speech around."""
    tail, mark = view.tail(then)
    start = view.start(index)
    link, wh = _look_back(view, index)
    before, part, part_before = view.symbol(index - 1), view.part(then), view.part(index - 1)
    return [
        f"tail={tail}",
        f"mark={mark}",
        f"tm={tail}{mark}{kind}",
        f"start={start}",
        f"st={start}_{tail}",
        f"link={link}",
        f"wh={wh}",
        f"kw={kind}_{wh}_{min(tail, 2)}",
        f"kl={kind}_{link}_{min(tail, 2)}",
        f"w={min(len(view.words) // 4, 8)}",
        f"nu={part}_{view.part(then + 1)}",
        f"pu={view.part(index - 2)}_{part_before}",
        f"pnu={part_before}_{part}",
        f"bn={before}_{part}",
        f"bt={before}_{min(tail, 3)}",
        f"kp={kind}_{part_before}_{part}",
    ]


def _look_back(view: SentenceView, index: int) -> tuple[str, str]:
    """The nearest link word with its distance and the nearest wh-word, both in the clause."""
    link = wh = ""
    for step in range(1, min(index, _LINK_REACH) + 1):
        form = view.low[index - step]
        if view.words[index - step].upos == "PUNCT" and step > 1:
            break
        if not link and form in _LINKS:
            link = f"{form}{min(step, 4)}"
        if form in _WH:
            wh = form
            break
    return link, wh


def _parallel(view: SentenceView, index: int, kind: str, then: int) -> list[str]:
    """What the gap could repeat earlier in the sentence; tags and inversions."""
    first = max(0, index - FAR)
    earlier = view.words[first:index]
    features = [f"v={min(sum(word.upos == 'VERB' for word in earlier), 2)}"]
    if any(AUXILIARIES.get(form) == kind for form in view.low[first:index]):
        features.append(f"aux={kind}")
    if any(word.upos in ("ADJ", "ADV") and "Cmp" in word.feats for word in earlier):
        features.append("cmp")
    if then < len(view.words) and view.low[then] in _SUBJECTS:
        after = view.symbol(then + 1)
        features.append(f"inv={view.symbol(index - 1)}_{after}")
        if view.low[then] in view.low[first:index]:
            features.append(f"tag={after}")
    return features


def _resumed(view: SentenceView, then: int, tail: int, kind: str) -> list[str]:
    """Does the clause go on after a parenthesis ("It would, we hope, help"), and with what?"""
    mark = then + tail
    if tail == LONG_TAIL or mark >= len(view.words):
        return []
    after, second = view.symbol(mark + 1), view.symbol(mark + 2)
    features = [f"am={after}", f"aam={after}_{second}"]
    if view.symbols[mark] in (",", "-"):
        for index in range(mark + 1, min(mark + _RESUMED_WITHIN, len(view.words))):
            word = view.words[index]
            if word.upos == "VERB" and view.part(index - 1) in ("PUNCT", "ADV", "CCONJ"):
                features.append(f"on={kind}_{word.feature('VerbForm') or ''}_{min(tail, 1)}")
                break
    return features
