"""How large a report is, how much work it is to make, and how quick it is in a browser.

    python benchmarks/report_size.py [2000x4] [20000x8]

Text of made-up words with an idiom in every segment; random words pack worse than language, so
sizes are upper bounds. The browser part needs Playwright and a chromium on the path: seconds until
the page stands, until a filter shows its segments and sums, until its intervals are there (1,000
resamples of all metrics on most of the segments), and until the last segment is on screen.
"""

import json
import random
import shutil
import sys
import tempfile
from pathlib import Path
from time import perf_counter, process_time

from litter import vocabulary
from machine import machine

from litmus.api.report import Report, write_page
from litmus.corpus.suite import read_suite
from litmus.scoring.options import ScoringOptions

WORDS, IDIOMS = 22, 400


def write_suite(folder: Path, segments: int, systems: int) -> str:
    """A suite on disk; the metrics to score it with."""
    rng = random.Random(1)
    source, target = vocabulary(rng, 8000), vocabulary(rng, 8000)
    (folder / "systems").mkdir(parents=True)
    dictionary = folder / "en-fr.txt"
    translations = {word: rng.sample(target, 4) for word in source}
    lines = [f"{word} {other}" for word, several in translations.items() for other in several]
    dictionary.write_text("\n".join(lines) + "\n", encoding="utf-8")
    idioms = [rng.sample(source, 3) for _ in range(IDIOMS)]
    rows, outputs = [], [[] for _ in range(systems)]
    for number in range(segments):
        words, idiom = rng.choices(source, k=WORDS), rng.choice(idioms)
        words[4:7] = idiom
        text, start = " ".join(words), len(" ".join(words[:4])) + 1
        end = start + len(" ".join(idiom))
        reference = rng.choices(target, k=WORDS)
        rows.append(
            {"id": str(number), "doc": f"d{number // 20}", "source": text,
             "references": [" ".join(reference)],
             "idioms": [{"label": " ".join(idiom), "spans": [[start, end]]}]}
        )  # fmt: skip
        for system, out in enumerate(outputs):
            words = [w if rng.random() < 0.5 else rng.choice(target) for w in reference]
            if rng.random() < 0.2 + 0.05 * system:
                words[5] = rng.choice(translations[idiom[0]])
            out.append(" ".join(words))
    (folder / "segments.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    (folder / "suite.toml").write_text('name = "made-up"\nsource = "en"\ntarget = "fr"\n')
    for system, out in enumerate(outputs):
        (folder / f"systems/system-{system}.txt").write_text("".join(f"{line}\n" for line in out))
    return str(dictionary)


def make(folder: Path, dictionary: str) -> tuple[float, Report, str]:
    """Processor seconds, the page, and a number that must not change."""
    suite, path = read_suite(folder), folder / "report.html"
    start = process_time()
    metrics = (f"litter:dictionary={dictionary}", "bleu", "chrf")
    options = ScoringOptions(metrics=metrics, test="ar")
    made = write_page(path, suite, suite.systems, options, links=False)
    seconds = process_time() - start
    return seconds, made, f"{made.result.overall('system-0', 'litter').value:.2f}"


def browse(path: Path) -> str:
    """The four timings, or why there are none."""
    chromium = shutil.which("chromium")
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        chromium = None
    if chromium is None:
        return "no browser"
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        # the page forbids eval, by which Playwright waits
        page = browser.new_page(viewport={"width": 1280, "height": 900}, bypass_csp=True)
        page.set_default_timeout(120_000)
        times = []

        def lap(action: str, wait: str) -> None:
            start = perf_counter()
            page.evaluate(action)
            page.wait_for_function(wait)
            times.append(perf_counter() - start)

        start = perf_counter()
        page.goto(path.as_uri())
        page.wait_for_selector("html[data-ready]")
        times.append(perf_counter() - start)
        page.evaluate("location.hash = '#view=segments'")
        page.wait_for_selector(".card")
        lap(
            "location.hash = '#view=segments&on=litter&verdict=bad'",
            "document.querySelector('.numbers h2').textContent.includes('recomputed')",
        )
        lap("0", "document.querySelector('.numbers').dataset.state === 'ready'")
        lap(
            "location.hash = '#view=segments'; requestAnimationFrame(() => scrollTo(0, 1e9))",
            "[...document.querySelectorAll('.row')].some("
            "(row) => +row.dataset.index === litmus.suites[0].size - 1)",
        )
        browser.close()
    names = ("open", "filter", "intervals", "end")
    return "  ".join(f"{n} {t:.2f} s" for n, t in zip(names, times, strict=True))


def main() -> None:
    for size in sys.argv[1:] or ["2000x4", "20000x8"]:
        segments, systems = map(int, size.split("x"))
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name) / "suite"
            dictionary = write_suite(folder, segments, systems)
            seconds, made, check = make(folder, dictionary)
            print(
                f"{size:8} {made.size / 1e6:5.2f} MB x {max(1, len(made.parts))}  "
                f"made in {seconds:.0f} CPU s  "
                f"{browse(made.path)}  check {check}",
                flush=True,
            )
    print(machine())


if __name__ == "__main__":
    main()
