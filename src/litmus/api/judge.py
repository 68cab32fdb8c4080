"""`litmus.judge`: a language model judges translations, and is held against people."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

from litmus.api.inputs import ByName, SuiteLike, Texts, open_outputs, open_suite
from litmus.api.judge_tags import tagged_words
from litmus.corpus.in_memory import Marks, Text
from litmus.corpus.suite import Suite
from litmus.errors import DataError, UsageError, at_least
from litmus.judging.items import Choice, make_items
from litmus.judging.kept import run_kept
from litmus.judging.rows import from_json
from litmus.judging.run import Judge, Progress, Verdicts, signature
from litmus.judging.task import Task, load_task
from litmus.judging.trust import People, Trust, compare_with_people, read_people
from litmus.language.knowledge import language_code
from litmus.scoring.measuring.inputs import Output
from litmus.systems.engine import Engine
from litmus.systems.engine_files.engine_file import engines
from litmus.systems.engine_files.limits import Limits
from litmus.systems.http.http_engine import service
from litmus.systems.load import SYSTEMS
from litmus.systems.prompts.chat import ChatOptions
from litmus.systems.run import refuse_pace
from litmus.systems.system import SystemSetup
from litmus.systems.usage import Usage
from litmus.wording import Message, option


@dataclass(frozen=True)
class Judged:
    """What a judge says, how it came about, and how far it can be trusted.

    `usage` is what was asked; in a dry run what would be, and there are no verdicts.
    """

    name: str
    signature: str
    verdicts: Verdicts
    trust: Trust
    notes: tuple[str, ...]
    usage: Usage | None = None

    @property
    def rows(self) -> tuple[dict[str, Any], ...]:
        """As they are written."""
        return self.verdicts.rows


def judge(
    suite: SuiteLike | None = None,
    outputs: ByName | None = None,
    *,
    judge: str | Engine,
    task: str = "mqm",
    output: Path | str | None = None,
    languages: str | None = None,
    source: Text | None = None,
    references: Texts = (),
    spans: str | Path | Marks | None = None,
    docids: Text | None = None,
    idioms: str | Path | Sequence[str] | None = None,
    repeats: int = 1,
    repairs: int = 1,
    with_reference: bool = False,
    source_context: int | None = None,
    target_context: int | None = None,
    sample: int | None = None,
    seed: int = 12345,
    people: Path | str | Sequence[Path | str] = (),
    overwrite: bool = False,
    url: str | None = None,
    model: str | None = None,
    settings: Mapping[str, Any] | None = None,
    timeout: float | None = None,
    cache: Path | str | None = None,
    parallel: int | None = None,
    requests_per_minute: float | None = None,
    tokens_per_minute: float | None = None,
    dry_run: bool = False,
    progress: Callable[[int], Progress] | None = None,
) -> Judged:
    """Verdicts of a language model on the outputs of systems.

    `judge` is "http:ENGINE", or an engine with `answer(queries)`. `task` is "mqm" (errors with
    severities), "direct" (0-100), "idiom", "formality" or "pronoun" (labels), or a TOML file. Every
    item is asked `repeats` times; an answer that does not fit its schema is asked for again
    `repairs` times, and then is a row without a verdict. `sample` is a number of random segments.
    With `output`, rows are written there, and a run that was stopped resumes; `cache` keeps answers
    for any run. `settings` are fields of its requests, such as {"temperature": 0.7}. `people` are
    files of ratings or labels of some of the same translations: the result says how far the judge
    agrees with them. `dry_run` asks nothing; its `usage` says what would be asked.

    >>> from litmus.systems.engine import Answer, Limit
    >>> class Strict:
    ...     signature = identity = "strict"
    ...     limit = Limit(1, 10_000)
    ...     def answer(self, queries):
    ...         return [Answer('{"score": 40}') for _ in queries]
    ...     def ask(self, texts):
    ...         return ['{"score": 40}' for _ in texts]
    >>> verdicts = judge(
    ...     languages="en-es", source=["Hello."], outputs={"mine": ["Hola."]}, judge=Strict(),
    ...     task="direct",
    ... )
    >>> [(row["id"], row["system"], row["score"]) for row in verdicts.rows]
    [('1', 'mine', 40.0)]
    """
    at_least(
        ("repeats", repeats, 1), ("repairs", repairs, 0), ("sample", sample, 1), ("seed", seed, 0),
        ("source_context", source_context, 0), ("target_context", target_context, 0),
        ("parallel", parallel, 1),
    )  # fmt: skip
    refuse_pace(requests_per_minute, tokens_per_minute, timeout)
    loaded = load_task(task)
    given = _people(people, loaded)  # before anything is asked and paid for
    opened = open_suite(
        suite, languages=languages, source=source, references=references, spans=spans,
        docids=docids, idioms=idioms,
    )  # fmt: skip
    systems = open_outputs(outputs, opened)
    info = opened.info
    pair = language_code(info.source), language_code(info.target)
    setup = SystemSetup(
        pair, url=url, timeout=timeout, dry_run=dry_run,
        limits=Limits(parallel, requests_per_minute, tokens_per_minute),
        chat=ChatOptions(model, dict(settings or {})),
    )  # fmt: skip
    engine = _engine(judge, setup, loaded)
    choice = _choice(
        loaded, opened, systems, with_reference=with_reference, source_context=source_context,
        target_context=target_context, sample=sample, seed=seed,
    )  # fmt: skip
    chosen, tags = choice
    said = {"set": f"{info.name}.v{info.version}", "lang": f"{info.source}-{info.target}"}
    said |= _shown(chosen, repeats, repairs) | ({"tags": f"({tags})"} if tags else {})
    name = f"judge:{_engine_name(judge, engine)}/{loaded.mark}"
    signed = signature(engine, loaded, said)
    judging = Judge(engine, loaded, name, signed, repeats, repairs)
    items = list(make_items(loaded, opened, systems, chosen))
    if not items:
        raise DataError(_nothing(loaded, info.name))
    verdicts, usage = run_kept(
        judging, items, parallel=parallel, output=Path(output) if output else None,
        cache=Path(cache) if cache else None, overwrite=overwrite, dry_run=dry_run,
        progress=progress,
    )  # fmt: skip
    trust = Trust()
    if given is not None and not dry_run:
        rows = (from_json(f"row {n}", row) for n, row in enumerate(verdicts.rows, start=1))
        trust = compare_with_people(rows, given)
    way_out = option("people", "FILE")
    notes = () if dry_run else (*verdicts.notes, Message(trust.note(name, way_out)))
    return Judged(name, signed, verdicts, trust, tuple(notes), usage)


def _people(people: Path | str | Sequence[Path | str], task: Task) -> People | None:
    """What people say, of the kind that the task gives; None without people."""
    files = [people] if isinstance(people, str | Path) else people
    if not files:
        return None
    return read_people(
        [Path(file) for file in files],
        labels=task.gives == "label",
        who=f"The task {task.name!r}",
        so_far="Nothing was asked. ",
    )


def _engine(judge: str | Engine, setup: SystemSetup, task: Task) -> Engine:
    """What answers; it must take conversations."""
    if not isinstance(judge, str):
        _refuse_setup(setup)
        return judge
    if judge in engines():
        raise UsageError(f"{judge} is an engine. Did you mean {option('judge', f'http:{judge}')}?")
    SYSTEMS.check(judge)
    kind, _, name = judge.partition(":")
    system: Any = (
        service(setup, name, task.schema) if kind == "http" else SYSTEMS.create(judge, setup)
    )
    if not hasattr(system, "answer") or not getattr(system, "takes_turns", True):
        raise UsageError(
            f"{judge} translates texts, but holds no conversation, which a judge needs: a request "
            f"with {{messages}}.\nGive such an engine: {option('judge', 'http:ENGINE')}"
        )
    return cast(Engine, system)


def _refuse_setup(setup: SystemSetup) -> None:
    """A UsageError for what an engine that is made already would never hear of."""
    limits, chat = setup.limits, setup.chat
    for name, value in (
        ("url", setup.url), ("model", chat.model), ("settings", chat.settings or None),
        ("timeout", setup.timeout), ("requests_per_minute", limits.requests_per_minute),
        ("tokens_per_minute", limits.tokens_per_minute),
    ):  # fmt: skip
        if value is not None:
            raise UsageError(
                f"{option(name)} is for {option('judge', 'http:ENGINE')}; an engine object has its "
                "own. Set it there."
            )


def _engine_name(judge: str | Engine, engine: Engine) -> str:
    """What rows call it: the engine's name, and the model's."""
    if isinstance(judge, str):
        kind, _, argument = judge.partition(":")
        name = Path(argument).stem or kind
    else:
        name = engine.signature.partition("|")[0]
    model = str(getattr(engine, "model", "") or "")
    return f"{name}/{model}" if model else name


def _choice(
    task: Task,
    suite: Suite,
    systems: Mapping[str, Output],
    *,
    with_reference: bool,
    source_context: int | None,
    target_context: int | None,
    sample: int | None,
    seed: int,
) -> tuple[Choice, str]:
    """What is judged and shown; and the signature of the tags that decide it, if any do."""
    for name, placeholder, is_given in (
        ("with_reference", "reference", with_reference),
        ("source_context", "source_context", source_context),
        ("target_context", "target_context", target_context),
    ):
        if is_given and not task.shows(placeholder):
            raise UsageError(
                f"The task {task.name!r} does not show {{{placeholder}}}. Leave out {option(name)}."
            )
    if with_reference and not all(segment.references for segment in suite.segments()):
        raise DataError(
            f"{suite.info.name} has segments without a reference. "
            f"Add it ({option('references', 'REF')}), or leave out {option('with_reference')}."
        )
    choice = Choice(
        task.source_context if source_context is None else source_context,
        task.target_context if target_context is None else target_context,
        with_reference,
        sample,
        seed,
    )
    if task.each != "tag":
        return choice, ""
    words, tagged, signed = tagged_words(task, suite, systems)
    return replace(choice, words=words, tagged=tagged), signed


def _shown(choice: Choice, repeats: int, repairs: int) -> dict[str, str]:
    found = {
        "reference": "yes" if choice.with_reference else "no",
        "context": f"{choice.source_context}+{choice.target_context}",
        "repeats": str(repeats),
        "repairs": str(repairs),
    }
    return found | ({"sample": f"{choice.sample}.{choice.seed}"} if choice.sample else {})


def _nothing(task: Task, suite: str) -> str:
    if task.each == "idiom":
        return (
            f"{suite} marks no idiom, so there is nothing to judge. Mark some: "
            f"{option('idioms', 'LIST')} or {option('spans', 'FILE')}"
        )
    return (
        f"No segment of {suite} has a word with the tag {task.tag!r}: nothing to judge. Choose "
        "another task, or a suite whose references or outputs have such words."
    )
