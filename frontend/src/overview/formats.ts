// The table of results as TSV, Markdown and LaTeX: the text of `litmus score -f`, with the stars of
// the baseline chosen here.

import { arrow, fixed, interval, repr, whole } from "../numbers/figures";
import type { Column } from "../bundle";
import type { Row, Suite } from "../suite";
import { type Label, labelsOf } from "./breakdown";

export const SIGNIFICANT = 0.05;
const TESTS = { ar: "approximate randomisation", bs: "bootstrap" };
const FIELDS = ["system", "metric", "tag", "n", "value", "low", "high", "p", "signature"] as const;
const PLACE = ["suite", "column", "bucket"] as const;
const FEWEST_CASES = 30;

export function starred(suite: Suite, row: Row, baseline: string): boolean {
  const p = suite.p(row, baseline);
  return p !== null && p < SIGNIFICANT;
}

/** The systems with the best value, as it is shown; none where there is nothing to compare. */
export function bestOf(rows: (Row | undefined)[], column: Column): Set<string> {
  const known = rows.filter((row): row is Row => row !== undefined && row.value !== null);
  if (known.length < 2) return new Set();
  const { higher, ideal } = column;
  // As far above the ideal is as good as below.
  const value = (row: Row): number =>
    ideal === null ? (row.value as number) : Math.abs((row.value as number) - ideal);
  const values = known.map(value);
  const top = fixed(higher && ideal === null ? Math.max(...values) : Math.min(...values));
  return new Set(known.filter((row) => fixed(value(row)) === top).map((row) => row.system));
}

const isFew = (row: Row): boolean => row.value !== null && row.n < FEWEST_CASES;

/** A value with its interval, a star or the sign of few cases, and p. */
function score(suite: Suite, row: Row | undefined, baseline: string, marksFew = false): string {
  if (!row) return "n/a";
  const bounds = interval(row);
  const p = suite.p(row, baseline);
  let sign = starred(suite, row, baseline) ? " *" : "";
  if (!sign && marksFew && isFew(row)) sign = " °";
  const tested = p === null ? "" : ` (${p < 0.001 ? "p < 0.001" : `p = ${fixed(p, 3)}`})`;
  return `${fixed(row.value)}${bounds && ` ${bounds}`}${sign}${tested}`;
}

function overall(suite: Suite, system: string, metric: string): Row {
  return suite.row(system, metric) as Row;
}

export function support(suite: Suite, metric: string): string {
  const found = suite.systems.map((system) => overall(suite, system, metric).n);
  return new Set(found).size === 1 ? whole(found[0]) : found.map(whole).join("/");
}

export function signatures(suite: Suite): string[] {
  return [...new Set(suite.rows.filter((row) => row.tag === null).map((row) => row.signature))];
}

/** What stands below a table. */
export function footer(suite: Suite, baseline: string): string[] {
  const { test, trials, seed, over, options } = suite.about;
  const lines = ["[low, high]: 95 % interval."];
  if (suite.rows.some((row) => row.column !== null && row.column !== "subset" && isFew(row)))
    lines.push(`° fewer than ${FEWEST_CASES} cases.`);
  if (suite.rows.some((row) => row.value === null && row.tag === null))
    lines.push("n/a: no evidence; no segment has what the metric looks at.");
  if (options) lines.push(options);
  if (test) {
    const few = test === "ar" ? "30 cases" : "30 cases or resampled units";
    lines.push(
      `* differs from ${baseline} (p < ${SIGNIFICANT}, ${TESTS[test]}, ${whole(trials)} trials, ` +
        `seed ${seed}, Holm-corrected over ${over}); no star: not significantly ` +
        `different, or fewer than ${few}.`,
    );
  }
  if (suite.systems.length > 1) lines.push("Bold: best of the systems.");
  return lines;
}

export function tsv(suite: Suite, baseline: string): string {
  const lines = suite.rows.map((row) => {
    const shown = { ...row, p: suite.p(row, baseline), suite: suite.about.name };
    return [...FIELDS, ...PLACE]
      .map((key) => {
        const cell = shown[key];
        const text =
          cell === null ? "" : typeof cell === "string" || key === "n" ? String(cell) : repr(cell);
        return text.replace(/[\t\n\r]/g, " ");
      })
      .join("\t");
  });
  return `${[[...FIELDS, ...PLACE].join("\t"), ...lines].join("\n")}\n`;
}

/** Cells of text under their heads; the first columns are text, all others numbers. */
interface Table {
  heads: string[];
  texts: boolean[]; // by column: text, or a number
  rows: string[][];
  strong: Set<string>; // "row column" of the bold cells
  foot: string[] | null;
}

function* tables(suite: Suite, corner: string, baseline: string): Generator<Table> {
  yield overallTable(suite, corner, baseline);
  const subsets = subsetTable(suite, baseline);
  if (subsets) yield subsets;
  for (const [name, sizes] of suite.about.buckets) yield bucketTable(suite, name, sizes, baseline);
  for (const column of suite.columns) {
    const labels = column.tags ? labelsOf(suite, column) : [];
    if (labels.length) yield labelTable(suite, column, labels, baseline);
  }
}

function overallTable(suite: Suite, corner: string, baseline: string): Table {
  const { columns, systems } = suite;
  const strong = new Set<string>();
  columns.forEach((column, k) => {
    const top = bestOf(
      systems.map((system) => overall(suite, system, column.metric)),
      column,
    );
    systems.forEach((system, r) => top.has(system) && strong.add(`${r} ${k + 1}`));
  });
  return {
    heads: [corner, ...columns.map(arrow)],
    texts: [true, ...columns.map(() => false)],
    rows: systems.map((system) => [
      system,
      ...columns.map((c) => score(suite, overall(suite, system, c.metric), baseline)),
    ]),
    strong,
    foot: ["n", ...columns.map((c) => support(suite, c.metric))],
  };
}

function subsetTable(suite: Suite, baseline: string): Table | null {
  const rows = suite.rows
    .filter((row) => row.column === "subset" && row.value !== null)
    .map((row) => [
      row.metric,
      row.bucket as string,
      row.system,
      whole(row.n),
      score(suite, row, baseline),
    ]);
  if (!rows.length) return null;
  const heads = ["metric", "subset", "system", "n", "value"];
  return { heads, texts: [true, true, true, false, false], rows, strong: new Set(), foot: null };
}

function bucketTable(
  suite: Suite,
  name: string,
  sizes: [string, number][],
  baseline: string,
): Table {
  const { columns, systems } = suite;
  const several = systems.length > 1;
  const front = several ? 3 : 2;
  const rows: string[][] = [];
  const strong = new Set<string>();
  for (const [bucket, size] of sizes) {
    const found = (system: string, column: Column): Row | undefined =>
      suite.row(system, column.metric, `${name}:${bucket}`);
    const top = columns.map((c) =>
      bestOf(
        systems.map((system) => found(system, c)),
        c,
      ),
    );
    systems.forEach((system, s) => {
      top.forEach((best, k) => best.has(system) && strong.add(`${rows.length} ${k + front}`));
      rows.push([
        ...(s ? ["", ""] : [bucket, whole(size)]),
        ...(several ? [system] : []),
        ...columns.map((c) => score(suite, found(system, c), baseline, true)),
      ]);
    });
  }
  return {
    heads: [name, "segments", ...(several ? ["system"] : []), ...columns.map(arrow)],
    texts: [true, false, ...(several ? [true] : []), ...columns.map(() => false)],
    rows,
    strong,
    foot: null,
  };
}

function labelTable(suite: Suite, column: Column, labels: Label[], baseline: string): Table {
  const strong = new Set<string>();
  labels.forEach((label, r) => {
    const top = bestOf(label.rows, column);
    suite.systems.forEach((system, k) => top.has(system) && strong.add(`${r} ${k + 2}`));
  });
  return {
    heads: [arrow(column), "n", ...suite.systems],
    texts: [true, false, ...suite.systems.map(() => false)],
    rows: labels.map((label) => [
      label.name,
      whole(label.n),
      ...label.rows.map((row) => score(suite, row, baseline)),
    ]),
    strong,
    foot: null,
  };
}

type Escape = (text: string, best?: boolean) => string;

function escaped(table: Table, at: number, row: string[], text: Escape, number: Escape): string[] {
  return row.map((cell, k) =>
    table.texts[k] ? text(cell) : number(cell, table.strong.has(`${at} ${k}`)),
  );
}

// The same escapes as litmus.tables.cells.
const plain = (text: string): string =>
  text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, " ");

const INTERVAL = /\[(?:-?[\d.]+|n\/a), (?:-?[\d.]+|n\/a)\]/;

/** A number: all but its interval escaped like text. */
function exceptInterval(text: string, escape: (text: string) => string, before = "", after = "") {
  const interval = INTERVAL.exec(text);
  if (!interval) return escape(text);
  const [start, end] = [interval.index, interval.index + interval[0].length];
  return escape(text.slice(0, start)) + before + interval[0] + after + escape(text.slice(end));
}

const escapeMarkdown = (text: string): string =>
  plain(text)
    .replace(/([\\`*_|<~$[])/g, "\\$1")
    .replace(/&(?=#?[A-Za-z0-9]+;)/g, "&amp;");

/** The value of a number and what follows it; only the best one is taken apart. */
function valueAndRest(text: string, best: boolean): [string, string] {
  const end = best ? `${text} `.indexOf(" ") : 0;
  return [text.slice(0, end), text.slice(end)];
}

function markdownNumber(text: string, best = false): string {
  const [value, rest] = valueAndRest(text, best);
  return (value && `**${escapeMarkdown(value)}**`) + exceptInterval(rest, escapeMarkdown);
}

function markdownCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return fence + plain(text) + fence;
}

export function markdown(suite: Suite, baseline: string): string {
  const line = (cells: string[]): string => `| ${cells.join(" | ")} |`;
  const lines = [`**${escapeMarkdown(suite.about.heading)}**`];
  for (const table of tables(suite, "system", baseline)) {
    lines.push("", line(table.heads.map((head) => escapeMarkdown(head))));
    lines.push(`|${table.texts.map((isText) => (isText ? "---" : "---:")).join("|")}|`);
    [...table.rows, ...(table.foot ? [table.foot] : [])].forEach((row, at) =>
      lines.push(line(escaped(table, at, row, escapeMarkdown, markdownNumber))),
    );
  }
  lines.push("", ...footer(suite, baseline).map((text) => `${escapeMarkdown(text)}  `), "");
  lines.push(...signatures(suite).map((signature) => `${markdownCode(signature)}  `));
  return `${lines.join("\n")}\n`;
}

const LATEX: Record<string, string> = {
  "\\": "\\textbackslash{}",
  "&": "\\&",
  "%": "\\%",
  $: "\\$",
  "#": "\\#",
  _: "\\_",
  "{": "\\{",
  "}": "\\}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  "|": "\\textbar{}",
  "<": "\\textless{}",
  ">": "\\textgreater{}",
  "↑": "$\\uparrow$",
  "↓": "$\\downarrow$",
  "[": "{[}",
};

const escapeLatex = (text: string): string =>
  Array.from(plain(text), (c) => LATEX[c] ?? c)
    .join("")
    .replace(/^\*/, "{*}");

const SIGNS: Record<string, string> = { " *": "$^{*}$", " °": "$^{\\circ}$" };

/** The interval and p small, a sign raised. */
function latexNumber(text: string, best = false): string {
  const tested = / \((p [<=] [\d.]+)\)$/.exec(text);
  const p = tested ? ` {\\small ($${tested[1]}$)}` : "";
  const signed = tested ? text.slice(0, tested.index) : text;
  const sign = SIGNS[signed.slice(-2)] ?? "";
  const [value, rest] = valueAndRest(sign ? signed.slice(0, -2) : signed, best);
  const bold = value && `\\textbf{${escapeLatex(value)}}`;
  return bold + exceptInterval(rest, escapeLatex, "{\\small ", "}") + sign + p;
}

export function latex(suite: Suite, baseline: string): string {
  const lines = ["% needs \\usepackage{booktabs}"];
  const line = (cells: string[]): string => `${cells.join(" & ")} \\\\`;
  for (const table of tables(suite, "System", baseline)) {
    if (lines.length > 1) lines.push("");
    const sides = table.texts.map((isText) => (isText ? "l" : "r")).join("");
    lines.push(`\\begin{tabular}{${sides}}`, "\\toprule");
    lines.push(line(table.heads.map((head) => escapeLatex(head))), "\\midrule");
    table.rows.forEach((row, at) =>
      lines.push(line(escaped(table, at, row, escapeLatex, latexNumber))),
    );
    if (table.foot) lines.push("\\midrule", line([`$${table.foot[0]}$`, ...table.foot.slice(1)]));
    lines.push("\\bottomrule", "\\end{tabular}");
  }
  const notes = [suite.about.heading, ...footer(suite, baseline), ...signatures(suite)];
  return `${[...lines, ...notes.map((text) => `% ${plain(text)}`)].join("\n")}\n`;
}
