// Which segments are shown, and in which order.

import type { State } from "../page/state";
import type { Metric, Suite } from "../suite";
import { asksRaters, byErrors } from "./errors";
import { badness, has, judging, spread } from "./verdicts";

export function isFiltered(state: State): boolean {
  return Boolean(
    state.q ||
      state.idiom ||
      state.tag ||
      (state.on && state.verdict) ||
      state.differ ||
      asksRaters(state),
  );
}

/** The metric that sorting and "differ" go by: the one chosen, else the first that judges. */
export function sortMetric(suite: Suite, name: string): Metric {
  return suite.metrics.find((m) => m.about.name === name) ?? judging(suite)[0] ?? suite.metrics[0];
}

/** The segments that pass all filters, in suite order. */
export function choose(suite: Suite, state: State): Int32Array {
  const tests: ((segment: number) => boolean)[] = [];
  for (const name of [state.idiom, state.tag])
    if (name) {
      const found = suite.withLabel(suite.labelNumber(name));
      tests.push((segment) => found.has(segment));
    }
  const metric = suite.metrics.find((m) => m.about.name === state.on);
  if (metric && state.verdict) tests.push(byVerdict(suite, metric, state));
  if (asksRaters(state)) tests.push(byErrors(suite, state));
  if (state.differ) {
    const by = sortMetric(suite, state.by);
    tests.push((segment) => spread(by, segment) > 1e-9);
  }
  const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length)
    tests.push((segment) => {
      const text = suite.searchable(segment);
      return words.every((word) => text.includes(word));
    });
  const found: number[] = [];
  for (let segment = 0; segment < suite.size; segment++)
    if (tests.every((test) => test(segment))) found.push(segment);
  return Int32Array.from(found);
}

function byVerdict(suite: Suite, metric: Metric, state: State): (segment: number) => boolean {
  const all = suite.systems.map((_, k) => k);
  const named = suite.systems.indexOf(state.who.slice(1));
  const systems = state.who.startsWith("=") && named >= 0 ? [named] : all;
  const passes = (segment: number) => (system: number) =>
    has(metric, segment, system, state.verdict);
  return state.who === "every"
    ? (segment) => systems.every(passes(segment))
    : (segment) => systems.some(passes(segment));
}

/** The same segments in the order asked for; those that tie stay in suite order. */
export function order(suite: Suite, chosen: Int32Array, state: State): Int32Array {
  if (state.sort === "suite") return chosen;
  const metric = sortMetric(suite, state.by);
  const whole = suite.overall() ?? metric;
  const key = state.sort === "worst" ? badness : spread;
  const keys = new Float64Array(suite.size);
  const second = new Float64Array(suite.size);
  for (const segment of chosen) {
    keys[segment] = key(metric, segment);
    second[segment] = key(whole, segment);
  }
  return Int32Array.from(chosen).sort(
    (a, b) => keys[b] - keys[a] || second[b] - second[a] || a - b,
  );
}
