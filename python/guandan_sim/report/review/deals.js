// All decisions: deals that unfold, and the filters.

/** Least loss, seat, phase and class. */
class Filters {
  constructor(review, onChange) {
    const all = ["all", say("review.all")];
    const phases = ["tribute", "lead", "follow", "ending"].map((name) => [name, say(`review.phase_${name}`)]);
    const classes = CLASSES.toReversed().map((name) => [name, say(`review.class_${name}`)]);
    this.loss = node("input", { type: "number", min: 0, step: 0.05, inputmode: "decimal" });
    this.seat = this._choice([all, ...review.seats.map((seat) => [seat, say("review.seat", { seat })])]);
    this.phase = this._choice([all, ...phases]);
    this.class = this._choice([all, ...classes]);
    this.count = node("output", { "aria-live": "polite" });
    const field = (text, input) => node("label", {}, node("span", {}, text), input);
    const heard = {
      input: () => onChange(),
      submit: (event) => event.preventDefault(),
      // The fields have their first values only after this event.
      reset: () => setTimeout(onChange),
    };
    this.element = node("form", { class: "filters", "aria-label": say("review.filters"), ...heard },
      field(say("review.least_loss"), this.loss),
      field(say("review.by_seat"), this.seat),
      field(say("review.by_phase"), this.phase),
      field(say("review.by_class"), this.class),
      node("button", { type: "reset" }, say("review.reset")),
      this.count);
  }

  /** Whether a decision is shown. */
  passes({ loss, seat, phase, class: name }) {
    const part = TRIBUTE.includes(phase) ? "tribute" : phase;
    const isOfClass = this.class.value === "all" || name === this.class.value;
    const isOfSeat = this.seat.value === "all" || seat === Number(this.seat.value);
    const isOfPhase = this.phase.value === "all" || part === this.phase.value;
    // Measured losses can come out below zero.
    const isLost = this.loss.value === "" || loss >= Number(this.loss.value);
    return isOfClass && isOfSeat && isOfPhase && isLost;
  }

  _choice(options) {
    return node("select", {}, ...options.map(([value, text]) => node("option", { value }, text)));
  }
}

/** The deals with their decisions. The decision that is chosen shows its plays. */
class Deals {
  constructor(review, onSelect) {
    Object.assign(this, { review, onSelect, selected: null, isOpen: false });
    this.filters = new Filters(review, () => this.filter());
    this.folds = review.deals.map((deal, index) => this._fold(deal, index));
    this.none = node("p", {}, say(review.decisions.length ? "review.none_shown" : "review.no_decisions"));
    this.list = node("div", { keydown: (event) => this._key(event) }, ...this.folds.map((fold) => fold.element));
    const title = node("h2", {}, say("review.deals"));
    this.element = node("section", { class: "deals" }, title, this.filters.element, this.none, this.list);
    this.filter();
  }

  /** Shows what passes the filters now. */
  filter() {
    const { decisions, ofDeal } = this.review;
    this.folds.forEach((fold, deal) => {
      fold.shown = ofDeal[deal].filter((index) => this.filters.passes(decisions[index]));
      fold.element.hidden = !fold.shown.length && deal !== this._dealOf(this.selected);
      const [shown, all] = [fold.shown.length, ofDeal[deal].length];
      const every = say("review.decisions", { count: all });
      fold.count.textContent = shown === all ? every : say("review.shown", { shown, all });
      this._render(deal);
    });
    this.shown = this.folds.flatMap((fold) => fold.shown);
    this.none.hidden = this.shown.length > 0;
    this.filters.count.textContent = say("review.shown", { shown: this.shown.length, all: decisions.length });
  }

  /** Unfolds the deal of a decision and shows its plays; null folds the plays of the decision before. */
  mark(index) {
    const [before, now] = [this._dealOf(this.selected), this._dealOf(index)];
    this.selected = index;
    if (before !== null && before !== now) this._render(before);
    if (now === null) return;
    const { element } = this.folds[now];
    element.hidden = false;
    element.open = true;
    this._render(now);
  }

  /** Shows solutions with open hands, or hides them. */
  open(isOpen) {
    this.isOpen = isOpen;
    if (this.selected !== null) this._render(this._dealOf(this.selected));
  }

  /** The button of a decision that is in the page. */
  button(index) {
    return this.list.querySelector(`[data-index="${index}"]`);
  }

  _dealOf(index) {
    return index === null ? null : this.review.decisions[index].deal_index;
  }

  /** One deal, folded. */
  _fold(deal, index) {
    const isOfMany = this.review.matches.length > 1;
    const level = deal.record ? levelText(deal.record.level) : NOTHING;
    const title = say(isOfMany ? "review.deal_match" : "review.deal", { ...deal, level });
    const named = (name) => this.review.ofDeal[index].filter((one) => this.review.decisions[one].class === name);
    const counts = Object.fromEntries(ERRORS.map((name) => [name, named(name).length]));
    const count = muted();
    const body = node("ol", { class: "decisions" });
    const element = node("details", { class: "deal", toggle: () => this._render(index) },
      node("summary", {},
        node("span", { class: "title" }, title),
        node("span", {}, this._result(deal)),
        node("span", { class: "errors" }, ...errorChips(counts)),
        count),
      this._worth(deal),
      body);
    return { element, body, count, shown: [] };
  }

  _result(deal) {
    const team = this.review.winner(deal);
    if (team === null) return say("review.not_ended");
    const count = deal.levels_won?.[team];
    return say(count ? "review.team_climbs" : "review.team_wins", { team, count });
  }

  /** What the hands were worth as dealt: luck, and no play. */
  _worth({ luck }) {
    const known = (luck ?? []).filter((one) => one !== null);
    if (!known.length) return null;
    const hands = known.map((one) => say("review.hand_of", {
      seat: one.seat,
      levels: levels(one.mean_levels, one.mean_levels_se),
      chance: chance(one.win_rate, one.win_rate_se),
    }));
    return node("p", { class: "worth muted" }, say("review.hand_worth"), hands.join(" · "));
  }

  /** Puts the decisions of a deal into the page while it is unfolded: a review may have thousands. */
  _render(deal) {
    const { element, body, shown } = this.folds[deal];
    const isIn = (index) => index === this.selected || shown.includes(index);
    const rows = element.open ? this.review.ofDeal[deal].filter(isIn) : [];
    body.replaceChildren(...rows.map((index) => this._row(index)));
  }

  _row(index) {
    const decision = this.review.decisions[index];
    const { play, phase, seat, class: name, loss, loss_se: error, played } = decision;
    const made = this.review.plays(decision)[played].play;
    const isSelected = index === this.selected;
    const when = play === null ? say(`review.phase_${phase}`) : say("review.action", { number: play });
    const look = { type: "button", class: "decision", "aria-expanded": String(isSelected), "data-index": index };
    return node("li", {},
      node("button", { ...look, click: () => this.onSelect(index) },
        node("span", { class: "when muted" }, when),
        node("span", {}, say("review.seat", { seat })),
        node("span", { class: "what" }, playDrawn(made, this.review.level(decision))),
        node("span", { class: "loss" }, name === "best" ? "" : levels(-loss, error)),
        chip(name)),
      isSelected ? new Plays(this.review, index, this.isOpen).element() : null);
  }

  /** Arrows go from decision to decision. */
  _key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.matches(".decision")) return;
    event.preventDefault();
    const buttons = [...this.list.querySelectorAll(".decision")];
    buttons[buttons.indexOf(event.target) + step]?.focus();
  }
}
