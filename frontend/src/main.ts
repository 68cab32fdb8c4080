// The page: reads its data, then shows what the address asks for.

import "./style.css";
import { type Bundle, readBundle } from "./bundle";
import { Explorer } from "./explorer/explorer";
import { bootstrapWeights } from "./numbers/random";
import { recompute } from "./numbers/recompute";
import { Overview } from "./overview/overview";
import { latex, markdown, tsv } from "./overview/formats";
import { h, replace, select } from "./page/dom";
import { listen } from "./page/keyboard";
import { NOWHERE, type State, Store, format } from "./page/state";
import { themeButton } from "./page/theme";
import { Suite } from "./suite";

async function start(): Promise<void> {
  const bundle = await readBundle();
  const suites = bundle.suites.map((about, k) => new Suite(about, bundle.segments[k], bundle));
  const store = new Store();
  const app = document.getElementById("app") as HTMLElement;
  const bar = h("header", { class: "top" });
  const place = h("div");
  let view: Overview | Explorer | null = null;
  let shown = "";

  const suiteOf = (state: State): Suite =>
    suites.find((suite) => suite.about.name === state.suite) ?? suites[0];
  const update = (state: State): void => {
    const suite = suiteOf(state);
    const wanted = `${suite.about.name}\n${state.view}`;
    if (wanted !== shown) {
      shown = wanted;
      view?.close();
      view =
        state.view === "segments" ? new Explorer(suite, store) : new Overview(suite, store, bundle);
      replace(place, view.element);
      window.scrollTo(0, 0);
      document.title = `${bundle.title || suite.about.name} · litmus`;
    }
    drawBar(state, suite);
    view?.update(state);
  };

  const drawBar = (state: State, suite: Suite): void => {
    const tab = (name: string, text: string): HTMLElement =>
      h(
        "a",
        {
          href: format({ ...state, view: name }) || "#",
          "aria-current": state.view === name ? "page" : null,
        },
        text,
      );
    replace(
      bar,
      h("a", { class: "brand", href: format({ ...NOWHERE, suite: state.suite }) || "#" }, "litmus"),
      suites.length > 1 &&
        select(
          "Suite",
          suites.map((s): [string, string] => [s.about.name, s.about.name]),
          suite.about.name,
          (name) => store.set({ ...NOWHERE, suite: name, view: state.view }, true),
          { name: "suite" },
        ),
      h("nav", { "aria-label": "Views" }, tab("overview", "Overview"), tab("segments", "Segments")),
      h(
        "span",
        { class: "tools" },
        theme,
        h(
          "button",
          { type: "button", class: "quiet keys", onclick: () => help.showModal() },
          "Keys",
        ),
      ),
    );
  };

  const explorer = (): Explorer => {
    if (!(view instanceof Explorer)) store.set({ view: "segments" }, true);
    return view as Explorer;
  };
  const theme = themeButton();
  const help = listen({
    step: (by) => explorer().step(by),
    open: () => explorer().openCurrent(),
    search: () => explorer().startSearch(),
    view: (name) => store.set({ view: name }, true),
  });
  replace(app, bar, place, help, h("div", { id: "live", class: "hidden", role: "status" }));
  store.watch(update);
  update(store.state);
  Object.assign(window, { litmus: forTheConsole(bundle, suites) });
  document.documentElement.dataset.ready = "1";
}

/** For the console, and for tests: the numbers of any segments, the texts of the copy buttons. */
function forTheConsole(bundle: Bundle, suites: Suite[]): Record<string, unknown> {
  return {
    bundle,
    suites,
    latex,
    markdown,
    tsv,
    recompute: (suite: number, segments: number[]) =>
      [...recompute(suites[suite], { segments, byLabel: true, intervals: true })].flatMap(
        (rows) => rows ?? [],
      ),
    bootstrapWeights: (units: number, trials: number, seed: number) => {
      const steps = bootstrapWeights(units, trials, seed);
      let step = steps.next();
      while (!step.done) step = steps.next();
      return step.value;
    },
  };
}

start().catch((error: unknown) => {
  replace(
    document.getElementById("app") as HTMLElement,
    h(
      "p",
      { class: "broken" },
      `This report could not be shown: ${String(error)}. A browser from 2023 or later is needed.`,
    ),
  );
  throw error;
});
