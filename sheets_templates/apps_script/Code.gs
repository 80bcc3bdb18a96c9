// Pairsheet: the result form of a tournament kept in this spreadsheet.
// Put together from sheets_templates/apps_script/src by build.py; change it there.

/** What the workbook calls things. */
const PAIRSHEET = {
  "tabs": {
    "settings": "Settings",
    "players": "Players",
    "games": "Games",
    "round": "This round",
    "form": "Form Responses"
  },
  "settings": {
    "name": "Tournament",
    "format": "Format",
    "verify": "Verify games",
    "link": "Form link",
    "answers": "Form answers",
    "mirror": "Public sheet"
  },
  "gone": [
    "Withdrawn",
    "Disqualified"
  ],
  "empty": [
    "(bye)",
    "(half bye)",
    "(held back)",
    "(absent)"
  ],
  "place": "GAME",
  "linkPattern": "[\\s\\S]*(?:[Cc][Hh][Ee][Ss][Ss]\\.[Cc][Oo][Mm]\\.?(?:\\/|%(?:25)?2[Ff])[\\s\\S]*(?:[Gg][Aa][Mm][Ee]|[Ll][Ii][Vv][Ee]|[Aa][Nn][Aa][Ll][Yy][Ss][Ii][Ss]|[Pp][Ll][Aa][Yy])[\\s\\S]*[0-9]|[Ll][Ii][Cc][Hh][Ee][Ss][Ss]\\.[Oo][Rr][Gg]\\.?(?:\\/|%(?:25)?2[Ff])[\\s\\S]*[A-Za-z0-9]{8})[\\s\\S]*",
  "gameWords": [
    "White won",
    "Black won",
    "Draw"
  ],
  "scores": {
    "pente": [
      "2 – 0",
      "0 – 2",
      "3 – 1",
      "1 – 3",
      "4 – 2",
      "2 – 4",
      "5 – 3",
      "3 – 5",
      "6 – 4",
      "4 – 6",
      "7 – 5",
      "5 – 7",
      "4 – 0",
      "0 – 4",
      "2 – 2",
      "1 – 1",
      "3 – 3",
      "4 – 4",
      "5 – 5",
      "6 – 6",
      "6 – 6 tie",
      "7 – 7 tie",
      "8 – 8 tie"
    ]
  },
  "questions": {
    "link": {
      "heading": "Game URL",
      "title": "Link of the game",
      "help": "Open the game at Chess.com or Lichess, tap Share, copy the link.",
      "names": [
        "Game URL",
        "Link",
        "Game link",
        "URL",
        "Link of the game",
        "Game"
      ]
    },
    "result": {
      "heading": "Result",
      "title": "Who won?",
      "help": "White and Black as the tab Games shows them.",
      "names": [
        "Result",
        "Who won?",
        "Who won",
        "Score",
        "Outcome"
      ]
    },
    "score": {
      "heading": "Result",
      "title": "Score",
      "help": "The score of the match so far, in the order of the tab Games.",
      "names": [
        "Result",
        "Who won?",
        "Who won",
        "Score",
        "Outcome"
      ]
    },
    "pairing": {
      "heading": "Pairing",
      "title": "Which game",
      "help": "Its id, as in the tab This round.",
      "names": [
        "Pairing",
        "Game id",
        "Which game",
        "Board",
        "Game number"
      ]
    },
    "name": {
      "heading": "Your name",
      "title": "Who are you?",
      "help": "As in the tab Players.",
      "names": [
        "Your name",
        "Reporter",
        "Reported by",
        "Name",
        "Who are you?"
      ]
    },
    "message": {
      "heading": "Message to the director",
      "title": "Message to the director",
      "help": "Only if something is wrong: cannot reach the opponent, a dispute, a pause, leaving. Everyone may read it.",
      "names": [
        "Message to the director",
        "Message",
        "Request",
        "Comment"
      ]
    }
  }
};

// ---------------------------------------------------------------- the menu

/** The menu appears when the spreadsheet is opened on a computer (phone apps show no menus of scripts). */
function onOpen() {
  SpreadsheetApp.getUi()
    .createMenu('Pairsheet')
    .addItem('Make the result form', 'makeForm')
    .addItem('Bring the form up to date', 'updateForm')
    .addItem('Check the form', 'checkForm')
    .addSeparator()
    .addItem('Sync now', 'syncNow')
    .addItem('Tell the worker of every change', 'installTriggers')
    .addItem('Stop telling the worker', 'removeTriggers')
    .addItem("Worker's address", 'askWorker')
    .addToUi();
}

/** Menu: asks three questions, then makes the form, links it and publishes it. Run again, it goes on where it stopped. */
function makeForm() {
  const ui = SpreadsheetApp.getUi();
  /** @param {string} question @returns {boolean} */
  const yes = (question) => ui.alert('Pairsheet', question, ui.ButtonSet.YES_NO) === ui.Button.YES;
  if (!documentProperty_('FORM')) {
    setDocumentProperty_('PRIVATE', yes('Keep the answers in a second spreadsheet that only you can open?') ? 'yes' : '');
    setDocumentProperty_('ASK_NAME', yes('Ask players who they are (a list of the names in Players)?') ? 'yes' : '');
    setDocumentProperty_('ASK_MESSAGE', yes('Let players send you a message with the form?') ? 'yes' : '');
  }
  ui.alert('Pairsheet', makeForm_().join('\n\n'), ui.ButtonSet.OK);
}

/** Menu: questions that are missing, the lists of players and games, the closing message, the link in Settings. */
function updateForm() {
  const ui = SpreadsheetApp.getUi();
  if (!documentProperty_('FORM')) {
    ui.alert('Pairsheet', 'There is no form yet: Pairsheet → Make the result form.', ui.ButtonSet.OK);
    return;
  }
  ui.alert('Pairsheet', makeForm_().join('\n\n'), ui.ButtonSet.OK);
}

/** Menu: what an outsider meets, and questions whose wording the worker does not know. */
function checkForm() {
  const ui = SpreadsheetApp.getUi();
  const form = openForm_();
  const lines = form ? formTroubles_(form) : ['There is no form yet: Pairsheet → Make the result form.'];
  ui.alert('Pairsheet', lines.length ? lines.join('\n\n') : 'The form is in order.', ui.ButtonSet.OK);
}

/** Menu: asks the worker to look at this spreadsheet now. */
function syncNow() {
  const code = nudge_();
  let text = 'The worker looks now. Results appear in about a minute.';
  if (code === 0) text = "No worker's address is set here. The worker looks by itself, as often as it was told to.";
  else if (code === 401) text = "The worker refused the signature: set address and secret again (Worker's address).";
  else if (code < 200 || code > 299) text = 'The worker could not be reached. It looks by itself all the same.';
  SpreadsheetApp.getActive().toast(text, 'Pairsheet');
}

/** Menu: where the worker listens, and the secret it shares with this script. Both stay out of the cells. */
function askWorker() {
  const ui = SpreadsheetApp.getUi();
  const url = ui.prompt('Pairsheet', 'Address of the worker (https://…/nudge); blank for none:', ui.ButtonSet.OK_CANCEL);
  if (url.getSelectedButton() !== ui.Button.OK) return;
  const address = url.getResponseText().trim();
  const properties = PropertiesService.getScriptProperties();
  if (!address) {
    properties.deleteProperty('PAIRSHEET_NUDGE_URL');
    properties.deleteProperty('PAIRSHEET_NUDGE_SECRET');
    return;
  }
  if (!/^https:\/\//.test(address)) {
    ui.alert('Pairsheet', 'The address must begin with https://', ui.ButtonSet.OK);
    return;
  }
  const secret = ui.prompt('Pairsheet', 'The secret (PAIRSHEET_NUDGE_SECRET of the worker):', ui.ButtonSet.OK_CANCEL);
  if (secret.getSelectedButton() !== ui.Button.OK) return;
  properties.setProperty('PAIRSHEET_NUDGE_URL', address);
  properties.setProperty('PAIRSHEET_NUDGE_SECRET', secret.getResponseText().trim());
}

// ---------------------------------------------------------------- the form

/**
 * Makes the form or completes it. What was made is remembered at once, so that a run that stopped half-way is gone
 * on with, never doubled. Gives what to tell the director.
 * @returns {string[]}
 */
function makeForm_() {
  const book = SpreadsheetApp.getActive();
  const told = [];
  let form = openForm_();
  if (!form) {
    form = FormApp.create((setting_(PAIRSHEET.settings.name) || book.getName()) + ': report a game');
    setDocumentProperty_('FORM', form.getId());
    for (const name of ['LINKED', 'ITEMS', 'TEMPLATE', 'CHOICES', 'OPENED', 'CLOSING']) setDocumentProperty_(name, '');
  }
  if (!documentProperty_('OPENED') && !documentProperty_('LINKED')) openToAll_(form); // later it is open as she wants it
  setDocumentProperty_('OPENED', 'yes');
  addQuestions_(form);
  if (!documentProperty_('LINKED')) {
    link_(form, book);
    setDocumentProperty_('LINKED', 'yes');
  }
  closeWith_(form, closingWords_(book));
  updateChoices_(true);
  const place = documentProperty_('TEMPLATE') || form.getPublishedUrl();
  if (!setSetting_(PAIRSHEET.settings.link, place)) {
    told.push('There is no tab Settings to write the link of the form into. Type it there yourself: ' + place);
  }
  told.unshift('The form: ' + form.getPublishedUrl());
  return told.concat(formTroubles_(form));
}

/** @returns {GoogleAppsScript.Forms.Form | null} the form made before, or null where it is gone */
function openForm_() {
  const id = documentProperty_('FORM');
  if (!id) return null;
  try {
    return FormApp.openById(id);
  } catch (gone) {
    return null;
  }
}

/** The closing message, unless the director put words of her own in its place. */
function closeWith_(/** @type {GoogleAppsScript.Forms.Form} */ form, /** @type {string} */ words) {
  const last = documentProperty_('CLOSING');
  if (last && digest_(form.getConfirmationMessage()) !== last) return;
  form.setConfirmationMessage(words);
  setDocumentProperty_('CLOSING', digest_(words));
}

/** No e-mail addresses, no sign-in, answers can be corrected; published where forms begin unpublished. */
function openToAll_(/** @type {GoogleAppsScript.Forms.Form} */ form) {
  form.setCollectEmail(false);
  form.setLimitOneResponsePerUser(false);
  form.setAllowResponseEdits(true);
  form.setShowLinkToRespondAgain(false);
  form.setPublishingSummary(false);
  try {
    form.setRequireLogin(false);
  } catch (consumer) {
    // Only accounts of an organisation have this switch; other forms never ask for a sign-in.
  }
  const newer = /** @type {any} */ (form);
  if (typeof newer.setPublished === 'function') newer.setPublished(true);
  form.setAcceptingResponses(true);
}

/** @returns {string[]} keys of the questions this tournament asks, in order */
function wantedQuestions_() {
  const match = Boolean(scores_());
  const verified = (setting_(PAIRSHEET.settings.verify) || '').toLowerCase() === 'yes';
  const keys = match ? ['pairing', 'score'] : ['link', 'pairing'];
  if (!match && !verified) keys.push('result');
  if (documentProperty_('ASK_NAME')) keys.push('name');
  if (documentProperty_('ASK_MESSAGE')) keys.push('message');
  return keys;
}

/** @returns {string[] | undefined} scores to choose from where a match is reported, else undefined */
function scores_() {
  const format = (setting_(PAIRSHEET.settings.format) || '').trim().toLowerCase();
  /** @type {Record<string, string[]>} */
  const scores = PAIRSHEET.scores;
  return scores[format];
}

/** Adds the questions that were never made. One the director deleted stays away; wording of hers stays. */
function addQuestions_(/** @type {GoogleAppsScript.Forms.Form} */ form) {
  const items = items_();
  for (const key of wantedQuestions_()) {
    if (items[key]) continue;
    items[key] = String(addQuestion_(form, key));
    setDocumentProperty_('ITEMS', JSON.stringify(items));
  }
  if (items.pairing && !documentProperty_('TEMPLATE')) rememberTemplate_(form, items.pairing);
}

/**
 * @param {GoogleAppsScript.Forms.Form} form
 * @param {string} key
 * @returns {number} the id of the new question
 */
function addQuestion_(form, key) {
  /** @type {Record<string, {title: string, help: string}>} */
  const questions = PAIRSHEET.questions;
  const { title, help } = questions[key];
  if (key === 'link') {
    const pattern = FormApp.createTextValidation()
      .setHelpText('This is not the link of a game. Open the game itself, tap Share, copy its link.')
      .requireTextMatchesPattern(PAIRSHEET.linkPattern)
      .build();
    return form.addTextItem().setTitle(title).setHelpText(help).setValidation(pattern).getId();
  }
  if (key === 'result') {
    return form.addMultipleChoiceItem().setTitle(title).setHelpText(help).setChoiceValues(PAIRSHEET.gameWords).getId();
  }
  if (key === 'score') {
    const item = form.addMultipleChoiceItem().setTitle(title).setHelpText(help);
    return item.setChoiceValues(scores_() || PAIRSHEET.gameWords).showOtherOption(true).getId();
  }
  if (key === 'message') return form.addParagraphTextItem().setTitle(title).setHelpText(help).getId();
  return form.addListItem().setTitle(title).setHelpText(help).setChoiceValues([PAIRSHEET.place]).getId();
}

/** The pre-filled link with GAME where a game's id goes. The numbers in it are known to nobody but the form. */
function rememberTemplate_(/** @type {GoogleAppsScript.Forms.Form} */ form, /** @type {string} */ id) {
  const item = form.getItemById(Number(id));
  if (!item) return;
  const list = item.asListItem();
  const before = list.getChoices().map((choice) => choice.getValue());
  list.setChoiceValues([PAIRSHEET.place]);
  const url = form.createResponse().withItemResponse(list.createResponse(PAIRSHEET.place)).toPrefilledUrl();
  if (before.length) list.setChoiceValues(before);
  setDocumentProperty_('TEMPLATE', url);
}

/** Links the form to this spreadsheet, or to a private one of its own, and moves the tab of answers to the end. */
function link_(
  /** @type {GoogleAppsScript.Forms.Form} */ form,
  /** @type {GoogleAppsScript.Spreadsheet.Spreadsheet} */ book
) {
  let home = book;
  if (documentProperty_('PRIVATE')) {
    home = privateBook_(book);
    setSetting_(PAIRSHEET.settings.answers, home.getUrl());
  }
  const before = home.getSheets().map((sheet) => sheet.getSheetId());
  form.setDestination(FormApp.DestinationType.SPREADSHEET, home.getId());
  SpreadsheetApp.flush();
  const tab = home.getSheets().find((sheet) => !before.includes(sheet.getSheetId()) && sheet.getFormUrl());
  if (!tab) return;
  // Answers must stay what was written: no 7 for 007, no day in March for 3-1.
  tab.getRange(1, 2, tab.getMaxRows(), Math.max(tab.getMaxColumns() - 1, 1)).setNumberFormat('@');
  const shown = book.getActiveSheet();
  home.setActiveSheet(tab);
  home.moveActiveSheet(home.getNumSheets());
  if (home.getId() === book.getId()) {
    takeOverTab_(book, tab);
    book.setActiveSheet(book.getSheets().some((one) => one.getSheetId() === shown.getSheetId()) ? shown : book.getSheets()[0]);
  }
}

/** The empty tab that stood in for the answers goes; the real one takes its title. One with answers stays. */
function takeOverTab_(
  /** @type {GoogleAppsScript.Spreadsheet.Spreadsheet} */ book,
  /** @type {GoogleAppsScript.Spreadsheet.Sheet} */ tab
) {
  const stand = book.getSheetByName(PAIRSHEET.tabs.form);
  if (stand && stand.getSheetId() !== tab.getSheetId()) {
    if (stand.getFormUrl() || stand.getLastRow() > 1) return;
    book.deleteSheet(stand);
  }
  tab.setName(PAIRSHEET.tabs.form);
}

/**
 * A second spreadsheet for the answers, open to the director and to the worker alone.
 * @param {GoogleAppsScript.Spreadsheet.Spreadsheet} book
 * @returns {GoogleAppsScript.Spreadsheet.Spreadsheet}
 */
function privateBook_(book) {
  const made = documentProperty_('ANSWERS');
  if (made) return SpreadsheetApp.openById(made);
  const home = SpreadsheetApp.create(book.getName() + ' (form answers, private)');
  setDocumentProperty_('ANSWERS', home.getId());
  home.setSpreadsheetTimeZone(book.getSpreadsheetTimeZone());
  for (const editor of book.getEditors()) {
    const address = editor.getEmail();
    if (/\.gserviceaccount\.com$/.test(address)) home.addViewer(address);
  }
  return home;
}

/**
 * What a player reads after sending: where to look, when, and how to correct.
 * @param {GoogleAppsScript.Spreadsheet.Spreadsheet} book
 * @returns {string}
 */
function closingWords_(book) {
  const minutes = Number(PropertiesService.getScriptProperties().getProperty('PAIRSHEET_MINUTES') || '30');
  const where = setting_(PAIRSHEET.settings.mirror) || book.getUrl();
  return (
    'Thank you. What counts is when you sent this. Within about ' + minutes + ' minutes the tab “' + PAIRSHEET.tabs.round +
    '” of ' + where + ' shows what became of your report. Something wrong? Use the link below to change your answer, ' +
    'or send the form again: your newest answer counts. There is no need to send it twice.'
  );
}

/**
 * What the director should know: a form closed to outsiders, questions reworded beyond what the worker knows.
 * @param {GoogleAppsScript.Forms.Form} form
 * @returns {string[]}
 */
function formTroubles_(form) {
  const lines = [];
  if (!form.isAcceptingResponses()) {
    lines.push('The form is closed: it takes no answers. To open it: Responses → Accepting responses, in the form.');
  } else if (outsider_(form.getPublishedUrl()) === 'closed') {
    lines.push(
      'Outsiders cannot open the form. Open it, choose Published → Responders → Anyone with the link. In an ' +
        'organisation also switch off “Restrict to users in …” under Settings → Responses.'
    );
  }
  /** @type {Record<string, {title: string, heading: string, names: string[]}>} */
  const questions = PAIRSHEET.questions;
  const items = items_();
  for (const key of Object.keys(items)) {
    const item = form.getItemById(Number(items[key]));
    if (!item || key === 'link' || key === 'result') continue; // these two are known by what is answered
    if (!questions[key].names.some((name) => plain_(name) === plain_(item.getTitle()))) {
      lines.push(
        'The worker does not know the question “' + item.getTitle() + '”. Call it “' + questions[key].title +
          '” (or ' + questions[key].names.map((name) => '“' + name + '”').join(', ') + ').'
      );
    }
  }
  return lines;
}

/**
 * How the form meets somebody who is not signed in.
 * @param {string} url
 * @returns {'open' | 'closed' | 'unknown'}
 */
function outsider_(url) {
  try {
    const answer = UrlFetchApp.fetch(url, { followRedirects: false, muteHttpExceptions: true });
    const code = answer.getResponseCode();
    if (code === 401 || code === 403) return 'closed';
    /** @type {any} */
    const headers = answer.getHeaders();
    return /accounts\.google\.com|ServiceLogin/.test(String(headers['Location'] || '')) ? 'closed' : 'open';
  } catch (offline) {
    return 'unknown';
  }
}

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

// ---------------------------------------------------------------- cells, found by their headings

/** @param {unknown} text @returns {string} a heading or title as compared: case and spaces forgiven */
function plain_(text) {
  return String(text === null || text === undefined ? '' : text).replace(/\s+/g, ' ').trim().toLowerCase();
}

/** @param {string} name @returns {GoogleAppsScript.Spreadsheet.Sheet | undefined} */
function tab_(name) {
  return SpreadsheetApp.getActive().getSheets().find((sheet) => plain_(sheet.getName()) === plain_(name));
}

/**
 * Rows of a tab as shown, by heading in small letters; the headings are looked for in the first five rows.
 * @param {string} name
 * @param {string[]} needed headings the row of headings must hold
 * @returns {Record<string, string>[]}
 */
function records_(name, needed) {
  const sheet = tab_(name);
  if (!sheet) return [];
  const cells = sheet.getDataRange().getDisplayValues();
  const top = cells.slice(0, 5).findIndex((row) => needed.every((word) => row.some((cell) => plain_(cell) === plain_(word))));
  if (top < 0) return [];
  const headings = cells[top].map(plain_);
  return cells.slice(top + 1).map((row) => {
    /** @type {Record<string, string>} */
    const record = {};
    headings.forEach((heading, at) => {
      if (heading && !(heading in record)) record[heading] = row[at].trim();
    });
    return record;
  });
}

/**
 * Where the value of a setting of the whole event stands.
 * @param {string} name
 * @returns {GoogleAppsScript.Spreadsheet.Range | null}
 */
function settingCell_(name) {
  const sheet = tab_(PAIRSHEET.tabs.settings);
  if (!sheet) return null;
  const cells = sheet.getDataRange().getDisplayValues();
  const headings = (cells[0] || []).map(plain_);
  const [key, value, section] = ['setting', 'value', 'for'].map((heading) => headings.indexOf(heading));
  if (key < 0 || value < 0) return null;
  const at = cells.findIndex((row, number) => number > 0 && plain_(row[key]) === plain_(name) && (section < 0 || !row[section].trim()));
  if (at >= 0) return sheet.getRange(at + 1, value + 1);
  sheet.getRange(sheet.getLastRow() + 1, key + 1).setValue(name);
  return sheet.getRange(sheet.getLastRow(), value + 1);
}

/** @param {string} name @returns {string} the setting as shown; blank where there is none */
function setting_(name) {
  const row = records_(PAIRSHEET.tabs.settings, ['Setting', 'Value']).find((one) => plain_(one['setting']) === plain_(name) && !one['for']);
  return row ? row['value'] : '';
}

/** @param {string} name @param {string} value @returns {boolean} whether there was a place for it */
function setSetting_(name, value) {
  const cell = settingCell_(name);
  if (!cell) return false;
  if (cell.getDisplayValue() !== value) cell.setValue(value);
  return true;
}

/** @param {string} name @returns {string} what was remembered with this spreadsheet; a copy begins without it */
function documentProperty_(name) {
  const properties = PropertiesService.getDocumentProperties();
  return (properties && properties.getProperty('PAIRSHEET_' + name)) || '';
}

/** @param {string} name @param {string} value */
function setDocumentProperty_(name, value) {
  const properties = PropertiesService.getDocumentProperties();
  if (properties) properties.setProperty('PAIRSHEET_' + name, value);
}

/** @returns {Record<string, string>} ids of the questions by key */
function items_() {
  return JSON.parse(documentProperty_('ITEMS') || '{}');
}

// ---------------------------------------------------------------- telling the worker (optional; it looks by itself too)

const TRIGGERS = ['onFormAnswer', 'onSheetEdit', 'onSheetChange', 'onClock'];

/** Menu: from now on the worker hears of answers and edits at once, and the lists of the form follow by themselves. */
function installTriggers() {
  removeTriggers();
  const book = SpreadsheetApp.getActive();
  const form = openForm_();
  if (form) ScriptApp.newTrigger('onFormAnswer').forForm(form).onFormSubmit().create();
  else ScriptApp.newTrigger('onFormAnswer').forSpreadsheet(book).onFormSubmit().create();
  ScriptApp.newTrigger('onSheetEdit').forSpreadsheet(book).onEdit().create();
  ScriptApp.newTrigger('onSheetChange').forSpreadsheet(book).onChange().create();
  // What the worker writes fires no trigger, so the clock looks for new rounds.
  ScriptApp.newTrigger('onClock').timeBased().everyMinutes(10).create();
  book.toast('Done. The lists of the form are looked at every ten minutes.', 'Pairsheet');
}

/** Menu: takes away what installTriggers made, nothing else. */
function removeTriggers() {
  for (const trigger of ScriptApp.getProjectTriggers()) {
    if (TRIGGERS.includes(trigger.getHandlerFunction())) ScriptApp.deleteTrigger(trigger);
  }
}

/** Trigger: an answer was sent. What it says is not passed on: the worker reads it itself. */
function onFormAnswer() {
  nudge_();
}

/** Trigger: somebody typed. */
function onSheetEdit() {
  nudge_();
  updateChoices_();
}

/** Trigger: rows or tabs came, went or moved; typing and colours are no business of this one. */
function onSheetChange(/** @type {{changeType?: string} | undefined} */ event) {
  const kind = (event && event.changeType) || '';
  if (kind === 'EDIT' || kind === 'FORMAT') return;
  nudge_();
  updateChoices_();
}

/** Trigger: every ten minutes. */
function onClock() {
  updateChoices_();
}

/**
 * A signed word to the worker: which spreadsheet, when, and nothing of what is in it.
 * @returns {number} the worker's answer (HTTP); 0 where no address is set, -1 where nobody answered
 */
function nudge_() {
  const properties = PropertiesService.getScriptProperties();
  const url = properties.getProperty('PAIRSHEET_NUDGE_URL');
  const secret = properties.getProperty('PAIRSHEET_NUDGE_SECRET');
  if (!url || !secret) return 0;
  const body = JSON.stringify({
    book: SpreadsheetApp.getActive().getId(),
    at: Math.floor(Date.now() / 1000),
    nonce: Utilities.getUuid(),
  });
  const signature = Utilities.computeHmacSha256Signature(body, secret, Utilities.Charset.UTF_8)
    .map((byte) => ('0' + (byte & 255).toString(16)).slice(-2))
    .join('');
  try {
    return UrlFetchApp.fetch(url, {
      method: 'post',
      contentType: 'application/json',
      payload: body,
      headers: { 'X-Pairsheet-Signature': 'sha256=' + signature },
      muteHttpExceptions: true,
      followRedirects: false,
    }).getResponseCode();
  } catch (offline) {
    console.warn('The worker did not answer.'); // the message of the error may hold the address
    return -1;
  }
}
