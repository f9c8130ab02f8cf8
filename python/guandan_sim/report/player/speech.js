// What is said: names of cards and plays, and each step in words. The texts come with the page, as data.

const SUIT_SIGNS = { S: "\u2660", H: "\u2665", C: "\u2663", D: "\u2666" };
// Asks for the sign as text: some telephones would draw a little picture instead.
const AS_TEXT = "\uFE0E";
// Those made so far, by language.
const SPEECHES = new Map();

/** Says things in one language. */
class Speech {
  constructor(lang) {
    const all = JSON.parse(document.getElementById("guandan-player-words").textContent);
    this.lang = lang in all ? lang : Object.keys(all)[0];
    this.texts = all[this.lang];
    this.gap = this.lang === "zh" ? "" : " "; // between sentences
  }

  /** The speech in a language, made once. */
  static in(lang) {
    if (!SPEECHES.has(lang)) SPEECHES.set(lang, new Speech(lang));
    return SPEECHES.get(lang);
  }

  /** The text called `key`, with values filled in. */
  say(key, values = {}) {
    return this.texts[key].replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }

  /** A rank as players write it. */
  rank(rank) {
    if (rank === "SB") return this.say("player.small_joker");
    if (rank === "HR") return this.say("player.big_joker");
    return rank === "T" ? "10" : rank;
  }

  /** A card in few signs, such as 10♥. */
  card(card) {
    const isJoker = card === "SB" || card === "HR";
    return isJoker ? this.rank(card) : this.rank(rankOf(card)) + (SUIT_SIGNS[card[0]] || card[0]) + AS_TEXT;
  }

  /** A card in words, for those who hear the page. */
  cardInWords(card) {
    const suit = { S: "player.spades", H: "player.hearts", C: "player.clubs", D: "player.diamonds" }[card[0]];
    const isJoker = card === "SB" || card === "HR";
    return isJoker || !suit ? this.rank(card) : this.say(suit, { rank: this.rank(rankOf(card)) });
  }

  /** What a wild stands for: a rank, or a card of a straight flush. */
  meaning(stands) {
    return stands.length === 2 && stands !== "SB" && stands !== "HR" ? this.card(stands) : this.rank(stands);
  }

  /** The cards of a play, with what its wilds stand for. */
  cards(play, level) {
    const meanings = standsFor(play, level);
    return play.cards
      .map((card, index) => {
        const values = { card: this.card(card), meaning: meanings[index] && this.meaning(meanings[index]) };
        return meanings[index] ? this.say("player.wild_as", values) : values.card;
      })
      .join(" ");
  }

  /** A play by its kind and rank, such as "pair of 10s". */
  play({ cards, kind, rank }) {
    if (kind === "pass") return this.say("player.pass");
    const values = { kind: this.texts[`kind.${kind}`] || kind, rank: this.rank(rank), n: cards.length };
    const ranks = placesOf({ cards, kind, rank }, "");
    if (["straight", "straight_flush", "tube", "plate"].includes(kind) && ranks) {
      return this.say("player.name_run", { ...values, low: this.rank(ranks[0]) });
    }
    if (kind === "bomb") return this.say("player.name_bomb", values);
    if (kind === "single") return this.say("player.name_single", values);
    return rank ? this.say("player.name_of", values) : values.kind;
  }

  /** A play by its name beside its cards, where the rank of a single would be said twice. */
  playInList(play) {
    return play.kind === "single" ? this.texts["kind.single"] : this.play(play);
  }

  /** "1 card" or "9 cards". */
  count(n) {
    return this.say(n === 1 ? "player.card" : "player.cards", { n });
  }

  /** Seats in a row: "seat 1 and seat 3". */
  seats(seats) {
    return seats.map((seat) => this.say("player.seat", { seat })).join(this.say("list.last"));
  }

  /** The place of a seat in words, by how many went out before it; `isTied` when it shares the last place. */
  place(number, isTied) {
    return this.say(["player.first", "player.second", isTied ? "player.last" : "player.third", "player.last"][number]);
  }

  /** A step of a deal in words. */
  step(deal, index) {
    const { record } = deal;
    const step = deal.steps[index];
    const { seat } = step;
    if (step.kind === "dealt") return this._dealt(record);
    if (step.kind === "void") return this._void(record.tribute.big_jokers || []);
    if (step.kind === "lead") return this.say("player.leads", { seat });
    if (step.kind === "end") return this.end(record).join(this.gap);
    if (step.gift) {
      const values = { seat, card: this.card(step.gift[2]), other: step.gift[1] };
      return this.say(step.kind === "pay" ? "player.pays" : "player.returns", values);
    }
    return this._action(deal, index);
  }

  /** The beginning of a deal: level, who cut and shuffled, the card that decides the first lead. */
  _dealt(record) {
    const said = [this.say("player.dealt", { level: this.rank(record.level) })];
    const roles = { first_drawer: "player.draws", shuffler: "player.shuffles", cutter: "player.cuts" };
    for (const [role, key] of Object.entries(roles)) {
      if (record[role] !== null) said.push(this.say(key, { seat: record[role] }));
    }
    if (record.turned_up) {
      const { card, holder } = record.turned_up;
      said.push(this.say("player.decides", { card: this.card(card), seat: holder }));
    }
    return said.join(this.gap);
  }

  /** Tribute that is void, with who holds the big jokers. */
  _void(holders) {
    const different = [...new Set(holders)];
    if (!different.length) return this.say("player.void");
    return this.say(different.length === 1 ? "player.void_one" : "player.void_two", { seats: this.seats(different) });
  }

  /** A play with what is left, or a pass with who leads after it. */
  _action(deal, index) {
    const { seat, action } = deal.steps[index];
    const after = deal.positions[index];
    const said = [];
    if (action.kind === "pass") {
      said.push(this.say("player.passes", { seat }));
    } else {
      const values = { seat, play: this.play(action), cards: this.cards(action, deal.record.level) };
      const left = after.counts[seat];
      const place = after.out.indexOf(seat);
      if (left) said.push(this.say("player.plays", { ...values, left: this.count(left) }));
      else said.push(this.say("player.goes_out", { ...values, place: this.place(place, false) }));
    }
    if (after.isTrickOver && after.turn !== null) {
      said.push(this.say(after.counts[after.best] ? "player.wins_trick" : "player.takes_wind", { seat: after.turn }));
    }
    return said.join(this.gap);
  }

  /** The end in sentences: places, levels, and the match where it is over. */
  end(record) {
    const said = [];
    if (record.left) said.push(this.say("player.left", { seat: record.left[0] }));
    if (record.places) {
      const places = record.places.map((seat, number) =>
        this.say("player.place", { place: this.place(number, record.tied), seat }),
      );
      said.push(this.say("player.places", { places: places.join(this.say("list.comma")) }));
    }
    if (!said.length) said.push(this.say("player.ends_here"));
    if (record.promoted) {
      const { team, levels } = record.promoted;
      said.push(this.say(levels === 1 ? "player.climbs_one" : "player.climbs", { team, levels }));
    }
    if (record.match_over) {
      const isMatch = record.ended_by !== null;
      if (record.winner === null) said.push(this.say("player.nobody"));
      else said.push(this.say(isMatch ? "player.wins_match" : "player.wins_deal", { team: record.winner }));
      const why = { ace: "player.by_ace", clock: "player.by_clock", leave: "player.by_leave" }[record.ended_by];
      if (why) said.push(this.say(why));
    } else if (record.levels_after) {
      const [first, second] = record.levels_after.map((level) => this.rank(level));
      said.push(this.say("player.levels_after", { first, second }));
    }
    return said;
  }
}
