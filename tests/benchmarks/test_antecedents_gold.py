"""Gold antecedents are read as their treebanks write them."""

import gzip
import json
from pathlib import Path

from benchmarks.discourse.antecedents_gold import (
    Mention,
    detokenise,
    read_gum,
    read_parcorfull,
)


def test_the_words_of_the_penn_treebank_as_text() -> None:
    words = ["She", "ca", "n't", "-LRB-", "yet", "-RRB-", "pay", "$", "5", ",", "``", "he", "''"]
    text, spans = detokenise(words)
    assert text == 'She can\'t (yet) pay $5, "he"'
    assert [text[a:b] for a, b in spans][:5] == ["She", "ca", "n't", "(", "yet"]


def test_gum_is_read_with_its_brackets(tmp_path: Path) -> None:
    text = ""
    for n, sentence, *words in (
        (1, "Ann fell.", "Ann Entity=(1-person-new)", "fell SpaceAfter=No", ". _"),
        (2, "Her old dog ran.", "Her Entity=(2-animal-new(1-person-giv)", "old _", "dog Entity=2)",
         "ran SpaceAfter=No", ". _"),
    ):  # fmt: skip
        text += f"# sent_id = GUM_x_y-{n}\n# text = {sentence}\n"
        for number, (form, _, notes) in enumerate((word.partition(" ") for word in words), 1):
            text += f"{number}\t{form}\t{form}\tX\tX\t_\t{number - 1}\troot\t_\t{notes}\n"
        text += "\n"
    path = tmp_path / "x.conllu.gz"
    path.write_bytes(gzip.compress(text.encode()))
    (document,) = read_gum(path)
    assert document.id == "GUM_x_y"
    assert document.mentions == (
        Mention(0, 0, 3, "1", "person"),
        Mention(1, 0, 3, "1", "person"),
        Mention(1, 0, 11, "2", "animal"),
    )


def test_parcorfull_is_read_with_spans_of_characters(tmp_path: Path) -> None:
    mark = {"span": [[4, 4]], "mention": "pronoun", "type": "anaphoric", "coref_class": "set_1"}
    row = {
        "doc": "a", "words": ["Ann", "fell", ".", "Did", "she", "?"], "sentences": [[0, 2], [3, 5]],
        "coref": [mark, {"span": [[0, 0]], "mention": "np", "coref_class": "set_1"}],
    }  # fmt: skip
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(row).encode()))
    (document,) = read_parcorfull(path)
    assert document.texts == ("Ann fell.", "Did she?")
    assert document.mentions == (
        Mention(0, 0, 3, "set_1", "np"),
        Mention(1, 4, 7, "set_1", "anaphoric"),
    )
