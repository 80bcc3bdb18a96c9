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
