// ---------------------------------------------------------------- lists of players and games

/**
 * Brings the lists of the form in step with Players and Games. Does nothing where they are: then the form is not even
 * opened. What they held is kept as a digest, which fits however many players there are.
 * @param {boolean} [always] also when nothing changed since the last time
 */
function updateChoices_(always) {
  if (!documentProperty_('FORM')) return;
  const lock = LockService.getDocumentLock();
  if (!lock || !lock.tryLock(5000)) return; // somebody else is at it; the clock comes again
  try {
    const games = openGames_();
    const names = playerNames_();
    const state = digest_(JSON.stringify([games, names]));
    if (!always && documentProperty_('CHOICES') === state) return;
    const form = openForm_();
    if (!form) return;
    const items = items_();
    fillList_(form, items.pairing, games.map((game) => game.id), PAIRSHEET.questions.pairing.help + gameLines_(games));
    fillList_(form, items.name, names, PAIRSHEET.questions.name.help);
    setDocumentProperty_('CHOICES', state);
  } finally {
    lock.releaseLock();
  }
}

/** @param {string} text @returns {string} a short text that stands for a long one */
function digest_(text) {
  return Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, text, Utilities.Charset.UTF_8)
    .map((byte) => ('0' + (byte & 255).toString(16)).slice(-2))
    .join('');
}

/**
 * @param {GoogleAppsScript.Forms.Form} form
 * @param {string | undefined} id
 * @param {string[]} choices
 * @param {string} help
 */
function fillList_(form, id, choices, help) {
  const item = id ? form.getItemById(Number(id)) : null;
  if (!item) return;
  const list = item.asListItem();
  list.setChoiceValues(choices.length ? choices : ['none is open']);
  list.setHelpText(help);
}

/** @param {{id: string, first: string, second: string}[]} games @returns {string} */
function gameLines_(games) {
  return games.slice(0, 60).map((game) => '\n' + game.id + ': ' + game.first + ' – ' + game.second).join('');
}

/**
 * Games a player may report: those without an outcome, and the others of each section's newest round (a report may
 * still be corrected while nothing was published on it).
 * @returns {{id: string, first: string, second: string}[]}
 */
function openGames_() {
  const rows = records_(PAIRSHEET.tabs.games, ['Game', 'Round', 'Outcome']);
  /** @type {Record<string, string>} */
  const newest = {};
  for (const row of rows) newest[section_(row['round'])] = row['round'];
  /** @type {Record<string, {id: string, first: string, second: string}>} */
  const games = {};
  for (const row of rows) {
    const first = row['white'] || row['player 1'] || '';
    const second = row['black'] || row['player 2'] || '';
    const paired = first && second && !PAIRSHEET.empty.includes(first) && !PAIRSHEET.empty.includes(second);
    const open = !row['outcome'] || newest[section_(row['round'])] === row['round'];
    if (row['game'] && paired && open) games[row['game']] = { id: row['game'], first, second };
  }
  return Object.keys(games).map((id) => games[id]);
}

/** @param {string} round @returns {string} what stands before the stage: A of A-R3, nothing of R3 */
function section_(round) {
  return round.indexOf('-') < 0 ? '' : round.slice(0, round.indexOf('-'));
}

/** @returns {string[]} players still in the event, each once */
function playerNames_() {
  const gone = PAIRSHEET.gone.map(plain_);
  const names = records_(PAIRSHEET.tabs.players, ['Player'])
    .filter((row) => row['player'] && !gone.includes(plain_(row['status'] || '')))
    .map((row) => row['player']);
  return names.filter((name, at) => names.indexOf(name) === at);
}
