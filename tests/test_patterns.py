"""No pattern of the package takes more than linear time, whatever it is given. Steps are counted."""

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest
from backtracking import Matcher
from hypothesis import given, settings
from hypothesis import strategies as st

import litmus

# nmt needs torch; backends need packages that may not be there.
LEFT_OUT = re.compile(r"litmus\.(nmt|.*backends)\b")
SEARCHING = ("search", "sub", "subn", "split", "findall", "finditer")
UNITS = (
    " ", "\n", "a", "1", ".", ",", "/", "-", "=", ":", "'", '"', "<", "(", "[", "{", "*", "`", "!",
    "|", "&", "#", "\\", "a ", " a", "a.", "a,", "1.", "1,", "a/", "/ ", "<a", "(a", "[a", "{a", "a=",
    "a|", "'a", '"a', "a'", "a-", "${a", "EntL", "[(1, 2)", "(1,2) ", "a\n", "a b", "= ", 'a="',
)  # fmt: skip
AROUND = (("", ""), ("a", "b"), ("[(1,2)", "x"), ("EntL", " "))
SHORT, LONG = 16, 32  # twice as long: twice the steps, four times if quadratic
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(litmus.__path__, "litmus.")
    if not LEFT_OUT.match(module.name) and not module.name.endswith("__main__")
)


@cache
def patterns() -> list[tuple[str, re.Pattern[str], str]]:
    """Name, pattern and how it is used, of every pattern that a module keeps."""
    found = []
    for name in MODULES:
        file = importlib.util.find_spec(name).origin  # type: ignore[union-attr]
        source = Path(str(file)).read_text(encoding="utf-8")
        if "re.compile" not in source:
            continue
        for key, value in vars(importlib.import_module(name)).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                searched = any(f"{key}.{verb}(" in source for verb in SEARCHING)
                found.append((f"{name}.{key}", value, "spans" if searched else "match"))
    return found


def literals() -> list[tuple[str, re.Pattern[str], str]]:
    """Place, pattern and use of every pattern that is written where it is used: re.sub("...")."""
    root, found = Path(litmus.__path__[0]), []
    for path in sorted(root.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        kept = {id(node.value) for node in tree.body if isinstance(node, ast.Assign)}
        for node in ast.walk(tree):
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="re"), attr=verb),
                    args=[ast.Constant(value=str(pattern)), *given],
                ) if verb != "escape" and id(node) not in kept:  # what modules keep: `patterns`
                    flags = re.NOFLAG
                    for one in [*given, *(keyword.value for keyword in node.keywords)]:
                        if isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
                            flags |= getattr(re, one.attr) if one.value.id == "re" else 0
                    use = "match" if verb in ("match", "fullmatch") else "spans"
                    name = f"{path.relative_to(root)}:{node.lineno}"
                    found.append((name, re.compile(pattern, flags), use))
    return found


def steps(matcher: Matcher, use: str, text: str) -> int:
    matcher.steps = 0
    if use == "spans":
        matcher.spans(text)
    else:
        matcher.fullmatch(text)
    return matcher.steps


def slow(matcher: Matcher, use: str) -> Iterator[str]:
    """Texts of which twice as much takes far more than twice the steps."""
    if not matcher.may_be_slow:
        return
    seen = set()
    for unit in UNITS:
        for before, after in AROUND:
            looks = tuple(map(matcher.alike, (before, unit, after)))
            if looks in seen:
                continue
            seen.add(looks)
            short, long = (steps(matcher, use, before + unit * n + after) for n in (SHORT, LONG))
            if long > 2.6 * short + 60:
                yield f"{before!r} + {unit!r} * n + {after!r}: {short}, {long}"


def slow_ones(found: list[tuple[str, re.Pattern[str], str]]) -> dict[str, list[str]]:
    """By name; each pattern once for each use, though several modules may have it."""
    once = {(pattern.pattern, pattern.flags, use): name for name, pattern, use in found}
    tried = {
        name: list(slow(Matcher(pattern, flags), use))
        for (pattern, flags, use), name in once.items()
    }
    return {name: texts for name, texts in tried.items() if texts}


def test_doubled_input_takes_twice_the_steps() -> None:
    assert len(patterns()) > 50
    assert slow_ones(patterns()) == {}


def test_doubled_input_takes_twice_the_steps_where_patterns_are_written_in_place() -> None:
    assert len(literals()) > 40
    assert slow_ones(literals()) == {}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [(r"\W+$", "a{}b"), (r"\s*\n\s*", "a{}b"), (r"<seg\b[^>]*>", "{}"), (r"(?:a|a)*c", "{}")],
)
def test_steps_show_what_is_not_linear(pattern: str, text: str) -> None:
    unit = {"<": "<seg ", "(": "a"}.get(pattern[0], " ")
    numbers = [5, 10] if pattern.startswith("(") else [SHORT, LONG]
    short, long = (steps(Matcher(pattern), "spans", text.format(unit * n)) for n in numbers)
    assert long > 3 * short


@settings(max_examples=300)
@given(st.data(), st.text("ab1 \n/<>()[]=.,'\"-:!EntL", max_size=12))
def test_the_counter_matches_as_re_does(data: st.DataObject, text: str) -> None:
    pattern = data.draw(st.sampled_from([pattern for _, pattern, _ in patterns()]))
    matcher = Matcher(pattern.pattern, pattern.flags)
    assert matcher.fullmatch(text) == (pattern.fullmatch(text) is not None)
    spans = [match.span() for match in pattern.finditer(text) if match.end() > match.start()]
    assert matcher.spans(text) == spans


@pytest.mark.parametrize("pattern", [r"a+b?\s", r"(?i)[^a]+|B*", r"(a|b)+\1", r"\ba(?=.)"])
def test_texts_that_look_alike_take_the_same_steps(pattern: str) -> None:
    matcher, by_looks = Matcher(pattern), {}
    for text in map("".join, product("aAbc1 \n", repeat=4)):
        found = steps(matcher, "spans", text)
        assert by_looks.setdefault(matcher.alike(text), found) == found


def test_a_slow_pattern_is_found_under_its_name() -> None:
    slow_pattern, fine = re.compile(r"\s+$"), re.compile(r"\s{2}")
    assert list(slow_ones([("slow", slow_pattern, "spans"), ("fine", fine, "spans")])) == ["slow"]
