// Google's services as far as the script uses them: sheets are arrays, a form is what was asked of it, and an HTTP
// call really goes out (to loopback). A call of anything else fails, as a wrong name would at Google.

import { spawnSync } from 'node:child_process';
import { createHash, createHmac, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const CODE = readFileSync(new URL('../../sheets_templates/apps_script/Code.gs', import.meta.url), 'utf8');

class Range {
  constructor(sheet, row, column, rows, columns) {
    Object.assign(this, { sheet, row, column, rows, columns });
  }
  getDisplayValue() {
    return String((this.sheet.cells[this.row - 1] || [])[this.column - 1] ?? '');
  }
  getDisplayValues() {
    const { cells } = this.sheet;
    return cells.map((row) => Array.from({ length: this.columns }, (_, at) => String(row[at] ?? '')));
  }
  setValue(value) {
    const { cells } = this.sheet;
    while (cells.length < this.row) cells.push([]);
    cells[this.row - 1][this.column - 1] = value;
    this.sheet.written.push([this.row, this.column, value]);
    return this;
  }
  setNumberFormat(format) {
    this.sheet.formats.push([this.row, this.column, this.rows, this.columns, format]);
    return this;
  }
}

let numbers = 100;

export class Sheet {
  constructor(name, cells = []) {
    Object.assign(this, { name, cells, id: (numbers += 1), formUrl: null, written: [], formats: [] });
  }
  getName() { return this.name; }
  setName(name) { this.name = name; return this; }
  getSheetId() { return this.id; }
  getFormUrl() { return this.formUrl; }
  getMaxRows() { return Math.max(100, this.cells.length); }
  getMaxColumns() { return Math.max(6, ...this.cells.map((row) => row.length)); }
  getLastRow() { return this.cells.reduce((last, row, at) => (row.some((cell) => cell !== '' && cell != null) ? at + 1 : last), 0); }
  getRange(row, column, rows = 1, columns = 1) { return new Range(this, row, column, rows, columns); }
  getDataRange() { return new Range(this, 1, 1, this.cells.length, Math.max(1, ...this.cells.map((row) => row.length))); }
}

export class Spreadsheet {
  constructor(name, sheets = [new Sheet('Sheet1')], id = `id-of-${name}`.padEnd(40, 'x').replace(/[^A-Za-z0-9_-]/g, '_')) {
    Object.assign(this, { name, sheets, id, active: sheets[0], toasts: [], zone: 'Europe/Berlin', viewers: [], editors: [] });
  }
  getId() { return this.id; }
  getName() { return this.name; }
  getUrl() { return `https://docs.google.com/spreadsheets/d/${this.id}/edit`; }
  getSheets() { return [...this.sheets]; }
  getSheetByName(name) { return this.sheets.find((sheet) => sheet.name === name) || null; }
  getActiveSheet() { return this.active; }
  setActiveSheet(sheet) { this.active = sheet; return sheet; }
  getNumSheets() { return this.sheets.length; }
  moveActiveSheet(place) {
    this.sheets.splice(this.sheets.indexOf(this.active), 1);
    this.sheets.splice(place - 1, 0, this.active);
  }
  deleteSheet(sheet) {
    this.sheets.splice(this.sheets.indexOf(sheet), 1);
    if (this.active === sheet) [this.active] = this.sheets;
  }
  toast(text, title) { this.toasts.push([text, title]); }
  getSpreadsheetTimeZone() { return this.zone; }
  setSpreadsheetTimeZone(zone) { this.zone = zone; }
  getEditors() { return this.editors.map((address) => ({ getEmail: () => address })); }
  addViewer(address) { this.viewers.push(address); return this; }
}

class Item {
  constructor(kind) { Object.assign(this, { kind, id: (numbers += 1), title: '', help: '', choices: [], other: false, validation: null }); }
  getId() { return this.id; }
  getTitle() { return this.title; }
  setTitle(title) { this.title = title; return this; }
  setHelpText(help) { this.help = help; return this; }
  setChoiceValues(values) {
    if (!values.length || new Set(values).size !== values.length) throw new Error('Exception: choices must be distinct, at least one');
    if (values.some((value) => !value)) throw new Error('Exception: a choice may not be blank');
    this.choices = [...values];
    return this;
  }
  getChoices() { return this.choices.map((value) => ({ getValue: () => value })); }
  showOtherOption(enabled) { this.other = enabled; return this; }
  setValidation(validation) { this.validation = validation; return this; }
  asListItem() {
    if (this.kind !== 'list') throw new Error(`Exception: a ${this.kind} item is no list`);
    return this;
  }
  createResponse(value) {
    if (this.kind === 'list' && !this.choices.includes(value)) throw new Error('Exception: no such choice');
    return { id: this.id, value };
  }
}

class Form {
  constructor(world, title, newer) {
    Object.assign(this, { world, title, id: `form-${(numbers += 1)}`, items: [], calls: {}, destination: null, accepting: true });
    if (newer) this.setPublished = (enabled) => this.remember('published', enabled);
  }
  remember(name, value) { this.calls[name] = value; return this; }
  getId() { return this.id; }
  getPublishedUrl() { return this.world.formUrl || `https://docs.google.com/forms/d/e/${this.id}/viewform`; }
  setCollectEmail(on) { return this.remember('collectEmail', on); }
  setLimitOneResponsePerUser(on) { return this.remember('limitOne', on); }
  setAllowResponseEdits(on) { return this.remember('edits', on); }
  setShowLinkToRespondAgain(on) { return this.remember('again', on); }
  setPublishingSummary(on) { return this.remember('summary', on); }
  setRequireLogin(on) {
    if (!this.world.organisation) throw new Error('Exception: only for Google Workspace');
    return this.remember('login', on);
  }
  setAcceptingResponses(on) { this.accepting = on; return this.remember('accepting', on); }
  isAcceptingResponses() { return this.accepting; }
  setConfirmationMessage(text) { return this.remember('confirmation', text); }
  getConfirmationMessage() { return this.calls.confirmation ?? ''; }
  add(kind) { const item = new Item(kind); this.items.push(item); return item; }
  addTextItem() { return this.add('text'); }
  addParagraphTextItem() { return this.add('paragraph'); }
  addMultipleChoiceItem() { return this.add('choice'); }
  addListItem() { return this.add('list'); }
  getItemById(id) { return this.items.find((item) => item.id === id) || null; }
  createResponse() {
    const answers = [];
    const response = {
      withItemResponse: (answer) => { answers.push(answer); return response; },
      toPrefilledUrl: () => `${this.getPublishedUrl()}?usp=pp_url` + answers.map((a) => `&entry.${a.id}9=${encodeURIComponent(a.value)}`).join(''),
    };
    return response;
  }
  setDestination(type, id) {
    if (this.world.linkFails) throw new Error('Exception: service unavailable');
    this.destination = [type, id];
    const tab = new Sheet('Form Responses 1', [['Timestamp', ...this.items.map((item) => item.title)]]);
    tab.formUrl = `https://docs.google.com/forms/d/${this.id}/edit`;
    this.world.books[id].sheets.unshift(tab); // a new form's tab is put first
    return this;
  }
}

function properties(store) {
  return {
    getProperty: (name) => (name in store ? store[name] : null),
    setProperty: (name, value) => {
      if (value.length > 9 * 1024) throw new Error('Exception: argument too large');
      store[name] = value;
    },
    deleteProperty: (name) => delete store[name],
  };
}

/** One HTTP request, waited for: Apps Script knows no promises. */
function fetchNow(url, options) {
  const script = `
    const { url, options } = JSON.parse(process.argv[1]);
    fetch(url, { method: options.method || 'get', body: options.payload, redirect: options.followRedirects === false ? 'manual' : 'follow',
      headers: { ...(options.headers || {}), ...(options.contentType ? { 'content-type': options.contentType } : {}) } })
      .then(async (r) => console.log(JSON.stringify({ status: r.status, location: r.headers.get('location') })))
      .catch(() => process.exit(7));`;
  const done = spawnSync(process.execPath, ['-e', script, JSON.stringify({ url, options })], { encoding: 'utf8', timeout: 15000 });
  if (done.status !== 0) throw new Error(`Exception: Address unavailable: ${url}`);
  const { status, location } = JSON.parse(done.stdout);
  return { getResponseCode: () => status, getHeaders: () => (location ? { Location: location } : {}) };
}

/** A spreadsheet with the script bound to it. `run` calls a function of the script by name. */
export class World {
  constructor(book, { newer = true, organisation = false, answers = [], prompts = [] } = {}) {
    Object.assign(this, {
      book, organisation, answers: [...answers], prompts: [...prompts], books: { [book.id]: book }, forms: [], menu: null, alerts: [], triggers: [],
      documentStore: {}, scriptStore: {}, fetched: [], warnings: [], site: { status: 200 }, locked: false, linkFails: false, newer,
    });
    const world = this;
    const ui = {
      Button: { YES: 'YES', NO: 'NO', OK: 'OK', CANCEL: 'CANCEL' },
      ButtonSet: { YES_NO: 'YES_NO', OK: 'OK', OK_CANCEL: 'OK_CANCEL' },
      createMenu: (name) => {
        const menu = { name, items: [] };
        const builder = {
          addItem: (label, target) => { menu.items.push([label, target]); return builder; },
          addSeparator: () => builder,
          addToUi: () => { world.menu = menu; },
        };
        return builder;
      },
      alert: (title, text, buttons) => {
        world.alerts.push(text);
        return buttons === 'YES_NO' ? world.answers.shift() || 'NO' : 'OK';
      },
      prompt: () => {
        const text = world.prompts.shift();
        return { getSelectedButton: () => (text === undefined ? 'CANCEL' : 'OK'), getResponseText: () => text };
      },
    };
    const trigger = (handler) => {
      const made = { handler, on: null, event: null };
      const end = { create: () => { world.triggers.push(made); return made; } };
      const event = (name) => () => { made.event = name; return end; };
      const events = { onFormSubmit: event('submit'), onEdit: event('edit'), onChange: event('change') };
      return {
        forForm: (form) => { made.on = form.id; return events; },
        forSpreadsheet: (sheet) => { made.on = sheet.getId(); return events; },
        timeBased: () => ({ everyMinutes: (minutes) => { made.event = `every ${minutes}`; return end; } }),
      };
    };
    this.context = vm.createContext({
      console: { warn: (text) => world.warnings.push(text) },
      SpreadsheetApp: {
        getUi: () => ui,
        getActive: () => world.book,
        flush: () => undefined,
        create: (name) => { const made = new Spreadsheet(name); made.zone = 'America/Los_Angeles'; world.books[made.id] = made; return made; },
        openById: (id) => { if (!world.books[id]) throw new Error('Exception: not found'); return world.books[id]; },
      },
      FormApp: {
        DestinationType: { SPREADSHEET: 'SPREADSHEET' },
        create: (title) => { const form = new Form(world, title, world.newer); world.forms.push(form); return form; },
        openById: (id) => {
          world.opened = (world.opened || 0) + 1;
          const form = world.forms.find((one) => one.id === id);
          if (!form) throw new Error('Exception: no form');
          return form;
        },
        createTextValidation: () => {
          const made = {};
          const builder = {
            setHelpText: (text) => { made.help = text; return builder; },
            requireTextMatchesPattern: (pattern) => { made.pattern = pattern; return builder; },
            build: () => made,
          };
          return builder;
        },
      },
      PropertiesService: {
        getDocumentProperties: () => properties(world.documentStore),
        getScriptProperties: () => properties(world.scriptStore),
      },
      LockService: { getDocumentLock: () => ({ tryLock: () => !world.locked, releaseLock: () => undefined }) },
      ScriptApp: {
        newTrigger: trigger,
        getProjectTriggers: () => world.triggers.map((one) => ({ getHandlerFunction: () => one.handler, one })),
        deleteTrigger: ({ one }) => world.triggers.splice(world.triggers.indexOf(one), 1),
      },
      Utilities: {
        Charset: { UTF_8: 'UTF-8' },
        DigestAlgorithm: { SHA_256: 'sha256' },
        computeDigest: (algorithm, text) => [...createHash(algorithm).update(text, 'utf8').digest()].map((b) => (b > 127 ? b - 256 : b)),
        getUuid: () => randomUUID(),
        computeHmacSha256Signature: (text, key) => [...createHmac('sha256', key).update(text, 'utf8').digest()].map((b) => (b > 127 ? b - 256 : b)),
      },
      UrlFetchApp: {
        fetch: (url, options) => {
          world.fetched.push([url, options]);
          if (url.startsWith('http://127.0.0.1:')) return fetchNow(url, options);
          if (world.site === null) throw new Error('Exception: DNS error');
          return { getResponseCode: () => world.site.status, getHeaders: () => (world.site.location ? { Location: world.site.location } : {}) };
        },
      },
    });
    vm.runInContext(CODE, this.context, { filename: 'Code.gs' });
  }
  run(name, ...args) {
    this.context.args = args;
    return vm.runInContext(`${name}(...args)`, this.context);
  }
  get words() { return vm.runInContext('PAIRSHEET', this.context); }
  get form() { return this.forms[0]; }
  question(title) { return this.form.items.find((item) => item.title === title); }
}

/** A ladder in its first round. */
export function ladder({ format = 'ladder', verify = 'no', settings = [], tabs = [] } = {}) {
  const lines = [['Setting', 'Value', 'Help'], ['— before you start —'], ['Tournament', 'Autumn Ladder'], ['Format', format], ['Form link', '', 'The link'], ['Form answers', ''], ['Public sheet', ''], ['Verify games', verify]];
  for (const [name, value] of settings) lines.find((line) => line[0] === name)[1] = value;
  return new Spreadsheet('Autumn Ladder', [
    new Sheet('Ladder', [['Autumn Ladder'], [''], ['Position', 'Player']]),
    new Sheet('Games', [
      ['Game', 'Round', 'White', 'Black', 'Outcome', 'Due', 'Result'],
      ['R1-01', 'R1', 'Ada Novak', 'Ben Okafor', '1-0', '', ''],
      ['R1-02', 'R1', '007', 'Élodie Ñ', 'Null', '', ''],
      ['R2-01', 'R2', 'Ada Novak', '007', '', '', ''],
      ['R2-02', 'R2', 'Ben Okafor', 'Élodie Ñ', '1-0', '', ''],
      ['R2-03', 'R2', 'Gone Girl', '(bye)', '', '', ''],
    ]),
    new Sheet('Settings', lines),
    new Sheet('Players', [['Player', 'Rating', 'Status'], ['Ada Novak', 2000, 'Active'], ['Ben Okafor', 1900, ''], ['007', '', 'Paused'], ['Élodie Ñ', '', ''], ['Ada Novak', '', ''], ['Gone Girl', '', 'Withdrawn'], ['', '', '']]),
    new Sheet('Form Responses', [['Timestamp', 'Game URL', 'Result']]),
    ...tabs,
  ]);
}
