// The form: what is asked, how it is open, where answers go, and what a second run does.

import assert from 'node:assert/strict';
import test from 'node:test';

import { ladder, Sheet, World } from './stubs.mjs';

/** A world in which the form was made from the menu. */
function made(options = {}, book = ladder()) {
  const world = new World(book, options);
  world.run('makeForm');
  return world;
}

test('the menu names functions that are there', () => {
  const world = new World(ladder());
  world.run('onOpen');
  assert.equal(world.menu.name, 'Pairsheet');
  for (const [label, target] of world.menu.items) assert.equal(typeof world.context[target], 'function', label);
  assert.ok(world.menu.items.some(([label]) => label === 'Sync now'));
});

test('a ladder asks for the link, the game and who won, in words', () => {
  const { form } = made();
  assert.deepEqual(form.items.map((item) => [item.kind, item.title]), [['text', 'Link of the game'], ['list', 'Which game'], ['choice', 'Who won?']]);
  assert.deepEqual([...form.items[2].choices], ['White won', 'Black won', 'Draw']);
});

test('with verification on, nobody is asked who won', () => {
  const { form } = made({}, ladder({ verify: 'yes' }));
  assert.deepEqual(form.items.map((item) => item.title), ['Link of the game', 'Which game']);
});

test('a match format asks for the running score, in characters no spreadsheet takes for a date', () => {
  const world = made({}, ladder({ format: 'Pente ' }));
  assert.deepEqual(world.form.items.map((item) => item.title), ['Which game', 'Score']);
  const score = world.question('Score');
  assert.ok(score.choices.includes('3 – 1') && score.other);
  assert.ok(score.choices.every((choice) => /^\d+ – \d+( tie)?$/.test(choice)));
});

test('names and a message are asked only where the director says yes', () => {
  const { form } = made({ answers: ['NO', 'YES', 'YES'] });
  assert.deepEqual(form.items.slice(-2).map((item) => item.title), ['Who are you?', 'Message to the director']);
  assert.deepEqual(form.items.at(-2).choices, ['Ada Novak', 'Ben Okafor', '007', 'Élodie Ñ']);
});

test('the form is open, asks for no address, and lets answers be corrected', () => {
  const { form } = made({ organisation: true });
  const { collectEmail, limitOne, edits, login, accepting, published, summary } = form.calls;
  assert.deepEqual({ collectEmail, limitOne, edits, login, accepting, published, summary }, { collectEmail: false, limitOne: false, edits: true, login: false, accepting: true, published: true, summary: false });
});

test('an account without the newer switches gets its form too', () => {
  const { form } = made({ newer: false, organisation: false });
  assert.equal(form.calls.published, undefined);
  assert.equal(form.calls.accepting, true);
});

test('the closing message says where, when and how to correct; the mirror is named where there is one', () => {
  const plain = made();
  assert.match(plain.form.calls.confirmation, /Within about 30 minutes the tab “This round” of https:\/\/docs\.google\.com\/spreadsheets\/d\/id-of-Autumn/);
  const mirror = new World(ladder({ settings: [['Public sheet', 'https://docs.google.com/spreadsheets/d/MIRROR/edit']] }));
  mirror.scriptStore.PAIRSHEET_MINUTES = '2';
  mirror.run('makeForm');
  assert.match(mirror.form.calls.confirmation, /Within about 2 minutes .* of https:\/\/docs\.google\.com\/spreadsheets\/d\/MIRROR\/edit shows/);
});

test('the link is checked by the pattern of the workbook', () => {
  const world = made();
  const { validation } = world.question('Link of the game');
  assert.equal(validation.pattern, world.words.linkPattern);
  const whole = new RegExp(`^(?:${validation.pattern})$`);
  assert.ok(whole.test('https://www.chess.com/game/live/123456789012?tab=review') && whole.test('look: lichess.org/AbCdEfGh'));
  assert.ok(!whole.test('123456789012') && !whole.test('https://www.chess.com/member/ada'));
  assert.match(validation.help, /copy its link/);
});

test('answers arrive in a tab at the end, which takes the place of the empty one; the open tab stays open', () => {
  const book = ladder();
  const world = made({}, book);
  assert.deepEqual(book.sheets.map((sheet) => sheet.name), ['Ladder', 'Games', 'Settings', 'Players', 'Form Responses']);
  assert.equal(book.sheets.at(-1).formUrl, `https://docs.google.com/forms/d/${world.form.id}/edit`);
  assert.equal(book.active.name, 'Ladder');
  assert.deepEqual(book.sheets.at(-1).formats, [[1, 2, 100, 5, '@']]);
  assert.deepEqual(world.form.destination, ['SPREADSHEET', book.id]);
});

test('a tab that holds answers already is never taken away', () => {
  const book = ladder();
  book.getSheetByName('Form Responses').cells.push(['2026-03-01', 'https://lichess.org/AbCdEfGh']);
  made({}, book);
  assert.deepEqual(book.sheets.map((sheet) => sheet.name).slice(-2), ['Form Responses', 'Form Responses 1']);
});

test('Settings gets the pre-filled link with GAME; no other cell of a tab of people changes', () => {
  const book = ladder();
  const world = made({}, book);
  const link = book.getSheetByName('Settings').cells.find((row) => row[0] === 'Form link')[1];
  assert.equal(link, `${world.form.getPublishedUrl()}?usp=pp_url&entry.${world.question('Which game').id}9=GAME`);
  assert.deepEqual(book.sheets.flatMap((sheet) => sheet.written.map((one) => [sheet.name, ...one])), [['Settings', 5, 2, link]]);
});

test('a Settings tab with sections and without the line gets the line of the whole event', () => {
  const book = ladder();
  const settings = book.getSheetByName('Settings');
  settings.cells = [['Setting', 'For', 'Value'], ['Form link', 'A', 'https://section.example'], ['Format', '', 'swiss']];
  made({}, book);
  assert.equal(settings.cells[1][2], 'https://section.example');
  assert.equal(settings.cells[3][0], 'Form link');
  assert.match(settings.cells[3][2], /=GAME$/);
});

test('without Settings the director is told what to type', () => {
  const book = ladder();
  book.deleteSheet(book.getSheetByName('Settings'));
  const world = made({}, book);
  assert.match(world.alerts.at(-1), /no tab Settings .*=GAME/);
});

test('answers in a private spreadsheet: only the worker is let in, and Settings says where', () => {
  const book = ladder();
  book.editors = ['td@example.org', 'worker@club.iam.gserviceaccount.com'];
  const world = made({ answers: ['YES', 'NO', 'NO'] }, book);
  const home = Object.values(world.books).find((one) => one !== book);
  assert.deepEqual(world.form.destination, ['SPREADSHEET', home.id]);
  assert.deepEqual(home.viewers, ['worker@club.iam.gserviceaccount.com']);
  assert.equal(home.zone, 'Europe/Berlin');
  assert.equal(book.getSheetByName('Settings').cells.find((row) => row[0] === 'Form answers')[1], home.getUrl());
  assert.ok(book.getSheetByName('Form Responses'), 'the tab of the tournament is left alone');
  assert.equal(book.sheets.filter((sheet) => sheet.formUrl).length, 0);
});

test('run again, it changes nothing that stands: wording of the director, deleted questions, the form itself', () => {
  const book = ladder();
  const world = made({ answers: ['NO', 'NO', 'YES'] }, book);
  world.question('Who won?').setTitle('Wer hat gewonnen?');
  world.form.items = world.form.items.filter((item) => item.title !== 'Message to the director');
  const before = JSON.stringify([book.sheets.map((s) => s.cells), world.form.items]);
  world.run('makeForm');
  world.run('updateForm');
  assert.equal(JSON.stringify([book.sheets.map((s) => s.cells), world.form.items]), before);
  assert.equal(world.forms.length, 1);
});

test('a run that stopped half-way is gone on with', () => {
  const book = ladder();
  const world = new World(book);
  world.linkFails = true;
  assert.throws(() => world.run('makeForm'));
  world.linkFails = false;
  world.run('makeForm');
  assert.equal(world.forms.length, 1);
  assert.equal(world.form.items.length, 3);
  assert.deepEqual(world.form.destination, ['SPREADSHEET', book.id]);
});

test('verification switched off later: the question who won is added at the next update', () => {
  const book = ladder({ verify: 'yes' });
  const world = made({}, book);
  book.getSheetByName('Settings').cells.find((row) => row[0] === 'Verify games')[1] = 'no';
  world.run('updateForm');
  assert.deepEqual(world.form.items.map((item) => item.title), ['Link of the game', 'Which game', 'Who won?']);
});

test('a form closed to outsiders is said, with the clicks that open it', () => {
  for (const site of [{ status: 302, location: 'https://accounts.google.com/ServiceLogin?x' }, { status: 401 }]) {
    const world = new World(ladder());
    world.site = site;
    world.run('makeForm');
    assert.match(world.alerts.at(-1), /Outsiders cannot open the form.*Anyone with the link/s);
  }
  const open = made();
  assert.doesNotMatch(open.alerts.at(-1), /Outsiders/);
  assert.equal(JSON.stringify(open.fetched[0][1]), JSON.stringify({ followRedirects: false, muteHttpExceptions: true }));
  open.site = null;
  open.run('checkForm');
  assert.equal(open.alerts.at(-1), 'The form is in order.');
});

test('a question reworded beyond what the worker knows is said', () => {
  const world = made();
  world.question('Which game').setTitle('Partie');
  world.run('checkForm');
  assert.match(world.alerts.at(-1), /does not know the question “Partie”. Call it “Which game”/);
});

test('lists follow Players and Games, and are left alone while nothing changed', () => {
  const book = ladder();
  const world = made({ answers: ['NO', 'YES', 'NO'] }, book);
  const games = world.question('Which game');
  assert.deepEqual(games.choices, ['R2-01', 'R2-02'], 'the open one, and the one of this round that may be corrected');
  assert.match(games.help, /R2-01: Ada Novak – 007\nR2-02: Ben Okafor – Élodie Ñ$/);
  games.choices = ['untouched'];
  world.run('onClock');
  assert.deepEqual(games.choices, ['untouched']);
  book.getSheetByName('Games').cells.push(['R3-01', 'R3', '007', 'Ben Okafor', '', '', '']);
  book.getSheetByName('Players').cells[1][2] = 'Disqualified';
  book.getSheetByName('Players').cells[5][2] = 'Disqualified';
  world.run('onClock');
  assert.deepEqual(games.choices, ['R2-01', 'R3-01']);
  assert.deepEqual(world.question('Who are you?').choices, ['Ben Okafor', '007', 'Élodie Ñ']);
});

test('with no game open the list still stands; tabs renamed by case are found; a held lock is respected', () => {
  const book = ladder();
  const world = made({}, book);
  const games = book.getSheetByName('Games');
  games.setName(' games');
  games.cells = [['Note'], ['outcome', 'ROUND', 'game', 'White', 'Black'], []];
  world.locked = true;
  world.run('onClock');
  assert.deepEqual(world.question('Which game').choices, ['R2-01', 'R2-02']);
  world.locked = false;
  world.run('onClock');
  assert.deepEqual(world.question('Which game').choices, ['none is open']);
});

test('sections have their own newest rounds', () => {
  const book = ladder();
  book.getSheetByName('Games').cells = [
    ['Game', 'Round', 'Player 1', 'Player 2', 'Outcome'],
    ['A-R1-01', 'A-R1', 'a', 'b', '3-1'],
    ['A-R2-01', 'A-R2', 'a', 'c', '3-1'],
    ['B-R1-01', 'B-R1', 'd', 'e', '3-1'],
  ];
  assert.deepEqual(made({}, book).question('Which game').choices, ['A-R2-01', 'B-R1-01']);
});

test('two hundred games fit: the remembered state is kept below what a property holds', () => {
  const book = ladder();
  const rows = Array.from({ length: 300 }, (_, n) => [`R9-${n + 1}`, 'R9', `Somebody With A Long Name ${n}`, `Another One ${n}`, '', '', '']);
  book.getSheetByName('Games').cells.push(...rows);
  const world = made({}, book);
  assert.equal(world.question('Which game').choices.length, 301);
  assert.ok(Object.values(world.documentStore).every((value) => value.length < 9 * 1024));
});

test('lists of any length are left alone while nothing changed, and the form is not even opened', () => {
  const book = ladder();
  const rows = Array.from({ length: 300 }, (_, n) => [`R9-${n + 1}`, 'R9', `Somebody With A Long Name ${n}`, `Another One ${n}`, '', '', '']);
  book.getSheetByName('Games').cells.push(...rows);
  const world = made({ answers: ['NO', 'YES', 'NO'] }, book);
  const games = world.question('Which game');
  games.choices = ['untouched'];
  world.opened = 0;
  world.run('onSheetEdit');
  world.run('onClock');
  assert.equal(world.opened, 0);
  assert.deepEqual(games.choices, ['untouched']);
  book.getSheetByName('Games').cells.push(['R9-301', 'R9', 'x', 'y', '', '', '']);
  world.run('onClock');
  assert.equal(games.choices.length, 302);
});

test('a form that the director closed stays closed, and her choices stay hers', () => {
  const world = made();
  world.form.setAcceptingResponses(false).setCollectEmail(true).setLimitOneResponsePerUser(true).setAllowResponseEdits(false);
  world.form.setConfirmationMessage('Danke!');
  if (world.form.setPublished) world.form.setPublished(false);
  const before = JSON.stringify(world.form.calls);
  world.run('updateForm');
  world.run('makeForm');
  assert.equal(JSON.stringify(world.form.calls), before);
  assert.match(world.alerts.at(-1), /The form is closed: it takes no answers/);
});

test('a form that an earlier script made is not opened again either; its closing message follows', () => {
  const world = made();
  for (const name of ['OPENED', 'CLOSING']) delete world.documentStore[name];
  world.form.setAcceptingResponses(false);
  world.scriptStore.PAIRSHEET_MINUTES = '5';
  world.run('updateForm');
  assert.equal(world.form.accepting, false);
  assert.match(world.form.calls.confirmation, /Within about 5 minutes/);
});

test('a form the director threw away is made anew', () => {
  const book = ladder();
  const world = made({}, book);
  world.forms.length = 0;
  world.run('updateForm');
  assert.equal(world.forms.length, 1);
  assert.equal(book.sheets.filter((sheet) => sheet.formUrl).length, 2, 'the old answers stay');
  assert.match(book.getSheetByName('Settings').cells.find((row) => row[0] === 'Form link')[1], new RegExp(world.form.id));
});

test('before there is a form, update and check say so', () => {
  const world = new World(ladder({ tabs: [new Sheet('Notes')] }));
  world.run('updateForm');
  world.run('checkForm');
  assert.deepEqual(world.alerts, Array(2).fill('There is no form yet: Pairsheet → Make the result form.'));
});
