// Systems x metrics: value, interval, star against the chosen baseline, best in bold.

import { copyButton, h, hidden, select } from "../page/dom";
import { arrow, fixed, interval } from "../numbers/figures";
import { NO_FILTER, type Store, format } from "../page/state";
import type { Column } from "../bundle";
import type { Row, Suite } from "../suite";
import { asked, judging } from "../explorer/verdicts";
import { bestOf, footer, latex, markdown, starred, support, tsv } from "./formats";

/** The systems with the best value of a column. */
export function best(suite: Suite, column: Column): Set<string> {
  return bestOf(
    suite.systems.map((system) => suite.row(system, column.metric)),
    column,
  );
}

export function baselineOf(suite: Suite, store: Store): string {
  return suite.systems.includes(store.state.baseline) ? store.state.baseline : suite.about.baseline;
}

export function resultTable(suite: Suite, store: Store): HTMLElement {
  const baseline = baselineOf(suite, store);
  const several = suite.systems.length > 1;
  const head = h(
    "tr",
    null,
    h("th", { scope: "col" }, "system"),
    suite.columns.map((column) =>
      h(
        "th",
        { scope: "col", class: "number" },
        arrow(column),
        column.ideal === null
          ? hidden(column.higher ? " higher is better" : " lower is better")
          : hidden(` best at ${column.ideal}`),
      ),
    ),
  );
  const winners = new Map(suite.columns.map((column) => [column.metric, best(suite, column)]));
  const body = suite.systems.map((system) =>
    h(
      "tr",
      { class: several && system === baseline ? "baseline" : null },
      h(
        "th",
        { scope: "row" },
        system,
        several && system === baseline && h("span", { class: "note" }, " baseline"),
      ),
      suite.columns.map((column) => {
        const row = suite.row(system, column.metric) as Row;
        return cell(
          suite,
          store,
          row,
          column,
          baseline,
          winners.get(column.metric)?.has(system) ?? false,
        );
      }),
    ),
  );
  const n = h(
    "tr",
    { class: "support" },
    h("th", { scope: "row" }, "n"),
    suite.columns.map((column) => h("td", { class: "number" }, support(suite, column.metric))),
  );
  return h(
    "section",
    { class: "result" },
    h(
      "div",
      { class: "bar" },
      several &&
        suite.about.test &&
        select(
          "Compared with",
          suite.systems.map((s): [string, string] => [s, s]),
          baseline,
          (value) => store.set({ baseline: value === suite.about.baseline ? "" : value }),
          { name: "baseline" },
        ),
      h(
        "span",
        { class: "copy" },
        "Copy as ",
        copyButton("LaTeX", () => latex(suite, baseline)),
        copyButton("TSV", () => tsv(suite, baseline)),
        copyButton("Markdown", () => markdown(suite, baseline)),
      ),
    ),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Results" },
      h(
        "table",
        { class: "results-table" },
        h("caption", { class: "hidden" }, `Results of ${suite.about.heading}`),
        h("thead", null, head),
        h("tbody", null, body, n),
      ),
    ),
    h("p", { class: "note" }, footer(suite, baseline).join(" ")),
  );
}

function cell(
  suite: Suite,
  store: Store,
  row: Row,
  column: Column,
  baseline: string,
  isBest: boolean,
): HTMLElement {
  const star = starred(suite, row, baseline);
  const p = suite.p(row, baseline);
  const metric = suite.metrics[column.of];
  const bounds = interval(row);
  const content = [
    h(
      "span",
      { class: "value" },
      isBest ? h("b", null, fixed(row.value), hidden(" best")) : fixed(row.value),
      h("span", { class: "star" }, star ? "*" : "", star && hidden(` differs from ${baseline}`)),
    ),
    h("span", { class: "interval" }, bounds),
  ];
  const title =
    p === null ? null : `p = ${p < 0.001 ? "< 0.001" : p.toFixed(3)} against ${baseline}`;
  const judged = judging(suite).find((m) => m === metric);
  if (!judged || row.value === null) return h("td", { class: "number", title }, content);
  const link = format({
    ...store.state,
    ...NO_FILTER,
    view: "segments",
    on: metric.about.name,
    verdict: asked(metric, column.metric),
    who: `=${row.system}`,
  });
  return h(
    "td",
    { class: "number", title },
    h(
      "a",
      {
        href: link,
        "aria-label": `${fixed(row.value)} ${bounds}${star ? " *" : ""}: segments of ${row.system} with this error`,
      },
      content,
    ),
  );
}
