// The sentences around a segment: those of its document, or those its suite brings along.

import { h, replace, select } from "../page/dom";
import type { Suite } from "../suite";
import { marked } from "./marks";

const AROUND = 3;

export function neighbours(suite: Suite, segment: number): HTMLElement | null {
  const own = suite.listed.segments.context[segment];
  const document = suite.document(segment);
  if (!own && document === null) return null;
  const list = h("ol");
  const draw = (beside: number): void =>
    replace(list, given(suite, own), around(suite, segment, beside));
  draw(-1);
  // Discourse shows in what a system said before, so its own sentences can be put beside the source.
  const choices: [string, string][] = [
    ["-1", "reference"],
    ...suite.systems.map((name, k): [string, string] => [String(k), name]),
  ];
  return h(
    "section",
    { class: "neighbours" },
    h(
      "div",
      { class: "bar" },
      h("h4", null, document === null ? "Context" : `In document ${document}`),
      document !== null && select("beside it", choices, "-1", (value) => draw(Number(value))),
    ),
    list,
  );
}

/** The sentences before, where the suite brings them. */
function given(suite: Suite, own: [number[], number[]] | 0): HTMLElement[] {
  if (!own) return [];
  const [sources, references] = own.map((numbers) => numbers.map((number) => suite.text(number)));
  const length = Math.max(sources.length, references.length);
  return Array.from({ length }, (_, i) =>
    pair(
      suite,
      `${i - length}`,
      sources[i + sources.length - length],
      references[i + references.length - length],
    ),
  );
}

/** The neighbours in the document, with the reference (-1) or a system's output beside. */
function around(suite: Suite, segment: number, beside: number): HTMLElement[] {
  const { doc } = suite.listed.segments;
  if (doc[segment] < 0) return [];
  const found: HTMLElement[] = [];
  for (
    let s = Math.max(0, segment - AROUND);
    s <= Math.min(suite.size - 1, segment + AROUND);
    s++
  ) {
    if (doc[s] !== doc[segment]) continue;
    const other = beside < 0 ? suite.references(s)[0] : suite.output(beside, s);
    found.push(pair(suite, suite.id(s), suite.source(s), other, s === segment));
  }
  return found;
}

function pair(suite: Suite, name: string, source = "", other = "", here = false): HTMLElement {
  return h(
    "li",
    { class: here ? "here" : null },
    h("span", { class: "id" }, here ? `${name} ←` : name),
    source && marked(source, [], suite.about.source),
    other && marked(other, [], suite.about.target),
  );
}
