// One segment: source, reference, what every system made of it, and why it was judged so.

import { h, hidden } from "../page/dom";
import { fixed, percent } from "../numbers/figures";
import type { Metric, Suite } from "../suite";
import { Errors } from "./errors";
import { evidence } from "./evidence";
import { type Mark, fromIdioms, fromQuads, fromSearch, marked } from "./marks";
import { neighbours } from "./neighbours";
import { SIGNS, judging, verdict, word } from "./verdicts";

export interface CardActions {
  open: (segment: number) => void;
  link: (segment: number) => string;
  label: (name: string) => string;
}

export function card(
  suite: Suite,
  segment: number,
  options: { query: string; rater: string; open: boolean; current: boolean },
  actions: CardActions,
): HTMLElement {
  const { query, rater, open, current } = options;
  const errors = new Errors(suite, segment, rater);
  const id = suite.id(segment);
  const labels = suite.about.labels.name;
  const search = (text: string): Mark[] => fromSearch(text, query);
  const source = suite.source(segment);
  const references = suite.references(segment);
  const body = [
    line(
      "Source",
      marked(
        source,
        [
          ...fromIdioms(suite.listed.segments.idioms[segment], labels),
          ...errors.inSource(),
          ...search(source),
        ],
        suite.about.source,
      ),
    ),
    references.map((text, k) => {
      const marks = k ? [] : fromQuads(suite.listed.segments.marks[segment], labels);
      return line(
        references.length > 1 ? `Reference ${k + 1}` : "Reference",
        marked(text, [...marks, ...search(text)], suite.about.target),
      );
    }),
    suite.systems.map((name, k) => {
      const text = suite.output(k, segment);
      const marks = fromQuads(suite.listed.marks[k][segment], labels);
      return line(
        name,
        marked(text, [...marks, ...errors.inTarget(k), ...search(text)], suite.about.target),
        verdicts(suite, segment, k),
        errors.list(k),
      );
    }),
  ];
  const why = `why-${segment}`;
  const toggle = h(
    "button",
    {
      type: "button",
      class: "quiet",
      "aria-expanded": String(open),
      "aria-controls": why,
      onclick: () => actions.open(segment),
    },
    open ? "Less" : "Evidence and context",
  );
  return h(
    "article",
    {
      class: `card${current ? " current" : ""}`,
      "data-segment": segment,
      tabindex: current ? 0 : -1,
      "aria-label": `Segment ${id}`,
      "aria-current": current ? "true" : null,
    },
    h(
      "header",
      null,
      h("a", { class: "id", href: actions.link(segment), title: "Link to this segment" }, id),
      labelLinks(suite, segment, actions),
      toggle,
    ),
    h("div", { class: "lines" }, body),
    h(
      "div",
      { id: why, class: "why", hidden: !open },
      open && [neighbours(suite, segment), evidence(suite, segment)],
    ),
  );
}

function line(name: string, text: HTMLElement, ...extra: (HTMLElement | null)[]): HTMLElement {
  return h("div", { class: "line" }, h("div", { class: "who" }, name), text, extra);
}

function labelLinks(suite: Suite, segment: number, actions: CardActions): HTMLElement {
  const { labels } = suite.about;
  const { segments } = suite.listed;
  const numbers = [...new Set(segments.idioms[segment].map(([label]) => label))];
  return h(
    "span",
    { class: "labels" },
    numbers.map((number) => [
      h(
        "a",
        { href: actions.label(labels.name[number]), lang: suite.about.source, dir: "auto" },
        labels.name[number],
      ),
      labels.meaning[number] && h("span", { class: "meaning" }, labels.meaning[number]),
    ]),
  );
}

/** The verdicts of the metrics that judge, and an overall score, if possible one for segments. */
function verdicts(suite: Suite, segment: number, system: number): HTMLElement {
  const signs = judging(suite).map((metric) =>
    metric.about.kinds
      ? metric.entries(segment).map((e) => kindSign(suite, metric, e, system))
      : sign(metric, segment, system),
  );
  const whole = suite.metrics.find((m) => m.isOverall && m.about.suits_segments) ?? suite.overall();
  const value = whole ? whole.on(segment, system) : NaN;
  return h(
    "div",
    { class: "verdicts" },
    signs,
    whole &&
      !Number.isNaN(value) &&
      h(
        "span",
        { class: "score", title: `${whole.columns[0].title} of this segment alone` },
        `${whole.about.title} ${fixed(value, 0)}`,
      ),
  );
}

function sign(metric: Metric, segment: number, system: number): HTMLElement | null {
  const found = verdict(metric, segment, system);
  if (found === "none") return null;
  return h(
    "span",
    { class: `verdict ${found}`, title: `${metric.about.title}: ${word(metric, found)}` },
    h("span", { "aria-hidden": "true" }, SIGNS[found]),
    ` ${word(metric, found)}`,
    hidden(` (${metric.about.title})`),
  );
}

/** The kind of verdict on one label, how sure the metric is, and (as a hint) why. */
function kindSign(suite: Suite, metric: Metric, e: number, system: number): HTMLElement | null {
  const { kinds, title } = metric.about;
  const kind = metric.kind(e, system);
  if (!kinds || kind < 0) return null;
  const sure = suite.evidenceOf(metric, kinds.confidence, e, system);
  const why = suite.evidenceOf(metric, kinds.because, e, system);
  const several = metric.entries(metric.segment[e]).length > 1;
  const found = kind ? "bad" : "good";
  const said = kinds.names[kind] + (typeof sure === "number" ? ` ${percent(sure)}` : "");
  return h(
    "span",
    { class: `verdict ${found}`, title: `${title}: ${said}${why ? ` because: ${why}` : ""}` },
    h("span", { "aria-hidden": "true" }, SIGNS[found]),
    ` ${said}`,
    several && h("span", { class: "of" }, ` ${suite.about.labels.name[metric.label[e]]}`),
    hidden(` (${title})`),
  );
}
