"""What an HTTP engine looks like: a TOML file with address, headers, request and answer.

Texts and languages stand as `{texts}`, `{text}`, `{source}`, `{target}`, a conversation as
`{messages}`, a number that differs between repeats as `{seed}`, keys and settings as `${VARIABLE}`
of the environment (`${VARIABLE:-default}` where none is fine), so that no key is ever in a file.
"""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.jsonl import check_keys
from litmus.files.jsonl import field as checked
from litmus.files.toml_tables import Place, read_toml
from litmus.plugins.data_folder import DataFile, data_files
from litmus.systems.engine_files.answer_form import answer_form
from litmus.systems.engine_files.checks import check_engine
from litmus.systems.engine_files.limits import read_limits, read_price
from litmus.systems.engine_files.placeholders import names
from litmus.systems.engine_files.settings import Settings, changed, over
from litmus.systems.engine_files.shape import MESSAGE, EngineFile
from litmus.systems.system import Level
from litmus.wording import option

__all__ = ["EngineFile", "engines", "load_engine"]
_FOLDER = Path(__file__).parent.parent / "engines"
_KEYS = (
    "name", "version", "about", "url", "path", "method", "headers", "body", "model", "answer",
    "texts", "characters", "codes", "markup", "document", "source", "target", "message", "roles",
    "structured", "limits", "price",
)  # fmt: skip
_ROLES = ("system", "user", "assistant")


def engines() -> Mapping[str, DataFile]:
    """Name -> file of those that ship and those in the user's data folder."""
    return data_files("engines", _FOLDER.glob("*.toml"), "*.toml", lambda path: path.stem)


def load_engine(
    name: str,
    level: Level = "sentence",
    *,
    url: str | None = None,
    model: str | None = None,
    settings: Settings | None = None,
) -> EngineFile:
    """An engine by its name, or by its file; `url` and `model` take the place of its own.

    `level` document puts what stands under `[document]` over the rest. `settings` change fields
    of the body: "options.num_ctx" is a field in a field, None takes one out.
    """
    named = engines()
    file = named.get(name) or DataFile(Path(name))
    path = file.path
    if name not in named and not path.is_file():
        if "://" in name:
            raise UsageError(
                "An address alone does not say what its requests look like.\n"
                f"Name an engine or its file, too: {option('system', 'http:libretranslate')} "
                f"{option('url', name)}"
            )
        if name.endswith(".toml"):
            raise DataError(f"{name} does not exist. An engine's file is TOML: docs/translate.md")
        raise UnknownName("engine", name, named)
    found = _engine(path, read_toml(path), level)
    check_engine(str(path), found)
    mark = ".own" if file.own else ""  # the signature has a digest of all that matters
    return _given(replace(found, mark=mark), str(path), url, model, settings or {})


def _given(
    file: EngineFile,
    where: str,
    url: str | None,
    model: str | None,
    settings: Settings,
) -> EngineFile:
    """The file with what was given in place of its own."""
    if model is not None and "model" not in names([file.path, file.url, file.body]):
        raise UsageError(
            f"{file.name} does not say where a model's name goes ({{model}}); leave out "
            f"{option('model')}."
        )
    body = changed(file.body, settings)
    found = replace(
        file, url=url or file.url, model=model or file.model, body=body, changes=dict(settings)
    )
    check_engine(where, found)
    return found


def _engine(path: Path, value: dict[str, Any], level: Level) -> EngineFile:
    where = str(path)
    check_keys(where, value, _KEYS)
    own = checked(where, value, "document", dict, {})
    check_keys(f"{where}: [document]", own, ("markup", "body"))
    body = checked(where, value, "body", dict, {})
    more = checked(f"{where}: [document]", own, "body", dict, {})
    markup = value.get("markup", False)
    if level == "document":
        body, markup = over(body, more), own.get("markup", markup)
    if not isinstance(markup, bool):
        raise DataError(f"{where}: 'markup' must be true or false.")
    form = answer_form(Place(path, "answer"), value.get("answer", ""))
    roles = _words(where, value, "roles")
    check_keys(f"{where}: [roles]", dict(roles), _ROLES)
    return EngineFile(
        name=checked(where, value, "name", str, path.stem),
        version=checked(where, value, "version", int, 1),
        about=checked(where, value, "about", str, ""),
        url=checked(where, value, "url", str, ""),
        path=checked(where, value, "path", str, ""),
        method=checked(where, value, "method", str, "POST"),
        headers=_words(where, value, "headers"),
        body=body,
        model=checked(where, value, "model", str, ""),
        answer=form.path,
        form=form,
        texts=checked(where, value, "texts", int, 1),
        characters=checked(where, value, "characters", int, 5000),
        codes=checked(where, value, "codes", str, "as is"),
        markup=markup,
        source=_words(where, value, "source"),
        target=_words(where, value, "target"),
        limits=read_limits(where, value),
        price=read_price(where, value),
        message=checked(where, value, "message", dict, MESSAGE),
        roles=roles,
        structured=checked(where, value, "structured", dict, {}),
    )


def _words(where: str, value: dict[str, Any], key: str) -> dict[str, str]:
    found: dict[str, Any] = checked(where, value, key, dict, {})
    for name, text in found.items():
        if not isinstance(text, str):
            raise DataError(f"{where}: {name!r} under [{key}] must be a string.")
    return found
