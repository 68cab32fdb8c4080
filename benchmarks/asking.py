"""Throughput of a web service that takes 200 ms a request, asked one at a time and 16 at a time.

    python -m benchmarks.asking [--parallel 16] [--latency 0.2] [--requests 1600]

The server is a process of its own. The ideal is parallel / latency requests a second; every answer
is on disk (fsync) before the next request of its place goes out. The check is the number of
translations that are right.
"""

import argparse
import os
import tempfile
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from time import perf_counter, process_time

from benchmarks.engine_server import serving
from benchmarks.machine import machine

import litmus


def main() -> None:
    """Both runs, one line each."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--parallel", type=int, default=16)
    parser.add_argument("--latency", type=float, default=0.2)
    parser.add_argument("--requests", type=int, default=1600)
    args = parser.parse_args()
    os.environ["no_proxy"] = "*"
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        with serving(folder / "log", latency=args.latency) as url:
            _translated(folder / "warm", url, 1, ["imports"])
            slow = _run(folder / "one", url, 1, max(10, args.requests // 40), args.latency)
            fast = _run(folder / "many", url, args.parallel, args.requests, args.latency)
    print(f"{fast / slow:.1f} times as fast  {machine()}, httpx {version('httpx')}")


def _run(output: Path, url: str, parallel: int, requests: int, latency: float) -> float:
    source = [f"sentence {number} of {output.name}" for number in range(requests)]
    start, busy = perf_counter(), process_time()
    found = _translated(output, url, parallel, source)
    rate = requests / (perf_counter() - start)
    work = 1000 * (process_time() - busy) / requests
    right = sum(text == one.upper() for text, one in zip(found, source, strict=True))
    print(
        f"parallel {parallel:3}  {rate:6.1f} requests/s, {rate * latency / parallel:4.0%} of the "
        f"ideal, {work:.1f} ms of CPU each  check {right} of {requests}",
        flush=True,
    )
    return rate


def _translated(output: Path, url: str, parallel: int, source: list[str]) -> Sequence[str]:
    return litmus.translate(
        languages="en-fr", source=source, system="http:libretranslate", url=url, batch=1,
        parallel=parallel, output=output,
    ).texts  # fmt: skip


if __name__ == "__main__":
    main()
