// A text in which errors can be marked: by dragging over it, by tapping its words, or by keys.
// For screen readers it is a list box whose options are the words.

import { byId, make } from "./view.js";
import { covering, lanes, pieces } from "./spans.js";
import { edges, length, snapped, units } from "./words.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1 };

export class MarkableText {
  // `on` has select(range), pick(range), open(index), remove(index) and leave().
  constructor(id, side, language, on) {
    Object.assign(this, { id, side, language, on, cursor: 0, anchor: null });
    document.addEventListener("mouseup", (event) => this.dragged(event));
  }

  // A new text; `name` is what screen readers call it.
  setText(text, name) {
    this.units = units(text, this.language);
    this.words = this.units.filter(({ isWord }) => isWord);
    this.letters = edges(text, this.language);
    this.cursor = 0;
    this.anchor = null;
    this.box = make("p", { className: "sentence markable", id: `${this.id}-text`, lang: this.language, dir: "auto" });
    this.box.tabIndex = 0;
    this.box.setAttribute("role", "listbox");
    this.box.setAttribute("aria-multiselectable", "true");
    this.box.setAttribute("aria-orientation", "horizontal");
    this.box.setAttribute("aria-label", name);
    this.box.addEventListener("keydown", (event) => this.pressed(event));
    this.box.addEventListener("click", (event) => this.tapped(event));
    this.box.addEventListener("focus", () => this.showCursor());
    return this.box;
  }

  // `spans` are the errors of this side with `number`, `severity` and `tone`.
  show(spans, selection, current) {
    this.spans = spans;
    const lane = lanes(spans);
    let place = -1;
    const elements = pieces(this.units, spans, selection).map((unit) => {
      const parts = unit.parts.map((part) => this.part(part, lane, current));
      if (!unit.isWord) return make("span", { className: "blank" }, ...parts);
      place += 1;
      const option = make("span", { className: "unit", id: `${this.id}-word-${place}` }, ...parts);
      option.dataset.place = place;
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", String(unit.parts.some(({ isSelected }) => isSelected)));
      option.setAttribute("aria-label", this.spoken(unit));
      return option;
    });
    if (place < 0) elements.push(make("em", { className: "empty", textContent: "(empty)" }));
    for (const [k, missing] of spans.filter(({ end }) => end === 0).entries()) {
      elements.push(" ", this.missing(missing, k, current));
    }
    this.box.replaceChildren(...elements);
    this.showCursor();
  }

  part({ text, errors, start, end, isSelected }, lane, current) {
    const piece = make("span", { className: "part" }, text);
    Object.assign(piece.dataset, { start, end });
    for (const k of errors) piece.classList.add(`lane-${lane.get(k)}-${this.spans[k].tone}`);
    if (errors.length > 0) piece.classList.add("error");
    if (isSelected) piece.classList.add("selected");
    if (errors.some((k) => this.spans[k].number === current)) piece.classList.add("current");
    const begins = errors.filter((k) => this.spans[k].start === start).map((k) => this.spans[k].number);
    if (begins.length > 0) piece.dataset.numbers = begins.sort((a, b) => a - b).join(" ");
    return piece;
  }

  missing({ number, tone, name, index }, place, current) {
    const chip = make("span", { className: `missing tone-${tone}`, textContent: "[missing]", id: `${this.id}-missing-${place}` });
    chip.dataset.numbers = number;
    chip.classList.toggle("current", number === current);
    chip.setAttribute("role", "option");
    chip.setAttribute("aria-selected", "false");
    chip.setAttribute("aria-label", `missing content, error ${number}, ${name}`);
    chip.addEventListener("click", (event) => {
      event.stopPropagation();
      this.on.open(index);
    });
    return chip;
  }

  spoken({ text, start, end }) {
    const errors = covering(this.spans, start, end).map((k) => this.spans[k]);
    return [text, ...errors.map(({ number, name }) => `error ${number}, ${name}`)].join(", ");
  }

  showCursor() {
    this.box.querySelector(".cursor")?.classList.remove("cursor");
    const word = byId(`${this.id}-word-${this.cursor}`);
    if (!word) {
      this.box.removeAttribute("aria-activedescendant");
      return;
    }
    word.classList.add("cursor");
    this.box.setAttribute("aria-activedescendant", word.id);
  }

  // --- mouse and touch -------------------------------------------------------------------------

  dragged(event) {
    const selection = getSelection();
    if (event.button !== 0 || !this.box || selection.isCollapsed || selection.rangeCount === 0) return;
    const range = selection.getRangeAt(0);
    if (!this.box.contains(range.startContainer) || !range.intersectsNode(this.box)) return;
    const start = this.placeOf(range.startContainer, range.startOffset);
    const isInside = this.box.contains(range.endContainer);
    const end = isInside ? this.placeOf(range.endContainer, range.endOffset) : (this.words.at(-1)?.end ?? 0);
    const found = snapped({ start, end }, this.words, this.letters);
    selection.removeAllRanges();
    if (!found) return;
    this.ignoresClick = true; // the one that follows
    setTimeout(() => (this.ignoresClick = false));
    this.setCursor(found.start);
    this.on.select(found);
  }

  // A place in the document as one in the text.
  placeOf(node, offset) {
    if (node.nodeType === Node.TEXT_NODE) {
      const part = node.parentElement.closest(".part");
      return part ? Number(part.dataset.start) + length(node.data.slice(0, offset)) : this.words.at(-1).end;
    }
    const next = node.childNodes[offset];
    const part = next?.querySelector?.(".part") ?? next?.closest?.(".part");
    if (part) return Number(part.dataset.start);
    const before = node.closest(".part") ?? [...node.querySelectorAll(".part")].at(-1);
    return before ? Number(before.dataset.end) : 0;
  }

  tapped(event) {
    if (this.ignoresClick || !getSelection().isCollapsed) return;
    const word = event.target.closest(".unit");
    if (!word) return;
    this.cursor = Number(word.dataset.place);
    this.anchor = null;
    const part = event.target.closest(".part");
    const { start, end } = this.words[this.cursor];
    this.on.pick({ start, end }, covering(this.spans, Number(part?.dataset.start ?? start), Number(part?.dataset.end ?? end)));
  }

  // --- keys ------------------------------------------------------------------------------------

  setCursor(start) {
    this.cursor = Math.max(0, this.words.findIndex(({ end }) => end > start));
    this.anchor = null;
    this.showCursor();
  }

  word() {
    const { start, end } = this.words[this.cursor] ?? { start: 0, end: 0 };
    return { start, end };
  }

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.words.length === 0) return;
    const isRightToLeft = getComputedStyle(this.box).direction === "rtl";
    const last = this.words.length - 1;
    const step = STEPS[event.key] && (isRightToLeft ? -STEPS[event.key] : STEPS[event.key]);
    if (step) this.move(Math.min(Math.max(this.cursor + step, 0), last), event.shiftKey);
    else if (event.key === "Home") this.move(0, event.shiftKey);
    else if (event.key === "End") this.move(last, event.shiftKey);
    else if (event.key === " " || event.key === "Enter") {
      const { start, end } = this.word();
      this.on.pick({ start, end }, covering(this.spans, start, end));
    } else if (event.key === "Delete" || event.key === "Backspace") {
      const { start, end } = this.word();
      const [k] = covering(this.spans, start, end);
      if (k !== undefined) this.on.remove(this.spans[k].index);
    } else if (event.key === "Escape") this.on.leave();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  move(place, isExtending) {
    if (isExtending) {
      this.anchor ??= this.cursor;
      this.cursor = place;
      const [first, last] = [Math.min(this.anchor, place), Math.max(this.anchor, place)];
      this.on.select({ start: this.words[first].start, end: this.words[last].end });
    } else {
      this.anchor = null;
      this.cursor = place;
      this.showCursor();
    }
    byId(`${this.id}-word-${place}`)?.scrollIntoView({ block: "nearest" });
  }

  // The word at a place comes into sight; on a phone the form covers the lower part of the page.
  reveal(at) {
    const place = this.words.findIndex(({ end }) => end > at);
    byId(`${this.id}-word-${place}`)?.scrollIntoView({ block: "nearest" });
  }
}
