// The first view: the results of one suite from the table down to the signatures.

import { h } from "../page/dom";
import { format, type State, type Store } from "../page/state";
import type { Bundle } from "../bundle";
import type { Suite } from "../suite";
import { breakdown } from "./breakdown";
import { buckets } from "./buckets";
import { intervals, scatter, subsets } from "./charts";
import { context, probes } from "./extras";
import { foot } from "./foot";
import { frequency } from "./frequency";
import { ratings, ratingsNeed } from "./ratings";
import { resultTable } from "./table";

/** The parts of the overview, each with what it depends on, so that a choice redraws only its own. */
export class Overview {
  readonly element = h("main", { class: "overview" });
  private readonly parts: {
    needs: (state: State) => string;
    draw: () => HTMLElement | null;
    box: HTMLElement;
    last: string | null;
  }[] = [];

  constructor(suite: Suite, store: Store, bundle: Bundle) {
    const { about } = suite;
    this.element.append(
      h(
        "header",
        { class: "masthead" },
        h("h1", { dir: "auto" }, bundle.title || about.name),
        h(
          "p",
          { class: "lead" },
          bundle.title && `${about.name} · `,
          `${about.languages[0]} to ${about.languages[1]} · ${about.heading.split(", ").slice(2).join(" · ")}`,
          " · ",
          h("a", { href: format({ ...store.state, view: "segments" }) }, "look at the segments"),
        ),
      ),
    );
    const part = (needs: (state: State) => string, draw: () => HTMLElement | null): void => {
      const box = h("div");
      this.element.append(box);
      this.parts.push({ needs, draw, box, last: null });
    };
    part(
      (s) => s.baseline,
      () => resultTable(suite, store),
    );
    part(
      () => "",
      () => intervals(suite),
    );
    part(ratingsNeed, () => ratings(suite, store));
    part(
      (s) => `${s.x} ${s.y}`,
      () => scatter(suite, store),
    );
    part(
      (s) => `${s.of} ${s.baseline}`,
      () => breakdown(suite, store),
    );
    part(
      (s) => s.of,
      () => frequency(suite, store),
    );
    part(
      (s) => s.baseline,
      () => buckets(suite, store),
    );
    part(
      () => "",
      () => subsets(suite),
    );
    part(
      () => "",
      () => context(bundle.extras),
    );
    part(
      () => "",
      () => probes(bundle.extras),
    );
    part(
      () => "",
      () => foot(suite, bundle),
    );
  }

  update(state: State): void {
    for (const part of this.parts) {
      const now = part.needs(state);
      if (now === part.last) continue;
      part.last = now;
      const focused = part.box.contains(document.activeElement)
        ? document.activeElement?.getAttribute("name")
        : null;
      part.box.replaceChildren(...[part.draw()].filter((x) => x !== null));
      if (focused) part.box.querySelector<HTMLElement>(`[name="${CSS.escape(focused)}"]`)?.focus();
    }
  }

  close(): void {
    this.parts.length = 0;
  }
}
