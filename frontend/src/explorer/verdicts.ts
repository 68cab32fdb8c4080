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

const KIND = "kind:";

/** What a filter may ask of a metric: the value in the address, and the word for it. */
export function choices(metric: Metric): [string, string][] {
  const kinds = (metric.about.kinds?.names ?? []).slice(1);
  return [
    ["bad", word(metric, "bad")],
    ...kinds.map((name): [string, string] => [KIND + name, name]),
    ...(["mixed", "good", "none"] as Verdict[]).map((v): [string, string] => [v, word(metric, v)]),
  ];
}

/** What a filter asks for the cases that a column counts. */
export function asked(metric: Metric, column: string): string {
  const kinds = metric.about.kinds?.names ?? [];
  const kind = kinds.slice(1).find((name) => column === `${metric.about.name}.${name}`);
  return kind ? KIND + kind : "bad";
}

/** Whether a translation has the verdict asked for, or the kind of verdict on one of its labels. */
export function has(metric: Metric, segment: number, system: number, wanted: string): boolean {
  if (!wanted.startsWith(KIND)) return verdict(metric, segment, system) === wanted;
  const kind = metric.about.kinds?.names.indexOf(wanted.slice(KIND.length)) ?? -1;
  return kind >= 0 && metric.entries(segment).some((e) => metric.kind(e, system) === kind);
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
