// The keyboard: single keys for everything, never while someone types.

export const PAGE_KEYS = [
  ["c", "write a comment"],
  ["Esc", "leave the comment"],
  ["Ctrl + Enter", "save a changed comment"],
  ["u", "undo the last answer"],
  ["←  →", "previous, next item"],
  ["g", "guideline"],
  ["t", "light, dark"],
  ["h or ?", "these keys"],
];

export const CONFIRM_KEY = ["Enter", "confirm the suggestion"];

// Keys of tasks in which errors are marked or a score is given.
export function ratingKeys({ spans, slider }) {
  const marking = [
    ["m", "mark errors in the translation"],
    ...(spans?.source ? [["o", "mark errors in the original"]] : []),
    ["←  →", "in a text: word by word"],
    ["Shift + ←  →", "in a text: select words"],
    ["Space", "in a text: select, change an error"],
    ["Del", "in a text: remove an error"],
    ...(spans?.missing ? [["x", "missing content"]] : []),
  ];
  return [
    ...(spans ? marking : []),
    ...(slider ? [["s", "score: then ← →, Page Up, Page Down"]] : []),
    ...(spans || slider ? [["Enter", "save and go on; with Ctrl from anywhere"]] : []),
  ];
}

const NAMED = { ArrowLeft: "back", ArrowRight: "skip" };
const LETTERS = { c: "comment", u: "undo", g: "guideline", t: "theme", h: "help", "?": "help" };
const SPAN_LETTERS = { m: "mark", o: "original", x: "missing" };

// What Enter already does something for.
function isControl(target) {
  return target instanceof Element && target.closest("button, a, input, summary") !== null;
}

function isTyping(target) {
  const isField = target instanceof HTMLInputElement && ["text", "number"].includes(target.type);
  return target instanceof HTMLTextAreaElement || isField;
}

// What moves something of its own with the arrows.
function hasArrows(target) {
  return target instanceof Element && target.closest("input[type=range], [role=listbox]") !== null;
}

function letters({ spans, slider }) {
  return { ...LETTERS, ...(spans ? SPAN_LETTERS : {}), ...(slider ? { s: "score" } : {}) };
}

// Calls actions[name](), or actions.label(key) and actions.severity(key) for their hotkeys.
// `start()` is what the server says of the task; null: it has not answered yet.
export function listen(actions, start, isOn) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") event.target.blur();
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) actions.saveComment();
      return;
    }
    const task = start();
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && (task?.spans || task?.slider)) {
      actions.confirm();
      event.preventDefault();
      return;
    }
    if (!isOn() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (!task || (NAMED[event.key] && hasArrows(event.target))) return;
    const hit = ({ hotkey }) => hotkey === event.key.toLowerCase();
    const [label, severity] = [task.labels.find(hit), task.spans?.severities.find(hit)];
    const name = NAMED[event.key] ?? letters(task)[event.key.toLowerCase()];
    const isRange = event.target instanceof HTMLInputElement && event.target.type === "range";
    if (event.key === "Enter" && (isRange || !isControl(event.target))) actions.confirm();
    else if (label) actions.label(label.key);
    else if (severity) actions.severity(severity.key);
    else if (name) actions[name]();
    else return;
    event.preventDefault();
  });
}
