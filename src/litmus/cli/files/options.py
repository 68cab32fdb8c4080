"""`--option KEY=VALUE`: what the format of an import or export can be told."""

from collections.abc import Collection, Sequence


def read_options(items: Sequence[str], format: str, known: Collection[str]) -> dict[str, str]:
    """The options by name; those that the format does not know are refused."""
    from litmus.errors import UsageError

    options = {}
    for item in items:
        key, equals, value = item.partition("=")
        if not equals:
            raise UsageError(f"{item!r} is not an option. Write --option key=value")
        if key not in known:
            names = ", ".join(sorted(known)) or "none"
            raise UsageError(f"The format {format} has no option {key!r}.\nKnown: {names}")
        options[key] = value
    return options
