"""What a list knows of an idiom that somebody has named."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from litmus.idioms.entries import meanings as module
from litmus.idioms.entries.lists import load_idioms
from litmus.idioms.entries.meanings import Meanings, meanings, written_equivalents
from litmus.language.dictionary.everyday import everyday_words

LIST = """\
spill the beans\t\treveal a secret\tidiom\tde:etwas ausplaudern|auspacken;fr:vendre la mèche
pull <someone>'s leg | have <someone> on\tprendre\ttease
kick the (old) bucket\t\tdie
let the cat out of the bag\t\treveal a secret by mistake
let the cat into the bag\t\tnobody says this
"""
WRITTEN = "# theirs\n\nspill the beans | let out\tauspacken|die Katze aus dem Sack lassen\n"


@pytest.fixture
def find(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], object]]:
    """Looks a label up in a list of five, for translations into a language."""
    (tmp_path / "en.tsv").write_text(LIST, encoding="utf-8")
    (tmp_path / "en-de.tsv").write_text(WRITTEN, encoding="utf-8")
    listed = load_idioms(str(tmp_path / "en.tsv"), "en")
    index = module._Index("en")
    monkeypatch.setattr(module, "named_idioms", lambda name: {"en": listed}[name])
    monkeypatch.setattr(module, "_index", lambda source: {"en": index}[source])
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    written_equivalents.cache_clear()  # type: ignore[attr-defined]
    yield lambda label, target: Meanings("en", target).find(label)
    written_equivalents.cache_clear()  # type: ignore[attr-defined]


BEANS = ("reveal a secret", ("etwas ausplaudern", "auspacken", "die Katze aus dem Sack lassen"))
LEG = ("tease", ("prendre",))
UNKNOWN = ("", ())


@pytest.mark.parametrize(("label", "found"), [
    ("spill the beans", BEANS),
    ("to spill the beans", BEANS),
    ("Spilled the beans", BEANS),
    ("spilling beans | anything else", BEANS),
    ("pull someone's leg", LEG),
    ("pull <someone>'s leg", LEG),
    ("pull sb's/one's leg", LEG),
    ("pull (somebody) leg", LEG),
    ("pull … leg", LEG),
    ("have ... on", LEG),
    ("have something on", LEG),
    ("kick the bucket", ("die", ())),
    ("kick the old bucket", UNKNOWN),  # optional words are not counted, here or there
    ("cats bags", UNKNOWN),  # the content words of two
    ("let the cat out of the bag", ("reveal a secret by mistake", ())),
    ("on", UNKNOWN),  # a single content word, or none, names nothing
    ("leg", UNKNOWN),
    ("colourless green ideas", UNKNOWN),
    ("", UNKNOWN),
    ("<someone>", UNKNOWN),
])  # fmt: skip
def test_an_idiom_is_found_however_it_is_written(
    find: Callable[[str, str], object], label: str, found: object
) -> None:
    assert find(label, "de") == found


def test_equivalents_are_those_of_the_target_language(find: Callable[[str, str], object]) -> None:
    assert find("spill the beans", "fr") == ("reveal a secret", ("vendre la mèche",))
    assert find("spill the beans", "is") == ("reveal a secret", ())


@pytest.mark.usefixtures("find")
def test_what_translators_put_is_read_by_entry() -> None:
    assert written_equivalents("en", "de") == {
        "spill the beans": ("auspacken", "die Katze aus dem Sack lassen")
    }
    assert written_equivalents("en", "fr") == {}


def test_a_language_without_a_list_knows_nothing() -> None:
    assert Meanings("th", "en").find("anything") == UNKNOWN
    assert meanings("th", "en") == Meanings("th", "en")


def test_no_table_for_a_pair_without_english() -> None:
    assert list(everyday_words("de", "fr")) == []
    assert written_equivalents("de", "fr") == {}


def test_a_file_called_as_a_language_is_not_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Parallel text is often kept as files called en and fr.
    (tmp_path / "nl").write_text("The same line.\nThe same line.\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert Meanings("nl", "en").find("met vuur spelen")[0] == "take dangerous risks"
