// Values and intervals of any choice of segments, as `litmus score` would give them for a suite of
// these segments alone: the same units, the same resamples, the same percentiles.

import type { Column } from "../bundle";
import type { Metric, Row, Suite } from "../suite";
import { BLOCK, Distinct, type Gathered, gather, labelTotals, renumber, totals } from "./counts";
import { type PausingFor, bootstrapWeights } from "./random";
import { type Formula, value } from "./values";

const Z = 1.959963984540054;
const NOISE = 1e-9; // what floating point adds to a score

/** Values of one reading: by system over everything, or by label and system. */
class Reader {
  private readonly full: Float64Array; // cases by label and system
  constructor(
    private readonly found: Gathered,
    private readonly metric: Metric,
    private readonly formula: Formula,
    whole: Float64Array,
  ) {
    const { stride, labels } = found;
    const systems = metric.counts.length;
    this.full = new Float64Array(labels.length * systems);
    for (let l = 0; l < labels.length; l++)
      for (let s = 0; s < systems; s++)
        this.full[l * systems + s] = whole[l * stride + s * metric.width + metric.about.support];
  }

  micro(sums: Float64Array, system: number): number {
    return value(this.formula, sums, system * this.metric.width, this.metric.width);
  }

  label(sums: Float64Array, label: number, system: number): number {
    return value(
      this.formula,
      sums,
      label * this.found.stride + system * this.metric.width,
      this.metric.width,
    );
  }

  /** The mean over labels, each by its share of cases in the resample. */
  macro(sums: Float64Array, system: number): number {
    const { stride, labels } = this.found;
    const { width, counts, about } = this.metric;
    let top = 0;
    let bottom = 0;
    for (let l = 0; l < labels.length; l++) {
      const known = this.label(sums, l, system);
      const cases = this.full[l * counts.length + system];
      if (Number.isNaN(known) || !(cases > 0)) continue;
      const share = sums[l * stride + system * width + about.support] / cases;
      top += share * known;
      bottom += share;
    }
    return bottom > 0 ? top / bottom : NaN;
  }
}

export interface Wanted {
  segments: Iterable<number>;
  byLabel: boolean; // also the rows of every label
  intervals: boolean;
}

/** Rows of some segments, metric by metric; null is a pause in which others may work. */
export function* recompute(suite: Suite, wanted: Wanted): IterableIterator<Row[] | null> {
  const unitOf = renumber(suite, wanted.segments);
  for (const metric of suite.metrics) {
    const cells = new Cells(suite, metric, gather(metric, unitOf), wanted.byLabel);
    if (wanted.intervals) yield* cells.resample();
    yield cells.rows();
  }
}

const cache = { key: "", weights: new Uint8Array(0) };

function* weightsOf(units: number, trials: number, seed: number): PausingFor<Uint8Array> {
  const key = `${units} ${trials} ${seed}`;
  if (cache.key !== key) {
    const weights = yield* bootstrapWeights(units, trials, seed);
    Object.assign(cache, { key, weights });
  }
  return cache.weights;
}

/** The values of one metric: its readings x (everything, then every label) x systems. */
class Cells {
  private readonly sums: Float64Array;
  private readonly labelSums: Float64Array;
  private readonly columns: Column[];
  private readonly readers: Reader[];
  private readonly cells: number;
  private readonly macro: boolean;
  private trials: Float64Array[] | null = null; // by reading: cells x systems x trials

  constructor(
    private readonly suite: Suite,
    private readonly metric: Metric,
    private readonly found: Gathered,
    byLabel: boolean,
  ) {
    this.sums = totals(found);
    this.labelSums = new Float64Array(found.labels.length * found.stride);
    labelTotals(found, null, 0, this.labelSums);
    this.columns = metric.columns.filter((column) => column.formula);
    this.readers = this.columns.map(
      (c) => new Reader(found, metric, c.formula as Formula, this.labelSums),
    );
    this.cells = 1 + (byLabel ? found.labels.length : 0);
    this.macro = metric.about.average === "macro";
  }

  private read(
    reader: Reader,
    all: Float64Array,
    each: Float64Array,
    cell: number,
    system: number,
  ): number {
    if (cell) return reader.label(each, cell - 1, system);
    return this.macro ? reader.macro(each, system) : reader.micro(all, system);
  }

  *resample(): PausingFor<void> {
    const { bootstrap, seed } = this.suite.about;
    const { units, stride } = this.found;
    const weights = yield* weightsOf(units, bootstrap, seed);
    const size = this.cells * this.suite.systems.length * bootstrap;
    const trials = this.readers.map(() => new Float64Array(size));
    const distinct = new Distinct(this.found);
    const all = new Float64Array(stride);
    const each = new Float64Array(this.labelSums.length);
    for (let first = 0; first < bootstrap; first += BLOCK) {
      const some = Math.min(BLOCK, bootstrap - first);
      distinct.add(weights, units, first, some);
      for (let t = 0; t < some; t++) {
        distinct.read(t, all);
        if (this.macro || this.cells > 1)
          labelTotals(this.found, weights, (first + t) * units, each);
        this.keep(trials, first + t, all, each);
      }
      yield null;
    }
    this.trials = trials;
  }

  /** Takes down the values of one trial. */
  private keep(trials: Float64Array[], t: number, all: Float64Array, each: Float64Array): void {
    const { systems, bootstrap } = this.suite.about;
    this.readers.forEach((reader, r) => {
      for (let cell = 0; cell < this.cells; cell++)
        for (let s = 0; s < systems.length; s++)
          trials[r][(cell * systems.length + s) * bootstrap + t] = this.read(
            reader,
            all,
            each,
            cell,
            s,
          );
    });
  }

  rows(): Row[] {
    const rows: Row[] = [];
    this.readers.forEach((_, r) => {
      for (let cell = 0; cell < this.cells; cell++)
        for (let s = 0; s < this.suite.systems.length; s++) rows.push(this.row(r, cell, s));
    });
    return rows;
  }

  private row(r: number, cell: number, system: number): Row {
    const { about, width } = this.metric;
    const { bootstrap, systems, labels } = this.suite.about;
    const from = cell ? this.labelSums : this.sums;
    const at = (cell ? (cell - 1) * this.found.stride : 0) + system * width;
    const known = this.read(this.readers[r], this.sums, this.labelSums, cell, system);
    const row: Row = {
      system: systems[system],
      metric: this.columns[r].metric,
      tag: cell ? labels.name[this.found.labels[cell - 1]] : null,
      n: roundHalfEven(from[at + about.support]),
      value: Number.isNaN(known) ? null : known,
      low: null,
      high: null,
      p: null,
      signature: "",
      column: null,
      bucket: null,
    };
    if (this.trials && row.value !== null) {
      const start = (cell * systems.length + system) * bootstrap;
      const drawn = this.trials[r].subarray(start, start + bootstrap);
      [row.low, row.high] = interval(drawn, row.value, from, at, this.metric, this.suite);
    }
    return row;
  }
}

/** The 2.5 and 97.5 percentiles; Wilson's interval where the resamples are all alike. */
function interval(
  drawn: Float64Array,
  known: number,
  sums: Float64Array,
  at: number,
  metric: Metric,
  suite: Suite,
): [number | null, number | null] {
  const sorted = drawn.filter((x) => !Number.isNaN(x)).sort();
  const low = quantile(sorted, 0.025);
  const high = quantile(sorted, 0.975);
  if (Math.abs(high - low) > NOISE * Math.max(1, Math.abs(low), Math.abs(high))) return [low, high];
  const { proportion } = metric.about;
  if (proportion === null || suite.about.unit !== "segment") return [null, null];
  const [from, to] = wilson(known / 100, sums[at + proportion]);
  return [100 * from, 100 * to];
}

/** Linear between the two nearest, as numpy.quantile. */
export function quantile(sorted: Float64Array, share: number): number {
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}

export function wilson(rate: number, n: number): [number, number] {
  const middle = (rate + (Z * Z) / (2 * n)) / (1 + (Z * Z) / n);
  const half = (Z / (1 + (Z * Z) / n)) * Math.sqrt((rate * (1 - rate)) / n + (Z * Z) / (4 * n * n));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** As Python's round: weights that sum to a half go to the even neighbour. */
export function roundHalfEven(x: number): number {
  const below = Math.floor(x);
  if (x - below !== 0.5) return Math.round(x);
  return below % 2 ? below + 1 : below;
}
