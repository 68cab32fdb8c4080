"""IdiomTranslationDS: how many sentences and idioms there are."""

from collections.abc import Iterator

from litmus.importers import import_suite
from litmus.published.case import Data, Found

LANGUAGES = {"de-en": "German", "en-de": "English"}


def recompute(data: Data) -> Iterator[Found]:
    """Both directions, as our importer reads them."""
    for pair, language in LANGUAGES.items():
        folder = data.folder("idiom-translation-ds") / pair
        source, target = pair.split("-")
        test, training = (
            list(import_suite("idiom-ds", folder, languages=(source, target), part=part).segments)
            for part in ("test", "trainplus")
        )
        labels = {idiom.label for segment in test for idiom in segment.idioms}
        yield Found("size", f"{language}, unique idioms", len(labels))
        yield Found("size", f"{language}, idiomatic sentences in training data", len(training))
        yield Found("size", f"{language}, test size", len(test))
