// What is in the page's data block, and how it is unpacked. See litmus.reports.bundle.

import type { Formula } from "./numbers/values";

/** A column of numbers, or the one number that all of its places hold. */
export type Packed = number[] | number;

/** One key of a metric's evidence: numbers of values by entry, for all systems alike or for each. */
export type Evidence = {
  key: string;
  title: string; // empty: its words are marked, and not listed
  marks: "trigger" | "required" | null; // how its words are marked in a translation
  percent: boolean; // a share, shown in per cent
} & ({ all: Packed } | { each: Packed[] });

/** Verdicts of several kinds: their names, the columns that count them, and keys of evidence. */
export interface Kinds {
  names: string[]; // first the one that is no error
  columns: number[];
  key: string;
  confidence: string;
  because: string;
}

export interface MetricBundle {
  name: string;
  title: string;
  family: "idiom" | "discourse" | "overall";
  verdicts: { good: string; bad: string; mixed: string } | null; // null: it gives scores only
  kinds: Kinds | null; // null: right and wrong alone
  suits_segments: boolean; // its value is meaningful for one segment alone
  columns: string[];
  support: number;
  proportion: number | null;
  average: "micro" | "macro";
  higher: boolean;
}

/** The counts and the evidence of one metric on the segments of the page. */
export interface Counted {
  entries: { segment: number[]; label: Packed };
  counts: Packed[][];
  evidence: Evidence[];
}

export interface Column {
  metric: string;
  title: string;
  tags: boolean; // the table of its tags is always shown
  higher: boolean;
  ideal: number | null; // the best value, where it is neither the highest nor the lowest
  of: number;
  formula: Formula | null;
}

/** Everybody who rated translations, and what they say of each system. */
export interface RatersBundle {
  names: string[];
  files: string[]; // empty for a metric that was scored now
  metrics: number[]; // 1: a metric's
  kinds: [severity: string, category: string][];
  errors: [rater: number, system: number, kind: number, n: number][];
  // how many ratings, how many without an error, how many with a score, its mean, and for how many
  // errors were asked for
  rated: [
    rater: number,
    system: number,
    n: number,
    clean: number,
    scored: number,
    mean: number | null,
    asked: number,
  ][];
  means: [file: string, system: number, n: number, mean: number][];
}

export interface SuiteBundle {
  name: string;
  version: number;
  source: string;
  target: string;
  languages: [string, string];
  description: string;
  licence: string;
  origin: string;
  heading: string;
  systems: string[];
  baseline: string; // of the p-values in rows
  buckets: [string, [string, number][]][]; // of every column: its buckets with their segments
  test: "ar" | "bs" | null;
  trials: number;
  bootstrap: number;
  seed: number;
  over: string; // what p-values are corrected over
  options: string; // what the daggers in titles mean; empty where there are none
  unit: "segment" | "document";
  columns: Column[];
  rows: {
    system: number[];
    metric: number[];
    tag: number[];
    n: number[];
    value: (number | null)[];
    low: (number | null)[];
    high: (number | null)[];
    p: (number | null)[];
    signature: number[];
    column: number[];
    bucket: number[];
    names: {
      system: string[];
      metric: string[];
      tag: (string | null)[];
      signature: string[];
      column: (string | null)[];
      bucket: (string | null)[];
    };
  };
  baselines: [string, number[], number[]][];
  correlations: [string, string, number, number | null, number | null][];
  notes: string[];
  labels: {
    name: string[];
    idiom: number[];
    meaning: string[];
    literal: string[];
    equivalents: string[][];
    frequency: (number | null)[];
  };
  metrics: MetricBundle[];
  raters: RatersBundle | null; // null: nobody rated anything
}

/** The segments of a suite that are in this page. */
export interface SegmentsBundle {
  segments: {
    id: number[];
    doc: number[];
    source: number[];
    references: number[][];
    unit: number[];
    idioms: number[][][];
    context: ([number[], number[]] | 0)[];
    marks: (number[] | 0)[];
  };
  outputs: number[][];
  marks: (number[] | 0)[][];
  // By system and segment: rater, side (1: source), start, length, kind; rater, score, asked.
  errors: ((number[] | 0)[] | 0)[];
  rated: (((number | null)[] | 0)[] | 0)[];
  counted: Counted[];
}

export type Extra = Record<string, unknown> & { kind: string };

/** Which of several pages this one is: their names, and how many segments come before each. */
export interface Part {
  number: number;
  names: string[];
  firsts: number[];
  total: number;
}

interface NumbersBlock {
  format: number;
  litmus: string;
  title: string; // empty: the name of the suite
  command: string[];
  part: Part | null;
  suites: SuiteBundle[];
  extras: Extra[];
}

interface SegmentsBlock {
  suites: SegmentsBundle[];
  strings: string[];
  values: unknown[];
}

export interface Bundle extends NumbersBlock {
  segments: SegmentsBundle[]; // by suite
  strings: string[];
  values: unknown[];
}

/** What is in the page: the numbers of everything, and its segments. */
export async function readBundle(): Promise<Bundle> {
  const [numbers, { suites, ...texts }] = await Promise.all([
    readBlock<NumbersBlock>("numbers"),
    readBlock<SegmentsBlock>("segments"),
  ]);
  return { ...numbers, ...texts, segments: suites };
}

/** Data in the page: gzipped and in base64, so that no text in it can be taken for markup. */
async function readBlock<T>(id: string): Promise<T> {
  const packed = document.getElementById(id)?.textContent ?? "";
  const stream = new Blob([fromBase64(packed)]).stream();
  const unpacked = stream.pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(unpacked).text()) as T;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const quick = (Uint8Array as { fromBase64?: (text: string) => Uint8Array<ArrayBuffer> })
    .fromBase64;
  if (quick) return quick.call(Uint8Array, text);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/** A packed column at full length. */
export function unpack(column: Packed, length: number): Float64Array {
  return Array.isArray(column) ? Float64Array.from(column) : new Float64Array(length).fill(column);
}

/** Numbers from their differences. */
export function fromDeltas(deltas: number[]): Int32Array {
  const found = new Int32Array(deltas.length);
  let sum = 0;
  for (let i = 0; i < deltas.length; i++) found[i] = sum += deltas[i];
  return found;
}
