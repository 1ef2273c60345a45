/**
 * The package as npm installs it, on Node, Deno and Bun: one strict program, and one outcome. Deno and Bun are those in the PATH or in
 * the folder that JAVASCRIPT_RUNTIMES names: `npm install --prefix DIR deno bun`.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDemo } from '../server/commands/demo/demo.ts';
import { fillDemoShop } from '../server/commands/demo/shop.ts';
import { png } from '../server/modules/media/testing/images.ts';
import { composeHeaders } from '../server/modules/webhooks/sending/message.ts';
import { keysOf, newSigningSecret } from '../server/modules/webhooks/sending/signature.ts';
import { useApp } from '../server/testing.ts';
import { findRuntime, installPackage, run } from './testing/installed.ts';
import { DAY, STRICT } from './testing/programs.ts';
import { useTrouble } from './testing/trouble.ts';

const test = await useApp();
const demo = await createDemo(test.kernel);
await test.app.listen({ host: '127.0.0.1', port: 0 });
const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const trouble = await useTrouble(url);
const { key: shopKey } = await fillDemoShop(test.app, demo, url);
const { folder, write, link } = await installPackage();
// Programs that import node:fs need its types.
for (const name of ['@types/node', 'undici-types']) link(name);
const picture = join(folder, 'harbour.png');
writeFileSync(picture, await png(40, 30));
const day = write('src/day.ts', DAY);
const strict = write('src/strict.ts', STRICT);
const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
write('deno.json', JSON.stringify({ compilerOptions }));

const deno = await findRuntime('deno');
const bun = await findRuntime('bun');
// A program that is installed asks no registry, and these ask none about a newer version of themselves.
const denoEnv = { DENO_DIR: join(folder, '.deno'), DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' };
const RUNTIMES = {
  Node: { path: process.execPath, args: [], outcome: {} },
  // Its own fetch repeats the order whose answer is lost for the first time, with the same key. The client needs the network; reading the environment and files is the program's own.
  Deno: {
    path: deno?.path,
    args: ['run', '--no-remote', '--allow-net', '--allow-env', '--allow-read'],
    outcome: { placed: [9, true, 2] },
  },
  Bun: { path: bun?.path, args: ['run', '--no-install'], outcome: {} },
};
const missing = (name: string, found: unknown) =>
  found ? false : `${name} is neither in JAVASCRIPT_RUNTIMES nor in the PATH`;

const SCHEMES = ['x-service-', 'webhook-'] as const;
type Scheme = (typeof SCHEMES)[number];
const secret = newSigningSecret();
/** A delivery with the headers of one scheme: our own, or Standard Webhooks. */
function deliver(name: string, signedWith: string, at: Date, scheme: Scheme) {
  const body = JSON.stringify({
    id: '01',
    type: 'redirect.added',
    data: { name: 'Zoë ☕' },
    delivered_at: at,
  });
  const signing = { keys: keysOf(signedWith), former: [], privateKey: null, headers: {} };
  const delivery = { id: '01', event_type: 'redirect.added', event_id: 'event-01', at };
  const headers = Object.entries(composeHeaders(delivery, Buffer.from(body), at, signing)).filter(
    ([header]) => header.toLowerCase().startsWith(scheme),
  );
  return { name: `${scheme} ${name}`, headers: Object.fromEntries(headers), body };
}
const now = new Date();
const old = new Date(now.getTime() - 600_000);
const deliveries = SCHEMES.flatMap((scheme) => [
  deliver('valid', secret, now, scheme),
  deliver('forged', newSigningSecret(), now, scheme),
  deliver('too old', secret, old, scheme),
]);

const OUTCOME = {
  created: [true, 2],
  placed: [9, true, 3],
  read: [9, 2],
  lost: [true, false, null],
  late: [true, null],
  changed: [true, 1],
  aborted: 'TimeoutError',
  names: ['Edith', 'Grace', 'Ada King'],
  invoice: 'application/pdf',
  refused: true,
  tooLate: [409, 'invalid_transition', true],
  stored: { blob: true, 'blob of a file': true, bytes: true, 'web stream': true, 'stream of a file': true },
  imported: 1,
  verdicts: Object.fromEntries(
    SCHEMES.flatMap((scheme) => [
      [`${scheme} valid`, 'redirect.added'],
      [`${scheme} forged`, 'signature'],
      [`${scheme} too old`, 'stale'],
    ]),
  ),
  cart: [1, 2],
};

describe('the package, installed', () => {
  for (const [name, { path, args, outcome }] of Object.entries(RUNTIMES)) {
    it(`does the day of a shop on ${name}`, { skip: missing(name, path), timeout: 120_000 }, async () => {
      const settings = { url, badUrl: trouble.url, key: demo.key, shopKey, deliveries, secret, picture };
      const SETTINGS = JSON.stringify({ ...settings, runtime: name });
      // The first try of the customer, two of the order, half an answer, an order without a retry, a call without an answer, a change.
      trouble.next('lose', 'pass', 'lose', 'lose', 'pass', 'cut', 'pass', 'drop', 'hang', 'lose', 'hang');
      const env = { ...process.env, ...denoEnv, SETTINGS };
      const { stdout } = await run(path!, [...args, day], { cwd: folder, env, timeout: 60_000 });
      assert.deepEqual(JSON.parse(stdout), { ...OUTCOME, ...outcome });
      // No runtime repeats the order without a key or the change by itself.
      assert.equal(trouble.seen.length, 11);
    });
  }

  it('has types that Deno checks strictly', { skip: missing('Deno', deno), timeout: 120_000 }, async () => {
    const env = { ...process.env, ...denoEnv };
    await run(deno!.path, ['check', '--no-remote', day, strict], { cwd: folder, env });
  });
});
