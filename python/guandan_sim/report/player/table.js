// The table: four seats, the trick in the middle, the levels of the teams above it.

/** Draws positions of one deal; the seat `below` sits at the lower side. */
class Table {
  constructor(element, speech) {
    this.element = element;
    this.speech = speech;
  }

  /** Draws one step of a deal. `names` are the players' names by seat or null; `open` says whose hands are shown. */
  draw(deal, step, { names, below, open }) {
    const position = deal.positions[step];
    const seats = SEATS.map((seat) => this._seat(deal, step, seat, names, open[seat]));
    const sides = ["gd-south", "gd-east", "gd-north", "gd-west"];
    seats.forEach((drawn, seat) => drawn.classList.add(sides[(seat - below + 4) % 4]));
    // In the order in which they stand on a telephone and are read aloud.
    const around = [2, 3, 0, 1].map((after) => seats[(below + after) % 4]);
    const isEnd = deal.steps[step].kind === "end";
    const trick = isEnd ? this._result(deal.record) : this._trick(deal.record, position, sides, below);
    this.element.replaceChildren(around[0], around[1], trick, around[3], around[2]);
  }

  /** One seat: its name, cards left, place, and its hand. */
  _seat(deal, step, seat, names, isOpen) {
    const { speech } = this;
    const { record } = deal;
    const position = deal.positions[step];
    const name = speech.say("player.seat", { seat });
    const drawn = make("section", `gd-seat gd-team${seat % 2}`, { "data-seat": seat, "aria-label": name });
    const title = make("p", "gd-name", {}, [
      make("span", "gd-number", {}, name),
      ...(names ? [make("span", "gd-who", { title: names[seat] }, names[seat])] : []),
      make("span", "gd-count", {}, speech.count(position.counts[seat])),
    ]);
    const isEnd = deal.steps[step].kind === "end" && record.places;
    const place = (isEnd ? record.places : position.out).indexOf(seat);
    if (place >= 0) {
      const text = speech.place(place, isEnd && record.tied);
      title.append(make("span", `gd-place gd-place${place}`, {}, text));
    }
    if (position.turn === seat) drawn.classList.add("gd-turn");
    if (position.gift && [position.gift.from, position.gift.to].includes(seat)) drawn.classList.add("gd-giving");
    const known = position.hands[seat];
    const isShown = isOpen && known !== null;
    const cards = isShown ? hand(known, record.level, speech) : backs(position.counts[seat], speech);
    // As high as the hand ever gets, so that nothing jumps while the cards go.
    cards.style.setProperty("--tall", isShown ? deal.tallest[seat] : 1);
    drawn.append(title, cards);
    return drawn;
  }

  /** The middle of the table when the deal is over. */
  _result(record) {
    const lines = this.speech.end(record).map((text) => make("p", "", {}, text));
    return make("div", "gd-trick gd-result", {}, lines);
  }

  /** The middle of the table: what each seat did last in the trick, or the card that tribute moves. */
  _trick(record, position, sides, below) {
    const { speech } = this;
    const spots = SEATS.map((seat) => {
      const spot = make("div", `gd-spot ${sides[(seat - below + 4) % 4]}`, { "data-seat": seat });
      const action = position.table[seat];
      if (position.gift && position.gift.from === seat) {
        const to = speech.say("player.to_seat", { seat: position.gift.to });
        spot.append(row([position.gift.card], record.level, speech), make("span", "gd-caption", {}, to));
      } else if (action && action.kind === "pass") {
        spot.append(make("span", "gd-pass", {}, speech.say("player.pass")));
      } else if (action) {
        spot.classList.add(position.best === seat ? "gd-best" : "gd-beaten");
        const led = position.leader === seat ? [make("span", "gd-led", {}, speech.say("player.led"))] : [];
        spot.append(
          row(action.cards, record.level, speech, standsFor(action, record.level)),
          make("span", "gd-caption", {}, [speech.play(action), ...led]),
        );
      } else if (position.turn === seat) {
        const waits = position.best === null ? "player.to_lead" : "player.to_act";
        spot.append(make("span", "gd-wait", {}, speech.say(waits)));
      }
      return spot;
    });
    const level = make("div", "gd-middle", {}, [
      `${speech.say("player.level")} `,
      make("strong", "", {}, speech.rank(record.level)),
    ]);
    return make("div", "gd-trick", { role: "group", "aria-label": speech.say("player.trick") }, [...spots, level]);
  }
}

/** The teams with their levels, and which of them declares. */
function scores(record, speech) {
  return [0, 1].map((team) => {
    const said = make("span", `gd-score gd-team${team}`, {}, [
      make("span", "", {}, speech.say("player.team", { team })),
      make("span", "gd-pair", {}, speech.say("player.of_seats", { first: team, second: team + 2 })),
    ]);
    if (record.levels) said.append(make("strong", "", {}, speech.rank(record.levels[team])));
    if (record.declarers === team) said.append(make("span", "gd-tag", {}, speech.say("player.declarers")));
    return said;
  });
}
