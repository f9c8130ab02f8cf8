// The page of a review: head, curve, worst plays, and every decision, beside the table of the replay.
// All text reaches the page as text nodes, so that names of strategies and sources cannot become markup.

const page = JSON.parse(document.getElementById("review").textContent);
const WORST = 10;
const ERRORS = ["inaccuracy", "mistake", "blunder"];
const CLASSES = ["best", "fine", ...ERRORS];
const TRIBUTE = ["pay", "return", "pick"];
const NORMAL = 1.96; // standard errors on each side of a 95 % interval

// ---- Words and numbers

function say(key, values = {}) {
  return page.words[key].replace(/\{(\w+)\}/g, (_, name) => values[name]);
}

function number(value, digits = 2) {
  return value.toFixed(digits).replace(/^-(?=[0.]*$)/, "").replace("-", "−");
}

function signed(value, digits = 2) {
  const text = number(value, digits);
  return /^[0.]*$/.test(text) || text.startsWith("−") ? text : `+${text}`;
}

function withError(text, error, unit = "") {
  return error === null ? text + unit : `${text} ± ${error}${unit}`;
}

// Levels with their standard error.
function levels(value, error, show = signed) {
  return value === null ? "–" : withError(show(value), error === null ? null : number(error));
}

function chance(value, error = null) {
  return value === null ? "–" : withError(number(100 * value, 0), error === null ? null : number(100 * error, 0), " %");
}

function interval(value, error, show) {
  if (error === null) return "";
  const [low, high] = [value - NORMAL * error, value + NORMAL * error];
  return `[${say("review.interval", { low: show(low), high: show(high) })}]`;
}

// ---- Elements

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter(child => child !== null));
  return element;
}

const node = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
const shape = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

// A play as text of the review, "pair T: HT DT", "pass", or one card in tribute.
function parsePlay(text) {
  const [name, cards] = text.includes(":") ? text.split(":") : ["", text];
  const [kind, rank = ""] = name.split(" ");
  return { kind, rank, cards: text === "pass" ? [] : cards.trim().split(" ") };
}

function playDrawn(text, level, tags = []) {
  const { kind, rank, cards } = parsePlay(text);
  const meanings = kind ? GuandanPlayer.standsFor([cards.join(" "), kind, rank], level) : [];
  const name = text === "pass" ? say("review.pass") : kind ? GuandanPlayer.playName([cards.join(" "), kind, rank], page.language) : "";
  return node("span", { class: "play" }, cards.length ? drawn(cards, level, meanings) : null, node("span", { class: "name" }, name), ...tags);
}

const drawn = (cards, level, meanings = []) => GuandanPlayer.cards(cards, level, meanings, page.language);

const chip = name => node("span", { class: `chip ${name}` }, say(`review.class_${name}`));

// What an anonymous review has in the place of a strategy.
const anonymous = seat => `seat ${seat}`;

// The team that won a deal, or null: levels tell nothing of a deal at A that moves nobody.
function winnerOf({ record, levels_won: won }) {
  if (record?.places) return record.places[0] % 2;
  return won === null || won[0] === won[1] ? null : Number(won[0] < won[1]);
}

// ---- The review

class Review {
  constructor({ review, columns }) {
    Object.assign(this, review);
    this.columns = columns;
    this.matches = [...new Set(this.deals.map(deal => deal.match))];
    this.hasTable = this.deals.length > 0 && this.deals.every(deal => deal.record !== null);
    this.ofDeal = this.deals.map(() => []);
    this.places = new Map(); // from what happens next on the table to the decision about it
    this.decisions.forEach((decision, index) => {
      this.ofDeal[decision.deal_index].push(index);
      this.places.set(this.place(decision.deal_index, decision.play, decision.phase, decision.seat), index);
    });
  }

  place(deal, play, phase, seat) {
    return play === null ? `${deal}:${phase}:${seat}` : `${deal}:${play}`;
  }

  plays(decision) {
    return decision.plays.map(row => Object.fromEntries(this.columns.map((column, place) => [column, row[place]])));
  }

  level(decision) {
    return this.deals[decision.deal_index].record?.level ?? "2";
  }

  // The chance that team 0 wins, after a decision: `what` is "win_rate" or "match_win_rate".
  ofTeam0(decision, what) {
    const own = decision[what];
    return own === null || own === undefined ? null : decision.seat % 2 === 0 ? own : 1 - own;
  }

  placeText(decision) {
    const { match, deal, seat } = decision;
    return say(this.matches.length > 1 ? "review.place" : "review.place_deal", { match, deal, seat });
  }

  worst() {
    return this.decisions.map((_, index) => index)
      .filter(index => ERRORS.includes(this.decisions[index].class))
      .sort((one, other) => this.decisions[other].loss - this.decisions[one].loss)
      .slice(0, WORST);
  }
}

// ---- Head: result, seats, and what the values rest on

class Head {
  constructor(element, review) {
    this.review = review;
    element.append(node("h1", {}, page.single ? say("review.title_position") : this.title()));
    element.append(node("p", { class: "result" }, page.single ? review.placeText(review.decisions[0]) : this.result()));
    element.append(node("div", { class: "seats" }, ...review.summary.map(one => this.seat(one))));
    element.append(...this.method());
  }

  title() {
    const { deals, matches } = this.review;
    if (deals.length === 1) return say("review.title_deal", deals[0]);
    return matches.length === 1 ? say("review.title_match", deals[0]) : say("review.title_many", { deals: deals.length });
  }

  result() {
    const { deals, matches } = this.review;
    if (!deals.length) return say("review.no_decisions");
    const count = (list, team) => list.filter(one => one === team).length;
    const winners = deals.map(winnerOf);
    const parts = [say("review.deals_won", { first: count(winners, 0), second: count(winners, 1) })];
    const ends = deals.map(deal => deal.record).filter(record => record?.match_over && record.ended_by);
    if (matches.length > 1) {
      const won = ends.map(record => record.winner);
      if (won.length) parts.unshift(say("review.of_matches", { first: count(won, 0), second: count(won, 1) }));
      return parts.join(" ");
    }
    const last = deals.at(-1).record;
    const [first, second] = last?.levels_after ?? [];
    if (ends.length && ends[0].winner !== null) {
      parts.unshift(say("review.won_match", { team: ends[0].winner, first, second }));
    } else if (first) parts.unshift(say("review.levels", { first, second }));
    return parts.join(" ");
  }

  seat(one) {
    const counted = ERRORS.map(name => say("review.class_count", { name: say(`review.class_${name}`), count: one.classes[name] }));
    const shares = [say("review.best_share", { share: chance(one.best_share) }), say("review.fine_share", { share: chance(one.fine_share) })];
    const fine = value => number(value, 3);
    return node("section", { class: "seat" },
      node("h2", {}, `${say("review.seat", one)}, ${say("review.team", { team: one.seat % 2 })}`),
      one.strategy && one.strategy !== anonymous(one.seat) ? node("p", { class: "strategy" }, one.strategy) : null,
      node("p", { class: "loss" }, node("strong", {}, say("review.level_count", { value: number(one.loss_per_deal) })),
        ` ${say("review.a_deal")} `, node("span", { class: "muted" }, interval(one.loss_per_deal, one.loss_per_deal_se, number))),
      node("p", {}, say("review.a_decision", { value: fine(one.loss_per_decision) }), " ",
        node("span", { class: "muted" }, interval(one.loss_per_decision, one.loss_per_decision_se, fine))),
      this.bar(one),
      node("p", {}, shares.join(", ")),
      node("p", {}, `${counted.join(", ")} (${say("review.decisions", { count: one.decisions })})`),
      one.luck === null ? null : node("p", { title: say("review.luck_plain") },
        say("review.luck", { value: signed(one.luck), interval: interval(one.luck, one.luck_se, signed) })));
  }

  bar(one) {
    let from = 0;
    const all = CLASSES.reduce((sum, name) => sum + one.classes[name], 0) || 1;
    const pieces = CLASSES.map(name => {
      const width = 100 * one.classes[name] / all;
      from += width;
      return shape("rect", { class: name, x: from - width, width, height: 8 });
    });
    return shape("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" }, ...pieces);
  }

  method() {
    const { classes, source } = this.review;
    const names = Object.fromEntries(ERRORS.map(name => [name, say(`review.class_${name}`)]));
    const borders = { low: classes.inaccuracy, middle: classes.mistake, high: classes.blunder };
    return [
      node("p", { class: "method" }, say("review.method", this.review), " ",
        source ? say("review.source", { source }) : ""),
      page.single ? "" : node("p", { class: "method" }, say("review.method_classes", { ...names, ...borders })),
    ];
  }
}

// ---- The curve of a match

class Curve {
  constructor(review, onSelect) {
    Object.assign(this, { review, onSelect, selected: null, match: null });
    this.drawing = node("div", { class: "drawing", role: "slider", tabindex: "0", "aria-label": say("review.curve"),
      click: event => this.click(event), keydown: event => this.key(event) });
    const choose = event => this.show(Number(event.target.value));
    this.choice = node("select", { change: choose },
      ...review.matches.map(match => node("option", { value: match }, say("review.match", { match }))));
    this.element = node("section", { class: "curve" },
      node("h2", {}, say("review.curve")),
      review.matches.length > 1 ? node("label", {}, `${say("review.which_match")} `, this.choice) : null,
      node("p", { class: "legend" }, node("span", { class: "of-deal" }, say("review.curve_deal")), this.matchLegend = node("span",
        { class: "of-match" }, say("review.curve_match"))),
      this.drawing,
      node("p", { class: "muted" }, say("review.curve_text")));
    new ResizeObserver(() => this.render()).observe(this.drawing);
    this.show(review.matches[0]);
  }

  show(match) {
    if (match === this.match) return;
    this.match = match;
    this.choice.value = match;
    const { decisions } = this.review;
    this.points = decisions.map((_, index) => index)
      .filter(index => decisions[index].match === match && decisions[index].win_rate !== null);
    this.render();
  }

  x(place) {
    return this.left + (place + 0.5) * (this.width - this.left - 1) / this.points.length;
  }

  y(share) {
    return this.top + (1 - share) * (this.height - this.top - 18);
  }

  render() {
    const { decisions } = this.review;
    this.width = Math.max(280, this.drawing.clientWidth);
    [this.height, this.left, this.top] = [this.width < 500 ? 180 : 220, 46, 12];
    const parts = [0, 0.25, 0.5, 0.75, 1].map(share => shape("g", { class: share === 0.5 ? "grid even" : "grid" },
      shape("line", { x1: this.left, x2: this.width, y1: this.y(share), y2: this.y(share) }),
      shape("text", { x: this.left - 6, y: this.y(share) + 4, "text-anchor": "end" }, chance(share))));
    let from = 0;
    while (from < this.points.length) {
      const deal = decisions[this.points[from]].deal_index;
      let to = from;
      while (to < this.points.length && decisions[this.points[to]].deal_index === deal) to += 1;
      parts.push(...this.deal(deal, from, to));
      from = to;
    }
    const ofMatch = this.points.map((index, place) => [place, this.review.ofTeam0(decisions[index], "match_win_rate")])
      .filter(([, share]) => share !== null);
    this.matchLegend.hidden = !ofMatch.length;
    parts.push(shape("polyline", { class: "of-match", points: this.path(ofMatch) }));
    this.points.forEach((index, place) => {
      const { class: name } = decisions[index];
      if (name === "mistake" || name === "blunder") {
        const share = this.review.ofTeam0(decisions[index], "win_rate");
        parts.push(shape("circle", { class: name, cx: this.x(place), cy: this.y(share), r: 3.5 }));
      }
    });
    this.cursor = shape("g", { class: "cursor" });
    this.drawing.replaceChildren(shape("svg", { width: this.width, height: this.height, "aria-hidden": "true" }, ...parts, this.cursor));
    this.mark(this.selected);
  }

  path(points) {
    return points.map(([place, share]) => `${this.x(place).toFixed(1)},${this.y(share).toFixed(1)}`).join(" ");
  }

  deal(deal, from, to) {
    const { decisions, deals } = this.review;
    const points = this.points.slice(from, to).map((index, place) =>
      [from + place, this.review.ofTeam0(decisions[index], "win_rate"), decisions[index].win_rate_se ?? 0]);
    const edge = sign => points.map(([place, share, error]) => [place, Math.min(1, Math.max(0, share + sign * error))]);
    const x = this.x(from - 0.5);
    const label = `${deals[deal].deal}`;
    const fits = this.x(to) - this.x(from) > 8 * label.length;
    return [
      shape("line", { class: "border", x1: x, x2: x, y1: 0, y2: this.height - 18 }),
      fits ? shape("text", { x: this.x((from + to - 1) / 2), y: this.height - 4, "text-anchor": "middle" }, label) : null,
      shape("polygon", { class: "band", points: this.path([...edge(1), ...edge(-1).reverse()]) }),
      shape("polyline", { class: "of-deal", points: this.path(points) }),
    ].filter(part => part !== null);
  }

  mark(index) {
    this.selected = index;
    const place = this.points.indexOf(index);
    this.drawing.setAttribute("aria-valuemin", 0);
    this.drawing.setAttribute("aria-valuemax", Math.max(0, this.points.length - 1));
    this.drawing.setAttribute("aria-valuenow", Math.max(0, place));
    this.drawing.setAttribute("aria-valuetext", place < 0 ? say("review.chosen_none") : this.text(index));
    this.cursor.replaceChildren();
    if (place < 0) return;
    const x = this.x(place);
    const y = this.y(this.review.ofTeam0(this.review.decisions[index], "win_rate"));
    this.cursor.append(shape("line", { x1: x, x2: x, y1: 0, y2: this.height - 18 }), shape("circle", { cx: x, cy: y, r: 4.5 }));
  }

  text(index) {
    const decision = this.review.decisions[index];
    return say("review.curve_point", { ...decision, chance: chance(this.review.ofTeam0(decision, "win_rate")) });
  }

  click(event) {
    const inside = event.clientX - this.drawing.getBoundingClientRect().left - this.left;
    const place = Math.floor(inside / (this.width - this.left - 1) * this.points.length);
    this.choose(place);
  }

  key(event) {
    const place = this.points.indexOf(this.selected);
    const to = { ArrowLeft: place - 1, ArrowDown: place - 1, ArrowRight: place + 1, ArrowUp: place + 1, Home: 0,
      End: this.points.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    this.choose(to);
  }

  choose(place) {
    const index = this.points[Math.min(this.points.length - 1, Math.max(0, place))];
    if (index !== undefined) this.onSelect(index);
  }
}

// ---- One decision with its plays

class Values {
  constructor(review, index, open) {
    this.review = review;
    this.decision = review.decisions[index];
    this.level = review.level(this.decision);
    this.rows = review.plays(this.decision);
    this.open = open;
  }

  element() {
    const { others } = this.decision;
    return node("div", { class: "plays" }, ...this.before(), node("p", {}, this.verdict()),
      this.decision.class === "forced" ? null : this.table(),
      others ? node("p", { class: "muted" }, say("review.others", { count: others })) : null);
  }

  // The position, where no table beside shows it.
  before() {
    if (this.review.hasTable) return [];
    const { hand, counts, phase, to_beat: beat, to_beat_seat: seat } = this.decision;
    const table = TRIBUTE.includes(phase) ? null : beat
      ? node("p", {}, say("review.to_beat", { seat }), " ", playDrawn(beat, this.level)) : node("p", {}, say("review.leads"));
    return [
      node("p", { class: "hand" }, `${say("review.hand")} `, drawn(hand ? hand.split(" ") : [], this.level)),
      table,
      counts && table ? node("p", { class: "muted" }, say("review.counts", { counts: counts.join(", ") })) : null,
    ];
  }

  verdict() {
    const { class: name, loss, loss_se: error, loss_n: n } = this.decision;
    if (name === null) return "";
    if (name === "best" || name === "forced") return say(`review.lost_${name}`);
    const values = { loss: levels(loss, error, number), n };
    return say(name === "fine" ? "review.lost_fine" : "review.lost", values);
  }

  table() {
    const some = column => this.rows.some(row => row[column] !== null);
    const columns = [
      ["review.level_value", row => levels(row.mean_levels, row.mean_levels_se)],
      ["review.chance", row => chance(row.win_rate, row.win_rate_se)],
      some("match_win_rate") ? ["review.match_chance", row => chance(row.match_win_rate, row.match_win_rate_se)] : null,
      ["review.difference", row => (row.difference_se === 0 && row.difference === 0 ? "–" : levels(row.difference, row.difference_se))],
      this.open && some("open") ? ["review.open", row => (row.open === null ? "–" : signed(row.open, 0))] : null,
    ].filter(column => column !== null);
    const heads = ["review.play", ...columns.map(([key]) => key)];
    return node("table", { role: "table" },
      node("thead", { role: "rowgroup" }, node("tr", { role: "row" },
        ...heads.map(key => node("th", { scope: "col", role: "columnheader" }, say(key))))),
      node("tbody", { role: "rowgroup" }, ...this.rows.map((row, place) => node("tr", this.marks(place),
        node("th", { scope: "row", role: "rowheader" }, playDrawn(row.play, this.level, this.tags(row, place))),
        ...columns.map(([key, text]) => node("td", { role: "cell", "data-label": say(key) }, text(row)))))));
  }

  marks(place) {
    const { played, best } = this.decision;
    return { role: "row", class: [place === played ? "played" : "", place === best ? "best" : ""].join(" ").trim() || null };
  }

  tags(row, place) {
    const { played, best } = this.decision;
    const tag = (name, text) => node("span", { class: `tag ${name}` }, text);
    return [
      place === played ? tag("played", say("review.played")) : null,
      place === best ? tag("best", say("review.best")) : null,
      row.exact ? tag("exact", say("review.exact")) : null,
    ].filter(one => one !== null);
  }
}

// ---- Filters

class Filters {
  constructor(review, onChange) {
    this.review = review;
    this.loss = node("input", { type: "number", min: 0, step: 0.05, value: 0, inputmode: "decimal" });
    const all = ["all", say("review.all")];
    const phases = ["tribute", "lead", "follow", "ending"];
    const named = names => names.map(name => [name, say(`review.class_${name}`)]);
    this.seat = this.choice([all, ...review.seats.map(seat => [seat, say("review.seat", { seat })])]);
    this.phase = this.choice([all, ...phases.map(name => [name, say(`review.phase_${name}`)])]);
    this.class = this.choice([["choices", say("review.choices")], all, ...named([...CLASSES.toReversed(), "forced"])]);
    this.count = node("output", { "aria-live": "polite" });
    const field = (text, input) => node("label", {}, node("span", {}, text), input);
    this.element = node("form", { class: "filters", "aria-label": say("review.filters"), input: () => onChange(),
      submit: event => event.preventDefault(), reset: () => setTimeout(onChange) },
      field(say("review.least_loss"), this.loss), field(say("review.by_seat"), this.seat),
      field(say("review.by_phase"), this.phase), field(say("review.by_class"), this.class),
      node("button", { type: "reset" }, say("review.reset")), this.count);
  }

  choice(options) {
    return node("select", {}, ...options.map(([value, text]) => node("option", { value }, text)));
  }

  passes({ loss, seat, phase, class: name }) {
    const wanted = this.class.value;
    return loss >= (Number(this.loss.value) || 0)
      && (this.seat.value === "all" || seat === Number(this.seat.value))
      && (this.phase.value === "all" || phase === this.phase.value || (this.phase.value === "tribute" && TRIBUTE.includes(phase)))
      && (wanted === "all" || (wanted === "choices" ? name !== "forced" : name === wanted));
  }
}

// ---- All deals, folded, with their decisions

class Deals {
  constructor(review, { onSelect, isOpenShown }) {
    Object.assign(this, { review, onSelect, isOpenShown, selected: null });
    this.filters = new Filters(review, () => this.filter());
    this.list = node("div", { keydown: event => this.key(event) });
    this.none = node("p", {}, say(review.decisions.length ? "review.none_shown" : "review.no_decisions"));
    this.element = node("section", { class: "deals" }, node("h2", {}, say("review.deals")), this.filters.element, this.none, this.list);
    this.folds = review.deals.map((deal, index) => this.fold(deal, index));
    this.list.append(...this.folds.map(fold => fold.element));
    this.filter();
  }

  fold(deal, index) {
    const body = node("ol", { class: "decisions" });
    const count = node("span", { class: "muted" });
    const many = this.review.matches.length > 1;
    const title = say(many ? "review.deal_match" : "review.deal", { ...deal, level: deal.record?.level ?? "–" });
    const errors = ERRORS.toReversed().map(name => [name, this.review.ofDeal[index].filter(one => this.review.decisions[one].class === name).length])
      .filter(([, found]) => found);
    const element = node("details", { class: "deal", toggle: () => this.render(index) },
      node("summary", {}, node("span", { class: "title" }, title), node("span", { class: "result" }, this.result(deal)),
        node("span", { class: "errors" }, ...errors.map(([name, found]) => node("span", { class: `chip ${name}` },
          say("review.class_count", { name: say(`review.class_${name}`), count: found })))), count),
      this.worth(deal), body);
    return { element, body, count, rows: new Map(), shown: [] };
  }

  result(deal) {
    const team = winnerOf(deal);
    if (team === null) return say("review.not_ended");
    const won = deal.levels_won;
    return say(won === null ? "review.team_wins" : "review.team_climbs", { team, count: won?.[team] });
  }

  worth({ luck }) {
    const hands = (luck ?? []).filter(one => one !== null).map(one => say("review.hand_of", { seat: one.seat,
      levels: levels(one.mean_levels, one.mean_levels_se), chance: chance(one.win_rate, one.win_rate_se) }));
    return hands.length ? node("p", { class: "worth muted" }, say("review.hand_worth"), hands.join(" · ")) : null;
  }

  filter() {
    const { decisions, ofDeal } = this.review;
    this.shown = [];
    this.folds.forEach((fold, deal) => {
      fold.shown = ofDeal[deal].filter(index => this.filters.passes(decisions[index]));
      this.shown.push(...fold.shown);
      fold.element.hidden = !fold.shown.length && !(this.selected !== null && decisions[this.selected].deal_index === deal);
      fold.count.textContent = say("review.shown", { shown: fold.shown.length, all: ofDeal[deal].length });
      this.render(deal);
    });
    this.none.hidden = this.shown.length > 0;
    this.filters.count.textContent = say("review.shown", { shown: this.shown.length, all: decisions.length });
  }

  // The rows of a deal are in the page only while it is unfolded: a review may have thousands.
  render(deal) {
    const fold = this.folds[deal];
    fold.rows.clear();
    if (!fold.element.open) return fold.body.replaceChildren();
    const isSelected = index => index === this.selected;
    const chosen = this.review.ofDeal[deal].filter(index => isSelected(index) || fold.shown.includes(index));
    chosen.forEach(index => fold.rows.set(index, this.row(index)));
    fold.body.replaceChildren(...fold.rows.values());
  }

  row(index) {
    const decision = this.review.decisions[index];
    const { play, phase, seat, class: name, loss, loss_se: error, played } = decision;
    const isSelected = index === this.selected;
    const what = play === null ? say(`review.phase_${phase}`) : say("review.action", { number: play });
    return node("li", {},
      node("button", { type: "button", class: "decision", "aria-expanded": String(isSelected), "data-index": index,
        click: () => this.onSelect(index) },
      node("span", { class: "when muted" }, what),
      node("span", { class: "who" }, say("review.seat", { seat })),
      node("span", { class: "what" }, playDrawn(this.review.plays(decision)[played].play, this.review.level(decision))),
      node("span", { class: "loss" }, loss > 0 ? levels(-loss, error, number) : ""),
      chip(name)),
      isSelected ? new Values(this.review, index, this.isOpenShown()).element() : null);
  }

  // Unfolds the deal of the decision and shows its plays; null folds the plays of the decision before.
  mark(index) {
    const before = this.selected;
    this.selected = index;
    const dealOf = one => (one === null ? null : this.review.decisions[one].deal_index);
    if (before !== null && dealOf(before) !== dealOf(index)) this.render(dealOf(before));
    if (index === null) return;
    const fold = this.folds[dealOf(index)];
    fold.element.hidden = false;
    fold.element.open = true;
    this.render(dealOf(index));
  }

  refresh() {
    if (this.selected !== null) this.render(this.review.decisions[this.selected].deal_index);
  }

  button(index) {
    return this.list.querySelector(`[data-index="${index}"]`);
  }

  key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !event.target.matches(".decision")) return;
    event.preventDefault();
    const buttons = [...this.list.querySelectorAll(".decision")];
    buttons[buttons.indexOf(event.target) + step]?.focus();
  }
}

// ---- The ten worst plays

function worstPlays(review, onSelect) {
  const items = review.worst().map(index => {
    const decision = review.decisions[index];
    const plays = review.plays(decision);
    const one = (text, place) => node("span", { class: "what" }, node("span", { class: "muted" }, `${text} `),
      playDrawn(plays[place].play, review.level(decision)));
    return node("li", {}, node("button", { type: "button", click: () => onSelect(index) },
      node("span", { class: "loss" }, levels(-decision.loss, decision.loss_se, number)), chip(decision.class),
      node("span", { class: "muted" }, review.placeText(decision)), node("span", { class: "pair" }, 
        one(say("review.played"), decision.played), one(say("review.best"), decision.best))));
  });
  return node("section", { class: "worst" }, node("h2", {}, say("review.worst")),
    items.length ? node("ol", {}, ...items) : node("p", {}, say("review.worst_none")));
}

// ---- The table of the replay, and steps through the decisions that are shown

class Replay {
  constructor(element, review, { onMove, onStep }) {
    this.review = review;
    this.isMoving = false;
    const records = review.deals.map(deal => deal.record);
    if (!review.hasTable) {
      element.remove();
      return;
    }
    this.board = node("div", { class: "board" });
    this.where = node("span", {});
    const step = (text, by) => node("button", { type: "button", click: () => onStep(by) }, text);
    this.fold = node("button", { type: "button", class: "fold", "aria-expanded": "true", click: () => this.toggle() }, say("review.hide_table"));
    const steps = page.single ? [] : [step(say("review.previous"), -1), this.where, step(say("review.next"), 1)];
    element.append(node("div", { class: "steps" }, ...steps, this.fold), this.board);
    const isAnonymous = records[0].strategies?.every((name, seat) => name === anonymous(seat));
    this.player = new GuandanPlayer(this.board, records, { lang: page.language, seat: review.seats[0] ?? 0,
      ...(isAnonymous ? { names: null } : {}) });
    this.board.addEventListener("move", ({ detail }) => {
      if (!this.isMoving) onMove(this.decisionAt(detail));
    });
  }

  toggle() {
    this.board.hidden = !this.board.hidden;
    this.fold.setAttribute("aria-expanded", String(!this.board.hidden));
    this.fold.textContent = say(this.board.hidden ? "review.show_table" : "review.hide_table");
  }

  // The decision about what happens next on the table, or null.
  decisionAt({ deal, step }) {
    const next = this.player.steps(deal)[step + 1];
    if (!next) return null;
    return this.review.places.get(this.review.place(deal, next.play, next.kind, next.seat)) ?? null;
  }

  show(decision) {
    if (!this.player) return;
    const { deal_index: deal, play, phase, seat } = decision;
    this.isMoving = true;
    // The hands are those that the seat saw, until the reader opens all of them.
    if (!this.player.isAllOpen) this.player.look(seat);
    if (play !== null) this.player.goToPlay(deal, play);
    else this.player.go(deal, this.tributeStep(deal, phase, seat) - 1);
    this.isMoving = false;
  }

  // A tribute is picked when all have been paid and none has been returned.
  tributeStep(deal, phase, seat) {
    const steps = this.player.steps(deal);
    const found = steps.findIndex(step => (phase === "pick" ? step.kind === "return" : step.kind === phase && step.seat === seat));
    return Math.max(1, found);
  }

  say(text) {
    if (this.where) this.where.textContent = text;
  }
}

// ---- The page

class Page {
  constructor() {
    this.review = new Review(page);
    const find = selector => document.querySelector(selector);
    this.status = find("[role=status]");
    this.isOpenShown = false;
    const onSelect = index => this.select(index);
    const head = new Head(find("header.head"), this.review);
    document.title = head.review && find("h1").textContent;
    this.replay = new Replay(find(".replay"), this.review, {
      onMove: index => this.select(index, { fromTable: true }), onStep: by => this.step(by) });
    const values = find("div.values");
    if (page.single) {
      this.values = node("div");
      values.append(...this.openHands(), this.values);
      this.showSingle();
      return;
    }
    if (this.review.deals.length) {
      this.curve = new Curve(this.review, onSelect);
      values.append(this.curve.element);
    }
    values.append(worstPlays(this.review, onSelect), ...this.openHands());
    this.deals = new Deals(this.review, { onSelect, isOpenShown: () => this.isOpenShown });
    values.append(this.deals.element);
    this.say();
  }

  openHands() {
    const column = this.review.columns.indexOf("open");
    if (!this.review.decisions.some(({ plays }) => plays.some(row => row[column] !== null))) return [];
    const warning = node("p", { class: "warning", id: "open-warning", hidden: true }, say("review.open_warning"));
    const change = ({ target }) => {
      this.isOpenShown = target.checked;
      warning.hidden = !target.checked;
      if (page.single) this.showSingle();
      else this.deals.refresh();
    };
    return [node("div", { class: "open-hands" }, node("label", {}, node("input", { type: "checkbox", change, "aria-describedby": "open-warning" }),
      ` ${say("review.show_open")}`), warning)];
  }

  showSingle() {
    const [decision] = this.review.decisions;
    this.values.replaceChildren(new Values(this.review, 0, this.isOpenShown).element());
    this.replay.show(decision);
  }

  select(index, { fromTable = false } = {}) {
    if (index === this.deals.selected && fromTable) return;
    const isFocused = document.activeElement?.matches(".decision");
    this.deals.mark(index);
    this.curve.mark(index);
    this.say();
    if (index === null) return;
    const decision = this.review.decisions[index];
    this.curve.show(decision.match);
    const button = this.deals.button(index);
    button.parentElement.scrollIntoView({ block: "nearest" });
    if (isFocused) button.focus({ preventScroll: true });
    if (!fromTable) this.replay.show(decision);
    this.status.textContent = `${this.review.placeText(decision)}: ${new Values(this.review, index, false).verdict()}`;
  }

  // To the next or the previous decision of those that the filters show.
  step(by) {
    const { shown, selected } = this.deals;
    const to = selected === null ? (by > 0 ? shown[0] : shown.at(-1))
      : by > 0 ? shown.find(index => index > selected) : shown.findLast(index => index < selected);
    if (to !== undefined) this.select(to);
  }

  say() {
    const place = this.deals.shown.indexOf(this.deals.selected);
    this.replay.say(place < 0 ? say("review.chosen_none")
      : say("review.chosen", { number: place + 1, count: this.deals.shown.length }));
  }
}

new Page();
