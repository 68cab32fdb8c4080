// Verdicts: what a metric says of one translation, in a word and a sign, never by colour alone.

import type { Metric, Suite } from "../suite";

export type Verdict = "good" | "bad" | "mixed" | "none";

export const SIGNS: Record<Verdict, string> = { good: "✓", bad: "✗", mixed: "◐", none: "–" };

export function word(metric: Metric, verdict: Verdict): string {
  return (verdict !== "none" && metric.about.verdicts?.[verdict]) || "no evidence";
}

/** Whether a metric judges single cases rather than giving a score. */
function judges(metric: Metric): boolean {
  return metric.columns[0].formula !== null && metric.about.verdicts !== null;
}

/** The metrics that judge, those that differ only in how they average taken once. */
export function judging(suite: Suite): Metric[] {
  const seen = new Set<string>();
  return suite.metrics.filter((metric) => {
    const same = metric.about.name.replace(/[:,]average=macro/, "");
    if (!judges(metric) || seen.has(same)) return false;
    seen.add(same);
    return true;
  });
}

export function verdict(metric: Metric, segment: number, system: number): Verdict {
  const value = metric.on(segment, system);
  if (Number.isNaN(value)) return "none";
  const share = metric.about.higher ? value : 100 - value;
  return share >= 100 - 1e-9 ? "good" : share <= 1e-9 ? "bad" : "mixed";
}

/** How far apart the systems are on a segment: highest less lowest value. */
export function spread(metric: Metric, segment: number): number {
  let [low, high] = [Infinity, -Infinity];
  for (let s = 0; s < metric.counts.length; s++) {
    const value = metric.on(segment, s);
    if (Number.isNaN(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  return high >= low ? high - low : 0;
}

/** The mean badness of a segment over the systems; far below all others if nothing is known. */
export function badness(metric: Metric, segment: number): number {
  let [sum, n] = [0, 0];
  for (let s = 0; s < metric.counts.length; s++) {
    const value = metric.on(segment, s);
    if (Number.isNaN(value)) continue;
    sum += metric.about.higher ? -value : value;
    n++;
  }
  return n ? sum / n : -1e9;
}
