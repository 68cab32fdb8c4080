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

<!-- numbers within 0.5 -->
```console
$ echo "12.3 s"
12.0 s
```
"""


def test_steps_of_a_page() -> None:
    assert list(steps(PAGE)) == [
        NewFile(3, "in/words.txt", "one\ntwo\n"),
        Command(10, "cat in/words.txt \\\n| head -1", ("one",)),
        Command(14, "ls nothing", ("...",), code=2),
        Command(29, 'echo "12.3 s"', ("12.0 s",), within=0.5),
    ]


def test_a_true_page_has_no_differences(tmp_path: Path) -> None:
    assert run(PAGE, tmp_path, os.environ) == []


def test_commands_share_folder_and_variables(tmp_path: Path) -> None:
    page = "```console\n$ mkdir a; cd a; x=3\n$ echo $x > y\n$ cat ../a/y\n3\n```\n"
    assert run(page, tmp_path, os.environ) == []


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


@pytest.mark.parametrize(
    ("expected", "printed", "fits"),
    [
        (["a", "...", "d"], "a\nb\nc\nd\n", True),
        (["a", "...", "d"], "a\nd\n", True),
        (["a", "...", "d"], "a\nb\n", False),
        (["...", "b"], "a\nb\nb\n", True),
        (["..."], "", True),
        (["took ... s"], "took 3.2 s\n", True),
        (["took ... s"], "took 3.2 m\n", False),
        (["a"], "a\nb\n", False),
        (["a", "b"], "a\n", False),
        (["a.c"], "abc\n", False),
        (["20.8 [18.7, 22.9]"], "20.9 [18.7, 22.9]\n", False),
        (["trailing"], "trailing  \n\n", True),
    ],
)
def test_what_counts_as_the_same(expected: list[str], printed: str, fits: bool) -> None:
    command = Command(1, "x", tuple(expected))
    assert (not list(differences(command, printed, 0))) is fits


@pytest.mark.parametrize(
    ("printed", "fits"),
    [
        ("a  20.9 [1]\n", True),
        ("a  21.2 [1]\n", False),
        ("b  20.8 [1]\n", False),
        ("a 20.8\n", False),
    ],
)
def test_numbers_within(printed: str, fits: bool) -> None:
    command = Command(1, "x", ("a  20.8 [1]",), within=0.3)
    assert (not list(differences(command, printed, 0))) is fits
