// What the parts of the page share: words, numbers, elements, plays and classes.
// All text reaches the page as text nodes, so that names of strategies and sources cannot become markup.

const ERRORS = ["inaccuracy", "mistake", "blunder"];
const CLASSES = ["best", "fine", ...ERRORS];
const TRIBUTE = ["pay", "return"];
const NOTHING = "–";

/** The page's data: its language, words, and the review. */
const page = JSON.parse(document.getElementById("review").textContent);

/** The text called `key`, with values filled in. */
function say(key, values = {}) {
  return page.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

/** A level as players write it. */
function levelText(level) {
  return level === "T" ? "10" : level;
}

/** A number with a true minus sign, and none before a zero. */
function number(value, digits = 2) {
  return value.toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", "−");
}

/** A number with its sign, also where it is above zero. */
function signed(value, digits = 2) {
  const text = number(value, digits);
  return /^[0.]*$/.test(text) || text.startsWith("−") ? text : `+${text}`;
}

/** A gain or a difference in levels with its standard error. */
function levels(value, error) {
  return `${signed(value)} ± ${number(error)}`;
}

/** A loss in levels with its standard error. */
function lost(value, error, digits = 2) {
  return `${number(value, digits)} ± ${number(error, digits)}`;
}

/** A chance or a share in percent with its standard error; in tenths where the error is below half a percent. */
function chance(value, error = null) {
  if (value === null) return NOTHING;
  const digits = error !== null && error > 0 && error < 0.005 ? 1 : 0;
  return `${number(100 * value, digits)}${error === null ? "" : ` ± ${number(100 * error, digits)}`} %`;
}

/** A 95 % interval in muted brackets; nothing where it is not known. */
function interval(low, high, digits = 2) {
  if (low === null) return null;
  const ends = { low: number(low, digits), high: number(high, digits) };
  return node("span", { class: "muted interval" }, `[${say("review.interval", ends)}]`);
}

/** Gives an element its attributes, listeners and children. */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** An element with attributes, listeners (attributes that are functions) and children; null is no child. */
function node(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of a drawing (SVG) with attributes, listeners and children. */
function shape(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

/** Muted text. */
function muted(...children) {
  return node("span", { class: "muted" }, ...children);
}

/** Cards in a row; `meanings` says what each wild stands for. */
function drawn(cards, level, meanings = []) {
  return GuandanPlayer.cards(cards, level, meanings, page.language);
}

/** A play of the review, such as "pair T: HT DT", "pass", or in tribute a card, drawn and named, with tags after it. */
function playDrawn(text, level, tags = []) {
  const play = (...children) => node("span", { class: "play" }, ...children, ...tags);
  if (text === "pass") return play(node("span", {}, say("review.pass")));
  if (!text.includes(":")) return play(drawn([text], level));
  const [name, cards] = text.split(": ");
  const [kind, rank = ""] = name.split(" ");
  const meanings = GuandanPlayer.standsFor([cards, kind, rank], level);
  return play(
    drawn(cards.split(" "), level, meanings),
    node("span", {}, GuandanPlayer.playName([cards, kind, rank], page.language)),
  );
}

/** The class of a decision in a word. */
function chip(name) {
  return node("span", { class: `chip ${name}` }, say(`review.class_${name}`));
}

/** How many inaccuracies, mistakes and blunders there are, the worst first. */
function errorChips(counts) {
  const found = ERRORS.filter((name) => counts[name]).reverse();
  return found.map((name) => {
    const text = say("review.class_count", { name: say(`review.class_${name}`), count: counts[name] });
    return node("span", { class: `chip ${name}` }, text);
  });
}

/** What an anonymous review has in the place of a strategy. */
function anonymous(seat) {
  return `seat ${seat}`;
}
