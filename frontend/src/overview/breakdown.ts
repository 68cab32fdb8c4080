// Metric by idiom or tag: a table with bars, a column a system; tags also as small multiples.

import { h, select } from "../page/dom";
import { arrow, fixed, interval, whole } from "../numbers/figures";
import type { Column } from "../bundle";
import { NO_FILTER, type Store, format } from "../page/state";
import type { Row, Suite } from "../suite";
import { type Point, chart, forest } from "./chart";
import { starred } from "./formats";
import { baselineOf } from "./table";

const FIRST = 20;

export interface Label {
  name: string;
  number: number;
  rows: Row[]; // by system
  n: number;
}

/** The labels of a column with their rows, those with most cases first. */
export function labelsOf(suite: Suite, column: Column): Label[] {
  const found = new Map<string, Row[]>();
  for (const row of suite.rows)
    if (row.metric === column.metric && row.tag !== null && row.column === null) {
      if (!found.has(row.tag)) found.set(row.tag, []);
      found.get(row.tag)?.push(row);
    }
  return [...found]
    .map(([name, rows]) => ({
      name,
      number: suite.labelNumber(name),
      rows,
      n: Math.max(...rows.map((r) => r.n)),
    }))
    .sort((a, b) => b.n - a.n);
}

export function columnsWithLabels(suite: Suite): Column[] {
  return suite.columns.filter((column) => {
    const macro = suite.metrics[column.of].about.average === "macro";
    return (
      !macro &&
      suite.rows.some(
        (row) => row.metric === column.metric && row.tag !== null && row.column === null,
      )
    );
  });
}

const range = (label: Label): number => {
  const values = label.rows.flatMap((row) => (row.value === null ? [] : [row.value]));
  return values.length ? Math.max(...values) - Math.min(...values) : 0;
};
const mean = (label: Label): number => {
  const values = label.rows.flatMap((row) => (row.value === null ? [] : [row.value]));
  return values.length ? values.reduce((a, b) => a + b, 0) / values.length : 0;
};

export function breakdown(suite: Suite, store: Store): HTMLElement | null {
  const columns = columnsWithLabels(suite);
  if (!columns.length) return null;
  const column = columns.find((c) => c.metric === store.state.of) ?? columns[0];
  const labels = labelsOf(suite, column);
  const tags = labels.every((label) => !suite.about.labels.idiom[label.number]);
  const table = h("div");
  let sort = suite.systems.length > 1 ? "range" : "worst";
  let all = false;
  const orders: [string, string][] = [
    ["n", "most cases"],
    ["worst", "worst"],
    ["best", "best"],
    ["name", "name"],
  ];
  if (suite.systems.length > 1) orders.unshift(["range", "most disagreement"]);
  const draw = (): void =>
    table.replaceChildren(
      barTable(suite, column, sorted(labels, sort, column.higher), {
        baseline: baselineOf(suite, store),
        named: (label) => labelLink(suite, store, label),
        all,
        showAll: () => {
          all = true;
          draw();
        },
      }),
    );
  draw();
  return h(
    "section",
    null,
    h("h2", null, tags ? "Tag by tag" : "Idiom by idiom"),
    h(
      "p",
      { class: "lead" },
      `${whole(labels.length)} ${tags ? "tags" : "idioms"}. The bar is the value, the thin line its 95 % interval; each name leads to its segments.`,
    ),
    h(
      "div",
      { class: "bar" },
      select(
        "Metric",
        columns.map((c): [string, string] => [c.metric, arrow(c)]),
        column.metric,
        (of) => store.set({ of }),
        { name: "of" },
      ),
      select(
        "First",
        orders,
        sort,
        (value) => {
          sort = value;
          draw();
        },
        { name: "first" },
      ),
    ),
    labels.length <= 12 && suite.systems.length > 1 && smallMultiples(suite, column, labels),
    table,
  );
}

function sorted(labels: Label[], by: string, higher: boolean): Label[] {
  const good = (label: Label): number => (higher ? mean(label) : -mean(label));
  const keys: Record<string, (a: Label, b: Label) => number> = {
    n: (a, b) => b.n - a.n,
    range: (a, b) => range(b) - range(a) || b.n - a.n,
    worst: (a, b) => good(a) - good(b) || b.n - a.n,
    best: (a, b) => good(b) - good(a) || b.n - a.n,
    name: (a, b) => a.name.localeCompare(b.name),
  };
  return [...labels].sort(keys[by]);
}

/** The name of a label, which leads to its segments. */
function labelLink(suite: Suite, store: Store, label: Label): HTMLElement {
  const { idiom, meaning } = suite.about.labels;
  const key = idiom[label.number] ? "idiom" : "tag";
  const filter = { ...store.state, ...NO_FILTER, view: "segments", [key]: label.name } as const;
  return h(
    "a",
    {
      href: format(filter),
      lang: suite.about.source,
      dir: "auto",
      title: meaning[label.number] || null,
    },
    label.name,
  );
}

function smallMultiples(suite: Suite, column: Column, labels: Label[]): HTMLElement {
  const values = labels
    .flatMap((label) => label.rows.flatMap((r) => [r.value, r.low, r.high]))
    .filter((v): v is number => v !== null);
  const domain: [number, number] = [Math.min(0, ...values), Math.max(...values, 1)];
  return h(
    "div",
    { class: "multiples" },
    labels.map((label) => {
      const points = label.rows
        .filter((r) => r.value !== null)
        .map((r) => r as Row & { value: number })
        .map((r): Point => ({ ...r }));
      const says = `${column.title} of ${label.name}: ${points.map((p) => `${p.system} ${fixed(p.value)}`).join(", ")}`;
      return chart(
        says,
        (width) => forest(points, width, { order: suite.systems, domain }),
        `${label.name} (n = ${whole(label.n)})`,
      );
    }),
  );
}

/** Rows of bars, a column a system; `named` shows the name of a row. */
export function barTable(
  suite: Suite,
  column: Column,
  labels: Label[],
  shows: {
    baseline: string;
    named: (label: Label) => Node | string;
    all: boolean;
    showAll: () => void;
  },
): HTMLElement {
  const values = labels
    .flatMap((label) => label.rows.flatMap((r) => [r.value, r.high]))
    .filter((v): v is number => v !== null);
  const most = Math.max(100, ...values);
  const shown = shows.all ? labels : labels.slice(0, FIRST);
  return h(
    "div",
    null,
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": `${column.title} in parts` },
      h(
        "table",
        { class: "bars" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, arrow(column)),
            h("th", { scope: "col", class: "number" }, "n"),
            suite.systems.map((system) => h("th", { scope: "col" }, system)),
          ),
        ),
        h(
          "tbody",
          null,
          shown.map((label) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, shows.named(label)),
              h("td", { class: "number" }, whole(label.n)),
              suite.systems.map((system) =>
                barCell(
                  suite,
                  label.rows.find((r) => r.system === system),
                  most,
                  shows.baseline,
                ),
              ),
            ),
          ),
        ),
      ),
    ),
    shown.length < labels.length &&
      h(
        "button",
        { type: "button", class: "quiet", onclick: shows.showAll },
        `Show all ${whole(labels.length)}`,
      ),
  );
}

function barCell(suite: Suite, row: Row | undefined, most: number, baseline: string): HTMLElement {
  if (!row || row.value === null) return h("td", { class: "note" }, "n/a");
  const share = (x: number): string => `${Math.max(0, Math.min(100, (100 * x) / most))}%`;
  const bar = h("span", { class: "track", "aria-hidden": "true" }, h("span", { class: "fill" }));
  (bar.firstChild as HTMLElement).style.width = share(row.value);
  if (row.low !== null && row.high !== null) {
    const whisker = h("span", { class: "whisker" });
    whisker.style.insetInlineStart = share(row.low);
    whisker.style.width = share(row.high - row.low);
    bar.append(whisker);
  }
  return h(
    "td",
    { class: "barcell", title: interval(row) || null },
    bar,
    h("span", { class: "value" }, fixed(row.value), starred(suite, row, baseline) && " *"),
  );
}
