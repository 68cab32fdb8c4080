"""The analyser by its name, what sentences are made of, and doubt about the language."""

import sys
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
from analysing import refused

from litmus.errors import LitmusError
from litmus.files.text import TextWarning
from litmus.language import analysers
from litmus.language.analysers import analyse, load_analyser
from litmus.language.analysis import (
    Sentence,
    Token,
    Word,
    finish,
    in_step,
    joined,
    part_spans,
    sorted_features,
)


def word(form: str, start: int, head: int | None = None, relation: str = "") -> Word:
    return Word(form, form.lower(), "X", "", head, relation, 1.0, start, start + len(form))


class Letters:
    """An analyser that takes every letter for a word."""

    signature = "letters.v1"

    def analyse(
        self, texts: Iterable[str], *, sentences: str = "given", parse: bool = True
    ) -> Iterator[tuple[Sentence, ...]]:
        for text in texts:
            words = tuple(word(letter, place) for place, letter in enumerate(text))
            tokens = tuple(Token(place, place + 1, place, place + 1) for place in range(len(text)))
            yield (Sentence(text, 0, len(text), tokens, words),) if text else ()


class Suspicion:
    """Doubts every text that has an x; says how many texts it was shown."""

    shown = 0

    def __init__(self, language: str) -> None:
        assert language == "de"
        self._found = False
        Suspicion.shown = 0

    def add(self, text: str) -> None:
        Suspicion.shown += 1
        self._found = self._found or "x" in text

    def warning(self) -> str | None:
        return "There is an x." if self._found else None


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The embedded analyser is `Letters`, for German alone; doubt is `Suspicion`."""
    embedded, doubt = ModuleType("embedded"), ModuleType("doubt")
    vars(embedded).update(languages=lambda: ("de", "en"), load=lambda code, path: Letters())
    vars(doubt).update(Doubt=Suspicion)
    monkeypatch.setitem(sys.modules, "litmus.language.embedded", embedded)
    monkeypatch.setitem(sys.modules, "litmus.language.language_check", doubt)
    monkeypatch.setattr("litmus.language.embedded", embedded, raising=False)


def test_word_tells_its_features_which_are_in_the_order_of_ud() -> None:
    she = word("sie", 0)._replace(feats="Case=Nom|Number[psor]=Plur,Sing|Person=3")
    told = [she.feature(name) for name in ("Case", "Number[psor]", "Gender")]
    assert told == ["Nom", "Plur,Sing", None]
    assert word("da", 0).feature("Case") is None
    some = sorted_features(["VerbForm=Fin", "aspect=x", "Mood=Ind"])
    assert some == "aspect=x|Mood=Ind|VerbForm=Fin"
    assert sorted_features([]) == ""


def test_part_spans() -> None:
    spans = {
        "dámelo": ("da me lo", [(2, 8)] * 3),  # the accent is gone: they do not spell it
        "وكتابها": ("و كتاب ها", [(2, 3), (3, 7), (7, 9)]),
        "cannot": ("can not", [(2, 5), (5, 8)]),
        "Du": ("de le", [(2, 4)] * 2),
    }
    for surface, (forms, expected) in spans.items():
        assert part_spans(f"x {surface} y", 2, 2 + len(surface), forms.split()) == expected


def test_joined_hangs_later_roots_from_the_first() -> None:
    text = "So. Go on. Now."
    one = Sentence(text, 0, 3, (Token(0, 2, 0, 1), Token(2, 3, 1, 2)),
                   (word("So", 0, None, "root"), word(".", 2, 0, "punct")))  # fmt: skip
    two = Sentence(text, 4, 10, (Token(4, 6, 0, 1), Token(7, 9, 1, 2), Token(9, 10, 2, 3)),
                   (word("Go", 4, 1, "aux"), word("on", 7, None, "root"),
                    word(".", 9, 1, "punct")))  # fmt: skip
    three = Sentence(text, 11, 15, (Token(11, 15, 0, 1),), (word("Now.", 11, None, "root"),))
    whole = joined([one, two, three])
    assert (whole.text, whole.start, whole.end) == (text, 0, 15)
    assert [(w.head, w.relation) for w in whole.words] == [
        (None, "root"), (0, "punct"), (3, "aux"), (0, "parataxis"), (3, "punct"), (0, "parataxis"),
    ]  # fmt: skip
    assert [(t.first, t.stop) for t in whole.tokens] == [(i, i + 1) for i in range(6)]
    assert joined([two]) is two
    for one in (two, three):  # unparsed
        bare = one._replace(words=tuple(w._replace(head=None, relation="") for w in one.words))
        assert {(w.head, w.relation) for w in joined([bare, bare]).words} == {(None, "")}


NEEDS = "The analyser {} needs an argument: {} ({})"
KNOWN = "conllu:FILE, embedded[:FOLDER], plain, spacy:PIPELINE, stanza[:LANG[:PACKAGE]]"


@pytest.mark.parametrize(
    ("backend", "message"),
    [
        ("spcy:en", f"No analyser is called 'spcy:en'. Did you mean 'spacy:PIPELINE'?\nKnown: {KNOWN}"),
        ("spacy", NEEDS.format("spacy", "spacy:PIPELINE", "an installed pipeline or the folder of one")),
        ("conllu:", NEEDS.format("conllu", "conllu:FILE", "what your own parser made of the same text")),
        ("embedded:de", f"{Path('de').resolve()} is no folder, so it is no model of the embedded "
         "analyser.\nembedded:FOLDER takes what experiments/analyser/train.py made."),
        ("embedded:", "Nothing stands behind the colon of embedded: (write embedded[:FOLDER]). "
         "Without an argument, leave the colon out."),
    ],
)  # fmt: skip
def test_analyser_that_does_not_load(backend: str, message: str) -> None:
    assert refused(backend) == (2, message)


def test_analyser_for_a_language_that_it_does_not_know() -> None:
    code, message = refused("spacy:x", "xx")
    assert code == 2 and message.startswith("No language is called 'xx'.")
    assert refused("embedded", "fin") == (
        2,
        "No analyser for Finnish (fi) comes with litmus (there are: ar, de, en, es, fr, he, is, "
        "it, ja, ko, nl, pt, ro, ru, tr, zh).\nUse another: spacy:PIPELINE, stanza:fi, conllu:FILE, or plain "
        "(words as they are written).",
    )


@pytest.mark.parametrize(("backend", "package"), [("spacy:x", "spacy"), ("stanza:de", "stanza")])
def test_load_analyser_without_its_package(
    monkeypatch: pytest.MonkeyPatch, backend: str, package: str
) -> None:
    def nothing(name: str, *_: object) -> None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)

    real = __import__
    monkeypatch.setattr(
        "builtins.__import__",
        lambda name, *rest: nothing(name) if name == package else real(name, *rest),
    )
    assert refused(backend) == (
        2,
        f"The analyser {package} needs a package that is not installed.\n"
        f'Install it with: pip install "litmus-mt[{package}]"',
    )


def test_load_analyser_with_a_broken_package_shows_what_is_broken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("spacy", "stanza"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("import a_package_that_is_not_there\n")
        for module in [key for key in sys.modules if key.split(".")[0] == name]:
            monkeypatch.delitem(sys.modules, module)
        monkeypatch.syspath_prepend(str(tmp_path))
        with pytest.raises(ModuleNotFoundError, match="a_package_that_is_not_there"):
            load_analyser(f"{name}:de", "de")


def test_analyse_is_one_result_per_text_as_they_are_taken(letters: None) -> None:
    taken: list[str] = []

    def texts() -> Iterator[str]:
        for text in ("ab", "", "c"):
            taken.append(text)
            yield text

    results = analyse(texts(), "de")
    assert taken == []
    assert ["".join(w.form for s in found for w in s.words) for found in results] == taken
    assert taken == ["ab", "", "c"]


def test_analyse_refuses_another_mode() -> None:
    with pytest.raises(LitmusError) as caught:
        analyse([], "de", sentences="splt")
    assert str(caught.value) == (
        "No way to find sentences is called 'splt'. Did you mean 'split'?\nKnown: given, split"
    )


@pytest.mark.parametrize("n", [1, 3 * analysers.DOUBTED])
def test_analyse_doubts_once_and_of_the_first_texts_only(letters: None, n: int) -> None:
    with pytest.warns(TextWarning) as caught:
        assert len(list(analyse(["x"] * n, "de"))) == n
    assert [str(warning.message) for warning in caught] == ["There is an x."]
    assert Suspicion.shown == min(n, analysers.DOUBTED)
    texts = ["a"] * analysers.DOUBTED + ["x"]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(analyse(texts, "deu"))) == len(texts)


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files of Esperanto, which names the plain analyser, of Ido, which names spaCy, and German."""
    (tmp_path / "languages").mkdir()
    for code, name in (("eo", "plain"), ("io", "spacy:none"), ("de", "plain")):
        text = f'code = "{code}"\nname = "X"\nversion = 1\nreviewed = "me"\nanalyser = "{name}"\n'
        (tmp_path / "languages" / f"{code}.toml").write_text(text, encoding="utf-8")
    monkeypatch.setenv("LITMUS_DATA", str(tmp_path))
    return tmp_path


def test_analyser_that_a_language_names_is_the_default_unless_one_ships(own: Path) -> None:
    assert load_analyser("embedded", "eo").signature == "plain.1"
    has = {code: analysers.has_analyser(code) for code in ("eo", "io", "fi", "de", "en")}
    assert has == {"eo": False, "io": True, "fi": False, "de": True, "en": True}
    assert refused("embedded", "de") == (
        1,
        f"{own}/languages/de.toml names an analyser, but one for X comes with litmus.\n"
        "Leave the key out, and choose another where you need it.",
    )


def test_texts_are_numbered_from_the_first(letters: None) -> None:
    def write(number: int, found: tuple[Sentence, ...]) -> tuple[int, int]:
        return number, sum(len(sentence.words) for sentence in found)

    options = {"backend": "plain", "sentences": "given", "parse": True, "workers": 1}
    made = analysers.analysed_as(write, ["a b", "", "c"], "de", first=7, **options)  # type: ignore[arg-type]
    assert list(made) == [(7, 2), (8, 0), (9, 1)]
    made = analysers.analysed_as(write, ["a b"], "de", **options)  # type: ignore[arg-type]
    assert list(made) == [(1, 2)]
    assert list(analysers._batches(iter("abc"), 5)) == [(5, ["a", "b", "c"])]
    work = analysers._analysing(write, "plain", "de", sentences="given", parse=True)
    assert work((5, ["a", "b c"])) == [(5, 1), (6, 2)]
    with pytest.raises(LitmusError, match="workers"):
        analysers.analysed_as(write, [], "de", **{**options, "workers": 0})  # type: ignore[arg-type]


def test_analysers_that_read_a_file_are_begun_and_finished() -> None:
    class Begun(Letters):
        finished = 0

        def finish(self) -> None:
            self.finished += 1

    class Reads(Letters):
        def in_step(self) -> Begun:
            return begun

    begun, plain = Begun(), Letters()
    assert (in_step(Reads()), in_step(plain)) == (begun, plain)
    for one in (begun, plain, None):
        finish(one)
    assert begun.finished == 1
