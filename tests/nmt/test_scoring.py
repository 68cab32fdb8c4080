"""Scores against transformers' own forward pass, one sentence at a time, for every family."""

from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sentencepiece
import torch
from tests.nmt.tiny import DECODERS, LANGUAGES, TEXT, separator, trained_pieces

from litmus.errors import DataError, UsageError
from litmus.nmt.model import Model, load_model
from litmus.nmt.scoring import scorer
from litmus.nmt.scoring.forward import Forward, _measured
from litmus.nmt.scoring.scorer import Request, Scored, Scorer
from litmus.nmt.windows import Window

ENGLISH, FRENCH = TEXT[:6], TEXT[6:12]
PLAIN = [Request(source, target) for source, target in zip(ENGLISH, FRENCH, strict=True)]
TWO_SIDED = [
    Request(ENGLISH[i], FRENCH[i], Window(ENGLISH[i - 1 : i], FRENCH[max(0, i - 2) : i]))
    for i in range(6)
]
SCRIPTS = [Request(ENGLISH[0], text) for text in (*TEXT[12:], "Le  chat 𝄞 <x>", "", "a")]
OURS = sentencepiece.SentencePieceProcessor(model_proto=trained_pieces())
SEQ2SEQ = ("ours", "marian", "mbart50", "t5", "bart")


@pytest.fixture
def model(request: pytest.FixtureRequest) -> Model:
    return loaded(request.getfixturevalue(request.param))


def loaded(folder: Path) -> Model:
    return load_model(str(folder), LANGUAGES, device="cpu", between=separator(folder, "; "))


def for_all(names: Sequence[str]) -> Any:
    return pytest.mark.parametrize("model", names, indirect=True)


def one_by_one(model: Model, request: Request) -> tuple[list[float], list[float]]:
    """Log-probabilities and entropies of pieces and end, from the network's own labels."""

    def ids(text: str, side: str) -> list[int]:
        if model.tokenizer is None:
            return list(OURS.encode(text))
        key = "text" if side == "source" else "text_target"
        return list(model.tokenizer(**{key: text}, add_special_tokens=False)["input_ids"])

    def wrapped(body: list[int], side: str) -> list[int]:
        if model.tokenizer is None:
            return [*body, 2]
        key = "text" if side == "source" else "text_target"
        letter, whole = ids("a", side), list(model.tokenizer(**{key: "a"})["input_ids"])
        place = whole.index(letter[0])
        return [*whole[:place], *body, *whole[place + len(letter) :]]

    gap = [4] if model.tokenizer is None else ids("; ", "target")
    before = [i for text in request.window.source for i in (*ids(text, "source"), *gap)]
    ahead = [i for text in request.window.target for i in (*ids(text, "target"), *gap)]
    source = wrapped([*before, *ids(request.source, "source")], "source")
    labels = wrapped([*ahead, *ids(request.target, "target")], "target")
    with torch.no_grad():
        found = model.network(input_ids=torch.tensor([source]), labels=torch.tensor([labels]))
    n = len(ids(request.target, "target")) + 1
    logs = found.logits[0].double().log_softmax(-1)[-n:]
    chosen = logs[range(n), labels[-n:]]
    return chosen.tolist(), (-(logs.exp() * logs).sum(-1)).tolist()


def values(scored: Scored) -> Any:
    return [*scored.log_probs, scored.end]


def assert_alike(ones: Iterable[Scored], others: Iterable[Scored], within: float) -> None:
    for one, other in zip(ones, others, strict=True):
        assert one.spans == other.spans
        assert values(one) == pytest.approx(values(other), abs=within)


def expected_totals(model: Model, requests: Sequence[Request]) -> Any:
    return pytest.approx([sum(one_by_one(model, one)[0]) for one in requests], abs=1e-3)


def watched(monkeypatch: pytest.MonkeyPatch, room: int = 1000) -> list[Sequence[int]]:
    """The batches that are run, by their indices; of more than `room` there is no memory."""
    inner, ran = Forward.__call__, []

    def call(self: Forward, indices: Sequence[int], batch: Any) -> Any:
        ran.append(indices)
        if len(indices) > room:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB.")
        return inner(self, indices, batch)

    monkeypatch.setattr(Forward, "__call__", call)
    return ran


@for_all(SEQ2SEQ)
@pytest.mark.parametrize(
    "requests", [PLAIN, TWO_SIDED, SCRIPTS], ids=["plain", "context", "scripts"]
)
def test_scores_equal_one_sentence_at_a_time(model: Model, requests: list[Request]) -> None:
    for request, scored in zip(
        requests, Scorer(model, batch_tokens=300).score(requests), strict=True
    ):
        log_probs, entropies = one_by_one(model, request)
        assert values(scored) == pytest.approx(log_probs, abs=1e-4)
        assert [*scored.entropies, scored.end_entropy] == pytest.approx(entropies, abs=1e-4)


@for_all((*SEQ2SEQ, *DECODERS))
def test_scores_do_not_depend_on_what_is_beside(model: Model) -> None:
    requests = [*PLAIN, *TWO_SIDED, *SCRIPTS]
    alone = [one for request in requests for one in Scorer(model).score([request])]
    assert_alike(alone, Scorer(model, batch_tokens=10**6).score(requests), 1e-4)


@for_all((*SEQ2SEQ, *DECODERS))
def test_states_are_projected_where_they_are_scored_and_nowhere_else(model: Model) -> None:
    forward = Forward(model)
    assert forward._head is not None, "this family fell back to the logits of all positions"
    fast = list(Scorer(model).score(TWO_SIDED))
    slow = Scorer(model)
    slow._pass._head = None
    assert_alike(fast, slow.score(TWO_SIDED), 1e-5)


def test_a_network_that_bends_its_logits_falls_back_to_all_of_them(ours: Path) -> None:
    model = loaded(ours)
    plain = list(Scorer(model).score(PLAIN))
    whole = model.network.forward

    def capped(**inputs: Any) -> Any:  # as Gemma does
        found = whole(**inputs)
        found.logits = torch.tanh(found.logits / 5) * 5
        return found

    model.network.forward = capped
    scorer = Scorer(model)
    assert scorer._pass._head is None
    bent = list(scorer.score(PLAIN))
    expected, _ = one_by_one(model, PLAIN[0])
    assert values(bent[0]) == pytest.approx(expected, abs=1e-4)
    assert bent[0].total != pytest.approx(plain[0].total, abs=1e-2)


def test_the_vocabulary_in_parts_is_the_vocabulary_at_once(ours: Path) -> None:
    model = loaded(ours)
    scorer = Scorer(model)
    whole = list(scorer.score(PLAIN))
    scorer._pass._limit = 3 * 280  # three positions at a time
    assert_alike(whole, scorer.score(PLAIN), 1e-5)


def test_equal_requests_are_computed_once_and_equal_to_the_last_bit(
    ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = watched(monkeypatch)
    assert len(list(Scorer(loaded(ours)).score(PLAIN * 5))) == 30
    assert sum(map(len, ran)) == 6
    monkeypatch.setitem(scorer._CHUNK, "cpu", 4)
    # each with an empty context once more: P-CXMI of an empty context
    empty = [Request(one.source, one.target, Window()) for one in PLAIN]
    both = [request for pair in zip(PLAIN, empty, strict=True) for request in pair]
    asked = [both[0], *both, *both[::-1]]
    found = Scorer(loaded(ours), batch_tokens=80).score(asked)
    totals: dict[Request, float] = {}
    for request, scored in zip(asked, found, strict=True):
        assert scored.total == totals.setdefault(request, scored.total)


def test_scoring_streams(ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(scorer._CHUNK, "cpu", 2)
    taken: list[int] = []

    def endless() -> Any:
        for number in range(1000):
            taken.append(number)
            yield PLAIN[number % 6]

    found = Scorer(loaded(ours)).score(endless())
    next(found)
    found.close()
    assert len(taken) <= 4


def test_chunks_grow_from_a_small_first_one(ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorer, "_FIRST", 1)
    monkeypatch.setitem(scorer._CHUNK, "cpu", 3)
    model, ran, requests = loaded(ours), watched(monkeypatch), [*PLAIN, *SCRIPTS[:4]]
    found = [one.total for one in Scorer(model, batch_tokens=10**6).score(requests)]
    assert list(map(len, ran)) == [1, 2, 3, 3, 1]
    assert found == expected_totals(model, requests)


def test_a_batch_of_the_next_chunk_runs_before_results_are_waited_for(
    ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scorer._CHUNK, "cpu", 2)
    ran = watched(monkeypatch)
    found = Scorer(loaded(ours), batch_tokens=1).score(PLAIN)  # a batch is one sentence
    # One result after each batch of the chunk behind; at the end there is none behind.
    assert [len(ran) for _ in found] == [3, 4, 5, 6, 6, 6]


def test_a_chunk_that_is_all_known_does_not_end_the_scoring(
    ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scorer._CHUNK, "cpu", 2)
    order = [0, 1, 1, 0, 0, 0, 2, 0, 3, 4]
    model = loaded(ours)
    found = list(Scorer(model).score(PLAIN[i] for i in order))
    # In the chunk before it, or the one before that by way of it: the very same result.
    assert found[0] is found[3] is found[4] is found[5] is found[7]
    assert found[1] is found[2]
    assert [one.total for one in found] == expected_totals(model, [PLAIN[i] for i in order])


def test_a_broken_segment_is_named_by_its_own_number(
    ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(scorer._CHUNK, "cpu", 2)
    inner = Forward.__call__
    broken = OURS.encode(PLAIN[4].source)

    def damaged(self: Forward, indices: Sequence[int], batch: Any) -> Any:
        log_probs, entropies = (one.clone() for one in inner(self, indices, batch))
        place = 0
        for laid in batch:
            if list(laid.source[:-1]) == broken:
                log_probs[place + len(laid.scored) - 1] = torch.nan
            place += len(laid.scored)
        return log_probs, entropies

    monkeypatch.setattr(Forward, "__call__", damaged)
    results = Scorer(loaded(ours)).score([PLAIN[0], *PLAIN])
    assert len([next(results) for _ in range(4)]) == 4
    with pytest.raises(DataError, match=r"^Segment 6 \('Do you know .*\) scores NaN"):
        next(results)


def test_sum_and_total(ours: Path) -> None:
    scorer = Scorer(loaded(ours))
    (scored,) = scorer.score(PLAIN[:1])
    assert scored.sum == pytest.approx(sum(scored.log_probs))
    assert scored.total == pytest.approx(scored.sum + scored.end)
    assert scored.log_probs.dtype == np.float64
    assert len(scored.spans) == len(scored.log_probs) == len(scored.entropies)
    assert list(scorer.score([])) == []


@for_all(("ours", "bart", "gpt2"))
def test_context_is_dropped_from_the_far_end_by_whole_sentences(model: Model) -> None:
    many = (FRENCH[1], *FRENCH, *FRENCH, *FRENCH)
    scorer = Scorer(model)

    def scored(context: tuple[str, ...]) -> Scored:
        return next(scorer.score([Request(ENGLISH[0], FRENCH[0], Window((), context))]))

    found = scored(many)
    lost = found.left_out[1]
    assert found.left_out[0] == 0
    assert 0 < lost < len(many)
    # The same as if the far sentences had never been given, and one more would not have fitted.
    shorter, longer = scored(many[lost:]), scored(many[lost - 1 :])
    assert shorter.left_out == (0, 0)
    assert longer.left_out == (0, 1)
    assert values(shorter) == pytest.approx(values(found), abs=1e-5)


def test_sides_are_cut_apart_and_t5_reads_as_much_as_there_is(ours: Path, t5: Path) -> None:
    for folder, n_target in ((ours, 1), (t5, 12)):
        request = Request(ENGLISH[0], FRENCH[0], Window(ENGLISH * 3, (FRENCH * 2)[:n_target]))
        (found,) = Scorer(loaded(folder)).score([request])
        assert (found.left_out[0] > 0, found.left_out[1]) == (folder is ours, 0)


@for_all(("ours", "gpt2"))
def test_a_sentence_that_does_not_fit_is_named(model: Model) -> None:
    long = Request("Short.", "x y z " * 400)
    message = r"Segment 2 \('Short.'\) has \d+ subwords; the model reads (128|512)\.\nA sentence is never cut"
    with pytest.raises(DataError, match=message):
        list(Scorer(model).score([PLAIN[0], long]))


def test_without_a_break_token_context_is_refused_and_plain_sentences_are_not(marian: Path) -> None:
    model = load_model(str(marian), LANGUAGES, device="cpu")
    assert len(list(Scorer(model).score(PLAIN))) == 6
    with pytest.raises(UsageError, match="between=TEXT"):
        list(Scorer(model).score(TWO_SIDED[1:]))


def _in_bfloat16(folder: Path) -> list[tuple[list[float], float]]:
    model = loaded(folder)
    model.network.to(torch.bfloat16)
    return [(list(one.log_probs), one.total) for one in Scorer(model).score(PLAIN)]


def test_low_precision_is_measured_in_float32(ours: Path) -> None:
    exact = list(Scorer(loaded(ours)).score(PLAIN))
    # In a process of its own: on processors without bfloat16 PyTorch changes its kernels for good,
    # and tests that hold this process against another to the last bit would fail.
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        rough = apart.submit(_in_bfloat16, ours).result()
    # A softmax in bfloat16 gives log-probabilities with 8 bits: multiples of 1/32 from 4 to 8.
    logs = np.concatenate([log_probs for log_probs, _ in rough])
    assert not np.allclose(logs * 32, np.round(logs * 32))
    assert [total for _, total in rough] == pytest.approx([one.total for one in exact], rel=0.1)


def test_memory_that_runs_out_halves_the_batch(ours: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = loaded(ours)
    expected = [one.total for one in Scorer(model).score(PLAIN)]
    ran = watched(monkeypatch, room=2)
    found = [one.total for one in Scorer(model).score(PLAIN)]
    assert found == pytest.approx(expected, abs=1e-4)
    assert list(map(len, ran)) == [6, 3, 2, 1, 3, 2, 1]


def test_a_segment_that_never_fits_in_memory_is_named(
    ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched(monkeypatch, room=0)
    message = r"^Segment 5 \('Do you know .*…?'\) alone does not fit in memory"
    with pytest.raises(DataError, match=message):
        list(Scorer(loaded(ours)).score(PLAIN))


def test_two_runs_of_one_scorer_do_not_mix_their_requests(
    ours: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scorer, "_CHUNK", {"cpu": 4, "cuda": 4})
    model = loaded(ours)
    seen = []

    def checked(batch: Sequence[Request], ids: Any, mask: Any) -> Any:
        for request, row, real in zip(batch, ids, mask, strict=True):
            pieces = model.codec.many([request.source], "source")[0]
            seen.append(row[: int(real.sum())].tolist() == model.codec.source(pieces))
        return model.network.get_encoder()(input_ids=ids, attention_mask=mask).last_hidden_state

    one = Scorer(model, encoder=checked, batch_tokens=1)
    pairs = list(zip(one.score(PLAIN), one.score(list(reversed(PLAIN))), strict=True))
    assert len(pairs) == len(PLAIN) and all(seen)


def test_an_encoder_decoder_takes_no_prompt_and_a_decoder_no_encoder(
    ours: Path, gpt2: Path
) -> None:
    with pytest.raises(UsageError, match="reads no prompt"):
        Scorer(loaded(ours), prompt="plain")
    with pytest.raises(UsageError, match="has no encoder"):
        Scorer(loaded(gpt2), encoder=lambda batch, ids, mask: ids)


def test_the_entropy_of_an_even_choice() -> None:
    logits = torch.tensor([[2.0, 2.0, 2.0, float("-inf")], [0.0, 0.0, 0.0, 0.0]])
    log_probs, entropies = _measured(logits, torch.tensor([1, 3]))
    assert log_probs.tolist() == pytest.approx([-np.log(3), -np.log(4)], abs=1e-6)
    assert entropies.tolist() == pytest.approx([np.log(3), np.log(4)], abs=1e-6)
