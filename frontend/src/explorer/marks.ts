// A text with its marks: idioms, linked words, triggers, required words, tags, errors, the search.
// Marks may overlap, so the text is cut at every edge and each piece carries all that cover it.

import { h } from "../page/dom";
import { type Gravity, graver } from "../raters";

export interface Mark {
  start: number;
  end: number;
  kind: "idiom" | "linked" | "trigger" | "required" | "tag" | "error" | "found";
  name?: string; // of the tag or idiom; what the error is
  number?: number; // of an error
  gravity?: Gravity;
}

const KINDS: Mark["kind"][] = ["linked", "trigger", "required", "tag"];

/** Marks from the bundle's quadruples: kind, start, length, label. */
export function fromQuads(quads: number[] | 0, labels: string[]): Mark[] {
  const marks: Mark[] = [];
  for (let i = 0; quads && i < quads.length; i += 4) {
    const kind = KINDS[quads[i]];
    const [start, length, label] = [quads[i + 1], quads[i + 2], quads[i + 3]];
    marks.push({
      kind,
      start,
      end: start + length,
      name: kind === "tag" ? labels[label] : undefined,
    });
  }
  return marks;
}

/** Idiom marks from [label, start, length, start, length, ...]. */
export function fromIdioms(idioms: number[][], labels: string[]): Mark[] {
  const marks: Mark[] = [];
  for (const [label, ...spans] of idioms)
    for (let i = 0; i < spans.length; i += 2)
      marks.push({
        kind: "idiom",
        start: spans[i],
        end: spans[i] + spans[i + 1],
        name: labels[label],
      });
  return marks;
}

/** Where the words of a search stand. */
export function fromSearch(text: string, query: string): Mark[] {
  const folded = text.toLowerCase();
  if (folded.length !== text.length) return []; // offsets would not fit: rare, and only colour is lost
  const marks: Mark[] = [];
  for (const word of query.toLowerCase().split(/\s+/).filter(Boolean))
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length))
      marks.push({ kind: "found", start: at, end: at + word.length });
  return marks;
}

const SAYS: Record<Mark["kind"], string> = {
  idiom: "idiom",
  linked: "linked to the idiom",
  trigger: "counts against the translation",
  required: "should be there",
  tag: "tag",
  error: "error",
  found: "found",
};

/** A paragraph in its own language and direction. */
export function marked(text: string, marks: Mark[], language: string, className = ""): HTMLElement {
  const paragraph = h("p", { class: `text ${className}`.trim(), lang: language, dir: "auto" });
  const inside = marks.filter((mark) => mark.end > mark.start && mark.end <= text.length);
  const gaps = marks.filter((m) => m.kind === "error" && m.end === m.start && m.end <= text.length);
  const edges = [...new Set([0, text.length, ...inside.flatMap((m) => [m.start, m.end])])];
  for (const gap of gaps) if (!edges.includes(gap.start)) edges.push(gap.start);
  edges.sort((a, b) => a - b);
  for (let i = 0; i + 1 < edges.length; i++) {
    const [from, to] = [edges[i], edges[i + 1]];
    paragraph.append(...gapsAt(gaps, from));
    const covering = inside.filter((mark) => mark.start <= from && to <= mark.end);
    paragraph.append(covering.length ? piece(text, from, to, covering) : text.slice(from, to));
  }
  paragraph.append(...gapsAt(gaps, text.length));
  if (!text.trim()) paragraph.append(h("em", { class: "empty" }, "(empty)"));
  return paragraph;
}

/** Errors that cover nothing, such as omissions: a sign where they are. */
function gapsAt(gaps: Mark[], place: number): HTMLElement[] {
  return gaps
    .filter((mark) => mark.start === place)
    .map((mark) =>
      h("mark", {
        class: `m-error m-gap e-${mark.gravity}`,
        title: mark.name,
        "data-no": mark.number,
      }),
    );
}

function piece(text: string, from: number, to: number, covering: Mark[]): HTMLElement {
  const kinds = [...new Set(covering.map((mark) => mark.kind))];
  const ends = covering.filter((mark) => mark.end === to);
  const tags = ends.filter((mark) => mark.kind === "tag").map((mark) => mark.name);
  const says = covering.map((mark) =>
    mark.name ? `${SAYS[mark.kind]}: ${mark.name}` : SAYS[mark.kind],
  );
  const errors = covering.filter((mark) => mark.kind === "error");
  const grave = errors.map((mark) => mark.gravity as Gravity);
  const begun = errors.filter((mark) => mark.start === from).map((mark) => mark.number);
  const ending = (kind: Mark["kind"]): boolean => ends.some((mark) => mark.kind === kind);
  return h(
    "mark",
    {
      class: [
        ...kinds.map((kind) => `m-${kind}`),
        ...(grave.length ? [`e-${grave.reduce(graver)}`] : []),
        ...(errors.length > 1 ? ["m-several"] : []),
      ].join(" "),
      title: [...new Set(says)].join("; "),
      // The signs beside the colours are drawn from these.
      "data-tag": tags.length ? [...new Set(tags)].join(" ") : null,
      "data-no": begun.length ? begun.join(" ") : null,
      "data-sign": ending("trigger") ? "✗" : ending("required") ? "✓" : null,
    },
    text.slice(from, to),
  );
}
