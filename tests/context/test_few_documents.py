"""What is said where there are too few documents to resample."""

from litmus.context.passages import Survey
from litmus.context.run import _few_documents


def test_too_few_documents_are_said_with_the_number_needed() -> None:
    surveyed = Survey(segments=9, documents=4, stored=False, contrastive=0)
    assert list(_few_documents(surveyed, None)) == [
        "No intervals: resampling needs at least 5 documents, not 4."
    ]
    assert not list(_few_documents(Survey(9, 5, stored=False, contrastive=0), None))
