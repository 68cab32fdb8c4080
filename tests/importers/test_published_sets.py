"""The published sets where they are beside the checkout: what is in them, counted by others."""

import re
from collections import Counter
from typing import Any

import pytest
from importing import DATA, SHARED, needs

from litmus.importers import Imported, import_suite

DS = "idiom-translation-ds"
# Format, file or folder, options, counts: those of papers, of authors' pages and of other tools.
SETS: list[tuple[str, str, dict[str, Any], dict[str, int]]] = [
    ("wmt", "ted-docs/en-fr/IWSLT13.TED.tst2010.en-fr.en.xml.gz",
     {"ref": str(DATA / "ted-docs/en-fr/IWSLT13.TED.tst2010.en-fr.fr.xml.gz")},
     {"segments": 1_664, "documents": 11}),
    ("contrapro", "contrapro-en-de-subset/contrapro_subset.jsonl.gz", {"languages": ("en", "de")},
     {"segments": 4_252, "ids": 4_252, "with context": 4_229}),
    ("contrapro", "contrastive-pronoun-en-fr/pronoun.en-fr.jsonl.gz", {},
     {"segments": 6_000, "context": 18_000}),
    ("idiom-mt", "idiom-mt/literal_translatability", {},
     {"segments": 2_525, "idioms": 2_611, "labels": 98, "several idioms": 84}),
    ("muda", "muda-example/maia/en-de", {"part": "agent"}, {"segments": 1_006}),
    ("muda", "muda-example/maia/en-de", {"part": "client"}, {"segments": 1_103}),
    ("idiom-ds", f"{DS}/de-en", {"part": "test"}, {"segments": 1_500, "labels": 103, "unmarked": 35}),
    ("idiom-ds", f"{DS}/de-en", {"part": "UNK"}, {"segments": 196, "labels": 98, "unmarked": 6}),
    ("idiom-ds", f"{DS}/de-en", {"part": "trainplus"}, {"segments": 1_848, "labels": 102, "unmarked": 55}),
    ("idiom-ds", f"{DS}/en-de", {"part": "test"}, {"segments": 1_500, "labels": 68, "unmarked": 0}),
    ("idiom-ds", f"{DS}/en-de", {"part": "UNK"}, {"segments": 121, "labels": 64, "unmarked": 0}),
    ("idiom-ds", f"{DS}/en-de", {"part": "trainplus"}, {"segments": 2_302, "labels": 68, "unmarked": 1}),
    ("winomt", "winomt", {"languages": ("en", "it")},
     {"segments": 3_888, "male": 1_826, "female": 1_822, "neutral": 240, "pro": 1_584,
      "anti": 1_584, "systems": 4}),
    ("mt-geneval", "mt-geneval-context/dev.en-nl.tsv.gz", {}, {"segments": 480}),
    ("discevalmt", "discevalmt-en-fr/anaphora.json", {}, {"segments": 200, "ids": 200}),
    ("discevalmt", "discevalmt-en-fr/lexical-choice.json", {}, {"segments": 200, "ids": 200}),
    *(("gtwic", f"gtwic-en-ru/{name}.json.gz", {}, {"with those left out": 500})
      for name in ("ellipsis_infl", "ellipsis_vp", "deixis_dev", "lex_cohesion_dev")),
    *(("wmt25-terminology", "wmt25-terminology", {"languages": ("en", code), "terms": terms},
       {"segments": 500, "terms": n, "systems": 8})
      for code, terms, n in (("de", "proper", 543), ("de", "random", 615), ("es", "proper", 538),
                             ("es", "random", 573), ("ru", "proper", 514), ("ru", "random", 552))),
    *(("ctxpro", path.relative_to(DATA).as_posix(), {}, {"segments": 600, "ids": 600})
      for path in sorted(DATA.glob("ctxpro/*.jsonl.gz"))),
    *(("ctxpro", f"ctxpro-deepl/{name}.json.gz", {},
       {"segments": n, "ids": n, "about it": n, "systems": 2})
      for name, n in (("auxiliary.opensubtitles.en-de.test", 3_180),
                      ("auxiliary.opensubtitles.en-fr.test", 8_322),
                      ("mini.formality.opensubtitles.en-de.test", 10_800),
                      ("mini.formality.opensubtitles.en-fr.test", 12_000))),
]  # fmt: skip


def counts(found: Imported, about: str) -> dict[str, int]:
    segments = list(found.segments)
    people = Counter(kind for one in segments for who in one.entities
                     for kind in (who.gender, who.stereotype))  # fmt: skip
    return {
        "segments": len(segments),
        "ids": len({one.id for one in segments}),
        "documents": len({one.document for one in segments}),
        "context": sum(len(one.context) for one in segments),
        "with context": sum(bool(one.context) for one in segments),
        "idioms": sum(len(one.idioms) for one in segments),
        "labels": len({label for one in segments for label in one.labels}),
        "several idioms": sum(len(one.idioms) > 1 for one in segments),
        "terms": sum(len(one.terms) for one in segments),
        "systems": len(found.systems),
        "unmarked": sum(not idiom.spans for one in segments for idiom in one.idioms[:1]),
        "with those left out": len(segments)
        + sum(int(note.split()[0]) for note in found.notes if "left out" in note),
        "about it": sum(all(word.phenomenon in about for word in one.expected) for one in segments),
        **people,
    }


@pytest.mark.release
@pytest.mark.parametrize(("format", "place", "options", "expected"), SETS)
def test_what_is_in_a_published_set(
    format: str, place: str, options: dict[str, Any], expected: dict[str, int]
) -> None:
    if not (DATA / place).exists():
        pytest.skip(f"not beside the checkout: {place}")
    found = counts(import_suite(format, DATA / place, **options), place)
    assert {name: found[name] for name in expected} == expected


@needs("data/wmt2*-systems")
def test_wmt_data() -> None:
    for folder in sorted(DATA.glob("wmt2?-systems/*-*")):
        imported = import_suite("wmt", folder)
        segments = list(imported.segments)
        canary = "wmt24" in str(folder)
        if canary:
            domains = {segment.columns["domain"] for segment in segments}
            assert domains == {"literary", "news", "social", "speech"}
        n_lines = {"wmt21": 1_000, "wmt24": 998}.get(folder.parent.name[:5])
        assert n_lines is None or len(segments) == n_lines - canary
        assert any("canary" in note for note in imported.notes) == canary
        sizes = [sum(1 for _ in texts) for texts in imported.systems.values()]
        assert sizes == [len(segments)] * 4


@needs("data/autoie-is")
def test_autoie_data() -> None:
    imported = import_suite("autoie", next((DATA / "autoie-is").glob("*.tsv")))
    segments = list(imported.segments)
    assert len(segments) == 1_314
    assert len({segment.group for segment in segments}) == 990
    assert len({segment.source for segment in segments}) == 1_057
    assert sum(segment.weight for segment in segments) == pytest.approx(990)
    # a reference passes against itself 98.2 % by substring
    passed = sum(
        all(word.lower() in segment.references[0].lower() for word in segment.required[0])
        for segment in segments
    )
    assert passed / len(segments) == pytest.approx(0.982, abs=0.001)


@needs("data/cibb", "papers/002_*.txt")
def test_cibb_is_table_8_of_the_paper() -> None:
    (paper,) = SHARED.glob("papers/002_*.txt")
    row = re.compile(r"(\S{4}) ([a-z ]+) (\d+) (\d+) [\d.]+")
    lines = paper.read_text(encoding="utf-8").split("\n")
    table = {m[1]: m for line in lines if (m := row.fullmatch(line.strip()))}
    assert len(table) == 50
    imported = import_suite("cibb", DATA / "cibb")
    segments = list(imported.segments)
    assert len(segments) == 1_194
    assert {
        fact.label: (fact.training_frequency, " ".join(fact.blacklist)) for fact in imported.facts
    } == {label: (int(match[3]), match[2]) for label, match in table.items()}
    # lines: 40 of two idioms that the table gives 42, since two sources of each hold them twice
    expected = {label: int(match[4]) for label, match in table.items()}
    assert Counter(one.label for segment in segments for one in segment.idioms) == expected
    per_line = Counter(label for segment in segments for label in segment.labels)
    assert per_line == expected | {"迎刃而解": 40, "马马虎虎": 40}


@needs("data/cocoa-mt/*")
def test_registers_of_cocoa_are_each_other_turned_round() -> None:
    formal, informal = (
        list(import_suite("cocoa", DATA / "cocoa-mt/test.en-de.tsv.gz", register=register).segments)
        for register in ("formal", "informal")
    )
    assert [s.references for s in formal] == [s.contrastive for s in informal]
    assert [s.contrastive for s in formal] == [s.references for s in informal]
