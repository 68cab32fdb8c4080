"""What the command line itself has to say of flags that cannot be: every message once, whole.

What the library says is compared where it is written; `test_refusals.py` has the exit codes.
"""

import shlex
from pathlib import Path

import pytest
from commanding import FIXTURES, Litmus, write_lines

here, litmus, tiny = FIXTURES

GIVE_ANOTHER = "is also an input and would be overwritten.\nGive another name; nothing was done."
TRANSLATE_FIRST = "do not go together.\nTranslate first (litmus translate), then score the file."
FOLDER = "folder is a folder; give the name of a file."
FILES = "-l en-fr -s s.en -r r.fr"
CONVERSATION = "--judge http:x"
MESSAGES: dict[str, list[tuple[str, int, str]]] = {
    "collections": [
        ("mine list s.en -l en -o memory://x", 2,
         "Only the outputs of a collection go to a URL. Give a file: -o FILE"),
        ("mine list rows -l en", 2,
         "The input is a collection; its outputs need a folder: -o FOLDER"),
    ],
    "inputs": [
        ("score -t demo-is-en --resegment", 2,
         "--resegment is for free text, and the outputs of a suite have lines.\n"
         "Name the text: -i [NAME=]FREE"),
        ("report -t tiny -i s.en --resegment --shard 1/2 -o p", 2,
         "--resegment and --shard do not go together.\n"
         "Cut the texts first (litmus resegment), then score the lines."),
        ("analyse s.en -l en --shard 1/2", 2, "--shard writes a part of the result: -o PART"),
        ("score -t tiny -i @litteral", 2,
         "No output of this suite is called '@litteral'. Did you mean '@literal'?\n"
         "Known: @literal, @mixed, @right"),
        ("score -t tiny -i it=@mixd", 2,
         "No output of this suite is called '@mixd'. Did you mean '@mixed'?\n"
         "Known: @literal, @mixed, @right"),
        ("score -t tiny -i literal", 2,
         "There is no file literal, but an output of that name comes with the suite: @literal"),
        (f"score {FILES} -i r.fr r.fr", 2, "Two outputs are called 'r.fr'. Name them: -i NAME=FILE"),
        (f"score {FILES} -i a=r.fr a=s.en", 2,
         "Two outputs are called 'a'. Name them: -i NAME=FILE"),
        (f"score {FILES} -i r.fr --alignment r.fi=links", 2,
         "No system is called 'r.fi'. Did you mean 'r.fr'?\nKnown: r.fr"),
        (f"score {FILES} -i r.fr --tags r.fi=links", 2,
         "No system is called 'r.fi'. Did you mean 'r.fr'?\nKnown: r.fr"),
        (f"score {FILES} -i r.fr --alignment links --alignment links", 2,
         "--alignment was given twice for the reference."),
        (f"score {FILES} -i r.fr --tags r.fr=links --tags r.fr=links", 2,
         "--tags was given twice for r.fr."),
    ],
    "tagging": [
        ("score -t tiny --rules pl.toml el.toml", 2,
         "pl.toml and el.toml were given for --rules; a suite has one target language."),
        ("score -t tiny --target-analyser plain --target-analyser conllu:a=b", 2,
         "--target-analyser was given twice for the reference."),
        ("score -t tiny -i x=s.en --target-analyser x=plain --target-analyser x=plain", 2,
         "--target-analyser was given twice for x."),
        ("score -t tiny -i other=s.en --target-analyser others=plain", 2,
         "No system is called 'others'. Did you mean 'other'?\nKnown: other"),
    ],
    "output": [
        *((f"score {FILES} --spans spans -i mine=h.fr {flag} {name}", 2, f"{flag} {name} {GIVE_ANOTHER}")
          for flag in ("-o", "--segments", "--junit") for name in ("s.en", "r.fr", "h.fr", "spans")),
        *((f"score -t tiny -o tiny/{name}", 2, f"-o tiny/{name} {GIVE_ANOTHER}")
          for name in ("segments.jsonl", "suite.toml", "systems/mixed.txt")),
        ("report -t tiny -o tiny/systems/mixed.txt", 2, f"-o tiny/systems/mixed.txt {GIVE_ANOTHER}"),
        *((f"{line} tiny.tsv", 2, f"{line.split()[-1]} tiny.tsv {GIVE_ANOTHER}") for line in (
            "score -t tiny -m litter:case=fold,dictionary=tiny.tsv -o",
            "score -t tiny -m litter:dictionary=x+tiny.tsv -o",
            "score -t tiny --alignment @mixed=tiny.tsv -o",
            "score -t tiny --tags tiny.tsv -o",
            "score -t tiny -a pharaoh:tiny.tsv -o",
            "score -t tiny --idioms tiny.tsv -o",
            "score -t tiny --source-analyser conllu:tiny.tsv -o",
            "score -t tiny --target-analyser right=conllu:tiny.tsv -o",
            "annotate export tiny.tsv -o",
            f"align {FILES} -a model:tiny.tsv -o",
            "analyse s.en -l en --backend conllu:tiny.tsv -o",
            "mine tiny.tsv s.en -l en --samples",
            "dictionary build tiny.tsv -l en-fr -o",
            "judge -t tiny --judge http:x --task tiny.tsv -o",
            "translate -t tiny --system file:tiny.tsv -o",
            "translate -t tiny --system model:x --prompt tiny.tsv -o",
            f"resegment tiny.tsv {FILES} --evidence",
            "reproduce tiny.tsv --html",
            "cxmi -t tiny --tags tiny.tsv --extras",
            "cxmi -t tiny --tags tiny.tsv --page",
            "cxmi -t tiny --model tiny.tsv -o",
            "probe -t tiny --spans tiny.tsv --extras",
        )),
        ("score -t tiny -o folder", 1, FOLDER),
    ],
    "options": [
        ("import tsv d.tsv -l en-fr -o x --option part", 2,
         "'part' is not an option. Write --option key=value"),
        ("import wmt d.tsv -o x --option prat=x", 2,
         "The format wmt has no option 'prat'.\nKnown: part, ref, sys"),
        ("export srt -t tiny -o x --option a=b", 2,
         "The format srt has no option 'a'.\nKnown: none"),
    ],
    "align": [
        (f"align {FILES} --train", 2, "--train needs a file to save the model in: -o MODEL"),
        (f"align {FILES} --train -a eflomal -o m", 2,
         "Only the embedded aligner can be saved: leave -a out with --train."),
        ("align -l en-fr -s s.en", 2,
         "Give the texts, -s SRC and -r TGT, or a collection: --corpus WHERE"),
        ("align -l en-fr --corpus rows -o out --train", 2,
         "--train takes two texts; a collection's aligner is kept in its folder."),
    ],
    "analyse": [
        ("analyse - -l en --shard 1/2 -o p", 2,
         "--shard reads the text twice, which stdin cannot be. Give a file."),
    ],
    "build": [
        *((f"build found -l en-fr {flags} -o out --in-place", 2,
           "--in-place marks the lines of two texts: give -s and -r, and no --shard.")
          for flags in ("-s s.en", "-r r.fr", "-s s.en -r r.fr --shard 1/2")),
    ],
    "dictionary": [
        *((f"dictionary build -l en-fr -o out {flags}", 2,
           "Give dictionary files, or parallel text with -s SRC -r TGT, or both.")
          for flags in ("", "-s s.en", "-r r.fr", "tiny.tsv -s s.en")),
        ("dictionary show beens -l en-fr -d tiny.tsv", 1,
         "tiny.v7 has no entry for 'beens'. Close to it: beans."),
        ("dictionary show zebra -l en-fr -d tiny.tsv", 1, "tiny.v7 has no entry for 'zebra'."),
    ],
    "mine": [
        ("mine list rows -l en -o out --samples x", 2,
         "--samples is for one text; leave it out for a collection."),
        ("mine list s.en -l en -o p --shard 1/2 --resume", 2,
         "--resume is for whole runs; leave it out with --shard."),
        ("mine list s.en -l en -o p --shard 1/2 --samples x", 2,
         "--samples is for whole runs; leave it out with --shard."),
    ],
    "tag": [
        *((f"tag {flags} --corpus rows -o x", 2, "A collection needs -l SRC-TGT, and no suite.")
          for flags in ("", "-t tiny -l en-fr")),
        ("tag -l en-fr --corpus rows -o x --counts", 2,
         "--counts is for one text; leave it out for a collection."),
    ],
    "annotate": [
        ("annotate exprot", 2,
         "There is no campaign called exprot, and it is not a verb (new, serve, status, links, "
         "move, export, import).\n"
         "Create one with: litmus annotate new FOLDER -t SUITE --annotators NAME,NAME"),
        *((f"annotate export tiny -f {format} {flag}", 2, "--all and --checks are for jsonl and tsv.")
          for format, flag in (("mqm", "--all"), ("esa", "--checks"))),
        *((f"annotate import tiny x --map {item}", 2, f"--map takes THEIRS=OURS, not {item!r}.")
          for item in ("a", "=b", "a=")),
    ],
    "gate": [
        ("score -t tiny --junit f.xml", 2,
         "--junit is for requirements. Add some: --require 'bleu>=30'"),
        ("score -t tiny --allow-no-evidence", 2,
         "--allow-no-evidence is for requirements. Add some: --require 'bleu>=30'"),
        *((f"score -t tiny --require 'bleu>=3' --junit same {flag} same", 2,
           f"--junit and {flag} both name same. Give two.")
          for flag in ("-o", "--segments", "--report", "--plots")),
        ("score -t tiny --require 'bleu>=3' --junit folder", 1, FOLDER),
    ],
    "live": [
        ("score -t tiny --system cmd:cat", 2,
         "The system cmd:cat has no name. Give it one: --system NAME=cmd:cat"),
        ("score -t tiny --system =cmd:cat", 2,
         "The system =cmd:cat has no name. Give it one: --system NAME==cmd:cat"),
        ("score -t tiny --system cmd:a=b", 2,
         "The system cmd:a=b has no name. Give it one: --system NAME=cmd:a=b"),
        ("score -t tiny --system a=cmd:cat --system a=cmd:tac", 2,
         "Two systems are called 'a'. Name them: --system NAME=SPEC"),
        ("score -t tiny --system a=cmd:cat --shard 1/2 -o p", 2,
         f"--system and --shard {TRANSLATE_FIRST}"),
        ("score -t tiny --system a=cmd:cat --resegment -i s.en", 2,
         f"--system and --resegment {TRANSLATE_FIRST}"),
        ("score -t tiny --system a=cmd:cat -f evalset -o p", 2,
         f"--system and -f evalset {TRANSLATE_FIRST}"),
        ("score -t tiny -t tiny --system a=cmd:cat", 2,
         "--system translates one suite at a time. Give one: -t SUITE"),
        *((f"score -t tiny {flag} {value}", 2,
           f"{flag} is for a system that translates. Name it: --system NAME=SPEC")
          for flag, value in (("--model", "m"), ("--answers", "x"), ("--beam", "4"),
                              ("--level", "document"), ("--set", "a=1"))),
        ("score -t tiny --confidence 0.9", 2, "--confidence is for --sequential. Add it."),
        ("score -t tiny --fail-fast", 2, "--fail-fast is for --sequential. Add it."),
        ("score -t tiny --sequential", 2,
         "--sequential stops when requirements are certain. Add some: --require 'bleu>=30'"),
        ("score -t tiny -t tiny --sequential --require 'bleu>=3'", 2,
         "--sequential is for one suite at a time. Give one: -t SUITE"),
    ],
    "score": [
        *((f"score -t tiny {flag} {number}", 2, f"{flag} must be at least {least}, not {number}.")
          for flag, number, least in (("--trials", 0, 1), ("--bootstrap", 0, 1), ("--seed", -1, 0),
                                      ("-w", -1, 0))),
        ("score -t tiny --title x", 2,
         "--title is that of a report. Say where it goes: --report F.html"),
        ("score -t tiny -o same --segments same", 2,
         "-o and --segments name the same file. Give two."),
        ("score -t tiny --segments folder", 1, FOLDER),
        *((f"score -t tiny --report same {flag} same", 2,
           "--report and another option both name same. Give two.")
          for flag in ("-o", "--segments")),
        ("score -t tiny -f evalset", 2, "-f evalset writes a folder. Name it: -o DIR"),
        *((f"score -t tiny -f evalset -o out --{flag}", 2,
           f"-f evalset and --{flag.split()[0]} do not go together. Run the command twice.")
          for flag in ("segments x", "report x", "ratings x", "plots x", "shard 1/2", "require x")),
        ("agree j.tsv --draws 0", 2, "--draws must be at least 1, not 0."),
        ("agree j.tsv --seed -1", 2, "--seed must be at least 0, not -1."),
        ("agree j.tsv -w -1", 2, "-w must be at least 0, not -1."),
        ("run --workers 0", 2, "--workers must be at least 1, not 0."),
        ("run -w -1", 2, "-w must be at least 0, not -1."),
    ],
    "several suites": [
        *((f"score -t tiny -t tiny --{flag}", 2,
           f"--{flag.split()[0]} is for one suite. Score the suites one by one.")
          for flag in ("shard 1/2 -o x", "segments x", "report x", "ratings x", "plots x", "source x",
                       "references x", "spans x", "docids x", "columns x", "idioms x", "classes x",
                       "figurative 0.5", "alignment x", "tags x", "language-pair en-fr",
                       "resegment -i x", "source-analyser x", "target-analyser x")),
        ("score -t tiny -t tiny -i @mine", 2,
         "No output of tiny is called '@mine'. Did you mean '@mixed'?\nKnown: @literal, @mixed, @right"),
        ("score -t tiny -t tiny -i a=gone/{suite}.fr", 1,
         "There is no gone/tiny.fr, the output of a on tiny."),
        *((f"score -t tiny -t tiny -i {item}", 2,
           f"{item} does not say which suite it translates, and there are several.\nSay where the "
           "name of the suite goes: -i NAME=out/{suite}.txt, or take what comes with the suites: "
           "-i @NAME") for item in ("s.en", "a=s.en", "out/{suite}.txt")),
        ("score -t tiny -t tiny -i @mixed @mixed", 2,
         "Two outputs are called '@mixed'. Name them: -i NAME=FILE"),
        ("score -t tiny -t tiny -i a={suite}.tsv -o tiny.tsv", 2, f"-o tiny.tsv {GIVE_ANOTHER}"),
    ],
    "others": [
        ("reproduce data -o same --html same", 2, "-o and --html name the same file. Give two."),
        (f"translate {FILES} --system cmd:cat", 2, "Say where the translations go: -o F"),
        (f"judge -t tiny {CONVERSATION}", 2, "Say where the verdicts go: -o F.jsonl"),
        ("import tsv nowhere -o x", 1, "nowhere does not exist."),
    ],
}  # fmt: skip


@pytest.fixture
def files(tiny: Path) -> Path:
    """Everything that has to be there for the message to be about something else."""
    for name in ("s.en", "r.fr", "h.fr", "spans", "list"):
        write_lines(tiny / name, ["I sing ."])
    write_lines(tiny / "d.tsv", ["dog\tchien"])
    write_lines(tiny / "rows" / "a.tsv", ["a\tb"])
    (tiny / "folder").mkdir()
    return tiny


@pytest.mark.parametrize(
    ("line", "code", "message"), [row for rows in MESSAGES.values() for row in rows]
)
def test_message_of_the_command_line(
    files: Path, litmus: Litmus, line: str, code: int, message: str
) -> None:
    before = sorted(files.rglob("*"))
    answer = litmus(*shlex.split(line))
    assert (answer.code, answer.out, answer.err) == (code, "", f"litmus: {message}\n")
    assert sorted(files.rglob("*")) == before  # nothing was done


def test_a_suite_is_given_once(tiny: Path, litmus: Litmus) -> None:
    answer = litmus("report", "-t", "tiny", "-t", "other")
    assert answer.code == 2
    assert answer.err.endswith("tiny and other were given; it is one suite at a time.\n")
