// The player: a deal of a list of records on a table, with buttons, keys and a list of plays to move through it.

const SPEEDS = { "player.slow": 2400, "player.normal": 1200, "player.fast": 500 };
// Pixels that a finger moves sideways to turn to the next step.
const SWIPE = 45;
// Drawn by lines in a square of 24.
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  play: "M7 4l13 8-13 8z",
  pause: "M8 5v14M16 5v14",
  previous: "M13 6l-6 6 6 6M19 6l-6 6 6 6",
  next: "M11 6l6 6-6 6M5 6l6 6-6 6",
  theme: "M12 4a8 8 0 1 0 8 8 6 6 0 0 1-8-8z",
};

/** A button with an icon and a name; the name is read aloud and shown as a hint. */
function button(icon, label, press) {
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("viewBox", "0 0 24 24");
  drawing.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", ICONS[icon]);
  drawing.append(path);
  const made = make("button", `gd-button gd-${icon}`, { type: "button", "aria-label": label, title: label }, drawing);
  made.addEventListener("click", press);
  return made;
}

/** Plays records back inside an element. It sends the event "move" there after every move. */
class GuandanPlayer {
  /**
   * `records` are those of docs/RECORDS.md. Options: `lang`; `names`, four names, null for none, left out for those of
   * the record; `seat`, whose hand alone is open at first; `controls`, false for the table alone; `keys`, true where
   * keys work on the whole page and not only inside the element.
   */
  constructor(element, records, { lang = "en", names, seat = null, controls = true, keys = false } = {}) {
    this.element = element;
    this.records = records;
    this.names = names;
    this.seat = seat;
    this.isAllOpen = seat === null;
    this.speech = Speech.in(lang);
    this.deal = 0;
    this.step = 0;
    this._loaded = null;
    this._timer = null;
    this._listening = [];
    this._build(controls);
    if (controls) this._listen(keys ? document : element, "keydown", (event) => this._key(event));
    this._listenToSwipes();
    this._show();
  }

  /** The steps of a deal: what happens, at which seat, and the number of the action in the record. */
  steps(deal) {
    return Deal.stepsOf(this.records[deal]).map(({ kind, seat, play }) => ({ kind, seat, play }));
  }

  /** The name of the deal shown: match, deal, level. */
  title() {
    return this._titleOf(this.records[this.deal]);
  }

  /** Shows a step of a deal. Numbers beyond the ends mean the ends. */
  go(deal, step) {
    this.deal = Math.max(0, Math.min(deal, this.records.length - 1));
    this._load();
    this.step = Math.max(0, Math.min(step, this._loaded.steps.length - 1));
    this._show();
    this.element.dispatchEvent(new CustomEvent("move", { detail: { deal: this.deal, step: this.step } }));
  }

  /** Shows the position in which an action was decided: the step before it. */
  goToPlay(deal, play) {
    this.go(deal, this.steps(deal).findIndex((step) => step.play === play) - 1);
  }

  /** One step on, into the next deal after the last; false at the end of all. */
  forward() {
    if (this.step < this._loaded.steps.length - 1) this.go(this.deal, this.step + 1);
    else if (this.deal < this.records.length - 1) this.go(this.deal + 1, 0);
    else return false;
    return true;
  }

  /** One step back, into the deal before from the first. */
  back() {
    if (this.step > 0) this.go(this.deal, this.step - 1);
    else if (this.deal > 0) this.go(this.deal - 1, Infinity);
  }

  /** Shows the hand of one seat alone and puts that seat below, or with null all hands that are known. */
  look(seat) {
    this.isAllOpen = seat === null;
    if (seat !== null) this.seat = seat;
    this._show();
  }

  /** Starts to move on by itself. */
  play() {
    if (this._timer !== null) return;
    const tick = () => {
      this._timer = setTimeout(tick, this._pace());
      if (!this.forward()) this.pause();
    };
    this._timer = setTimeout(tick, this._pace() / 2);
    this._showPlaying();
  }

  /** Milliseconds from one step to the next. */
  _pace() {
    return SPEEDS[this._hasControls ? this._speed.value : "player.normal"];
  }

  /** Stops moving by itself. */
  pause() {
    clearTimeout(this._timer);
    this._timer = null;
    this._showPlaying();
  }

  /** Takes everything out of the element and stops listening. */
  destroy() {
    clearTimeout(this._timer);
    for (const [target, kind, heard] of this._listening) target.removeEventListener(kind, heard);
    this.element.replaceChildren();
    this.element.classList.remove("gd-player", "gd-alone");
  }

  /** Cards drawn in a row; `meanings` has what each wild stands for, such as "K". */
  static cards(cards, level, meanings = [], lang = document.documentElement.lang.slice(0, 2)) {
    return row(cards, level, Speech.in(lang), meanings);
  }

  /** What each card of a play, `[cards, kind, rank]`, stands for; null for a card that is itself. */
  static standsFor([cards, kind, rank], level) {
    return standsFor({ cards: [].concat(cards).join(" ").split(" "), kind, rank }, level);
  }

  /** The name of a play, `[cards, kind, rank]`, such as "pair of 10s". */
  static playName([cards, kind = "pass", rank = ""], lang) {
    return Speech.in(lang).play({ cards: [].concat(cards).join(" ").split(" "), kind, rank });
  }

  /** A button that turns the page from light to dark and back. */
  static themeButton(lang) {
    const root = document.documentElement;
    return button("theme", Speech.in(lang).say("player.theme"), () => {
      const theme = root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
      root.dataset.theme = theme === "dark" ? "light" : "dark";
    });
  }

  /** Makes what stays while the steps change. */
  _build(controls) {
    this._standing = make("div", "gd-standing");
    const top = make("div", "gd-top", {}, [...(controls ? [this._choices()] : []), this._standing]);
    const felt = make("div", "gd-table");
    this._felt = felt;
    this._table = new Table(felt, this.speech);
    this._said = make("p", "gd-said", { role: "status", "aria-live": "polite" });
    const board = make("div", "gd-board", {}, [top, felt]);
    this.element.classList.add("gd-player");
    this.element.classList.toggle("gd-alone", !controls);
    this.element.replaceChildren(board);
    this._hasControls = controls;
    board.append(controls ? this._buttons() : this._said);
    if (!controls) return;
    this._list = make("ol", "gd-steps");
    const list = make("nav", "gd-list", { "aria-label": this.speech.say("player.list") }, this._list);
    this.element.append(list);
  }

  /** The name of a deal. */
  _titleOf({ match, deal, level }) {
    return this.speech.say("player.title", { match, deal, level: this.speech.rank(level) });
  }

  /** The line to choose a deal and whose hands are open. */
  _choices() {
    const say = (key, values) => this.speech.say(key, values);
    const deals = this.records.map((record, index) => make("option", "", { value: index }, this._titleOf(record)));
    this._deals = make("select", "gd-deals", { "aria-label": say("player.choose_deal") }, deals);
    this._deals.addEventListener("change", () => this.go(Number(this._deals.value), 0));
    const views = [["all", say("player.all_open")], ...SEATS.map((seat) => [seat, say("player.as_seat", { seat })])];
    this._views = make("select", "gd-views", { "aria-label": say("player.hands") });
    this._views.append(...views.map(([value, text]) => make("option", "", { value }, text)));
    this._views.addEventListener("change", () => {
      const { value } = this._views;
      this.look(value === "all" ? null : Number(value));
    });
    this._previous = button("previous", say("player.previous_deal"), () => this.go(this.deal - 1, 0));
    this._next = button("next", say("player.next_deal"), () => this.go(this.deal + 1, 0));
    const several = this.records.length > 1 ? [this._previous, this._deals, this._next] : [];
    return make("div", "gd-choices", {}, [...several, this._views]);
  }

  /** The buttons below the table, the slider, the speed, and the line about keys. */
  _buttons() {
    const say = (key) => this.speech.say(key);
    this._first = button("first", say("player.to_first"), () => this.go(this.deal, 0));
    this._back = button("back", say("player.to_back"), () => this.back());
    this._playing = button("play", say("player.start"), () => (this._timer === null ? this.play() : this.pause()));
    this._forward = button("forward", say("player.to_forward"), () => this.forward());
    this._last = button("last", say("player.to_last"), () => this.go(this.deal, Infinity));
    this._slider = make("input", "gd-slider", { type: "range", min: 0, "aria-label": say("player.step") });
    this._slider.addEventListener("input", () => this.go(this.deal, Number(this._slider.value)));
    const speeds = Object.keys(SPEEDS).map((key) => make("option", "", { value: key }, say(key)));
    this._speed = make("select", "gd-speed", { "aria-label": say("player.speed") }, speeds);
    this._speed.value = "player.normal";
    const five = [this._first, this._back, this._playing, this._forward, this._last];
    const line = make("div", "gd-controls", {}, [make("div", "gd-five", {}, five), this._slider, this._speed]);
    return make("div", "gd-bar", {}, [this._said, line, make("p", "gd-help", {}, say("player.keys"))]);
  }

  /** Listens until `destroy`. */
  _listen(target, kind, heard) {
    target.addEventListener(kind, heard, { passive: kind.startsWith("touch") });
    this._listening.push([target, kind, heard]);
  }

  /** Turns to the next step when a finger moves to the left over the table, back when it moves to the right. */
  _listenToSwipes() {
    let start = null;
    this._listen(this._felt, "touchstart", (event) => {
      start = event.touches.length === 1 ? event.touches[0] : null;
    });
    this._listen(this._felt, "touchend", (event) => {
      if (start === null) return;
      const across = event.changedTouches[0].clientX - start.clientX;
      const along = event.changedTouches[0].clientY - start.clientY;
      if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(along)) {
        if (across < 0) this.forward();
        else this.back();
      }
      start = null;
    });
  }

  /** Moves by keys. A key that means something to the button or list in focus is left to it. */
  _key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("select, textarea, input:not(.gd-slider)")) return;
    if (event.key === " " && event.target.matches("button, summary, a")) return;
    const moves = {
      ArrowRight: () => this.forward(),
      ArrowLeft: () => this.back(),
      Home: () => this.go(this.deal, 0),
      End: () => this.go(this.deal, Infinity),
      PageDown: () => this.go(this.deal + 1, this.deal + 1 < this.records.length ? 0 : this.step),
      PageUp: () => this.go(this.deal - 1, this.deal > 0 ? 0 : this.step),
      " ": () => (this._timer === null ? this.play() : this.pause()),
      h: () => this.look(this.isAllOpen ? (this.seat ?? 0) : null),
    };
    if (event.target.matches(".gd-step")) {
      moves.ArrowDown = moves.ArrowRight;
      moves.ArrowUp = moves.ArrowLeft;
    }
    const move = moves[event.key] ?? moves[event.key.toLowerCase()];
    if (!move) return;
    event.preventDefault();
    move();
  }

  /** Makes the steps and positions of the deal shown, once, and its list. */
  _load() {
    const record = this.records[this.deal];
    if (this._loaded && this._loaded.record === record) return;
    this._loaded = new Deal(record);
    if (!this._hasControls) return;
    this._list.replaceChildren(...this._loaded.steps.map((_, index) => this._entry(index)));
    this._slider.max = this._loaded.steps.length - 1;
    this._deals.value = this.deal;
    // Where one hand is known there is nothing to choose.
    this._views.hidden = record.hands.filter((hand) => hand !== null).length < 2;
  }

  /** One step in the list. */
  _entry(index) {
    const { speech } = this;
    const deal = this._loaded;
    const step = deal.steps[index];
    const before = deal.positions[index - 1];
    const isLead = step.kind === "action" && (before.best === null || before.isTrickOver);
    // The tab key goes to the step shown and on behind the list, not through all steps.
    const press = make("button", "gd-step", { type: "button", tabindex: -1 });
    press.addEventListener("click", () => this.go(this.deal, index));
    if (step.seat !== null) press.append(make("span", `gd-chip gd-team${step.seat % 2}`, {}, String(step.seat)));
    if (step.action && step.action.kind !== "pass") {
      press.append(
        make("span", "gd-what", {}, speech.playInList(step.action)),
        this._coloured(step.action, deal.record.level),
      );
    } else {
      const text = step.action ? speech.say("player.pass") : speech.step(deal, index);
      press.append(make("span", step.action ? "gd-passed" : "gd-what", {}, text));
    }
    return make("li", isLead ? "gd-lead" : "", {}, press);
  }

  /** The cards of a play as text, suits coloured. */
  _coloured(action, level) {
    const meanings = standsFor(action, level);
    const cards = action.cards.map((card, index) => {
      const meaning = meanings[index] ? `=${this.speech.meaning(meanings[index])}` : "";
      return make("span", "HD".includes(card[0]) ? "gd-red" : "gd-black", {}, this.speech.card(card) + meaning);
    });
    return make("span", "gd-text", {}, cards);
  }

  /** Draws the step shown. */
  _show() {
    this._load();
    const deal = this._loaded;
    const { record } = deal;
    const known = SEATS.filter((seat) => record.hands[seat] !== null);
    const below = this.isAllOpen ? (this.seat ?? (known.length === 1 ? known[0] : 0)) : this.seat;
    const open = SEATS.map((seat) => this.isAllOpen || seat === this.seat);
    const names = this.names === undefined ? record.strategies : this.names;
    this._table.draw(deal, this.step, { names, below, open });
    this._standing.replaceChildren(...scores(record, this.speech));
    const said = this.speech.step(deal, this.step);
    this._said.textContent = said;
    if (this._hasControls) this._showControls(said);
  }

  /** Brings buttons, slider and list to the step shown. */
  _showControls(said) {
    this._slider.value = this.step;
    this._slider.setAttribute("aria-valuetext", said);
    this._views.value = this.isAllOpen ? "all" : String(this.seat);
    const atFirst = this.step === 0;
    const atLast = this.step === this._loaded.steps.length - 1;
    const isFirstDeal = this.deal === 0;
    const isLastDeal = this.deal === this.records.length - 1;
    // Not `disabled`, which would take the focus away from who presses it.
    this._first.setAttribute("aria-disabled", atFirst);
    this._back.setAttribute("aria-disabled", atFirst && isFirstDeal);
    this._last.setAttribute("aria-disabled", atLast);
    this._forward.setAttribute("aria-disabled", atLast && isLastDeal);
    this._previous.setAttribute("aria-disabled", isFirstDeal);
    this._next.setAttribute("aria-disabled", isLastDeal);
    const before = this._list.querySelector("[aria-current]");
    const hadFocus = this._list.contains(document.activeElement);
    if (before) {
      before.removeAttribute("aria-current");
      before.setAttribute("tabindex", -1);
    }
    const current = this._list.children[this.step];
    current.firstChild.setAttribute("aria-current", "step");
    current.firstChild.setAttribute("tabindex", 0);
    if (hadFocus) current.firstChild.focus({ preventScroll: true });
    // The list scrolls, never the page.
    const list = this._list.parentElement;
    list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
  }

  /** The button to start or to stop. */
  _showPlaying() {
    if (!this._hasControls) return;
    const isPlaying = this._timer !== null;
    const label = this.speech.say(isPlaying ? "player.stop" : "player.start");
    this._playing.querySelector("path").setAttribute("d", ICONS[isPlaying ? "pause" : "play"]);
    this._playing.setAttribute("aria-label", label);
    this._playing.setAttribute("title", label);
  }
}
