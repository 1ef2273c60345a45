/** The receivers that the dashboard shows, executed: they take genuine deliveries, also during rotations, and nothing else. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { receivers } from '../../dashboard/src/features/webhooks/receivers.ts';
import { composeHeaders } from '../modules/webhooks/sending/message.ts';
import { keysOf, newSigningSecret } from '../modules/webhooks/sending/signature.ts';

const SECRET = newSigningSecret();
const PROGRAMS: Record<string, { command: string; file: string }> = {
  Node: { command: process.execPath, file: 'receiver.mjs' },
  Python: { command: 'python3', file: 'receiver.py' },
};

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => probe.once('listening', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

/** Runs the sample on a free port; returns its address and what it has printed. */
async function run(t: TestContext, name: string) {
  const { command, file } = PROGRAMS[name]!;
  const port = await freePort();
  const { code } = receivers(SECRET).find((each) => each.name === name)!;
  const path = join(mkdtempSync(join(tmpdir(), 'colonnade-receiver-')), file);
  writeFileSync(path, code.replaceAll('4000', String(port)));
  const child: ChildProcess = spawn(command, [path], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PYTHONUNBUFFERED: '1' },
  });
  t.after(() => child.kill());
  const printed = { text: '' };
  child.stdout!.on('data', (chunk) => {
    printed.text += chunk;
  });
  const url = `http://127.0.0.1:${port}/`;
  for (let tries = 0; tries < 200; tries++) {
    const isUp = await fetch(url, { method: 'POST', body: '{}' }).then(
      () => true,
      () => false,
    );
    if (isUp) return { url, printed };
    await sleep(25);
  }
  throw new Error(`the receiver in ${name} does not start`);
}

async function statusOf(url: string, secret: string, former: string[], id = '01'): Promise<number> {
  const body = Buffer.from(JSON.stringify({ id, type: 'redirect.added', data: { from: '/a' } }));
  const at = new Date();
  const delivery = { id, event_type: 'redirect.added', event_id: `event-${id}`, at };
  const headers = composeHeaders(delivery, body, at, {
    keys: keysOf(secret),
    former: former.map(keysOf),
    privateKey: null,
    headers: {},
  });
  return (await fetch(url, { method: 'POST', body, headers })).status;
}

for (const [name, { command }] of Object.entries(PROGRAMS)) {
  const isThere = spawnSync(command, ['--version']).status === 0;
  const skip = isThere ? false : `${command} is not installed`;
  test(`the receiver in ${name} takes deliveries before, during and after two rotations`, {
    skip,
  }, async (t) => {
    const { url, printed } = await run(t, name);
    const [second, third] = [newSigningSecret(), newSigningSecret()];
    const statuses = [
      await statusOf(url, SECRET, []),
      await statusOf(url, second, [SECRET]),
      await statusOf(url, third, [second, SECRET], '02'),
      await statusOf(url, third, [second]),
      await statusOf(url, third, []),
    ];
    assert.deepEqual(statuses, [204, 204, 204, 400, 400]);
    for (let tries = 0; tries < 100 && !printed.text.includes('event-02'); tries++) await sleep(20);
    assert.match(printed.text, /redirect\.added event-02/);
  });
}
