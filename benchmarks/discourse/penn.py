"""Sentences of Penn Treebank files, with the auxiliaries after which `*?*` marks a gap."""

import re
from collections.abc import Iterator

_TOKEN = re.compile(r"\(|\)|[^\s()]+")
_BRACKETS = {"-LRB-": "(", "-RRB-": ")", "-LCB-": "{", "-RCB-": "}", "``": '"', "''": '"'}
_NO_SPACE_BEFORE = re.compile(r"[.,;:?!%)}\]]|n't|'(s|d|m|re|ve|ll)?|\.\.\.", re.IGNORECASE)
_LICENSORS = re.compile(r"MD|VB\w*|TO|AUX")
Span = tuple[int, int]


class Node:
    """A constituent, or a word if it has a `form`."""

    def __init__(self, label: str, parent: "Node | None") -> None:
        self.label, self.parent = label, parent
        self.children: list[Node] = []
        self.form = ""
        self.span: Span = (0, 0)

    def leaves(self) -> "Iterator[Node]":
        """The words below, from left to right."""
        if self.form:
            yield self
        for child in self.children:
            yield from child.leaves()


def trees(content: str) -> Iterator[Node]:
    """The trees of a file in brackets."""
    node: Node | None = None
    expect_label = False
    for token in _TOKEN.findall(content):
        if token == "(":
            child = Node("", node)
            if node is not None:
                node.children.append(child)
            node, expect_label = child, True
        elif token == ")":
            expect_label = False
            if node is not None and node.parent is None:
                yield node
            node = node.parent if node is not None else None
        elif node is not None and expect_label:
            node.label, expect_label = token, False
        elif node is not None:
            node.form = token


def sentences(content: str) -> Iterator[tuple[str, tuple[Span, ...]]]:
    """Each sentence as running text, with the spans of the words that license its gaps.

    >>> tree = "( (S (NP-SBJ (PRP I)) (VP (MD will) (VP (-NONE- *?*))) (. .)) )"
    >>> list(sentences(tree))
    [('I will.', ((2, 6),))]
    """
    for tree in trees(content):
        leaves = list(tree.leaves())
        text = _written([leaf for leaf in leaves if leaf.label != "-NONE-"])
        gaps = {_licensor(leaf, leaves) for leaf in leaves if leaf.form == "*?*"}
        yield text, tuple(sorted(gaps))


def _written(words: list[Node]) -> str:
    """The words as they were printed; each learns its span."""
    text, opened, glue = "", False, True
    for word in words:
        form = _BRACKETS.get(word.form, word.form)
        closing = word.form == "''" or (form == '"' and word.form != "``" and opened)
        if not glue and not closing and not _NO_SPACE_BEFORE.fullmatch(form):
            text += " "
        word.span = (len(text), len(text) + len(form))
        text += form
        opened = word.form == "``" or (opened and not closing)
        glue = word.form in ("``", "-LRB-", "-LCB-", "$", "#")
    return text


def _licensor(gap: Node, leaves: list[Node]) -> Span:
    """The last verb, auxiliary or *to* before the gap in its clause, or else the last word."""
    node: Node | None = gap
    while node is not None and node.parent is not None:
        siblings = node.parent.children
        for sibling in reversed(siblings[: siblings.index(node)]):
            if sibling.form and _LICENSORS.fullmatch(sibling.label):
                return sibling.span
        node = node.parent
    before = [leaf for leaf in leaves[: leaves.index(gap)] if leaf.label != "-NONE-"]
    return before[-1].span if before else (0, 0)
