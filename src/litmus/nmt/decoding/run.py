"""A model at work on the lines of a suite, with or without the sentences before."""

from dataclasses import dataclass
from pathlib import Path

from litmus.errors import DataError, UsageError
from litmus.files.text import read_lines, read_text
from litmus.nmt.decoding.translating import (
    CHUNK,
    CHUNK_ON_GPU,
    Line,
    Progress,
    translate_file,
)
from litmus.nmt.model import Model, load_model
from litmus.nmt.windows import ContextSize
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
    progress: Progress | None,
) -> Translation:
    """All lines translated; they are on disk as they are made, and a stopped run resumes."""
    model, size = _loaded(name, languages, lines, level, options)
    from litmus.nmt.decoding.translator import Translator  # only now is torch known to be there

    translator = Translator(
        model,
        beam=options.beam,
        length_penalty=options.length_penalty,
        batch_tokens=options.batch_tokens,
        prompt=options.prompt,
    )
    try:
        done = translate_file(
            translator,
            lines,
            output,
            context=size,
            references=_from_references(options, size),
            weights=f"{model.weights}{_content(options.prompt)}{options.between or ''}",
            chunk=CHUNK_ON_GPU if model.device.type == "cuda" else CHUNK,
            overwrite=overwrite,
            progress=progress,
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
    signature = f"{translator.signature}{_signature(size, options)}"
    return Translation(list(read_lines(output)), done.kept, signature, notes)


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
    lines: list[Line],
    level: Level,
    options: DecodingOptions,
) -> tuple[Model, ContextSize]:
    """The model, and how much context it is given. What is wrong shows before it is loaded."""
    sizes = options.source_context, options.target_context
    if level == "sentence":
        if any(sizes) or options.context == "reference":
            raise UsageError(
                f"Sentences on their own have no context. Add {option('level', 'document')}."
            )
        return load_model(name, languages, device=options.device), ContextSize()
    _check_context(lines, options)
    model = load_model(name, languages, device=options.device, between=options.between)
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
    return model, ContextSize(source, target)


def _check_context(lines: list[Line], options: DecodingOptions) -> None:
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


def _content(prompt: str | None) -> str:
    """A prompt of the user's own: another text is another run."""
    own = prompt is not None and Path(prompt).is_file()
    return read_text(Path(prompt)) if own and prompt else ""
