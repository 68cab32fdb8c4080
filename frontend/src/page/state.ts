// Where the reader is: kept in the address after #, so that every view can be linked to.

export interface State {
  suite: string;
  view: string; // "overview" or "segments"
  baseline: string;
  // charts
  x: string;
  y: string;
  of: string; // the metric of the breakdown
  // filters
  q: string;
  idiom: string;
  tag: string;
  on: string; // the metric of the verdict
  who: string; // "any", "every" or "=NAME"
  verdict: string;
  differ: string; // "1": only where systems differ
  rater: string; // who marked the errors: a name, "file:NAME", or everybody
  severity: string; // of an error: "=NAME", or NOTHING: none was marked
  category: string; // of an error: "=NAME"
  whose: string; // the translation with the error: "=NAME", or any
  sort: string; // "suite", "differ" or "worst"
  by: string; // the metric to sort by
  // the segment
  id: string;
  open: string; // "1": its evidence is shown
}

export const NOTHING = "none";

export const NOWHERE: State = {
  suite: "",
  view: "overview",
  baseline: "",
  x: "",
  y: "",
  of: "",
  q: "",
  idiom: "",
  tag: "",
  on: "",
  who: "any",
  verdict: "",
  differ: "",
  rater: "",
  severity: "",
  category: "",
  whose: "",
  sort: "suite",
  by: "",
  id: "",
  open: "",
};

export const NO_FILTER: Partial<State> = {
  q: "",
  idiom: "",
  tag: "",
  on: "",
  who: "any",
  verdict: "",
  differ: "",
  rater: "",
  severity: "",
  category: "",
  whose: "",
  id: "",
  open: "",
};

type Listener = (state: State, before: State) => void;

export class Store {
  state: State;
  private listeners: Listener[] = [];

  constructor() {
    this.state = parse(location.hash);
    window.addEventListener("hashchange", () => this.take(parse(location.hash)));
  }

  /** Change something; `push` makes a step that the back button undoes. */
  set(change: Partial<State>, push = false): void {
    const next = { ...this.state, ...change };
    const hash = format(next);
    if (hash !== location.hash) {
      if (push) history.pushState(null, "", hash || "#");
      else history.replaceState(null, "", hash || "#");
    }
    this.take(next);
  }

  private take(next: State): void {
    const before = this.state;
    this.state = next;
    for (const listener of this.listeners) listener(next, before);
  }

  watch(listener: Listener): void {
    this.listeners.push(listener);
  }
}

export function parse(hash: string): State {
  const found = new URLSearchParams(hash.replace(/^#/, ""));
  const state = { ...NOWHERE };
  for (const key of Object.keys(state) as (keyof State)[])
    state[key] = found.get(key) ?? state[key];
  return state;
}

export function format(state: State): string {
  const shown = new URLSearchParams();
  for (const key of Object.keys(state) as (keyof State)[])
    if (state[key] !== NOWHERE[key]) shown.set(key, state[key]);
  return shown.size ? `#${shown}` : "";
}
