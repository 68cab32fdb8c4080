// The table of results as TSV, Markdown and LaTeX: the text of `litmus score -f`, with the stars of
// the baseline chosen here.

import { arrow, fixed, interval, repr, whole } from "../numbers/figures";
import type { Row, Suite } from "../suite";

export const SIGNIFICANT = 0.05;
const TESTS = { ar: "approximate randomisation", bs: "bootstrap" };
const FIELDS = ["system", "metric", "tag", "n", "value", "low", "high", "p", "signature"] as const;

export function starred(suite: Suite, row: Row, baseline: string): boolean {
  const p = suite.p(row, baseline);
  return p !== null && p < SIGNIFICANT;
}

function withInterval(suite: Suite, row: Row, baseline: string): string {
  const bounds = interval(row);
  return `${fixed(row.value)}${bounds && ` ${bounds}`}${starred(suite, row, baseline) ? " *" : ""}`;
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
  return lines;
}

export function tsv(suite: Suite, baseline: string): string {
  const lines = suite.rows.map((row) => {
    const shown = { ...row, p: suite.p(row, baseline) };
    return FIELDS.map((key) => {
      const cell = shown[key];
      const text =
        cell === null ? "" : typeof cell === "string" || key === "n" ? String(cell) : repr(cell);
      return text.replace(/[\t\n\r]/g, " ");
    }).join("\t");
  });
  return `${[FIELDS.join("\t"), ...lines].join("\n")}\n`;
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

const markdownNumber = (text: string): string => exceptInterval(text, escapeMarkdown);

function markdownCode(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  return fence + plain(text) + fence;
}

export function markdown(suite: Suite, baseline: string): string {
  const { columns, systems } = suite;
  const line = (cells: string[]): string => `| ${cells.join(" | ")} |`;
  const lines = [
    `**${escapeMarkdown(suite.about.heading)}**`,
    "",
    line(["system", ...columns.map((c) => escapeMarkdown(arrow(c)))]),
    `|---${"|---:".repeat(columns.length)}|`,
  ];
  for (const system of systems) {
    const cells = columns.map((c) =>
      withInterval(suite, overall(suite, system, c.metric), baseline),
    );
    lines.push(line([escapeMarkdown(system), ...cells.map(markdownNumber)]));
  }
  lines.push(line(["n", ...columns.map((c) => support(suite, c.metric))]));
  const subsets = subsetRows(suite, baseline);
  if (subsets.length) {
    const [head, ...body] = subsets.map((row) =>
      line([...row.slice(0, 3).map(escapeMarkdown), ...row.slice(3).map(markdownNumber)]),
    );
    lines.push("", head, "|---|---|---|---:|---:|", ...body);
  }
  lines.push("", ...footer(suite, baseline).map((text) => `${escapeMarkdown(text)}  `), "");
  lines.push(...signatures(suite).map((signature) => `${markdownCode(signature)}  `));
  return `${lines.join("\n")}\n`;
}

function subsetRows(suite: Suite, baseline: string): string[][] {
  const body = suite.rows
    .filter((row) => row.tag?.startsWith("subset:") && row.value !== null)
    .map((row) => [
      row.metric,
      (row.tag as string).slice("subset:".length),
      row.system,
      whole(row.n),
      withInterval(suite, row, baseline),
    ]);
  return body.length ? [["metric", "subset", "system", "n", "value"], ...body] : [];
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

/** The interval small, the star raised. */
function latexNumber(text: string): string {
  const star = text.endsWith(" *") ? "$^{*}$" : "";
  const body = star ? text.slice(0, -2) : text;
  return exceptInterval(body, escapeLatex, "{\\small ", "}") + star;
}

export function latex(suite: Suite, baseline: string): string {
  const { columns, systems } = suite;
  const lines = [
    "% needs \\usepackage{booktabs}",
    `\\begin{tabular}{l${"r".repeat(columns.length)}}`,
    "\\toprule",
    `System & ${columns.map((c) => escapeLatex(arrow(c))).join(" & ")} \\\\`,
    "\\midrule",
  ];
  for (const system of systems) {
    const cells = columns.map((c) =>
      latexNumber(withInterval(suite, overall(suite, system, c.metric), baseline)),
    );
    lines.push(`${escapeLatex(system)} & ${cells.join(" & ")} \\\\`);
  }
  const n = columns.map((c) => support(suite, c.metric)).join(" & ");
  lines.push("\\midrule", `$n$ & ${n} \\\\`, "\\bottomrule", "\\end{tabular}");
  const subsets = subsetRows(suite, baseline);
  if (subsets.length) {
    const [head, ...body] = subsets.map((row) =>
      [...row.slice(0, 3).map(escapeLatex), ...row.slice(3).map(latexNumber)].join(" & "),
    );
    lines.push("", "\\begin{tabular}{lllrr}", "\\toprule", `${head} \\\\`, "\\midrule");
    lines.push(...body.map((row) => `${row} \\\\`));
    lines.push("\\bottomrule", "\\end{tabular}");
  }
  const notes = [suite.about.heading, ...footer(suite, baseline), ...signatures(suite)];
  return `${[...lines, ...notes.map((text) => `% ${plain(text)}`)].join("\n")}\n`;
}
