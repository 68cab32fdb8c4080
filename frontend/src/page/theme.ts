// Light or dark: as the system says, unless the reader chose.

import { h } from "./dom";

const NEXT: Record<string, string> = { auto: "light", light: "dark", dark: "auto" };

function stored(): string {
  try {
    return localStorage.getItem("litmus-theme") ?? "auto";
  } catch {
    return "auto"; // files may be denied storage
  }
}

export function themeButton(): HTMLButtonElement {
  let theme = stored() in NEXT ? stored() : "auto";
  const button = h("button", {
    type: "button",
    class: "quiet",
    onclick: () => {
      theme = NEXT[theme];
      try {
        localStorage.setItem("litmus-theme", theme);
      } catch {
        // then it holds for this visit
      }
      apply();
    },
  });
  const apply = (): void => {
    document.documentElement.dataset.theme = theme;
    button.textContent = `Theme: ${theme}`;
  };
  apply();
  return button;
}
