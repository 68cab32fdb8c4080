"""Term success and consistency, counted by hand."""

from collections.abc import Sequence

import pytest
from measuring import links, rows_of, spans_of, totals, value_of

from litmus.alignment.links import Alignment
from litmus.corpus.segment import Segment, Term
from litmus.metrics.base import Setup
from litmus.metrics.registry import create

NONE = Alignment((), (), frozenset())
DE = ("en", "de")


def segment(source: str, *terms: tuple[str, str], document: str | None = None) -> Segment:
    """Terms as (words of the source, targets with | between); all occurrences have a span."""
    found = []
    for words, targets in terms:
        pieces = [words] * source.count(words)
        found.append(Term(words, tuple(targets.split("|")), spans=spans_of(source, *pieces)))
    return Segment("1", source, document=document, terms=tuple(found))


def one(
    target: str,
    output: str,
    *,
    source: str = "a term",
    pair: tuple[str, str] = DE,
    spec: str = "terms",
) -> dict[str, object]:
    """The evidence of one term, which is all of the source."""
    marked = segment(source, (source, target))
    (row,) = rows_of(spec, [marked], [output], pair=pair, hypothesis_links=[NONE])
    return dict(row.evidence)


FOUND = [
    ("de", "Bank", "Die Bank.", "Bank", "exact"),
    ("de", "Bank", "Die BANK.", "BANK", "other case"),
    ("de", "Bank", "Die Banken.", "Banken", "inflected"),
    ("de", "künstliche Intelligenz", "Mit künstlicher Intelligenz.",
     "künstlicher Intelligenz", "inflected"),
    ("de", "E-Mail", "Eine Email.", "Email", "other spelling"),
    ("de", "Bank", "Ein Bankkonto.", "Bankkonto", "compound"),
    ("de", "Bank", "Die Zentralbanken.", "Zentralbanken", "compound"),
    ("de", "Druck", "Das Hochdruckgebiet.", "Hochdruckgebiet", "compound"),
    ("de", "Rechnung", "Die Rechnungs-ID.", "Rechnungs", "inflected"),
    ("es", "banco central", "Los bancos centrales.", "bancos centrales", "inflected"),
    ("zh", "机器翻译", "使用机器翻译系统。", "机器翻译", "exact"),
]  # fmt: skip
FOUND_IN_OTHER_LANGUAGES = [
    ("nl", "bank", "Mijn bankrekening.", "bankrekening", "compound"),
    ("is", "banki", "Seðlabankinn.", "Seðlabankinn", "compound"),
    ("ru", "центральный банк", "Из центрального банка.", "центрального банка", "inflected"),
    ("ru", "модель", "С моделями.", "моделями", "inflected"),
    ("fr", "intelligence artificielle", "De l'intelligence artificielle.",
     "intelligence artificielle", "exact"),
    ("ko", "데이터베이스", "데이터베이스를 쓴다.", "데이터베이스를", "inflected"),
    ("tr", "yapay zeka", "Yapay zekanın sonu.", "Yapay zekanın", "inflected"),
    ("he", "בנק", "הלכתי לבנק.", "לבנק", "inflected"),
    ("ar", "بنك", "والبنك المركزي", "والبنك", "inflected"),
    ("th", "ธนาคาร", "ไปธนาคารกลาง", "ธนาคาร", "exact"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("language", "target", "output", "found", "how"),
    [*FOUND, *(pytest.param(*row, marks=pytest.mark.release) for row in FOUND_IN_OTHER_LANGUAGES)],
)
def test_a_term_is_found(language: str, target: str, output: str, found: str, how: str) -> None:
    evidence = one(target, output, pair=("en", language))
    assert (evidence["found"], evidence["how"], evidence["missing"]) == ([found], [how], 0)


NOT_FOUND = [
    ("de", "Art", "Der Artikel ist im Karton."),
    ("de", "Bank", "Das Bankett."),
    ("de", "Wert", "Das Schwert."),
    ("de", "Last", "Der Ballast."),
    ("es", "entrada", "La comunicación entrante."),
    ("es", "info", "La información."),
    ("zh", "AI", "AIDS 是病。"),
    ("en", "US", "He told us."),
]
NOT_FOUND_IN_OTHER_LANGUAGES = [
    ("ru", "договор", "Договорный актив."),  # derived, not inflected
    ("ko", "데이터", "데이터베이스를 쓴다."),
]


@pytest.mark.parametrize(
    ("language", "target", "output"),
    [
        *NOT_FOUND,
        *(pytest.param(*row, marks=pytest.mark.release) for row in NOT_FOUND_IN_OTHER_LANGUAGES),
    ],
)
def test_a_term_is_not_found(language: str, target: str, output: str) -> None:
    evidence = one(target, output, pair=("fr", language))
    assert (evidence["found"], evidence["missing"]) == ([], 1)


def test_success_by_hand() -> None:
    # bank twice and rate once in the first segment; of bank one is used, in a listed form; rate is
    # used as a compound. In the second, bank is not used: 2 of 4, 1 of 4 in a listed form.
    segments = [
        segment("The bank sets the rate of the bank.", ("bank", "Bank"), ("rate", "Zins")),
        segment("A bank.", ("bank", "Bank")),
    ]
    outputs = ["Die Bank setzt den Zinssatz des Instituts.", "Ein Geldhaus."]
    segments.append(Segment("3", "A bank."))  # no terms, no evidence
    outputs.append("Eine Bank.")
    rows = rows_of("terms", segments, outputs, pair=DE, hypothesis_links=[NONE] * 3)
    assert totals(rows) == (2, 1, 4, 0, 0, 0)
    assert value_of("terms", rows, DE) == 50
    assert [row.label for row in rows] == ["bank", "rate", "bank"]


def used(output: str, *terms: tuple[str, str]) -> list[object]:
    """The words of the output for each of several terms, which make the source."""
    marked = segment(" ".join(words for words, _ in terms), *dict.fromkeys(terms))
    rows = rows_of("terms", [marked], [output], pair=DE, hypothesis_links=[NONE])
    return [row.evidence["found"] for row in rows]


def test_a_place_serves_one_term_the_longest_first() -> None:
    terms = ("central bank", "Zentralbank"), ("or bank", "Bank")
    assert used("Zentralbank", *terms) == [["Zentralbank"], []]


def test_a_compound_may_hold_two_terms_but_none_twice() -> None:
    weather, report = ("weather", "Wetter"), ("report", "Bericht")
    assert used("Die Wetterberichte", weather, report) == [["Wetterberichte"]] * 2
    assert used("Die Wetterberichte", report, report) == [["Wetterberichte"]]


def test_alternatives() -> None:
    evidence = one("Bank|Geldhaus", "Zwei Geldhäuser.")
    assert (evidence["found"], evidence["missing"]) == (["Geldhäuser"], 0)
    assert evidence["occurrences"][0]["target"] == "Geldhaus"  # type: ignore[index]


def test_case_exact_asks_for_the_capitals_of_the_list() -> None:
    assert one("iPhone", "Das IPhone.")["missing"] == 0
    assert one("iPhone", "Das IPhone.", spec="terms:case=exact")["missing"] == 1
    assert one("bank", "Bank ist da.", spec="terms:case=exact")["missing"] == 0  # opens the text
    assert one("Bank", "Die banken.", spec="terms:case=exact")["missing"] == 1


def test_what_stands_in_the_place_of_a_term() -> None:
    source, output = "The bank pays .", "Das Institut zahlt ."
    linked = links(source, output, [("The", "Das"), ("bank", "Institut"), ("pays", "zahlt")])
    marked = segment(source, ("bank", "Bank"))
    (row,) = rows_of("terms", [marked], [output], pair=DE, hypothesis_links=[linked])
    assert row.evidence["instead"] == ["Institut"]
    assert row.evidence["occurrences"] == [
        {"span": [4, 8], "source": "bank", "instead": "Institut"}
    ]


def test_the_linked_occurrence_is_the_one_that_is_used() -> None:
    source, output = "banks trust bank", "Institute trauen Bank"
    linked = links(source, output, [("banks", "Institute"), ("trust", "trauen"), ("bank", "Bank")])
    marked = Segment("1", source, terms=(Term("bank", ("Bank",), spans=((0, 5), (12, 16))),))
    (row,) = rows_of("terms", [marked], [output], pair=DE, hypothesis_links=[linked])
    first, second = row.evidence["occurrences"]
    assert (first["instead"], second["found"]) == ("Institute", "Bank")


def chain(outputs: Sequence[str], documents: Sequence[str | None]) -> tuple[float, ...]:
    """Counts of the word bank, which is linked to the last word of every output."""
    source = "the bank"
    segments = [segment(source, ("bank", "Bank|Geldhaus"), document=name) for name in documents]
    linked = [links(source, text, [("bank", text.split()[-1])]) for text in outputs]
    return totals(rows_of("terms", segments, outputs, pair=DE, hypothesis_links=linked))


def test_consistency_is_with_the_time_before_in_the_document() -> None:
    outputs = ["die Bank", "der Banken", "das Geldhaus", "das Institut", "der Institute"]
    # Bank, Bank, Geldhaus, Institut, Institut: of four repeats two are kept
    assert chain(outputs, ["d"] * 5) == (3, 2, 5, 2, 4, 0)
    # Bank Bank | Geldhaus Institut Institut: of three repeats two are kept
    assert chain(outputs, ["d", "d", "e", "e", "e"])[3:5] == (2, 3)
    assert chain(outputs, [None] * 5)[3:5] == (0, 0)


def test_terms_without_spans_are_looked_for() -> None:
    # bank inside of central bank is none, loan is not there
    terms = (Term("bank", ("Bank",)), Term("central bank", ("Zentralbank",)), Term("loan", ("X",)))
    marked = [
        Segment("1", text, terms=terms) for text in ("Central banks and a bank", "A central bank")
    ]
    both = ["Zentralbanken, Bank", "Eine Zentralbank"]
    rows = rows_of("terms", marked, both, pair=DE, hypothesis_links=[NONE, NONE])
    assert [(row.segment, row.label, row.counts) for row in rows] == [
        (0, "bank", (1, 1, 1, 0, 0, 0)),
        (0, "central bank", (1, 0, 1, 0, 0, 0)),
        (0, "loan", (0, 0, 0, 0, 0, 1)),
        (1, "central bank", (1, 1, 1, 0, 0, 0)),
        (1, "loan", (0, 0, 0, 0, 0, 1)),
    ]
    metric = create("terms", Setup(*DE))
    assert metric.notes(totals(rows)) == [  # type: ignore[arg-type]
        "terms: 2 terms are not in their sources as words, and no evidence."
    ]


def test_wmt25_counts_substrings_once_a_segment() -> None:
    terms = (Term("load", ("Last",)), Term("bank", ("Bank",)), Term("loan", ("Kredit",)))
    marked = Segment("1", "Download it, bank to bank", terms=terms)
    outputs = ["Eine Bank und ein Palast"]
    rows = rows_of("terms:compat=wmt25", [marked], outputs, pair=DE)
    # load is in download, and last in Palast; loan is not in the source
    assert {row.label: row.counts[:3] for row in rows} == {"load": (1, 1, 1), "bank": (1, 1, 1)}
    inflected = Segment("1", "Two banks", terms=(Term("bank", ("große Bank",)),))
    (row,) = rows_of("terms:compat=wmt25", [inflected], ["der großen Banken"], pair=DE)
    assert row.counts[:3] == (1, 0, 1)
