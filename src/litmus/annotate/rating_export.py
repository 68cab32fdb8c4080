"""The ratings of a campaign in the files of others."""

from collections import Counter
from collections.abc import Iterator

from litmus.annotate.campaign_ratings import campaign_ratings
from litmus.annotate.campaigns.campaign import Campaign
from litmus.annotate.rating_files import rating_lines
from litmus.errors import UsageError

FORMATS = ("mqm", "esa", "pearmut")


def exported_ratings(campaign: Campaign, format: str, lost: Counter[str]) -> Iterator[str]:
    """The lines of a file in one of `FORMATS`; `lost` counts what it cannot hold."""
    if not campaign.labels.rates:
        raise UsageError(
            f"{campaign.folder} asks for labels, and {format} holds scores and errors.\n"
            "Export it as jsonl or tsv."
        )
    rated = (one.rated for one in campaign_ratings(campaign))
    languages = campaign.settings.source, campaign.settings.target
    return rating_lines(rated, format, languages, lost)
