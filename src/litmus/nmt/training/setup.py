"""All that training needs, made or found again: vocabulary, text as numbers, network."""

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path

from litmus.errors import UsageError
from litmus.files.folders import heal_below
from litmus.files.leftovers import remove_leftovers
from litmus.files.locks import locked
from litmus.files.text import write_bytes, write_text
from litmus.nmt.model import PIECES
from litmus.nmt.training.checkpoints import State, read_state
from litmus.nmt.training.config import as_table, differences
from litmus.nmt.training.data.examples import Examples
from litmus.nmt.training.data.prepare import Preparation
from litmus.nmt.training.data.vocabulary import read_vocabulary, train_vocabulary
from litmus.nmt.training.journal import LOG
from litmus.nmt.training.networks import Trainee, built, from_checkpoint, resumed
from litmus.nmt.training.optimisation.positions import check_shift
from litmus.nmt.training.settings import Config
from litmus.wording import option

Say = Callable[[str], None]
LAST, BEST, DATA = "last", "best", "data"
_VOCABULARY_KEY = "vocabulary.json"


@dataclass(frozen=True)
class Ready:
    """What a run starts from, or goes on from: `state.step` says which."""

    config: Config
    state: State
    trainee: Trainee
    examples: Examples


def ready(config: Config, world: int, say: Say) -> Ready:
    """Prepares what is not there yet in the output folder; a run that was begun goes on."""
    preparation = Preparation(config, say)
    state = State(as_table(config), preparation.files(), world)
    before = read_state(config.output / LAST)
    if before is not None:
        _check_same(config, before, state)
        trainee = resumed(config, config.output / LAST)
        before.config = state.config  # what may change has changed
    elif config.checkpoint is not None:
        trainee = from_checkpoint(config)
    else:
        trainee = built(config, _vocabulary(config, preparation, say))
    positions = trainee.model.positions
    check_shift(trainee.network, config, positions)
    digest = _vocabulary_digest(trainee)
    store = preparation.store(config.output / DATA, trainee.codec, positions, digest)
    examples = Examples(
        store,
        trainee.codec,
        config.context,
        trainee.noiser,
        positions=positions,
        window=trainee.model.window,
        batch_tokens=config.training.batch_tokens,
        seed=config.seed,
        special=trainee.special,
    )
    return Ready(config, before or state, trainee, examples)


@contextmanager
def claimed(output: Path) -> Iterator[None]:
    """The output folder for one run alone, without what a killed one has left half done."""
    with locked(output, output / ".lock"):
        heal_below(output)
        yield


def clear(output: Path) -> None:
    """Removes what an earlier run has learnt; text that was cut into pieces may stay."""
    for folder in (output / LAST, output / BEST, *output.glob("step-*")):
        shutil.rmtree(folder, ignore_errors=True)
    (output / LOG).unlink(missing_ok=True)
    remove_leftovers(output / LOG)


def _check_same(config: Config, before: State, now: State) -> None:
    changed = differences(before.config, now.config)
    changed += [
        f"{path} holds other text than when the run began"
        for path, digest in now.files.items()
        if before.files.get(path, digest) != digest
    ]
    if before.world != now.world:
        changed.append(f"processes: {before.world} there, {now.world} now")
    if changed:
        listed = "\n".join(f"  {line}" for line in changed)
        raise UsageError(
            f"{config.output / LAST} is of another run (step {before.step:,}):\n{listed}\n"
            "Resume with the old values, choose another output, or start again with "
            f"{option('overwrite', 'True')}."
        )


def _vocabulary(config: Config, preparation: Preparation, say: Say) -> bytes:
    """The pieces of a recipe: a given file, those trained before on the same text, or new ones."""
    wanted = config.vocabulary
    if wanted.file is not None:
        return read_vocabulary(wanted.file, config.marks)
    path, note = config.output / PIECES, config.output / _VOCABULARY_KEY
    key = {
        "files": preparation.files(),
        "cleaning": asdict(config.cleaning),
        "pieces": [wanted.size, wanted.coverage, wanted.lines, list(config.marks), config.seed],
    }
    text = json.dumps(key, ensure_ascii=False, indent=1)
    if path.is_file() and note.is_file() and note.read_text(encoding="utf-8") == text:
        return path.read_bytes()
    say(f"training a vocabulary of {wanted.size:,} subwords")
    proto = train_vocabulary(preparation.vocabulary_lines(), wanted, config.marks)
    note.unlink(missing_ok=True)
    write_bytes(path, proto)
    with write_text(note) as out:
        out.write(text)
    return proto


def _vocabulary_digest(trainee: Trainee) -> str:
    pieces = trainee.pieces
    if not isinstance(pieces, bytes):
        pieces = json.dumps(sorted(pieces.get_vocab().items())).encode()
    return blake2b(pieces, digest_size=16).hexdigest()
