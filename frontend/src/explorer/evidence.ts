// Why a segment got its counts, metric by metric, in the words the metric left behind.

import { h } from "../page/dom";
import { fixed, percent } from "../numbers/figures";
import type { Evidence } from "../bundle";
import type { Metric, Suite } from "../suite";

export function evidence(suite: Suite, segment: number): HTMLElement {
  const found = suite.metrics
    .filter((metric) => metric.start[segment + 1] > metric.start[segment])
    .filter((metric) => !/[:,]average=macro/.test(metric.about.name));
  const plain = found.filter(
    (metric) => metric.label[metric.start[segment]] < 0 && !metric.counted.evidence.length,
  );
  return h(
    "section",
    { class: "evidence" },
    found
      .filter((metric) => !plain.includes(metric))
      .map((metric) => section(suite, metric, segment)),
    plain.length > 0 && scores(suite, plain, segment),
  );
}

/** The metrics that leave nothing but a score, in one table. */
function scores(suite: Suite, metrics: Metric[], segment: number): HTMLElement {
  return h(
    "div",
    { class: "metric" },
    h("h4", null, "This segment alone"),
    h(
      "div",
      { class: "scroll", tabindex: 0, role: "region", "aria-label": "Scores of this segment" },
      h(
        "table",
        { class: "small" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, "system"),
            metrics.map((metric) =>
              h("th", { scope: "col", class: "number" }, metric.columns[0].title),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          suite.systems.map((name, s) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, name),
              metrics.map((metric) => h("td", { class: "number" }, fixed(metric.on(segment, s)))),
            ),
          ),
        ),
      ),
    ),
  );
}

function section(suite: Suite, metric: Metric, segment: number): HTMLElement {
  return h(
    "div",
    { class: "metric" },
    h("h4", null, metric.about.title),
    metric.entries(segment).map((e) => entry(suite, metric, e)),
  );
}

function entry(suite: Suite, metric: Metric, e: number): HTMLElement {
  // Kinds of verdicts are read by system, also where all systems have the same.
  const isShared = (evidence: Evidence): boolean => "all" in evidence && !metric.about.kinds;
  const listed = metric.counted.evidence.filter(({ title }) => title);
  const shared = listed.filter(isShared);
  const own = listed.filter((evidence) => !isShared(evidence));
  const label = metric.label[e] < 0 ? "" : suite.about.labels.name[metric.label[e]];
  const counted = metric.about.columns
    .map((_, k) => k)
    .filter((k) => !metric.about.kinds && metric.counts.some((c) => c[e * metric.width + k]));
  const few = counted.length <= 8;
  return h(
    "div",
    { class: "entry" },
    label && h("p", { class: "label", dir: "auto" }, label),
    shared.map((evidence) => fact(suite, evidence, metric.evidence(evidence, e, 0))),
    h(
      "div",
      {
        class: "scroll",
        tabindex: 0,
        role: "region",
        "aria-label": `${metric.about.title}: counts`,
      },
      h(
        "table",
        { class: "small" },
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "col" }, "system"),
            own.map(({ title }) => h("th", { scope: "col" }, title)),
            few &&
              counted.map((k) =>
                h("th", { scope: "col", class: "number" }, metric.about.columns[k]),
              ),
            !few && h("th", { scope: "col", class: "number" }, metric.columns[0].title),
          ),
        ),
        h(
          "tbody",
          null,
          suite.systems.map((name, s) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, name),
              own.map((evidence) =>
                h(
                  "td",
                  { class: evidence.key === metric.about.kinds?.because ? "reasons" : null },
                  cell(suite, evidence, metric.evidence(evidence, e, s)),
                ),
              ),
              few &&
                counted.map((k) =>
                  h("td", { class: "number" }, count(metric.counts[s][e * metric.width + k])),
                ),
              !few && h("td", { class: "number" }, fixed(metric.on(metric.segment[e], s))),
            ),
          ),
        ),
      ),
    ),
  );
}

function fact(suite: Suite, evidence: Evidence, number: number): HTMLElement | null {
  const value = suite.evidenceValue(number);
  if (value === null || value === undefined) return null;
  const name = h("span", { class: "name" }, evidence.title);
  return h("p", { class: "fact" }, name, cell(suite, evidence, number));
}

function cell(suite: Suite, { percent: isShare }: Evidence, number: number): (Node | string)[] {
  const value = suite.evidenceValue(number);
  return isShare && typeof value === "number" ? [percent(value)] : shown(suite, value);
}

function count(x: number): string {
  return Number.isInteger(x) ? String(x) : fixed(x, 3);
}

/** Words as words, lists of lists separated, maps by key. */
function shown(suite: Suite, value: unknown): (Node | string)[] {
  if (value === null || value === undefined) return ["–"];
  if (Array.isArray(value)) {
    if (value.some(Array.isArray))
      return [value.map((part) => (part as unknown[]).join(" + ")).join(" or ")];
    return value.flatMap((item, i) => [
      i ? ", " : "",
      h("span", { class: "word", lang: suite.about.target, dir: "auto" }, String(item)),
    ]);
  }
  if (typeof value === "object")
    return Object.entries(value as Record<string, unknown>).map(([key, list]) =>
      h(
        "span",
        { class: "pairs" },
        h("b", { lang: suite.about.source, dir: "auto" }, key),
        " → ",
        shown(suite, list),
      ),
    );
  return [String(value)];
}
