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
    rows = [
        "# sent_id = GUM_x_y-1",
        "# text = Ann fell.",
        "1\tAnn\tAnn\tPROPN\tNNP\t_\t2\tnsubj\t_\tEntity=(1-person-new)",
        "2\tfell\tfall\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No",
        "3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_",
        "",
        "# sent_id = GUM_x_y-2",
        "# text = Her old dog ran.",
        "1\tHer\ther\tPRON\tPRP$\t_\t3\tnmod:poss\t_\tEntity=(2-animal-new(1-person-giv)",
        "2\told\told\tADJ\tJJ\t_\t3\tamod\t_\t_",
        "3\tdog\tdog\tNOUN\tNN\t_\t4\tnsubj\t_\tEntity=2)",
        "4\tran\trun\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No",
        "5\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_",
        "",
        "",
    ]
    path = tmp_path / "x.conllu.gz"
    path.write_bytes(gzip.compress("\n".join(rows).encode()))
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
        "doc": "a",
        "words": ["Ann", "fell", ".", "Did", "she", "?"],
        "sentences": [[0, 2], [3, 5]],
        "coref": [mark, {"span": [[0, 0]], "mention": "np", "coref_class": "set_1"}],
    }
    path = tmp_path / "x.jsonl.gz"
    path.write_bytes(gzip.compress(json.dumps(row).encode()))
    (document,) = read_parcorfull(path)
    assert document.texts == ("Ann fell.", "Did she?")
    assert document.mentions == (
        Mention(0, 0, 3, "set_1", "np"),
        Mention(1, 4, 7, "set_1", "anaphoric"),
    )
