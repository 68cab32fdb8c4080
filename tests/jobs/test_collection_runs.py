"""Collections: every row exactly once, whoever dies and whenever; what is done stays done."""

import json
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from tests.jobs.shouting import choosy, deadly, failing, shouting
from tests.killing import killed_at

from litmus.corpus.collection.rows import Fields
from litmus.engine.shards import Shard
from litmus.errors import DataError, UsageError
from litmus.failures import NotWritten
from litmus.jobs.job import Job
from litmus.jobs.merging import merge_collection
from litmus.jobs.outcome import Outcome
from litmus.jobs.running import run_job

TEXT = Fields(("text",), {"text": "en"}, blank=True)
PAIRS = Fields(("source", "document"), {"source": "en"})


def job(make: Any = shouting, **changed: Any) -> Job:
    return Job(**{"make": make, "signature": "shout.v1", "fields": TEXT, "suffix": ".out", "batch": 4, **changed})  # fmt: skip


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Three files of ten, three and no rows."""
    folder = tmp_path / "corpus"
    folder.mkdir()
    for name, n in (("a.txt", 10), ("b.txt", 3), ("c.txt", 0)):
        (folder / name).write_text("".join(f"{name[0]} row {k}\n" for k in range(n)))
    (folder / "_SUCCESS").touch()
    return folder


def run(corpus: Path, job: Job, **options: Any) -> Outcome:
    return run_job(job, [str(corpus)], str(corpus.parent / "out"), **{"workers": 1, **options})


def run_at(folder: Path, pattern: str, job: Job, out: str = "out") -> Outcome:
    return run_job(job, [str(folder / pattern)], str(folder / out), workers=1)


def out(corpus: Path, name: str) -> str:
    return (corpus.parent / "out" / name).read_text()


@pytest.mark.parametrize("workers", [1, *(pytest.param(n, marks=pytest.mark.slow) for n in (2, 3))])
def test_every_file_has_an_output_and_a_receipt(corpus: Path, workers: int) -> None:
    seen: list[Any] = []
    outcome = run(corpus, job(), workers=workers, progress=seen.append)
    last = seen[-1]
    assert (last.files, last.of, last.rows, last.fraction) == (3, 3, 13, 1.0)
    assert out(corpus, "a.txt.out") == "".join(f"{k + 1} A ROW {k}\n" for k in range(10))
    assert out(corpus, "b.txt.out") == "1 B ROW 0\n2 B ROW 1\n3 B ROW 2\n"
    assert (outcome.rows, outcome.rejected, outcome.empty) == (13, 0, ["c.txt"])
    assert set(outcome.by_stage) == {"read", "work", "write"}
    assert 1 <= len(outcome.by_worker) <= workers
    assert json.loads(out(corpus, "a.txt.receipt.json"))["rows"] == 10
    names = {path.name for path in (corpus.parent / "out").iterdir()}
    assert names == {f"{n}.txt.{end}" for n in "abc" for end in ("out", "receipt.json")} | {"collection.json"}  # fmt: skip


def test_a_second_run_makes_only_what_is_lost(corpus: Path) -> None:
    run(corpus, job())
    folder = corpus.parent / "out"
    before = {path: path.stat().st_mtime_ns for path in folder.glob("*.txt.*")}
    outcome = run(corpus, job(failing))  # it would fail over any row
    assert {path: path.stat().st_mtime_ns for path in before} == before
    assert (len(outcome.earlier), outcome.rows) == (3, 13)
    for lost in ("b.txt.receipt.json", "b.txt.out"):
        (folder / lost).unlink()
        assert [one.name for one in run(corpus, job()).receipts] == ["b.txt"]
        assert out(corpus, "b.txt.out").startswith("1 B ROW 0")


def test_a_changed_file_is_refused_and_a_touched_one_is_not(corpus: Path) -> None:
    run(corpus, job())
    text = (corpus / "b.txt").read_text()
    (corpus / "b.txt").write_text(text)
    assert len(run(corpus, job()).earlier) == 3
    (corpus / "b.txt").write_text(text.replace("row 1", "row x"))
    with pytest.raises(DataError, match=r"b\.txt has changed since its output was made"):
        run(corpus, job())
    assert len(run(corpus, job(), overwrite=True).receipts) == 3
    assert "B ROW X" in out(corpus, "b.txt.out")


def test_other_settings_and_a_damaged_receipt_are_refused(corpus: Path) -> None:
    run(corpus, job())
    with pytest.raises(UsageError, match="(?s)other settings.*shout.v1.*shout.v2"):
        run(corpus, job(signature="shout.v2"))
    (corpus.parent / "out" / "b.txt.receipt.json").write_text("{")
    with pytest.raises(DataError, match=r"b\.txt\.receipt\.json is not a receipt"):
        run(corpus, job())


@pytest.mark.parametrize("runs", [2, 7])
def test_runs_share_the_files_and_merge(corpus: Path, runs: int, tmp_path: Path) -> None:
    run(corpus, job(), shard=Shard(1, runs))
    with pytest.raises(UsageError, match=r"not done: b\.txt"):
        merge_collection(str(tmp_path / "out"), tmp_path / "whole")
    for number in range(2, runs + 1):
        run(corpus, job(), shard=Shard(number, runs))
    assert merge_collection(str(tmp_path / "out"), tmp_path / "whole") == 3
    whole = (tmp_path / "whole").read_text()
    assert whole == out(corpus, "a.txt.out") + out(corpus, "b.txt.out")


@pytest.mark.parametrize(("files", "message"), [
    ({"a.txt": b""}, r"No file has a row: a\.txt"),
    ({"a.txt": b"\xff\n"}, r"The only row was rejected: a\.txt, row 1: .*line\.$"),
    (dict.fromkeys(("a.jsonl", "b.jsonl"), b'{"body": "x"}\n'),
     "(?s)no column for the text.*it has body.*1 other file"),
    (dict.fromkeys(("a.txt", "b.txt", "c.txt"), b"\xff\n\xfe\n"),
     r"(?s)All 6 rows were rejected.*a\.txt, row 1"),
])  # fmt: skip
def test_collections_without_a_good_row_are_refused(
    tmp_path: Path, files: dict[str, bytes], message: str
) -> None:
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=message):
        run_at(tmp_path, "?.*", job())


def test_merge_refuses_what_has_changed(corpus: Path, tmp_path: Path) -> None:
    run(corpus, job())
    folder = tmp_path / "out"
    (folder / "a.txt.out").write_text("something else\n")
    with pytest.raises(DataError, match=r"a\.txt\.out has changed since it was written"):
        merge_collection(str(folder), tmp_path / "whole")
    assert not (tmp_path / "whole").exists()
    run(corpus, job(), overwrite=True)
    receipt = json.loads((folder / "b.txt.receipt.json").read_text())
    (folder / "b.txt.receipt.json").write_text(json.dumps(receipt | {"signature": "other"}))
    with pytest.raises(DataError, match="different settings"):
        merge_collection(str(folder), tmp_path / "whole")
    (folder / "collection.json").unlink()
    with pytest.raises(DataError, match="does not hold the outputs of a collection"):
        merge_collection(str(folder), tmp_path / "whole")


def test_bad_rows_are_listed_and_the_others_done(corpus: Path) -> None:
    (corpus / "b.txt").write_bytes(b"good\nnot \xff utf-8\nnul \0\ngood again\na bad one\n")
    outcome = run(corpus, job(choosy, blank="-\n"))
    assert out(corpus, "b.txt.out") == "1 GOOD\n-\n-\n4 GOOD AGAIN\n-\n"
    listed = [json.loads(line) for line in out(corpus, "b.txt.rejected.jsonl").splitlines()]
    assert [row["row"] for row in listed] == [2, 3, 5]
    for row, reason in zip(listed, ("is not UTF-8: byte 0xff", "NUL", "ValueError: a bad row"), strict=True):  # fmt: skip
        assert reason in row["reason"]
    assert (outcome.rows, outcome.rejected) == (12, 3)
    # A run over mended rows leaves no list behind.
    (corpus / "b.txt").write_text("good\n")
    run(corpus, job(choosy), overwrite=True)
    assert not (corpus.parent / "out" / "b.txt.rejected.jsonl").exists()


def test_work_that_fails_over_everything_is_no_bad_row(corpus: Path) -> None:
    with pytest.raises(ValueError, match="nothing works"):
        run(corpus, job(failing))
    (corpus / "b.txt").write_text("bad\n")
    outcome = run(corpus, job(choosy))
    assert (outcome.rows, outcome.rejected) == (10, 1)


def test_files_that_cannot_be_read_do_not_keep_others_from_being_done(corpus: Path) -> None:
    (corpus / "b.txt.gz").write_bytes(b"\x1f\x8b broken")
    (corpus / "b.txt").unlink()
    outcome = run(corpus, job())
    assert [one.name for one in outcome.failed] == ["b.txt"]
    assert "b.txt.gz is not a whole .gz file" in str(outcome.failed[0].reason)
    assert out(corpus, "a.txt.out").startswith("1 A ROW 0")
    assert not (corpus.parent / "out" / "b.txt.receipt.json").exists()


@pytest.mark.slow
def test_a_row_that_kills_is_rejected_in_the_end(corpus: Path, tmp_path: Path) -> None:
    rows = [f"row {k}" for k in range(10)]
    rows[2] = "unlucky"  # a worker dies over it once, by chance
    rows[6] = "deadly"
    (corpus / "b.txt").write_text("\n".join(rows) + "\n")
    outcome = run(corpus, job(partial(deadly, tmp_path)), workers=2)
    assert (outcome.rows, outcome.rejected) == (19, 1)
    assert json.loads(out(corpus, "b.txt.rejected.jsonl")) == {
        "row": 7,
        "reason": "the process that worked on it died (out of memory?)",
    }
    assert "3 UNLUCKY" in out(corpus, "b.txt.out")
    assert not list((tmp_path / "out").glob(".*")), "no journal is left"


@pytest.mark.slow
def test_a_run_killed_at_any_moment_is_taken_up(corpus: Path, tmp_path: Path) -> None:
    run(corpus, job(blank="-\n"))
    whole = {path.name: path.read_bytes() for path in (tmp_path / "out").glob("*.out")}
    at = 0
    while True:
        at += 1
        folder = tmp_path / f"out{at}"
        again = partial(run_job, job(blank="-\n"), [str(corpus)], str(folder), workers=1)
        if not killed_at(at, folder, again):
            break
        outcome = again()
        assert outcome.rows == 13
        assert {path.name: path.read_bytes() for path in folder.glob("*.out")} == whole
        assert not list(folder.glob(".*")), "nothing is left over"
    assert at > 20


def test_documents_stay_together_and_in_one_file(tmp_path: Path) -> None:
    rows = {"a": ["x\td1", "y\td1", "z\td2"], "b": ["u\td3", "v\td4"]}
    for name, lines in rows.items():
        (tmp_path / f"{name}.tsv").write_text("\n".join(lines) + "\n")
    documents = job(fields=PAIRS, documents=True)
    outcome = run_at(tmp_path, "*.tsv", documents)
    assert [list(one.documents) for one in outcome.receipts] == [["d1", "d2"], ["d3", "d4"]]
    (tmp_path / "b.tsv").write_text("u\td2\nv\td4\n")
    with pytest.raises(DataError, match=r"Document 'd2' is in two files, .*a\.tsv and .*b\.tsv"):
        run_at(tmp_path, "*.tsv", documents, "out2")
    (tmp_path / "b.tsv").write_text("u\td3\nv\td4\nw\td3\n")
    outcome = run_at(tmp_path, "*.tsv", documents, "out3")
    assert "Document 'd3' continues at sentence 3" in str(outcome.failed[0].reason)


def test_outputs_go_nowhere_near_the_inputs(corpus: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="is where the input is"):
        run_job(job(), [str(corpus / "*.txt")], str(corpus / ".." / "corpus"), workers=1)
    (tmp_path / "file").touch()
    with pytest.raises(NotWritten, match="need a folder"):
        run_job(job(), [str(corpus)], str(tmp_path / "file"), workers=1)


def test_a_full_disk_stops_the_run_and_keeps_what_is_done(
    corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = Path.write_text

    def full(*_: object, **__: object) -> None:
        raise NotWritten("somewhere", "No space left on device")

    def no_journal(path: Path, *args: Any, **options: Any) -> int:
        if path.suffix == ".journal":
            raise OSError(28, "No space left on device")
        return write(path, *args, **options)

    for place, fails in (("litmus.jobs.working.write_receipt", full), ("pathlib.Path.write_text", no_journal)):  # fmt: skip
        with monkeypatch.context() as patch, pytest.raises(NotWritten, match="No space left"):
            patch.setattr(place, fails)
            run(corpus, job())
    assert run(corpus, job()).rows == 13


@pytest.mark.parametrize("scheme", ["file", "memory"])
def test_a_collection_at_a_url(scheme: str, corpus: Path, tmp_path: Path) -> None:
    fsspec = pytest.importorskip("fsspec", reason="fsspec is not installed")
    system = fsspec.filesystem(scheme)
    root = f"{scheme}://{tmp_path}/there"
    for path in corpus.glob("*.txt"):
        system.makedirs(f"{tmp_path}/there/in", exist_ok=True)
        system.put_file(str(path), f"{tmp_path}/there/in/{path.name}")
    outcome = run_job(job(), [f"{root}/in/*.txt"], f"{root}/out", workers=1)
    assert outcome.rows == 13
    found = system.cat_file(f"{tmp_path}/there/out/b.txt.out")
    assert found == b"1 B ROW 0\n2 B ROW 1\n3 B ROW 2\n"
    assert len(run_job(job(), [f"{root}/in"], f"{root}/out", workers=1).earlier) == 3
    merge_collection(f"{root}/out", tmp_path / "whole")
    assert (tmp_path / "whole").read_text().count("\n") == 13


@pytest.mark.skipif(find_spec("ray") is None, reason="needs ray[client]")
@pytest.mark.slow
def test_a_collection_on_ray(corpus: Path, tmp_path: Path) -> None:
    outcome = run(corpus, job(partial(deadly, tmp_path)), workers=2, engine="ray")
    assert (outcome.rows, outcome.rejected) == (13, 0)
    assert out(corpus, "a.txt.out") == "".join(f"{k + 1} A ROW {k}\n" for k in range(10))


@pytest.mark.slow
def test_a_killed_run_with_other_settings_leaves_no_receipt_of_the_old_ones(
    corpus: Path, tmp_path: Path
) -> None:
    run(corpus, job())
    anew = partial(run, corpus, job(signature="shout.v2"))
    # By then the receipts are removed, and the first output is being written.
    assert killed_at(13, tmp_path / "out", partial(anew, overwrite=True))
    assert len(anew().receipts) == 3  # it goes on, and is not refused


def test_a_url_is_fetched_once(corpus: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    local = pytest.importorskip("fsspec.implementations.local").LocalFileSystem
    fetches = []
    get = local.get_file
    monkeypatch.setattr(local, "get_file", lambda *a, **k: fetches.append(a[1]) or get(*a, **k))
    run_job(job(), [f"file://{corpus}/*.txt"], str(corpus.parent / "out"), workers=1)
    assert len(fetches) == 3
