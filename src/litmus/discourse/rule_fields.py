"""Fields of rules: how words and features are written in TOML files."""

from typing import Any

from litmus.discourse.required_features import RequiredFeatures
from litmus.files.toml_tables import Place, key, read_words
from litmus.language.words import compose


def words() -> Any:
    """A field of words in their order: a text with spaces between them, or a list; or none."""
    return key((), reads=read_composed)


def word_set() -> Any:
    """A field of words whose order does not matter."""
    return key(frozenset(), reads=read_word_set)


def read_composed(place: Place, value: Any) -> tuple[str, ...]:
    """Words in composed letters, as taggers compare them."""
    return tuple(compose(word) for word in read_words(place, value))


def read_word_set(place: Place, value: Any) -> frozenset[str]:
    """Words in composed letters, without order."""
    return frozenset(read_composed(place, value))


def read_features(place: Place, value: Any) -> RequiredFeatures:
    """UD features: `Mood=Ind,Sub|Person=3`."""
    features: dict[str, frozenset[str]] = {}
    for item in value.split("|") if isinstance(value, str) else [""]:
        name, equals, values = item.partition("=")
        if not (name and equals and values):
            raise place.wrong('UD features, such as "Person=2|Number=Sing"', value)
        features[name] = frozenset(values.split(","))
    return features
