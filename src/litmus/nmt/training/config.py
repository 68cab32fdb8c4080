"""A training configuration from a TOML file: a recipe's values, and the user's on top."""

import tomllib
from collections.abc import Collection, Mapping
from dataclasses import MISSING, asdict, fields, is_dataclass
from difflib import get_close_matches
from importlib import resources
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin

from litmus.errors import DataError, UnknownName
from litmus.language.knowledge import language_pair
from litmus.nmt.training.settings import Config

_FOLDER = Path(str(resources.files("litmus.nmt.training") / "recipes"))
# For `checkpoint`: what paper 000 fine-tunes with; no network is described there.
FINE_TUNING = "fine-tuning"
# Changing these changes no weight that was learnt so far: a run goes on with the new values.
_FREE = (
    "path", "output", "decoding", "training.steps", "training.epochs", "training.dev_every",
    "training.report_every", "training.patience", "training.keep", "data.dev",
)  # fmt: skip


def recipes() -> tuple[str, ...]:
    """The networks one can name."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml") if path.stem != FINE_TUNING))


def read_config(path: Path) -> Config:
    """What the file says, with its recipe under it. Paths are relative to the file's folder."""
    table = _toml(path)
    recipe, checkpoint = table.get("recipe"), table.get("checkpoint")
    if (recipe is None) == (checkpoint is None):
        raise DataError(
            f"{path} must name either a recipe (weights from scratch) or a checkpoint "
            f'(fine-tuning).\nWrite, for example: recipe = "{recipes()[-1]}"'
        )
    if recipe is not None and recipe not in recipes():
        raise UnknownName("recipe", str(recipe), recipes())
    if checkpoint is not None and "model" in table:
        raise DataError(f"{path}: a checkpoint brings its own network; remove [model].")
    if checkpoint is not None and "vocabulary" in table and set(table["vocabulary"]) - {"marks"}:
        raise DataError(
            f"{path}: a checkpoint brings its own vocabulary; [vocabulary] may only hold marks."
        )
    below = _toml(_FOLDER / f"{recipe or FINE_TUNING}.toml")
    return _checked(_Reader(path).config(_over(below, table)))


def as_table(config: Config) -> dict[str, Any]:
    """The configuration as plain values, for files and comparison."""
    table: dict[str, Any] = _plain(asdict(config), config)
    return table


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Keys whose values keep a run from going on, with both values."""
    old, new = _flat(before), _flat(now)
    return [
        f"{key}: {old.get(key)!r} there, {new.get(key)!r} now"
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
        and not any(key == free or key.startswith(f"{free}.") for free in _FREE)
    ]


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise DataError(f"{path} does not exist.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read: {error}.") from error
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path} is not TOML: {error}.") from error


def _over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    """One table on top of another; tables within are joined likewise."""
    joined = dict(below)
    for key, value in above.items():
        under = joined.get(key)
        both = isinstance(value, dict) and isinstance(under, dict)
        joined[key] = _over(under, value) if both and under is not None else value
    return joined


def _plain(value: Any, config: Config) -> Any:
    match value:
        case dict():
            return {key: _plain(item, config) for key, item in value.items()}
        case tuple():
            return [_plain(item, config) for item in value]
        case Path():
            return config.name(value)
        case _:
            return value


def _flat(table: Mapping[str, Any], above: str = "") -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{above}{key}.")
        elif isinstance(value, list) and all(isinstance(item, Mapping) for item in value):
            for number, item in enumerate(value):
                found |= _flat(item, f"{above}{key}[{number}].")
        else:
            found[f"{above}{key}"] = value
    return found


class _Reader:
    """Fills the dataclasses from tables, and names what does not fit."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def config(self, table: Mapping[str, Any]) -> Config:
        pair = table.get("languages")
        if not isinstance(pair, str):
            raise DataError(f'{self._path} must say its languages, such as: languages = "en-fr"')
        rest = {key: value for key, value in table.items() if key != "languages"}
        known = {item.name for item in fields(Config)} - {"path"}
        self._known("", table, known)
        found = self._table(
            Config, "", {"output": self._path.stem, **rest},
            {"path": self._path, "languages": language_pair(pair)},
        )  # fmt: skip
        assert isinstance(found, Config)
        return found

    def _table(
        self, kind: Any, where: str, table: Any, given: Mapping[str, Any] | None = None
    ) -> Any:
        if not isinstance(table, Mapping):
            raise self._wrong(where, "a table")
        values = dict(given or {})
        wanted = {item.name: item for item in fields(kind) if item.name not in values}
        self._known(where, table, wanted)
        for name, item in wanted.items():
            place = f"{where}.{name}" if where else name
            if name in table:
                values[name] = self._value(item.type, place, table[name])
                self._limits(place, values[name], item.metadata)
            elif item.default is MISSING:
                raise DataError(f"{self._path}: {place} is missing.")
        return kind(**values)

    def _value(self, kind: Any, where: str, value: Any) -> Any:
        if get_origin(kind) in (UnionType,) or str(get_origin(kind)) == "typing.Union":
            kind = next(part for part in get_args(kind) if part is not NoneType)
        if is_dataclass(kind):
            return self._table(kind, where, value)
        if get_origin(kind) is tuple:
            if not isinstance(value, list):
                raise self._wrong(where, "a list")
            part = get_args(kind)[0]
            return tuple(
                self._value(part, f"{where}[{number}]", item) for number, item in enumerate(value)
            )
        if get_origin(kind) is Literal:
            kind = str
        return self._scalar(kind, where, value)

    def _scalar(self, kind: type, where: str, value: Any) -> Any:
        names = {int: "a whole number", float: "a number", bool: "true or false"}
        if kind is Path and isinstance(value, str):
            return self._path.parent / Path(value).expanduser()
        if kind is float and type(value) is int:
            return float(value)
        if type(value) is not kind:
            raise self._wrong(where, names.get(kind, "a text"))
        return value

    def _limits(self, where: str, value: Any, limits: Mapping[str, Any]) -> None:
        choices = limits.get("choices")
        if choices is not None and value not in choices:
            close = get_close_matches(str(value), choices, n=1)
            hint = f" Did you mean {close[0]!r}?" if close else ""
            raise DataError(
                f"{self._path}: {where} cannot be {value!r}.{hint}\nKnown: {', '.join(choices)}"
            )
        least, most = limits.get("least"), limits.get("most")
        if least is not None and value < least:
            raise self._wrong(where, f"at least {least}")
        if most is not None and value > most:
            raise self._wrong(where, f"at most {most}")

    def _known(self, where: str, table: Mapping[str, Any], known: Collection[str]) -> None:
        for key in table:
            if key not in known:
                close = get_close_matches(key, known, n=1)
                hint = f" Did you mean {close[0]!r}?" if close else ""
                place = f"[{where}] has no key" if where else "there is no"
                raise DataError(
                    f"{self._path}: {place} {key!r}.{hint}\nKnown: {', '.join(sorted(known))}"
                )

    def _wrong(self, where: str, wanted: str) -> DataError:
        return DataError(f"{self._path}: {where} must be {wanted}.")


def _checked(config: Config) -> Config:
    """What no single key can get wrong."""
    context, training, model = config.context, config.training, config.model
    problem = None
    if not config.data.train:
        problem = "there is no [[data.train]]: name at least one source and its target"
    elif (context.size == "none") != (context.source == context.target == 0):
        problem = (
            "[context] contradicts itself: size says none, source or target counts sentences"
            if context.size == "none"
            else f"[context] is {context.size}: say how many sentences before, such as target = 3"
        )
    elif context.size == "none" and context.pieces:
        problem = "[context] contradicts itself: size says none, pieces limits the context"
    elif context.size != "none" and not any(corpus.docids for corpus in config.data.train):
        problem = "[context] needs documents: give [[data.train]] docids, an id for every line"
    elif context.between is not None and config.checkpoint is None:
        problem = "[context] between is for checkpoints; our vocabularies have a break token"
    elif len(training.betas) != 2 or not all(0 <= beta < 1 for beta in training.betas):
        problem = "training.betas must be two numbers from 0 to below 1"
    elif model.hidden % (2 * model.heads):
        problem = f"model.hidden ({model.hidden}) must be an even multiple of heads ({model.heads})"
    elif config.noise.mask_source + config.noise.replace_source > 1:
        problem = "noise.mask_source and replace_source are more than 1 together"
    elif any(mark != "".join(mark.split()) for mark in config.marks):
        problem = "a mark is one token, without blanks, such as <idm>"
    if problem is not None:
        raise DataError(f"{config.path}: {problem}.")
    return config
