// Counts of the chosen segments by unit and label, and their sums in resamples: what
// litmus.stats.averages does with NumPy.

import type { Metric, Suite } from "../suite";

const MOST_UNITS = 16384; // beyond, units share bins, as in litmus.stats.tally

/** Counts of all systems by unit, and by label and unit. */
export interface Gathered {
  units: number;
  stride: number; // systems x width
  dense: Float64Array; // units x stride
  labels: Int32Array; // label of each group
  starts: Int32Array; // where a label's entries begin; one more at the end
  entryUnit: Int32Array;
  byLabel: Float64Array; // entries x stride
}

/** Units of the chosen segments, numbered anew in order of appearance; -1 for the others. */
export function renumber(suite: Suite, chosen: Iterable<number>): Int32Array {
  const unitOf = new Int32Array(suite.size).fill(-1);
  const known = new Map<number, number>();
  for (const segment of Int32Array.from(chosen).sort()) {
    const old = suite.units[segment];
    let unit = known.get(old);
    if (unit === undefined) known.set(old, (unit = known.size));
    unitOf[segment] = unit;
  }
  return unitOf;
}

export function gather(metric: Metric, unitOf: Int32Array): Gathered {
  const { width, counts } = metric;
  const stride = counts.length * width;
  const chosen: number[] = [];
  let last = -1;
  for (let e = 0; e < metric.segment.length; e++) {
    const unit = unitOf[metric.segment[e]];
    if (unit < 0) continue;
    chosen.push(e);
    if (unit > last) last = unit;
  }
  const units = Math.max(1, Math.min(MOST_UNITS, last + 1));
  const bin = (e: number): number => unitOf[metric.segment[e]] % MOST_UNITS;
  const dense = new Float64Array(units * stride);
  for (const e of chosen) add(dense, bin(e) * stride, counts, e, width);
  const labelled = chosen.filter((e) => metric.label[e] >= 0);
  labelled.sort((a, b) => metric.label[a] - metric.label[b] || bin(a) - bin(b));
  const labels: number[] = [];
  const starts: number[] = [];
  const entryUnit: number[] = [];
  const places: number[] = [];
  for (const e of labelled) {
    const label = metric.label[e];
    const fresh = label !== labels.at(-1);
    if (fresh) {
      labels.push(label);
      starts.push(entryUnit.length);
    }
    if (fresh || bin(e) !== entryUnit.at(-1)) entryUnit.push(bin(e));
    places.push(entryUnit.length - 1);
  }
  const byLabel = new Float64Array(entryUnit.length * stride);
  labelled.forEach((e, i) => add(byLabel, places[i] * stride, counts, e, width));
  return {
    units,
    stride,
    dense,
    labels: Int32Array.from(labels),
    starts: Int32Array.from([...starts, entryUnit.length]),
    entryUnit: Int32Array.from(entryUnit),
    byLabel,
  };
}

function add(
  into: Float64Array,
  at: number,
  counts: Float64Array[],
  entry: number,
  width: number,
): void {
  for (let s = 0; s < counts.length; s++)
    for (let k = 0; k < width; k++) into[at + s * width + k] += counts[s][entry * width + k];
}

export const BLOCK = 16; // trials summed in one pass over the counts, which may be larger than any cache

/** Counts by unit without the columns that repeat others, such as the reference's, which all systems
 * share: what is resampled. `place` says where each column of the whole is. */
export class Distinct {
  readonly place: Int32Array;
  private readonly width: number;
  private readonly counts: Float64Array; // units x width
  private readonly sums: Float64Array; // trials x width

  constructor({ units, stride, dense }: Gathered) {
    const kept: number[] = [];
    this.place = new Int32Array(stride);
    for (let k = 0; k < stride; k++) {
      const same = (other: number): boolean => {
        for (let u = 0; u < units; u++)
          if (dense[u * stride + k] !== dense[u * stride + other]) return false;
        return true;
      };
      const found = kept.findIndex(same);
      this.place[k] = found < 0 ? kept.push(k) - 1 : found;
    }
    this.width = kept.length;
    this.counts = new Float64Array(units * this.width);
    for (let u = 0; u < units; u++)
      for (let k = 0; k < this.width; k++)
        this.counts[u * this.width + k] = dense[u * stride + kept[k]];
    this.sums = new Float64Array(BLOCK * this.width);
  }

  /** Sums some trials, each unit as often as its weight in the trial says. */
  add(weights: Uint8Array, units: number, first: number, trials: number): void {
    const { width, counts, sums } = this;
    sums.fill(0);
    for (let u = 0; u < units; u++)
      for (let t = 0; t < trials; t++) {
        const w = weights[(first + t) * units + u];
        if (!w) continue;
        let from = u * width;
        let to = t * width;
        // four at a time takes two thirds of the time
        for (const end = to + width - 3; to < end; to += 4, from += 4) {
          sums[to] += w * counts[from];
          sums[to + 1] += w * counts[from + 1];
          sums[to + 2] += w * counts[from + 2];
          sums[to + 3] += w * counts[from + 3];
        }
        for (const end = (t + 1) * width; to < end; to++, from++) sums[to] += w * counts[from];
      }
  }

  /** The sums of one of these trials, all columns. */
  read(trial: number, into: Float64Array): void {
    for (let k = 0; k < into.length; k++) into[k] = this.sums[trial * this.width + this.place[k]];
  }
}

/** Sums over all units. */
export function totals({ units, stride, dense }: Gathered): Float64Array {
  const sums = new Float64Array(stride);
  for (let u = 0; u < units; u++)
    for (let k = 0, from = u * stride; k < stride; k++) sums[k] += dense[from + k];
  return sums;
}

/** Sums by label, weighted for one trial or (without weights) not: labels x stride. */
export function labelTotals(
  found: Gathered,
  weights: Uint8Array | null,
  at: number,
  into: Float64Array,
): void {
  into.fill(0);
  const { stride, labels, starts, entryUnit, byLabel } = found;
  for (let l = 0; l < labels.length; l++)
    for (let e = starts[l]; e < starts[l + 1]; e++) {
      const w = weights ? weights[at + entryUnit[e]] : 1;
      if (!w) continue;
      for (let k = 0; k < stride; k++) into[l * stride + k] += w * byLabel[e * stride + k];
    }
}
