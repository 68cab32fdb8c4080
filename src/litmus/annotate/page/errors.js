// The errors that were marked, as a list, and the form for the one at hand: severity and kind.

import { byId, make, show } from "./view.js";

export class ErrorForm {
  // `on` has severity(key), category(key), nudge(edge, direction), remove() and close().
  constructor(rules, on) {
    this.rules = rules;
    this.on = on;
    this.isOn = false;
    this.matches = [];
    this.active = 0;
    byId("severities").replaceChildren(...rules.severities.map((one) => this.severityButton(one)));
    show("category-box", rules.categories.length > 0);
    byId("category").addEventListener("input", () => this.filter());
    byId("category").addEventListener("keydown", (event) => this.pressed(event));
    byId("category").addEventListener("focus", ({ target }) => target.select());
    for (const button of byId("nudges").querySelectorAll("button")) {
      button.addEventListener("click", () => on.nudge(button.dataset.edge, Number(button.dataset.direction)));
    }
    byId("remove").addEventListener("click", () => on.remove());
    byId("close-editor").addEventListener("click", () => on.close());
  }

  severityButton({ key, name, hotkey, sign, tone, description }) {
    const button = make(
      "button",
      { type: "button", className: `severity tone-${tone}`, title: description },
      make("span", { className: "sign", textContent: sign, ariaHidden: "true" }),
      make("span", { className: "name", textContent: name }),
      make("kbd", { textContent: hotkey }),
    );
    button.dataset.key = key;
    button.setAttribute("aria-keyshortcuts", hotkey);
    button.addEventListener("click", () => this.on.severity(key));
    return button;
  }

  // The error at hand; null: there is none. `quoted` is what it covers.
  show(error, quoted, isNew) {
    show("editor", error !== null);
    if (error === null) {
      this.isOn = false;
      return;
    }
    const isMissing = error.end === 0;
    byId("editor").classList.toggle("fresh", !error.severity);
    byId("editor-title").textContent = isNew ? "New error" : "Error";
    byId("editor-text").replaceChildren(
      ...(isMissing ? ["missing content"] : ["“", make("bdi", { textContent: quoted }), "”"]),
    );
    show("editor-side", error.side === "source");
    show("nudges", !isMissing);
    byId("remove").textContent = isNew ? "Cancel" : "Remove";
    show("close-editor", !isNew);
    for (const button of byId("severities").children) {
      button.setAttribute("aria-pressed", String(button.dataset.key === error.severity));
    }
    const isOther = !this.isOn || this.error?.side !== error.side || this.category !== error.category;
    Object.assign(this, { isOn: true, error, category: error.category });
    if (isOther) {
      byId("category").value = error.category ?? "";
      this.filter(true);
    }
    show("category-box", this.rules.categories.length > 0 && !isMissing);
  }

  // --- the typology ----------------------------------------------------------------------------

  filter(isAll = false) {
    const asked = isAll ? [] : byId("category").value.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = ({ key, description, side }) =>
      (side === null || side === this.error.side) &&
      asked.every((word) => `${key} ${description}`.toLowerCase().includes(word));
    this.matches = this.rules.categories.filter(fits);
    const chosen = this.matches.findIndex(({ key }) => key === this.error.category);
    this.active = Math.max(chosen, 0);
    const groups = new Map();
    for (const [k, category] of this.matches.entries()) {
      const [group, ...rest] = category.key.split("/");
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push(this.option(k, category, rest.join("/") || group));
    }
    const list = [...groups].map(([name, options]) => {
      const isAlone = options.length === 1 && !this.matches[options[0].dataset.place].key.includes("/");
      const heading = make("span", { className: "group-name", textContent: name, ariaHidden: "true" });
      const box = make("div", { className: "group" }, ...(isAlone ? [] : [heading]), ...options);
      box.setAttribute("role", "group");
      box.setAttribute("aria-label", name);
      return box;
    });
    byId("category-list").replaceChildren(...list);
    show("no-category", list.length === 0);
    this.showActive();
  }

  option(place, { key, description }, name) {
    const option = make(
      "div",
      { className: "option", id: `category-${place}` },
      make("span", { className: "name", textContent: name }),
      make("span", { className: "description", textContent: description }),
    );
    option.dataset.place = place;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", String(key === this.error.category));
    option.addEventListener("click", () => this.on.category(key));
    return option;
  }

  showActive() {
    byId("category-list").querySelector(".active")?.classList.remove("active");
    const option = byId(`category-${this.active}`);
    if (!option) {
      byId("category").removeAttribute("aria-activedescendant");
      return;
    }
    option.classList.add("active");
    byId("category").setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  pressed(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) this.active = (this.active + step + this.matches.length) % Math.max(this.matches.length, 1);
    else if (event.key === "Enter" && this.matches.length > 0) this.on.category(this.matches[this.active].key);
    else if (event.key === "Escape") this.on.close();
    else return;
    this.showActive();
    event.preventDefault();
    event.stopPropagation();
  }
}

// All errors in order, each with a way to change it and to be rid of it.
export function showErrors(errors, hint, on) {
  const items = errors.map(({ number, sign, name, tone, side, quoted, category, index, isCurrent }) => {
    const what = quoted === null ? "missing content" : make("bdi", { textContent: quoted });
    const kind = quoted === null ? null : category;
    const about = [name, kind, side === "source" ? "in the source" : null].filter(Boolean).join(" · ");
    const open = make(
      "button",
      { type: "button", className: "open" },
      make("span", { className: `sign tone-${tone}`, textContent: `${number} ${sign}`, ariaHidden: "true" }),
      make("span", { className: "for-readers", textContent: `Change error ${number}: ` }),
      make("span", { className: "quoted" }, what),
      make("span", { className: "about-error", textContent: about }),
    );
    open.addEventListener("click", () => on.open(index));
    const remove = make("button", { type: "button", className: "remove", textContent: "✕" });
    remove.setAttribute("aria-label", `Remove error ${number}: ${quoted ?? "missing content"}`);
    remove.addEventListener("click", () => on.remove(index));
    return make("li", { className: isCurrent ? "current" : "" }, open, remove);
  });
  byId("error-list").replaceChildren(...items);
  byId("no-errors").textContent = hint;
  show("no-errors", items.length === 0);
}
