"""A campaign: a folder with `campaign.toml`, its label set, its guideline, and the store."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from litmus.annotate.label_sets import LabelSet, load_label_set
from litmus.annotate.store.database import NAME, Store, connect
from litmus.errors import DataError
from litmus.files.toml_tables import read_table, write_toml

SETTINGS, LABELS, GUIDELINE = "campaign.toml", "labels.toml", "guideline.md"


@dataclass(frozen=True, slots=True)
class Settings:
    """What `campaign.toml` says."""

    name: str
    suite: str
    source: str
    target: str
    suite_version: int
    sample: str
    annotators: tuple[str, ...]
    trigger: tuple[str, ...] = ()
    suggest: str | None = None  # the metric whose verdicts annotators see; None: they see none
    overlap: int = 1
    shared: int = 0
    blind: bool = True
    shuffle: bool = True
    reference: bool = False
    context: int = 2
    attention: int = 0  # checks with a damaged translation for everyone
    seed: int = 12345
    systems: Mapping[str, str] | None = None  # name -> file; last, as TOML wants tables there


# What may be changed while a campaign runs; the rest decided which items there are.
FREE = ("name", "blind", "reference", "annotators")


@dataclass(frozen=True)
class Campaign:
    """A campaign on disk."""

    folder: Path
    settings: Settings
    labels: LabelSet
    guideline: str

    @property
    def database(self) -> Path:
        """The store's file."""
        return self.folder / NAME

    def store(self) -> Store:
        """A connection of its own to the store."""
        return Store(connect(self.database))


def load_campaign(folder: Path) -> Campaign:
    """The campaign in a folder; what may not change must be as when it was made."""
    store = Store(connect(folder / NAME))
    try:
        for name in (SETTINGS, LABELS, GUIDELINE):
            if not (folder / name).exists():
                raise DataError(f"{folder} is not a whole campaign: {folder / name} is missing.")
        frozen = store.meta("settings")
        labels = load_label_set(folder / LABELS)
        settings = read_table(folder / SETTINGS, Settings)
        _check_frozen(folder / SETTINGS, settings, frozen)
        _check_labels(folder / LABELS, labels, store)
        guideline = _text(folder / GUIDELINE)
    finally:
        store.connection.close()
    return Campaign(folder, settings, labels, guideline)


def is_rating_campaign(folder: Path) -> bool:
    """Whether a folder is a campaign in which errors or scores are asked for, and no label."""
    if not (folder / NAME).is_file() or not (folder / LABELS).is_file():
        return False
    labels = load_label_set(folder / LABELS)
    return labels.rates and not labels.labels


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise DataError(f"{path} is not UTF-8: {error}.\nSave it as UTF-8.") from error
    except OSError as error:
        raise DataError(f"{path} cannot be read: {error.strerror}.") from error


def write_settings(path: Path, settings: Settings) -> None:
    """`campaign.toml`."""
    write_toml(path, {k: value for k, value in asdict(settings).items() if value is not None})


def frozen_settings(settings: Settings) -> dict[str, Any]:
    """What decided the items, as JSON would give it back."""
    kept = {key: value for key, value in asdict(settings).items() if key not in FREE}
    found: dict[str, Any] = json.loads(json.dumps(kept))
    return found


def _check_frozen(path: Path, settings: Settings, frozen: Mapping[str, Any]) -> None:
    # A campaign of an older version says nothing of what is new: it was made without.
    defaults = {one.name: one.default for one in fields(Settings)}
    for key, value in frozen_settings(settings).items():
        before = frozen.get(key, defaults[key])
        if value != before:
            raise DataError(
                f"{path}: {key!r} is {value!r}, but the items were drawn and assigned with "
                f"{before!r}.\nPut it back, or make a new campaign. What may change: "
                f"{', '.join(FREE)}, {LABELS} (not its keys in use) and {GUIDELINE}"
            )


def _check_labels(path: Path, labels: LabelSet, store: Store) -> None:
    """Whatever a judgement says must still be known."""
    severities = [one.key for one in labels.spans.severities] if labels.spans else []
    categories = [one.key for one in labels.spans.categories] if labels.spans else []
    categories += [labels.spans.missing] if labels.spans else []
    for kind, known, query in (
        ("label", labels.keys, "SELECT DISTINCT label FROM judgements WHERE label <> ''"),
        ("severity", severities, _USED.format("severity")),
        ("category", categories, _USED.format("category")),
    ):
        used = {name for (name,) in store.connection.execute(query) if name is not None}
        missing = sorted(used - set(known))
        if missing:
            raise DataError(
                f"{path}: the {kind} {missing[0]!r} is gone, but judgements have it.\n"
                "Put it back; new ones may be added."
            )


_USED = "SELECT DISTINCT json_extract(m.value, '$.{}') FROM judgements j, json_each(j.spans) m"
