"""A campaign: a folder with `campaign.toml`, its label set, its guideline, and the store."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
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
    for key, value in frozen_settings(settings).items():
        if value != frozen.get(key):
            raise DataError(
                f"{path}: {key!r} is {value!r}, but the items were drawn and assigned with "
                f"{frozen.get(key)!r}.\nPut it back, or make a new campaign. What may change: "
                f"{', '.join(FREE)}, {LABELS} (not its keys in use) and {GUIDELINE}"
            )


def _check_labels(path: Path, labels: LabelSet, store: Store) -> None:
    used = [
        key
        for (key,) in store.connection.execute(
            "SELECT DISTINCT label FROM judgements WHERE label IS NOT NULL"
        )
    ]
    missing = sorted(set(used) - set(labels.keys))
    if missing:
        raise DataError(
            f"{path}: the label {missing[0]!r} is gone, but judgements have it.\n"
            "Put it back; new labels may be added."
        )
