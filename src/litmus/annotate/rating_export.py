"""The ratings of a campaign in the files of others."""

from collections import Counter
from collections.abc import Iterator

from litmus.annotate.campaign_ratings import campaign_ratings
from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.rating_files import rating_lines
from litmus.corpus.ratings import Rated
from litmus.errors import UsageError

FORMATS = ("mqm", "esa", "pearmut")


def exported_ratings(campaign: Campaign, format: str, lost: Counter[str]) -> Iterator[str]:
    """The lines of a file in one of `FORMATS`; `lost` counts what it cannot hold."""
    if not campaign.labels.rates:
        raise UsageError(
            f"{campaign.folder} asks for labels, and {format} holds scores and errors.\n"
            "Export it as jsonl or tsv."
        )
    languages = campaign.settings.source, campaign.settings.target
    return rating_lines(_rated(campaign), format, languages, lost)


def _rated(campaign: Campaign) -> Iterator[Rated]:
    """Positions count the campaign's segments of a document."""
    positions: dict[str, dict[str, int]] = {}
    for one in campaign_ratings(campaign):
        document = one.rating.document or one.rating.id
        own = positions.setdefault(document, {})
        position = own.setdefault(one.rating.id, len(own) + 1)
        yield Rated(one.rating, one.source, one.target, document, position, one.item)
