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
