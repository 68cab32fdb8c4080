// The page: a list of idioms, the matches of one of them, and what was said of each.

const data = JSON.parse(document.getElementById("data").textContent);
const NAMES = data.verdicts;
const MEANINGS = {
  idiom: "the expression, in its figurative sense",
  literal: "the same words, meant word by word",
  wrong: "not this expression: the words stand there by chance",
};
const PART = ["", "inside", "own", "cut"]; // classes of the parts of a sentence, by their number

const idioms = data.idioms.map((entry) => ({
  ...entry,
  matches: entry.matches.map((match) => {
    const named = { ...match, idiom: entry.idiom };
    return { ...named, key: keyOf(named) };
  }),
}));
const matches = idioms.flatMap((entry) => entry.matches);
const home = new Map(idioms.flatMap((entry) => entry.matches.map(({ key }) => [key, entry])));
const shelf = new Shelf(data.digest);
const state = {
  verdicts: shelf.load(matches, NAMES),
  past: [], // what undo takes back: lists of [key, verdict before]
  listed: [], // idioms that pass the filters
  idiom: null,
  shown: [], // matches of the idiom that pass the filters
  at: 0, // the current one of them
  unsaved: false,
};

const $ = (id) => document.getElementById(id);
const count = (n) => n.toLocaleString("en");
const verdictOf = (match) => state.verdicts.get(match.key);
const judged = (entry) => entry.matches.filter(verdictOf).length;

function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null) element.setAttribute(name, value);
  }
  element.append(...children); // strings become text, never markup
  return element;
}

// --- the list of idioms -------------------------------------------------------------------------

const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const passes = (match) =>
  !($("unjudged").checked && verdictOf(match)) && !($("flagged").checked && !match.flags.length);

// Only when filters change: what was just judged does not vanish under the reader's hand.
function applyFilters() {
  const wanted = plain($("filter").value.trim());
  for (const entry of idioms) {
    entry.item.hidden = !(entry.plain.includes(wanted) && entry.matches.some(passes));
  }
  state.listed = idioms.filter((entry) => !entry.item.hidden);
  show(state.listed.includes(state.idiom) ? state.idiom : state.listed[0] ?? null);
}

function listIdioms() {
  for (const entry of idioms) {
    entry.plain = plain(entry.idiom);
    entry.counter = h("span", { class: "number" });
    entry.button = h("button", { type: "button", onclick: () => { show(entry); toMatches(); } },
      h("span", { class: "name", lang: data.language, dir: "auto" }, entry.idiom),
      entry.counter,
      h("span", { class: "number" }, count(entry.found), h("span", { class: "hidden" }, " found")));
    entry.item = h("li", {}, entry.button);
    recount(entry);
  }
  $("list").replaceChildren(...idioms.map((entry) => entry.item));
}

function recount(entry) {
  const n = judged(entry), all = entry.matches.length;
  entry.counter.replaceChildren(`${n === all ? "✓ " : ""}${n}/${all}`,
    h("span", { class: "hidden" }, " judged,"));
  entry.button.classList.toggle("done", n === all);
}

// --- the matches of one idiom -------------------------------------------------------------------

function show(entry, at = null) {
  state.idiom?.button.removeAttribute("aria-current");
  state.idiom = entry;
  state.shown = entry ? entry.matches.filter(passes) : [];
  const open = state.shown.findIndex((match) => !verdictOf(match));
  state.at = at ?? Math.max(0, open);
  if (state.at < 0) state.at = Math.max(0, state.shown.length + state.at);
  $("idiom").textContent = entry?.idiom ?? "";
  $("cards").replaceChildren(...state.shown.map(card));
  $("nothing").hidden = Boolean(entry);
  $("nothing").textContent = idioms.length
    ? "No match passes the filters." : `No idiom was found in ${data.corpus}.`;
  entry?.button.setAttribute("aria-current", "true");
  entry?.button.scrollIntoView({ block: "nearest" });
  const place = state.listed.indexOf(entry);
  $("previous").disabled = place <= 0;
  $("next").disabled = place < 0 || place === state.listed.length - 1;
  document.querySelector(".head").hidden = !entry;
  mark();
  redraw();
}

function card(match, place) {
  const name = `line ${count(match.line)}`;
  match.buttons = NAMES.map((verdict, number) =>
    h("button", { type: "button", title: MEANINGS[verdict], "aria-keyshortcuts": number + 1,
      onclick: () => { mark(place); judge(match, verdictOf(match) === verdict ? null : verdict); } },
      h("kbd", { "aria-hidden": "true" }), h("span", {}, verdict)));
  match.card = h("article", { tabindex: -1, "aria-label": name, onfocusin: () => mark(place) },
    h("p", { class: "about" }, h("span", { class: "line" }, name), ...match.flags.map(flag)),
    h("p", { class: "sentence", lang: data.language, dir: "auto" },
      ...match.parts.map(([kind, text]) => part(kind, text))),
    h("div", { class: "verdict", role: "group", "aria-label": `Verdict on ${name}` },
      ...match.buttons));
  return h("li", {}, match.card);
}

function part(kind, text) {
  if (!kind) return text;
  return h(PART[kind] === "own" ? "mark" : "span",
    { class: PART[kind], title: PART[kind] === "cut" ? "shortened" : null }, text);
}

function flag(name) {
  const doubtful = data.doubtful.includes(name);
  return h("abbr", { class: doubtful ? "flag doubtful" : "flag", title: data.flags[name] ?? null },
    doubtful ? `${name}?` : name);
}

// The current match: where the keys act.
function mark(at = state.at) {
  state.at = at;
  state.shown.forEach((match, place) => {
    match.card.tabIndex = place === at ? 0 : -1;
    match.card.classList.toggle("current", place === at);
  });
}

function redraw() {
  const n = matches.filter(verdictOf).length;
  $("progress").textContent = `${count(n)} of ${count(matches.length)} judged`;
  $("bar").max = Math.max(1, matches.length);
  $("bar").value = n;
  $("download").disabled = !n;
  for (const match of state.shown) {
    const verdict = verdictOf(match);
    match.card.classList.toggle("judged", Boolean(verdict));
    match.buttons.forEach((button, number) => {
      const pressed = NAMES[number] === verdict;
      button.setAttribute("aria-pressed", String(pressed));
      button.firstElementChild.textContent = pressed ? "✓" : number + 1;
    });
  }
  if (state.idiom) $("summary").textContent = summary(state.idiom);
}

function summary({ found, flagged, matches: own }) {
  const said = NAMES.map((name) => [own.filter((m) => verdictOf(m) === name).length, name])
    .filter(([n]) => n).map(([n, name]) => `${n} ${name}`);
  const hidden = own.length - state.shown.length;
  return [
    `${count(found)} found`,
    flagged ? `${count(flagged)} of them flagged` : "",
    own.length < found ? `${own.length} to judge` : "",
    hidden > 0 ? `${hidden} filtered out` : "",
    said.join(", "),
  ].filter(Boolean).join(" · ");
}

// --- judging ------------------------------------------------------------------------------------

function judge(match, verdict) {
  change([[match.key, verdict]]);
  $("spoken").textContent = `line ${count(match.line)}: ${verdict ?? "no verdict"}`;
}

function change(list) {
  $("message").hidden = true;
  state.past.push(list.map(([key]) => [key, state.verdicts.get(key) ?? null]));
  put(list);
}

function put(list) {
  for (const [key, verdict] of list) {
    if (verdict) state.verdicts.set(key, verdict);
    else state.verdicts.delete(key);
  }
  state.unsaved = !shelf.save(state.verdicts);
  if (state.unsaved) tell("This browser keeps nothing here. Download the verdicts before you leave.");
  new Set(list.map(([key]) => home.get(key))).forEach(recount);
  redraw();
}

function undo() {
  const last = state.past.pop();
  if (!last) return;
  put(last);
  const entry = home.get(last[0][0]);
  const match = entry.matches.find(({ key }) => key === last[0][0]);
  if (entry !== state.idiom || !state.shown.includes(match)) show(entry);
  const place = state.shown.indexOf(match);
  if (place >= 0) focusOn(place);
  $("spoken").textContent = "undone";
}

function focusOn(place) {
  mark(place);
  const { card: element } = state.shown[place];
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: "nearest" });
}

function step(by) {
  const place = state.at + by;
  if (state.shown[place]) focusOn(place);
  else stepIdiom(by, by > 0 ? 0 : -1);
}

function stepIdiom(by, at = null) {
  const entry = state.listed[state.listed.indexOf(state.idiom) + by];
  if (!entry) {
    if (by > 0 && state.idiom) tell("That was the last idiom of the list.");
    return;
  }
  show(entry, at);
  focusOn(state.at);
}

function toMatches() {
  openList(false);
  if (state.shown.length) focusOn(state.at);
}
