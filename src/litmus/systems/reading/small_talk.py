"""What language models say around a translation: introductions, labels, fences, quotes, remarks.

Careful first: what the source has itself, or may have, stays. What is taken away is never part of a
sentence: a line that introduces, a label in front, a pair of quotation marks, lines behind.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from litmus.files.toml_tables import Place, check_table, read_toml

_FILE = Path(__file__).parent / "small_talk.toml"
_LONGEST = 160  # characters of an introduction
_PASSES = 4
_COLON = re.compile(r"[:：]")
_OUTER = " \t*_#>"
_THOUGHTS = ("think", "thinking", "thought", "reasoning")
_FENCE = re.compile(r"^[ \t]*+(?:```|~~~)[^\n`]*+$", re.MULTILINE)
_QUOTES = ('""', "“”", "„“", "„”", "””", "«»", "»«", "「」", "『』", "‘’")
_QUOTED = frozenset('"“”„‟«»「」『』《》＂')
_OUTER_QUOTES = frozenset("'`‹›‘’‚")


@dataclass(frozen=True)
class Phrases:
    """What is said in one language; `small_talk.toml` says which is what."""

    own: tuple[str, ...]
    translation: tuple[str, ...]
    here: tuple[str, ...]
    sure: tuple[str, ...]
    small: tuple[str, ...]
    notes: tuple[str, ...]
    refusals: tuple[str, ...]


@cache
def phrases() -> tuple[int, dict[str, Phrases]]:
    """The version of the file, and what it knows of each language."""
    tables = read_toml(_FILE)
    version: int = tables.pop("version")
    place = Place(_FILE)
    return version, {
        code: check_table(place.below(code), table, Phrases) for code, table in tables.items()
    }


class SmallTalk:
    """What may be said around a translation from one language into another."""

    def __init__(self, languages: tuple[str, str]) -> None:
        version, known = phrases()
        self.version, self._target = version, languages[1]
        codes = dict.fromkeys(("en", *languages))
        self._said = {code: known[code] for code in codes if code in known}
        self._names = {name for one in known.values() for name in one.own}
        target = known.get(languages[1])
        self._labels = set(target.own if target else ())

    def without(self, answer: str, source: str) -> str:
        """The translation alone. An answer that would be left empty stays as it is."""
        text = without_thoughts(answer.strip(), source)
        for _ in range(_PASSES):
            before = text
            text = _without_fence(text, source)
            text = self._without_introduction(text, source)
            text = self._without_notes(text, source)
            text = _without_quotes(text, source)
            if text == before:
                break
        return text

    def is_refusal(self, text: str, source: str) -> bool:
        """Whether a text says that it is no translation, in words that the source has not."""
        start, given = _plain(text[:300]), _plain(source)
        return any(
            phrase in start and phrase not in given
            for code, said in self._said.items()
            for phrase in said.refusals
            if code != self._target or "translat" in phrase or " ai" in phrase
        )

    def _without_introduction(self, text: str, source: str) -> str:
        if self._speaks_of_translation(source):
            return text
        line, _, rest = text.partition("\n")
        head = line.strip(_OUTER)
        if rest.strip() and len(head) <= _LONGEST:
            is_sure = "\n" not in source.strip() and self._is_sure(head)
            if is_sure or (head.endswith((":", "：")) and self._speaks_of_translation(head)):
                return rest.strip()
        colon = _COLON.search(text[:_LONGEST])
        if colon is None or "\n" in text[: colon.start()].strip():
            return text
        bold = "**" if text.startswith("**") else ""
        head, rest = text[: colon.start()].strip(_OUTER), text[colon.end() :]
        rest = rest.removeprefix(bold).strip()
        if not rest or "\n" in head:
            return text
        one_more = len(_COLON.findall(text)) > len(_COLON.findall(source))
        if self._introduces(head) or self._is_label(head) or (one_more and self._is_name(head)):
            return rest
        return text

    def _speaks_of_translation(self, text: str) -> bool:
        plain = _plain(text)
        return any(stem in plain for said in self._said.values() for stem in said.translation)

    def _introduces(self, head: str) -> bool:
        """`Sure! Here is the translation`, before a colon on the same line."""
        plain = _plain(head)
        begins = any(
            plain.startswith(word)
            for said in self._said.values()
            for word in (*said.here, *said.sure)
        )
        return begins and self._speaks_of_translation(head)

    def _is_label(self, head: str) -> bool:
        """`German translation`: nothing but such words."""
        left = _plain(head)
        if not self._speaks_of_translation(left):
            return False
        said = self._said.values()
        known = {*self._names, *(word for one in said for word in (*one.translation, *one.small))}
        return not _left_over(left, known)

    def _is_name(self, head: str) -> bool:
        """`German`, in front of German."""
        return _plain(head) in self._labels

    def _is_sure(self, head: str) -> bool:
        words = _plain(head).strip("!.,！。， ")
        return any(words in said.sure for said in self._said.values())

    def _without_notes(self, text: str, source: str) -> str:
        if "\n" in source.strip():
            return text
        place = text.find("\n")
        while place >= 0:
            if self._is_note(text[place + 1 : place + 80].partition("\n")[0]):
                kept = text[:place].strip().removesuffix("---").strip()
                return kept or text
            place = text.find("\n", place + 1)
        if text.endswith((")", "）")) and not set("(（") & set(source):
            place = max(text.rfind("("), text.rfind("（"))
            if place > 0 and self._is_note(text[place + 1 : place + 80], needs_colon=True):
                return text[:place].strip()
        return text

    def _is_note(self, line: str, *, needs_colon: bool = False) -> bool:
        start = _plain(line.strip(_OUTER + "-([（【"))
        for said in self._said.values():
            for phrase in said.notes:
                if start.startswith(phrase):
                    behind = start[len(phrase) :].lstrip("*_ ")
                    ends = not start[len(phrase) : len(phrase) + 1].isalpha()
                    if (ends or not phrase[-1].isalpha()) and (
                        not needs_colon or behind.startswith((":", "："))
                    ):
                        return True
        return False


def _plain(text: str) -> str:
    return text.casefold().replace("’", "'")


def _left_over(text: str, known: Collection[str]) -> str:
    """What is left of a text without some words."""
    if " " in text:
        return "".join(word for word in re.findall(r"\w+", text) if word not in known)
    for word in sorted(known, key=len, reverse=True):
        text = text.replace(word, "")
    return "".join(re.findall(r"\w+", text))


def without_thoughts(text: str, source: str) -> str:
    """What follows the thoughts; nothing if they do not end."""
    for name in _THOUGHTS:
        opening, closing = f"<{name}>", f"</{name}>"
        if opening in source or closing in source:
            continue
        end = text.rfind(closing)
        if end >= 0:
            text = text[end + len(closing) :].strip()
        elif text.startswith(opening):
            return ""
    return text


def _without_fence(text: str, source: str) -> str:
    """The inside of the one code block, with what is before and behind it gone."""
    if "```" in source or "~~~" in source:
        return text
    lines = list(_FENCE.finditer(text))
    if len(lines) < 2 and text.count("```") == 1:  # one that was never opened, or never closed
        return (text.removeprefix("```").removesuffix("```").strip()) or text
    if len(lines) != 2 or lines[1][0].strip() not in ("```", "~~~"):
        return text
    before, inside = text[: lines[0].start()].strip(), text[lines[0].end() : lines[1].start()]
    if before and not before.endswith((":", "：", "!", ".", "。")):
        return text
    return inside.strip() or text


def _without_quotes(text: str, source: str) -> str:
    """A text without quotation marks around it, if nothing in the source is quoted."""
    bare = source.strip()
    if len(text) < 3 or not bare or {bare[0], bare[-1]} & _OUTER_QUOTES or _QUOTED & set(bare):
        return text
    for pair in _QUOTES:
        opening, closing = pair[0], pair[1]
        inside = text[1:-1]
        if text[0] == opening and text[-1] == closing and not {opening, closing} & set(inside):
            return inside.strip() or text
    if text.startswith("**") and text.endswith("**") and "**" not in source:
        inside = text[2:-2]
        return inside.strip() if inside.strip() and "**" not in inside else text
    return text
