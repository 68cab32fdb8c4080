// What raters say of the systems: mean scores, errors by severity, and by category with bars.

import { fixed, whole } from "../numbers/figures";
import { h, hidden, select } from "../page/dom";
import { NO_FILTER, type State, type Store, format } from "../page/state";
import { PEOPLE, type Raters, gravity, same } from "../raters";
import type { Suite } from "../suite";

const FIRST = 12; // categories that are shown at first
const MOST_COLUMNS = 12; // raters with a column of their own

export function ratings(suite: Suite, store: Store): HTMLElement | null {
  const { raters } = suite;
  if (!raters) return null;
  const hasErrors = raters.about.errors.length > 0;
  return h(
    "section",
    { class: "ratings" },
    h("h2", null, "What raters say"),
    h(
      "p",
      { class: "lead" },
      "Scores and error spans of people, judges, and metrics that mark errors. ",
      "Means are over the translations that somebody rated; how sure they are, litmus agree says.",
    ),
    means(suite, raters),
    hasErrors && errors(suite, raters, store),
  );
}

/** A column for every file, the mean of its raters, and one for each of them. */
function means(suite: Suite, raters: Raters): HTMLElement | null {
  const { about } = raters;
  if (!about.means.length) return null;
  const files = [...new Set(about.means.map(([file]) => file))];
  const columns = files.flatMap((file) => {
    const own = raters.sorted.filter((k) => about.files[k] === file);
    const all = {
      title: own.length > 1 ? `all of ${file}` : about.names[own[0]],
      of: (system: number) => about.means.find(([f, s]) => f === file && s === system)?.slice(2),
    };
    const each = own.map((k) => ({
      title: about.names[k],
      of: (system: number) => {
        const found = about.rated.find(([r, s]) => r === k && s === system);
        return found && found[4] ? [found[4], found[5]] : undefined;
      },
    }));
    return own.length > 1 && own.length <= MOST_COLUMNS ? [all, ...each] : [all];
  });
  const cell = (found: unknown[] | undefined): HTMLElement =>
    found
      ? h(
          "td",
          { class: "number" },
          h("span", { class: "value" }, fixed(found[1] as number, 2)),
          h("span", { class: "interval" }, `n = ${whole(found[0] as number)}`),
        )
      : h("td", { class: "number note" }, "–");
  return table(
    "Mean scores",
    ["mean score", ...columns.map(({ title }) => title)],
    suite.systems.map((name, s) => [name, columns.map(({ of }) => cell(of(s)))]),
  );
}

function errors(suite: Suite, raters: Raters, store: Store): HTMLElement {
  const { about } = raters;
  // What a metric marks is not added to what people mark, neither here nor behind a link.
  const rater = store.state.rater || (raters.mixed ? PEOPLE : "");
  const chosen = raters.chosen(rater);
  const rated = suite.systems.map((_, s) =>
    about.rated.filter(([r, system]) => system === s && chosen.has(r)),
  );
  // Who gave a score alone says nothing of errors.
  const n = rated.map((rows) => rows.reduce((sum, row) => sum + row[6], 0));
  const clean = rated.map((rows) => rows.reduce((sum, row) => sum + row[3], 0));
  const own = about.errors.filter(([r]) => chosen.has(r));
  const count = (system: number, fits: (severity: string, category: string) => boolean): number =>
    own.reduce(
      (sum, [, s, kind, times]) => sum + (s === system && fits(...about.kinds[kind]) ? times : 0),
      0,
    );
  const { severities } = raters;
  const per = (times: number, s: number): string => fixed(n[s] ? (100 * times) / n[s] : null);
  const link = (s: number, severity: string, content: Node[]): HTMLElement =>
    h(
      "a",
      {
        href: format({
          ...store.state,
          ...NO_FILTER,
          view: "segments",
          rater,
          severity: `=${severity}`,
          whose: `=${suite.systems[s]}`,
        }),
      },
      content,
      hidden(`: segments where ${suite.systems[s]} has errors, ${severity || "no severity"}`),
    );
  const bySeverity = suite.systems.map((name, s): [string, HTMLElement[]] => [
    name,
    [
      h("td", { class: "number" }, whole(n[s])),
      h("td", { class: "number" }, n[s] ? `${fixed((100 * clean[s]) / n[s], 0)} %` : "–"),
      ...severities.map((severity) => {
        const times = count(s, (found) => same(found, severity));
        const content = [
          h("span", { class: "value" }, per(times, s)),
          h("span", { class: "interval" }, `${whole(times)} in all`),
        ];
        return h("td", { class: "number" }, times ? link(s, severity, content) : content);
      }),
    ],
  ]);
  return h(
    "div",
    null,
    h(
      "div",
      { class: "bar" },
      select(
        "Marked by",
        raters.choices("all").filter(([value]) => value || !raters.mixed),
        rater,
        (value) => store.set({ rater: value }),
        { name: "rater" },
      ),
    ),
    table(
      "Errors by severity",
      [
        "errors per 100 translations",
        "rated for errors",
        "without error",
        ...severities.map((severity) => severity || "no severity"),
      ],
      bySeverity,
    ),
    byCategory(suite, raters, { count, per, n }),
  );
}

interface Counts {
  count: (system: number, fits: (severity: string, category: string) => boolean) => number;
  per: (times: number, system: number) => string;
  n: number[];
}

/** Bars: the grave errors filled, the others hatched. */
function byCategory(suite: Suite, raters: Raters, { count, per, n }: Counts): HTMLElement {
  const isGrave = (severity: string): boolean => ["critical", "major"].includes(gravity(severity));
  const rows = raters.categories
    .map((category) => ({
      category,
      systems: suite.systems.map((_, s) => {
        const grave = count(s, (severity, c) => same(c, category) && isGrave(severity));
        const all = count(s, (_severity, c) => same(c, category));
        return { grave, all };
      }),
    }))
    .map((row) => ({ ...row, all: row.systems.reduce((sum, { all }) => sum + all, 0) }))
    .filter(({ all }) => all)
    .sort((a, b) => b.all - a.all || a.category.localeCompare(b.category));
  const most = Math.max(1e-9, ...rows.flatMap((r) => r.systems.map((c, s) => c.all / (n[s] || 1))));
  const share = (times: number, s: number): string => `${(100 * times) / (n[s] || 1) / most}%`;
  const line = (row: (typeof rows)[number]): [string, HTMLElement[]] => [
    row.category || "no category",
    row.systems.map(({ grave, all }, s) => {
      const bar = h("span", { class: "track", "aria-hidden": "true" });
      const [rest, filled] = [h("span", { class: "fill hatched" }), h("span", { class: "fill" })];
      rest.style.width = share(all, s);
      filled.style.width = share(grave, s);
      bar.append(rest, filled);
      const says = `${whole(grave)} major or critical, ${whole(all - grave)} others`;
      return h(
        "td",
        { class: "barcell", title: says },
        bar,
        h("span", { class: "value" }, per(all, s)),
        hidden(` ${says}`),
      );
    }),
  ];
  const box = h("div");
  const draw = (all: boolean): void => {
    const shown = all ? rows : rows.slice(0, FIRST);
    box.replaceChildren(
      table(
        "Errors by category",
        ["errors per 100 translations", ...suite.systems],
        shown.map(line),
        "bars",
      ),
      ...(shown.length < rows.length
        ? [
            h(
              "button",
              { type: "button", class: "quiet", onclick: () => draw(true) },
              `Show all ${whole(rows.length)}`,
            ),
          ]
        : []),
    );
  };
  draw(false);
  return h(
    "div",
    null,
    box,
    h(
      "p",
      { class: "note keyed" },
      h("span", { class: "key" }),
      " major or critical ",
      h("span", { class: "key hatched" }),
      " others",
    ),
  );
}

function table(
  name: string,
  heads: string[],
  rows: [string, HTMLElement[]][],
  kind = "",
): HTMLElement {
  const number = kind ? null : "number";
  return h(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": name },
    h(
      "table",
      { class: kind || null },
      h("caption", { class: "hidden" }, name),
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((head, k) => h("th", { scope: "col", class: k ? number : null }, head)),
        ),
      ),
      h(
        "tbody",
        null,
        rows.map(([head, cells]) => h("tr", null, h("th", { scope: "row" }, head), cells)),
      ),
    ),
  );
}

/** What the section depends on. */
export function ratingsNeed(state: State): string {
  return state.rater;
}
