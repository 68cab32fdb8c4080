// Frequency against rate: are rare idioms harder?

import { dot, gridY, plot, ruleY } from "@observablehq/plot";
import { h } from "../page/dom";
import { arrow, fixed, whole } from "../numbers/figures";
import type { Store } from "../page/state";
import type { Suite } from "../suite";
import { ACCENT, INK, LINE, chart, shorten } from "./chart";
import { columnsWithLabels, labelsOf } from "./breakdown";

const FEWEST = 5; // labels below which a cloud of points says nothing

interface Bubble {
  system: string;
  x: number;
  y: number;
  labels: string[];
}

export function frequency(suite: Suite, store: Store): HTMLElement | null {
  const columns = columnsWithLabels(suite);
  const column = columns.find((c) => c.metric === store.state.of) ?? columns[0];
  if (!column) return null;
  const labels = labelsOf(suite, column).filter((label) => suite.about.labels.idiom[label.number]);
  const trained = labels.filter((label) => suite.about.labels.frequency[label.number] !== null);
  const training = trained.length >= FEWEST;
  const used = training ? trained : labels;
  if (used.length < FEWEST) return null;
  const at = new Map<string, Bubble>();
  for (const label of used)
    for (const row of label.rows) {
      if (row.value === null) continue;
      const x = training ? (suite.about.labels.frequency[label.number] as number) : row.n;
      const key = JSON.stringify([row.system, x, row.value]);
      const bubble = at.get(key) ?? { system: row.system, x, y: row.value, labels: [] };
      bubble.labels.push(label.name);
      at.set(key, bubble);
    }
  const bubbles = [...at.values()];
  const xs = new Set(bubbles.map((b) => b.x));
  if (xs.size < 2) return null;
  const found = suite.about.correlations.filter(([, metric]) => metric === column.metric);
  const facts = training
    ? []
    : found.map(
        ([system, , n, pearson, spearman]) =>
          `${system}: over ${whole(n)} idioms Pearson ${fixed(pearson, 2)}, Spearman ${fixed(spearman, 2)}.`,
      );
  const axis = training ? "occurrences in the training data" : "occurrences in the suite";
  const says = `${column.title} of each idiom against its ${axis}. ${facts.join(" ")}`;
  return h(
    "section",
    null,
    h("h2", null, "Rare and frequent idioms"),
    h(
      "p",
      { class: "lead" },
      "Each circle stands for the idioms with the same frequency and value; its area is their number.",
      facts.length > 0 && ` ${facts.join(" ")}`,
    ),
    h(
      "div",
      { class: "multiples" },
      suite.systems.map((system) =>
        chart(
          `${system}. ${says}`,
          (width) =>
            draw(
              bubbles.filter((b) => b.system === system),
              width,
              arrow(column),
              axis,
            ),
          system,
        ),
      ),
    ),
  );
}

function draw(
  bubbles: Bubble[],
  width: number,
  title: string,
  axis: string,
): SVGSVGElement | HTMLElement {
  const most = Math.max(...bubbles.map((b) => b.labels.length));
  const highest = Math.max(...bubbles.map((b) => b.x));
  const wide = highest > 30;
  const ticks = highest <= 10 ? Array.from({ length: highest }, (_, k) => k + 1) : 5;
  return plot({
    width,
    height: 240,
    marginLeft: 42,
    marginBottom: 38,
    style: { fontFamily: "inherit", fontSize: "12px" },
    x: {
      type: wide ? "log" : "linear",
      label: axis,
      labelArrow: "none",
      labelAnchor: "center",
      inset: 16,
      ticks,
      tickFormat: "~s",
    },
    y: { label: title, labelArrow: "none", inset: 12, ticks: 5 },
    r: { type: "sqrt", domain: [0, most], range: [0, Math.min(16, 3 + 3 * Math.sqrt(most))] },
    marks: [
      gridY({ stroke: LINE, strokeOpacity: 1 }),
      dot(bubbles, {
        x: "x",
        y: "y",
        r: (b: Bubble) => b.labels.length,
        fill: ACCENT,
        fillOpacity: 0.25,
        stroke: ACCENT,
        title: (b: Bubble) =>
          `${b.y.toFixed(1)} at ${b.x}: ${shorten(b.labels.slice(0, 6).join(", "), 160)}${b.labels.length > 6 ? ` and ${b.labels.length - 6} more` : ""}`,
      }),
      ruleY([0], { stroke: INK, strokeOpacity: 0.3 }),
    ],
  });
}
