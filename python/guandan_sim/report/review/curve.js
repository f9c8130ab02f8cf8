// The chance of team 0 over a match, a point for each decision.

const TOP = 12;
const LEFT = 46;
const BELOW = 18;

/** Draws the curve of a match, and goes to the decision that is clicked. */
class Curve {
  constructor(review, onSelect) {
    Object.assign(this, { review, onSelect, selected: null, match: null });
    this.drawing = node("div", {
      class: "drawing",
      role: "slider",
      tabindex: "0",
      "aria-label": say("review.curve"),
      click: (event) => this._click(event),
      keydown: (event) => this._key(event),
    });
    const matches = review.matches.map((match) => node("option", { value: match }, say("review.match", { match })));
    this.choice = node("select", { change: () => this.show(Number(this.choice.value)) }, ...matches);
    this.matchLegend = node("span", { class: "of-match" }, say("review.curve_match"));
    this.element = node("section", { class: "curve" },
      node("h2", {}, say("review.curve")),
      matches.length > 1 ? node("label", {}, `${say("review.which_match")} `, this.choice) : null,
      node("p", { class: "legend" }, node("span", { class: "of-deal" }, say("review.curve_deal")), this.matchLegend),
      this.drawing,
      node("p", { class: "muted" }, say("review.curve_text")));
    new ResizeObserver(() => this._draw()).observe(this.drawing);
    this.show(review.matches[0]);
  }

  /** Turns to a match. */
  show(match) {
    if (match === this.match) return;
    this.match = match;
    this.choice.value = match;
    const { decisions } = this.review;
    this.points = [...decisions.keys()].filter((index) => decisions[index].match === match);
    this._draw();
  }

  /** Marks a decision, or none with null. */
  mark(index) {
    this.selected = index;
    const place = this.points.indexOf(index);
    const decision = this.review.decisions[index];
    const share = place < 0 ? null : this.review.ofTeam0(decision, "win_rate");
    const values = { ...decision, chance: chance(share) };
    const text = place < 0 ? say("review.chosen_none") : say("review.curve_point", values);
    this.drawing.setAttribute("aria-valuemin", 0);
    this.drawing.setAttribute("aria-valuemax", Math.max(0, this.points.length - 1));
    this.drawing.setAttribute("aria-valuenow", Math.max(0, place));
    this.drawing.setAttribute("aria-valuetext", text);
    this.cursor.replaceChildren();
    if (place < 0) return;
    const [x, y] = [this._x(place), this._y(share)];
    this.cursor.append(this._upright(x, ""), shape("circle", { cx: x, cy: y, r: 4.5 }));
  }

  _x(place) {
    return LEFT + (place + 0.5) * (this.width - LEFT - 1) / this.points.length;
  }

  _y(share) {
    return TOP + (1 - share) * (this.height - TOP - BELOW);
  }

  /** A line through all of the height. */
  _upright(x, name) {
    return shape("line", { class: name, x1: x, x2: x, y1: 0, y2: this.height - BELOW });
  }

  /** Points, each with its place and chance, as attributes of SVG write them. */
  _path(points) {
    return points.map(([place, share]) => `${this._x(place).toFixed(1)},${this._y(share).toFixed(1)}`).join(" ");
  }

  /** Draws everything for the width that there is. */
  _draw() {
    this.width = Math.max(280, this.drawing.clientWidth);
    this.height = this.width < 500 ? 180 : 220;
    this.cursor = shape("g", { class: "cursor" });
    const size = { width: this.width, height: this.height, "aria-hidden": "true" };
    const parts = [...this._grid(), ...this._deals(), this._ofMatch(), ...this._errors(), this.cursor];
    this.drawing.replaceChildren(shape("svg", size, ...parts));
    this.mark(this.selected);
  }

  _grid() {
    return [0, 0.25, 0.5, 0.75, 1].map((share) => {
      const y = this._y(share);
      return shape("g", { class: share === 0.5 ? "grid even" : "grid" },
        shape("line", { x1: LEFT, x2: this.width, y1: y, y2: y }),
        shape("text", { x: LEFT - 6, y: y + 4, "text-anchor": "end" }, chance(share)));
    });
  }

  /** The deals beside each other. */
  _deals() {
    const dealOf = (place) => this.review.decisions[this.points[place]]?.deal_index;
    const parts = [];
    let from = 0;
    while (from < this.points.length) {
      let to = from;
      while (dealOf(to) === dealOf(from)) to += 1;
      parts.push(...this._deal(dealOf(from), from, to));
      from = to;
    }
    return parts;
  }

  /** One deal: its border, number, band of one standard error, and curve. */
  _deal(deal, from, to) {
    const points = this.points.slice(from, to).map((index, place) => {
      const decision = this.review.decisions[index];
      return [from + place, this.review.ofTeam0(decision, "win_rate"), decision.win_rate_se];
    });
    const within = (share) => Math.min(1, Math.max(0, share));
    const edge = (sign) => points.map(([place, share, error]) => [place, within(share + sign * error)]);
    const label = String(this.review.deals[deal].deal);
    const isRoom = this._x(to) - this._x(from) > 8 * label.length;
    const place = { x: this._x((from + to - 1) / 2), y: this.height - 4, "text-anchor": "middle" };
    return [
      this._upright(this._x(from - 0.5), "border"),
      shape("text", place, isRoom ? label : ""),
      shape("polygon", { class: "band", points: this._path([...edge(1), ...edge(-1).reverse()]) }),
      shape("polyline", { class: "of-deal", points: this._path(points) }),
    ];
  }

  /** The chance to win the match, where the score is known. */
  _ofMatch() {
    const points = this.points
      .map((index, place) => [place, this.review.ofTeam0(this.review.decisions[index], "match_win_rate")])
      .filter(([, share]) => share !== null);
    this.matchLegend.hidden = !points.length;
    return shape("polyline", { class: "of-match", points: this._path(points) });
  }

  /** Mistakes and blunders as dots. */
  _errors() {
    return this.points.flatMap((index, place) => {
      const decision = this.review.decisions[index];
      if (decision.class !== "mistake" && decision.class !== "blunder") return [];
      const y = this._y(this.review.ofTeam0(decision, "win_rate"));
      return [shape("circle", { class: decision.class, cx: this._x(place), cy: y, r: 3.5 })];
    });
  }

  _click(event) {
    const inside = event.clientX - this.drawing.getBoundingClientRect().left - LEFT;
    this._choose(Math.floor(inside / (this.width - LEFT - 1) * this.points.length));
  }

  _key(event) {
    const place = this.points.indexOf(this.selected);
    const moves = {
      ArrowLeft: place - 1,
      ArrowDown: place - 1,
      ArrowRight: place + 1,
      ArrowUp: place + 1,
      Home: 0,
      End: this.points.length - 1,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    // The curve stays in sight, so that the next key goes on from here.
    this._choose(moves[event.key], { isScrolling: false });
    this.drawing.scrollIntoView({ block: "nearest" });
  }

  _choose(place, how) {
    const index = this.points[Math.min(this.points.length - 1, Math.max(0, place))];
    if (index !== undefined) this.onSelect(index, how);
  }
}
