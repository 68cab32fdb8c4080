// An answer with marked errors and a score, while it is being made.

import { ErrorForm, showErrors } from "./errors.js";
import { MarkableText } from "./marking.js";
import { Slider } from "./slider.js";
import { byId, say, show, showChosen } from "./view.js";
import { length, moved, slice } from "./words.js";

const HINT = "No error is marked. Drag over words, or tap the first and the last of them.";

export class Rating {
  // `onChange(answer)` is called with what the answer is now, saved or not.
  constructor(start, onChange) {
    this.start = start;
    this.rules = start.spans;
    this.onChange = onChange;
    show("errors-box", Boolean(start.spans));
    show("slider-box", Boolean(start.slider));
    show("save", true);
    this.slider = start.slider && new Slider(start.slider, () => this.changed());
    this.texts = {};
    if (this.rules) this.prepareErrors();
  }

  prepareErrors() {
    byId("errors-title").textContent = this.start.question;
    show("missing", this.rules.missing !== "");
    byId("missing").addEventListener("click", () => this.addMissing());
    this.form = new ErrorForm(this.rules, {
      severity: (key) => this.setSeverity(key),
      category: (key) => this.setCategory(key),
      nudge: (edge, direction) => this.nudge(edge, direction),
      remove: () => (this.draft ? this.leave() : this.remove(this.editing)),
      close: () => this.leave(),
    });
    for (const side of this.rules.source ? ["target", "source"] : ["target"]) {
      this.texts[side] = new MarkableText(side, side, this.start[side], {
        select: (range) => this.select({ ...range, side }),
        pick: (range, covered) => this.pick({ ...range, side }, covered),
        open: (index) => this.open(index),
        remove: (index) => this.remove(index),
        leave: () => this.leave(),
      });
    }
  }

  // An item, with the answer that stands or one that was begun and not saved.
  showItem(item, begun) {
    this.item = item;
    const answer = begun ?? { label: item.label, spans: item.spans ?? [], score: item.score, comment: item.comment };
    this.label = answer.label;
    this.spans = (answer.spans ?? []).map(({ in: side = "target", ...span }) => ({ ...span, side }));
    this.draft = null;
    this.editing = null;
    byId("comment").value = answer.comment;
    this.slider?.show(answer.score);
    for (const [side, text] of Object.entries(this.texts)) {
      const name = side === "source" ? "Source" : "Translation";
      const shown = byId(side).querySelector(".sentence");
      shown.replaceWith(text.setText(item[side], `${name}, word by word`));
    }
    this.refresh();
  }

  answer() {
    const spans = this.spans.map(({ start, end, severity, category, side }) => ({
      start,
      end,
      severity,
      ...(category ? { category } : {}),
      ...(side === "source" ? { in: side } : {}),
    }));
    return {
      ...(this.start.labels.length > 0 ? { label: this.label } : {}),
      ...(this.rules ? { spans } : {}),
      ...(this.slider ? { score: this.slider.value } : {}),
      comment: byId("comment").value,
    };
  }

  // What is still missing before it can be saved, and where to look for it; null: nothing.
  problem() {
    if (this.draft) return ["Say how severe the new error is, or cancel it.", byId("editor")];
    const old = this.spans.findIndex(({ severity }) => !this.rules.severities.some(({ key }) => key === severity));
    if (old >= 0) {
      return [`Error ${old + 1}: this task has no ${this.spans[old].severity} any more. Say how severe it is.`, byId("error-list")];
    }
    const whole = this.spans.find(({ category }) => this.category(category)?.whole);
    if (whole && this.spans.length > 1) {
      return [`${whole.category} stands alone: remove the other errors.`, byId("error-list")];
    }
    if (this.start.labels.length > 0 && !this.label) return ["Choose an answer first.", byId("labels")];
    if (this.slider && this.slider.value === null) return ["Give a score first.", byId("slider-box")];
    return null;
  }

  choose(label) {
    this.label = label;
    this.changed();
  }

  changed() {
    this.refresh();
    this.onChange(this.answer());
  }

  // --- errors ----------------------------------------------------------------------------------

  category(key) {
    return this.rules.categories.find((one) => one.key === key);
  }

  // The error at hand: one that is being made, or one that is being changed.
  current() {
    return this.draft ?? this.spans[this.editing] ?? null;
  }

  // From a drag or from keys: a new error, or the extension of the one that is being made.
  select(range) {
    if (!this.draft && this.isFull()) return;
    this.editing = null;
    const kept = this.draft && this.draft.end > 0 ? this.draft : {};
    this.draft = { severity: null, category: null, ...kept, ...range };
    this.refresh();
    this.texts[range.side].reveal(range.end - 1);
    say(`Selected: ${slice(this.item[range.side], range.start, range.end)}`);
  }

  // From a tap: the second one extends to it. On a marked word it leads to its errors, then beyond.
  pick(range, covered) {
    const { draft } = this;
    if (draft && draft.side === range.side && draft.end > 0) {
      if (draft.start === range.start && draft.end === range.end) this.leave();
      else if (draft.start <= range.start && range.end <= draft.end) this.select(range);
      else this.select({ ...range, start: Math.min(draft.start, range.start), end: Math.max(draft.end, range.end) });
      return;
    }
    const own = this.indicesOf(range.side);
    const errors = covered.map((k) => own[k]);
    const next = errors.indexOf(this.editing) + 1;
    if (next < errors.length) this.open(errors[next]);
    else this.select(range);
  }

  indicesOf(side) {
    return this.spans.map((_, k) => k).filter((k) => this.spans[k].side === side);
  }

  isFull() {
    const isFull = this.spans.length >= this.rules.most;
    if (isFull) say(`At most ${this.rules.most} errors can be marked.`);
    return isFull;
  }

  addMissing() {
    if (this.rules.missing === "" || this.isFull()) return;
    this.editing = null;
    this.draft = { start: 0, end: 0, side: "target", severity: null, category: this.rules.missing };
    this.refresh();
    byId("severities").firstElementChild.focus({ preventScroll: true });
  }

  // `word` is where the cursor of a text is: a key marks it if nothing is selected.
  setSeverity(key, word = null) {
    if (!this.current() && word) this.select(word);
    const error = this.current();
    if (!error) {
      say("Select the words that are wrong first.");
      return;
    }
    const fixed = this.category(error.category)?.severity;
    if (fixed && fixed !== key) say(`${error.category} is always ${fixed}.`);
    error.severity = fixed ?? key;
    this.settle();
  }

  setCategory(key) {
    const error = this.current();
    const { whole, severity } = this.category(key);
    error.category = key;
    if (severity) error.severity = severity;
    if (whole) Object.assign(error, { start: 0, end: length(this.item.target), side: "target" });
    this.settle();
  }

  // An error that is complete is one of the list.
  settle() {
    const { draft } = this;
    if (draft?.severity && (draft.category || this.rules.categories.length === 0)) {
      this.spans.push({ ...draft, category: draft.category ?? undefined });
      this.draft = null;
      this.changed();
      say(`Error ${this.spans.length} marked: ${this.severity(draft.severity).name}`);
      if (draft.end > 0) this.backToText(draft);
    } else if (draft) {
      this.refresh();
      this.texts[draft.side].reveal(draft.end - 1);
      // Not where that would bring up a keyboard over half of the page.
      if (matchMedia("(hover: hover)").matches) byId("category").focus({ preventScroll: true });
    } else this.changed();
  }

  backToText({ side, start }) {
    this.texts[side].setCursor(start);
    this.texts[side].box.focus({ preventScroll: true });
  }

  // Answers outlive a severity that was taken out of the task.
  severity(key) {
    return this.rules.severities.find((one) => one.key === key) ?? { key, name: key, tone: "none", sign: "?" };
  }

  open(index) {
    this.draft = null;
    this.editing = index;
    this.refresh();
  }

  remove(index) {
    if (index === null) return;
    this.spans.splice(index, 1);
    this.editing = null;
    this.changed();
    say("Error removed");
  }

  leave() {
    const error = this.current();
    this.draft = null;
    this.editing = null;
    this.refresh();
    if (error && error.end > 0) this.backToText(error);
    else document.activeElement?.blur();
  }

  nudge(edge, direction) {
    const error = this.current();
    const { start, end } = moved(error, edge, direction, this.texts[error.side].letters);
    Object.assign(error, { start, end });
    if (this.draft) this.refresh();
    else this.changed();
  }

  // The word at the cursor of the text that has the focus.
  focusedWord() {
    const text = Object.values(this.texts).find(({ box }) => box === document.activeElement);
    return text && text.words.length > 0 ? { ...text.word(), side: text.side } : null;
  }

  focus(side) {
    this.texts[side]?.box.focus();
  }

  // --- what is shown ---------------------------------------------------------------------------

  refresh() {
    if (this.start.labels.length > 0) showChosen(this.label);
    if (!this.rules) return;
    const errors = this.spans.map((span, index) => {
      const { name, tone, sign } = this.severity(span.severity);
      const quoted = span.end > 0 ? slice(this.item[span.side], span.start, span.end) : null;
      return { ...span, name, tone, sign, quoted, index, number: index + 1, isCurrent: index === this.editing };
    });
    const current = this.editing === null ? null : this.editing + 1;
    for (const [side, text] of Object.entries(this.texts)) {
      const selection = this.draft && this.draft.side === side && this.draft.end > 0 ? this.draft : null;
      text.show(errors.filter((error) => error.side === side), selection, current);
    }
    const error = this.current();
    this.form.show(error, error && slice(this.item[error.side], error.start, error.end), Boolean(this.draft));
    showErrors(errors, HINT, { open: (index) => this.open(index), remove: (index) => this.remove(index) });
  }
}
