// The page where people judge: state, and what happens when they do something.

import { Clock } from "./clock.js";
import { Drafts } from "./drafts.js";
import { CONFIRM_KEY, listen, PAGE_KEYS, ratingKeys } from "./keys.js";
import { Rating } from "./rating.js";
import { isFinal, Pending, requestKey, secretOfLink, Server } from "./server.js";
import * as view from "./view.js";

const { byId } = view;
const WAITS = [1, 2, 4, 8, 10]; // seconds between attempts while the server is away

const secret = secretOfLink();
const server = new Server(secret);
const pending = new Pending(secret);
const drafts = new Drafts(secret);
const clock = new Clock();
// `rating` is the answer that is being made, where errors are marked or a score is given.
const state = { start: null, place: null, isBusy: false, rating: null };

function goTo(place) {
  state.place = place;
  byId("item").inert = false;
  view.showProgress(place.done, place.total);
  view.show("item", place.item !== null);
  view.show("finished", place.item === null);
  if (place.item === null) {
    byId("finished-title").focus();
    return;
  }
  view.showItem(place.item, state.start);
  const begun = state.rating && drafts.get(place.item.position);
  state.rating?.showItem(place.item, begun);
  if (begun) view.say("Not saved yet");
  clock.turnTo(place.item.position, place.item.seconds);
  byId("back").disabled = place.previous === null;
  byId("skip").disabled = place.next === null;
  byId("position").focus({ preventScroll: true });
  window.scrollTo({ top: 0 });
}

const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

// Sends an action until it is confirmed; it waits in the browser's storage meanwhile.
async function send({ path, body }) {
  pending.set({ path, body });
  for (let attempt = 0; ; attempt += 1) {
    try {
      const place = await server.post(path, body);
      pending.clear();
      view.alertUser("");
      return place;
    } catch (error) {
      if (isFinal(error)) {
        pending.clear();
        throw error;
      }
      view.alertUser("Not saved yet: the server does not answer. Trying again…");
      await wait(WAITS[Math.min(attempt, WAITS.length - 1)]);
    }
  }
}

// One thing at a time: a second key pressed meanwhile is not taken for the next item.
async function alone(work) {
  if (state.isBusy) return;
  state.isBusy = true;
  view.setBusy(true);
  if (state.rating) byId("item").inert = true; // what was sent is what was seen
  try {
    await work();
  } catch (error) {
    view.alertUser(error instanceof TypeError ? "The server does not answer." : error.message);
  } finally {
    state.isBusy = false;
    view.setBusy(false);
    byId("item").inert = false;
  }
}

const judgement = (answer) => ({
  path: "api/judgements",
  body: {
    position: state.place.item.position,
    comment: byId("comment").value,
    ...answer,
    seconds: clock.seconds(),
    request: requestKey(),
  },
});

function choose(label) {
  if (!state.place?.item || state.isBusy) return;
  if (state.rating) {
    state.rating.choose(label);
    return;
  }
  alone(async () => {
    view.showChosen(label);
    const place = await send(judgement({ label }));
    foldGuideline();
    goTo(place);
    const { name } = state.start.labels.find(({ key }) => key === label);
    view.say(`Saved: ${name}`);
  });
}

// Saves errors and score, once they are complete.
function save() {
  if (!state.place?.item || !state.rating) return;
  const problem = state.rating.problem();
  if (problem) {
    const [text, where] = problem;
    view.say(text);
    where.scrollIntoView({ block: "nearest" });
    return;
  }
  alone(async () => {
    const { position } = state.place.item;
    const place = await send(judgement(state.rating.answer()));
    drafts.clear(position);
    foldGuideline();
    goTo(place);
    view.say("Saved");
  });
}

// Takes the suggestion, unless there is an answer already: that is changed by its label alone.
function confirm() {
  const item = state.place?.item;
  if (item?.suggested && !item.label) choose(item.suggested.label);
}

function keepDraft(answer) {
  drafts.set(state.place.item.position, answer);
}

// A comment that was changed after the answer is saved with that answer.
async function keepComment() {
  const { item } = state.place;
  if (state.rating) return; // it is part of the draft
  if (item?.label && byId("comment").value !== item.comment) {
    await send(judgement({ label: item.label }));
    view.say("Comment saved");
  }
}

function visit(position) {
  if (position === null || position === undefined) return;
  alone(async () => {
    view.say("");
    if (state.place.item) await keepComment();
    goTo(await server.get(`api/items/${position}`));
  });
}

function undo() {
  alone(async () => {
    goTo(await send({ path: "api/undo", body: { request: requestKey() } }));
    view.say("Undone");
  });
}

function saveComment() {
  if (state.rating) {
    save();
    return;
  }
  if (!state.place.item?.label) {
    view.say("Choose an answer; the comment is saved with it.");
    byId("comment").blur();
    return;
  }
  visit(state.place.item.position);
}

// What was done with the guideline in this browser: shown or hidden by hand; or folded, by us.
const GUIDELINE = "litmus-guideline";
const isWide = () => window.matchMedia("(min-width: 68rem)").matches;

function showGuideline(isShown) {
  view.show("guideline", isShown);
  byId("show-guideline").setAttribute("aria-expanded", String(isShown));
}

function toggleGuideline(isShown = byId("guideline").hidden) {
  showGuideline(isShown);
  localStorage.setItem(GUIDELINE, isShown ? "shown" : "hidden");
  if (!isShown) return;
  byId("guideline").focus({ preventScroll: true });
  if (!isWide()) window.scrollTo({ top: 0 });
}

// Beside the work there is room for it; above the work it is read once, then it is in the way.
function foldGuideline() {
  if (isWide() || localStorage.getItem(GUIDELINE) !== null) return;
  showGuideline(false);
  localStorage.setItem(GUIDELINE, "folded");
}

const THEMES = ["auto", "light", "dark"];

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  localStorage.setItem("litmus-theme", theme);
  byId("theme").textContent = `Theme: ${theme}`;
}

function nextTheme() {
  const now = THEMES.indexOf(document.documentElement.dataset.theme);
  setTheme(THEMES[(now + 1) % THEMES.length]);
}

function connectButtons() {
  const clicks = {
    back: () => visit(state.place.previous),
    skip: () => visit(state.place.next),
    review: () => visit(state.place.previous),
    undo,
    confirm,
    save,
    theme: nextTheme,
    "show-guideline": () => toggleGuideline(),
    "hide-guideline": () => toggleGuideline(false),
    "show-help": () => byId("help").showModal(),
    "close-help": () => byId("help").close(),
  };
  for (const [id, action] of Object.entries(clicks)) byId(id).addEventListener("click", action);
  byId("use-keys").checked = localStorage.getItem("litmus-keys") !== "off";
  byId("use-keys").addEventListener("change", ({ target }) => {
    localStorage.setItem("litmus-keys", target.checked ? "on" : "off");
  });
  const actions = {
    ...clicks,
    label: choose,
    severity: (key) => state.isBusy || state.rating.setSeverity(key, state.rating.focusedWord()),
    confirm: () => (state.rating ? save() : confirm()),
    mark: () => state.rating?.focus("target"),
    original: () => state.rating?.focus("source"),
    score: () => byId("slider").focus(),
    missing: () => state.isBusy || state.rating?.addMissing(),
    back: () => visit(state.place?.previous),
    skip: () => visit(state.place?.next),
    comment: () => byId("comment").focus(),
    saveComment,
    guideline: () => toggleGuideline(),
    theme: nextTheme,
    help: () => byId("help").showModal(),
  };
  listen(actions, () => state.start, () => byId("use-keys").checked);
  byId("comment").addEventListener("input", () => state.rating?.changed());
}

async function begin() {
  setTheme(localStorage.getItem("litmus-theme") ?? "auto");
  connectButtons();
  window.addEventListener("hashchange", () => location.reload());
  await alone(async () => {
    state.start = await server.get("api/start");
    view.showStart(state.start);
    view.showLabels(state.start.labels, choose);
    const { labels, spans, slider, suggests } = state.start;
    view.show("labels-box", labels.length > 0);
    if (spans || slider) state.rating = new Rating(state.start, keepDraft);
    const keys = suggests ? [CONFIRM_KEY, ...PAGE_KEYS] : PAGE_KEYS;
    view.showHelp([...(spans?.severities ?? []), ...labels], [...ratingKeys(state.start), ...keys]);
    clock.listen();
    const seen = localStorage.getItem(GUIDELINE);
    showGuideline(isWide() ? seen !== "hidden" : seen === null);
    const unsaved = pending.get();
    const place = unsaved ? await send(unsaved) : state.start;
    if (unsaved) drafts.clear(unsaved.body.position);
    goTo(place);
  });
}

begin();
