// The charts of the overview: intervals side by side, targeted against global metrics, subsets.

import { dot, gridX, gridY, plot, ruleX, ruleY, text } from "@observablehq/plot";
import { h, select } from "../page/dom";
import { arrow, fixed } from "../numbers/figures";
import type { Column } from "../bundle";
import type { Store } from "../page/state";
import type { Row, Suite } from "../suite";
import { ACCENT, INK, LINE, type Point, chart, forest, shorten } from "./chart";
import { best } from "./table";

const SUBSETS = ["with-idiom", "triggered", "not-triggered", "random"];

const known = (row: Row | undefined): row is Row & { value: number } =>
  row !== undefined && row.value !== null;

/** Every metric as dots with intervals, one small chart each. */
export function intervals(suite: Suite): HTMLElement | null {
  if (suite.systems.length < 2) return null;
  const figures = suite.columns.map((column) => {
    const winners = best(suite, column);
    const points = suite.systems
      .map((system) => suite.row(system, column.metric))
      .filter(known)
      .map((row): Point => ({ ...row, best: winners.has(row.system) }));
    const says = `${column.title}: ${points.map((p) => `${p.system} ${fixed(p.value)}`).join(", ")}`;
    return points.length
      ? chart(says, (width) => forest(points, width, { order: suite.systems }), arrow(column))
      : null;
  });
  return h(
    "section",
    null,
    h("h2", null, "Side by side"),
    h(
      "p",
      { class: "lead" },
      "Value and 95 % interval of every system; the best is a diamond in colour. Each metric has its own scale.",
    ),
    h("div", { class: "multiples" }, figures),
  );
}

/** Targeted against overall metrics: does the better translation understand more? */
export function scatter(suite: Suite, store: Store): HTMLElement | null {
  const global = suite.columns.filter((column) => suite.isOverall(column));
  const targeted = suite.columns.filter((column) => !suite.isOverall(column));
  if (!global.length || !targeted.length || suite.systems.length < 2) return null;
  const x = global.find((column) => column.metric === store.state.x) ?? global[0];
  const y = targeted.find((column) => column.metric === store.state.y) ?? targeted[0];
  const points = suite.systems.flatMap((system) => {
    const [across, up] = [suite.row(system, x.metric), suite.row(system, y.metric)];
    return known(across) && known(up) ? [{ system, across, up, x: across.value, y: up.value }] : [];
  });
  const middle = (Math.min(...points.map((p) => p.x)) + Math.max(...points.map((p) => p.x))) / 2;
  const option = (column: Column): [string, string] => [column.metric, arrow(column)];
  const says = `${y.title} against ${x.title}: ${points.map((p) => `${p.system} ${fixed(p.y)} at ${fixed(p.x)}`).join("; ")}`;
  return h(
    "section",
    null,
    h("h2", null, "Targeted against global"),
    h(
      "p",
      { class: "lead" },
      "A better score on whole sentences need not mean that idioms, pronouns or terms are right. Bars are 95 % intervals.",
    ),
    h(
      "div",
      { class: "bar" },
      select("Up", targeted.map(option), y.metric, (value) => store.set({ y: value }), {
        name: "y",
      }),
      select("Across", global.map(option), x.metric, (value) => store.set({ x: value }), {
        name: "x",
      }),
    ),
    chart(says, (width) =>
      plot({
        width,
        height: Math.min(420, Math.max(260, width * 0.55)),
        marginLeft: 48,
        marginBottom: 40,
        marginRight: 24,
        style: { fontFamily: "inherit", fontSize: "12px" },
        x: { label: arrow(x), labelArrow: "none", nice: true, inset: 10 },
        y: { label: arrow(y), labelArrow: "none", nice: true, inset: 10 },
        marks: [
          gridX({ stroke: LINE, strokeOpacity: 1 }),
          gridY({ stroke: LINE, strokeOpacity: 1 }),
          ruleY(
            points.filter((p) => p.across.low !== null),
            {
              y: "y",
              x1: (p) => p.across.low,
              x2: (p) => p.across.high,
              stroke: INK,
              strokeOpacity: 0.45,
            },
          ),
          ruleX(
            points.filter((p) => p.up.low !== null),
            { x: "x", y1: (p) => p.up.low, y2: (p) => p.up.high, stroke: INK, strokeOpacity: 0.45 },
          ),
          dot(points, { x: "x", y: "y", r: 5, fill: ACCENT, stroke: "var(--paper)" }),
          // names lean towards the middle, so that none leaves the chart
          ...(["start", "end"] as const).map((anchor) =>
            text(
              points.filter((p) => p.x > middle === (anchor === "end")),
              {
                x: "x",
                y: "y",
                text: (p: { system: string }) => shorten(p.system, 26),
                textAnchor: anchor,
                dx: anchor === "end" ? -8 : 8,
                dy: -8,
                fill: INK,
                stroke: "var(--paper)",
                strokeWidth: 4,
              },
            ),
          ),
        ],
      }),
    ),
  );
}

/** The metrics on parts of the suite (`--subsets`). */
export function subsets(suite: Suite): HTMLElement | null {
  const rows = suite.rows.filter((row) => row.column === "subset" && row.value !== null);
  if (!rows.length) return null;
  const groups = SUBSETS.filter((name) => rows.some((row) => row.bucket === name));
  const micro = suite.columns.filter(
    (column) => suite.metrics[column.of].about.average !== "macro",
  );
  const figures = micro.map((column) => {
    const points = rows
      .filter((row) => row.metric === column.metric)
      .map(
        (row): Point => ({
          ...(row as Row & { value: number }),
          group: row.bucket as string,
        }),
      );
    const says = `${column.title} on subsets: ${points.map((p) => `${p.system} on ${p.group} ${fixed(p.value)}`).join("; ")}`;
    return points.length
      ? chart(
          says,
          (width) => forest(points, width, { order: suite.systems, groups }),
          arrow(column),
        )
      : null;
  });
  return h(
    "section",
    null,
    h("h2", null, "Subsets"),
    h(
      "p",
      { class: "lead" },
      "Every metric on segments with an idiom, on those where it was or was not taken literally, and on random others.",
    ),
    h("div", { class: "multiples wide" }, figures),
  );
}
