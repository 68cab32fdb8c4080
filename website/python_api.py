"""The page of all functions: what the front door offers, from its docstrings."""

import links  # noqa: F401 (this checkout's litmus comes first)
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files

import litmus

PAGE = "reference/python.md"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """The page: one entry per name, written by mkdocstrings where it is defined."""
    lines = ["# Python: all functions", "", "What `import litmus` offers, from the docstrings. "
             "Examples for each: [guide](../api.md).", ""]  # fmt: skip
    for name in sorted(litmus.__all__, key=str.lower):
        thing = getattr(litmus, name)
        if hasattr(thing, "__module__"):
            lines += [f"::: {thing.__module__}.{thing.__qualname__}", ""]
    files.append(File.generated(config, PAGE, content="\n".join(lines)))
    return files
