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
