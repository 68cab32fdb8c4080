"""Names by hand: a repeated name is written as before, or not."""

import pytest
from tests.discourse.pairing import pair, sentence

from litmus.corpus.formats.tags import Break
from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.phenomenon import Verdict
from litmus.discourse.phenomena.wording.names import NameConsistency
from litmus.discourse.phenomena.wording.translations import Wording


def name(source: str, target: str, segment: str = "") -> Pair:
    words = [f"{word} _ PROPN" for word in target.split()]
    return pair(sentence(f"{source} {source} PROPN"), sentence(*words), "0-0", segment=segment)


def second(languages: tuple[str, str], source: str, one: str, other: str) -> list[Verdict]:
    names = NameConsistency(Wording(languages))
    assert list(names.verdicts(name(source, one, "4"))) == []
    return list(names.verdicts(name(source, other, "9")))


@pytest.mark.parametrize(
    ("languages", "source", "one", "other", "kind", "why"),
    [
        (("zh", "en"), "张珊", "Zhangshan", "Zhangsan", "variant", "another spelling of the name"),
        (("en", "de"), "Kowalov", "Kowalow", "Kovalov", "variant", "another spelling of the name"),
        (("zh", "en"), "美国", "United States", "US", "short form", "the one is short for the other"),
        (("zh", "en"), "美国", "U.S.", "US", "spelling", "the same letters, written in another way"),
    ],
)  # fmt: skip
def test_names_written_in_another_way(
    languages: tuple[str, str], source: str, one: str, other: str, kind: str, why: str
) -> None:
    broken = Break("names", source, other, one, "4", kind, why)
    assert second(languages, source, one, other) == [Verdict(0, False, broken)]


@pytest.mark.parametrize(
    ("languages", "source", "one", "other"),
    [
        (("en", "de"), "Kowalov", "Kowalow", "Kowalows"),  # a genitive
        (("en", "de"), "Kowalov", "Kowalow", "Kowalow-Straße"),  # a compound
        (("en", "ru"), "Anna", "Анна", "Анной"),  # a case
        (("zh", "en"), "越南", "Vietnam", "Vietnamese"),  # where someone is from
        (("zh", "en"), "张珊", "Zhang Shan", "Shan"),  # a part of it
    ],
)
def test_names_keep_to_their_spelling_in_all_forms(
    languages: tuple[str, str], source: str, one: str, other: str
) -> None:
    assert second(languages, source, one, other) == [Verdict(0, True)]


def test_names_in_doubt_are_not_judged() -> None:
    # A sense: of Saturday and Saturday Kitchen, one is the name of something else.
    assert second(("en", "de"), "Saturday", "Samstag", "Saturday") == []
    assert second(("zh", "en"), "张珊", "Zhangshan", "Brussels") == []  # nothing alike


def test_names_start_anew_with_a_document() -> None:
    names = NameConsistency(Wording(("zh", "en")))
    list(names.verdicts(name("张珊", "Zhangshan")))
    names.start()
    assert list(names.verdicts(name("张珊", "Zhangsan"))) == []
