"""What a judge is asked and what becomes of its answer: a task, as data.

A task is a TOML file: the words of the request with `{placeholders}`, a schema of the answer, and
what is made of it. Those that ship are in `tasks/`; docs/judge.md describes every key.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import blake2b
from importlib import resources
from pathlib import Path
from typing import Any, Literal

from litmus.annotate.label_sets import LabelSet, find_label_set, load_label_set
from litmus.errors import DataError, UnknownName
from litmus.files.toml_tables import Place, check_table, key, read_toml
from litmus.systems.engine import Turn
from litmus.systems.reading.structured import Schema, check_schema
from litmus.wording import did_you_mean

Gives = Literal["score", "errors", "label"]
Each = Literal["segment", "idiom", "tag"]
# What a request can show. Texts are somebody's, the rest is ours.
TEXTS = (
    "source", "translation", "reference", "source_context", "target_context", "idiom_text",
    "idiom", "meaning", "words",
)  # fmt: skip
FACTS = ("source_language", "target_language", "labels")
PROBLEM = "problem"  # of a repair alone
ANSWERED: Mapping[str, str] = {"score": "score", "errors": "errors", "label": "label"}
_PLACEHOLDER = re.compile(r"\{([a-z_]+)\}")
_TAG = re.compile(r"<([a-z_]+)>")


@dataclass(frozen=True)
class Task:
    """A task, checked. `parts` stand in a request where all that they name is there.

    `each` is what one question is about; `tag` are the words that carry a tag. `empty` is what an
    empty translation is given without asking; None: nothing, and it stays without a verdict.
    """

    name: str
    version: int = key(1, least=1)
    about: str = ""
    gives: Gives = "score"
    labels: str = ""
    each: Each = "segment"
    tag: str = ""
    source_context: int = key(0, least=0)
    target_context: int = key(0, least=0)
    system: str = ""
    user: str = ""
    repair: str = ""
    parts: Mapping[str, str] = key({})
    schema: Mapping[str, Any] = key({})
    empty: Mapping[str, Any] | None = None
    label_set: LabelSet | None = None  # not in the file, which names it

    @property
    def digest(self) -> str:
        """All that can change an answer or what is made of it."""
        labels = self.label_set
        known = [(one.key, one.description, one.means) for one in labels.labels] if labels else []
        what = (
            self.gives, self.each, self.tag, self.system, self.user, self.repair, dict(self.parts),
            self.schema, self.empty, known,
        )  # fmt: skip
        text = json.dumps(what, sort_keys=True, ensure_ascii=False)
        return blake2b(text.encode("utf-8", "replace"), digest_size=4).hexdigest()

    @property
    def mark(self) -> str:
        """Its name and version."""
        return f"{self.name}.v{self.version}"

    @property
    def tags(self) -> frozenset[str]:
        """The tags that set texts off, such as `<source>`."""
        return frozenset(_TAG.findall("".join((self.user, *self.parts.values()))))

    def shows(self, name: str) -> bool:
        """Whether a request can show this."""
        return any(name in placeholders(text) for text in (self.user, *self.parts.values()))

    def turns(self, values: Mapping[str, str]) -> tuple[Turn, ...]:
        """The conversation as it begins. `values` has whatever is known."""
        shown = {name: self.fenced(text) for name, text in values.items() if name in TEXTS}
        known = dict(values) | shown | {"labels": self._listed()}
        for name, part in self.parts.items():
            is_there = all(known.get(one) for one in placeholders(part))
            known[name] = f"\n{filled(part, known)}" if is_there else ""
        user = Turn("user", _lines(filled(self.user, known)))
        return (
            (Turn("system", _lines(filled(self.system, known))), user) if self.system else (user,)
        )

    def fenced(self, text: str) -> str:
        """A text that cannot end the tag it stands in: of such a tag, `<` becomes `‹`.

        It has as many characters as before, so places in it are places in the text.
        """
        names = "|".join(sorted(self.tags))
        return re.sub(rf"<(?=\s*+/?+\s*+(?:{names})\b)", "‹", text, flags=re.I) if names else text

    def again(self, problem: str) -> Turn:
        """What is said to an answer that does not fit."""
        return Turn("user", _lines(filled(self.repair, {PROBLEM: problem})))

    def _listed(self) -> str:
        if self.label_set is None:
            return ""
        return "\n".join(f'- "{one.key}": {one.description}' for one in self.label_set.labels)


def placeholders(text: str) -> tuple[str, ...]:
    """The names in a template, in order."""
    return tuple(_PLACEHOLDER.findall(text))


def filled(text: str, values: Mapping[str, str]) -> str:
    """A template with its values, which are not looked through again."""
    return _PLACEHOLDER.sub(lambda found: values.get(found[1], ""), text)


def _lines(text: str) -> str:
    """Without blank lines at the ends, or more than one in a row."""
    return re.sub(r"\n{3,}", "\n\n", text.strip("\n"))


def shipped_tasks() -> Mapping[str, Path]:
    """Name -> file."""
    with resources.as_file(resources.files("litmus.judging") / "tasks") as folder:
        return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def load_task(name: str) -> Task:
    """A task that ships, by its name, or one in a file."""
    shipped = shipped_tasks()
    path = shipped.get(name) or Path(name)
    if name not in shipped and not path.is_file():
        if name.endswith(".toml"):
            raise DataError(f"{name} does not exist. A judge's task is a TOML file: docs/judge.md")
        raise UnknownName("task of a judge", name, shipped)
    table = {"name": path.stem, **read_toml(path)}
    task = check_table(Place(path), table, Task, given={"label_set": None})
    _check_words(str(path), task)
    _check_kind(str(path), task)
    return _with_labels(path, task) if task.gives == "label" else task


def _check_words(where: str, task: Task) -> None:
    """Every placeholder must be known; a request without the translation asks nothing."""
    for name in task.parts:
        if name in (*TEXTS, *FACTS, PROBLEM):
            raise DataError(f"{where}: a part cannot be called {name!r}, which is a placeholder.")
    known = (*TEXTS, *FACTS)
    texts = {"user": (task.user, (*known, *task.parts)), "system": (task.system, FACTS),
             "repair": (task.repair, (PROBLEM,))}  # fmt: skip
    texts |= {f"parts.{name}": (part, known) for name, part in task.parts.items()}
    for name, (text, allowed) in texts.items():
        for one in placeholders(text):
            if one not in allowed:
                raise DataError(
                    f"{where}: {name!r} has the placeholder {{{one}}}, which is unknown there."
                    f"{did_you_mean(one, allowed)}\nKnown: "
                    + ", ".join(f"{{{name}}}" for name in allowed)
                )
    if not task.shows("translation"):
        raise DataError(f"{where}: 'user' must show the {{translation}} that is judged.")


def _check_kind(where: str, task: Task) -> None:
    answer = ANSWERED[task.gives]
    try:
        check_schema(task.schema)
    except ValueError as error:
        raise DataError(f"{where}: [schema]: {error}") from error
    if task.schema.get("type") != "object" or answer not in task.schema.get("required", ()):
        raise DataError(
            f"{where}: an answer that gives {task.gives!r} is an object with {answer!r}.\n"
            f'Write: [schema] type = "object", required = ["{answer}"]'
        )
    if bool(task.labels) != (task.gives == "label"):
        raise DataError(
            f"{where}: 'labels' names a label set, for gives = \"label\" and only then."
        )
    if bool(task.tag) != (task.each == "tag"):
        raise DataError(f"{where}: 'tag' names a tag, for each = \"tag\" and only then.")
    if not task.repair:
        raise DataError(
            f"{where}: 'repair' is missing: what is said to an answer that does not fit."
        )


def _with_labels(path: Path, task: Task) -> Task:
    """The label set, whose keys are what the answer's label may be."""
    beside = path.parent / task.labels
    found = beside if task.labels.endswith(".toml") and beside.is_file() else None
    if found is None and task.labels.endswith(".toml") and not Path(task.labels).is_file():
        raise DataError(
            f"{path}: 'labels' names {task.labels}, which is not beside it. A label set is a TOML "
            "file (docs/annotation.md)."
        )
    label_set = load_label_set(found or find_label_set(task.labels))
    schema = _with_choice(task.schema, label_set.keys)
    if task.empty is not None and task.empty.get("label") not in label_set.keys:
        raise DataError(
            f"{path}: 'empty.label' must be a label of {label_set.name!r}: "
            f"{', '.join(label_set.keys)}"
        )
    return replace(task, label_set=label_set, schema=schema)


def _with_choice(schema: Schema, keys: Iterable[str]) -> Schema:
    properties = dict(schema.get("properties", {}))
    properties["label"] = {"type": "string", "enum": list(keys)}
    return {**schema, "properties": properties}
