// The page as a whole: what is chosen in one part is shown in all.

const WORST = 10;

/** The table of the player, with buttons that go through the decisions shown. */
class Replay {
  constructor(element, review, { onMove, onStep }) {
    this.review = review;
    this._isMoving = false;
    this._board = node("div");
    this._where = node("span");
    const step = (text, by) => node("button", { type: "button", click: () => onStep(by) }, text);
    const steps = [step(say("review.previous"), -1), this._where, step(say("review.next"), 1)];
    const fold = { type: "button", class: "fold", "aria-expanded": "true", click: () => this._toggle() };
    this._fold = node("button", fold, say("review.hide_table"));
    element.append(node("div", { class: "steps" }, ...(page.single ? [] : steps), this._fold), this._board);
    const records = review.deals.map((deal) => deal.record);
    const isAnonymous = records[0].strategies?.every((name, seat) => name === anonymous(seat));
    const names = isAnonymous ? { names: null } : {};
    this._player = new GuandanPlayer(this._board, records, { lang: page.language, seat: review.seats[0], ...names });
    this._board.addEventListener("move", ({ detail: { deal, step: place } }) => {
      const next = this._player.steps(deal)[place + 1];
      if (!this._isMoving) onMove(next ? review.decisionAbout(deal, next) : null);
    });
  }

  /** Shows the position of a decision: what its seat saw, until the reader opens all hands. */
  show({ deal_index: deal, play, phase, seat }) {
    this._isMoving = true;
    if (!this._player.isAllOpen) this._player.look(seat);
    if (play === null) this._player.go(deal, this._beforeTribute(deal, phase, seat));
    else this._player.goToPlay(deal, play);
    this._isMoving = false;
  }

  /** Says which of the decisions is chosen. */
  say(text) {
    this._where.textContent = text;
  }

  /** The step before a seat pays or returns a card. */
  _beforeTribute(deal, phase, seat) {
    const isIt = (step) => step.kind === phase && step.seat === seat;
    return Math.max(0, this._player.steps(deal).findIndex(isIt) - 1);
  }

  _toggle() {
    this._board.hidden = !this._board.hidden;
    this._fold.setAttribute("aria-expanded", String(!this._board.hidden));
    this._fold.textContent = say(this._board.hidden ? "review.show_table" : "review.hide_table");
  }
}

/** The greatest losses as buttons that go to their decisions. */
function worstPlays(review, onSelect) {
  const items = review.worst(WORST).map((index) => {
    const decision = review.decisions[index];
    const plays = review.plays(decision);
    const one = (text, place) =>
      node("span", { class: "what" }, muted(text), playDrawn(plays[place].play, review.level(decision)));
    return node("li", {}, node("button", { type: "button", click: () => onSelect(index) },
      node("span", { class: "loss" }, levels(-decision.loss, decision.loss_se)),
      chip(decision.class),
      muted(review.placeText(decision)),
      node("span", { class: "pair" },
        one(say("review.played"), decision.played), one(say("review.best"), decision.best))));
  });
  return node("section", { class: "worst" },
    node("h2", {}, say("review.worst")),
    items.length ? node("ol", {}, ...items) : node("p", {}, say("review.worst_none")));
}

/** The choice to see solutions with open hands, off at first, with a warning while it is on. */
function openHands(onChange) {
  const warning = node("p", { class: "warning", id: "open-warning", hidden: true }, say("review.open_warning"));
  const change = ({ target }) => {
    warning.hidden = !target.checked;
    onChange(target.checked);
  };
  const box = node("input", { type: "checkbox", "aria-describedby": "open-warning", change });
  return node("div", { class: "open-hands" }, node("label", {}, box, ` ${say("review.show_open")}`), warning);
}

/** The page of a review. */
class Page {
  constructor() {
    const find = (selector) => document.querySelector(selector);
    const onSelect = (index, how) => this._select(index, how);
    const review = new Review(page);
    this.review = review;
    document.title = new Head(find("header"), review).title;
    this._status = find("[role=status]");
    this._deals = new Deals(review, onSelect);
    this._curve = review.deals.length ? new Curve(review, onSelect) : null;
    const onMove = (index) => this._select(index, { isFromTable: true });
    if (review.hasTable) this._replay = new Replay(find(".replay"), review, { onMove, onStep: (by) => this._step(by) });
    else find(".replay").remove();
    const open = review.knows("open") ? openHands((isOpen) => this._deals.open(isOpen)) : "";
    find(".values").append(this._curve?.element ?? "", worstPlays(review, onSelect), open, this._deals.element);
    this._sayPlace();
  }

  /** Shows a decision in all parts, or none with null. */
  _select(index, { isFromTable = false, isScrolling = true } = {}) {
    if (isFromTable && index === this._deals.selected) return;
    const isFocused = document.activeElement?.matches(".decision");
    this._deals.mark(index);
    this._curve.mark(index);
    this._sayPlace();
    if (index === null) return;
    const decision = this.review.decisions[index];
    this._curve.show(decision.match);
    if (!isFromTable) this._replay?.show(decision);
    const button = this._deals.button(index);
    if (isScrolling) button.parentElement.scrollIntoView({ block: "nearest" });
    // The button is a new one.
    if (isFocused) button.focus({ preventScroll: true });
    this._status.textContent = `${this.review.placeText(decision)}: ${new Plays(this.review, index, false).verdict()}`;
  }

  /** Goes to the next decision that the filters show, or to the one before. */
  _step(by) {
    const { shown, selected } = this._deals;
    const after = shown.filter((index) => selected === null || by * (index - selected) > 0);
    const to = by > 0 ? after[0] : after.at(-1);
    if (to !== undefined) this._select(to);
  }

  _sayPlace() {
    const { shown, selected } = this._deals;
    const number = shown.indexOf(selected) + 1;
    this._replay?.say(number ? say("review.chosen", { number, count: shown.length }) : say("review.chosen_none"));
  }
}

/** The page of a single decision. */
class PositionPage {
  constructor() {
    const find = (selector) => document.querySelector(selector);
    const review = new Review(page);
    document.title = new Head(find("header"), review).title;
    const values = node("div");
    const show = (isOpen) => values.replaceChildren(new Plays(review, 0, isOpen).element());
    find(".values").append(review.knows("open") ? openHands(show) : "", values);
    show(false);
    if (!review.hasTable) find(".replay").remove();
    else new Replay(find(".replay"), review, { onMove: () => {}, onStep: () => {} }).show(review.decisions[0]);
  }
}

if (page.single) new PositionPage();
else new Page();
