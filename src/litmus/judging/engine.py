"""The engine behind a judge: one that holds conversations."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from litmus.errors import UsageError
from litmus.systems.engine import Engine
from litmus.systems.engine_file import engines
from litmus.systems.load import SYSTEMS
from litmus.systems.structured import Schema
from litmus.systems.system import SystemSetup
from litmus.wording import option


@dataclass(frozen=True)
class EngineWishes:
    """How an engine is to be asked; None is its own default."""

    url: str | None = None
    model: str | None = None
    settings: Mapping[str, Any] = field(default_factory=dict)
    timeout: float | None = None
    parallel: int | None = None
    requests_per_minute: float | None = None
    tokens_per_minute: float | None = None


def load_judge(
    name: str, languages: tuple[str, str], wishes: EngineWishes, schema: Schema
) -> Engine:
    """An engine by its name. One that can is told the schema of its answers."""
    if name in engines():
        raise UsageError(f"{name} is an engine. Did you mean {option('judge', f'http:{name}')}?")
    SYSTEMS.check(name)
    for one in ("model", "settings", "requests_per_minute", "tokens_per_minute"):
        if getattr(wishes, one):
            raise UsageError(f"{option(one)} is not known to {name}. Set it in the engine's file.")
    setup = SystemSetup(languages, url=wishes.url, timeout=wishes.timeout)
    system: Any = SYSTEMS.create(name, setup)
    if not hasattr(system, "answer") or not getattr(system, "takes_turns", True):
        raise UsageError(
            f"{name} translates texts, but holds no conversation, which a judge needs: a request "
            f"with {{messages}}.\nGive such an engine: {option('judge', 'http:ENGINE')}"
        )
    return cast(Engine, system)
