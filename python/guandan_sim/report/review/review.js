// The review as the parts of the page ask for it. This part knows nothing of elements.

/** Deals and decisions, found by deal and by what happens on the table. */
class Review {
  constructor({ review, columns }) {
    Object.assign(this, review);
    this.columns = columns;
    this.matches = [...new Set(this.deals.map((deal) => deal.match))];
    this.hasTable = this.deals.length > 0 && this.deals.every((deal) => deal.record !== null);
    this.ofDeal = this.deals.map(() => []);
    this._places = new Map();
    this.decisions.forEach((decision, index) => {
      const { deal_index: deal, play, phase, seat } = decision;
      this.ofDeal[deal].push(index);
      this._places.set(this._place(deal, play, phase, seat), index);
    });
  }

  /** The decision about a step of the table that comes next, or null. */
  decisionAbout(deal, { play, kind, seat }) {
    return this._places.get(this._place(deal, play, kind, seat)) ?? null;
  }

  /** The plays of a decision by the names of their values. */
  plays(decision) {
    return decision.plays.map((row) => Object.fromEntries(this.columns.map((column, place) => [column, row[place]])));
  }

  /** Whether a value of plays, such as "open", is known anywhere. */
  knows(column) {
    const place = this.columns.indexOf(column);
    return this.decisions.some(({ plays }) => plays.some((row) => row[place] !== null));
  }

  /** The level of a decision's deal; a deal without a record has it beside. */
  level(decision) {
    const { record, level } = this.deals[decision.deal_index];
    return record?.level ?? level;
  }

  /** The chance of team 0 after a decision: `what` is "win_rate" or "match_win_rate". */
  ofTeam0(decision, what) {
    const own = decision[what];
    if (own === null) return null;
    return decision.seat % 2 === 0 ? own : 1 - own;
  }

  /** The team that won a deal, or null. Levels alone do not tell it: at A a deal may move nobody. */
  winner({ record, levels_won: won }) {
    if (record?.places) return record.places[0] % 2;
    return won === null || won[0] === won[1] ? null : Number(won[0] < won[1]);
  }

  /** The place of a decision in words. */
  placeText({ match, deal, seat }) {
    return say(this.matches.length > 1 ? "review.place" : "review.place_deal", { match, deal, seat });
  }

  /** The decisions of the greatest losses among inaccuracies, mistakes and blunders, by number. */
  worst(most) {
    const wrong = [...this.decisions.keys()].filter((index) => ERRORS.includes(this.decisions[index].class));
    return wrong.sort((one, other) => this.decisions[other].loss - this.decisions[one].loss).slice(0, most);
  }

  _place(deal, play, phase, seat) {
    return play === null ? `${deal}:${phase}:${seat}` : `${deal}:${play}`;
  }
}
