"""The configurations of all target languages and seeds, and the vocabularies.

    python configure.py DATA [SEED ...]

DATA is what prepare.sh made; TARGET-SEED.toml goes there too. Vocabularies are trained on text in
which nothing is repeated: SentencePiece takes ten times as long on the fragments of pronouns.py.
Text that is not there, such as pronouns of a language that has none, is left out.
"""

import argparse
import re
from itertools import chain
from pathlib import Path

from sentencepiece.sentencepiece_model_pb2 import ModelProto

from litmus.files.text import read_lines
from litmus.nmt.training.data.vocabulary import train_vocabulary
from litmus.nmt.training.settings import Subwords

HERE = Path(__file__).parent
MARK = "<single>"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("data", type=Path, metavar="DATA")
    parser.add_argument("seeds", nargs="*", default=["1"], metavar="SEED")
    parser.add_argument("--targets", nargs="+", default=["fr", "de"])
    parser.add_argument("--settings", type=Path, default=HERE / "settings.toml")
    parser.add_argument("--size", type=int, default=16_000, help="subwords of a vocabulary")
    parser.add_argument("--prefix", default="", help="of the names of configurations")
    parser.add_argument("--mark", action="store_true", help=f"{MARK} opens lines of Tatoeba")
    args = parser.parse_args()
    for target in args.targets:
        pieces = args.data / f"pieces.{target}.{args.size}.model"
        if not pieces.exists():
            pieces.write_bytes(vocabulary(args.data, target, args.size))
        if args.mark:
            plain, pieces = pieces, pieces.with_suffix(".marked.model")
            pieces.write_bytes(with_mark(plain.read_bytes()))
        for seed in args.seeds:
            name = f"{args.prefix}{target}-{seed}"
            mark = MARK if args.mark else ""
            text = (HERE / "data.toml").read_text(encoding="utf-8").split("\n", 1)[1]
            text = text.format(target=target, seed=seed, name=name, mark=mark, pieces=pieces.name)
            text = present(text, args.data) + args.settings.read_text(encoding="utf-8")
            (args.data / f"{name}.toml").write_text(text, encoding="utf-8")


def vocabulary(data: Path, target: str, size: int) -> bytes:
    """The subwords of both languages."""
    names = [
        f"{name}.{code}.xz" for name in ("train", f"tatoeba.{target}") for code in ("en", target)
    ]
    text = chain.from_iterable(read_lines(data / name) for name in names)
    return train_vocabulary(text, Subwords(size=size), ())


def with_mark(proto: bytes) -> bytes:
    """The vocabulary with the mark for its rarest piece of several letters, all else alike."""
    model = ModelProto.FromString(proto)
    last = [piece for piece in model.pieces if len(piece.piece) > 2][-1]
    last.piece, last.score, last.type = MARK, 0.0, ModelProto.SentencePiece.USER_DEFINED
    return bytes(model.SerializeToString())


def present(text: str, data: Path) -> str:
    """The configuration without the training text that is not there."""
    tables = re.split(r"^(?=\[)", text, flags=re.M)
    named = (re.match(r'\[\[data\.train\]\]\nsource = "([^"]*)"', table) for table in tables)
    return "".join(
        table
        for table, found in zip(tables, named, strict=True)
        if found is None or (data / found[1]).exists()
    )


if __name__ == "__main__":
    main()
