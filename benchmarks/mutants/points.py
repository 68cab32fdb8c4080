"""Where a module can be made wrong: one operator, constant, condition or returned value."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.In: ("in", "not in"),
    ast.NotIn: (r"not\s+in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: (r"is\s+not", "is"),
}
COMPUTED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: (r"\+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: (r"\*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "*"),
    ast.BitOr: (r"\|", "&"),
    ast.BitAnd: ("&", "|"),
}
NAME = re.compile(r"[\w.-]{1,24}")  # a key, a column, an option; prose is for readers
# Calls and keywords that only type checkers and bugs of ours would notice.
SILENT_CALLS = {"cast", "TypeVar", "NewType", "Literal", "getLogger"}
SILENT_KEYWORDS = {"strict", "slots", "frozen", "kw_only", "help", "metavar", "description"}


@dataclass(frozen=True)
class Mutant:
    """One wrong place: in bytes `start` to `end` of a file stands `new`."""

    path: str  # from the root
    lines: tuple[int, int]
    start: int
    end: int
    old: str
    new: str
    kind: str

    @property
    def package(self) -> str:
        """The room of `src/litmus` that it is in."""
        parts = Path(self.path).parts
        return parts[2] if len(parts) > 3 else "(root)"

    def applied(self, source: bytes) -> bytes:
        """The file with the fault."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def points(root: Path, path: Path) -> list[Mutant]:
    """All mutants of one module, in the order of its text."""
    source = path.read_bytes()
    found = _Finder(source, path.relative_to(root).as_posix())
    found.visit(ast.parse(source))
    return sorted(found.mutants, key=lambda mutant: (mutant.start, mutant.new))


class _Finder(ast.NodeVisitor):
    def __init__(self, source: bytes, path: str) -> None:
        self._source, self._path = source, path
        self._begins = [0]
        for line in source.splitlines(keepends=True):
            self._begins.append(self._begins[-1] + len(line))
        self.mutants: list[Mutant] = []

    def _span(self, node: ast.AST) -> tuple[int, int]:
        return (
            self._begins[node.lineno - 1] + node.col_offset,  # type: ignore[attr-defined]
            self._begins[node.end_lineno - 1] + node.end_col_offset,  # type: ignore[attr-defined]
        )

    def _add(self, kind: str, node: ast.AST, start: int, end: int, new: str) -> None:
        lines = (node.lineno, node.end_lineno)  # type: ignore[attr-defined]
        old = self._source[start:end].decode()
        self.mutants.append(Mutant(self._path, lines, start, end, old, new, kind))

    def _between(
        self, left: ast.AST, right: ast.AST, operator: tuple[str, str], node: ast.AST
    ) -> None:
        start, end = self._span(left)[1], self._span(right)[0]
        pattern = rf"\b{operator[0]}\b" if operator[0][0].isalpha() else operator[0]
        if match := re.search(pattern.encode(), self._source[start:end]):
            self._add("operator", node, start + match.start(), start + match.end(), operator[1])

    def _negate(self, test: ast.expr) -> None:
        start, end = self._span(test)
        text = self._source[start:end].decode()
        self._add("condition", test, start, end, f"(not ({text}))")

    # What is no behaviour.

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Positions inside are not to be relied on."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        name = (
            node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        )
        if name in SILENT_CALLS:
            return
        self.visit(node.func)
        for one in node.args:
            self.visit(one)
        for keyword in node.keywords:
            if keyword.arg not in SILENT_KEYWORDS:
                self.visit(keyword.value)

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if getattr(node.value, "id", "") not in SILENT_CALLS:
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = {getattr(target, "id", "") for target in node.targets}
        if not names & {"__all__", "__slots__"}:
            self.visit(node.value)

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        if any(
            getattr(one, "id", "") in ("overload", "abstractmethod") for one in node.decorator_list
        ):
            return
        for default in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(default)
        self._body(node.body)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not any(getattr(base, "id", "") == "Protocol" for base in node.bases):
            self._body(node.body)

    def visit_Module(self, node: ast.Module) -> None:
        self._body(node.body)

    def _body(self, statements: list[ast.stmt]) -> None:
        for statement in statements:
            if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)):
                self.visit(statement)

    # What is.

    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
            self._between(left, right, COMPARED[type(operator)], node)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        operator = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._between(left, right, operator, node)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in COMPUTED:
            self._between(node.left, node.right, COMPUTED[type(node.op)], node)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            start, end = self._span(node)
            self._add("operator", node, start, start + len("not"), "")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        if getattr(node.test, "id", "") != "TYPE_CHECKING":
            self._negate(node.test)
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._negate(test)
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        value = node.value
        if value is not None and not (isinstance(value, ast.Constant) and value.value is None):
            start, end = self._span(value)
            self._add("returned value", node, start, end, "None")
            self.visit(value)

    def visit_Constant(self, node: ast.Constant) -> None:
        start, end = self._span(node)
        for new in _other(node.value):
            self._add("constant", node, start, end, new)


def _other(value: object) -> Iterator[str]:
    match value:
        case bool():
            yield str(not value)
        case int() | float():
            yield repr(value + 1)
        case str() if NAME.fullmatch(value):
            yield repr(value + "X")
