// What a number needs to be believed: notes, signatures, the command, where the text came from.

import { copyButton, h } from "../page/dom";
import type { Bundle } from "../bundle";
import type { Suite } from "../suite";
import { signatures } from "./formats";

/** A command as a shell reads it. */
export function quoted(words: string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replace(/'/g, "'\"'\"'")}'`))
    .join(" ");
}

export function foot(suite: Suite, bundle: Bundle): HTMLElement {
  const { about } = suite;
  const command = quoted(bundle.command);
  const signed = signatures(suite);
  return h(
    "section",
    { class: "foot" },
    h("h2", null, "Where these numbers come from"),
    about.notes.length > 0 &&
      h(
        "ul",
        null,
        about.notes.map((note) => h("li", null, note)),
      ),
    h(
      "dl",
      null,
      about.description && [h("dt", null, "Suite"), h("dd", null, about.description)],
      about.origin && [h("dt", null, "Origin"), h("dd", null, about.origin)],
      about.licence && [h("dt", null, "Licence"), h("dd", null, about.licence)],
      h(
        "dt",
        null,
        "Command ",
        copyButton("Copy command", () => command),
      ),
      h("dd", null, h("code", { class: "command" }, command)),
      h(
        "dt",
        null,
        "Signatures ",
        copyButton("Copy signatures", () => `${signed.join("\n")}\n`),
      ),
      h(
        "dd",
        null,
        signed.map((signature) => h("code", { class: "signature" }, signature)),
      ),
      h("dt", null, "Made with"),
      h("dd", null, `litmus ${bundle.litmus}`),
    ),
  );
}
