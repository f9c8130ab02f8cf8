// What a record tells of one deal, step by step. This part knows cards, turns and tricks, and nothing of the page.

const SEATS = [0, 1, 2, 3];
const SUITS = ["S", "H", "C", "D"];
const NATURAL = [..."23456789TJQKA"];
// What a seat whose hand is not known is dealt.
const DEALT = 27;

/** The rank of a card: a letter, or SB and HR for the jokers. */
function rankOf(card) {
  return card === "SB" || card === "HR" ? card : card.slice(1);
}

/** The ranks from high to low in a deal at `level`. */
function ranksDown(level) {
  const others = NATURAL.filter((rank) => rank !== level).reverse();
  return ["HR", "SB", ...(NATURAL.includes(level) ? [level] : []), ...others];
}

/** Cards in columns, a rank each, from high to low; the wilds are the last of theirs. */
function columns(cards, level) {
  const place = (card) => (card === `H${level}` ? SUITS.length : SUITS.indexOf(card[0]));
  return ranksDown(level)
    .map((rank) => cards.filter((card) => rankOf(card) === rank).sort((a, b) => place(a) - place(b)))
    .filter((column) => column.length);
}

/** The ranks that the cards of a play fill, place by place, or null where they do not tell. */
function placesOf({ cards, kind, rank }, level) {
  const each = { straight: 1, straight_flush: 1, tube: 2, plate: 3 }[kind];
  if (each) {
    const run = ["A", ...NATURAL];
    const low = run.lastIndexOf(rank) + 1 - cards.length / each;
    return run.includes(rank) && low >= 0 ? cards.map((_, index) => run[low + Math.floor(index / each)]) : null;
  }
  if (kind === "full_house") {
    const natural = cards.slice(3).find((card) => card !== `H${level}`);
    return [rank, rank, rank, ...cards.slice(3).map(() => (natural ? rankOf(natural) : level))];
  }
  return cards.map(() => rank);
}

/** For each card of a play the card that it stands for, such as "K" or "SK", where it is a wild; else null. */
function standsFor(play, level) {
  const wild = `H${level}`;
  const none = play.cards.map(() => null);
  const places = placesOf(play, level);
  const fits = places && play.cards.every((card, index) => card === wild || rankOf(card) === places[index]);
  if (!fits) return none;
  const natural = play.cards.find((card) => card !== wild);
  const suit = play.kind === "straight_flush" && natural ? natural[0] : "";
  return play.cards.map((card, index) => {
    const isItself = places[index] === level && (!suit || suit === "H");
    return card === wild && !isItself ? suit + places[index] : null;
  });
}

/** What is on the table at one step of a deal. Positions are never changed: `after` makes the next one. */
class Position {
  /** The position in which the cards have just been dealt. */
  constructor(record) {
    this.hands = record.hands.map((hand) => (hand === null ? null : hand.split(/[\s,]+/).filter(Boolean)));
    this.counts = this.hands.map((hand) => (hand ? hand.length : DEALT));
    this.table = [null, null, null, null]; // the last action of each seat in the trick
    this.leader = null; // the seat that led it
    this.best = null; // the seat whose play is to beat
    this.passed = []; // seats that have passed on it
    this.isTrickOver = false;
    this.out = []; // seats without cards, in the order of going out
    this.gift = null; // the card that tribute has just moved
    this.turn = null; // the seat that acts next
  }

  /** The position after a step. */
  after(step) {
    const next = Object.assign(Object.create(Position.prototype), this, { gift: null });
    if (step.gift) next._give(...step.gift);
    if (step.kind === "lead") next.counts = next.counts.map((count, seat) => (next.hands[seat] ? count : DEALT));
    if (step.kind === "action") next._act(step);
    return next;
  }

  /** Moves a card of tribute. */
  _give(from, to, card) {
    this._take(from, [card]);
    this.hands = this.hands.map((hand, seat) => (seat === to && hand ? [...hand, card] : hand));
    this.counts = this.counts.map((count, seat) => (seat === to ? count + 1 : count));
    this.gift = { from, to, card };
  }

  /** Plays or passes. */
  _act({ seat, action }) {
    if (this.isTrickOver) {
      Object.assign(this, { table: [null, null, null, null], best: null, isTrickOver: false });
    }
    this.table = this.table.map((before, other) => (other === seat ? action : before));
    if (action.kind === "pass") {
      this.passed = [...this.passed, seat];
    } else {
      this._take(seat, action.cards);
      Object.assign(this, { leader: this.best === null ? seat : this.leader, best: seat, passed: [] });
      if (this.counts[seat] === 0) this.out = [...this.out, seat];
    }
    const others = SEATS.filter((other) => other !== this.best && this.counts[other] > 0);
    this.isTrickOver = this.best !== null && others.every((other) => this.passed.includes(other));
  }

  /** Takes cards from a seat. */
  _take(seat, cards) {
    this.counts = this.counts.map((count, other) => (other === seat ? Math.max(0, count - cards.length) : count));
    if (this.hands[seat] === null) return;
    const left = [...this.hands[seat]];
    for (const card of cards) if (left.includes(card)) left.splice(left.indexOf(card), 1);
    this.hands = this.hands.map((hand, other) => (other === seat ? left : hand));
  }
}

/** A record cut into steps, each with the position it leads to. */
class Deal {
  constructor(record) {
    this.record = record;
    this.steps = Deal.stepsOf(record);
    this.positions = [];
    let position = new Position(record);
    this.steps.forEach((step, index) => {
      position = position.after(step);
      const following = this.steps[index + 1];
      position.turn = following && following.kind === "action" ? following.seat : null;
      this.positions.push(position);
    });
    this.tallest = SEATS.map((seat) => this._tallest(seat));
  }

  /** How many cards of one rank a seat ever holds together; 1 where its hand is not known. */
  _tallest(seat) {
    const { level } = this.record;
    const heights = this.positions.map(({ hands }) => columns(hands[seat] || [], level).map((column) => column.length));
    return Math.max(1, ...heights.flat());
  }

  /** The steps of a record: cards dealt, tribute, the lead, each action, the end. */
  static stepsOf(record) {
    const tribute = record.tribute || {};
    const gifts = (kind, list) => (list || []).map((gift) => ({ kind, seat: gift[0], play: null, gift }));
    const actions = record.plays.map(([seat, cards, kind = "pass", rank = ""], play) => {
      const action = kind === "pass" ? { kind, cards: [], rank } : { kind, cards: cards.split(" "), rank };
      return { kind: "action", seat, play, action };
    });
    return [
      { kind: "dealt", seat: null, play: null },
      ...(tribute.void ? [{ kind: "void", seat: null, play: null }] : []),
      ...gifts("pay", tribute.pays),
      ...gifts("return", tribute.returns),
      { kind: "lead", seat: record.leader, play: null },
      ...actions,
      { kind: "end", seat: null, play: null },
    ];
  }
}
