"""Folders of files as Hugging Face streams them, which loads torch where it is installed."""

import json
from pathlib import Path

import pytest
from tests.cli.commanding import python
from tests.importers.importing import refused

from litmus.importers import import_suite

datasets = pytest.importorskip(
    "datasets", reason="datasets is not installed: pip install -e '.[test-all]'"
)


def test_hf_folder_of_files_with_configurations(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("datasets.config.HF_DATASETS_CACHE", tmp_path / "cache")
    folder = tmp_path / "set"
    for code in ("de", "fr"):
        (folder / f"en-{code}").mkdir(parents=True)
        rows = [{"source": f"one {n}", "target": f"{code} {n}"} for n in range(3)]
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"en-{code}" / "test.jsonl").write_text(text)
    header = ["---", "configs:"]
    for code in ("de", "fr"):
        header += [
            f"- config_name: en-{code}",
            "  data_files:",
            "  - split: test",
            f"    path: en-{code}/test.jsonl",
        ]
    (folder / "README.md").write_text("\n".join([*header, "---", ""]))
    found = import_suite("hf", folder, config="en-fr")
    assert (found.info.source, found.info.target) == ("en", "fr")  # the configuration says so
    assert [segment.references for segment in found.segments] == [("fr 0",), ("fr 1",), ("fr 2",)]
    assert refused("hf", folder) == (
        f"{folder} holds several: en-de, en-fr.\nChoose one: config=NAME, for example config=en-de"
    )
    assert refused("hf", folder, config="en-ft") == (
        f"No configuration of {folder} is called 'en-ft'. Did you mean 'en-fr'?\n"
        "Known: en-de, en-fr"
    )


def test_hf_name_in_the_cache_without_a_network(tmp_path: Path) -> None:
    (tmp_path / "things").mkdir()
    rows = [{"translation": {"en": f"one {n}", "de": f"eins {n}"}} for n in range(3)]
    text = "".join(json.dumps(row) + "\n" for row in rows)
    (tmp_path / "things" / "test.jsonl").write_text(text)
    made = tmp_path / "made"
    datasets.load_dataset(str(tmp_path / "things"), cache_dir=str(made))
    # the library keeps a data set of the hub as a folder of this name
    (folder,) = [path for path in made.iterdir() if path.is_dir()]
    folder.rename(made / "someone___things")
    done = python(
        "-m", "litmus", "import", "hf", "someone/things", "-l", "en-de", "-o", "out",
        cwd=tmp_path, variables={"HF_DATASETS_CACHE": str(made), "HF_HUB_OFFLINE": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "out: 3 segments, en-de\n"), done.stderr
    first = json.loads((tmp_path / "out" / "segments.jsonl").read_text().split("\n")[0])
    assert first == {"id": "1", "source": "one 0", "references": ["eins 0"]}
    assert 'origin = "Hugging Face: someone/things"' in (tmp_path / "out/suite.toml").read_text()
