"""A training configuration from a TOML file: a recipe's values, and the user's on top."""

from collections.abc import Mapping
from dataclasses import MISSING, asdict, fields, is_dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from litmus.errors import DataError, UnknownName, UsageError
from litmus.files.toml_tables import Place, check_table, read_toml
from litmus.language.knowledge import language_pair
from litmus.nmt.training.settings import Config, Corpus, Data

_FOLDER = Path(str(resources.files("litmus.nmt.training") / "recipes"))
# For `checkpoint`: what Baziotis et al. (2023) fine-tune with; no network is described there.
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
    table = read_toml(path)
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
    pair = table.pop("languages", None)
    if not isinstance(pair, str):
        raise DataError(f'{path} must say its languages, such as: languages = "en-fr"')
    below = read_toml(_FOLDER / f"{recipe or FINE_TUNING}.toml")
    values = {"output": path.stem, **_over(below, table)}
    given = {"path": path, "languages": language_pair(pair)}
    return _checked(check_table(Place(path), values, Config, given))


def as_table(config: Config) -> dict[str, Any]:
    """The configuration as plain values, for files and comparison."""
    table: dict[str, Any] = _plain(asdict(config), config)
    return table


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """Keys whose values keep a run from going on, with both values."""
    # Earlier versions wrote fewer keys: what they did not know has its default.
    old, new = _flat(_filled(before, Config)), _flat(now)
    return [
        f"{key}: {old.get(key)!r} there, {new.get(key)!r} now"
        for key in sorted({*old, *new})
        if old.get(key) != new.get(key)
        and not any(key == free or key.startswith(f"{free}.") for free in _FREE)
    ]


def cannot_shift(family: str) -> UsageError:
    """A family of networks that has no sinusoids to start elsewhere."""
    return UsageError(
        f"shift_positions: a network of the family {family} learns its positions, or has another "
        'kind.\nLeave shift_positions out, or train a network of the family "transformer".'
    )


def beyond_positions(shift: int, limit: str, most: int) -> str:
    """What is wrong with a shift that is larger than the limit of that name."""
    return f"training.shift_positions ({shift}) must be at most {limit} ({most})"


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


def _filled(table: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """The table with the defaults of the keys that it lacks."""
    found = dict(table)
    for item in fields(kind):
        if is_dataclass(item.default):
            found[item.name] = _filled(found.get(item.name, {}), type(item.default))
        elif item.default is not MISSING:
            plain = list(item.default) if isinstance(item.default, tuple) else item.default
            found.setdefault(item.name, plain)
    if kind is Data:
        found["train"] = [_filled(corpus, Corpus) for corpus in found["train"]]
    return found


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


def _checked(config: Config) -> Config:
    """What no single key can get wrong."""
    context, training, model = config.context, config.training, config.model
    scratch = config.checkpoint is None  # else what [model] says is not the network's
    if scratch and training.shift_positions and model.family != "transformer":
        raise cannot_shift(model.family)
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
    elif scratch and training.shift_positions > model.positions:
        problem = beyond_positions(training.shift_positions, "model.positions", model.positions)
    elif config.noise.mask_source + config.noise.replace_source > 1:
        problem = "noise.mask_source and replace_source are more than 1 together"
    elif any(mark != "".join(mark.split()) for mark in config.marks):
        problem = "a mark is one token, without blanks, such as <idm>"
    if problem is not None:
        raise DataError(f"{config.path}: {problem}.")
    return config
