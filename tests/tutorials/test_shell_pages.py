"""How pages are run: what counts as a command, what as the same."""

import os
from pathlib import Path

import pytest
from shell_page import Command, NewFile, differences, run, steps

PAGE = """# A page
```text title="in/words.txt"
one
two
```

Then:

```console
$ cat in/words.txt \\
> | head -1
one

$ ls nothing  # exit 2
...
```

<!-- not run: it needs the network -->
```bash
$ pip install litmus-mt
```

```python
print("no command")
```
"""


def test_steps_of_a_page() -> None:
    assert list(steps(PAGE)) == [
        NewFile(3, "in/words.txt", "one\ntwo\n"),
        Command(10, "cat in/words.txt \\\n| head -1", ("one",)),
        Command(14, "ls nothing", ("...",), code=2),
    ]


def test_a_true_page_has_no_differences(tmp_path: Path) -> None:
    shared = "```console\n$ mkdir a; cd a; x=3\n$ echo $x > y\n$ cat ../a/y\n3\n```\n"  # one shell
    assert run(PAGE + shared, tmp_path, os.environ) == []


def test_a_false_page_says_where_and_how(tmp_path: Path) -> None:
    page = "```console\n$ printf 'a\\nb\\n'\na\nc\n$ false\n$ true  # exit 3\n```\n"
    assert run(page, tmp_path, os.environ) == [
        "line 2: printf 'a\\nb\\n'\n--- the page\n+++ the command\n@@ -1,2 +1,2 @@\n a\n-c\n+b",
        "line 5: false\nended with 1, not 0:\n",
        "line 6: true\nended with 0, not 3:\n",
    ]


def test_a_page_that_leaves_its_shell_is_told(tmp_path: Path) -> None:
    assert run("```console\n$ echo bye; exit 0\n$ echo a\n```\n", tmp_path, os.environ) == [
        "line 2: the shell ended here: bye\n"
    ]


@pytest.mark.parametrize(("expected", "printed", "fits"), [
    ("a|...|d", "a|b|c|d", True),
    ("a|...|d", "a|d", True),
    ("a|...|d", "a|b", False),
    ("...|b", "a|b|b", True),
    ("...", "", True),
    ("took ... s", "took 3.2 s", True),
    ("took ... s", "took 3.2 m", False),
    ("a", "a|b", False),
    ("a|b", "a", False),
    ("a.c", "abc", False),
    ("20.8 [18.7, 22.9]", "20.9 [18.7, 22.9]", False),
    ("trailing", "trailing  |", True),
])  # fmt: skip
def test_what_counts_as_the_same(expected: str, printed: str, fits: bool) -> None:
    command = Command(1, "x", tuple(expected.split("|")))
    assert (not list(differences(command, printed.replace("|", "\n") + "\n", 0))) is fits
