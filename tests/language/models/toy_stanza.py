"""Stanza models for five French words, trained here in seconds; the layout of the real ones."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

TRAIN = """# text = Je parle du chat.
1	Je	je	PRON	_	Number=Sing|Person=1	2	nsubj	_	_
2	parle	parler	VERB	_	Mood=Ind|Number=Sing	0	root	_	_
3-4	du	_	_	_	_	_	_	_	_
3	de	de	ADP	_	_	5	case	_	_
4	le	le	DET	_	Gender=Masc	5	det	_	_
5	chat	chat	NOUN	_	Gender=Masc	2	obl	_	SpaceAfter=No
6	.	.	PUNCT	_	_	2	punct	_	_

# text = Elle dort.
1	Elle	elle	PRON	_	Number=Sing|Person=3	2	nsubj	_	_
2	dort	dormir	VERB	_	Mood=Ind|Number=Sing	0	root	_	SpaceAfter=No
3	.	.	PUNCT	_	_	2	punct	_	_

"""
# What the tokeniser learns of each character: 1 ends a token, 2 a sentence, 3 a multiword token.
LABELS = {"Je parle du chat.": "01000001003000012", "Elle dort.": "0001000012"}
PROCESSORS = ("tokenize", "mwt", "pos", "lemma", "depparse")


def make(folder: Path) -> Path:
    """Train all five processors; Stanza must be installed."""
    from stanza.models import lemmatizer, mwt_expander, parser, tagger

    folder.mkdir()
    train = folder / "train.conllu"
    train.write_text(TRAIN * 10, encoding="utf-8")
    _train_tokeniser(folder, train)
    data = {"train_file": train, "eval_file": train, "output_file": folder / "out.conllu"}
    small = {"hidden_dim": 32, "char_hidden_dim": 16, "char_emb_dim": 8, "lang": "fr",
             "deep_biaff_hidden_dim": 32, "max_steps": 40, "eval_interval": 20}  # fmt: skip
    pretrain, dictionary = ("--no_pretrain",), ("--dict_only",)
    _run(tagger.main, folder, "pos", {**data, **small}, pretrain)
    _run(parser.main, folder, "depparse", {**data, **small}, pretrain)
    _run(lemmatizer.main, folder, "lemma", {**data, "num_epoch": 1}, dictionary)
    expand = {**data, "gold_file": train, "num_epoch": 1, "lang": "fr"}
    _run(mwt_expander.main, folder, "mwt", expand, dictionary)
    packages = {"default": dict.fromkeys(PROCESSORS, "tiny")}
    resources = {"lang_name": "French", "packages": packages}
    resources |= {name: {"tiny": {}} for name in PROCESSORS}
    (folder / "resources.json").write_text(json.dumps({"fr": resources}), encoding="utf-8")
    return folder


def _train_tokeniser(folder: Path, train: Path) -> None:
    from stanza.models import tokenizer

    one, two = LABELS
    orders = ([one, two], [two, one], [one], [two])
    texts, labels = folder / "train.txt", folder / "train.label"
    texts.write_text("\n\n".join(" ".join(order) for order in orders * 10) + "\n\n")
    labelled = ("0".join(LABELS[text] for text in order) for order in orders * 10)
    labels.write_text("\n\n".join(labelled) + "\n\n")
    expansions = folder / "mwt.json"
    expansions.write_text(json.dumps([[["du", ["de", "le"]], 10]]))
    options = {
        "txt_file": texts, "label_file": labels, "mwt_json_file": expansions,
        "dev_txt_file": texts, "dev_label_file": labels, "dev_conll_gold": train,
        "conll_file": folder / "out.conllu", "lang": "fr", "steps": 60, "eval_steps": 1000,
        "emb_dim": 16, "hidden_dim": 24, "batch_size": 8, "max_seqlen": 40, "lr0": 0.01,
        "dropout": 0, "unit_dropout": 0, "sent_drop_prob": 0, "last_char_drop_prob": 0,
    }  # fmt: skip
    _run(tokenizer.main, folder, "tokenize", options, ())


def _run(
    main: Callable[[list[str]], Any],
    folder: Path,
    processor: str,
    options: dict[str, Any],
    flags: tuple[str, ...],
) -> None:
    save = {"save_dir": folder / "fr" / processor, "save_name": "tiny.pt", "shorthand": "fr_tiny"}
    pairs = [(f"--{key}", str(value)) for key, value in (options | save).items()]
    main([*flags, *(word for pair in pairs for word in pair)])
