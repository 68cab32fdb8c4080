"""Documents: predicted and reference context, side by side, cut where positions end."""

from pathlib import Path

import pytest
from tests.nmt.tiny import LANGUAGES, TEXT

from litmus.errors import DataError
from litmus.nmt.decoding.translator import Translator
from litmus.nmt.model import Model, load_model
from litmus.nmt.windows import Window

DOCUMENTS = ((TEXT[0], TEXT[1], TEXT[2]), ("Rain.",), (), (TEXT[3], "The cat said so."))


@pytest.fixture(scope="module")
def own(ours: Path) -> Model:
    model = load_model(str(ours), LANGUAGES, device="cpu")
    model.network.double()
    return model


@pytest.fixture
def translator(own: Model) -> Translator:
    return Translator(own, beam=2, max_ratio=0.2, max_extra=6)


def test_predicted_context_is_what_was_translated_before(translator: Translator) -> None:
    alone = translator.translate_documents(DOCUMENTS)
    assert alone == [translator.translate(document) for document in DOCUMENTS]
    found = translator.translate_documents(DOCUMENTS, source=1, target=2)
    for document, translations in zip(DOCUMENTS, found, strict=True):
        done: list[str] = []
        for place, sentence in enumerate(document):
            window = Window(tuple(document[max(0, place - 1) : place]), tuple(done[-2:]))
            done += translator.translate([sentence], [window])
        assert translations == done
    assert found != alone


def test_reference_context_and_source_context_need_no_order(translator: Translator) -> None:
    references = (TEXT[6:9], ["Il pleut."], [], [TEXT[9], "Le chat le dit."])
    found = translator.translate_documents(DOCUMENTS, target=1, references=references)
    assert found[1] == translator.translate(["Rain."])
    assert [found[0][1]] == translator.translate([TEXT[1]], [Window(target=(TEXT[6],))])
    found = translator.translate_documents(DOCUMENTS, source=2)
    assert [found[0][2]] == translator.translate([TEXT[2]], [Window(source=(TEXT[0], TEXT[1]))])
    with pytest.raises(DataError, match="one for every sentence"):
        translator.translate_documents(DOCUMENTS, target=1, references=[["Oui."]])


def test_context_without_room_goes_from_the_far_end_and_is_counted(own: Model) -> None:
    # 128 positions; each of these sentences is some 25 pieces.
    translator = Translator(own, beam=1, max_ratio=1.0, max_extra=4)
    much = Window(source=TEXT[:6], target=TEXT[6:12])
    found = translator.translate(["Rain."], [much])
    assert 0 < translator.left_out < 12
    codec = own.codec
    assert codec is not None
    lengths = [len(codec.pieces(text, "source").ids) + 1 for text in TEXT[:6]]
    ahead = [len(codec.pieces(text, "target").ids) + 1 for text in TEXT[6:12]]
    alone = len(codec.pieces("Rain.", "source").ids)
    kept = max(n for n in range(7) if sum(lengths[6 - n :]) <= 128 - (alone + 1))
    close = max(n for n in range(7) if sum(ahead[6 - n :]) <= 128 - 1 - (alone + 4))
    assert translator.left_out == 12 - kept - close
    near = Window(much.source[6 - kept :], much.target[6 - close :])
    assert translator.translate(["Rain."], [near]) == found
    assert translator.left_out == 12 - kept - close  # nothing more was lost
