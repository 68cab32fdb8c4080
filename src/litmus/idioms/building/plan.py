"""How a set is built, and the counts of what was."""

from collections import Counter
from dataclasses import dataclass, field

from litmus.bitext.cleaning import Cleaning


@dataclass(frozen=True, slots=True)
class Plan:
    """How to build; see `litmus build --help`."""

    scheme: str = "halves"
    seed: int = 12345
    size: int | None = None
    cap: int = 40
    unseen: int = 0
    upsample: tuple[int, ...] = ()
    mark: str = "none"
    min_context: int = 5
    use_doubtful: bool = False
    cleaning: Cleaning = Cleaning()


@dataclass
class Built:
    """Counts of what was done, for the card."""

    pairs: int = 0
    dropped: Counter[str] = field(default_factory=Counter)
    regular: int = 0
    set_aside: Counter[str] = field(default_factory=Counter)
    leaks: Counter[str] = field(default_factory=Counter)
    train: Counter[str] = field(default_factory=Counter)
    test: Counter[str] = field(default_factory=Counter)
    unseen: Counter[str] = field(default_factory=Counter)
    lengths: Counter[str] = field(default_factory=Counter)
    conditions: dict[str, int] = field(default_factory=dict)
