// The page: a list of idioms, the matches of one of them, and what was said of each.

const data = JSON.parse(document.getElementById("data").textContent);
const NAMES = data.verdicts;
const MEANINGS = {
  idiom: "the expression, in its figurative sense",
  literal: "the same words, meant word by word",
  wrong: "not this expression: the words stand there by chance",
};
const KEYS = [
  ["1 2 3", `${NAMES.join(", ")}, and on to the next match`],
  ["0", "no verdict"],
  ["u", "undo"],
  ["j k ↓ ↑", "next, previous match"],
  ["n p", "next, previous idiom"],
  ["/", "filter idioms"],
  ["?", "this help"],
];
const PART = ["", "inside", "own", "cut"]; // classes of the parts of a sentence, by their number

const idioms = data.idioms.map((entry, number) => ({
  ...entry,
  number,
  matches: entry.matches.map((match) => ({ ...match, idiom: entry.idiom })),
}));
const matches = idioms.flatMap((entry) => entry.matches);
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
const verdictOf = (match) => state.verdicts.get(keyOf(match));
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
  state.listed = idioms.filter(
    (entry) => plain(entry.idiom).includes(wanted) && entry.matches.some(passes));
  $("list").replaceChildren(...state.listed.map(listEntry));
  const here = state.listed.includes(state.idiom) ? state.idiom : state.listed[0] ?? null;
  show(here);
}

function listEntry(entry) {
  entry.counter = h("span", { class: "number" });
  entry.button = h("button", { type: "button", onclick: () => { show(entry); toMatches(); } },
    h("span", { class: "name", lang: data.language, dir: "auto" }, entry.idiom),
    entry.counter,
    h("span", { class: "number" }, count(entry.found),
      h("span", { class: "hidden" }, " found")));
  recount(entry);
  return h("li", {}, entry.button);
}

function recount(entry) {
  if (!entry.counter) return;
  const n = judged(entry), all = entry.matches.length;
  entry.counter.replaceChildren(`${n === all ? "✓ " : ""}${n}/${all}`,
    h("span", { class: "hidden" }, " judged,"));
  entry.button.classList.toggle("done", n === all);
}

// --- the matches of one idiom -------------------------------------------------------------------

function show(entry, at = null) {
  state.idiom?.button?.removeAttribute("aria-current");
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
      h("kbd", { "aria-hidden": "true" }, String(number + 1)), h("span", {}, verdict)));
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
    match.buttons.forEach((button, number) =>
      button.setAttribute("aria-pressed", String(NAMES[number] === verdict)));
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
  change([[keyOf(match), verdict]]);
  $("spoken").textContent = `line ${count(match.line)}: ${verdict ?? "no verdict"}`;
}

function change(list) {
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
  idioms.forEach(recount);
  redraw();
}

function undo() {
  const last = state.past.pop();
  if (!last) return;
  put(last);
  const match = matches.find((one) => keyOf(one) === last[0][0]);
  const entry = idioms.find((one) => one.idiom === match.idiom);
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
    if (by > 0 && state.idiom) tell("That was the last match of the list.");
    return;
  }
  show(entry, at);
  focusOn(state.at);
}

function toMatches() {
  openList(false);
  if (state.shown.length) focusOn(state.at);
}

// --- files --------------------------------------------------------------------------------------

function download() {
  const text = exportVerdicts([...matches], state.verdicts);
  const address = URL.createObjectURL(new Blob([text], { type: "application/x-ndjson" }));
  h("a", { href: address, download: data.download }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  state.unsaved = false;
}

async function load(file) {
  try {
    const { found, others } = parseVerdicts(await file.text(), matches, NAMES);
    if (found.size) change([...found]);
    tell(`${count(found.size)} verdicts loaded from ${file.name}.`
      + (others ? ` ${count(others)} are about matches that are not on this page.` : ""));
  } catch (error) {
    tell(`${file.name} was not loaded. ${error.message}`);
  }
}

function tell(text) {
  $("message").hidden = false;
  $("message").firstElementChild.textContent = text;
}

// --- the frame ----------------------------------------------------------------------------------

function openList(open) {
  $("open").setAttribute("aria-expanded", String(open));
  document.body.classList.toggle("listing", open);
}

function theme() {
  const next = { auto: "light", light: "dark", dark: "auto" };
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("litmus-theme") ?? "auto";
  } catch { /* files may be denied storage */ }
  const apply = () => {
    document.documentElement.dataset.theme = chosen;
    $("theme").textContent = `Theme: ${chosen}`;
  };
  $("theme").addEventListener("click", () => {
    chosen = next[chosen] ?? "light";
    try {
      localStorage.setItem("litmus-theme", chosen);
    } catch { /* then it holds for this visit */ }
    apply();
  });
  if (!(chosen in next)) chosen = "auto";
  apply();
}

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const { target, key } = event;
  if (target.matches("input:not([type=checkbox])")) {
    if (key === "Escape" || key === "Enter") toMatches();
    return;
  }
  const say = (verdict) => () => {
    const match = state.shown[state.at];
    if (!match) return;
    judge(match, verdict);
    if (verdict) step(1);
  };
  const actions = {
    ...Object.fromEntries(NAMES.map((name, number) => [number + 1, say(name)])),
    0: say(null),
    u: undo,
    j: () => step(1), ArrowDown: () => step(1),
    k: () => step(-1), ArrowUp: () => step(-1),
    n: () => stepIdiom(1), p: () => stepIdiom(-1),
    "/": () => { openList(true); $("filter").focus(); $("filter").select(); },
    "?": () => $("help").showModal(),
    Escape: () => openList(false),
  };
  if (!Object.hasOwn(actions, key)) return;
  event.preventDefault();
  actions[key]();
}

function describe() {
  const rows = (pairs, wrap) => pairs.flatMap(([term, text]) =>
    [h("dt", {}, wrap(term)), h("dd", {}, text)]);
  const keys = (text) => h("span", {}, ...text.split(" ").flatMap((key) => [h("kbd", {}, key), " "]));
  $("meanings").append(...rows(Object.entries(MEANINGS), (name) => name));
  $("keys").append(...rows(KEYS, keys));
  $("flags").append(...rows(Object.entries(data.flags), flag));
  $("command").textContent = `litmus build … --verdicts ${data.download}`;
  $("idiom").lang = data.language;
  let language = data.language;
  try {
    language = new Intl.DisplayNames(["en"], { type: "language" }).of(data.language);
  } catch { /* the code will do */ }
  $("source").textContent = `${data.corpus}, ${language}`;
}

function start() {
  describe();
  theme();
  for (const id of ["filter", "unjudged", "flagged"]) $(id).addEventListener("input", applyFilters);
  const onClick = {
    open: () => openList($("open").getAttribute("aria-expanded") !== "true"),
    load: () => $("file").click(),
    download, ask: () => $("help").showModal(), close: () => $("help").close(),
    previous: () => stepIdiom(-1), next: () => stepIdiom(1),
  };
  for (const [id, act] of Object.entries(onClick)) $(id).addEventListener("click", act);
  $("file").addEventListener("change", async () => {
    if ($("file").files.length) await load($("file").files[0]);
    $("file").value = "";
  });
  $("message").lastElementChild.addEventListener("click", () => { $("message").hidden = true; });
  document.addEventListener("keydown", onKey);
  window.addEventListener("storage", (event) => {
    if (event.key !== shelf.name) return;
    state.verdicts = shelf.load(matches, NAMES);
    idioms.forEach(recount);
    redraw();
  });
  window.addEventListener("beforeunload", (event) => { if (state.unsaved) event.preventDefault(); });
  state.idiom = idioms.find((entry) => judged(entry) < entry.matches.length) ?? null;
  applyFilters();
}

start();
