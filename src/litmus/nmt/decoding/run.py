"""A model at work on the lines of a suite, with or without the sentences before."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import chain
from pathlib import Path

from litmus.engine.parts import Written, content
from litmus.engine.shards import Shard, Stretch, cut
from litmus.errors import DataError, UsageError
from litmus.files.text import read_lines, read_text
from litmus.nmt.decoding.translating import (
    CHUNK,
    CHUNK_ON_GPU,
    Line,
    Progress,
    Share,
    groups_of,
    text_of,
    translate_file,
)
from litmus.nmt.model import Model
from litmus.nmt.windows import ContextSize
from litmus.nmt.workers import ModelThere, Workers, model_here
from litmus.systems.run import Stopped, Translation, part_of
from litmus.systems.system import Level
from litmus.wording import Message, count, option


@dataclass(frozen=True)
class DecodingOptions:
    """How a model decodes and what context it reads; None is as the model was trained."""

    context: str = "predicted"
    source_context: int | None = None
    target_context: int | None = None
    between: str | None = None
    prompt: str | None = None
    beam: int = 5
    length_penalty: float = 1.0
    batch_tokens: int | None = None
    device: str = "auto"


def run_model(
    name: str,
    languages: tuple[str, str],
    lines: list[Line],
    *,
    level: Level,
    options: DecodingOptions,
    output: Path,
    overwrite: bool,
    workers: Workers,
    shard: Shard | None,
    progress: Callable[[int], Progress] | None,
) -> Translation:
    """All lines translated; they are on disk as they are made, and a stopped run resumes.

    With a `shard`, the lines of one of several runs, and the file is a part.
    """
    _refuse_context(lines, level, options)
    workers, device = workers.settled(options.device)
    model, there, size = _loaded(name, languages, level, replace(options, device=device), workers)
    from litmus.nmt.decoding.shared import SharedTranslator  # only now is torch known to be there
    from litmus.nmt.decoding.translator import Translator

    translator = Translator(
        model,
        beam=options.beam,
        length_penalty=options.length_penalty,
        batch_tokens=options.batch_tokens,
        prompt=options.prompt,
    )
    references = _from_references(options, size)
    weights = f"{model.weights}{_content(options.prompt)}{options.between or ''}"
    chunk = CHUNK_ON_GPU if device.startswith("cuda") else CHUNK
    signature = f"{translator.signature}{_signature(size, options)}"
    share, elsewhere = None, None
    if shard is not None:
        rounds = f"{chunk},{device.partition(':')[0]},{options.batch_tokens or ''}"
        made_by = f"translate|{signature}|{'-'.join(languages)}|{_digest(weights)}|batch:{rounds}"
        lines, stretch = _cut(lines, shard, size, references, chunk)
        share = Share(shard, stretch, made_by)
    if not workers.alone:
        elsewhere = SharedTranslator(
            there, workers, size, references, options.beam, options.length_penalty,
            options.batch_tokens, options.prompt,
        )  # fmt: skip
    try:
        done = translate_file(
            translator,
            lines,
            output,
            context=size,
            references=references,
            weights=weights,
            chunk=chunk,
            overwrite=overwrite,
            share=share,
            elsewhere=elsewhere,
            progress=progress(len(lines)) if progress else None,
        )
    except KeyboardInterrupt as stop:
        raise Stopped(
            Message(
                f"what was translated so far is kept in {part_of(output)}.\n"
                f"{_way_on(output, overwrite)}"
            )
        ) from stop
    notes = []
    if done.left_out:
        notes.append(
            f"{count(done.left_out, 'sentence')} of context had no room; the farthest were left "
            "out."
        )
    texts = list(read_lines(output) if share is None else content(output))
    pairs = zip(lines, texts, strict=True)
    empty = sum(1 for line, text in pairs if line.source.strip() and not text.strip())
    if empty:
        notes.append(f"{count(empty, 'translation')} came back empty.")
    written = Written(share.shard, share.stretch, len(texts)) if share else None
    return Translation(texts, done.kept, signature, notes, written)


def _cut(
    lines: list[Line], shard: Shard, size: ContextSize, references: bool, chunk: int
) -> tuple[list[Line], Stretch]:
    """The lines of one of several runs, whole groups of them."""
    batches, stretch = cut(
        lambda: groups_of(lines, size, references, chunk),
        shard,
        lambda group: (text_of(line, size, references) for line in chain(*group)),
    )
    assert stretch is not None
    if not stretch.total:
        raise DataError("There is no line to translate.")
    return [line for group in batches() for line in chain(*group)], stretch


def _way_on(output: Path, overwrite: bool) -> str:
    """How a run resumes: overwriting would begin it anew."""
    if not overwrite:
        return "The same command resumes from it."
    without = f"the same command without {option('overwrite')} resumes from it."
    if output.exists():
        return f"Move {output} away, and {without}"
    return without[0].upper() + without[1:]


def _loaded(
    name: str,
    languages: tuple[str, str],
    level: Level,
    options: DecodingOptions,
    workers: Workers,
) -> tuple[Model, ModelThere, ContextSize]:
    """The model, how others load it, and how much context it is given."""
    sizes = options.source_context, options.target_context
    between = options.between if level == "document" else None
    model, there = model_here(
        name, languages, device=options.device, between=between, workers=workers
    )
    if level == "sentence":
        return model, there, ContextSize()
    trained = [int(model.context.get(side, 0)) for side in ("source", "target")]
    source, target = (
        own if size is None else size for size, own in zip(sizes, trained, strict=True)
    )
    target = 0 if options.context == "none" else target
    if not (source or target):
        raise UsageError(
            f"{name} does not say how much context it reads.\nSay it: "
            f"{option('source_context', 'N')}, {option('target_context', 'N')}; or use "
            f"{option('level', 'sentence')}."
        )
    return model, there, ContextSize(source, target)


def _refuse_context(lines: list[Line], level: Level, options: DecodingOptions) -> None:
    """What is wrong shows before the model is loaded."""
    if level == "sentence":
        if options.source_context or options.target_context or options.context == "reference":
            raise UsageError(
                f"Sentences on their own have no context. Add {option('level', 'document')}."
            )
        return
    if options.context == "reference" and any(line.reference is None for line in lines):
        raise DataError(
            f"{option('context', 'reference')} needs a reference for every line: "
            f"{option('references', 'FILE')}"
        )
    if options.context == "none" and options.target_context:
        raise UsageError(
            f"{option('context', 'none')} and {option('target_context')} contradict each other."
        )


def _from_references(options: DecodingOptions, size: ContextSize) -> bool:
    """Whether the target context is taken from the references."""
    return options.context == "reference" and size.target > 0


def _signature(size: ContextSize, options: DecodingOptions) -> str:
    """What of the context can change a translation; nothing if there is none."""
    sides = [f"source{size.source}"] * (size.source > 0)
    if size.target:
        sides.append(
            f"{'reference' if _from_references(options, size) else 'predicted'}{size.target}"
        )
    separator = f"|break:{options.between!r}" if sides and options.between is not None else ""
    return f"|context:{'/'.join(sides)}{separator}" if sides else ""


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def _content(prompt: str | None) -> str:
    """A prompt of the user's own: another text is another run."""
    own = prompt is not None and Path(prompt).is_file()
    return read_text(Path(prompt)) if own and prompt else ""
