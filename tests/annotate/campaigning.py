"""What the tests of annotation share: a small suite with two systems, a campaign, a running server.

A test module takes the fixtures over by `campaign, served = FIXTURES`.
"""

import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from litmus.annotate.campaigns.campaign import Campaign, load_campaign
from litmus.annotate.campaigns.create import Made, Plan, create_campaign
from litmus.annotate.label_sets import find_label_set
from litmus.corpus.segment import Idiom, IdiomFacts, Segment
from litmus.corpus.suite import SuiteFolder, SuiteInfo, read_suite, write_suite

NASTY = '<script>alert("x")</script> & <unk> <b>bold</b> \u202eabc\u202c'
BEANS = "spill the beans"


def segments(n: int = 6, **info: Any) -> list[Segment]:
    """Sentences of two documents; each marks *spilled the beans*."""
    found = []
    for k in range(n):
        source = f"She {k} spilled the beans again."
        start = source.index("spilled")
        idiom = Idiom(BEANS, ((start, start + len("spilled the beans")),))
        reference = f"Elle {k} a encore vendu la mèche."
        found.append(Segment(f"s{k}", source, (reference,), f"d{k // 3}", (idiom,)))
    return found


def outputs(n: int = 6) -> dict[str, list[str]]:
    """`left` takes the idiom literally in even sentences, `right` never."""
    literal, right = "Elle {} a encore renversé les haricots.", "Elle {} a encore tout dit."
    return {
        "left": [(literal if k % 2 == 0 else right).format(k) for k in range(n)],
        "right": [right.format(k) for k in range(n)],
    }


def make_suite(
    folder: Path,
    chosen: Sequence[Segment] | None = None,
    systems: dict[str, list[str]] | None = None,
    **info: Any,
) -> SuiteFolder:
    """A suite on disk, en-fr unless said otherwise."""
    about = SuiteInfo(**({"name": "beans", "source": "en", "target": "fr"} | info))
    facts = [IdiomFacts(BEANS, blacklist=("haricot",), meaning="to tell a secret")]
    write_suite(folder, about, chosen or segments(), facts, systems or outputs())
    return read_suite(folder)


def make(folder: Path, *, suite: SuiteFolder | None = None, **plan: Any) -> tuple[Campaign, Made]:
    """A campaign on the small suite; everything is judged by ana and ben unless said otherwise."""
    suite = suite or make_suite(folder / "suite")
    settings = {
        "labels": find_label_set("idiom"),
        "annotators": ("ana", "ben"),
        "sample": "all",
        "overlap": 2,
    } | plan
    made = create_campaign(folder / "campaign", suite, suite.systems, Plan(**settings))
    return load_campaign(folder / "campaign"), made


SOURCE = "She let the cat out of the bag, and nobody spoke."
TARGET = "Sie ließ die Katze aus dem Sack, und niemand sprach."


def make_rated(
    folder: Path, texts: Sequence[tuple[str, str]] = ((SOURCE, TARGET),), task: str = "esa",
    **plan: Any,
) -> tuple[Campaign, Made]:  # fmt: skip
    """A campaign in which errors are marked: sources with their translations by `mine`, in order.

    `mine` is one document, en-de.
    """
    rows = [Segment(f"s{k}", source, ("–",), "d") for k, (source, _) in enumerate(texts)]
    systems = {"mine": [target for _, target in texts]}
    suite = make_suite(folder / "suite", rows, systems, target="de")
    labels = find_label_set(task)
    return make(folder, suite=suite, **({"labels": labels, "shuffle": False} | plan))


@dataclass(frozen=True)
class Served:
    """A campaign whose page is being served."""

    campaign: Campaign
    secrets: dict[str, str]
    url: str

    def link(self, annotator: str = "ana") -> str:
        from litmus.annotate.server.serving import link

        return link(self.url, self.secrets[annotator])

    def standing(self) -> list[dict[str, Any]]:
        """The judgements that stand, as they are exported."""
        from litmus.annotate.exchange import exported

        return list(exported(self.campaign))


@contextmanager
def serving(campaign: Campaign, made: Made, port: int = 0) -> Iterator[Served]:
    """The page's server in a thread of this process."""
    pytest.importorskip("uvicorn", reason="uvicorn is not installed: pip install -e '.[test]'")
    pytest.importorskip("starlette", reason="starlette is not installed: pip install -e '.[test]'")
    from litmus.annotate.server.serving import HOST, address, listen, make_server

    with closing(listen(HOST, port)) as listening:
        server = make_server(campaign)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            while not server.started:
                time.sleep(0.01)
            url = address(HOST, listening.getsockname()[1])
            yield Served(campaign, dict(made.secrets), url)
        finally:
            server.should_exit = True
            thread.join()


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Twelve items, each judged by ana and ben."""
    return make(tmp_path)[0]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    """The same, with its page being served."""
    with serving(*make(tmp_path)) as found:
        yield found


FIXTURES = (campaign, served)
