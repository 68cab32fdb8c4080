"""Cases whose data take minutes, on small copies of the layout: every figure finds its value."""

import json
from pathlib import Path

from litmus.published.case import Data, Found, case_files, load_case, load_recompute

FILES = case_files()


def recomputed(name: str, root: Path) -> list[Found]:
    case = load_case(name, FILES)
    return list(load_recompute(case)(Data(root, case)))


def fill(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_winomt(tmp_path: Path) -> None:
    lines = [
        ("female", "The doctor met the cook because she was ill.", "doctor", 1),
        ("male", "The doctor met the cook because he was ill.", "doctor", 1),
    ]
    table = "".join(f"{gender}\t{at}\t{text}\t{who}\n" for gender, text, who, at in lines)
    german = ["Die Ärztin traf den Koch.", "Der Arzt traf den Koch."]
    pairs = zip(lines, german, strict=True)
    fill(tmp_path / "winomt", {
        "published.tsv": "system\tlanguage\taccuracy\tf1_male\tf1_female\tdeltaG\n"
        "mine\tde\t90.0\t90.0\t80.0\t10.0\n",
        "en.txt": table,
        "en_pro.txt": table,
        "en_anti.txt": table,
        "outputs/mine.en-de.txt": "".join(f"{row[1]} ||| {text}\n" for row, text in pairs),
        "outputs/unpublished.en-de.txt": "".join(f"{row[1]} ||| Der Arzt.\n" for row in lines),
    })  # fmt: skip
    found = {one.figures: one for one in recomputed("winomt", tmp_path)}
    assert {one.item for one in found.values()} == {"mine, en-de"}
    assert {name: (one.ours, one.published) for name, one in found.items()} == {
        "accuracy": (100, 90), "f1-male": (100, 90), "f1-female": (100, 80), "delta-g": (0, 10),
    }  # fmt: skip


def test_wmt25_terminology(tmp_path: Path) -> None:
    row = {"en": "The bank opens.", "de": "Die Bank öffnet."}
    lists = {"proper": {"bank": "Bank"}, "random": {"opens": "eröffnet"}, "noterm": {}}
    header = (
        "language mode system here bleu4 chrf2++ proper_term_success_rate random_term_success_rate"
    )
    files = {"full_data.ende.jsonl": json.dumps(row | lists) + "\n"}
    rows = [header.replace(" ", "\t")]
    for mode in ("noterm", "proper", "random"):
        files[f"submissions/mine/mine.ende.{mode}.jsonl"] = json.dumps(row) + "\n"
        rows += [f"de\t{mode}\tmine\tyes\t50\t60\t0.5\t0.25", f"de\t{mode}\tyours\tno\t1\t2\t0\t0"]
    fill(tmp_path / "wmt25-terminology", files | {"scores.track1.tsv": "\n".join(rows) + "\n"})
    found = recomputed("wmt25-terminology", tmp_path)
    assert len(found) == 3 * 4
    values = {one.figures: (one.ours, one.published) for one in found}
    assert values["proper"] == (100, 50)
    assert values["random"] == (0, 25)
    assert [round(values[name][0] or 0) for name in ("bleu", "chrf")] == [100, 100]
    assert {one.item for one in found if one.figures == "bleu"} == {
        f"mine, en-de, {mode}" for mode in ("noterm", "proper", "random")
    }
