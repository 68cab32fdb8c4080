"""What columns of other people's tables are called, and the keys that lead into nested ones."""

from collections.abc import Mapping, Sequence
from typing import Any

# Names that a column may have, beside the code of its language.
NAMES = {
    "text": ("text", "sentence"),
    "source": ("source", "src"),
    "reference": ("reference", "ref", "target", "tgt"),
    "document": ("document", "doc", "docid", "doc_id", "document_id"),
}
INSIDE = "translation"  # the column of Hugging Face that holds a text per language


def names_of(field: str, code: str | None) -> tuple[str, ...]:
    """What the column of a field may be called, the likeliest first.

    >>> names_of("source", "en")
    ('source', 'src', 'en', 'translation.en')
    """
    return NAMES[field] + ((code, f"{INSIDE}.{code}") if code else ())


def leads(value: Any, way: Sequence[str]) -> bool:
    """Whether there is something under these keys, one inside the other."""
    for key in way:
        if not isinstance(value, Mapping) or key not in value:
            return False
        value = value[key]
    return True


def follow(value: Any, way: Sequence[str]) -> Any:
    """What is under these keys, or None."""
    for key in way:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value
