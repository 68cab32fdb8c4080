"use strict";
// Verdicts on matches: kept in this browser, written to and read from files that litmus takes.

// A match by its place in the corpus, which is what a verdict file names it by.
function keyOf(row) {
  return JSON.stringify([row.line, row.idiom, row.span[0], row.span[1]]);
}

// One row for each verdict, in the order of the corpus. Some programs end a line at U+0085,
// U+2028 and U+2029, so these stand escaped.
function exportVerdicts(matches, verdicts) {
  return matches
    .filter((match) => verdicts.has(match.key))
    .sort((a, b) => a.line - b.line || a.span[0] - b.span[0] || a.span[1] - b.span[1])
    .map(({ line, idiom, span, key }) =>
      JSON.stringify({ line, idiom, span, verdict: verdicts.get(key) }) + "\n")
    .join("")
    .replace(/[\u0085\u2028\u2029]/g,
      (letter) => "\\u" + letter.charCodeAt(0).toString(16).padStart(4, "0"));
}

// What a file says of the matches on this page, and how many of its rows are about others.
// Throws an error that names the line if it is no file of verdicts.
function parseVerdicts(text, matches, names) {
  const known = new Set(matches.map((match) => match.key));
  const found = new Map();
  let others = 0;
  text.replace(/^\ufeff/, "").split("\n").forEach((line, number) => {
    if (!line.trim()) return;
    const where = `Line ${number + 1}`;
    let row;
    try {
      row = JSON.parse(line);
    } catch {
      throw new Error(`${where} is not JSON.`);
    }
    if (!row || !Number.isInteger(row.line) || typeof row.idiom !== "string" || !isSpan(row.span)) {
      throw new Error(`${where} does not name a match by line, idiom and span.`);
    }
    if (!names.includes(row.verdict)) {
      throw new Error(`${where}: the verdict must be ${names.join(", ")}.`);
    }
    const key = keyOf(row);
    if (known.has(key)) found.set(key, row.verdict);
    else others += 1;
  });
  return { found, others };
}

function isSpan(span) {
  return Array.isArray(span) && span.length === 2 && span.every(Number.isInteger);
}

// The browser's own store; it may be denied to files, or be full: then `works` is false.
class Shelf {
  constructor(digest) {
    this.name = `litmus-verdicts-${digest}`;
    this.works = true;
  }

  load(matches, names) {
    const known = new Set(matches.map((match) => match.key));
    try {
      const kept = JSON.parse(localStorage.getItem(this.name) ?? "[]");
      return new Map(kept.filter(([key, verdict]) => known.has(key) && names.includes(verdict)));
    } catch {
      return new Map();
    }
  }

  save(verdicts) {
    try {
      localStorage.setItem(this.name, JSON.stringify([...verdicts]));
      this.works = true;
    } catch {
      this.works = false;
    }
    return this.works;
  }
}
