"""COMET: a learned metric; it needs a package (`litmus-mt[comet]`) and weights."""

import logging
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import numpy as np

from litmus.errors import MissingExtra, UsageError
from litmus.metrics.base import Batch, Metric, Outputs, Reading, SegmentRow, Setup
from litmus.metrics.formulas import Ratio
from litmus.metrics.options import Option
from litmus.wording import count, option

# Lightning's warning that weights were left at random: the one thing it says that a user must see.
UNTRAINED = "Found keys that are in the model state dict but not in the checkpoint"

Prepared = list[tuple[str, str | None]]


class COMET(Metric[Prepared]):
    """Mean COMET score of the segments, x 100, with the first reference. Higher is better.

    `model` is a name that the comet package can download (such as Unbabel/wmt22-comet-da) or a
    path on disk: MODEL, or MODEL/checkpoints/model.ckpt, with MODEL/hparams.yaml. The encoder
    named there (such as xlm-roberta-large) is looked up on disk and then on the hub.
    Reference-free models work too: they are not given the reference.

    Paper: Rei et al., EMNLP 2020.
    """

    name = "comet"
    title = "COMET"
    summary = "learned metric; needs litmus-mt[comet] and a model by name or path"
    family = "overall"
    declared_options = (
        Option("model", "Unbabel/wmt22-comet-da", "a model's name, or the path of its checkpoint"),
        # Not several: comet 2.2.7 runs the command anew on each, and fails under torch >= 2.6
        # (github.com/Unbabel/COMET/pull/258).
        Option("gpus", "0", "1 to use the GPU", ("0", "1")),
        Option("batch_size", "16", "segments per batch"),
    )
    one_process = True
    columns = ("score", "segments")
    readings = (Reading("", Ratio("score", "segments")),)
    suits_segments = True

    def __init__(self, setup: Setup, options: Mapping[str, str]) -> None:
        super().__init__(setup, options)
        size = self.options["batch_size"]
        if not (size.isascii() and size.isdigit() and int(size)):
            raise UsageError(f"comet: batch_size must be a whole number above 0, but is {size!r}.")

    @cached_property
    def _checkpoint(self) -> Path | None:
        """The checkpoint on disk; None for a name to be downloaded."""
        model = self.options["model"]
        path = Path(model).expanduser()
        if path.is_dir():
            checkpoints = sorted(path.glob("**/*.ckpt"))
            if len(checkpoints) != 1:
                n = count(len(checkpoints), "checkpoint")
                raise UsageError(f"comet: {path} contains {n} (*.ckpt), but must contain one.")
            path = checkpoints[0]
        if path.exists():
            return path.absolute()
        # A name is NAME or OWNER/NAME; anything else was meant as a path.
        if path.suffix == ".ckpt" or model.startswith((".", "/", "~")) or len(path.parts) > 2:
            raise UsageError(f"comet: {path} does not exist.")
        return None

    @cached_property
    def _model(self) -> Any:
        path, name = self._checkpoint, self.options["model"]
        try:
            with _quiet():
                from comet import download_model, load_from_checkpoint
        except ImportError as error:
            if error.name == "comet":
                raise MissingExtra("comet", "comet") from error
            raise UsageError(
                f"comet: its package is installed, but cannot be imported: {error}\n"
                'Install what it needs with: pip install "litmus-mt[comet]"'
            ) from error

        if path is None:
            try:
                with _quiet():
                    path = Path(download_model(name))
            except Exception as error:  # the hub's client raises what it likes
                raise UsageError(
                    f"comet: the model {name!r} could not be downloaded: {_cause(error)}\n"
                    "Check the name and the network, or give the path of a checkpoint: "
                    f"{option('metrics', 'comet:model=PATH')}"
                ) from error
        try:
            with _quiet():
                return load_from_checkpoint(str(path))
        except Exception as error:  # comet raises bare ones, torch and the hub theirs
            raise UsageError(
                f"comet: {path} could not be loaded: {error}\n"
                "It needs hparams.yaml in the folder above its own, and the encoder named there, "
                "on disk or on the hub."
            ) from error

    def prepare(self, batch: Batch) -> Prepared:
        """Source and first reference."""
        if not self._model.requires_references():
            return [(segment.source, None) for segment in batch.segments]
        references = self.references(batch)
        return [(s.source, r[0]) for s, r in zip(batch.segments, references, strict=True)]

    def measure(self, prepared: Prepared, outputs: Outputs) -> list[SegmentRow]:
        """The model's score of every segment; an empty line has none."""
        samples = {
            index: {"src": source, "mt": text}
            | ({"ref": reference} if reference is not None else {})
            for index, ((source, reference), text) in enumerate(
                zip(prepared, outputs.hypotheses, strict=True)
            )
            if any(part and part.strip() for part in (source, reference, text))
        }
        if not samples:
            return []
        model = self._model
        with _quiet():
            predicted = model.predict(
                list(samples.values()),
                batch_size=int(self.options["batch_size"]),
                gpus=int(self.options["gpus"]),
                progress_bar=False,
            )
        scores = np.asarray(predicted["scores"], np.float64)
        return [
            SegmentRow(index, None, (float(score), 1.0), {})
            for index, score in zip(samples, scores, strict=True)
        ]

    def signature_parts(self) -> dict[str, str]:
        """The model and comet's version; devices and batches change nothing."""
        path, model = self._checkpoint, self.options["model"]
        if path is not None:  # every model of the hub is a model.ckpt: its folder tells them apart
            model = f"{path.parent.parent.resolve().name}/{path.name}"
        try:
            return {"model": model, "comet": version("unbabel-comet")}
        except PackageNotFoundError:
            return {"model": model, "comet": "?"}


def _cause(error: BaseException) -> BaseException:
    """What the hub's client said, which comet hides behind "not supported by COMET"."""
    chain = [error]
    while (before := chain[-1].__context__) is not None:
        chain.append(before)
    said = (link for link in chain if type(link).__module__.startswith("huggingface_hub"))
    return next(said, chain[-1])


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps comet and Lightning quiet on stderr; logging and warnings are left as they were."""
    root, form = logging.getLogger(), warnings.formatwarning
    level, handlers, disabled = root.level, root.handlers[:], root.manager.disable
    logging.disable(max(disabled, logging.INFO))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            warnings.filterwarnings("default", message=UNTRAINED)
            yield
    finally:
        logging.disable(disabled)
        root.setLevel(level)
        root.handlers[:] = handlers
        warnings.formatwarning = form
