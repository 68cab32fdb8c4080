// The view of the segments: filters, numbers on what they leave, and the list itself.

import { announce, h } from "../page/dom";
import { whole } from "../numbers/figures";
import { NO_FILTER, NOWHERE, type State, type Store, format } from "../page/state";
import type { Part } from "../bundle";
import type { Suite } from "../suite";
import { gravity } from "../raters";
import { card } from "./card";
import { SAID } from "./errors";
import { choose, isFiltered, order } from "./filter";
import { List } from "./list";
import { Numbers } from "./numbers";
import { Panel } from "./panel";

const FILTERS: (keyof State)[] = [
  "q",
  "idiom",
  "tag",
  "on",
  "who",
  "verdict",
  "differ",
  "rater",
  "severity",
  "category",
  "whose",
  "sort",
  "by",
];

export class Explorer {
  readonly element: HTMLElement;
  private readonly panel: Panel;
  private readonly numbers: Numbers;
  private readonly list = new List();
  private readonly nothing = h(
    "p",
    { class: "nothing", hidden: true },
    "No segment passes these filters.",
  );
  private segments: Int32Array = new Int32Array(0);
  private drawn = "";

  constructor(
    private readonly suite: Suite,
    private readonly store: Store,
  ) {
    this.panel = new Panel(suite, store);
    this.numbers = new Numbers(suite);
    const filters = h(
      "details",
      { class: "filters", open: window.matchMedia("(min-width: 60rem)").matches },
      h("summary", null, "Filter and sort"),
      this.panel.element,
      legend(suite),
    );
    this.element = h(
      "main",
      { class: "explorer" },
      filters,
      h(
        "div",
        { class: "results" },
        h("h1", { class: "hidden" }, `Segments of ${suite.about.name}`),
        suite.part && parts(suite.part, suite.size, store),
        this.numbers.element,
        this.nothing,
        this.list.element,
      ),
    );
  }

  update(state: State): void {
    const key = JSON.stringify(FILTERS.map((name) => state[name]));
    const filtered = isFiltered(state);
    if (key !== this.drawn) {
      const chosen = filtered
        ? choose(this.suite, state)
        : Int32Array.from({ length: this.suite.size }, (_, s) => s);
      this.segments = order(this.suite, chosen, state);
      this.numbers.update(filtered ? chosen : null);
      this.nothing.hidden = chosen.length > 0;
      if (this.drawn) announce(`${chosen.length} segments`);
    }
    const fresh = this.drawn === "";
    this.drawn = key;
    this.panel.update(state);
    const current = this.suite.segmentPlaces.get(state.id) ?? -1;
    this.list.set({
      segments: this.segments,
      estimate: 90 + 34 * (1 + this.suite.systems.length),
      version: (segment) =>
        `${state.q}|${state.rater}|${segment === current ? `c${state.open}` : ""}`,
      render: (segment) =>
        card(
          this.suite,
          segment,
          {
            query: state.q,
            rater: state.rater,
            current: segment === current,
            open: segment === current && state.open === "1",
          },
          {
            open: (s) => this.toggle(s),
            link: (s) => this.link(s),
            label: (name) => this.labelLink(name),
          },
        ),
    });
    if (fresh && current >= 0) requestAnimationFrame(() => this.list.show(current, "start"));
  }

  private link(segment: number): string {
    return format({ ...this.store.state, view: "segments", id: this.suite.id(segment), open: "1" });
  }

  private labelLink(name: string): string {
    return format({ ...this.store.state, ...NO_FILTER, view: "segments", idiom: name });
  }

  private toggle(segment: number): void {
    const id = this.suite.id(segment);
    const { state } = this.store;
    this.store.set({ id, open: state.id === id && state.open ? "" : "1" });
    this.focus(segment);
  }

  /** One segment on or back; the first if none is chosen. */
  step(by: number): void {
    const at = this.segments.indexOf(this.suite.segmentPlaces.get(this.store.state.id) ?? -1);
    const next = Math.max(0, Math.min(this.segments.length - 1, at < 0 ? 0 : at + by));
    if (!this.segments.length) return;
    const segment = this.segments[next];
    this.store.set({ id: this.suite.id(segment), open: this.store.state.open });
    this.list.show(segment, "auto");
    this.focus(segment);
  }

  private focus(segment: number): void {
    // The list may first have to scroll there.
    let tries = 0;
    const attempt = (): void => {
      const found = this.list.find(segment);
      if (found) found.focus({ preventScroll: true });
      else if (tries++ < 20) requestAnimationFrame(attempt);
    };
    requestAnimationFrame(attempt);
  }

  openCurrent(): void {
    const segment = this.suite.segmentPlaces.get(this.store.state.id);
    if (segment !== undefined) this.toggle(segment);
  }

  startSearch(): void {
    (this.panel.element.closest("details") as HTMLDetailsElement).open = true;
    this.panel.search.focus();
    this.panel.search.select();
  }

  close(): void {
    this.list.close();
    this.numbers.close();
  }
}

/** Which segments this page lists, and where the others are. */
function parts({ number, names, firsts, total }: Part, size: number, store: Store): HTMLElement {
  const first = firsts[number - 1];
  const links = names.map((name, k) => [
    " ",
    h(
      "a",
      {
        href: encodeURIComponent(name) + format({ ...NOWHERE, view: "segments" }),
        "aria-current": k + 1 === number ? "page" : null,
        // the filters of this page hold in the next one, too
        onclick: (event: Event) => {
          const link = event.currentTarget as HTMLAnchorElement;
          link.href = encodeURIComponent(name) + format({ ...store.state, id: "", open: "" });
        },
      },
      String(k + 1),
    ),
  ]);
  return h(
    "nav",
    { class: "parts", "aria-label": "Parts" },
    `Segments ${whole(first + 1)} to ${whole(first + size)} of ${whole(total)}: part`,
    links,
    ". Filters and their numbers are for this part; without a filter the numbers are of all.",
  );
}

/** What the marks in the texts mean, those that the suite has. */
function legend(suite: Suite): HTMLElement | null {
  const item = (
    kind: string,
    sample: string,
    text: string,
    extra: Record<string, string> = {},
  ): HTMLElement => h("li", null, h("mark", { class: `m-${kind}`, ...extra }, sample), ` ${text}`);
  const has = (kind: "trigger" | "required"): boolean =>
    suite.metrics.some((metric) => metric.counted.evidence.some(({ marks }) => marks === kind));
  const idioms = suite.labels(true).length > 0;
  const items = [
    idioms && item("idiom", "idiom", "in the source"),
    idioms && item("linked", "word", "linked to the idiom"),
    has("trigger") && item("trigger", "word", "counts against it", { "data-sign": "✗" }),
    has("required") && item("required", "word", "should be there", { "data-sign": "✓" }),
    suite.labels(false).length > 0 && item("tag", "word", "carries a tag", { "data-tag": "tag" }),
    ...[...new Set(suite.raters?.severities.map(gravity))].map((grave, k) =>
      item(`error e-${grave}`, "words", SAID[grave], { "data-no": String(k + 1) }),
    ),
  ].filter((found) => found !== false);
  return items.length
    ? h("div", { class: "legend" }, h("h2", null, "Marks"), h("ul", null, items))
    : null;
}
