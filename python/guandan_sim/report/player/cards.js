// Cards as they look: faces with suit signs, backs, hands in columns by rank, plays in a row.

/** An element with a class, attributes and children, which may be texts. */
function make(tag, className = "", attributes = {}, children = []) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...[].concat(children));
  return made;
}

/** The face of one card; `stands` is what a wild stands for, if the card is one in a play. */
function face(card, level, speech, stands = null) {
  const isJoker = card === "SB" || card === "HR";
  const isWild = card === `H${level}`;
  const isRed = card === "HR" || (!isJoker && "HD".includes(card[0]));
  const marks = [isRed ? "gd-red" : "gd-black"];
  if (isJoker) marks.push("gd-joker");
  if (isWild) marks.push("gd-wild");
  else if (rankOf(card) === level) marks.push("gd-level");
  const wild = stands ? speech.say("player.as", { meaning: speech.meaning(stands) }) : speech.say("player.wild");
  const label = speech.cardInWords(card) + (isWild ? `, ${wild}` : "");
  const drawn = make("span", `gd-card ${marks.join(" ")}`, { role: "img", "aria-label": label });
  if (isJoker) {
    drawn.append(make("span", "gd-index", {}, speech.say(card === "HR" ? "player.big" : "player.small")));
    const jester = speech.say("player.joker");
    drawn.append(make("span", jester.length > 1 ? "gd-jester" : "gd-pip", {}, jester));
    return drawn;
  }
  const suit = (SUIT_SIGNS[card[0]] || card[0]) + AS_TEXT;
  const rank = make("span", "gd-index", {}, [speech.rank(rankOf(card)), make("span", "gd-suit", {}, suit)]);
  drawn.append(rank, make("span", "gd-pip", {}, suit));
  if (stands) drawn.append(make("span", "gd-mark", {}, `=${speech.meaning(stands)}`));
  else if (isWild) drawn.append(make("span", "gd-mark gd-small", {}, speech.say("player.wild_mark")));
  return drawn;
}

/** Cards in a row, as they lie in a play. */
function row(cards, level, speech, meanings = []) {
  return make("span", "gd-row", {}, cards.map((card, index) => face(card, level, speech, meanings[index] || null)));
}

/** A hand: a column for each rank. */
function hand(cards, level, speech) {
  const drawn = columns(cards, level).map((column) =>
    make("span", "gd-column", {}, column.map((card) => face(card, level, speech))),
  );
  return make("div", "gd-hand", {}, drawn);
}

/** So many cards seen from behind. */
function backs(count, speech) {
  const drawn = Array.from({ length: count }, () => make("span", "gd-cover"));
  return make("div", "gd-hand gd-closed", { role: "img", "aria-label": speech.count(count) }, drawn);
}
