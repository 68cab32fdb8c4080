// The list of segments: only those in view are in the document, however many there are.

import {
  Virtualizer,
  observeWindowOffset,
  observeWindowRect,
  windowScroll,
} from "@tanstack/virtual-core";
import { h } from "../page/dom";

export interface ListContent {
  segments: Int32Array;
  /** What an element was made from: when this changes, it is made anew. */
  version: (segment: number) => string;
  render: (segment: number) => HTMLElement;
  estimate: number;
}

export class List {
  readonly element = h("div", { class: "list", role: "feed", "aria-label": "Segments" });
  private content: ListContent = {
    segments: new Int32Array(0),
    version: () => "",
    render: () => h("div"),
    estimate: 200,
  };
  private readonly shown = new Map<number, { version: string; element: HTMLElement }>();
  private readonly virtual: Virtualizer<Window, HTMLElement>;
  private readonly stop: () => void;
  private readonly observer: ResizeObserver;

  constructor() {
    this.virtual = new Virtualizer<Window, HTMLElement>(this.options());
    const unmount = this.virtual._didMount();
    // What stands above the list may grow; then everything in it moves.
    this.observer = new ResizeObserver(() => this.update());
    this.observer.observe(document.body);
    this.stop = () => {
      unmount();
      this.observer.disconnect();
    };
  }

  private options(): ConstructorParameters<typeof Virtualizer<Window, HTMLElement>>[0] {
    return {
      count: this.content.segments.length,
      getScrollElement: () => window,
      estimateSize: () => this.content.estimate,
      getItemKey: (index) => this.content.segments[index],
      overscan: 3,
      gap: 0,
      scrollMargin: this.margin(),
      scrollPaddingStart: this.covered(),
      observeElementRect: observeWindowRect,
      observeElementOffset: observeWindowOffset,
      scrollToFn: windowScroll,
      initialRect: { width: window.innerWidth, height: window.innerHeight },
      onChange: () => this.draw(),
    };
  }

  /** How much the bar at the top covers. */
  private covered(): number {
    return (document.querySelector<HTMLElement>(".top")?.offsetHeight ?? 0) + 8;
  }

  private margin(): number {
    return this.element.isConnected ? this.element.getBoundingClientRect().top + window.scrollY : 0;
  }

  /** Shows other segments, or the same ones anew. */
  set(content: ListContent): void {
    this.content = content;
    this.update();
  }

  update(): void {
    if (!this.element.isConnected) return;
    this.virtual.setOptions(this.options());
    this.virtual._willUpdate();
    this.draw();
  }

  private draw(): void {
    const { segments, version, render } = this.content;
    const margin = this.virtual.options.scrollMargin;
    const items = this.virtual.getVirtualItems();
    const wanted = new Set(items.map((item) => segments[item.index]));
    for (const [segment, { element }] of this.shown)
      if (!wanted.has(segment)) {
        element.remove();
        this.shown.delete(segment);
      }
    let before: HTMLElement | null = null;
    for (const item of items) {
      const segment = segments[item.index];
      let found = this.shown.get(segment);
      if (!found || found.version !== version(segment)) {
        const element = h("div", { class: "row" }, render(segment));
        if (found) found.element.replaceWith(element);
        this.shown.set(segment, (found = { version: version(segment), element }));
      }
      const { element } = found;
      element.dataset.index = String(item.index);
      element.firstElementChild?.setAttribute("aria-posinset", String(item.index + 1));
      element.firstElementChild?.setAttribute("aria-setsize", String(segments.length));
      element.style.transform = `translateY(${item.start - margin}px)`;
      // Elements stay in reading order, so that tabbing follows the eye; those in place stay put.
      const after: ChildNode | null = before ? before.nextSibling : this.element.firstChild;
      if (after !== element) this.element.insertBefore(element, after);
      before = element;
      this.virtual.measureElement(element);
    }
    this.element.style.height = `${this.virtual.getTotalSize()}px`;
  }

  /** Brings a segment into view. */
  show(segment: number, align: "start" | "center" | "auto" = "auto"): void {
    const index = this.content.segments.indexOf(segment);
    if (index >= 0) this.virtual.scrollToIndex(index, { align });
  }

  /** The element of a segment, if it is in view. */
  find(segment: number): HTMLElement | null {
    return this.shown.get(segment)?.element.querySelector<HTMLElement>(".card") ?? null;
  }

  close(): void {
    this.stop();
  }
}
