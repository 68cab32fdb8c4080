"""A plug-in package with one of everything, used from the command line."""

import re
from pathlib import Path

import pytest
from packaging_by_hand import Install, install
from tests.cli.commanding import FIXTURES, Litmus, write_lines, write_suite, written

from litmus.metrics.base import Setup
from litmus.metrics.registry import METRICS, create

here, litmus, tiny = FIXTURES
install = install

EXTRA = '''"""One of everything."""

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Segment
from litmus.corpus.suite import SuiteInfo
from litmus.importers.imported import Imported
from litmus.language.analysis import Sentence, Token, Word
from litmus.metrics.base import Metric, Reading, SegmentRow
from litmus.metrics.formulas import Ratio
from litmus.metrics.options import Option
from litmus.systems.engine import Limit


class Shouting(Metric):
    """Share of segments in capitals."""

    name = "shouting"
    title = "Shouting"
    summary = "share of segments in capitals; lower is better"
    family = "overall"
    declared_options = (Option("least", "1", "letters that make a shout"),)
    columns = ("loud", "segments")
    readings = (Reading("", Ratio("loud", "segments"), higher_is_better=False),)

    def prepare(self, batch):
        return batch

    def measure(self, prepared, outputs):
        least = int(self.options["least"])
        return [
            SegmentRow(i, None, (float(text.isupper() and len(text) >= least), 1.0), {})
            for i, text in enumerate(outputs.hypotheses)
        ]


class Lines:
    """Reads `source = target` lines."""

    SUMMARY = "lines of `source = target`"
    OPTIONS = {"sign": "what is between the two (default: =)"}

    def recognises(self, sample):
        return sample.suffix == ".pairs"

    def read(self, path, *, languages, name, sign="="):
        rows = [line.split(f" {sign} ") for line in path.read_text("utf-8").splitlines()]
        segments = [Segment(str(n), a, (b,)) for n, (a, b) in enumerate(rows, start=1)]
        return Imported(SuiteInfo(name or path.stem, *(languages or ("en", "fr"))), segments)


class Diagonal:
    """Links the n-th word with the n-th."""

    signature = "diagonal.1"

    def __init__(self, languages, tokens):
        assert languages == ("en", "fr") and tokens == "words"

    def align(self, pairs):
        return [self._align(a.split(), b.split()) for a, b in pairs]

    def _align(self, a, b):
        links = frozenset((n, n) for n in range(min(len(a), len(b))))
        return Alignment(tuple((n, n) for n in range(len(a))), tuple((n, n) for n in range(len(b))), links)

    def finish(self):
        pass


class Letters:
    """Every letter is a word."""

    argument = "[TAG]"

    def __init__(self, language, tag):
        self.signature = f"letters.{language}"
        self._tag = tag or "X"

    def analyse(self, texts, *, sentences="given", parse=True):
        for text in texts:
            words = tuple(
                Word(c, c, self._tag, "", None, "", 1.0, n, n + 1) for n, c in enumerate(text)
            )
            tokens = tuple(Token(n, n + 1, n, n + 1) for n in range(len(text)))
            yield (Sentence(text, 0, len(text), tokens, words),)


class Loud:
    """Translates by shouting."""

    argument = "SIGN"

    def __init__(self, setup, sign):
        self._sign = sign
        self.signature = self.identity = f"loud:{sign}|{'-'.join(setup.languages)}"
        self.limit = Limit(setup.batch or 2, 1000)

    def ask(self, texts):
        return [text.upper() + self._sign for text in texts]


class Whole:
    """A system that does it all itself."""

    signature, kept, notes = "whole.1", 0, ["All done."]
    __init__ = lambda self, setup: None

    def translate(self, documents, *, progress=None):
        return [[text[::-1] for text in document] for document in documents]
'''
GROUPS = {
    "litmus.metrics": {"shouting": "extra_things:Shouting"},
    "litmus.importers": {"pairs": "extra_things:Lines"},
    "litmus.aligners": {"slanted": "extra_things:Diagonal"},
    "litmus.analysers": {"letters": "extra_things:Letters"},
    "litmus.systems": {"loud": "extra_things:Loud", "whole": "extra_things:Whole"},
}


@pytest.fixture
def extra(install: Install) -> Path:
    """The package `extra-things` 0.3."""
    return install("extra-things", EXTRA, GROUPS, version="0.3")


def test_metric_of_a_plugin_scores(extra: Path, tiny: Path, litmus: Litmus) -> None:
    write_lines(tiny / "loud.fr", ["IT IS LOUD", "NO", "not", "so"])
    answer = litmus(
        "score", "-t", "tiny", "-i", "loud.fr", "-m", "shouting", "shouting:least=3", "-f", "json"
    )
    assert (answer.code, answer.err) == (0, "")
    values = {row["metric"]: row["value"] for row in answer.rows if row["tag"] is None}
    assert values == {"shouting": 50.0, "shouting:least=3": 25.0}
    assert "|code:extra-things.0.3|" in answer.rows[0]["signature"]
    misspelt = litmus("score", "-t", "tiny", "-i", "loud.fr", "-m", "shuoting")
    assert "Did you mean 'shouting'?\nKnown: apt-eval, " in misspelt.err


def test_format_of_a_plugin_is_imported_and_recognised(
    extra: Path, here: Path, litmus: Litmus
) -> None:
    write_lines(here / "my.pairs", ["a dog = un chien", "a cat = un chat"])
    answer = litmus("import", "pairs", "my.pairs", "-o", "mine")
    assert (answer.code, answer.out) == (0, "mine: 2 segments, en-fr\n")
    assert written(here / "mine" / "segments.jsonl")[1]["references"] == ["un chat"]
    assert litmus("check", "my.pairs").out == "my.pairs: pairs, 2 segments, 2 references\nok\n"
    assert litmus("check", "my.pairs", "--as", "pairs").code == 0
    wrong = litmus("import", "pairs", "my.pairs", "-o", "other", "--option", "sing=:")
    assert wrong.err == "litmus: The format pairs has no option 'sing'.\nKnown: sign\n"


def test_aligner_and_analyser_of_a_plugin_are_used(extra: Path, here: Path, litmus: Litmus) -> None:
    write_lines(here / "a.en", ["a dog barks"])
    write_lines(here / "a.fr", ["un chien"])
    arguments = ("align", "-l", "en-fr", "-s", "a.en", "-r", "a.fr")
    answer = litmus(*arguments, "-a", "slanted", "-o", "links")
    assert (answer.code, (here / "links").read_text(encoding="utf-8")) == (0, "0-0 1-1\n")
    assert "Did you mean 'slanted'?" in litmus(*arguments, "-a", "slatned", "-o", "x").err
    answer = litmus("analyse", "a.fr", "-l", "fr", "--backend", "letters:NUM")
    assert (answer.code, answer.out.count("\tNUM\t")) == (0, len("un chien"))


def test_systems_of_a_plugin_translate(extra: Path, tiny: Path, litmus: Litmus) -> None:
    for system, told, first in (("loud:!", "", "I SING .!"),
                                ("whole", "litmus: All done.\n", ". gnis I")):  # fmt: skip
        answer = litmus("translate", "-t", "tiny", "--system", system, "-o", f"{system[:4]}.fr")
        assert (answer.code, answer.err) == (0, told)
        assert (tiny / f"{system[:4]}.fr").read_text(encoding="utf-8").split("\n")[0] == first
    refused = litmus("translate", "-t", "tiny", "--system", "loud", "-o", "x.fr")
    assert refused.err == "litmus: The system loud needs an argument: loud:SIGN\n"


def test_list_shows_plugins_with_their_origin(extra: Path, here: Path, litmus: Litmus) -> None:
    suffix = "  [plug-in extra-things 0.3]"
    kinds = ("metrics", "aligners", "analysers", "systems", "formats")
    listed = "".join(litmus("list", kind).out for kind in kinds)
    assert [line.strip() for line in listed.split("\n") if line.endswith(suffix)] == [
        f"shouting        share of segments in capitals; lower is better{suffix}",
        f"slanted           Links the n-th word with the n-th.{suffix}",
        f"letters[:TAG]             Every letter is a word.{suffix}",
        f"loud:SIGN       Translates by shouting.{suffix}",
        f"whole           A system that does it all itself.{suffix}",
        f"pairs               lines of `source = target`{suffix}",
    ]
    assert "    least=1: letters that make a shout\n" in listed
    assert "    sign: what is between the two (default: =)\n" in listed


def test_broken_plugin_disturbs_nobody(
    extra: Path, install: Install, tiny: Path, litmus: Litmus
) -> None:
    everywhere = {group: {"broken": "bad_things:It"} for group in GROUPS}
    install("bad-things", "raise RuntimeError('half\\ninstalled')\n", everywhere)
    plain = litmus("score", "-t", "tiny", "-i", "@literal", "-m", "blacklist", "-b")
    assert (plain.code, plain.err) == (0, "")
    assert litmus("check", "tiny").err == ""
    for kind, noun in (("metrics", "metric"), ("aligners", "aligner"), ("analysers", "analyser"),
                       ("systems", "system"), ("formats", "format")):  # fmt: skip
        listed = litmus("list", kind)
        assert (listed.code, "extra-things" in listed.out) == (0, True)
        assert re.fullmatch(
            rf"litmus: The {noun} 'broken' of the plug-in bad-things 1\.0 \(bad_things:It\) raised "
            r"RuntimeError: half installed \(.*bad_things\.py:1\)\. Update the plug-in, or uninstall "
            r"it: pip uninstall bad-things\n",
            listed.err,
        )
    asked = litmus("score", "-t", "tiny", "-i", "@literal", "-m", "broken")
    assert asked.code == 2 and asked.err.startswith("litmus: The metric 'broken' of the plug-in")


@pytest.mark.parametrize(("name", "module", "problem"), [
    ("m", "class M: pass", "is unusable: it is not a subclass of litmus.metrics.base.Metric."),
    ("m", "from litmus.metrics.base import Metric\nclass M(Metric):\n    name = 'm'\n    title = 'M'\n",
     "is unusable: it lacks summary, family, columns, readings, measure, prepare."),
    ("loud", EXTRA + "M = Shouting\n", "is unusable: it calls itself 'shouting'."),
    ("bleu", EXTRA + "M = Shouting\n", "is ignored: litmus has its own 'bleu'."),
])  # fmt: skip
def test_plugin_that_is_no_metric(
    install: Install, litmus: Litmus, name: str, module: str, problem: str
) -> None:
    install("bad-things", module, {"litmus.metrics": {name: "bad_things:M"}})
    assert f"(bad_things:M) {problem}" in litmus("list", "metrics").err
    assert name in METRICS  # by name; what is wrong shows when it is asked for
    assert create("bleu", Setup("en", "fr")).title == "BLEU"


# --- a file, for a quick trial -------------------------------------------------------------------


@pytest.fixture
def trial(tiny: Path) -> Path:
    path = tiny / "trial.py"
    path.write_text(EXTRA, encoding="utf-8")
    return path


def test_metric_in_a_file_scores(trial: Path, litmus: Litmus) -> None:
    write_lines(trial.parent / "loud.fr", ["IT", "IS", "LOUD", "not"])
    arguments = ("score", "-t", "tiny", "-i", "loud.fr", "-f", "json", "-m")
    (row,) = (r for r in litmus(*arguments, "trial.py:Shouting").rows if r["tag"] is None)
    assert (row["metric"], row["value"]) == ("shouting", 75.0)
    assert re.search(r"\|code:trial\.py#[0-9a-f]{8}\|", row["signature"])
    (row,) = (r for r in litmus(*arguments, "trial.py:Shouting:least=3").rows if r["tag"] is None)
    assert row["value"] == 25.0
    wrong = litmus(*arguments, "trial.py:Shouting:lest=3")
    assert wrong.err.startswith("litmus: No option of trial.py:Shouting is called 'lest'.")
    assert litmus(*arguments, "trial.py:Loud").err == (
        "litmus: trial.py:Loud is not a usable metric: it is not a subclass of "
        "litmus.metrics.base.Metric.\n"
    )


def test_code_that_data_names_is_not_run(trial: Path, litmus: Litmus) -> None:
    trial.write_text("from pathlib import Path\nPath('ran').touch()\n" + EXTRA, encoding="utf-8")
    write_suite(trial.parent / "suite", metrics=["trial.py:Shouting"], systems={"a": ["x"] * 4})
    for arguments in (("score", "-t", "suite", "-i", "@a"), ("check", "suite")):
        answer = litmus(*arguments)
        assert answer.code == 1
        said = answer.err + answer.out
        assert "the metric 'trial.py:Shouting' is code in a file, and litmus runs no code" in said
    assert not (trial.parent / "ran").exists()
