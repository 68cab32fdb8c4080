"""Terms found in sources: by form and lemma, the longest first."""

import pytest

from litmus.corpus.segment import Segment, Term
from litmus.corpus.suite import SuiteInfo
from litmus.terms.finding import TermFinder
from litmus.terms.in_place import FoundTerms
from litmus.terms.lists import load_terms


def found(terms: list[str], text: str, language: str = "en") -> list[tuple[str, str]]:
    finder = TermFinder(terms, language)
    return [(terms[number], text[slice(*span)]) for number, span in finder.find([text])[0]]


def test_a_term_inside_a_longer_one_does_not_count_there() -> None:
    terms = ["bank", "central bank", "European Central Bank"]
    text = "The European Central Bank is a central bank, and a bank."
    assert found(terms, text) == [
        ("European Central Bank", "European Central Bank"),
        ("central bank", "central bank"),
        ("bank", "bank"),
    ]


FORMS = [
    ("en", "interest rate", "Both interest rates fell.", "interest rates"),
    ("en", "interest rates", "The interest rate fell.", "interest rate"),
    ("en", "leaf", "The leaves fell.", "leaves"),
    ("en", "e-mail", "Your email came.", "email"),
    ("en", "email", "Your e-mails came.", "e-mails"),
    ("en", "C++", "C is older than C++.", "C"),
    ("de", "Zentralbank", "Die Zentralbanken warten.", "Zentralbanken"),
    ("zh", "机器翻译", "我们使用机器翻译系统。", "机器翻译"),
    *(
        pytest.param(*row, marks=pytest.mark.release)
        for row in (
            ("ru", "центральный банк", "Речь о центральном банке.", "центральном банке"),
            ("ja", "機械翻訳", "これは機械翻訳です。", "機械翻訳"),
            ("ko", "데이터베이스", "데이터베이스를 쓴다.", "데이터베이스를"),
            ("tr", "banka", "Bankalar kapandı.", "Bankalar"),
        )
    ),
]


@pytest.mark.parametrize(("language", "term", "text", "form"), FORMS)
def test_forms_of_a_term(language: str, term: str, text: str, form: str) -> None:
    assert found([term], text, language) == [(term, form)]


def test_what_is_no_term() -> None:
    texts = {
        "IT": "It is what it is.",  # a short word in capitals
        "inform": "Fill in form five.",
        "policy": "Call the police.",
        "central bank": "It is central. Bank on it.",  # not across the end of a sentence
        "art": "The start of a party.",
        "AI": "AIDS is not meant.",
    }
    assert {term: found([term], text) for term, text in texts.items()} == dict.fromkeys(texts, [])


def test_of_two_entries_of_one_word_the_written_form_wins() -> None:
    text = "One rate, two rates."
    assert found(["rate", "rates"], text) == [("rate", "rate"), ("rates", "rates")]
    assert found(["rates", "rate"], text) == [("rate", "rate"), ("rates", "rates")]


class Suite:
    """Two segments in memory, the first with a term of its own."""

    info = SuiteInfo("own", "en", "de", metrics=("bleu",))
    systems: dict[str, object] = {}
    uses_crlf = False

    def segments(self):  # type: ignore[no-untyped-def]
        own = (Term("rate", ("Satz",), spans=((4, 8),)),)
        yield Segment("1", "The rate of the bank fell.", terms=own)
        yield Segment("2", "Banks rate banks.")


def test_terms_are_added_to_those_of_a_suite() -> None:
    listed = load_terms({"bank": "Bank", "rate": "Zins", "loan": "Kredit"})
    suite = FoundTerms(Suite(), listed)  # type: ignore[arg-type]
    first, second = suite.segments()
    assert [(term.source, term.targets, term.spans) for term in first.terms] == [
        ("rate", ("Satz",), ((4, 8),)),
        ("bank", ("Bank",), ((16, 20),)),
    ]
    assert [(term.source, term.spans) for term in second.terms] == [
        ("bank", ((0, 5), (11, 16))),
        ("rate", ((6, 10),)),
    ]
    assert suite.info.metrics == ("terms", "bleu")
    assert suite.notes() == [
        f"4 occurrences of 2 terms were found in the sources ({listed.signature}).",
        "1 term of the list occurs in no segment: loan.",
    ]
