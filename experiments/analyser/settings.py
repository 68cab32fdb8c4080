"""The choices that all steps read: config.toml, or the file that ANALYSER_CONFIG names."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

DEFAULT = Path(__file__).with_name("config.toml")


def configuration() -> dict[str, Any]:
    path = Path(os.environ.get("ANALYSER_CONFIG", DEFAULT))
    read = json.loads if path.suffix == ".json" else tomllib.loads
    found: dict[str, Any] = read(path.read_text(encoding="utf-8"))
    return found
