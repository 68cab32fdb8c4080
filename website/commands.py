"""One page per command, written from its parser."""

import argparse
import re
from collections.abc import Iterator
from typing import Any

from links import fill
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

from litmus.cli.main import parser

FOLDER = "reference/commands"
LIST = "<!-- commands -->"  # in docs/reference/README.md: where the list of commands goes


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The navigation with a page per command."""
    pages: list[Any] = [
        {title: [{name: f"{FOLDER}/{name}.md"} for name in names]}
        for title, names in groups().items()
    ]
    fill(config.nav, f"{FOLDER}/", pages if len(pages) > 1 else next(iter(pages[0].values())))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The pages."""
    for name, (command, summary) in commands().items():
        text = "\n".join(page(f"litmus {name}", command, summary))
        files.append(File.generated(config, f"{FOLDER}/{name}.md", content=text))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """The list of commands, where a page asks for it."""
    if LIST not in markdown:
        return markdown
    found, lines = commands(), []
    for title, names in groups().items():
        lines += ["", f"| {title} | |", "| --- | --- |"]
        lines += [f"| [`{name}`](commands/{name}.md) | {found[name][1]} |" for name in names]
    return markdown.replace(LIST, "\n".join(lines))


def commands() -> dict[str, tuple[argparse.ArgumentParser, str]]:
    """Name -> parser and summary, in the order of the help."""
    return below(parser())


def groups() -> dict[str, list[str]]:
    """Heading -> its commands, as the help of litmus shows them."""
    found: dict[str, list[str]] = {}
    title, known = "", commands()
    for line in parser().format_help().split("\n"):
        if line.endswith(":") and not line.startswith(" "):
            title = {"positional arguments": "Commands"}.get(line[:-1], sentence(line[:-1]))
        entry = re.match(r" {2,4}(\S+)(?: |$)", line)
        if entry and entry[1] in known:
            found.setdefault(title, []).append(entry[1])
    return found


def below(command: argparse.ArgumentParser) -> dict[str, tuple[argparse.ArgumentParser, str]]:
    """The commands of a command."""
    return {
        choice.dest: (action._name_parser_map[choice.dest], escaped(choice.help or ""))
        for action in command._actions
        if isinstance(action, argparse._SubParsersAction)
        for choice in action._choices_actions
    }


def page(
    title: str, command: argparse.ArgumentParser, summary: str, level: int = 1
) -> Iterator[str]:
    """The Markdown of a command, and below it of its own commands."""
    text = escaped(command.description or "") or sentence(summary)
    yield from (f"{'#' * level} {title}", "", text, "")
    yield from ("```text", usage(command), "```", "")
    for group in command._action_groups:
        rows = [row(command, action) for action in group._group_actions if is_shown(action)]
        if rows:
            name = heading(group.title or "")
            yield from (f"{'#' * (level + 1)} {name}", "") if level == 1 else (f"**{name}**", "")
            yield from (escaped(group.description), "") if group.description else ()
            yield from ("| option | means |", "| --- | --- |", *rows, "")
    if command.epilog:
        yield from ("```text", command.epilog.strip("\n"), "```", "")
    for name, (own, its_summary) in below(command).items():
        yield from page(f"{title} {name}", own, its_summary, level + 1)


def usage(command: argparse.ArgumentParser) -> str:
    """Without the word, and without the room for it."""
    lines = command.format_usage().rstrip().split("\n")
    return "\n".join(line[len("usage: ") :] for line in lines)


def is_shown(action: argparse.Action) -> bool:
    """Neither hidden nor a list of commands, which have sections of their own."""
    return action.help != argparse.SUPPRESS and not isinstance(action, argparse._SubParsersAction)


def row(command: argparse.ArgumentParser, action: argparse.Action) -> str:
    """Names, values and meaning of an option, as one line of a table."""
    formatter = command.formatter_class(command.prog, width=10_000)
    names = formatter._format_action_invocation(action)
    means = escaped(formatter._expand_help(action)) if action.help else ""
    if action.required and action.option_strings:
        means = f"{means} (needed)".lstrip()
    return f"| `{names}` | {means} |"


def heading(title: str) -> str:
    return {"positional arguments": "Arguments"}.get(title, sentence(title))


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def escaped(text: Any) -> str:
    """Text that Markdown shows as it is."""
    plain = " ".join(str(text).split())
    for sign in "\\`*_<|[":
        plain = plain.replace(sign, f"\\{sign}")
    return plain
