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
