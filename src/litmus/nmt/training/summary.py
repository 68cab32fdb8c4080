"""How a configuration was understood, without training: text, batches, network, steps."""

from dataclasses import dataclass

from litmus.nmt.training.settings import Config
from litmus.nmt.training.setup import Ready, Say, claimed, ready
from litmus.nmt.training.validation import Validation


@dataclass(frozen=True)
class Summary:
    """Lines of a name and what is said of it."""

    lines: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        width = max(len(name) for name, _ in self.lines)
        return "".join(f"{name:{width}}  {text}\n" for name, text in self.lines)


def summarise(config: Config, say: Say) -> Summary:
    """Prepares all that training needs, in the output folder, where training will find it."""
    with claimed(config.output):
        found = ready(config, 1, say)
    lines = [
        ("model", _model(found)),
        ("languages", "-".join(config.languages)),
        *(("train", text) for text in _corpora(found)),
        *([("dev", _dev(found))] if config.data.dev else []),
        ("vocabulary", _vocabulary(found)),
        ("context", _context(config)),
        *([("noise", _noise(config))] if config.noise else []),
        *_epoch(found),
        ("training", _training(config)),
        ("output", str(config.output)),
    ]
    if found.state.step:
        lines.append(("resumes", f"after step {found.state.step:,}"))
    return Summary(tuple(lines))


def _model(found: Ready) -> str:
    config, network = found.config, found.trainee.network.config
    origin = f"recipe {config.recipe}" if config.recipe else f"checkpoint {config.checkpoint}"
    return (
        f"{origin}: {found.trainee.parameters:,} parameters, {network.model_type}, "
        f"{found.trainee.model.positions or 'any number of'} positions, seed {config.seed}"
    )


def _corpora(found: Ready) -> list[str]:
    told = []
    store = found.examples.store
    for corpus, counts in zip(store.corpora, store.counts, strict=True):
        names = f"{found.config.name(corpus.source)} + {found.config.name(corpus.target)}"
        parts = [f"{names}: {counts.kept:,} of {counts.pairs:,} pairs"]
        if counts.dropped:
            why = ", ".join(f"{reason} {number:,}" for reason, number in counts.dropped.items())
            parts.append(f"dropped: {why}")
        if corpus.upsample > 1:
            parts.append(f"{corpus.upsample} times")
        if corpus.mark:
            parts.append(f"marked {corpus.mark}")
        if found.config.context.size != "none" and not corpus.docids:
            parts.append("no docids, so no context")
        told.append("; ".join(parts))
    return told


def _dev(found: Ready) -> str:
    config = found.config
    pairs, how = len(Validation(config, found.trainee.model)), config.decoding
    context = f", {how.context} context" if config.context.size != "none" else ""
    assert config.data.dev is not None
    return f"{config.name(config.data.dev.source)}: {pairs:,} pairs, beam {how.beam}{context}"


def _vocabulary(found: Ready) -> str:
    config, size = found.config, found.trainee.network.get_input_embeddings().num_embeddings
    if config.checkpoint:
        added = ", ".join(found.trainee.added)
        return f"{size:,} pieces of the checkpoint" + (f"; added: {added}" if added else "")
    origin = config.vocabulary.file or f"trained, coverage {config.vocabulary.coverage}"
    return f"{size:,} joint pieces ({origin})"


def _context(config: Config) -> str:
    context = config.context
    if context.size == "none":
        return "none"
    how = "up to, drawn for every example" if context.size == "dynamic" else "always"
    within = f", within {context.pieces:,} pieces" if context.pieces else ""
    counts = f"{context.source} source, {context.target} target sentences"
    return f"{context.size}: {counts} ({how}){within}"


def _noise(config: Config) -> str:
    found = config.noise
    shares = {
        "source masked": found.mask_source,
        "source replaced": found.replace_source,
        "target replaced": found.replace_target,
    }
    return ", ".join(f"{name} {100 * share:g} %" for name, share in shares.items() if share)


def _epoch(found: Ready) -> list[tuple[str, str]]:
    epoch, training = found.examples.epoch(0), found.config.training
    tokens, steps = int(epoch.tokens.sum()), -(-epoch.batches // training.accumulate)
    lines = [
        (
            "epoch",
            f"{len(found.examples):,} examples, {tokens:,} target tokens in {epoch.batches:,} "
            f"batches of at most {training.batch_tokens:,}, {steps:,} steps",
        )
    ]
    if epoch.left_out:
        lines.append(
            ("", f"{epoch.left_out:,} sentences of context have no room; the farthest go first")
        )
    return lines


def _training(config: Config) -> str:
    found = config.training
    until = f"{found.steps:,} steps" + (f" or {found.epochs} epochs" if found.epochs else "")
    return (
        f"{until}, {found.schedule} {found.learning_rate:g} after {found.warm_up:,} steps, "
        f"{found.precision}, dev BLEU and checkpoint every {found.dev_every:,}"
    )
