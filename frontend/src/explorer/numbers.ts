// The numbers on the segments shown: sums at once, intervals as soon as they are resampled.

import { h, replace } from "../page/dom";
import { arrow, fixed, interval, whole } from "../numbers/figures";
import { recompute } from "../numbers/recompute";
import { Slices } from "../page/slices";
import type { Column } from "../bundle";
import { type Row, type Suite, rowKey } from "../suite";

const MOST_TAGS = 20;

const keyOf = (row: Row): string => rowKey(row.system, row.metric, row.tag);

export class Numbers {
  readonly element = h("section", {
    class: "numbers",
    "aria-label": "Numbers on the segments shown",
  });
  private readonly work = new Slices<Row[]>();
  private tagsOpen = false;

  constructor(private readonly suite: Suite) {}

  /** `chosen` is null when no filter is on: then the numbers are those of the overview. */
  update(chosen: Int32Array | null): void {
    this.work.stop();
    if (!chosen) {
      this.draw(this.suite.rows, null, true);
      return;
    }
    const tags = this.suite.labels(false);
    const byLabel = tags.length > 0 && tags.length <= MOST_TAGS;
    const sums = [...recompute(this.suite, { segments: chosen, byLabel, intervals: false })];
    this.draw(
      sums.flatMap((rows) => rows ?? []),
      chosen.length,
      false,
    );
    if (!chosen.length) return;
    // Metric by metric the sums are replaced by rows with intervals.
    const found = new Map(sums.flatMap((rows) => rows ?? []).map((row) => [keyOf(row), row]));
    this.work.run(
      recompute(this.suite, { segments: chosen, byLabel, intervals: true }),
      (rows) => {
        for (const row of rows) found.set(keyOf(row), row);
        this.draw([...found.values()], chosen.length, false);
      },
      () => this.draw([...found.values()], chosen.length, true),
    );
  }

  private draw(rows: Row[], n: number | null, finished: boolean): void {
    const { suite } = this;
    const byKey = new Map(rows.map((row) => [keyOf(row), row]));
    const heading =
      n === null
        ? `All ${whole(suite.part?.total ?? suite.size)} segments`
        : `${whole(n)} of ${whole(suite.size)} segments: numbers recomputed on these`;
    const tags =
      n === null ? [] : suite.labels(false).filter((tag) => rows.some((row) => row.tag === tag));
    replace(
      this.element,
      h("h2", { "aria-live": "polite" }, heading),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "Numbers" },
        h(
          "table",
          { "aria-busy": String(!finished) },
          h(
            "thead",
            null,
            h(
              "tr",
              null,
              h("th", { scope: "col" }, "system"),
              suite.columns.map((column) =>
                h("th", { scope: "col", class: "number" }, arrow(column)),
              ),
            ),
          ),
          h(
            "tbody",
            null,
            suite.systems.map((system) => this.line(system, null, byKey, n !== null)),
            this.support(byKey),
          ),
        ),
      ),
      tags.length > 0 && this.tagTable(tags, byKey),
      n !== null &&
        h(
          "p",
          { class: "note" },
          "95 % intervals as litmus score would give them for these segments alone. No test under a filter: ",
          "a choice made by looking at the results makes p meaningless.",
        ),
    );
    this.element.dataset.state = finished ? "ready" : "busy";
  }

  private line(
    system: string,
    tag: string | null,
    byKey: Map<string, Row>,
    beside: boolean,
  ): HTMLElement {
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, tag ?? system),
      this.suite.columns.map((column) => {
        const row = byKey.get(rowKey(system, column.metric, tag));
        const all = this.suite.row(system, column.metric, tag);
        if (!row)
          return h(
            "td",
            { class: "number" },
            column.formula || tag ? "–" : h("span", { class: "note" }, "not recomputed"),
          );
        return h(
          "td",
          { class: "number" },
          h("span", { class: "value" }, fixed(row.value)),
          h("span", { class: "interval" }, interval(row)),
          beside && all && h("span", { class: "all" }, `all ${fixed(all.value)}`),
        );
      }),
    );
  }

  private support(byKey: Map<string, Row>): HTMLElement {
    return h(
      "tr",
      { class: "support" },
      h("th", { scope: "row" }, "n"),
      this.suite.columns.map((column) => {
        const found = this.suite.systems.map(
          (system) => byKey.get(rowKey(system, column.metric, null))?.n,
        );
        if (found.some((n) => n === undefined)) return h("td", { class: "number" }, "");
        const same = new Set(found).size === 1;
        return h(
          "td",
          { class: "number" },
          same ? whole(found[0] as number) : found.map((n) => whole(n as number)).join("/"),
        );
      }),
    );
  }

  /** The rows of every tag, folded away until asked for; it stays open while filters change. */
  private tagTable(tags: string[], byKey: Map<string, Row>): HTMLElement {
    const columns = this.suite.columns.filter((column) =>
      tags.some((tag) => byKey.has(rowKey(this.suite.systems[0], column.metric, tag))),
    );
    const heads = [
      ...["tag", "system"].map((text) => h("th", { scope: "col" }, text)),
      ...[...columns.map(arrow), "n"].map((t) => h("th", { scope: "col", class: "number" }, t)),
    ];
    const body = tags.flatMap((tag) =>
      this.suite.systems.map((system) => this.tagLine(tag, system, columns, byKey)),
    );
    const details = h(
      "details",
      { open: this.tagsOpen, ontoggle: () => (this.tagsOpen = details.open) },
      h("summary", null, "The same by tag"),
      h(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "Numbers by tag" },
        h(
          "table",
          { class: "small" },
          h("thead", null, h("tr", null, heads)),
          h("tbody", null, body),
        ),
      ),
    );
    return details;
  }

  private tagLine(
    tag: string,
    system: string,
    columns: Column[],
    byKey: Map<string, Row>,
  ): HTMLElement {
    const rows = columns.map((c) => byKey.get(rowKey(system, c.metric, tag)));
    const n = rows.find((row) => row !== undefined)?.n;
    return h(
      "tr",
      null,
      h("th", { scope: "row" }, tag),
      h("td", null, system),
      rows.map((row) =>
        h(
          "td",
          { class: "number" },
          h("span", { class: "value" }, row ? fixed(row.value) : "–"),
          h("span", { class: "interval" }, row ? interval(row) : ""),
        ),
      ),
      h("td", { class: "number" }, n === undefined ? "" : whole(n)),
    );
  }

  close(): void {
    this.work.stop();
  }
}
