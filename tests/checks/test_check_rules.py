"""What a linguist is told about a file of rules."""

import re
from pathlib import Path

import pytest

from litmus import discourse
from litmus.checks import rule_examples
from litmus.checks.rules import KIND, check_rules, is_rules
from litmus.discourse.rules import codes
from litmus.errors import DataError

HEAD = 'code = "is"\nversion = 1\nreviewed = "by a speaker"\n'
FORMALITY = '[formality]\ninformal = "þú"\nformal = "yður"\n'


def example(target: str, tag: str = "formality", source: str = "You are right.") -> str:
    return (
        f'[[examples]]\ntag = "{tag}"\nsource = ["You are kind.", "{source}"]\n'
        f'target = ["Þú ert góður.", "{target}"]\n'
    )


RIGHT = "[Þú] ert seinn."


def write(folder: Path, *parts: str, head: str = HEAD) -> Path:
    path = folder / "is.toml"
    path.write_text(head + "".join(parts), encoding="utf-8")
    return path


def problems(path: Path) -> list[str]:
    return [problem.replace(f"{path}: ", "") for problem in check_rules(path).problems]


@pytest.fixture
def untried(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no analyser for the language came with litmus, and the rules needed one."""
    monkeypatch.setattr(rule_examples, "has_analyser", lambda language: False)
    monkeypatch.setattr(rule_examples, "_reads_analysis", lambda name, table: True)


def test_check_rules_of_a_good_file(tmp_path: Path) -> None:
    path = write(
        tmp_path, FORMALITY, example(RIGHT) * 7, example("Hún er sein.", source="She is late.")
    )
    report = check_rules(path)
    assert (report.path, report.kind, report.problems) == (path, KIND, ())
    assert report.ok
    counts = [count for count in report.counts.items() if count[1]]
    assert counts == [("words of address", 2), ("examples", 8)]
    assert report.counts.keys() >= {"verb rules", "English pronouns", "verb forms"}
    assert report.notes[:2] == (
        "There are no rules for pronouns ([pronouns]): it will not be tagged.",
        "There are no rules for verb_form ([[verb_form]]): it will not be tagged.",
    )


def test_check_rules_runs_the_examples(tmp_path: Path) -> None:
    wrong = example("Þú [ert] seinn.")
    [problem] = problems(write(tmp_path, FORMALITY, example(RIGHT) * 7, wrong))
    failed, missing, extra = problem.split("\n")
    assert failed == "examples[7]: formality, 'Þú ert seinn.': expected [ert], tagged [Þú]"
    assert re.fullmatch(
        r"    'ert' \(\w+, .*\) is not tagged: \[formality\] does not list it", missing
    )
    assert re.fullmatch(
        r"    'Þú' \(PRON, .*Person=2.*\) is tagged: it is informal \(informal lists it\), "
        "as a word of an earlier sentence is",
        extra,
    )


def test_check_rules_asks_for_enough_examples_of_what_has_rules(tmp_path: Path) -> None:
    path = write(tmp_path, '[pronouns]\nit = "hann hún"\n', FORMALITY, example(RIGHT))
    assert problems(path) == [
        "formality has 1 example; give at least 8.",
        "pronouns has 0 examples; give at least 8.",
    ]


@pytest.mark.usefixtures("untried")
def test_check_rules_examples_must_make_sense(tmp_path: Path) -> None:
    path = write(
        tmp_path, FORMALITY, example(RIGHT) * 8, example("[Þú ert"), example("x", "verb_form"),
        '[[examples]]\ntag = "formality"\nsource = ["You."]\ntarget = ["[Þú]."]\n',
    )  # fmt: skip
    assert problems(path) == [
        "examples[8] has a bracket without its partner.",
        "examples[9] is for verb_form, which has no rules here.",
        "examples[10] marks its first sentence, which no earlier one can decide.",
    ]


@pytest.mark.usefixtures("untried")
def test_check_rules_says_what_was_not_tried_or_is_missing(tmp_path: Path) -> None:
    path = write(tmp_path, FORMALITY, example(RIGHT) * 8, head='code = "is"\nversion = 1\n')
    assert check_rules(path).notes[-3:] == (
        'No reviewer is named: reviewed = "..."',
        "All examples of formality have a tagged word.",
        "litmus has no analyser for 'is': the examples were not tried.\n"
        "Give one: target_analyser=stanza:is or conllu:FILE",
    )


def test_check_rules_tries_word_lists_without_an_analyser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rule_examples, "has_analyser", lambda language: False)
    wrong = example("Þú [ert] seinn.")
    path = write(tmp_path, FORMALITY, example(RIGHT) * 7, wrong)
    assert problems(path) == [
        "examples[7]: formality, 'Þú ert seinn.': expected [ert], tagged [Þú]\n"
        "    'ert' (not analysed) is not tagged: [formality] does not list it\n"
        "    'Þú' (not analysed) is tagged: it is informal (informal lists it), as a word of an "
        "earlier sentence is"
    ]
    note = "litmus has no analyser for 'is': the examples were"
    assert check_rules(path).notes[-1] == f"{note} tried on word forms alone."
    verbs = '[[formality.verbs]]\nregister = "formal"\nendings = "ið"\n'
    path = write(tmp_path, FORMALITY, verbs, example(RIGHT) * 7, wrong)
    assert problems(path) == []  # what only an analyser can say
    assert check_rules(path).notes[-1] == (
        f"{note} not tried.\nGive one: target_analyser=stanza:is or conllu:FILE"
    )


def test_check_rules_of_a_file_that_cannot_be_read(tmp_path: Path) -> None:
    path = write(tmp_path, FORMALITY, "colour = 1\n")
    report = check_rules(path)
    assert (report.kind, report.n_problems, dict(report.counts)) == (KIND, 1, {})
    assert report.problems[0].startswith(f"{path}: unknown key 'formality.colour'.\n")


def test_check_rules_counts_what_it_does_not_show(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="does not exist"):
        check_rules(tmp_path / "is.toml")
    report = check_rules(write(tmp_path, example("x", "pronouns") * 30))
    assert (len(report.problems), report.n_problems) == (20, 30)


def test_is_rules_by_what_a_toml_file_holds(tmp_path: Path) -> None:
    for text, found in (
        (HEAD + FORMALITY, True), (HEAD, False), (FORMALITY, False), ('name = "suite"\n', False),
        (HEAD + "[formality\n", True), ("[[\n", False),
    ):  # fmt: skip
        assert is_rules(write(tmp_path, head=text)) is found, text
    (tmp_path / "is.txt").write_text(HEAD + FORMALITY, encoding="utf-8")
    (tmp_path / "x.toml").mkdir()
    (tmp_path / "y.toml").write_bytes(b"\xff")
    names = ("is.txt", "x.toml", "y.toml", "nowhere.toml")
    assert not any(is_rules(tmp_path / name) for name in names)


@pytest.mark.release
@pytest.mark.usefixtures("untried")
def test_check_rules_finds_nothing_wrong_in_what_ships() -> None:
    # that their examples hold is tested elsewhere
    paths = [Path(discourse.__path__[0]) / "data" / f"{code}.toml" for code in codes()]
    assert [path for path in paths if not is_rules(path)] == []
    assert [problem for path in paths for problem in check_rules(path).problems] == []


VERB_FORM = '[[verb_form]]\nname = "past"\nfeatures = "{}"\n'
PAST = VERB_FORM.format("Tense=Past")
VERBS = '[[formality.verbs]]\nregister = "formal"\n'
NEVER = "verb_form[0] (past) never holds: the analyser of Icelandic gives"


@pytest.mark.usefixtures("untried")
@pytest.mark.parametrize(
    ("text", "told"),
    [
        (VERB_FORM.format("Tens=Past"), f"{NEVER} no Tens to AUX or VERB. Did you mean 'Tense'?"),
        (VERB_FORM.format("Tense=Fut"), f"{NEVER} no Tense=Fut to AUX or VERB, only Past, Pres."),
        (VERB_FORM.format("VerbForm=Inf|Person=2"),
         f"{NEVER} VerbForm=Inf|Person=2 to no AUX or VERB, though each of them to some."),
        (PAST + PAST.replace("past", "pluperfect"),
         "verb_form[1] (pluperfect) never holds: verb_form[0] (past) asks for the same, and the "
         "first that holds counts."),
        (VERBS + 'endings = "ið"\nupos = "VERBS"\n',
         "formality.verbs[0] asks for 'VERBS', which is no part of speech of UD. Did you mean "
         "'VERB'?"),
        (VERBS + 'forms = "eruð"\nbut = "-uð"\n',
         "formality.verbs[0] never holds: nothing is left of its forms."),
        (VERBS, "formality.verbs[0] holds for every verb. Narrow it down: features, forms, endings "
         "or lemma_endings."),
        ('[formality]\nformal = ["með yður"]\n',
         "formality.formal has 'með yður', which is never one word. Give its words."),
        ('[pronouns]\nit = ["um hann"]\n',
         "pronouns.it has 'um hann', which is never one word. Give its words."),
        ('[pronouns]\nit = ""\n', "pronouns.it has no translations."),
    ],
)  # fmt: skip
def test_check_rules_finds_rules_that_hold_for_everything_or_nothing(
    tmp_path: Path, text: str, told: str
) -> None:
    assert told in problems(write(tmp_path, text))


CONLLU = (
    "1\tSerð\tsjá\tVERB\t_\tNumber=Sing|Person=2\t0\troot\t_\t_\n"
    "2\thús\thús\tNOUN\t_\t_\t1\tobj\t_\t_\n\n"
    "1\tSér\tsjá\tVERB\t_\tNumber=Sing|Person={person}\t0\troot\t_\t_\n"
    "2\thund\thundur\tNOUN\t_\t_\t1\tobj\t_\t_\n"
)


@pytest.mark.parametrize("person", [2, 3])
def test_check_rules_tries_examples_on_analyses_in_a_file(tmp_path: Path, person: int) -> None:
    told = [
        "examples[0]: formality, 'Sér hund': expected [Sér], tagged []\n"
        "    'Sér' (VERB, Number=Sing|Person=3) is not tagged: formality.verbs[0] "
        "(informal) asks for Person=2, but it has Person=3"
    ] * (person == 3)
    verbs = '[[formality.verbs]]\nregister = "informal"\ncertain = true\nfeatures = "Person=2"\n'
    seen = (
        '[[examples]]\ntag = "formality"\nsource = ["You see a house", "You see a dog"]\n'
        'target = ["Serð hús", "[Sér] hund"]\n'
    )
    path = write(tmp_path, verbs, seen, example(RIGHT) * 7)
    analyses = tmp_path / "is.conllu"
    analyses.write_text(CONLLU.format(person=person), encoding="utf-8")
    report = check_rules(path, f"conllu:{analyses}")
    assert [problem.replace(f"{path}: ", "") for problem in report.problems] == told
    assert report.notes[-1] == (
        f"7 examples were not tried: {analyses} lacks sentences, such as 'Þú ert góður.'."
    )
    with pytest.raises(DataError, match=r"^none does not exist\.$"):
        check_rules(path, "conllu:none")


def test_check_rules_says_which_words_a_sentence_has(tmp_path: Path) -> None:
    path = write(tmp_path, FORMALITY, example("Þ[ú] ert seinn.") * 8)
    told = "\n    'ú' is no word of the sentence, which has 'Þú', 'ert', 'seinn', '.'\n"
    assert told in problems(path)[0]
