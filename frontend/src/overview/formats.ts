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
  const { test, trials, seed } = suite.about;
  const lines = ["[low, high]: 95 % interval."];
  if (suite.rows.some((row) => row.value === null && row.tag === null))
    lines.push("n/a: no evidence; no segment has what the metric looks at.");
  if (test) {
    const few = test === "ar" ? "30 cases" : "30 cases or resampled units";
    lines.push(
      `* differs from ${baseline} (p < ${SIGNIFICANT}, ${TESTS[test]}, ${whole(trials)} trials, ` +
        `seed ${seed}, Holm-corrected over the whole table); no star: not significantly ` +
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

const escapeMarkdown = (text: string): string => text.replace(/([\\`*_|<])/g, "\\$1");

export function markdown(suite: Suite, baseline: string): string {
  const { columns, systems } = suite;
  const line = (cells: string[]): string => `| ${cells.join(" | ")} |`;
  const lines = [
    `**${escapeMarkdown(suite.about.heading)}**`,
    "",
    line(["system", ...columns.map(arrow)]),
    `|---${"|---:".repeat(columns.length)}|`,
  ];
  for (const system of systems) {
    const cells = columns.map((c) =>
      withInterval(suite, overall(suite, system, c.metric), baseline),
    );
    lines.push(line([system, ...cells].map(escapeMarkdown)));
  }
  lines.push(line(["n", ...columns.map((c) => support(suite, c.metric))]));
  const subsets = subsetRows(suite, baseline);
  if (subsets.length) {
    const [head, ...body] = subsets.map((row) => line(row.map(escapeMarkdown)));
    lines.push("", head, "|---|---|---|---:|---:|", ...body);
  }
  lines.push("", ...footer(suite, baseline).map((text) => `${escapeMarkdown(text)}  `), "");
  lines.push(...signatures(suite).map((signature) => `\`${signature}\`  `));
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
  "↑": "$\\uparrow$",
  "↓": "$\\downarrow$",
  "[": "{[}",
};

const escapeLatex = (text: string): string => Array.from(text, (c) => LATEX[c] ?? c).join("");

/** The interval small, the star raised. */
const latexValue = (shown: string): string =>
  shown.replace(/(\[.*\])/, "{\\small $1}").replace(" *", "$^{*}$");

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
      latexValue(withInterval(suite, overall(suite, system, c.metric), baseline)),
    );
    lines.push(`${escapeLatex(system)} & ${cells.join(" & ")} \\\\`);
  }
  const n = columns.map((c) => support(suite, c.metric)).join(" & ");
  lines.push("\\midrule", `$n$ & ${n} \\\\`, "\\bottomrule", "\\end{tabular}");
  const subsets = subsetRows(suite, baseline);
  if (subsets.length) {
    const [head, ...body] = subsets.map((row) => [
      ...row.slice(0, -1).map(escapeLatex),
      row.at(-1) as string,
    ]);
    lines.push("", "\\begin{tabular}{lllrr}", "\\toprule", `${head.join(" & ")} \\\\`, "\\midrule");
    lines.push(
      ...body.map(
        (row) => `${[...row.slice(0, -1), latexValue(row.at(-1) as string)].join(" & ")} \\\\`,
      ),
    );
    lines.push("\\bottomrule", "\\end{tabular}");
  }
  const notes = [suite.about.heading, ...footer(suite, baseline), ...signatures(suite)];
  return `${[...lines, ...notes.map((text) => `% ${text}`)].join("\n")}\n`;
}
