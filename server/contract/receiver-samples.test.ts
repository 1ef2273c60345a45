/** The receivers that the dashboard and the guides show, executed: they take genuine deliveries, also during rotations, and nothing else. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '#kernel/testing/free-port.ts';
import { receivers } from '#shared/receivers.ts';
import { composeHeaders } from '../modules/webhooks/sending/message.ts';
import { keysOf, newSigningSecret } from '../modules/webhooks/sending/signature.ts';

const SECRET = newSigningSecret();
type Program = {
  file: string;
  check: string[];
  build?: string[];
  run: (path: string, port: number) => string[];
};
/** `check` succeeds where the machine has the language. */
const PROGRAMS: Record<string, Program> = {
  Node: {
    file: 'receiver.mjs',
    check: [process.execPath, '--version'],
    run: (path) => [process.execPath, path],
  },
  Python: { file: 'receiver.py', check: ['python3', '--version'], run: (path) => ['python3', path] },
  Go: {
    file: 'receiver.go',
    check: ['go', 'version'],
    build: ['go', 'build', '-o', 'receiver', 'receiver.go'],
    run: (path) => [path.replace(/\.go$/, '')],
  },
  Ruby: { file: 'receiver.rb', check: ['ruby', '-rwebrick', '-e', ''], run: (path) => ['ruby', path] },
  PHP: {
    file: 'receiver.php',
    check: ['php', '--version'],
    run: (path, port) => ['php', '-S', `127.0.0.1:${port}`, path],
  },
};

/** Runs the sample on a free port; returns its address and what it has printed. */
async function start(t: TestContext, name: string) {
  const { file, build, run } = PROGRAMS[name]!;
  const port = await freePort();
  const { code } = receivers(SECRET).find((each) => each.name === name)!;
  const folder = mkdtempSync(join(tmpdir(), 'colonnade-receiver-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, file);
  writeFileSync(path, code.replaceAll('4000', String(port)));
  if (build) {
    const built = spawnSync(build[0]!, build.slice(1), { cwd: folder, encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
  }
  const [command, ...parameters] = run(path, port);
  const child: ChildProcess = spawn(command!, parameters, {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env.PATH, PYTHONUNBUFFERED: '1' },
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

type Sent = { secret: string; former?: string[]; id?: string; tampered?: boolean };

async function statusOf(
  url: string,
  { secret, former = [], id = '01', tampered = false }: Sent,
): Promise<number> {
  const body = Buffer.from(JSON.stringify({ id, type: 'redirect.added', data: { from: '/a' } }));
  const at = new Date();
  const delivery = { id, event_type: 'redirect.added', event_id: `event-${id}`, at };
  const headers = composeHeaders(delivery, body, at, {
    keys: keysOf(secret),
    former: former.map(keysOf),
    privateKey: null,
    headers: {},
  });
  const sent = tampered ? Buffer.from(String(body).replace('/a', '/b')) : body;
  return (await fetch(url, { method: 'POST', body: sent, headers })).status;
}

const statusWith = async (url: string, signature: string) =>
  (await fetch(url, { method: 'POST', body: '{}', headers: { 'x-service-signature': signature } })).status;

async function abandon(url: string): Promise<string> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.end('POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 1000\r\n\r\nabc');
  await once(socket.resume(), 'close');
  return 'left';
}

for (const [name, { check }] of Object.entries(PROGRAMS)) {
  const isThere = spawnSync(check[0]!, check.slice(1)).status === 0;
  const skip = isThere ? false : `this machine has no ${name}`;
  test(`the receiver in ${name} takes deliveries before, during and after two rotations, and no tampered one`, {
    skip,
  }, async (t) => {
    const { url, printed } = await start(t, name);
    const [second, third] = [newSigningSecret(), newSigningSecret()];
    const statuses = [
      // Neither a signature of other bytes nor a sender that goes away ends the receiver.
      await statusWith(url, `sha256=${'\u00e9'.repeat(64)}`),
      await abandon(url),
      await statusOf(url, { secret: SECRET }),
      await statusOf(url, { secret: SECRET, tampered: true }),
      await statusOf(url, { secret: second, former: [SECRET] }),
      await statusOf(url, { secret: second, former: [SECRET], tampered: true }),
      await statusOf(url, { secret: third, former: [second, SECRET], id: '02' }),
      await statusOf(url, { secret: third, former: [second] }),
      await statusOf(url, { secret: third }),
    ];
    assert.deepEqual(statuses, [400, 'left', 204, 400, 204, 400, 204, 400, 400]);
    for (let tries = 0; tries < 100 && !printed.text.includes('event-02'); tries++) await sleep(20);
    assert.match(printed.text, /redirect\.added event-02/);
  });
}

test('the command that sends a delivery by hand is taken by a receiver', async (t) => {
  const { url } = await start(t, 'Node');
  const { code } = receivers(SECRET).find((each) => each.name === 'curl')!;
  const script = code.replaceAll('http://localhost:4000/', url);
  assert.match(spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout, /^HTTP\/1\.1 204/);
  const tampered = script.replace('-d "$BODY"', `-d '{"type":"another"}'`);
  assert.match(spawnSync('sh', ['-c', tampered], { encoding: 'utf8' }).stdout, /^HTTP\/1\.1 400/);
});

test('every receiver is executed', () => {
  const names = receivers(SECRET).map(({ name }) => name);
  assert.deepEqual(names, [...Object.keys(PROGRAMS), 'curl']);
});
