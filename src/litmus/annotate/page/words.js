// Words and letters of a text with their places. Places count characters (code points), as Python
// does; a JavaScript string counts UTF-16 units, of which an emoji has two or more.

export const length = (text) => Array.from(text).length;

export const slice = (text, start, end) => Array.from(text).slice(start, end).join("");

function segments(text, language, granularity) {
  if (typeof Intl.Segmenter !== "function") {
    const pattern = granularity === "word" ? /\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu : /\P{M}\p{M}*|\p{M}+/gu;
    return text.match(pattern) ?? [];
  }
  let segmenter;
  try {
    segmenter = new Intl.Segmenter(language, { granularity });
  } catch {
    segmenter = new Intl.Segmenter(undefined, { granularity }); // a code that browsers do not know
  }
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

// The text in order: words and signs, which can be marked, and the blanks between them.
export function units(text, language) {
  let start = 0;
  return segments(text, language, "word").map((piece) => {
    const unit = { start, end: start + length(piece), text: piece, isWord: piece.trim() !== "" };
    start = unit.end;
    return unit;
  });
}

// Where a mark may begin and end: never inside a letter with its accents, or inside an emoji.
export function edges(text, language) {
  const found = [0];
  for (const piece of segments(text, language, "grapheme")) found.push(found.at(-1) + length(piece));
  return found;
}

// A selection as it is meant: letters if it stays inside one word, and whole words otherwise,
// without the blanks around them. Null if nothing but blanks was selected.
export function snapped(range, words, letters) {
  const touched = words.filter(({ start, end, isWord }) => isWord && start < range.end && range.start < end);
  if (touched.length === 0) return null;
  const [first, last] = [touched[0], touched.at(-1)];
  if (first !== last) return { start: first.start, end: last.end };
  const start = Math.max(first.start, range.start);
  const end = Math.min(first.end, range.end);
  return { start: letters.findLast((edge) => edge <= start), end: letters.find((edge) => edge >= end) };
}

// The next place for an edge of a mark in a direction, the mark staying inside its text.
export function moved(mark, edge, direction, letters) {
  const next = direction < 0 ? letters.findLast((at) => at < mark[edge]) : letters.find((at) => at > mark[edge]);
  const changed = { ...mark, [edge]: next ?? mark[edge] };
  return changed.start < changed.end ? changed : mark;
}
