"""Consistency by hand: register and terms that go on as they began."""

from pathlib import Path

from pairing import pair, sentence

from litmus.discourse.pairs import Pair
from litmus.discourse.phenomena.consistency import Consistency
from litmus.discourse.rules import Rules, read_rules


def rules(folder: Path, formality: bool = True) -> Rules:
    path = folder / "xx.toml"
    lists = '[formality]\ninformal = "tu"\nformal = "vous"\n' if formality else ""
    path.write_text(f'code = "xx"\nversion = 1\n{lists}', encoding="utf-8")
    return read_rules(path)


def said(*rows: str) -> Pair:
    return pair(sentence("well well INTJ"), sentence(*rows))


def term(source: str, target: str, upos: str = "NOUN") -> Pair:
    return pair(sentence(f"{source} {source} NOUN"), sentence(f"{target} {target} {upos}"), "0-0")


def verdicts(folder: Path, pairs: list[Pair], **options: bool) -> list[dict[str, set[int]]]:
    checker = Consistency(rules(folder, **options), ("en", "fr"))
    return [checker.tag(one) for one in pairs]


def test_consistency_of_register_is_with_the_word_before(tmp_path: Path) -> None:
    pairs = [said("tu tu PRON"), said("tu tu PRON"), said("vous vous PRON"), said("vous vous PRON")]
    assert verdicts(tmp_path, pairs) == [
        {},
        {"register=kept": {0}},
        {"register=broken": {0}},
        {"register=kept": {0}},
    ]


def test_consistency_of_register_within_a_sentence(tmp_path: Path) -> None:
    (found,) = verdicts(tmp_path, [said("tu tu PRON", "et et CCONJ", "vous vous PRON")])
    assert found == {"register=broken": {2}}


def test_consistency_of_terms(tmp_path: Path) -> None:
    pairs = [term("chapter", "chapitre"), term("chapter", "section"), term("chapter", "section")]
    assert verdicts(tmp_path, pairs) == [{}, {"terms=broken": {0}}, {"terms=kept": {0}}]


def test_consistency_of_terms_is_for_nouns_of_the_source(tmp_path: Path) -> None:
    verb = pair(sentence("sings sing VERB"), sentence("chante chanter VERB"), "0-0")
    assert verdicts(tmp_path, [verb, verb]) == [{}, {}]


def test_consistency_of_terms_needs_a_content_word(tmp_path: Path) -> None:
    pairs = [
        term("chapter", "chapitre"),
        term("chapter", "elle", "PRON"),
        term("chapter", "chapitre"),
    ]
    assert verdicts(tmp_path, pairs) == [{}, {}, {"terms=kept": {0}}]


def test_consistency_without_formality_looks_at_terms_alone(tmp_path: Path) -> None:
    pairs = [said("tu tu PRON"), said("vous vous PRON"), term("chapter", "chapitre")]
    assert verdicts(tmp_path, pairs, formality=False) == [{}, {}, {}]


def test_consistency_starts_anew_with_a_document(tmp_path: Path) -> None:
    checker = Consistency(rules(tmp_path), ("en", "fr"))
    checker.tag(said("tu tu PRON"))
    checker.tag(term("chapter", "chapitre"))
    checker.start()
    assert checker.tag(said("vous vous PRON")) == {}
    assert checker.tag(term("chapter", "section")) == {}
