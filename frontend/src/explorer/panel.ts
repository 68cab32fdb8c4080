// The filters: text, idiom, tag, verdict, disagreement, and the order of the segments.

import { h, replace, select } from "../page/dom";
import { NO_FILTER, NOTHING, type State, type Store } from "../page/state";
import type { Metric, Suite } from "../suite";
import { isFiltered } from "./filter";
import { choices, judging } from "./verdicts";

export class Panel {
  readonly element = h("form", { class: "panel", role: "search", "aria-label": "Filter segments" });
  readonly search: HTMLInputElement;
  private readonly rest = h("div", { class: "fields" });
  private waiting = 0;

  constructor(
    private readonly suite: Suite,
    private readonly store: Store,
  ) {
    this.search = h("input", {
      type: "search",
      autocomplete: "off",
      spellcheck: "false",
      enterkeyhint: "search",
      oninput: () => {
        clearTimeout(this.waiting);
        this.waiting = window.setTimeout(
          () => store.set({ q: this.search.value, id: "", open: "" }),
          120,
        );
      },
    });
    this.element.addEventListener("submit", (event) => event.preventDefault());
    this.element.append(
      h("label", { class: "field" }, h("span", null, "Text"), this.search),
      this.rest,
    );
  }

  update(state: State): void {
    if (document.activeElement !== this.search || this.search.value.trim() === "")
      this.search.value = state.q;
    const set = (change: Partial<State>): void => this.store.set({ id: "", open: "", ...change });
    const focused = document.activeElement?.getAttribute("name") ?? "";
    replace(
      this.rest,
      this.labels("idiom", "Idiom", state, set),
      this.labels("tag", "Tag", state, set),
      this.verdicts(state, set),
      this.errors(state, set),
      this.sorting(state, set),
      h(
        "button",
        {
          type: "button",
          class: "quiet",
          name: "clear",
          disabled: !isFiltered(state),
          onclick: () => set({ ...NO_FILTER }),
        },
        "Clear filters",
      ),
    );
    if (focused) this.rest.querySelector<HTMLElement>(`[name="${CSS.escape(focused)}"]`)?.focus();
  }

  /** Idioms are many, so they are typed; tags are few, so they are chosen. */
  private labels(
    key: "idiom" | "tag",
    title: string,
    state: State,
    set: (change: Partial<State>) => void,
  ): HTMLElement | null {
    const names = this.suite.labels(key === "idiom");
    if (!names.length) return null;
    if (names.length <= 12)
      return select(
        title,
        [["", "all"], ...names.map((name): [string, string] => [name, name])],
        state[key],
        (value) => set({ [key]: value }),
        { name: key },
      );
    const list = `list-${key}`;
    const input = h("input", {
      list,
      value: state[key],
      name: key,
      autocomplete: "off",
      placeholder: `${names.length} idioms`,
      lang: this.suite.about.source,
      onchange: () => {
        const known = input.value === "" || names.includes(input.value);
        input.setCustomValidity(known ? "" : "Choose one from the list");
        if (known) set({ [key]: input.value });
        else input.reportValidity();
      },
    });
    return h(
      "label",
      { class: "field" },
      h("span", null, title),
      input,
      h(
        "datalist",
        { id: list },
        names.map((value) => h("option", { value })),
      ),
    );
  }

  private verdicts(state: State, set: (change: Partial<State>) => void): HTMLElement | null {
    const metrics = judging(this.suite);
    if (!metrics.length) return null;
    const metric = metrics.find((m) => m.about.name === state.on) ?? metrics[0];
    const systems: [string, string][] = [["any", "any system"]];
    if (this.suite.systems.length > 1) systems.push(["every", "every system"]);
    for (const name of this.suite.systems) systems.push([`=${name}`, name]);
    return h(
      "fieldset",
      null,
      h("legend", null, "Verdict"),
      select(
        "by",
        metrics.map((m): [string, string] => [m.about.name, m.columns[0].title]),
        metric.about.name,
        (on) => set({ on, verdict: kept(metrics, on, state.verdict) }),
        { name: "on" },
      ),
      select(
        "is",
        [["", "all"], ...choices(metric)],
        state.on === metric.about.name || !state.on ? state.verdict : "",
        (verdict) => set({ verdict, on: metric.about.name }),
        { name: "verdict" },
      ),
      select("for", systems, state.who, (who) => set({ who }), { name: "who" }),
    );
  }

  /** What raters say: who, how grave, of which kind, of which system. */
  private errors(state: State, set: (change: Partial<State>) => void): HTMLElement | null {
    const { raters, systems } = this.suite;
    if (!raters) return null;
    const named = (name: string, none: string): [string, string] => [`=${name}`, name || none];
    const { severities, categories } = raters;
    const hasErrors = severities.length > 0;
    return h(
      "fieldset",
      null,
      h("legend", null, "Errors"),
      select("marked by", raters.choices("everybody"), state.rater, (rater) => set({ rater }), {
        name: "rater",
      }),
      hasErrors &&
        select(
          "severity",
          [
            ["", "all"],
            ...severities.map((name) => named(name, "no severity")),
            [NOTHING, "no error marked"],
          ],
          state.severity,
          (severity) => set({ severity }),
          { name: "severity" },
        ),
      hasErrors &&
        categories.some(Boolean) &&
        select(
          "category",
          [["", "all"], ...categories.map((name) => named(name, "no category"))],
          state.category,
          (category) => set({ category }),
          { name: "category" },
        ),
      systems.length > 1 &&
        select(
          "of",
          [["", "any system"], ...systems.map((name) => named(name, name))],
          state.whose,
          (whose) => set({ whose }),
          { name: "whose" },
        ),
    );
  }

  private sorting(state: State, set: (change: Partial<State>) => void): HTMLElement {
    const several = this.suite.systems.length > 1;
    const orders: [string, string][] = [["suite", "as in the suite"]];
    if (several) orders.push(["differ", "most disagreement first"]);
    orders.push(["worst", "worst first"]);
    const metrics = this.suite.metrics.filter(
      (m) => m.columns[0].formula && !/[:,]average=macro/.test(m.about.name),
    );
    const by = state.by || judging(this.suite)[0]?.about.name || metrics[0]?.about.name;
    const box = h("input", {
      type: "checkbox",
      name: "differ",
      checked: Boolean(state.differ),
      onchange: () => set({ differ: box.checked ? "1" : "" }),
    });
    return h(
      "fieldset",
      null,
      h("legend", null, "Order"),
      select("sort", orders, state.sort, (sort) => set({ sort }), { name: "sort" }),
      select(
        "by",
        metrics.map((m): [string, string] => [m.about.name, m.columns[0].title]),
        by,
        (value) => set({ by: value }),
        { name: "by" },
      ),
      several && h("label", { class: "check" }, box, " only where systems differ"),
    );
  }
}

/** The verdict asked for, where another metric can give it too. */
function kept(metrics: Metric[], name: string, verdict: string): string {
  const metric = metrics.find((m) => m.about.name === name);
  return metric && choices(metric).some(([value]) => value === verdict) ? verdict : "";
}
