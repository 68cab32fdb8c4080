"""What the name of a file says: role, languages, system."""

from pathlib import Path

import pytest

from litmus.projects.names import Named, is_language, system_names


@pytest.mark.parametrize(("path", "role", "pair", "language"), [
    ("sources/en-de.txt", "source", ("en", "de"), ""),
    ("newstest2020-ende-src.en.txt", "source", ("en", "de"), "en"),
    ("references/en-de.refA.txt", "reference", ("en", "de"), ""),
    ("system-outputs/en-de/refB.txt", "reference", ("en", "de"), ""),
    ("out/new/wmt24.txt", "output", None, ""),
    ("news.fr", "", None, "fr"),
    ("test.txt", "", None, ""),
    ("gold.txt", "reference", None, ""), ("hyp/a.src", "source", None, ""),
    ("references/x/y.txt", "reference", None, ""), ("mt.de", "output", None, "de"),
    ("reference3.txt", "reference", None, ""), ("refs/a.txt", "reference", None, ""),
    ("refz.txt", "", None, ""), ("hypotheses/x", "output", None, ""),
    ("news.en_fr.txt", "", ("en", "fr"), ""), ("en2de.txt", "", ("en", "de"), ""),
    ("EN-DE/x.txt", "", ("en", "de"), ""), ("well-known.txt", "", None, ""),
    ("deu-fra.txt", "", ("de", "fr"), ""), ("en.txt", "", None, ""),
    ("a.en.de.txt", "", None, "de"), ("a.xx.txt", "", None, ""), ("a.tok.en.txt", "", None, "en"),
    ("a.en.tok", "", None, "en"), ("a.en.gz", "", None, "en"), ("a.eng", "", None, ""),
])  # fmt: skip
def test_role_and_languages(
    path: str, role: str, pair: tuple[str, str] | None, language: str
) -> None:
    named = Named(Path(path))
    assert (named.role, named.pair, named.language) == (role, pair, language)
    assert [is_language(code) for code in ("en", "deu", "xx")] == [True, True, False]


@pytest.mark.parametrize(("one", "other", "twins"), [
    ("news.en", "news.de", True), ("news.en.txt", "news.de.txt", True),
    ("a/news.en", "b/news.de", False), ("news.en", "talks.de", False), ("news", "news.de", True),
    ("de.news.en", "fr.news.de", False),
])  # fmt: skip
def test_twins_differ_in_their_language_alone(one: str, other: str, twins: bool) -> None:
    assert Named(Path(one)).is_twin(Named(Path(other))) is twins
    assert Named(Path(other)).is_twin(Named(Path(one))) is twins


@pytest.mark.parametrize(("path", "words", "pieces", "title"), [
    ("data/News.en-de.src.txt", {"data", "news", "en", "de", "src", "txt"}, ["News"], "News"),
    ("wmt/newstest2020-ende-src.en.txt", {"wmt", "newstest2020", "ende", "src", "en", "txt"},
     ["wmt", "newstest2020-ende-src"], "wmt-newstest2020"),
    ("out/Online-A.0.txt", {"out", "online", "a", "0", "txt"}, ["Online-A", "0"], "Online-A-0"),
    ("src.en", {"src", "en"}, [], ""),
    ("news/news.en.gz", {"news", "en"}, ["news", "news"], "news"),
])  # fmt: skip
def test_what_of_a_path_may_be_a_name(
    path: str, words: set[str], pieces: list[str], title: str
) -> None:
    named = Named(Path(path))
    assert named.words == words
    assert (named.pieces(), named.title()) == (pieces, title)


@pytest.mark.parametrize(("paths", "known", "names"), [
    (["out/en-de/news.en-de.Online-A.txt", "out/en-de/news.en-de.Big.2.txt"], set(),
     ["Online-A", "Big-2"]),
    (["out/new/wmt24.txt", "out/old/wmt24.txt"], {"wmt24"}, ["new", "old"]),
    (["out/new/wmt24.txt"], {"wmt24"}, ["new"]),
    (["out/wmt24.txt"], {"wmt24"}, ["wmt24"]),
    (["hyp.en-de.txt"], set(), ["hyp"]),
    (["a/x.txt", "b/x.txt", "c/a.txt"], set(), ["a-x", "b-x", "c-a"]),
    (["x.en", "x.de", "x.fr"], set(), ["x", "x.2", "x.3"]),
])  # fmt: skip
def test_systems_are_called_by_what_tells_them_apart(
    paths: list[str], known: set[str], names: list[str]
) -> None:
    found = system_names([Path(path) for path in paths], known)
    assert found == dict(zip(map(Path, paths), names, strict=True))
