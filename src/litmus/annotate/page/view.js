// Puts things on the page. Text goes in as text (textContent) everywhere; nothing is parsed.

export const byId = (id) => document.getElementById(id);

export function make(tag, properties, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

export function show(id, isShown) {
  byId(id).hidden = !isShown;
}

export function say(text) {
  byId("status").textContent = text;
}

// An important message; an empty one goes away.
export function alertUser(text) {
  byId("message").textContent = text;
  show("message", text !== "");
}

export function showStart(start) {
  document.title = start.campaign;
  byId("campaign").textContent = start.campaign;
  byId("who").textContent = start.annotator;
  byId("question").textContent = start.question;
  byId("comment").maxLength = start.most_comment;
  byId("source-title").textContent = `Source · ${start.source}`;
  byId("target-title").textContent = `Translation · ${start.target}`;
  byId("reference-title").textContent = `Reference · ${start.target}`;
  const guideline = byId("guideline-text");
  guideline.replaceChildren(...guidelineElements(start.guideline));
}

function guidelineElements(blocks) {
  const elements = [];
  for (const { kind, runs } of blocks) {
    const pieces = runs.map(({ text, style }) => (style ? make(style, { textContent: text }) : text));
    if (kind === "heading") elements.push(make("h3", {}, ...pieces));
    else if (kind === "paragraph") elements.push(make("p", {}, ...pieces));
    else {
      if (elements.at(-1)?.tagName !== "UL") elements.push(make("ul", {}));
      elements.at(-1).append(make("li", {}, ...pieces));
    }
  }
  return elements;
}

export function showLabels(labels, onChoice) {
  const buttons = labels.map((label) => {
    const button = make(
      "button",
      { type: "button", className: `label tone-${label.tone}` },
      make("span", { className: "sign", textContent: label.sign, ariaHidden: "true" }),
      make("span", { className: "name", textContent: label.name }),
      make("kbd", { textContent: label.hotkey }),
      make("span", { className: "description", textContent: label.description }),
    );
    button.dataset.key = label.key;
    button.setAttribute("aria-keyshortcuts", label.hotkey);
    button.addEventListener("click", () => onChoice(label.key));
    return button;
  });
  byId("labels").replaceChildren(...buttons);
}

export function showHelp(labels, pageKeys) {
  const rows = [...labels.map(({ hotkey, name }) => [hotkey, name]), ...pageKeys];
  const pairs = rows.map(([key, text]) =>
    make("div", {}, make("dt", {}, make("kbd", { textContent: key })), make("dd", { textContent: text })),
  );
  byId("keys").replaceChildren(...pairs);
}

export function showProgress(done, total) {
  byId("count").textContent = `${done} of ${total} judged`;
  byId("progress").max = Math.max(total, 1);
  byId("progress").value = done;
}

// Offsets count characters (code points), as Python does; a JavaScript string counts otherwise.
function marked(text, spans) {
  const characters = Array.from(text);
  const pieces = [];
  let end = 0;
  for (const [start, stop] of spans) {
    pieces.push(characters.slice(end, start).join(""));
    pieces.push(make("mark", { textContent: characters.slice(start, stop).join("") }));
    end = stop;
  }
  pieces.push(characters.slice(end).join(""));
  return pieces;
}

function sentence(className, language, pieces) {
  return make("p", { className, lang: language, dir: "auto" }, ...pieces);
}

function showText(id, language, text, spans, before, after) {
  const nothing = make("em", { className: "empty", textContent: "(empty)" });
  byId(id).replaceChildren(
    ...before.filter(Boolean).map((line) => sentence("context", language, [line])),
    sentence("sentence", language, text.trim() ? marked(text, spans) : [nothing]),
    ...after.filter(Boolean).map((line) => sentence("context", language, [line])),
  );
}

export function showItem(item, start) {
  byId("position").textContent = `Item ${item.position}`;
  show("mark", Boolean(item.mark));
  byId("mark").replaceChildren(...markName(item, start));
  show("system", Boolean(item.system));
  byId("system").textContent = item.system ?? "";
  const column = (pairs, k) => pairs.map((pair) => pair[k]);
  const { source, target } = start;
  const marks = start.spans || start.slider ? [] : item.source_spans; // nothing to hint at an error
  showText("source", source, item.source, marks, column(item.before, 0), column(item.after, 0));
  showText("target", target, item.target, item.target_spans, column(item.before, 1), column(item.after, 1));
  show("reference-box", Boolean(item.reference));
  if (item.reference) showText("reference", target, item.reference, [], [], []);
  byId("comment").value = item.comment ?? "";
  showSuggestion(item, start.labels);
  showChosen(item.label);
}

const percent = (share) => (share < 1 && share >= 0.995 ? "over 99 %" : `${Math.round(100 * share)} %`);

// What a metric would answer: above the answers with its reasons, and at the answer itself.
function showSuggestion({ suggested, label }, labels) {
  const found = suggested && labels.find(({ key }) => key === suggested.label);
  show("suggestion", Boolean(found));
  for (const button of byId("labels").children) {
    button.querySelector(".suggested")?.remove();
    if (found && button.dataset.key === found.key) {
      const sure = `suggested, ${percent(suggested.confidence)} sure`;
      button.append(make("span", { className: "suggested", textContent: sure }));
    }
  }
  if (!found) return;
  byId("suggested").textContent = `Suggested: ${found.name}, ${percent(suggested.confidence)} sure.`;
  byId("because").textContent = suggested.because && `Because: ${suggested.because}`;
  byId("confirm").disabled = Boolean(label);
}

function markName(item, start) {
  const language = start.unit === "tag" ? "en" : start.source;
  const name = make("strong", { textContent: item.mark ?? "", lang: language, dir: "auto" });
  return item.meaning ? [name, make("span", { textContent: ` ${item.meaning}`, dir: "auto" })] : [name];
}

export function showChosen(key) {
  for (const button of byId("labels").children) {
    button.setAttribute("aria-pressed", String(button.dataset.key === key));
  }
}

export function setBusy(isBusy) {
  byId("work").setAttribute("aria-busy", String(isBusy));
}
