// A suite as the page works with it: texts by segment, counts by metric, rows by key.

import {
  type Bundle,
  type Column,
  type Counted,
  type Evidence,
  type MetricBundle,
  type Part,
  type SegmentsBundle,
  type SuiteBundle,
  fromDeltas,
  unpack,
} from "./bundle";
import { value } from "./numbers/values";
import { Raters } from "./raters";

export interface Row {
  system: string;
  metric: string;
  tag: string | null;
  n: number;
  value: number | null;
  low: number | null;
  high: number | null;
  p: number | null;
  signature: string;
  column: string | null; // of a bucket: a column of the segments, or "subset"
  bucket: string | null;
}

/** The counts of one metric: entries are segments under one label, or none (-1). */
export class Metric {
  readonly segment: Int32Array;
  readonly label: Int32Array;
  readonly counts: Float64Array[]; // by system: entries x width
  readonly width: number;
  readonly start: Int32Array; // where a segment's entries begin
  readonly columns: Column[];

  constructor(
    readonly about: MetricBundle,
    readonly counted: Counted,
    suite: SuiteBundle,
    number: number,
    segments: number,
  ) {
    this.segment = fromDeltas(counted.entries.segment);
    const size = this.segment.length;
    this.label = Int32Array.from(unpack(counted.entries.label, size));
    this.width = about.columns.length;
    this.columns = suite.columns.filter((column) => column.of === number);
    this.counts = counted.counts.map((columns) => {
      const counts = new Float64Array(size * this.width);
      columns.forEach((packed, k) => {
        const column = unpack(packed, size);
        for (let e = 0; e < size; e++) counts[e * this.width + k] = column[e];
      });
      return counts;
    });
    this.start = new Int32Array(segments + 1);
    for (const segment of this.segment) this.start[segment + 1]++;
    for (let s = 0; s < segments; s++) this.start[s + 1] += this.start[s];
  }

  private readonly known: Float64Array[] = []; // by system: the main value of every segment

  /** The metric's main value on one segment; NaN is no evidence. */
  on(segment: number, system: number): number {
    this.known[system] ??= this.everySegment(this.counts[system]);
    return this.known[system][segment];
  }

  private everySegment(counts: Float64Array): Float64Array {
    const { formula } = this.columns[0];
    const { start, width } = this;
    const sums = new Float64Array(width);
    return Float64Array.from({ length: start.length - 1 }, (_, segment) => {
      sums.fill(0);
      for (let e = start[segment]; e < start[segment + 1]; e++)
        for (let k = 0; k < width; k++) sums[k] += counts[e * width + k];
      return formula ? value(formula, sums, 0, width) : NaN;
    });
  }

  /** The entries of a segment: one for every label, or one. */
  entries(segment: number): number[] {
    const first = this.start[segment];
    return Array.from({ length: this.start[segment + 1] - first }, (_, k) => first + k);
  }

  /** The kind of verdict on an entry, counted from 0; -1 where there is none. */
  kind(entry: number, system: number): number {
    const counts = this.counts[system];
    return (this.about.kinds?.columns ?? []).findIndex((k) => counts[entry * this.width + k] > 0);
  }

  /** Whether it scores the whole text; all other metrics are targeted. */
  get isOverall(): boolean {
    return this.about.family === "overall";
  }

  /** The number of a piece of evidence; 0 is none. */
  evidence(evidence: Evidence, entry: number, system: number): number {
    const column = "all" in evidence ? evidence.all : evidence.each[system];
    return Array.isArray(column) ? column[entry] : column;
  }
}

export class Suite {
  readonly size: number;
  readonly units: Int32Array;
  readonly metrics: Metric[];
  readonly rows: Row[];
  readonly raters: Raters | null;
  private readonly byKey = new Map<string, Row>();
  private readonly byBaseline = new Map<string, Map<number, number>>();
  private readonly places = new Map<string, number>();
  private folded: string[] | null = null;
  private counted: Set<number> | null = null;

  constructor(
    readonly about: SuiteBundle,
    readonly listed: SegmentsBundle,
    private readonly bundle: Bundle,
  ) {
    this.size = listed.segments.id.length;
    this.units = fromDeltas(listed.segments.unit);
    this.metrics = about.metrics.map(
      (metric, k) => new Metric(metric, listed.counted[k], about, k, this.size),
    );
    this.raters = about.raters ? new Raters(about.raters, listed) : null;
    const { names, ...columns } = about.rows;
    this.rows = columns.n.map((n, i) => ({
      system: names.system[columns.system[i]],
      metric: names.metric[columns.metric[i]],
      tag: names.tag[columns.tag[i]],
      n,
      value: columns.value[i],
      low: columns.low[i],
      high: columns.high[i],
      p: columns.p[i],
      signature: names.signature[columns.signature[i]],
      column: names.column[columns.column[i]],
      bucket: names.bucket[columns.bucket[i]],
    }));
    this.rows.forEach((row, i) => {
      this.byKey.set(rowKey(row.system, row.metric, row.tag), row);
      this.places.set(rowKey(row.system, row.metric, row.tag), i);
    });
    for (const [system, numbers, p] of about.baselines)
      this.byBaseline.set(system, new Map(numbers.map((number, i) => [number, p[i]])));
    listed.segments.id.forEach((id, i) => this.segmentPlaces.set(bundle.strings[id], i));
  }

  readonly segmentPlaces = new Map<string, number>();

  /** Which of several pages this one is; null where it lists all segments. */
  get part(): Part | null {
    return this.bundle.part;
  }

  get systems(): string[] {
    return this.about.systems;
  }

  get columns(): Column[] {
    return this.about.columns;
  }

  text(number: number): string {
    return this.bundle.strings[number];
  }

  evidenceValue(number: number): unknown {
    return this.bundle.values[number];
  }

  /** What a metric left under one key; null where there is nothing. */
  evidenceOf(metric: Metric, key: string, entry: number, system: number): unknown {
    const column = metric.counted.evidence.find((evidence) => evidence.key === key);
    return column ? this.evidenceValue(metric.evidence(column, entry, system)) : null;
  }

  row(system: string, metric: string, tag: string | null = null): Row | undefined {
    return this.byKey.get(rowKey(system, metric, tag));
  }

  /** p of a row against a baseline, corrected; null where there is none. */
  p(row: Row, baseline: string): number | null {
    if (row.system === baseline) return null;
    if (baseline === this.about.baseline) return row.p;
    const place = this.places.get(rowKey(row.system, row.metric, row.tag));
    return (place !== undefined && this.byBaseline.get(baseline)?.get(place)) || null;
  }

  id(segment: number): string {
    return this.text(this.listed.segments.id[segment]);
  }

  source(segment: number): string {
    return this.text(this.listed.segments.source[segment]);
  }

  references(segment: number): string[] {
    return this.listed.segments.references[segment].map((number) => this.text(number));
  }

  output(system: number, segment: number): string {
    return this.text(this.listed.outputs[system][segment]);
  }

  document(segment: number): string | null {
    const number = this.listed.segments.doc[segment];
    return number < 0 ? null : this.text(number);
  }

  /** Everything of a segment that a search looks at, lower-cased; made when first asked for. */
  searchable(segment: number): string {
    this.folded ??= Array.from({ length: this.size }, (_, s) =>
      [
        this.id(s),
        this.source(s),
        ...this.references(s),
        ...this.systems.map((_, k) => this.output(k, s)),
      ]
        .join("\n")
        .toLowerCase(),
    );
    return this.folded[segment];
  }

  /** The segments that have an entry under a label, or the label's idiom, in order. */
  withLabel(label: number): Set<number> {
    const found = new Set<number>();
    this.listed.segments.idioms.forEach((idioms, s) => {
      if (idioms.some(([number]) => number === label)) found.add(s);
    });
    for (const metric of this.metrics)
      metric.label.forEach((number, e) => {
        if (number === label) found.add(metric.segment[e]);
      });
    return found;
  }

  labelNumber(name: string): number {
    return this.about.labels.name.indexOf(name);
  }

  /** Label names of a kind: idioms, or the tags that a metric counts by. */
  labels(idiom: boolean): string[] {
    const { name, idiom: isIdiom } = this.about.labels;
    this.counted ??= new Set(this.metrics.flatMap((metric) => [...new Set(metric.label)]));
    const { counted } = this;
    return name.filter((_, k) => (isIdiom[k] ? idiom : !idiom && counted.has(k)));
  }

  isOverall(column: Column): boolean {
    return this.metrics[column.of].isOverall;
  }

  /** The first metric of the whole text that can be computed for single segments. */
  overall(): Metric | undefined {
    return this.metrics.find((metric) => metric.isOverall && metric.columns[0].formula);
  }
}

export function rowKey(system: string, metric: string, tag: string | null): string {
  return JSON.stringify([system, metric, tag]);
}
