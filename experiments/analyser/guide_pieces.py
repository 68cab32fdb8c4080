"""`python guide_pieces.py MODEL.gguf PREPARED --layers 12`: the guide, cut to what is used of it.

Words of treebanks and plain text are cut into the model's pieces once; its lower layers and the
rows of those pieces go to PREPARED/guide.gguf, the pieces of each word type to guide.npz. Needs
gguf and tokenizers.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

import gguf
import numpy as np
import tokenizers
from data import load_raw, load_words
from optimise import configuration
from tokenizers import Regex, models, normalizers, pre_tokenizers

# Qwen's rule of what pieces never cross.
WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
CLOSING = tuple(".,;:!?)]}%…»”’'")  # no space before them
MOST = 8  # pieces of a word; beyond them its middle is left out


def tokenizer(file: gguf.GGUFReader) -> tokenizers.Tokenizer:
    tokens = file.fields["tokenizer.ggml.tokens"].contents()
    merges = [tuple(pair.split(" ")) for pair in file.fields["tokenizer.ggml.merges"].contents()]
    made = tokenizers.Tokenizer(models.BPE({t: at for at, t in enumerate(tokens)}, merges))
    made.normalizer = normalizers.NFC()
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(WORDS), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    return made


def spelled(types: list[tuple[str, str]], unspaced: list[str]) -> Iterator[str]:
    for code, form in types:
        close = code in unspaced or form.startswith(CLOSING) or form == "n't"
        yield form if close else f" {form}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("model", type=Path)
    parser.add_argument("prepared", type=Path)
    parser.add_argument("--layers", type=int, default=12)
    args = parser.parse_args()
    file = gguf.GGUFReader(args.model)
    _, forms, labels = load_words(args.prepared)
    _, more = load_raw(args.prepared, labels)
    texts = list(spelled([*forms, *more], configuration()["segmenter"]["unspaced"]))
    cut = [encoding.ids for encoding in tokenizer(file).encode_batch(texts)]
    cut = [ids if len(ids) <= MOST else ids[: MOST // 2] + ids[-MOST // 2 :] for ids in cut]
    counts = np.array([len(ids) for ids in cut], np.uint8)
    opening = int(file.fields["tokenizer.ggml.bos_token_id"].contents())
    flat = np.concatenate(cut)
    used = np.concatenate([[opening], np.setdiff1d(flat, [opening])])
    number = np.zeros(used.max() + 1, np.int32)
    number[used] = np.arange(len(used))
    np.savez_compressed(args.prepared / "guide.npz", ids=number[flat], counts=counts)
    write(file, args.prepared / "guide.gguf", args.layers, used)
    print(f"{len(cut):,} types, {len(flat) / len(cut):.2f} pieces each, {len(used):,} pieces")


def write(
    file: gguf.GGUFReader,
    path: Path,
    layers: int,
    used: np.ndarray,
    rows: str = "token_embd",
) -> None:
    """`rows`: the matrix whose `used` rows are kept; other tensors only of the lower layers."""
    writer = gguf.GGUFWriter(path, "qwen2")
    get = {name: field.contents() for name, field in file.fields.items() if "qwen2." in name}
    writer.add_block_count(layers)
    writer.add_embedding_length(get["qwen2.embedding_length"])
    writer.add_feed_forward_length(get["qwen2.feed_forward_length"])
    writer.add_head_count(get["qwen2.attention.head_count"])
    writer.add_head_count_kv(get["qwen2.attention.head_count_kv"])
    writer.add_rope_freq_base(get["qwen2.rope.freq_base"])
    wanted = {f"blk.{at}." for at in range(layers)}
    for tensor in file.tensors:
        name = tensor.name
        if name == f"{rows}.weight":
            writer.add_tensor(name, tensor.data[used], raw_dtype=tensor.tensor_type)
        elif name == f"{rows}_norm.weight" or name[: name.find(".", 4) + 1] in wanted:
            writer.add_tensor(name, tensor.data, raw_dtype=tensor.tensor_type)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main()
