"""How a metric is asked for, and what is refused."""

import pytest

from litmus.errors import LitmusError
from litmus.metrics.base import Setup
from litmus.metrics.options import parse_spec
from litmus.metrics.registry import METRICS, create, metrics

SETUP = Setup("en", "fr")


def test_metric_options_ride_on_the_name() -> None:
    spec = parse_spec("litter:case=fold,dictionary=a/b.txt+c.txt")
    assert (spec.name, spec.options) == ("litter", {"case": "fold", "dictionary": "a/b.txt+c.txt"})
    assert parse_spec("litter:dictionary=a=b").options == {"dictionary": "a=b"}


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "liter",
            "No metric is called 'liter'. Did you mean 'litter'?\n"
            f"Known: {', '.join(sorted(METRICS))}",
        ),
        (
            "blacklist:mtch=stem",
            "No option of blacklist is called 'mtch'. Did you mean 'match'?\n"
            "Known: average, compat, match",
        ),
        (
            "blacklist:match=stems",
            "blacklist: match cannot be 'stems'. Known: auto, form, stem, lemma",
        ),
        (
            "blacklist:match",
            "'match' in 'blacklist:match' is not an option. Write name:key=value,key=value",
        ),
        (
            "blacklist:match=",
            "'match=' in 'blacklist:match=' is not an option. Write name:key=value,key=value",
        ),
        (
            "blacklist:match=form,match=stem",
            "'blacklist:match=form,match=stem' gives 'match' twice.",
        ),
    ],
)
def test_metric_options_that_are_refused(spec: str, message: str) -> None:
    with pytest.raises(LitmusError) as caught:
        create(spec, SETUP)
    assert str(caught.value) == message
    assert caught.value.exit_code == 2


@pytest.mark.parametrize("name", [name for name in metrics() if name != "comet"])
def test_metric_signature_shows_every_option(name: str) -> None:
    metric = create(name, SETUP)
    shown = metric.signature_parts()
    if name in ("bleu", "chrf", "chrf++", "ter"):  # sacreBLEU's own words
        assert {"case", "sacrebleu"} <= set(shown)
    else:
        expected = {option.key for option in metric.declared_options} - {"average"} | {"avg"}
        # Beside the options: versions of what it judges with.
        versions = {"model", "words", "judge", "counts", "lemmas", "analyser", "forms", "rules"}
        assert set(shown) - versions == expected
