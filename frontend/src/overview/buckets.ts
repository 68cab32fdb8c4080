// Metric by domain, length, document or any column: a table with bars, buckets in their order.

import { h, select } from "../page/dom";
import { arrow, whole } from "../numbers/figures";
import type { Store } from "../page/state";
import type { Suite } from "../suite";
import { type Label, barTable } from "./breakdown";
import { baselineOf } from "./table";

/** The parts of the suite that have a column's values (`--by-column`). */
export function buckets(suite: Suite, store: Store): HTMLElement | null {
  const parted = suite.about.buckets;
  if (!parted.length) return null;
  let [name] = parted[0];
  let metric = suite.columns[0].metric;
  let all = false;
  const table = h("div");
  const draw = (): void => {
    const sizes = new Map(parted.find(([column]) => column === name)?.[1]);
    const column = suite.columns.find((c) => c.metric === metric) ?? suite.columns[0];
    const rows = suite.rows.filter((row) => row.column === name && row.metric === column.metric);
    const labels = [...sizes.keys()].map((bucket): Label => {
      const own = rows.filter((row) => row.bucket === bucket);
      return { name: bucket, number: -1, rows: own, n: Math.max(0, ...own.map((row) => row.n)) };
    });
    const segments = (n: number): string => `${whole(n)} segment${n === 1 ? "" : "s"}`;
    table.replaceChildren(
      barTable(suite, column, labels, {
        baseline: baselineOf(suite, store),
        named: (label) =>
          h("span", { dir: "auto", title: segments(sizes.get(label.name) as number) }, label.name),
        all,
        showAll: () => {
          all = true;
          draw();
        },
      }),
    );
  };
  draw();
  return h(
    "section",
    null,
    h("h2", null, "Part by part"),
    h(
      "p",
      { class: "lead" },
      "The segments by what is known of them. The bar is the value, the thin line its 95 % interval; n is the number of cases.",
    ),
    h(
      "div",
      { class: "bar" },
      select(
        "By",
        parted.map(([column]): [string, string] => [column, column]),
        name,
        (value) => {
          name = value;
          all = false;
          draw();
        },
        { name: "by" },
      ),
      select(
        "Metric",
        suite.columns.map((c): [string, string] => [c.metric, arrow(c)]),
        metric,
        (value) => {
          metric = value;
          draw();
        },
        { name: "bucket-metric" },
      ),
    ),
    table,
  );
}
