"""What is said where there are too few documents to resample."""

from types import SimpleNamespace
from typing import Any

import pytest

from litmus.context.run import _one_document


@pytest.mark.parametrize(("n", "words"), [(1, "1 document is"), (2, "2 documents are")])
def test_few_documents_are_counted_in_good_grammar(n: int, words: str) -> None:
    found: Any = SimpleNamespace(documents=n)
    assert list(_one_document(found, None)) == [
        f"{words} too few to be resampled, so there is no interval (from 5 on)."
    ]
