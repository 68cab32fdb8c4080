// The score: a slider without a value until somebody moves it, and a field for the number.

import { byId, make } from "./view.js";

export class Slider {
  constructor({ question, least, most, anchors }, onChange) {
    this.least = least;
    this.most = most;
    this.value = null;
    this.slider = byId("slider");
    this.field = byId("score");
    byId("slider-question").textContent = question;
    for (const input of [this.slider, this.field]) Object.assign(input, { min: least, max: most, step: 1 });
    byId("anchors").replaceChildren(...anchors.map((anchor) => this.anchor(anchor)));
    const moved = () => this.set(Number(this.slider.value), onChange);
    this.slider.addEventListener("input", moved);
    this.slider.addEventListener("pointerup", moved); // also on the very place where the thumb waits
    this.slider.addEventListener("keydown", (event) => {
      if ((event.key === " " || event.key === "Enter") && this.value === null) {
        event.preventDefault();
        event.stopPropagation();
        moved();
      }
    });
    this.field.addEventListener("input", () => {
      const typed = this.field.value.trim();
      const number = Number(typed);
      const isRight = typed !== "" && Number.isInteger(number) && least <= number && number <= most;
      this.field.setAttribute("aria-invalid", String(typed !== "" && !isRight));
      this.show(isRight ? number : null, { keepField: true });
      onChange();
    });
  }

  anchor({ value, text }) {
    const item = make("li", {}, make("strong", { textContent: value }), ` ${text}`);
    item.style.setProperty("--at", `${(100 * (value - this.least)) / (this.most - this.least)}%`);
    item.classList.toggle("least", value === this.least);
    item.classList.toggle("most", value === this.most);
    return item;
  }

  set(value, onChange) {
    this.show(value);
    onChange();
  }

  // A value, or null: the thumb waits in the middle, and is not to be seen.
  show(value, { keepField = false } = {}) {
    this.value = value;
    this.slider.classList.toggle("unset", value === null);
    this.slider.value = value ?? Math.round((this.least + this.most) / 2);
    this.slider.setAttribute("aria-valuetext", value === null ? "no score yet" : String(value));
    if (!keepField) {
      this.field.value = value ?? "";
      this.field.removeAttribute("aria-invalid");
    }
  }
}
