// Marked errors laid out over a text: which piece of it belongs to which errors.

export const LANES = 3; // lines under a piece of text; more errors share the last

// Errors that overlap get lines of their own, the longer one below: index of the error -> line.
export function lanes(spans) {
  const order = spans.map((_, k) => k).sort((a, b) => spans[a].start - spans[b].start || spans[b].end - spans[a].end);
  const ends = [];
  const found = new Map();
  for (const k of order) {
    let lane = ends.findIndex((end) => end <= spans[k].start);
    if (lane < 0) lane = Math.min(ends.length, LANES - 1);
    ends[lane] = Math.max(ends[lane] ?? 0, spans[k].end);
    found.set(k, lane);
  }
  return found;
}

// The text cut wherever a word, an error or the selection begins or ends.
export function pieces(units, spans, selection) {
  const marks = selection ? [...spans, selection] : spans;
  const cuts = [...new Set(marks.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  return units.map((unit) => {
    const characters = Array.from(unit.text);
    const inside = cuts.filter((cut) => unit.start < cut && cut < unit.end);
    const bounds = [unit.start, ...inside, unit.end];
    const parts = bounds.slice(1).map((end, k) => ({
      start: bounds[k],
      end,
      text: characters.slice(bounds[k] - unit.start, end - unit.start).join(""),
      errors: covering(spans, bounds[k], end),
      isSelected: Boolean(selection) && selection.start <= bounds[k] && end <= selection.end,
    }));
    return { ...unit, parts };
  });
}

// Indices of the errors that cover any of a place, the shortest first.
export function covering(spans, start, end) {
  const found = spans.map((_, k) => k).filter((k) => spans[k].start < end && start < spans[k].end);
  return found.sort((a, b) => spans[a].end - spans[a].start - (spans[b].end - spans[b].start));
}
