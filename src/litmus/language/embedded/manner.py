"""Tags in the manner of one treebank.

Networks learn from all treebanks of a language. Treebanks disagree, and now and then a network
answers in the manner of another than the one it is meant to follow: in German GSD *offiziell* is
ADJ wherever it stands, in PUD an ADV before a verb. `model/manner.json.xz` says what to answer
instead, for a tag, or for a form with a tag (`experiments/analyser/choose_manner.py`).
"""

import json
import lzma
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from litmus.language.embedded.lexicon import FOLDER

FILE = "manner.json.xz"


class Manner(NamedTuple):
    """Tags are written as the model has them: `ADJ|Degree=Pos`."""

    tags: Mapping[str, str]
    forms: Mapping[str, Mapping[str, str]]  # tag -> form in small letters -> tag

    def numbered(self, names: Sequence[str]) -> tuple[list[str], dict[int, dict[str, int]]]:
        """The model's tags as this manner has them, with those that only forms lead to behind
        them; and by the number of a tag, the numbers that forms get in its place.

        >>> own = Manner({"ADV|Degree=Sup": "ADV|"}, {"ADV|": {"erneut": "ADJ|Degree=Pos"}})
        >>> own.numbered(["ADV|", "ADV|Degree=Sup"])
        (['ADV|', 'ADV|', 'ADJ|Degree=Pos'], {0: {'erneut': 2}})
        """
        said = [self.tags.get(name, name) for name in names]
        numbers = {name: number for number, name in reversed(list(enumerate(said)))}
        instead: dict[int, dict[str, int]] = {}
        for number, name in enumerate(names):  # forms are known by what the network answered
            if name in self.forms:
                others = self.forms[name]
                for other in others.values():
                    if other not in numbers:
                        numbers[other] = len(said)
                        said.append(other)
                instead[number] = {form: numbers[other] for form, other in others.items()}
        return said, instead


NONE = Manner({}, {})


def load(language: str, folder: Path = FOLDER) -> Manner:
    """As it ships for a language."""
    return _read(folder).get(language, NONE)


def pack(table: Mapping[str, Manner]) -> bytes:
    """A file; forms that have the same tag in place of the same tag are written together."""
    written: dict[str, Any] = {}
    for language, (tags, forms) in sorted(table.items()):
        groups: dict[str, dict[str, list[str]]] = {}
        for tag, others in sorted(forms.items()):
            for form, other in sorted(others.items()):
                groups.setdefault(tag, {}).setdefault(other, []).append(form)
        written[language] = {
            "tags": dict(sorted(tags.items())),
            "forms": {
                tag: {other: " ".join(some) for other, some in sorted(others.items())}
                for tag, others in groups.items()
            },
        }
    content = json.dumps(written, ensure_ascii=False).encode()
    return lzma.compress(content, preset=9 | lzma.PRESET_EXTREME)


@cache
def _read(folder: Path) -> Mapping[str, Manner]:
    path = folder / FILE
    if not path.is_file():
        return {}
    found: dict[str, Any] = json.loads(lzma.decompress(path.read_bytes()))
    return {
        language: Manner(
            about["tags"],
            {
                tag: {form: other for other, forms in others.items() for form in forms.split(" ")}
                for tag, others in about["forms"].items()
            },
        )
        for language, about in found.items()
    }
