"""What CXMI says, in one sentence for people."""

from litmus.context.results import CxmiResult, CxmiRow

READING = "word"  # the mean of a word: what "per word" means
_DECIMALS = 3


def summary(result: CxmiResult) -> str:
    """Whether context helps, how much, how sure that is, and whether any text would do as well."""
    main = _row(result, result.contexts[0])
    if main is None or main.value is None:
        return "There is no word to measure, so nothing can be said about context."
    amount = f"{_signed(main.value)} {result.unit} per word{_interval(main)}"
    said = f"{_verdict(main)}: {amount} (a word becomes {_percent(main.value, result.unit)})."
    if result.control is None:
        return f"{said} Without a random control, other text might do as much."
    random = _row(result, result.control)
    gap = _row(result, f"{result.contexts[0]} - {result.control}")
    if random is None or random.value is None or gap is None or gap.value is None:
        return said
    return f"{said} Random sentences give {_signed(random.value)}; {_difference(gap)}."


def _row(result: CxmiResult, context: str) -> CxmiRow | None:
    return next((row for row in result.of("corpus", context) if row.name == READING), None)


def _verdict(row: CxmiRow) -> str:
    assert row.value is not None
    if row.low is None or row.high is None:
        if not row.value:
            return "Context changes nothing"
        return f"Context seems to {'help' if row.value > 0 else 'hurt'} (no interval)"
    if row.low > 0:
        return "Context helps"
    return "Context hurts" if row.high < 0 else "Context is not shown to help or to hurt"


def _difference(gap: CxmiRow) -> str:
    """The part that is due to what the context says, and whether it is more than chance."""
    assert gap.value is not None
    amount = f"the difference, {_signed(gap.value)}{_interval(gap)}"
    if gap.low is None or gap.high is None:
        return f"{amount}, has no interval"
    if gap.low > 0 or gap.high < 0:
        better = "" if gap.low > 0 else ": random sentences do better"
        return f"{amount}, is significant{better}"
    return f"{amount}, is not significant"


def _interval(row: CxmiRow) -> str:
    if row.low is None or row.high is None:
        return ""
    return f" [{row.low:.{_DECIMALS}f}, {row.high:.{_DECIMALS}f}]"


def _signed(value: float) -> str:
    return f"{value:+.{_DECIMALS}f}"


def _percent(value: float, unit: str) -> str:
    """How the probability of a word changes, in the geometric mean."""
    change = 100 * ((2.0 if unit == "bits" else 2.718281828459045) ** value - 1)
    if abs(change) >= 900:  # a percentage that large is read by nobody
        return f"{1 + change / 100:,.0f} times likelier"
    return f"{abs(change):.1f} % {'likelier' if change >= 0 else 'less likely'}"
