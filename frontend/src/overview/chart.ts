// What all charts share: they are drawn at the width they have, in the page's colours.

import { dot, gridX, plot, ruleY } from "@observablehq/plot";
import { h } from "../page/dom";

export const INK = "var(--ink)";
export const LINE = "var(--line)";
export const ACCENT = "var(--accent)";

/** A figure that draws itself anew when its width changes. `says` is its text for who cannot see. */
export function chart(
  says: string,
  draw: (width: number) => SVGSVGElement | HTMLElement,
  caption?: string,
): HTMLElement {
  const box = h("div", { class: "chart", role: "img", "aria-label": says });
  let width = 0;
  new ResizeObserver(([entry]) => {
    const now = Math.floor(entry.contentRect.width);
    if (now === width || now < 40) return;
    width = now;
    const drawn = draw(width);
    drawn.setAttribute("aria-hidden", "true");
    box.replaceChildren(drawn);
  }).observe(box);
  return h("figure", null, caption && h("figcaption", null, caption), box);
}

/** Room for the longest of some names at the left of a chart. */
export function roomFor(names: string[], width: number): number {
  const longest = Math.max(...names.map(cells));
  return Math.min(Math.max(40, 12 + longest * 6.6), width * 0.45);
}

/** Width of a text in Latin letters: Chinese, Japanese and Korean ones take two. */
function cells(text: string): number {
  return Array.from(text, (c): number =>
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60]/.test(c) ? 2 : 1,
  ).reduce((a, b) => a + b, 0);
}

export function shorten(text: string, most: number): string {
  const letters = Array.from(text);
  return letters.length > most ? `${letters.slice(0, most - 1).join("")}…` : text;
}

export interface Point {
  system: string;
  value: number;
  low: number | null;
  high: number | null;
  n: number;
  group?: string;
  best?: boolean;
  star?: boolean;
}

/** From the lowest to the highest end of an interval; some room where there is but one value. */
function around(points: Point[]): [number, number] {
  const low = Math.min(...points.map((p) => p.low ?? p.value));
  const high = Math.max(...points.map((p) => p.high ?? p.value));
  return low < high ? [low, high] : [low - 1, high + 1];
}

/** Dots with their intervals, a line a system; groups below each other. */
export function forest(
  points: Point[],
  width: number,
  options: { domain?: [number, number]; order: string[]; groups?: string[] },
): SVGSVGElement | HTMLElement {
  const grouped = points.some((p) => p.group !== undefined);
  const left = roomFor(options.order, width);
  const most = Math.floor(left / 6.4);
  const domain = options.domain ?? around(points);
  return plot({
    width,
    height: undefined,
    marginLeft: left,
    marginRight: grouped
      ? roomFor(
          points.map((p) => p.group ?? ""),
          width * 0.8,
        )
      : 14,
    marginTop: 6,
    marginBottom: 28,
    style: { fontFamily: "inherit", fontSize: "12px" },
    r: { type: "identity" },
    symbol: { type: "identity" },
    x: {
      domain,
      nice: !options.domain,
      ticks: Math.max(2, Math.floor(width / 80)),
      label: null,
      insetLeft: 6,
      insetRight: 6,
    },
    y: {
      domain: options.order,
      label: null,
      tickSize: 0,
      tickFormat: (name: string) => shorten(name, most),
    },
    fy: grouped ? { label: null, domain: options.groups } : undefined,
    marks: [
      gridX({ stroke: LINE, strokeOpacity: 1, ticks: Math.max(2, Math.floor(width / 80)) }),
      ruleY(
        points.filter((p) => p.low !== null),
        {
          y: "system",
          x1: "low",
          x2: "high",
          fy: grouped ? "group" : undefined,
          stroke: (p: Point) => (p.best ? ACCENT : INK),
          strokeWidth: 1.5,
        },
      ),
      dot(points, {
        y: "system",
        x: "value",
        fy: grouped ? "group" : undefined,
        r: (p: Point) => (p.best ? 5 : 4),
        symbol: (p: Point) => (p.best ? "diamond" : "circle"),
        fill: (p: Point) => (p.best ? ACCENT : INK),
        stroke: "var(--paper)",
        title: (p: Point) => `${p.system}: ${p.value.toFixed(1)} (n = ${p.n})`,
      }),
    ],
  });
}
