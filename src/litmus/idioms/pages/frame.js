// Around the matches: files, help, keys.

const LETTERS = { KeyU: "u", KeyJ: "j", KeyK: "k", KeyN: "n", KeyP: "p" };
const KEYS = [
  ["1 2 3", `${NAMES.join(", ")}, and on to the next match`],
  ["0", "no verdict"],
  ["u", "undo"],
  ["j k ↓ ↑", "next, previous match"],
  ["n p", "next, previous idiom"],
  ["/", "filter idioms"],
  ["?", "this help"],
];

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
    tell(`Verdicts loaded from ${file.name}: ${count(found.size)}.`
      + (others ? ` Left out, for their matches are not on this page: ${count(others)}.` : ""));
  } catch (error) {
    tell(`${file.name} was not loaded. ${error.message}`);
  }
}

function tell(text) {
  $("message").hidden = false;
  $("message").firstElementChild.textContent = text;
  $("spoken").textContent = text;
}

// --- the frame ----------------------------------------------------------------------------------

// On a phone the list takes the place of the matches.
function openList(open) {
  $("open").setAttribute("aria-expanded", String(open));
  document.body.classList.toggle("listing", open);
  if (open && $("open").offsetParent) window.scrollTo(0, 0);
}

function theme() {
  const next = { auto: "light", light: "dark", dark: "auto" };
  let chosen = "auto";
  try {
    chosen = localStorage.getItem("litmus-theme") ?? "auto";
  } catch { /* files may be denied storage */ }
  const apply = () => {
    document.documentElement.dataset.theme = chosen;
    for (const name of ["title", "aria-label"]) $("theme").setAttribute(name, `Theme: ${chosen}`);
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

// By letter; where the keyboard has other letters or its digits need Shift, by place.
function keyName({ key, code, shiftKey }) {
  if (!shiftKey && /^Digit[0-9]$/.test(code)) return code.slice(5);
  if (code in LETTERS && !/^[ -~]*$/.test(key)) return LETTERS[code];
  return key.length === 1 ? key.toLowerCase() : key;
}

function say(verdict) {
  const match = state.shown[state.at];
  if (!match) return;
  judge(match, verdict);
  if (verdict) step(1);
}

const ACTIONS = {
  ...Object.fromEntries(NAMES.map((name, number) => [number + 1, () => say(name)])),
  0: () => say(null),
  u: undo,
  j: () => step(1), ArrowDown: () => step(1),
  k: () => step(-1), ArrowUp: () => step(-1),
  n: () => stepIdiom(1), p: () => stepIdiom(-1),
  "/": () => { openList(true); $("filter").focus(); $("filter").select(); },
  "?": () => $("help").showModal(),
  Escape: () => openList(false),
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
  const { target } = event, key = keyName(event);
  if (target.matches("input:not([type=checkbox])")) {
    if (key === "Escape" || key === "Enter") toMatches();
    return;
  }
  const here = state.listed.findIndex((entry) => entry.button === target);
  const by = { ArrowDown: 1, ArrowUp: -1 }[key];
  const inList = here >= 0 && by;
  if (!inList && !Object.hasOwn(ACTIONS, key)) return;
  event.preventDefault();
  if (inList) state.listed[here + by]?.button.focus();
  else ACTIONS[key]();
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
  listIdioms();
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
