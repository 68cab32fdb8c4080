// Errors that raters marked: in the texts with a number each, and as a list below the translation.

import { fixed } from "../numbers/figures";
import { h } from "../page/dom";
import { type State, NOTHING } from "../page/state";
import { type ErrorSpan, type Gravity, type Raters, gravity, same } from "../raters";
import type { Suite } from "../suite";
import type { Mark } from "./marks";

export const SAID: Record<Gravity, string> = {
  critical: "critical error",
  major: "major error",
  minor: "minor error",
  slight: "error of another severity",
};
const LONGEST = 48; // characters of a marked text in the list

interface Numbered extends ErrorSpan {
  number: number;
}

/** The errors on a card, numbered from 1 in the order of the systems. */
export class Errors {
  private readonly bySystem: Numbered[][] = [];
  private readonly raters: Raters | null;
  private readonly chosen: Set<number>;

  constructor(
    private readonly suite: Suite,
    private readonly segment: number,
    rater: string,
  ) {
    this.raters = suite.raters;
    this.chosen = this.raters?.chosen(rater) ?? new Set();
    let number = 0;
    for (let s = 0; this.raters && s < suite.systems.length; s++)
      this.bySystem.push(
        this.raters
          .errors(s, segment, this.chosen)
          .sort((a, b) => a.rater - b.rater || a.start - b.start || a.end - b.end)
          .map((error) => ({ ...error, number: ++number })),
      );
  }

  /** Those in the source, of all systems. */
  inSource(): Mark[] {
    return this.bySystem.flat().flatMap((error) => (error.inSource ? [this.mark(error)] : []));
  }

  inTarget(system: number): Mark[] {
    return (this.bySystem[system] ?? []).flatMap((e) => (e.inSource ? [] : [this.mark(e)]));
  }

  private mark(error: Numbered): Mark {
    const { start, end, number } = error;
    const by = this.raters?.name(error.rater);
    return {
      kind: "error",
      start,
      end,
      number,
      gravity: gravity(error.severity),
      name: `${kind(error)} (${by})`,
    };
  }

  /** Who rated a translation, with what score and which errors. */
  list(system: number): HTMLElement | null {
    const ratings = this.raters?.ratings(system, this.segment, this.chosen) ?? [];
    if (!ratings.length || !this.raters) return null;
    const { raters } = this;
    return h(
      "ul",
      { class: "errors", "aria-label": `Ratings of ${this.suite.systems[system]}` },
      ratings.map(({ rater, score, asked }) => {
        const own = this.bySystem[system].filter((error) => error.rater === rater);
        return h(
          "li",
          null,
          h(
            "span",
            { class: "rater" },
            raters.name(rater),
            score !== null && h("b", null, ` ${fixed(score, score % 1 ? 1 : 0)}`),
            (own.length > 0 || asked) && ": ",
          ),
          own.length > 0 &&
            h(
              "ol",
              null,
              own.map((error, k) => this.item(system, error, k + 1 === own.length)),
            ),
          !own.length && asked && "no error marked",
        );
      }),
    );
  }

  private item(system: number, error: Numbered, isLast: boolean): HTMLElement {
    const { suite, segment } = this;
    const text = error.inSource ? suite.source(segment) : suite.output(system, segment);
    const marked = text.slice(error.start, error.end);
    const language = error.inSource ? suite.about.source : suite.about.target;
    return h(
      "li",
      { class: `e-${gravity(error.severity)}` },
      h("span", { class: "no" }, String(error.number)),
      `${kind(error)} `,
      marked
        ? h("q", { lang: language, dir: "auto", title: marked }, shorten(marked))
        : h("span", { class: "note" }, "(nothing marked)"),
      error.inSource && h("span", { class: "note" }, " in the source"),
      !isLast && "; ",
    );
  }
}

function kind({ severity, category }: ErrorSpan): string {
  return [severity || "error", category].filter(Boolean).join(" · ");
}

function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= LONGEST ? text : `${characters.slice(0, LONGEST - 1).join("")}…`;
}

/** Whether a filter asks for something that raters say. */
export function asksRaters(state: State): boolean {
  return Boolean(state.rater || state.severity || state.category || state.whose);
}

/** Whether raters say of a segment what is asked for, of the system asked for or any. */
export function byErrors(suite: Suite, state: State): (segment: number) => boolean {
  const { raters } = suite;
  if (!raters) return () => false;
  const chosen = raters.chosen(state.rater);
  const named = suite.systems.indexOf(state.whose.slice(1));
  const systems = named >= 0 ? [named] : suite.systems.map((_, k) => k);
  const fits = (error: ErrorSpan): boolean =>
    (!state.severity || same(error.severity, state.severity.slice(1))) &&
    (!state.category || same(error.category, state.category.slice(1)));
  return (segment) =>
    systems.some((system) => {
      const ratings = raters.ratings(system, segment, chosen);
      if (state.severity === NOTHING)
        return ratings.some(({ asked }) => asked) && !raters.errors(system, segment, chosen).length;
      if (!state.severity && !state.category) return ratings.length > 0;
      return raters.errors(system, segment, chosen).some(fits);
    });
}
