// Elements from plain calls. Text is always a text node: nothing here can turn it into markup.

type Child = Node | string | number | null | undefined | false | Child[];
type Attributes = Record<string, unknown>;

/** An element; `on…` are listeners, `class` and others attributes, `false` and null left out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes | null = null,
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on") && typeof value === "function")
      element.addEventListener(name.slice(2), value as EventListener);
    else if (name === "value") (element as HTMLInputElement).value = String(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

export function append(parent: Node, children: Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) append(parent, child);
    else parent.appendChild(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

export function replace(parent: Element, ...children: Child[]): void {
  parent.replaceChildren();
  append(parent, children);
}

/** A select with a label; `onchange` gets the value. */
export function select(
  label: string,
  options: [value: string, text: string][],
  chosen: string,
  onchange: (value: string) => void,
  attributes: Attributes = {},
): HTMLLabelElement {
  const control = h(
    "select",
    { ...attributes, onchange: () => onchange(control.value) },
    options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)),
  );
  return h("label", { class: "field" }, h("span", null, label), control);
}

/** Text that only screen readers say. */
export function hidden(text: string): HTMLElement {
  return h("span", { class: "hidden" }, text);
}

/** Copies text and says so; without a clipboard the text is shown to be copied by hand. */
export function copyButton(name: string, text: () => string): HTMLButtonElement {
  const button = h("button", { type: "button", class: "quiet" }, name);
  button.addEventListener("click", async () => {
    const content = text();
    let done = "Copied";
    try {
      await navigator.clipboard.writeText(content);
    } catch {
      done = copyByHand(content) ? "Copied" : "Not allowed here";
    }
    button.textContent = done;
    announce(`${name}: ${done}`);
    setTimeout(() => (button.textContent = name), 1500);
  });
  return button;
}

function copyByHand(content: string): boolean {
  const area = h("textarea", { value: content, class: "hidden" });
  document.body.append(area);
  area.select();
  const done = document.execCommand("copy");
  area.remove();
  return done;
}

/** Says something to screen readers. */
export function announce(text: string): void {
  const live = document.getElementById("live");
  if (live) live.textContent = text;
}
