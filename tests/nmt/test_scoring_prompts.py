"""Decoder-only models: prompts as data, and targets cut the same with and without context."""

from pathlib import Path
from typing import Any

import pytest
import torch
from tests.nmt.tiny import DECODERS, LANGUAGES, TEXT
from tokenizers.processors import TemplateProcessing

from litmus.errors import DataError, UnknownName, UsageError
from litmus.nmt.decoding.translator import Translator
from litmus.nmt.model import Model, load_model
from litmus.nmt.scoring.endings import Endings
from litmus.nmt.scoring.prompts import load_prompt, shipped_prompts
from litmus.nmt.scoring.scorer import Request, Scorer
from litmus.nmt.windows import Window

NAMES = ("English", "French")
BOTH = Window((TEXT[0],), (TEXT[6], TEXT[7]))
# What ends a text or a turn, by number: the rest is read off the pieces.
ENDS = {"gpt2": [0], "llama": [2], "qwen2": [0, 2]}
TARGETS = [*TEXT[6:], "  two  spaces ", "", "(bracket", "\u2028line", "e\u0301te\u0301", "𝄞𝄞"]


def loaded(folder: Path) -> Model:
    return load_model(str(folder), LANGUAGES, device="cpu")


def written(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("name", "window", "text"), [
    # no translation of A is given
    ("plain", Window(("A.", "B."), ("C.",)),
     "English: A.\nEnglish: B.\nFrench: C.\nEnglish: {target} {0}\nFrench: "),
    ("instruct", Window((), ("C.",)),
     "Translate each sentence from English into French.\n\nFrench: C.\nEnglish: {target} {0}\nFrench: "),
])  # fmt: skip
def test_a_prompt_in_full(name: str, window: Window, text: str) -> None:
    assert load_prompt(name).before("{target} {0}", window, NAMES) == text
    assert load_prompt(name).name == name
    assert {name, "chat"} <= set(shipped_prompts())


@pytest.mark.parametrize("name", DECODERS)
@pytest.mark.parametrize("prompt", ["plain", "instruct"])
def test_scores_equal_the_plain_network(
    name: str, prompt: str, request: pytest.FixtureRequest
) -> None:
    model = loaded(request.getfixturevalue(name))
    requests = [Request(TEXT[1], text, window) for text in TEXT[6:] for window in (Window(), BOTH)]
    for one, scored in zip(requests, Scorer(model, prompt=prompt).score(requests), strict=True):
        text = load_prompt(prompt).before(one.source, one.window, NAMES)
        ahead = model.tokenizer(text.rstrip(" "))["input_ids"]
        whole = [*model.tokenizer(text + one.target)["input_ids"], model.tokenizer.eos_token_id]
        # Cut apart at the prompt's end, the text has the pieces it has as a whole.
        assert whole[: len(ahead)] == ahead
        n = len(whole) - len(ahead)
        with torch.no_grad():
            logs = model.network(torch.tensor([whole])).logits[0].log_softmax(-1)[-n - 1 : -1]
        plain = logs[range(n), whole[-n:]].tolist()
        assert list(scored.log_probs[:-1]) == pytest.approx(plain[:-2], abs=1e-4)
        # The line is the text and its end, whatever pieces write them: every way counts.
        chances = logs.double().exp()
        pieces = {i: model.tokenizer.decode([i]) for i in model.tokenizer.get_vocab().values()}
        last = pieces[whole[-2]].strip()
        ends = [i for i, text in pieces.items() if "\n" in text and not text.strip()]
        ends += ENDS[name]
        both = [i for i, text in pieces.items() if "\n" in text and text.strip() == last]
        behind, merged = chances[-1, ends].sum(), chances[-2, both].sum()
        either = chances[-2, whole[-2]] + merged
        assert scored.log_probs[-1] == pytest.approx(float(either.log()), abs=1e-4)
        whole_line = chances[-2, whole[-2]] * behind + merged
        assert scored.end == pytest.approx(float((whole_line / either).log()), abs=1e-4)


def test_a_full_stop_that_ends_the_line_is_a_full_stop(qwen2: Path) -> None:
    """As a text has it, "." and the end of the line are one piece of such a vocabulary."""
    model = loaded(qwen2)
    known = model.tokenizer.get_vocab()
    line_end, stop = known[".Ċ"], known["."]
    assert model.tokenizer("Oui.\n")["input_ids"][-1] == line_end
    request = Request("Yes.", "Oui.", BOTH)
    (before,) = Scorer(model).score([request])

    def likelier(_: Any, __: Any, found: Any) -> Any:
        found.logits[..., line_end] += 50.0
        return found

    model.network.register_forward_hook(likelier)
    scorer = Scorer(model)
    (after,) = scorer.score([request])
    assert before.log_probs[-1] < -1  # a network of random weights knows nothing of the text
    assert after.log_probs[-1] == pytest.approx(0.0, abs=1e-3)
    assert after.end == pytest.approx(0.0, abs=1e-3)
    # It is no way to go on: in the middle of a text it is wrong, and what it ends is this alone.
    (longer,) = scorer.score([Request("Yes.", "Oui. Non", BOTH)])
    assert longer.log_probs[longer.spans.index((3, 4))] < -20
    assert model.tokenizer.decode([stop]) == "."


def test_a_turn_that_ends_by_another_token_than_the_text(qwen2: Path) -> None:
    model = loaded(qwen2)
    names = model.tokenizer.convert_ids_to_tokens(Endings(model.tokenizer, model.network).ends)
    assert sorted(names) == ["<|endoftext|>", "<|im_end|>", "Ċ", "ĊĊ"]
    model.network.generation_config.eos_token_id = 7  # as any other checkpoint may say
    assert 7 in Endings(model.tokenizer, model.network).ends


@pytest.mark.parametrize("name", DECODERS)
def test_a_target_is_cut_the_same_with_and_without_context(
    name: str, request: pytest.FixtureRequest
) -> None:
    layout = Scorer(loaded(request.getfixturevalue(name)))._layout
    for target in TARGETS:
        alone, given = layout.lay([Request("A.", target), Request("A.", target, BOTH)], 1)
        assert alone.scored == given.scored
        assert alone.spans == given.spans
        assert len(given.target) > len(alone.target)
        assert len(alone.spans) == len(alone.scored) - 1
        covered = {place for start, end in alone.spans for place in range(start, end)}
        assert covered >= {i for i, letter in enumerate(target) if not letter.isspace()}
        assert all(0 <= start <= end <= len(target) for start, end in alone.spans)


def test_the_space_before_a_word_is_part_of_its_piece(llama: Path) -> None:
    model = loaded(llama)
    (laid,) = Scorer(model)._layout.lay([Request("A.", "Il a")], 1)
    assert model.tokenizer.convert_ids_to_tokens(list(laid.scored[:-1])) == ["▁Il", "▁a"]
    assert laid.spans == ((0, 2), (3, 4))


def test_a_piece_across_the_end_of_the_prompt_leaves_the_target_whole(
    gpt2: Path, tmp_path: Path
) -> None:
    # "th" is a piece: behind a prompt that ends in "t", "he" would lose its first letter to it.
    path = written(tmp_path, 'sentence = "{source} = t{target}"')
    (laid,) = Scorer(loaded(gpt2), prompt=path)._layout.lay([Request("A.", "hat")], 1)
    assert laid.spans[0][0] == 0
    assert laid.spans[-1][1] == 3


def test_a_token_for_the_beginning_comes_first(llama: Path) -> None:

    model = loaded(llama)
    model.tokenizer.backend_tokenizer.post_processor = TemplateProcessing(
        single="<s> $A", special_tokens=[("<s>", 1)]
    )
    (laid,) = Scorer(model)._layout.lay([Request("A.", "Il a")], 1)
    assert laid.target[0] == 1
    assert list(laid.target).count(1) == 1


def test_a_conversation_by_the_tokenizers_own_template(llama: Path) -> None:
    model = loaded(llama)
    model.tokenizer.chat_template = (
        "{% for m in messages %}<s>{{ m['role'] }}\n{{ m['content'] }}</s>\n{% endfor %}"
        "{% if add_generation_prompt %}<s>assistant\n{% endif %}"
    )
    scorer = Scorer(model, prompt="chat")
    alone, given = scorer._layout.lay([Request("A.", "Il a"), Request("A.", "Il a", BOTH)], 1)
    text = model.tokenizer.decode(list(given.target))
    assert text.startswith("<s>user\nTranslate from English into French.")
    assert text.endswith("English: A.</s>\n<s>assistant\nIl a")
    assert alone.scored == given.scored
    assert alone.scored[-1] == model.tokenizer.eos_token_id
    assert len(list(scorer.score([Request("A.", "Il a", BOTH)]))) == 1


def test_a_tokenizer_without_a_template_or_an_end_is_refused(gpt2: Path) -> None:
    model = loaded(gpt2)
    with pytest.raises(UsageError, match="has no chat template. Use another prompt: instruct"):
        Scorer(model, prompt="chat")
    model.tokenizer.eos_token = None
    with pytest.raises(UsageError, match="has no end token"):
        Scorer(model)


def outgrown(folder: Path) -> Model:
    """A model to whose tokenizer tokens were added, but not to the network."""
    model = loaded(folder)
    outputs = model.network.config.vocab_size
    model.tokenizer.add_special_tokens({"pad_token": "<pad>"})
    model.tokenizer.add_tokens(["<|im_end|>", "\n\n", ".\n\n", "<|mark|>"])
    assert len(model.tokenizer) == outputs + 5
    model.network.generation_config.eos_token_id = [0, outputs + 1]
    return model


def test_tokens_that_the_network_does_not_have_end_nothing_and_are_not_written(gpt2: Path) -> None:
    plain, model = loaded(gpt2), outgrown(gpt2)
    found, expected = (Endings(one.tokenizer, one.network) for one in (model, plain))
    assert (found.ends, found.all, found._closing) == (
        expected.ends, expected.all, expected._closing,
    )  # fmt: skip
    requests = [Request("Yes.", "Oui.", window) for window in (Window(), BOTH)]
    for one, other in zip(*(Scorer(m).score(requests) for m in (model, plain)), strict=True):
        assert [*one.log_probs, one.end] == [*other.log_probs, other.end]
    ours, theirs = (Translator(one, beam=2, max_extra=6) for one in (model, plain))
    assert (ours._reader.ends, ours._reader.banned) == (theirs._reader.ends, theirs._reader.banned)
    assert ours.translate(TEXT[:3]) == theirs.translate(TEXT[:3])


@pytest.mark.parametrize("use", [Scorer, Translator])
def test_an_end_token_that_the_network_does_not_have_is_said(gpt2: Path, use: Any) -> None:
    model = outgrown(gpt2)
    model.tokenizer.eos_token = "<|im_end|>"
    outputs = model.network.config.vocab_size
    with pytest.raises(UsageError) as caught:
        use(model)
    assert str(caught.value) == (
        f"The end token of this model's tokenizer, <|im_end|> ({outputs + 1}), is not among the "
        f"network's {outputs} outputs.\nName another as eos_token in tokenizer_config.json, or "
        "resize the network's embeddings and train them."
    )


def test_a_prompt_without_context_refuses_context(gpt2: Path, tmp_path: Path) -> None:
    scorer = Scorer(loaded(gpt2), prompt=written(tmp_path, 'sentence = "{source} = {target}"'))
    assert len(list(scorer.score([Request("A.", "B.")]))) == 1
    with pytest.raises(UsageError, match="'mine' has no place for the sentences before"):
        list(scorer.score([Request("A.", "B.", BOTH)]))


def test_a_prompt_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match="No prompt is called 'plane'. Did you mean 'plain'"):
        load_prompt("plane")
    with pytest.raises(DataError, match=r"nowhere\.toml does not exist"):
        load_prompt("nowhere.toml")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sentence = ", "is not TOML"),
        ('sentense = "{source}: {target}"', "unknown key 'sentense'"),
        ('sentence = "{src}: {target}"', r"'sentence' has an unknown field \{src\}"),
        ('sentence = "{source!r}: {target}"', "unknown field"),
        ('sentence = "{source:>9}: {target}"', "unknown field"),
        ('sentence = "{source}: {target"', "is not a template"),
        ('sentence = "{source}: "', r"must hold \{target\} once"),
        ('sentence = "French: {target}"', r"must hold \{source\} once"),
        ('sentence = "{source}: {target}."', "must end with"),
        ('sentence = "{source} {target}"', "needs text between"),
        ('sentence = "{source}: {target}"\ncontext = "{source}\\n"', "must say where"),
        ('sentence = "{source} {context}: {target}"\ncontext = "{source}\\n"', "must come before"),
        ('sentence = "{source}: {target}"\ncontext = "{context}"', r"unknown field \{context\}"),
        ('sentence = "{source}: {target}"\nchat = 1', "'chat' must be"),
        ("sentence = 1", "'sentence' must be"),
    ],
)
def test_a_wrong_template_is_explained(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(DataError, match=message) as caught:
        load_prompt(path)
    assert path in str(caught.value)
