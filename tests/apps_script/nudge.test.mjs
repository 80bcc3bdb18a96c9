// Triggers and the signed call, against the worker's real listener (PAIRSHEET_PYTHON runs it).

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import test from 'node:test';

import { ladder, World } from './stubs.mjs';

const ROOT = new URL('../../', import.meta.url).pathname;
const SECRET = 'shared by script and worker: äöü';

/** The worker's listener; `came(seconds)` tells which books were asked for. */
async function listener(book) {
  const child = spawn(process.env.PAIRSHEET_PYTHON || 'python3', ['-m', 'tests.apps_script.receiver', book, SECRET], { cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const next = async () => (await lines.next()).value;
  const port = await next();
  return {
    url: `http://127.0.0.1:${port}/nudge`,
    came: async (seconds = 5) => { child.stdin.write(`${seconds}\n`); return next(); },
    close: () => new Promise((done) => { child.once('exit', done); child.stdin.end(); }),
  };
}

function connected(url, secret = SECRET) {
  const world = new World(ladder());
  Object.assign(world.scriptStore, { PAIRSHEET_NUDGE_URL: url, PAIRSHEET_NUDGE_SECRET: secret });
  return world;
}

test('the worker believes the script and hears which book; a wrong secret is refused', async () => {
  const book = ladder();
  const worker = await listener(book.id);
  try {
    const world = connected(worker.url);
    world.run('syncNow');
    assert.equal(await worker.came(), book.id);
    assert.match(world.book.toasts.at(-1)[0], /The worker looks now/);
    for (const trigger of ['onFormAnswer', 'onSheetEdit', 'onSheetChange']) {
      world.run(trigger);
      assert.equal(await worker.came(), book.id, trigger);
    }
    const [, options] = world.fetched.at(-1);
    assert.deepEqual(Object.keys(JSON.parse(options.payload)).sort(), ['at', 'book', 'nonce'], 'nothing of what the sheet holds');
    assert.ok(!JSON.stringify(options).includes(SECRET));
    const stranger = connected(worker.url, 'not the shared secret');
    stranger.run('syncNow');
    assert.match(stranger.book.toasts.at(-1)[0], /refused the signature/);
    assert.equal(await worker.came(0), '-');
  } finally {
    await worker.close();
  }
});

test('typing and colours make one call, not two; the worker’s own writes make none', () => {
  const world = connected('http://127.0.0.1:9/nudge');
  world.run('onSheetChange', { changeType: 'EDIT' });
  world.run('onSheetChange', { changeType: 'FORMAT' });
  assert.equal(world.fetched.length, 0);
});

test('a worker that is away is no error of the script, and its address is in no log', () => {
  const world = connected('http://127.0.0.1:9/nudge');
  world.run('onSheetEdit');
  world.run('syncNow');
  assert.match(world.book.toasts.at(-1)[0], /could not be reached/);
  assert.deepEqual(world.warnings, Array(2).fill('The worker did not answer.'));
});

test('without an address nothing is sent', () => {
  const world = new World(ladder());
  world.run('onSheetEdit');
  world.run('syncNow');
  assert.equal(world.fetched.length, 0);
  assert.match(world.book.toasts.at(-1)[0], /looks by itself/);
});

test('triggers are made once, for the form where there is one, and removed alone', () => {
  const world = new World(ladder());
  world.run('makeForm');
  world.triggers.push({ handler: 'somebodyElses' });
  world.run('installTriggers');
  world.run('installTriggers');
  assert.deepEqual(world.triggers.map((one) => [one.handler, one.on, one.event]), [
    ['somebodyElses', undefined, undefined],
    ['onFormAnswer', world.form.id, 'submit'],
    ['onSheetEdit', world.book.id, 'edit'],
    ['onSheetChange', world.book.id, 'change'],
    ['onClock', null, 'every 10'],
  ]);
  for (const one of world.triggers.slice(1)) assert.equal(typeof world.context[one.handler], 'function');
  world.run('removeTriggers');
  assert.deepEqual(world.triggers.map((one) => one.handler), ['somebodyElses']);
});

test('a form made by hand is listened to through the spreadsheet', () => {
  const world = new World(ladder());
  world.run('installTriggers');
  assert.deepEqual([world.triggers[0].on, world.triggers[0].event], [world.book.id, 'submit']);
});

test('address and secret are kept out of the cells; only https is taken; blank takes them away', () => {
  const world = new World(ladder(), { prompts: ['http://worker.example/nudge', 'https://worker.example/nudge', ' secret of sixteen ', ''] });
  world.run('askWorker');
  assert.deepEqual(world.scriptStore, {});
  world.run('askWorker');
  assert.deepEqual(world.scriptStore, { PAIRSHEET_NUDGE_URL: 'https://worker.example/nudge', PAIRSHEET_NUDGE_SECRET: 'secret of sixteen' });
  assert.ok(world.book.sheets.every((sheet) => sheet.written.length === 0));
  world.run('askWorker');
  assert.deepEqual(world.scriptStore, {});
  world.run('askWorker'); // cancelled
  assert.deepEqual(world.scriptStore, {});
});
