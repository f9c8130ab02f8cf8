// One decision with the values of its plays.

/** What there is to tell of a decision. `isOpen` shows the solutions with open hands. */
class Plays {
  constructor(review, index, isOpen) {
    this.review = review;
    this.decision = review.decisions[index];
    this.level = review.level(this.decision);
    this.rows = review.plays(this.decision);
    this.isOpen = isOpen;
  }

  element() {
    const { others } = this.decision;
    return node("div", { class: "plays" },
      ...(this.review.hasTable ? [] : this._position()),
      node("p", {}, this.verdict()),
      this._table(),
      others ? node("p", { class: "muted" }, say("review.others", { count: others })) : null);
  }

  /** The loss in words. Nothing is called a mistake that is within noise. */
  verdict() {
    const { class: name, loss, loss_se: error, loss_n: n } = this.decision;
    if (name === null) return "";
    if (name === "best") return say("review.lost_best");
    return say(name === "fine" ? "review.lost_fine" : "review.lost", { loss: lost(loss, error), n });
  }

  /** Hand, play to beat and cards left, for a page without a table that shows them. */
  _position() {
    const { hand, counts, phase, to_beat: beat, to_beat_seat: seat } = this.decision;
    const held = node("p", { class: "hand" }, `${say("review.hand")} `, drawn(hand ? hand.split(" ") : [], this.level));
    if (TRIBUTE.includes(phase)) return [held];
    const table = beat ? [say("review.to_beat", { seat }), " ", playDrawn(beat, this.level)] : [say("review.leads")];
    const left = say("review.counts", { counts: counts.join(", ") });
    return [held, node("p", {}, ...table), node("p", { class: "muted" }, left)];
  }

  _table() {
    const isKnown = (column) => this.rows.some((row) => row[column] !== null);
    const all = [
      ["review.level_value", (row) => levels(row.mean_levels, row.mean_levels_se)],
      ["review.chance", (row) => chance(row.win_rate, row.win_rate_se)],
      isKnown("match_win_rate") && ["review.match_chance", (row) => chance(row.match_win_rate, row.match_win_rate_se)],
      ["review.difference", (row) => this._difference(row)],
      this.isOpen && isKnown("open") && ["review.open", (row) => (row.open === null ? NOTHING : signed(row.open, 0))],
    ];
    const columns = all.filter(Boolean);
    const heads = ["review.play", ...columns.map(([key]) => key)];
    const head = heads.map((key) => node("th", { scope: "col", role: "columnheader" }, say(key)));
    // On a telephone the style makes blocks of the rows; the roles keep it a table for those who hear it.
    return node("table", { role: "table" },
      node("thead", { role: "rowgroup" }, node("tr", { role: "row" }, ...head)),
      node("tbody", { role: "rowgroup" }, ...this.rows.map((row, place) => this._row(row, place, columns))));
  }

  _row(row, place, columns) {
    const { played, best } = this.decision;
    const tag = (name, text) => node("span", { class: `tag ${name}` }, text);
    const tags = [
      place === played && tag("played", say("review.played")),
      place === best && tag("best", say("review.best")),
      row.exact && tag("exact", say("review.exact")),
    ];
    const cells = columns.map(([key, text]) => node("td", { role: "cell", "data-label": say(key) }, text(row)));
    return node("tr", { role: "row", class: place === played ? "played" : null },
      node("th", { scope: "row", role: "rowheader" }, playDrawn(row.play, this.level, tags.filter(Boolean))), ...cells);
  }

  /** What a play would have brought more than the play it is compared with, which has no error. */
  _difference({ difference, difference_se: error }) {
    return difference === 0 && error === 0 ? NOTHING : levels(difference, error);
  }
}
