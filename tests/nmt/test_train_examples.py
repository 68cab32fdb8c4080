"""Batches: what is in them, how windows, noise, marks and upsampling are drawn."""

import re
from collections import Counter
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from sentencepiece import SentencePieceTrainer
from tests.nmt.toy_training import CONTEXT, DATA, TINY, toy_config, write_text

from litmus.errors import DataError, LitmusError
from litmus.files.text import TextWarning
from litmus.nmt.codec import joined
from litmus.nmt.training.data.examples import IGNORED, Batch, Examples
from litmus.nmt.training.data.vocabulary import SPECIAL, read_vocabulary, train_vocabulary
from litmus.nmt.training.settings import Config
from litmus.nmt.training.setup import Ready, ready
from litmus.nmt.windows import fitting, together, windows

STATIC = CONTEXT.replace("dynamic", "static")


def made(config: Config) -> Ready:
    return ready(config, 1, lambda text: None)


def batches(examples: Examples, number: int = 0) -> list[Batch]:
    epoch = examples.epoch(number)
    return [examples.batch(epoch, i) for i in range(epoch.batches)]


def read(batch: Batch, place: int) -> tuple[list[int], list[int], list[int]]:
    """What encoder and decoder read, and the labels, of one example."""
    source = batch.source[place][batch.real[place]].tolist()
    labels = batch.labels[place]
    last = int(np.flatnonzero(labels != IGNORED)[-1])
    return source, batch.target[place][: last + 1].tolist(), labels[labels != IGNORED].tolist()


def lines(folder: Path, name: str) -> list[str]:
    return (folder / name).read_text(encoding="utf-8").split("\n")[:-1]


def test_every_example_reads_its_window_and_is_taught_its_sentence(tmp_path: Path) -> None:
    found = made(toy_config(tmp_path, TINY, DATA, STATIC))
    codec, examples = found.trainee.codec, found.examples

    def ids(text: str) -> list[int]:
        return list(codec.pieces(text, "target").ids)

    sources, targets = lines(tmp_path, "train.en"), lines(tmp_path, "train.fr")
    every = list(windows(lines(tmp_path, "train.docids"), sources, targets, source=1, target=3))
    seen = []
    for batch in batches(examples):
        for place, row in enumerate(batch.rows.tolist()):
            line = int(examples.store.line[row]) - 1
            seen.append(line)
            behind, ahead = (
                list(map(ids, side)) for side in (every[line].source, every[line].target)
            )
            encoder, decoder, labels = read(batch, place)
            assert encoder == codec.source(joined(behind, ids(sources[line]), codec))
            assert decoder == [*codec.start, *joined(ahead, ids(targets[line]), codec)]
            assert labels == [*ids(targets[line]), codec.end]
    assert sorted(seen) == sorted(set(seen))
    assert len(seen) == found.examples.store.counts[0].kept


def test_batches_keep_to_the_budget_and_widths_to_multiples_of_eight(tmp_path: Path) -> None:
    examples = made(toy_config(tmp_path, TINY, DATA, STATIC)).examples
    found = batches(examples)
    assert all(batch.padded <= 240 for batch in found)
    assert {batch.source.shape[1] % 8 for batch in found} == {0}
    assert [batch.tokens for batch in found] == examples.epoch(0).tokens.tolist()
    whole = next(batch for batch in found if len(batch.rows) > 2)
    left, right = whole.halves()
    assert [*left.rows, *right.rows] == whole.rows.tolist()
    assert left.tokens + right.tokens == whole.tokens


def test_dynamic_sizes_are_drawn_evenly_and_anew(tmp_path: Path) -> None:
    write_text(tmp_path, "train", 4000, longest=3)
    examples = made(toy_config(tmp_path, TINY, DATA, CONTEXT)).examples
    first, second = examples.epoch(0), examples.epoch(1)
    # Fourth sentences have three before them: every size from 0 to 3 has a quarter.
    fourth = (first.rows - examples.store.first[first.rows]) == 3
    counts = np.bincount(first.target[fourth], minlength=4)
    assert counts.sum() > 900
    assert counts / counts.sum() == pytest.approx([0.25] * 4, abs=0.05)
    # One draw for both sides: the source has at most one sentence before.
    assert (first.source == np.minimum(first.target, 1)).all()
    again = examples.epoch(0)
    assert (again.rows == first.rows).all() and (again.target == first.target).all()
    assert not np.array_equal(first.rows, second.rows)


@pytest.mark.parametrize(("limit", "room"), [("", 64), ("\npieces = 40", 40)])
def test_context_without_room_goes_from_the_far_end_and_is_counted(
    tmp_path: Path, limit: str, room: int
) -> None:
    write_text(tmp_path, "train", 80, longest=24)
    found = made(toy_config(tmp_path, TINY, DATA, STATIC.rstrip() + limit + "\n"))
    assert found.trainee.model.window == room
    examples, epoch, codec = found.examples, found.examples.epoch(0), found.trainee.codec
    texts = {"source": lines(tmp_path, "train.en"), "target": lines(tmp_path, "train.fr")}
    lengths = {side: [len(codec.pieces(t, "target").ids) for t in texts[side]] for side in texts}  # fmt: skip
    lost = 0
    for row, near, close in zip(epoch.rows, epoch.source, epoch.target, strict=True):
        line = int(examples.store.line[row]) - 1
        given, fit = [], []
        for side, most in (("source", 1), ("target", 3)):
            before = [n + 1 for n in lengths[side][line - min(most, line % 4) : line]]
            given.append(len(before))
            fit.append(fitting(before, room - 1 - lengths[side][line]))
        expected = together((given[0], given[1]), (fit[0], fit[1]))
        assert (near, close) == expected
        lost += sum(given) - sum(expected)
    assert epoch.left_out == lost > 0
    assert all(batch.target.shape[1] <= room for batch in batches(examples))


def test_dropped_lines_are_counted_and_not_taught_but_remain_context(tmp_path: Path) -> None:
    write_text(tmp_path, "train", 40)
    for ending in ("en", "fr"):
        with (tmp_path / f"train.{ending}").open("a", encoding="utf-8") as out:
            out.write("cat dog zzz " * 25 + "\n")  # more than the positions
    with (tmp_path / "train.docids").open("a", encoding="utf-8") as out:
        out.write("last\n")
    found = lines(tmp_path, "train.fr")
    found[2] = "!"  # no letters
    (tmp_path / "train.fr").write_text("\n".join(found) + "\n", encoding="utf-8")
    ready_ = made(toy_config(tmp_path, TINY, DATA, STATIC))
    examples, codec = ready_.examples, ready_.trainee.codec
    assert examples.store.counts[0].dropped == {"positions": 1, "empty": 1}
    assert examples.store.counts[0].kept == 39
    taught = {}
    for batch in batches(examples):
        for place, row in enumerate(batch.rows.tolist()):
            taught[int(examples.store.line[row])] = read(batch, place)[1]
    before = [codec.pieces(text, "target").ids for text in found[:3]]
    own = codec.pieces(found[3], "target").ids
    assert taught[4] == [*codec.start, *joined(before, own, codec)]
    assert not {3, 41} & taught.keys()


def test_upsampled_and_marked_corpora_and_those_without_documents(tmp_path: Path) -> None:
    write_text(tmp_path, "idioms", 5, seed=9)
    more = '[[data.train]]\nsource = "idioms.en"\ntarget = "idioms.fr"\nupsample = 20\nmark = "<idm>"\n'
    ready_ = made(toy_config(tmp_path, TINY, DATA, more, STATIC))
    store, codec = ready_.examples.store, ready_.trainee.codec
    counts: Counter[int] = Counter(store.rows().tolist())
    assert Counter(counts.values()) == {1: 120, 20: 5}
    mark = codec.pieces("<idm> cat", "source").ids[1]
    assert mark == 6  # behind <brk> and <mask>
    for row in (row for row in counts if store.corpus[row] == 1):
        ids = store.source.ids[store.source.starts[row] : store.source.starts[row + 1]]
        assert ids.tolist().count(mark) == 1
    assert mark not in store.target.ids
    epoch = ready_.examples.epoch(0)
    loose = store.corpus[epoch.rows] == 1  # no docids, no context
    assert (epoch.target[loose].max(), epoch.target[~loose].max()) == (0, 3)


def test_noise_has_its_share_and_leaves_breaks_marks_and_labels_alone(tmp_path: Path) -> None:
    write_text(tmp_path, "train", 1500)
    noise = "[noise]\nmask_source = 0.1\nreplace_source = 0.2\nreplace_target = 0.1\n"
    data = DATA + 'mark = "<idm>"\n'
    clean = made(toy_config(tmp_path, TINY, data, STATIC, output="clean")).examples
    noisy_ready = made(toy_config(tmp_path, TINY, data, STATIC, noise, output="noisy"))
    totals = np.zeros(5)
    for plain, noisy in zip(batches(clean), batches(noisy_ready.examples), strict=True):
        assert (plain.labels == noisy.labels).all()
        assert (plain.real == noisy.real).all()
        words, ahead = (~np.isin(side, range(7)) for side in (plain.source, plain.target))
        changed, exchanged = plain.source != noisy.source, plain.target != noisy.target
        assert not changed[~words].any() and not exchanged[~ahead].any()
        assert not np.isin(noisy.source[words], [0, 1, 2, 3, 4, 6]).any()
        masked = noisy.source == 5
        totals += [one.sum() for one in (words, ahead, masked, changed, exchanged)]
    n_source, n_target, *found = totals
    others = 1 - 1 / (60 - 7)  # one in so many is exchanged for itself
    shares = [found[0] / n_source, found[1] / n_source, found[2] / n_target]
    assert shares == pytest.approx([0.1, 0.1 + 0.2 * others, 0.1 * others], abs=0.012)
    one, two = (batches(noisy_ready.examples, epoch)[0] for epoch in (0, 0))
    assert (one.source == two.source).all()


def test_store_is_made_once_and_anew_for_other_text(tmp_path: Path) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    said: list[str] = []
    for _ in range(2):
        ready(config, 1, said.append)
    assert said == ["training a vocabulary of 60 subwords", "train.en: 120 pairs"]
    write_text(tmp_path, "train", 121)
    ready(config, 1, said.append)
    assert said[-1].endswith("121 pairs")


def test_cleaning_drops_what_it_says(tmp_path: Path) -> None:
    write_text(tmp_path, "train", 30)
    for ending, *extra in (
        ("en", "cat dog sees the old house", "red", "cat dog", "cat dog"),
        ("fr", "cat dog sees the old house", "rouge vert chat chien maison arbre", *["chat chien"] * 2),
        ("docids", *"xxxx"),
    ):  # fmt: skip
        with (tmp_path / f"train.{ending}").open("a", encoding="utf-8") as out:
            out.writelines(f"{line}\n" for line in extra)
    filters = "[cleaning]\ncopies = true\nduplicates = true\nwords = 8\n"
    dropped = made(toy_config(tmp_path, TINY, DATA, filters)).examples.store.counts[0].dropped
    long = sum(len(line.split()) > 8 for line in lines(tmp_path, "train.en"))
    assert dropped == {"ratio": 1, "copy": 1, "duplicate": 1} | ({"long": long} if long else {})


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (lambda f: (f / "train.fr").write_text("a\n", "utf-8"), "train.fr has 1 line"),
        (lambda f: (f / "train.docids").write_text("a\n", "utf-8"), "train.docids has 1 line"),
        (lambda f: (f / "train.en").unlink(), "train.en does not exist"),
        (lambda f: (f / "train.fr").write_text("!\n" * 120, "utf-8"), "No pair is left to train on (empty 120)"),
    ],
)  # fmt: skip
def test_broken_text_is_named(tmp_path: Path, break_it: Any, message: str) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    break_it(tmp_path)
    with pytest.raises(DataError) as caught:
        made(config)
    assert message in str(caught.value)
    assert not (config.output / "data").exists()


def test_vocabulary_too_large_for_the_text_says_what_would_do(tmp_path: Path) -> None:
    config = toy_config(tmp_path, TINY.replace("size = 60", "size = 6000"), DATA)
    with pytest.raises(DataError, match=r"set \[vocabulary\] size to at most \d+"):
        made(config)
    small = toy_config(tmp_path, TINY.replace("size = 60", "size = 16"), DATA)
    with pytest.raises(DataError, match=r"set \[vocabulary\] size over"):
        made(small)


def test_vocabulary_from_a_file_is_checked(tmp_path: Path) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    text = ["the cat sees a dog", "le chat voit un chien"] * 20
    proto = train_vocabulary(text, replace(config.vocabulary, size=25), ["<idm>"])
    assert proto == train_vocabulary(text, replace(config.vocabulary, size=25), ["<idm>"])
    foreign = BytesIO()
    SentencePieceTrainer.train(
        sentence_iterator=iter(text), model_writer=foreign, vocab_size=25, model_type="char",
        minloglevel=2, hard_vocab_limit=False,
    )  # fmt: skip
    path = tmp_path / "pieces.model"
    for content, marks, message in (
        (None, [], f"{path} does not exist."),
        (proto, ["</idm>"], f"{path} does not know </idm>"),
        (b"no model", [], f"{path} is not a SentencePiece model"),
        (foreign.getvalue(), [], f"{path} begins with <unk>, <s>, </s>, ▁, e, t; our networks need "
         f"{', '.join(SPECIAL)}.\nUse the sentencepiece.model of a model that `litmus train` made, "
         "or let it make one."),
    ):  # fmt: skip
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(LitmusError, match=f"^{re.escape(message)}"):
            read_vocabulary(path, marks)
    path.write_bytes(proto)
    assert read_vocabulary(path, ["<idm>"]) == proto


def test_windows_line_ends_are_said_once(tmp_path: Path) -> None:
    config = toy_config(tmp_path, TINY, DATA)
    for path in tmp_path.glob("train.*"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    with pytest.warns(TextWarning) as caught:
        made(config)
    assert len(caught) == 1
