"""Documents in paragraphs, tagged as the same documents in lines?

    python -m benchmarks.discourse.paragraphs SHARED_DATA [LANG ...] [--markdown]

NTREX has one sentence per line, mostly. Four lines of a document are made one segment, with the
same links between words; tags should stay where they were. *Whole* is a tagger that takes a segment
for one sentence. Prints tags in lines, then precision / recall in paragraphs and whole ones.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from unittest import mock

from benchmarks.machine import machine

from litmus.alignment.aligners import learn, load_aligner
from litmus.alignment.links import Alignment, Span
from litmus.discourse.source_side import Item
from litmus.discourse.tagging import DocumentTagger
from litmus.files.text import read_lines

LINES = 4  # in a paragraph
LANGUAGES = ("de", "es", "fr", "ja", "ru")
Tagged = set[tuple[str, int, int]]  # tag, line, token of the line
Scores = dict[str, tuple[int, int, int]]  # tag -> right, in lines, in paragraphs


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("data", type=Path)
    parser.add_argument("languages", nargs="*")
    parser.add_argument("--markdown", action="store_true")
    args = parser.parse_args()
    found = {code: measure(args.data / "ntrex", code) for code in args.languages or LANGUAGES}
    print("\n".join(markdown(found)))
    if not args.markdown:
        print(machine())


def measure(folder: Path, code: str) -> tuple[Scores, Scores]:
    """The tags of paragraphs, split into sentences and taken whole, against those of lines."""
    names = ("docids", "src.en", f"ref.{code}")
    columns = [list(read_lines(folder / name, any_line_end=True)) for name in names]
    lines = [
        Item(document, *map(str.strip, texts)) for document, *texts in zip(*columns, strict=True)
    ]
    aligner = learn(load_aligner("embedded", ("en", code)), ((i.source, i.target) for i in lines))
    links = aligner.align([(item.source, item.target) for item in lines])
    space = "" if code in ("ja", "zh") else " "
    groups = list(paragraphs(lines))
    joined = [
        Item(lines[group[0]].document, " ".join(lines[n].source for n in group),
             space.join(lines[n].target for n in group))
        for group in groups
    ]  # fmt: skip
    joined_links = [merged([(lines[n], links[n]) for n in group], space) for group in groups]
    apart = tagged(code, lines, links, [[n] for n in range(len(lines))], lines)
    split = tagged(code, joined, joined_links, groups, lines)
    with mock.patch("litmus.discourse.sentences.by_marks", lambda text, language: [text]):
        whole = tagged(code, joined, joined_links, groups, lines)
    return scores(apart, split), scores(apart, whole)


def paragraphs(lines: Sequence[Item]) -> Iterator[list[int]]:
    for _, group in groupby(range(len(lines)), key=lambda n: lines[n].document):
        own = list(group)
        yield from (own[n : n + LINES] for n in range(0, len(own), LINES))


def merged(parts: Sequence[tuple[Item, Alignment]], space: str) -> Alignment:
    """The links of lines that were joined."""
    source: list[Span] = []
    target: list[Span] = []
    links: set[tuple[int, int]] = set()
    confidence: dict[tuple[int, int], float] = {}
    here = there = 0
    for item, one in parts:
        for i, j in one.links:
            link = (i + len(source), j + len(target))
            links.add(link)
            if (i, j) in one.confidence:
                confidence[link] = one.confidence[i, j]
        source += ((start + here, end + here) for start, end in one.source)
        target += ((start + there, end + there) for start, end in one.target)
        here += len(item.source) + 1
        there += len(item.target) + len(space)
    return Alignment(tuple(source), tuple(target), frozenset(links), confidence)


def tagged(
    code: str, items: Sequence[Item], links: Sequence[Alignment], groups: Sequence[Sequence[int]],
    lines: Sequence[Item],
) -> Tagged:  # fmt: skip
    """Tags by line and by the letters of the line that are before them."""
    tagger = DocumentTagger(("en", code))
    found: Tagged = set()
    for row, group in zip(tagger.tag(items, links), groups, strict=True):
        sizes = [len(letters(lines[n].target)) for n in group]
        line, before = 0, 0
        for token, tags in zip(row.tokens, row.tags, strict=True):
            while before >= sizes[line]:
                before -= sizes[line]
                line += 1
            found |= {(tag, group[line], before) for tag in tags}
            before += len(letters(token))
    return found


def letters(text: str) -> str:
    return "".join(text.split())


def scores(lines: Tagged, joined: Tagged) -> Scores:
    right, given, made = (
        Counter(tag for tag, *_ in one) for one in (lines & joined, lines, joined)
    )
    return {tag: (right[tag], given[tag], made[tag]) for tag in sorted(given)}


def markdown(found: Mapping[str, tuple[Scores, Scores]]) -> Iterator[str]:
    yield "| | tag | in lines | in paragraphs, P / R | taken whole, P / R |"
    yield "| --- | --- | ---: | --- | --- |"
    for code, (split, whole) in found.items():
        for tag, (_, given, _) in split.items():
            cells = " | ".join(_rates(one[tag]) for one in (split, whole))
            yield f"| {code} | {tag.replace('_', ' ')} | {given:,} | {cells} |"


def _rates(counts: tuple[int, int, int]) -> str:
    right, given, made = counts
    precision = f"{right / made:.2f}" if made else "-"
    return f"{precision} / {right / given:.2f}".replace("0.", ".")


if __name__ == "__main__":
    main()
