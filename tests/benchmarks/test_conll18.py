"""The scorer against counts made by hand, and against the official one where it is installed."""

import io
from random import Random
from typing import Any

import pytest
from benchmarks.analysis.conll18 import METRICS, Row, Score, Token, align, document, score


def word(form: str, head: int = 0, relation: str = "root", **columns: str) -> Token:
    return Token(form, (Row(form, head=head, relation=relation, **columns),))


def plain(*surfaces: str) -> list[Token]:
    """Tokens of one word, or, written "du=de+le", of several; the first word is the root."""
    tokens, number = [], 0
    for text in surfaces:
        surface, _, parts = text.partition("=")
        rows = []
        for form in parts.split("+") if parts else [surface]:
            rows.append(Row(form, head=int(number > 0), relation="dep" if number else "root"))
            number += 1
        tokens.append(Token(surface, tuple(rows)))
    return tokens


def counts(gold: list[Token], system: list[Token]) -> dict[str, Score]:
    return score(document([gold]), document([system]))


def test_the_same_analysis_scores_100_in_everything() -> None:
    gold = document([plain("Il", "vient", "du=de+le", "nord"), plain("Oui", ".")])
    assert [score(gold, gold)[metric].f1 for metric in METRICS] == [100] * len(METRICS)


def test_words_split_wrongly_count_on_neither_side() -> None:
    # of "I cannot", only I is in both: 1 of 3 gold, 1 of 2 system, 2 * 1 / 5
    found = counts(plain("I", "can", "not"), plain("I", "cannot"))
    assert found["Tokens"] == found["Words"] == Score(1, 3, 2)
    assert found["Words"].f1 == pytest.approx(40)
    assert found["Words"].precision == pytest.approx(50)
    assert found["Words"].recall == pytest.approx(100 / 3)


@pytest.mark.parametrize(("gold", "system", "words"), [
    # a multiword token left whole: Il, vient, nord of 5 gold and 4 system
    (("Il", "vient", "du=de+le", "nord"), ("Il", "vient", "du", "nord"), Score(3, 5, 4)),
    # one right form of it: Il, de whatever its case, nord
    (("Il", "du=de+le", "nord"), ("Il", "du=De+l", "nord"), Score(3, 4, 4)),
    # b a against a b: only one of the two can be paired
    (("xy=b+a",), ("xy=a+b",), Score(1, 2, 2)),
    # spaces inside tokens do not matter
    (("10 000", "km"), ("10\u00a0000", "km"), Score(2, 2, 2)),
    (("10 000", "km"), ("10", "000", "km"), Score(1, 2, 3)),
])  # fmt: skip
def test_words_by_hand(gold: tuple[str, ...], system: tuple[str, ...], words: Score) -> None:
    found = counts(plain(*gold), plain(*system))
    assert found["Words"] == words
    same = len(gold) == len(system)  # a token is right whatever its words are
    assert found["Tokens"].correct == (len(gold) if same else 1)


def test_multiword_tokens_that_overlap_are_one_stretch() -> None:
    # gold abc + de, system a + bcd + e: no border is shared before the end, forms are all equal
    gold, system = plain("abc=a+b+c", "de=d+e"), plain("a", "bcd=b+c+d", "e")
    assert align(document([gold]), document([system])) == [(k, k) for k in range(5)]
    assert counts(gold, system)["Tokens"] == Score(0, 2, 3)


def test_lemmas_must_be_equal_and_an_unknown_gold_lemma_is_always_right() -> None:
    gold = [word("Les", lemma="le"), word("rails", 1, "dep", lemma="rail"), word("X", 1, "dep")]
    system = [word("Les", lemma="Le"), gold[1], word("X", 1, "dep", lemma="x")]
    assert counts(gold, system)["Lemmas"] == Score(2, 3, 3)
    assert counts(system, gold)["Lemmas"] == Score(1, 3, 3)


@pytest.mark.parametrize(("gold", "system", "right"), [
    ("Gender=Masc|Number=Sing", "Number=Sing|Gender=Masc", 1),
    ("Number=Sing", "Number=Sing|Typo=Yes", 1), ("Number=Sing", "Number=Plur", 0),
    ("Number=Sing", "_", 0), ("Number[psor]=Sing", "_", 1), ("_", "", 1),
])  # fmt: skip
def test_features_are_universal_ones_in_any_order(gold: str, system: str, right: int) -> None:
    found = counts([word("x", feats=gold)], [word("x", feats=system)])
    assert found["UFeats"] == Score(right, 1, 1)


def test_subtypes_of_relations_are_cut() -> None:
    gold = [word("He", 3, "nsubj:pass"), word("was", 3, "aux:pass"), word("seen")]
    system = [word("He", 3, "nsubj"), word("was", 3, "cop"), word("seen")]
    found = counts(gold, system)
    assert (found["UAS"], found["LAS"]) == (Score(3, 3, 3), Score(2, 3, 3))


def test_head_that_has_no_partner_is_wrong_and_the_root_is_right() -> None:
    # only c and d are paired; c hangs from b, which the system has glued to a; d is the root
    gold = [word("a", 2, "dep"), word("b", 4, "dep"), word("c", 2, "dep"), word("d")]
    system = [word("ab", 3, "dep"), word("c", 1, "dep"), word("d")]
    assert counts(gold, system)["UAS"] == Score(1, 4, 3)


def test_upos_counts_pairs_only() -> None:
    gold = [word("a", upos="DET"), word("bc", 1, "dep", upos="NOUN")]
    system = [word(form, upos="NOUN") for form in "abc"]
    assert counts(gold, system)["UPOS"] == Score(0, 2, 3)


def test_heads_count_from_the_start_of_their_sentence() -> None:
    gold = document([plain("a", "b"), plain("c", "d")])
    system = document([plain("a", "b"), [word("c", 2, "dep"), word("d")]])
    assert score(gold, system)["UAS"] == Score(2, 4, 4)


def test_sentence_cut_in_two_is_wrong_and_may_have_two_roots() -> None:
    gold, system = document([plain("a", "b")]), document([plain("a"), plain("b")])
    found = score(gold, system)
    assert found["Sentences"] == Score(0, 1, 2)
    assert found["UAS"] == Score(1, 2, 2)
    assert score(document([]), document([]))["LAS"].f1 is None  # not zero


@pytest.mark.parametrize(("gold", "system", "place"), [
    ([("Ja", "."), ("Nein", "!")], [("Ja", "."), ("Nei", "?")],
     "sentence 2, gold goes on with 'n!', system with '?'."),
    ([("a", "b")], [("a",)], "sentence 1, gold goes on with 'b', system with ''."),
])  # fmt: skip
def test_another_text_is_refused_with_the_place(gold: Any, system: Any, place: str) -> None:
    with pytest.raises(ValueError) as caught:
        score(*(document([plain(*one) for one in side]) for side in (gold, system)))
    assert str(caught.value) == f"Gold and system are not the same text: in {place}"


def test_official_scorer_counts_the_same() -> None:
    udeval = pytest.importorskip("udtools.udeval")
    rng = Random(5)
    gold = [perturbed(rng, made_up(rng)) for _ in range(300)]
    system = [perturbed(rng, sentence) for sentence in gold]
    ours = score(document(gold), document(system))
    theirs = udeval.evaluate(
        udeval.load_conllu(io.StringIO(conllu(gold)), "gold", {}),
        udeval.load_conllu(io.StringIO(conllu(system)), "system", {}),
    )
    assert 20 < ours["LAS"].f1 < 60 < ours["Words"].f1 < 95  # neither easy nor hopeless
    for metric in METRICS:
        official = theirs[metric]
        counted = Score(official.correct, official.gold_total, official.system_total)
        assert ours[metric] == counted, metric


def made_up(rng: Random) -> list[Token]:
    return [word("".join(rng.choices("abAB ", k=3)) + "c") for _ in range(rng.randint(2, 12))]


def perturbed(rng: Random, sentence: list[Token]) -> list[Token]:
    """Some tokens cut, joined, made multiword or whole; then tags, and a tree that is one."""
    tokens: list[Token] = []
    for surface, rows in sentence:
        change, cut = rng.random(), rng.randint(1, max(1, len(surface) - 1))
        pieces = [piece for piece in (surface[:cut], surface[cut:]) if piece.strip()]
        if change < 0.1:
            tokens += [Token(piece, (rows[0]._replace(form=piece),)) for piece in pieces]
        elif change < 0.2:
            forms = tuple(rows[0]._replace(form=piece) for piece in pieces)
            tokens.append(Token(surface, forms))
        elif change < 0.25:
            tokens.append(Token(surface, (rows[0]._replace(form=surface),)))
        elif change < 0.3 and tokens:
            before = tokens.pop()
            tokens.append(Token(before.surface + surface, before.rows + rows))
        else:
            tokens.append(Token(surface, rows))
    number, finished = 0, []
    for surface, rows in tokens:
        new = []
        for row in rows:
            new.append(annotated(rng, row, number))
            number += 1
        if len(new) == 1:
            new = [new[0]._replace(form=surface)]
        finished.append(Token(surface, tuple(new)))
    return finished


def annotated(rng: Random, row: Row, before: int) -> Row:
    """Mostly as it was; hanging from a word before it."""
    head = row.head if 0 < row.head <= before else before and rng.randint(1, before)
    relation = row.relation if rng.random() < 0.8 and row.relation != "root" else "nsubj:pass"
    changed = {
        "lemma": rng.choice(["_", "a", "b"]),
        "upos": rng.choice(["NOUN", "VERB"]),
        "feats": rng.choice(["_", "Case=Nom|Number=Sing", "Number=Sing|Typo=Yes"]),
    }
    kept = {name: value for name, value in changed.items() if rng.random() < 0.3}
    return row._replace(head=head, relation=relation if head else "root", **kept)


def conllu(sentences: list[list[Token]]) -> str:
    lines = []
    for sentence in sentences:
        number = 1
        for surface, rows in sentence:
            if len(rows) > 1:
                lines.append(f"{number}-{number + len(rows) - 1}\t{surface}" + "\t_" * 8)
            for row in rows:
                columns = (row.form, row.lemma, row.upos, "_", row.feats, row.head, row.relation)
                lines.append("\t".join(map(str, (number, *columns, "_", "_"))))
                number += 1
        lines.append("")
    return "\n".join(lines) + "\n"
