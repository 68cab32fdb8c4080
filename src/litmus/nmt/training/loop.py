"""The loop: steps, reports, dev BLEU, checkpoints. A killed run goes on as if it had not been."""

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass, replace
from math import exp
from pathlib import Path
from time import perf_counter
from types import MappingProxyType
from typing import Any

from litmus.files.folders import replaced_folder
from litmus.nmt.model import save_model, write_notes
from litmus.nmt.training.checkpoints import restore, write_counters, write_state
from litmus.nmt.training.data.examples import Group
from litmus.nmt.training.data.loading import Ahead
from litmus.nmt.training.interruption import Interruption
from litmus.nmt.training.journal import Journal
from litmus.nmt.training.monitor import Watch
from litmus.nmt.training.networks import context_notes
from litmus.nmt.training.optimisation.adam import Adam
from litmus.nmt.training.optimisation.schedule import learning_rate
from litmus.nmt.training.optimisation.steps import Prepared, Stepper
from litmus.nmt.training.optimisation.workers import Workers, settled, workers
from litmus.nmt.training.pace import Pace
from litmus.nmt.training.settings import Config
from litmus.nmt.training.setup import BEST, LAST, Ready, Say, claimed, clear, ready
from litmus.nmt.training.validation import Validation
from litmus.stages import stage, told_to

Report = Callable[[Mapping[str, Any]], None]
_AHEAD = 8  # steps that are made while the device works
# Steps of a run after which a report comes before it is due: is it learning, how long will it take?
_EARLY = (2, 5, 10, 20, 50)


@dataclass(frozen=True)
class Trained:
    """How a run ended. `best` is None where there is no dev set."""

    step: int
    best: Mapping[str, Any] | None
    folder: Path
    reason: str


def train(
    config: Config,
    *,
    device: str = "auto",
    overwrite: bool = False,
    say: Say | None = None,
    report: Report | None = None,
) -> Trained:
    """Trains as configured; goes on where an earlier run of the same configuration stopped.

    `say` hears what a person should know, `report` every row of the log with the seconds that are
    left, and a few more at the beginning.
    """
    with (
        workers(device) as group,
        claimed(config.output) if group.first else nullcontext(),
        settled(group.device, config.training.deterministic),
        nullcontext() if group.first else told_to(None),  # one bar for all processes
    ):
        aloud = say if say is not None and group.first else _nothing
        if overwrite and group.first:
            clear(config.output)
        found = _in_turn(config, group, aloud)
        rows = report if report is not None and group.first else _nothing
        return _Run(found, group, aloud, rows).run()


def _nothing(_: Any) -> None:
    pass


def _in_turn(config: Config, group: Workers, say: Say) -> Ready:
    """The first process prepares; the others then find everything there."""
    if not group.first:
        group.wait()
    found = ready(config, group.world, say)
    if group.first:
        group.wait()
    return found


class _Run:
    """One run of the loop. All processes do the same; only the first writes."""

    def __init__(self, found: Ready, group: Workers, say: Say, report: Report) -> None:
        self._config, self._state, self._examples = found.config, found.state, found.examples
        self._trainee, self._group, self._say, self._report = found.trainee, group, say, report
        training = self._config.training
        network = found.trainee.network.to(group.device).train()
        self._steps = Stepper(network, self._config, group, self._state)
        self._optimiser = Adam(
            self._steps.flat, training.betas, training.epsilon, training.weight_decay
        )
        if self._state.step:
            restore(self._config.output / LAST, self._optimiser)
        self._watch = Watch(group)
        self._journal = Journal(self._config.output, self._state) if group.first else None
        dev = self._config.data.dev
        self._dev = Validation(self._config, found.trainee.model) if dev is not None else None
        self._clock = perf_counter()
        self._taken = 0  # steps in this run
        self._pace = Pace()

    def run(self) -> Trained:
        state, training = self._state, self._config.training
        self._begin()
        if state.unevaluated:
            self._evaluate()
        reason = self._ended()
        if reason is None:
            with (
                Interruption(alone=self._group.world == 1) as ctrl_c,
                Ahead(self._groups(), _AHEAD) as groups,
                stage("training", "steps", training.steps) as told,
            ):
                told.before = state.step
                for group in groups:
                    self._step(group)
                    reason = self._ended()
                    due = self._is_due(training.dev_every) or reason is not None
                    stopping = ctrl_c.heard
                    told.reach(state.step)
                    if due or stopping or self._is_due(training.report_every):
                        self._look()
                    elif self._taken in _EARLY:
                        self._look(early=True)
                    if due or stopping:
                        self._save(unevaluated=due)
                    if due:
                        with ctrl_c.at_once():
                            reason = self._evaluate() or reason
                        self._clock = perf_counter()
                        self._pace.pause()
                    if stopping:
                        ctrl_c.obey()
                    if reason:
                        break
        folder = self._config.output / (BEST if state.best else LAST)
        return Trained(state.step, state.best, folder, reason or "")

    def _begin(self) -> None:
        state = self._state
        if state.step:
            self._say(f"going on after step {state.step:,} of {self._config.output / LAST}")
        if self._config.training.precision == "bf16" and self._group.device.type == "cpu":
            self._say("bf16 is for GPUs; on this CPU everything is computed in fp32")
        if not state.step and self._trainee.added:
            self._note(
                f"added to the tokenizer, with new embeddings: {', '.join(self._trainee.added)}"
            )

    def _is_due(self, every: int) -> bool:
        return self._state.step % every == 0

    def _ended(self) -> str | None:
        state, training = self._state, self._config.training
        if state.step >= training.steps:
            return f"{training.steps:,} steps"
        if training.epochs is not None and state.epoch >= training.epochs:
            return f"{training.epochs} epochs"
        if training.patience and state.waiting >= training.patience:
            return f"no better dev BLEU in {training.patience} evaluations"
        return None

    def _groups(self) -> Iterator[Prepared]:
        """The steps from where the run stands, made ahead of it."""
        training, number, begin = self._config.training, self._state.epoch, self._state.group
        while training.epochs is None or number < training.epochs:
            epoch = self._examples.epoch(number)
            place = self._group
            for group in self._examples.groups(
                epoch, begin, training.accumulate, place.rank, place.world
            ):
                yield self._steps.prepared(group)
            number, begin = number + 1, 0

    def _step(self, given: Prepared) -> None:
        state, group = self._state, given.group
        step = state.step + 1
        sums, norm = self._steps.take(given, step)
        self._optimiser.step(learning_rate(step, self._config.training))
        self._steps.follow()
        self._watch.add(step, group, sums, norm)
        state.step, state.tokens = step, state.tokens + group.tokens
        last = group.number + 1 == group.of
        state.epoch, state.group = (group.epoch + last, 0 if last else group.number + 1)
        self._taken += 1
        self._pace.step(group, state.step)
        self._tell(group)

    def _tell(self, group: Group) -> None:
        """What a person should know, once."""
        if group.left_out and self._state.left_out is None:
            self._state.left_out = group.left_out
            self._note(
                f"{group.left_out:,} sentences of context in epoch {group.epoch} had no room in "
                f"{self._trainee.model.window:,} subwords; the farthest were left out"
            )
        while self._steps.notes:
            self._note(self._steps.notes.pop(0))

    def _look(self, *, early: bool = False) -> None:
        """Reads what has been summed up on the device: the only time anybody waits for it.

        An `early` look is for people: the log has the same rows with it or without.
        """
        seen = self._watch.read(self._examples.store, self._config.output, keep=early)
        if seen is None:
            return
        now, training = perf_counter(), self._config.training
        row = {
            "step": self._state.step,
            "epoch": seen.epoch,
            "loss": round(seen.loss, 6),
            "nll": round(seen.nll, 6),
            "ppl": round(exp(min(seen.nll, 50)), 4),
            "learning_rate": learning_rate(self._state.step, training),
            "gradient_norm": round(seen.norm, 6),
            "tokens": self._state.tokens,
            "tokens_per_second": round(seen.tokens / (now - self._clock)),
        }
        left = self._pace.seconds_left(training.steps, training.epochs)
        if early and self._group.first:
            self._report(row | {"seconds_left": left})
        elif not early:
            self._write(row, {"seconds_left": left})
            self._clock = now

    def _evaluate(self) -> str | None:
        """Dev BLEU; why the run ends, if it does. Done again if it does not come to its end."""
        state = self._state
        if self._dev is not None:
            score, texts = 0.0, list[str]()
            if self._group.first:
                model = replace(self._trainee.model, network=self._steps.network)
                with stage("translating the dev set"):
                    score, texts = self._dev.bleu(model)
                self._steps.network.train()
            score = round(float(self._group.shared(score)), 4)
            better = state.best is None or score > state.best["bleu"]
            state.waiting = 0 if better else state.waiting + 1
            if better:
                state.best = {"step": state.step, "bleu": score}
                if self._group.first:
                    with replaced_folder(self._config.output / BEST) as new:
                        self._model(new, texts)
            self._write({"step": state.step, "dev_bleu": score, "best": better})
        self._keep()
        return self._ended()

    def _model(self, folder: Path, texts: list[str] | None = None) -> None:
        trainee = self._trainee
        save_model(folder, trainee.network, trainee.pieces, self._config.languages, self._notes())
        if texts is not None:
            (folder / "dev.txt").write_text("".join(f"{text}\n" for text in texts), "utf-8")

    def _notes(self) -> dict[str, Any]:
        config, state = self._config, self._state
        return {
            "context": context_notes(config),
            "recipe": config.recipe or config.checkpoint,
            "marks": list(config.marks),
            "seed": config.seed,
            "step": state.step,
            "best": state.best,
        }

    def _save(self, *, unevaluated: bool) -> None:
        """Where the run stands; `unevaluated`: before the dev BLEU and the copy of this step."""
        self._state.unevaluated = unevaluated
        if self._group.first:
            with replaced_folder(self._config.output / LAST) as new:
                self._checkpoint(new)
        self._group.wait()

    def _keep(self) -> None:
        """Another copy if asked for; then the checkpoint says that this step is all done."""
        output, keep, state = self._config.output, self._config.training.keep, self._state
        if self._group.first and keep:
            with replaced_folder(output / f"step-{state.step}") as new:
                self._model(new)
            kept = {int(name): path for path in output.glob("step-*")
                    if (name := path.name[5:]).isdecimal()}  # fmt: skip
            for number in sorted(kept)[:-keep]:
                shutil.rmtree(kept[number])
        if state.unevaluated:
            state.unevaluated = False
            if self._group.first:
                pieces, languages = self._trainee.pieces, self._config.languages
                write_notes(output / LAST, pieces, languages, self._notes())
                write_counters(output / LAST, state)
        self._group.wait()

    def _checkpoint(self, folder: Path) -> None:
        self._model(folder)
        write_state(folder, self._state, self._optimiser)

    def _note(self, text: str) -> None:
        self._say(text)
        self._write({"step": self._state.step, "note": text})

    def _write(
        self, row: Mapping[str, Any], guessed: Mapping[str, Any] = MappingProxyType({})
    ) -> None:
        """A row of the log; what is `guessed` is told, not written."""
        if self._journal is not None:
            self._journal.add(row)
            self._report({**row, **guessed})
