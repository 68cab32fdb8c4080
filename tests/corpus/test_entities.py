"""People marked in a segment: what is read, written and refused."""

import pytest

from litmus.corpus.segment import Entity, Segment, from_json, to_json
from litmus.errors import DataError

SOURCE = "The nurse saw the cook."


def read(**entity: object) -> Segment:
    return from_json("s.jsonl:1", {"id": "1", "source": SOURCE, "entities": [entity]})


def refused(**entity: object) -> str:
    with pytest.raises(DataError) as caught:
        read(**entity)
    return str(caught.value)


def test_entities_are_written_as_they_are_read() -> None:
    segment = read(span=[4, 9], gender="male", stereotype="anti")
    assert segment.entities == (Entity((4, 9), "male", "anti"),)
    assert to_json(segment)["entities"] == [
        {"span": [4, 9], "gender": "male", "stereotype": "anti"}
    ]
    assert from_json("again", to_json(segment)) == segment


def test_entities_without_a_span_or_stereotype() -> None:
    segment = read(gender="female")
    assert segment.entities == (Entity(None, "female", "none"),)
    assert to_json(segment)["entities"] == [{"gender": "female"}]


def test_entity_outside_the_text() -> None:
    assert refused(span=[18, 40], gender="male").startswith(
        "s.jsonl:1: the span (18, 40) is outside its text of 23 characters, or empty."
    )


def test_entity_of_an_unknown_gender_or_stereotype() -> None:
    assert refused(span=[4, 9], gender="masc") == (
        "s.jsonl:1: 'gender' must be one of male, female, neutral, not 'masc'."
    )
    assert refused(span=[4, 9], gender="male", stereotype="yes") == (
        "s.jsonl:1: 'stereotype' must be one of pro, anti, none, not 'yes'."
    )


def test_entity_without_a_gender_or_with_a_key_too_many() -> None:
    assert refused(span=[4, 9]) == "s.jsonl:1: an entity lacks the key 'gender'."
    assert "sex" in refused(span=[4, 9], sex="male")
    assert "a span is two whole numbers" in refused(span="4-9", gender="male")


def test_entities_that_overlap() -> None:
    both = [{"span": [4, 9], "gender": "male"}, {"span": [6, 12], "gender": "male"}]
    with pytest.raises(DataError, match="overlaps the one before it"):
        from_json("s.jsonl:1", {"id": "1", "source": SOURCE, "entities": both})


def test_entities_that_are_no_objects() -> None:
    with pytest.raises(DataError, match="an entity must be an object"):
        from_json("s.jsonl:1", {"id": "1", "source": SOURCE, "entities": ["nurse"]})
