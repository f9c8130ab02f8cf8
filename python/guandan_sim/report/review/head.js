// The head of the page: the result, what each seat lost, and what the values rest on.

/** Fills the head. */
class Head {
  constructor(element, review) {
    this.review = review;
    this.title = page.single ? say("review.title_position") : this._title();
    const result = page.single ? this._position() : this._result();
    element.append(
      node("div", { class: "top" }, node("h1", {}, this.title), GuandanPlayer.themeButton(page.language)),
      node("p", { class: "result" }, ...result.map((text) => node("span", {}, text))),
      node("div", { class: "seats" }, ...review.summary.map((one) => this._seat(one))),
      node("p", { class: "method" }, ...this._method().map((text) => node("span", {}, text))),
      page.single ? "" : this._help(),
    );
  }

  /** Who is to act in a single position. */
  _position() {
    const [decision] = this.review.decisions;
    return [say("review.position", { seat: decision.seat, level: levelText(this.review.level(decision)) })];
  }

  _title() {
    const { deals, matches } = this.review;
    if (deals.length === 1) return say("review.title_deal", deals[0]);
    if (matches.length === 1) return say("review.title_match", deals[0]);
    return say("review.title_many", { deals: deals.length });
  }

  /** Matches and deals won, and the levels where there is one match. */
  _result() {
    const { deals, matches, decisions, summary } = this.review;
    if (!deals.length) return [say("review.no_decisions")];
    const isPart = summary.reduce((sum, one) => sum + one.decisions, 0) > decisions.length;
    if (isPart) return [say("review.part", { count: decisions.length })];
    const teams = (winners) => ({
      first: winners.filter((team) => team === 0).length,
      second: winners.filter((team) => team === 1).length,
    });
    const won = say("review.deals_won", teams(deals.map((deal) => this.review.winner(deal))));
    const ends = deals.map((deal) => deal.record).filter((record) => record?.match_over && record.ended_by);
    if (matches.length > 1) {
      return ends.length ? [say("review.of_matches", teams(ends.map((record) => record.winner))), won] : [won];
    }
    const [first, second] = (deals.at(-1).record?.levels_after ?? []).map(levelText);
    if (!first) return [won];
    const team = ends.length ? ends[0].winner : null;
    return [say(team === null ? "review.levels" : "review.won_match", { team, first, second }), won];
  }

  /** What the decisions of a seat come to. */
  _seat(one) {
    const { seat, strategy, classes } = one;
    const shares = [
      say("review.best_share", { share: chance(one.best_share) }),
      say("review.fine_share", { share: chance(one.fine_share) }),
    ];
    const luck = one.luck === null ? null : say("review.luck", { value: levels(one.luck, one.luck_se) });
    const aDecision = lost(one.loss_per_decision, one.loss_per_decision_se, 3);
    return node("section", { class: "seat" },
      node("h2", {}, `${say("review.seat", { seat })}, ${say("review.team", { team: seat % 2 })}`),
      strategy === anonymous(seat) ? null : node("p", { class: "strategy" }, strategy),
      node("p", { class: "loss" },
        node("strong", {}, number(one.loss_per_deal)), ` ± ${number(one.loss_per_deal_se)} ${say("review.a_deal")} `,
        interval(one.loss_per_deal_low, one.loss_per_deal_high)),
      node("p", {}, say("review.a_decision", { value: aDecision }), " ",
        interval(one.loss_per_decision_low, one.loss_per_decision_high, 3)),
      this._bar(classes),
      node("p", {}, shares.join(", ")),
      node("p", { class: "errors" }, ...errorChips(classes),
        muted(say("review.decisions", { count: one.decisions }))),
      luck && node("p", { title: say("review.luck_plain") }, luck));
  }

  /** The shares of the classes as a bar. */
  _bar(classes) {
    const all = CLASSES.reduce((sum, name) => sum + classes[name], 0) || 1;
    let x = 0;
    const pieces = CLASSES.map((name) => {
      const width = 100 * classes[name] / all;
      x += width;
      return shape("rect", { class: name, x: x - width, width, height: 8 });
    });
    const look = { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" };
    return shape("svg", look, ...pieces);
  }

  /** What the values rest on. Only the page of a single position has `exact`, the most cards left in solved deals. */
  _method() {
    const { source, exact, not_valued: left } = this.review;
    const said = [say("review.method", this.review)];
    if (exact) said.push(say("review.solved", { count: exact }));
    if (source) said.push(say("review.source", { source }));
    if (left) said.push(say("review.not_valued", { count: left }));
    return said;
  }

  /** What is called a mistake, and what the errors are. */
  _help() {
    const { classes } = this.review;
    const names = Object.fromEntries(ERRORS.map((name) => [name, say(`review.class_${name}`)]));
    const from = { low: classes.inaccuracy, middle: classes.mistake, high: classes.blunder };
    return node("details", { class: "method" },
      node("summary", {}, say("review.help")),
      node("p", {}, say("review.help_classes", { ...names, ...from })),
      node("p", {}, say("review.help_errors")));
  }
}
