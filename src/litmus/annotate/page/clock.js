// Time spent on an item: while the page is seen and something happens on it. Who looks at a text
// without touching anything is believed for a minute; then it is a break.

const MOST_IDLE = 60_000; // milliseconds between two signs of life
const SIGNS = ["keydown", "pointerdown", "pointermove", "wheel", "touchmove", "scroll", "input"];

export class Clock {
  constructor(now = () => performance.now()) {
    this.now = now;
    this.spent = new Map(); // position -> milliseconds, also of items that were left without an answer
    this.position = null;
    this.last = null; // null: nobody is looking
  }

  listen() {
    for (const sign of SIGNS) window.addEventListener(sign, () => this.tick(), { capture: true, passive: true });
    document.addEventListener("visibilitychange", () => (document.hidden ? this.pause() : this.resume()));
  }

  // From now on it is about this item; `before` are the seconds spent on it so far.
  turnTo(position, before) {
    this.tick();
    this.position = position;
    if (!this.spent.has(position)) this.spent.set(position, 1000 * (before ?? 0));
    this.last = document.hidden ? null : this.now();
  }

  tick() {
    if (this.last === null || this.position === null) return;
    const now = this.now();
    const passed = Math.min(Math.max(now - this.last, 0), MOST_IDLE);
    this.spent.set(this.position, this.spent.get(this.position) + passed);
    this.last = now;
  }

  pause() {
    this.tick();
    this.last = null;
  }

  resume() {
    this.last = this.now();
  }

  seconds() {
    this.tick();
    return Math.round((this.spent.get(this.position) ?? 0) / 100) / 10;
  }
}
