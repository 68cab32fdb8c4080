"""A language model in a GGUF file as a user types it: context, variants, translations, shards."""

from pathlib import Path

import pytest
from tests.cli.commanding import FIXTURES, Litmus, write_lines, write_suite, written

here, litmus, tiny = FIXTURES

FILES = ("-l", "en-fr", "-s", "chat.en", "-r", "chat.fr", "--docids", "chat.docids")
MODEL = ("--model", "small.gguf")
BEFORE = ("--source-context", 1, "--target-context", 1, "--random-context")
SYSTEM = ("-l", "en-fr", "-s", "chat.en", "--system", "model:small.gguf", "--beam", 1)


@pytest.fixture
def chat(here: Path, qwen2: Path) -> Path:
    pytest.importorskip("gguf", reason="gguf is not installed: pip install 'litmus-mt[gguf]'")
    from tests.nmt.gguf_writing import write_gguf

    write_gguf(qwen2, here / "small.gguf")
    write_lines(here / "chat.en", ["The cat sat.", "It was raining.", "She said so.", "Rain."])
    write_lines(here / "chat.fr", ["Le chat dort.", "Il pleuvait.", "Elle l'a dit.", "La pluie."])
    write_lines(here / "chat.docids", ["a", "a", "b", "b"])
    return here


@pytest.mark.parametrize("prompt", ["plain", "chat"])
def test_the_words_of_a_sentence_sum_to_it(chat: Path, litmus: Litmus, prompt: str) -> None:
    answer = litmus("cxmi", *MODEL, *FILES, *BEFORE, "--prompt", prompt, "-q", "-o", "rows.jsonl")
    assert (answer.code, answer.err) == (0, "")  # no bar of whoever unpacks the file
    assert "small.gguf.0.1M.float32#" in answer.out
    assert f"prompt:{prompt}" in answer.out
    rows = written(chat / "rows.jsonl")
    assert [row["pcxmi"] == 0 for row in rows] == [True, False, True, False]
    for row in rows:
        assert sum(word["pcxmi"] for word in row["words"]) == pytest.approx(row["pcxmi"], abs=1e-5)
        assert set(row["others"]) == {"random (source 1, target 1)"}


def test_shards_are_the_whole_run(chat: Path, litmus: Litmus) -> None:
    same = ("cxmi", *MODEL, *FILES, *BEFORE, "--prompt", "chat", "-q")
    whole = litmus(*same)
    for part in ("1/2", "2/2"):
        assert litmus(*same, "--shard", part, "-o", f"part{part[0]}").code == 0
    both = litmus(*same, "--parts", "part1", "part2")
    assert both.code == 0, both.err
    assert both.out == whole.out


def test_right_and_wrong_variants(chat: Path, litmus: Litmus) -> None:
    texts = [("It sleeps.", "Il dort.", "Elle dort."), ("It came.", "Elle vint.", "Il vint.")]
    write_suite(chat / "pairs", [
        {"id": str(n), "source": source, "references": [right], "contrastive": [wrong],
         "context": [f"The cat {n}."], "reference_context": [f"Le chat {n}."]}
        for n, (source, right, wrong) in enumerate(texts)
    ])  # fmt: skip
    asked = ("--contrastive", "--prompt", "chat", *BEFORE, "-q", "-o", "rows.jsonl")
    answer = litmus("cxmi", *MODEL, "-t", "pairs", *asked)
    assert answer.code == 0, answer.err
    for row in written(chat / "rows.jsonl"):
        assert set(row["scores"]) == {"none", "source 1, target 1", "random (source 1, target 1)"}
        assert len({tuple(scores["sum"]) for scores in row["scores"].values()}) == 3


def test_translations_and_what_is_empty(
    chat: Path, litmus: Litmus, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = litmus("translate", *SYSTEM, "--prompt", "chat", "-o", "out.fr")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.startswith("4 lines: out.fr\nmodel:small.gguf.0.1M.float32#")
    assert answer.out.rstrip().endswith("|prompt:chat")
    lines = (chat / "out.fr").read_text(encoding="utf-8").split("\n")
    assert len(lines) == 5
    assert not any(mark in "".join(lines) for mark in ("<|", "[PAD"))

    from litmus.nmt.decoding.reading import Prompted

    monkeypatch.setattr(Prompted, "text", lambda self, ids: "")
    answer = litmus("translate", *SYSTEM, "--prompt", "plain", "-o", "empty.fr")
    assert (answer.code, answer.err) == (0, "litmus: 4 translations came back empty.\n")


def test_a_model_that_is_not_there(chat: Path, litmus: Litmus) -> None:
    answer = litmus("cxmi", "--model", "smal.gguf", *FILES, "--prompt", "chat")
    assert (answer.code, answer.out) == (1, "")
    assert answer.err.startswith("litmus: smal.gguf does not exist.\nGive a folder with ")
