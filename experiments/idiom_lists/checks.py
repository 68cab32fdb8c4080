"""An entry ships only if our notation reads it and both our matchers find it in its own words."""

from litmus.errors import LitmusError
from litmus.idioms.entries.lists import make_list
from litmus.idioms.entries.notation import Form, Slot
from litmus.idioms.matching.matcher import Matcher

_FILLED = {  # what stands in a slot
    "en": {"someone": "him", "something": "it", "possessive": "his", "reflexive": "himself"},
    "de": {"someone": "ihm", "something": "etwas", "possessive": "seine", "reflexive": "sich"},
    "fr": {"someone": "lui", "something": "ça", "possessive": "son", "reflexive": "se"},
    "es": {"someone": "él", "something": "eso", "possessive": "su", "reflexive": "se"},
    "it": {"someone": "lui", "something": "questo", "possessive": "suo", "reflexive": "si"},
    "pt": {"someone": "ele", "something": "isso", "possessive": "seu", "reflexive": "se"},
    "is": {"someone": "honum", "something": "það", "possessive": "sinn", "reflexive": "sig"},
    "zh": {"someone": "他", "something": "它", "possessive": "他", "reflexive": "自己"},
    "ja": {"someone": "彼", "something": "それ", "possessive": "彼の", "reflexive": "自分"},
    "ru": {"someone": "ему", "something": "это", "possessive": "его", "reflexive": "себя"},
    "tr": {"someone": "onu", "something": "bunu", "possessive": "onun", "reflexive": "kendini"},
    "ko": {"someone": "그", "something": "그것", "possessive": "그의", "reflexive": "자신"},
}


def usable(entry: str, code: str) -> bool:
    try:
        idioms = make_list([entry], code)
        texts = {_said(form, code) for form in idioms.idioms[0].forms}
        return all(
            Matcher(idioms, kind=kind, backend=None).find(written)
            for kind in ("ordered", "free")
            for text in texts
            for written in (text, text if code == "tr" else text.upper())  # I is ı or i
        )
    except LitmusError:
        return False


def _said(form: Form, code: str) -> str:
    words = [
        _FILLED[code][part.kind] if isinstance(part, Slot) else part.forms[0] for part in form.parts
    ]
    return ("" if code in ("zh", "ja") else " ").join(words)
