"""Which idiom pairs test a system and which train it: the schemes of three papers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random

from litmus.errors import UnknownName, UsageError
from litmus.wording import option

Lines = Sequence[int]


@dataclass(frozen=True, slots=True)
class Split:
    """Line numbers; `unseen` are tests of idioms that no training pair holds."""

    train: frozenset[int]
    test: frozenset[int]
    unseen: frozenset[int] = frozenset()
    discarded: frozenset[int] = frozenset()
    idioms_unseen: tuple[str, ...] = field(default=())


def split(
    lines: Mapping[str, Lines],
    scheme: str,
    *,
    seed: int,
    size: int | None = None,
    cap: int = 40,
    unseen: int = 0,
) -> Split:
    """Shares out the lines of each idiom; a line belongs to one idiom only.

    `halves` (Baziotis et al. 2023): half to train, half to test, idioms seen once discarded.
    `sampled` (Fadaee et al. 2018): `size` test lines, every idiom on both sides.
    `capped` (Shao et al. 2018): at most `cap` test lines per idiom, the others train.
    First, `unseen` idioms are taken out whole for a test of their own. Which lines are drawn
    depends on their numbers, the idioms and the seed, not on the order in which occurrences are
    listed; a corpus in another order has other numbers, and is shared out differently.
    """
    if scheme not in SCHEMES:
        raise UnknownName("scheme", scheme, SCHEMES)
    rng = Random(seed)
    shuffled = {label: _shuffled(lines[label], rng) for label in sorted(lines)}
    held = _held_out(shuffled, unseen, rng)
    remaining = {label: own for label, own in shuffled.items() if label not in held}
    train, test, discarded = SCHEMES[scheme](remaining, rng, size, cap)
    return Split(
        frozenset(train),
        frozenset(test),
        frozenset(line for label in held for line in shuffled[label]),
        frozenset(discarded),
        tuple(held),
    )


def _shuffled(lines: Lines, rng: Random) -> list[int]:
    mixed = sorted(lines)
    rng.shuffle(mixed)
    return mixed


def _held_out(lines: Mapping[str, Lines], count: int, rng: Random) -> list[str]:
    """Idioms for the test of unseen ones: drawn from the rarer half, as few pairs are lost."""
    if not count:
        return []
    if count >= len(lines):
        raise UsageError(
            f"{option('unseen', str(count))} leaves no idiom for training; "
            f"{len(lines)} idioms were found."
        )
    by_size = sorted(lines, key=lambda label: (len(lines[label]), label))
    pool = by_size[: max(count, len(by_size) // 2)]
    return sorted(rng.sample(pool, count))


Shares = tuple[list[int], list[int], list[int]]


def _halves(lines: Mapping[str, Lines], rng: Random, size: int | None, cap: int) -> Shares:
    train: list[int] = []
    test: list[int] = []
    discarded: list[int] = []
    for own in lines.values():
        if len(own) < 2:
            discarded += own
            continue
        # The odd one out goes to either side by chance, not always to the same.
        half = len(own) // 2 + (len(own) % 2 and rng.random() < 0.5)
        train += own[:half]
        test += own[half:]
    return train, test, discarded


def _sampled(lines: Mapping[str, Lines], rng: Random, size: int | None, cap: int) -> Shares:
    """One line per idiom on each side, then test lines drawn from all that is left."""
    train: list[int] = []
    test: list[int] = []
    pool: list[int] = []
    discarded: list[int] = []
    for own in lines.values():
        if len(own) < 2:
            discarded += own
            continue
        test.append(own[0])
        train.append(own[1])
        pool += own[2:]
    n_test = size if size is not None else (len(test) + len(train) + len(pool)) // 2
    if n_test < len(test):
        raise UsageError(
            f"{option('size', str(n_test))} is too small: "
            f"{len(test)} idioms need one test pair each."
        )
    if n_test > len(test) + len(pool):
        raise UsageError(
            f"{option('size', str(n_test))} is too large: every idiom needs a training pair too, "
            f"which leaves {len(test) + len(pool)} for the test."
        )
    rng.shuffle(pool)
    more = min(n_test - len(test), len(pool))
    return train + pool[more:], test + pool[:more], discarded


def _capped(lines: Mapping[str, Lines], rng: Random, size: int | None, cap: int) -> Shares:
    train: list[int] = []
    test: list[int] = []
    for own in lines.values():
        test += own[:cap]
        train += own[cap:]
    return train, test, []


Scheme = Callable[[Mapping[str, Lines], Random, int | None, int], Shares]
SCHEMES: Mapping[str, Scheme] = {"halves": _halves, "sampled": _sampled, "capped": _capped}
