// Context usage (P-CXMI) and probes, where the report was given them (`--extras`).

import { barX, gridX, plot, ruleX, ruleY, text } from "@observablehq/plot";
import { h } from "../page/dom";
import { fixed, whole } from "../numbers/figures";
import type { Extra } from "../bundle";
import { ACCENT, INK, LINE, type Point, chart, forest, roomFor, shorten } from "./chart";

interface Pcxmi {
  kind: "pcxmi";
  model: string;
  by: string; // pos, word, tag, tagged, corpus, token
  name: string;
  n: number;
  value: number; // nats
  low: number | null;
  high: number | null;
  text?: string;
  context?: string;
}

interface Probe {
  kind: "probe";
  model: string;
  probe: string; // chrf, perplexity, entropy, distance, pairwise
  context: string; // full, phrase, word
  words?: string | null; // idiom or other, for entropy
  n: number;
  value: number;
  low: number | null;
  high: number | null;
}

const GROUPS: Record<string, string> = {
  corpus: "The whole text (CXMI)",
  pos: "Part of speech",
  word: "Words",
  tag: "Discourse tags",
  tagged: "Tagged and untagged words",
};
const PROBES: Record<string, string> = {
  chrf: "chrF of the translation ↑",
  perplexity: "Perplexity of the reference ↓",
  entropy: "Entropy of target words",
  distance: "Distance between representations",
  pairwise: "chrF between translations",
};
const CONTEXTS = ["full", "phrase", "word"];
const MOST = 25;

const unique = (items: string[]): string[] => [...new Set(items)];

export function context(extras: Extra[]): HTMLElement | null {
  const rows = extras.filter((row) => row.kind === "pcxmi") as unknown as Pcxmi[];
  if (!rows.length) return null;
  const figures = unique(rows.map((row) => row.by))
    .filter((by) => by in GROUPS)
    .map((by) => {
      const group = rows.filter((row) => row.by === by).sort((a, b) => b.value - a.value);
      const names = unique(group.map((row) => row.name)).slice(0, MOST);
      const models = unique(group.map((row) => row.model));
      return models.map((model) => {
        const points = group
          .filter((row) => row.model === model && names.includes(row.name))
          .map(
            (row): Point => ({
              system: row.name,
              value: row.value,
              low: row.low,
              high: row.high,
              n: row.n,
            }),
          );
        const says = `${GROUPS[by]}, ${model}: ${points.map((p) => `${p.system} ${fixed(p.value, 3)}`).join(", ")}`;
        return chart(
          says,
          (width) => forest(points, width, { order: names }),
          models.length > 1 ? `${GROUPS[by]} · ${model}` : GROUPS[by],
        );
      });
    });
  const tokens = rows
    .filter((row) => row.by === "token")
    .sort((a, b) => b.value - a.value)
    .slice(0, MOST);
  return h(
    "section",
    null,
    h("h2", null, "Use of context"),
    h(
      "p",
      { class: "lead" },
      "P-CXMI in nats: how much more likely the context made a word. Above zero, context helped.",
    ),
    h("div", { class: "multiples wide" }, figures),
    tokens.length > 0 &&
      h(
        "div",
        {
          class: "scroll",
          tabindex: 0,
          role: "region",
          "aria-label": "Words that context made likelier",
        },
        h(
          "table",
          null,
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              ["word", "P-CXMI", "model", "sentence", "context"].map((t) =>
                h("th", { scope: "col" }, t),
              ),
            ),
          ),
          h(
            "tbody",
            null,
            tokens.map((row) =>
              h(
                "tr",
                null,
                h("th", { scope: "row", dir: "auto" }, row.name),
                h("td", { class: "number" }, fixed(row.value, 2)),
                h("td", null, row.model),
                h("td", { dir: "auto" }, row.text ?? ""),
                h("td", { dir: "auto" }, row.context ?? ""),
              ),
            ),
          ),
        ),
      ),
  );
}

export function probes(extras: Extra[]): HTMLElement | null {
  const rows = extras.filter((row) => row.kind === "probe") as unknown as Probe[];
  if (!rows.length) return null;
  const figures = unique(rows.map((row) => JSON.stringify([row.probe, row.words ?? null]))).map(
    (key) => {
      const [probe, words] = JSON.parse(key) as [string, string | null];
      const group = rows.filter((row) => row.probe === probe && (row.words ?? null) === words);
      const title = `${PROBES[probe] ?? probe}${words ? ` · ${words} words` : ""}`;
      const says = `${title}: ${group.map((r) => `${r.model} with ${r.context} context ${fixed(r.value, 2)}`).join("; ")}`;
      return chart(
        says,
        (width) => bars(group, width),
        `${title} (n = ${whole(Math.max(...group.map((r) => r.n)))})`,
      );
    },
  );
  return h(
    "section",
    null,
    h("h2", null, "Probes"),
    h(
      "p",
      { class: "lead" },
      "The idiom encoded within the whole sentence, as a phrase alone, and word by word; the rest of the sentence untouched. Lighter bars: narrower context.",
    ),
    h("div", { class: "multiples wide" }, figures),
  );
}

function bars(rows: Probe[], width: number): SVGSVGElement | HTMLElement {
  const models = unique(rows.map((row) => row.model));
  const contexts = [
    ...CONTEXTS,
    ...unique(rows.map((row) => row.context)).filter((c) => !CONTEXTS.includes(c)),
  ].filter((c) => rows.some((row) => row.context === c));
  const shade = (row: Probe): number =>
    1 - (0.65 * contexts.indexOf(row.context)) / Math.max(1, contexts.length - 1);
  const left = roomFor(contexts, width);
  return plot({
    width,
    marginLeft: left,
    marginRight: roomFor(models, width * 0.8),
    marginBottom: 28,
    style: { fontFamily: "inherit", fontSize: "12px" },
    x: { nice: true, label: null, ticks: Math.max(2, Math.floor(width / 80)), insetRight: 30 },
    y: {
      domain: contexts,
      label: null,
      tickSize: 0,
      tickFormat: (name: string) => shorten(name, Math.floor(left / 6.4)),
    },
    fy: { label: null, domain: models },
    marks: [
      gridX({ stroke: LINE, strokeOpacity: 1 }),
      barX(rows, {
        x: "value",
        y: "context",
        fy: "model",
        fill: ACCENT,
        fillOpacity: shade,
        title: (r: Probe) => `${r.context}: ${r.value.toFixed(2)}`,
      }),
      ruleY(
        rows.filter((row) => row.low !== null && row.low !== undefined),
        { x1: "low", x2: "high", y: "context", fy: "model", stroke: INK },
      ),
      text(rows, {
        x: "value",
        y: "context",
        fy: "model",
        text: (r: Probe) => fixed(r.value, 1),
        textAnchor: "start",
        dx: 4,
        fill: INK,
        stroke: "var(--paper)",
        strokeWidth: 3,
      }),
      ruleX([0], { stroke: INK }),
    ],
  });
}
