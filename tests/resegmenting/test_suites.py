"""Documents of a suite with their free texts."""

import litmus


def test_a_resegmentation_can_be_taken_twice() -> None:
    found = litmus.resegment(
        languages="en-de", source=["The house is old."], texts=["Das Haus ist alt."]
    )
    first, second = list(found), list(found)
    assert first == second
    assert first[0].texts == ("Das Haus ist alt.",)
    assert found.absent == ()
