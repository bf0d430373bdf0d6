// Making elements, and the words of the page.

const SVG = "http://www.w3.org/2000/svg";

const labels = {};

/** Take over the labels and terms that the server says. */
export function learn(words) {
  Object.assign(labels, words);
}

/** A label of the page, its placeholders filled. */
export function say(key, facts = {}) {
  const label = labels[key] ?? key;
  return label.replace(/\{([a-z_]+)\}/g, (_, name) => facts[name] ?? "");
}

/** A number with so many decimals, as the page's language writes it. */
export function inWords(number, decimals) {
  return number.toLocaleString(document.documentElement.lang, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** An element: attributes, `on...` handlers and `data`; children are nodes or text, never markup. */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/** An SVG element. */
export function s(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** A sentence with the number of its rule set apart. */
export function ruled(sentence) {
  return sentence.split(/(\([A-Z]-[A-Z]*\d*[a-z]?\))/).map((piece) => (/^\([A-Z]-/.test(piece) ? h("span", { class: "rule" }, piece.slice(1, -1)) : piece));
}

/** Give an element these children and no others; what has the focus keeps it, by its `data-key`. */
export function fill(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused) element.querySelector(`[data-key="${CSS.escape(focused)}"]`)?.focus();
}

const TOLD = { least: 3500, letter: 60 }; // milliseconds: long sentences stay longer

/** Tell a sentence at the foot of the page, for as long as it takes to read. */
export function told(sentence) {
  const toast = document.getElementById("toast");
  toast.textContent = sentence;
  toast.hidden = false;
  clearTimeout(told.timer);
  told.timer = setTimeout(() => { toast.hidden = true; }, Math.max(TOLD.least, TOLD.letter * sentence.length));
}
