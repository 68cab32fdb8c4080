"""Beam search in batches, held against transformers' `generate`, one sentence at a time."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import torch
from tests.nmt.tiny import DECODERS, LANGUAGES, TEXT, separator

from litmus.errors import DataError, UsageError
from litmus.nmt.decoding.translator import Translator
from litmus.nmt.model import Model, load_model
from litmus.nmt.scoring.layout import Request
from litmus.nmt.windows import Window

FAMILIES = ("ours", "marian", "mbart50", "t5", "bart")
SOURCES = (TEXT[0], "Rain.", TEXT[4], "The cat said so.", TEXT[2])


@pytest.fixture(params=FAMILIES)
def model(request: pytest.FixtureRequest) -> Model:
    return _loaded(request.getfixturevalue(request.param))


@pytest.fixture
def own(ours: Path) -> Model:
    return _loaded(ours)


def _loaded(folder: Path) -> Model:
    """In double precision: batches may not differ by a rounding."""
    model = load_model(str(folder), LANGUAGES, device="cpu", between=separator(folder, " / "))
    model.network.double()
    return model


@contextmanager
def _bent(model: Model, change: Callable[[Any], None]) -> Iterator[None]:
    """Changes the logits of every pass."""

    def hook(_: Any, __: Any, found: Any) -> Any:
        change(found.logits)
        return found

    handle = model.network.register_forward_hook(hook)
    try:
        yield
    finally:
        handle.remove()


def _ending(model: Model) -> Any:
    """Makes ends come and go with the text: random weights hardly ever end, or always."""

    def with_ends(logits: Any) -> None:
        logits *= 2 / logits.std(-1, keepdim=True)  # flat enough that beams compete
        best = logits.max(-1).values
        logits[..., model.codec.end] = best - 2 + 3 * torch.sin(best * 50)  # type: ignore[union-attr]

    return _bent(model, with_ends)


def _favouring(model: Model, piece: int) -> Any:
    return _bent(model, lambda logits: logits[..., piece].add_(1000.0))


def _generated(model: Model, translator: Translator, sources: Sequence[str], windows: Sequence[Window], beam: int, penalty: float = 1.0) -> list[list[int]]:  # fmt: skip
    """The pieces that `generate` finds for each sentence alone, its settings all off."""
    codec = model.codec
    assert codec is not None
    answers = []
    requests = [Request(s, "", w) for s, w in zip(sources, windows, strict=True)]
    for job in translator._reader.jobs(requests):
        found = model.network.generate(
            torch.tensor([job.ids]), decoder_input_ids=torch.tensor([job.beginning]),
            num_beams=beam, do_sample=False, max_new_tokens=job.longest, min_length=0,
            length_penalty=penalty, early_stopping=False, eos_token_id=codec.end,
            forced_bos_token_id=None, forced_eos_token_id=None, suppress_tokens=list(translator._reader.banned),
            repetition_penalty=1.0, no_repeat_ngram_size=0, bad_words_ids=None,
        )  # fmt: skip
        answers.append(found[0].tolist()[len(job.beginning) :])
    return answers


def _searched(translator: Translator, sources: Sequence[str], windows: Sequence[Window]) -> list[list[int]]:  # fmt: skip
    requests = [Request(s, "", w) for s, w in zip(sources, windows, strict=True)]
    with torch.inference_mode():
        return [list(one.ids) for one in translator._search(translator._reader.jobs(requests))]


@pytest.mark.parametrize("beam", [1, 5])
def test_a_batch_is_what_generate_finds_one_by_one(model: Model, beam: int) -> None:
    translator = Translator(model, beam=beam, max_ratio=0.3, max_extra=8)
    windows = [Window()] * len(SOURCES)
    with _ending(model):
        found = _searched(translator, SOURCES, windows)
        assert found == _generated(model, translator, SOURCES, windows, beam)
    assert any(len(ids) > 1 and ids[-1] == model.codec.end for ids in found)  # type: ignore[union-attr]


def test_ragged_beginnings_are_what_generate_finds_one_by_one(model: Model) -> None:
    before = [(), (TEXT[6],), (TEXT[6], TEXT[7]), ("Oui.",), (TEXT[11],)]
    windows = [Window(target=texts) for texts in before]
    translator = Translator(model, beam=3, length_penalty=0.4, max_ratio=0.2, max_extra=6)
    with _ending(model):
        found = _searched(translator, SOURCES, windows)
        assert found == _generated(model, translator, SOURCES, windows, 3, 0.4)


def test_batches_do_not_change_a_translation(model: Model) -> None:
    translator = Translator(model, beam=4, max_ratio=0.5, max_extra=5, batch_tokens=60)
    with _ending(model):
        alone = [translator.translate([source])[0] for source in SOURCES]
        assert translator.translate(SOURCES) == alone
        assert translator.translate(SOURCES[::-1]) == alone[::-1]


def test_what_a_checkpoint_says_of_generation_is_not_used(own: Model) -> None:
    translator = Translator(own, beam=2, max_extra=8)
    plain = translator.translate(SOURCES[:2])
    settings = own.network.generation_config
    settings.repetition_penalty, settings.min_length, settings.num_beams = 5.0, 40, 1
    settings.forced_bos_token_id, settings.no_repeat_ngram_size = 7, 1
    assert translator.translate(SOURCES[:2]) == plain


def test_empty_lines_stay_empty(own: Model) -> None:
    translator = Translator(own, beam=2, max_extra=4)
    found = translator.translate(["", "Rain.", "  "])
    assert (found[0], found[2]) == ("", "")
    assert found[1] == translator.translate(["Rain."])[0] != ""
    assert translator.translate([]) == []


def test_memory_that_runs_out_halves_the_batch(own: Model, monkeypatch: pytest.MonkeyPatch) -> None:
    translator = Translator(own, beam=2, max_ratio=0.2, max_extra=4)
    plain, sizes, search = translator.translate(SOURCES), [], translator._search

    def narrow(batch: Any) -> Any:
        sizes.append(len(batch))
        if len(batch) > 2:
            raise RuntimeError("CUDA out of memory. Tried to allocate 2.00 GiB")
        return search(batch)

    monkeypatch.setattr(translator, "_search", narrow)
    seen: list[int] = []
    assert translator.translate(SOURCES, progress=seen.append) == plain
    assert sizes[0] == 5 and max(sizes[1:]) == 3
    assert sum(seen) == len(SOURCES)


def test_the_network_is_left_in_the_mode_it_was_in(own: Model) -> None:
    plain = Translator(own, beam=2, max_extra=5).translate(SOURCES[:1])
    own.network.train()
    assert Translator(own, beam=2, max_extra=5).translate(SOURCES[:1]) == plain  # no dropout
    assert own.network.training
    loss = own.network(input_ids=torch.tensor([[9, 8, 2]]), labels=torch.tensor([[9, 2]])).loss
    loss.backward()  # and can be trained on


@pytest.mark.parametrize("name", DECODERS)
def test_a_decoder_only_model_goes_on_behind_its_prompt(
    name: str, request: pytest.FixtureRequest
) -> None:
    model = load_model(str(request.getfixturevalue(name)), LANGUAGES, device="cpu")
    model.network.double()
    greedy = Translator(model, beam=1, max_ratio=0.3, max_extra=6)
    windows = [Window(), Window(("Yes.",), ("Oui.",)), Window(), Window(), Window(target=("Non.",))]
    requests = [Request(s, "", w) for s, w in zip(SOURCES, windows, strict=True)]
    jobs = greedy._reader.jobs(requests)
    prompt = model.tokenizer.decode(jobs[1].beginning)
    assert "English: Yes.\nFrench: Oui.\nEnglish: Rain.\nFrench:" in prompt
    found = _searched(greedy, SOURCES, windows)
    for job, ids in zip(jobs, found, strict=True):
        alone = model.network.generate(
            torch.tensor([job.beginning]), attention_mask=torch.ones(1, len(job.beginning)),
            do_sample=False, num_beams=1, max_new_tokens=job.longest, pad_token_id=0,
            eos_token_id=list(greedy._reader.ends), suppress_tokens=list(greedy._reader.banned),
        )  # fmt: skip
        assert ids == alone[0].tolist()[len(job.beginning) :]
    wide = Translator(model, beam=3, max_ratio=0.3, max_extra=6)
    one_by_one = [wide.translate([s], [w])[0] for s, w in zip(SOURCES, windows, strict=True)]
    assert wide.translate(SOURCES, windows) == one_by_one
    assert "\n" not in "".join(one_by_one)


def test_a_decoder_only_model_stops_at_the_end_of_the_line(gpt2: Path) -> None:
    model = load_model(str(gpt2), LANGUAGES, device="cpu")
    newline = model.tokenizer.get_vocab()["Ċ"]
    translator = Translator(model, beam=2, max_extra=9)
    assert {newline, model.tokenizer.eos_token_id} <= set(translator._reader.ends)
    with _favouring(model, newline):
        assert translator.translate(SOURCES[:2]) == ["", ""]
    assert translator.signature.endswith("|prompt:plain")


def test_settings_that_cannot_be_are_refused(own: Model) -> None:
    for settings, message in (
        ({"prompt": "plain"}, "it reads no prompt"), ({"beam": 0}, "at least 1"),
        ({"beam": 100_000}, "A beam of 100000 is larger than the model's"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=message):
            Translator(own, **settings)  # type: ignore[arg-type]


def test_a_sentence_beyond_the_positions_is_refused_with_its_number(own: Model) -> None:
    with pytest.raises(DataError, match=r"Segment 2 .*\n.*split it"):
        Translator(own).translate(["Rain.", " ".join(TEXT)])


def test_outputs_that_are_no_piece_are_never_written(own: Model) -> None:
    # Vocabularies are rounded up: the network has outputs that no piece stands for.
    codec: Any = own.codec
    size = own.network.config.vocab_size
    codec.size = size - 3
    translator = Translator(own, beam=2, max_extra=6)
    assert set(translator._reader.banned) == {codec.pad, size - 3, size - 2, size - 1}
    with _favouring(own, size - 2):
        found = _searched(translator, SOURCES, [Window()] * len(SOURCES))
    assert all(piece < size - 3 for ids in found for piece in ids)


def test_signature_names_all_that_changes_a_translation(own: Model) -> None:
    found = Translator(own, beam=3, length_penalty=0.6).signature
    assert found == f"model:{own.signature}|beam:3|lp:0.6|longest:2x+50"
