// Keys: everything the mouse does can be done without it.

import { h } from "./dom";

export interface Keys {
  step: (by: number) => void;
  open: () => void;
  search: () => void;
  view: (name: string) => void;
}

const HELP: [string, string][] = [
  ["j / k", "next, previous segment"],
  ["Enter or o", "evidence and context of the segment"],
  ["/", "search"],
  ["1 / 2", "overview, segments"],
  ["?", "this help"],
  ["Esc", "leave a field, close this help"],
];

export function listen(keys: Keys): HTMLDialogElement {
  const dialog = h(
    "dialog",
    { class: "help", "aria-label": "Keys" },
    h("h2", null, "Keys"),
    h(
      "dl",
      null,
      HELP.map(([key, text]) => [h("dt", null, h("kbd", null, key)), h("dd", null, text)]),
    ),
    h("form", { method: "dialog" }, h("button", null, "Close")),
  );
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const typing = /^(input|select|textarea)$/i.test(target.tagName);
    if (typing) {
      if (event.key === "Escape") target.blur();
      return;
    }
    const pressed = /^(button|a|summary)$/i.test(target.tagName);
    const action = actions[event.key];
    if (!action || dialog.open || (event.key === "Enter" && pressed)) return;
    event.preventDefault();
    action();
  });
  const actions: Record<string, () => void> = {
    j: () => keys.step(1),
    k: () => keys.step(-1),
    o: () => keys.open(),
    Enter: () => keys.open(),
    "/": () => keys.search(),
    "1": () => keys.view("overview"),
    "2": () => keys.view("segments"),
    "?": () => dialog.showModal(),
  };
  return dialog;
}
