"""How an entry of a list was understood, with variants that the matcher does find."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from litmus.checks.report import Checker, Findings, Languages, Report
from litmus.errors import DataError, UsageError
from litmus.files.text import decoded_lines
from litmus.idioms.entries.lists import Idiom, IdiomList, load_idioms
from litmus.idioms.entries.notation import Form, Part, Word
from litmus.idioms.matching.matcher import Matcher
from litmus.language import knowledge
from litmus.language.inflection import irregular
from litmus.wording import option

KIND = "idioms"
_SHOWN = 4  # variants
_LOOKED_AT = 200  # lines
_WORDS = 12  # of a long entry
_SLOTS = ("<someone>", "<something>", "<poss>", "<refl>")
_ENDS = '.!?…。！？:;,"'


def recognises(path: Path, languages: Languages) -> bool:
    """Whether one language is named, where a corpus would have two."""
    return len(languages) == 1


def check(path: Path, languages: Languages) -> Report:
    """What is in the list; a note for every entry says how it was understood."""
    if not languages:
        raise UsageError(f"An idiom list has one language; name it: {option('languages', 'en')}")
    code = languages[0]
    findings = Findings()
    findings.counts.update(idioms=0, forms=0)
    for idiom in load_idioms(str(path), code, complain=findings.complain).idioms:
        try:
            matcher = Matcher(IdiomList(code, (idiom,), ""), backend=None)
        except DataError as error:
            findings.complain(error)
        else:
            findings.counts.update(idioms=1, forms=len(idiom.forms))
            findings.notes.append(explain(idiom, matcher))
    return findings.report(path, KIND)


def may_be_idioms(path: Path) -> bool:
    """Whether plain text looks like a list: an entry has a slot, or its lines are short and end
    without a mark, and most begin small, as those of no text do, or the name says so."""
    lines = islice(decoded_lines(path, complain=lambda _: None), _LOOKED_AT)
    entries = [line.partition("\t")[0].partition(" | ")[0].strip() for line in lines]
    entries = [entry for entry in entries if entry and not entry.startswith("#")]
    if any(slot in entry for entry in entries for slot in _SLOTS):
        return True
    small = sum(entry[0].islower() and " " in entry for entry in entries)
    named = bool(entries) and "idiom" in path.name.lower()
    return (named or 2 * small > len(entries)) and all(
        len(entry.split()) <= _WORDS and entry[-1] not in _ENDS for entry in entries
    )


def explain(idiom: Idiom, matcher: Matcher) -> str:
    """One line: the parts of the entry, and sentences' pieces that it finds."""
    understood = " | ".join(" ".join(_shown(part) for part in form.parts) for form in idiom.forms)
    tried = (variant for form in idiom.forms for variant in variants(form, matcher.idioms.code))
    found = dict.fromkeys(variant for variant in tried if matcher.find(variant))
    examples = " · ".join(islice(found, _SHOWN))
    return f"{idiom.label}: {understood}" + (f"; finds: {examples}" if examples else "")


def _shown(part: Part) -> str:
    if isinstance(part, Word):
        text = "/".join(part.forms)
        return f"({text})" if part.optional else text
    return f"<{part.kind}>"


def variants(form: Form, code: str) -> Iterator[str]:
    """Ways to write a form: its verb or last noun inflected, slots filled, options in and out."""
    space = "" if knowledge.load(code).writing == "characters" else " "
    tags = _parts_of_speech(form, code)
    for place, part in enumerate(form.parts):
        if isinstance(part, Word):
            for spelling in islice(_inflected(part.forms[0], tags.get(place), code), 2):
                yield _written(form, {place: spelling}, code, space, optional=False)
            for spelling in part.forms[1:]:
                yield _written(form, {place: spelling}, code, space, optional=False)
    yield _written(form, {}, code, space, optional=True)
    yield _written(form, {}, code, space, optional=False)


def _parts_of_speech(form: Form, code: str) -> dict[int, str]:
    """Place of a word -> verb or noun, where the embedded analyser knows the language."""
    from litmus.language import embedded

    if code not in embedded.languages():
        return {}
    starts: dict[int, int] = {}
    text = ""
    for place, part in enumerate(form.parts):
        if isinstance(part, Word):
            starts[len(text)] = place
            text += f"{part.forms[0]} "
    [sentences] = embedded.load(code).analyse([text], parse=False)
    words = [word for sentence in sentences for word in sentence.words]
    return {starts[word.start]: word.upos for word in words if word.start in starts}


def _written(form: Form, changed: dict[int, str], code: str, space: str, *, optional: bool) -> str:
    words = []
    for place, part in enumerate(form.parts):
        if isinstance(part, Word):
            if optional or not part.optional or place in changed:
                words.append(changed.get(place, part.forms[0]))
        elif filler := _FILLERS.get(code, {}).get(part.kind):
            words.append(filler)
    return space.join(words)


def _inflected(word: str, upos: str | None, code: str) -> Iterator[str]:
    """Other forms of a verb or noun, as far as a table or the spelling rules of English tell."""
    if upos not in ("VERB", "NOUN"):
        return
    yield from (form for form, lemmas in irregular(code).items() if word.lower() in lemmas)
    if code != "en" or word.endswith(("ed", "ing")):
        return
    if word.endswith(("s", "x", "sh", "ch")):
        yield f"{word}es"
    elif word.endswith("y") and word[-2:-1] not in "aeiou":
        yield f"{word[:-1]}ies"
    else:
        yield f"{word}s"
    if upos == "VERB":
        yield f"{word.removesuffix('e')}ing"


_FILLERS = {
    "en": {"someone": "them", "something": "it", "possessive": "her", "reflexive": "himself"},
    "de": {"someone": "ihm", "something": "etwas", "possessive": "ihre", "reflexive": "sich"},
    "fr": {"someone": "lui", "something": "ça", "possessive": "leur", "reflexive": "se"},
    "es": {"someone": "alguien", "something": "algo", "possessive": "su", "reflexive": "se"},
    "it": {"someone": "qualcuno", "something": "qualcosa", "possessive": "suo", "reflexive": "si"},
    "pt": {"someone": "alguém", "something": "algo", "possessive": "seu", "reflexive": "se"},
    "nl": {"someone": "hem", "something": "iets", "possessive": "haar", "reflexive": "zich"},
    "is": {"someone": "honum", "something": "eitthvað", "possessive": "sinn", "reflexive": "sig"},
}

CHECKER = Checker(KIND, "idiom list of one language", check, recognises, explains=True)
