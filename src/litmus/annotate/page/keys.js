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

const NAMED = { ArrowLeft: "back", ArrowRight: "skip" };
const LETTERS = { c: "comment", u: "undo", g: "guideline", t: "theme", h: "help", "?": "help" };

// What Enter already does something for.
function isControl(target) {
  return target instanceof Element && target.closest("button, a, input, summary") !== null;
}

function isTyping(target) {
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type === "text");
}

// Calls actions[name](), or actions.label(key) for a label's hotkey.
export function listen(actions, labels, isOn) {
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    if (isTyping(event.target)) {
      if (event.key === "Escape") actions.leaveComment();
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) actions.saveComment();
      return;
    }
    if (!isOn() || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    const label = labels().find(({ hotkey }) => hotkey === event.key.toLowerCase());
    const name = NAMED[event.key] ?? LETTERS[event.key.toLowerCase()];
    if (event.key === "Enter" && !isControl(event.target)) actions.confirm();
    else if (label) actions.label(label.key);
    else if (name) actions[name]();
    else return;
    event.preventDefault();
  });
}
