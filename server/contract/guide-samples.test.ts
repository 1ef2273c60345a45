/** Every shell sample of the guides (those in JavaScript: e2e/content-samples.test.ts), and of the README's tour, executed against a started server. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { useProgram } from '../commands/testing/program.ts';
import { newTenant, useApp } from '../testing.ts';

const ROOT = join(import.meta.dirname, '../..');
const test = await useApp();
await test.app.listen({ host: '127.0.0.1', port: 0 });
const URL = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const folder = mkdtempSync(join(tmpdir(), 'colonnade-samples-'));
after(() => rmSync(folder, { recursive: true }));
const run = promisify(execFile);

type Sample = { code: string; expected: number | null };

/** Blocks in `sh`. A status behind it, as in "sh 422", is the one that the block shows; other blocks succeed. */
const samplesOf = (markdown: string): Sample[] =>
  [...markdown.matchAll(/^```sh(?: (\d{3}))?\n(.*?)^```$/gms)].map(([, status, code]) => ({
    code: code!,
    expected: status === undefined ? null : Number(status),
  }));

/** Each request of a script reports its status; the guides themselves show answers only. */
const CURL = `curl() { command curl -w '%{stderr}status %{http_code} %{method} %{url_effective} defaulted: %header{x-defaulted-fields}\\n' "$@"; }\n`;
const MARK = 'sample ';

async function statusesOf(samples: Sample[], env: Record<string, string>) {
  const script = samples.map(({ code }, index) => `echo '${MARK}${index}' >&2\n${code}\n`).join('');
  const { stderr, stdout } = await run('sh', ['-e', '-c', CURL + script], {
    cwd: folder,
    env: { PATH: process.env.PATH, URL, ...env },
  });
  const parts = stderr.split(new RegExp(`^${MARK}\\d+$`, 'm')).slice(1);
  return { stdout, statuses: parts.map((part) => [...part.matchAll(/^status (\d+) (.*)$/gm)]) };
}

const hasJq = spawnSync('jq', ['--version']).status === 0;
const skip = hasJq ? false : 'this machine has no jq';

/** The placeholders of a guide, as its page shows them. */
async function shown(file: string): Promise<string> {
  const slug = file.replace(/^.*\/|\.md$/g, '');
  const path = slug === 'start' ? '/docs/index.md' : `/docs/guides/${slug}.md`;
  return (await test.call('GET', path)).text;
}

describe('the samples of', () => {
  for (const file of globSync('docs/guides/*.md', { cwd: ROOT }).sort()) {
    const written = samplesOf(readFileSync(join(ROOT, file), 'utf8'));
    if (written.length === 0) continue;
    it(`${file} do what it says`, { skip }, async () => {
      const tenant = await newTenant(test);
      const token = await tenant.staff('owner');
      // The page does not show the status that a sample is refused with.
      const samples = samplesOf(await shown(file)).map(({ code }, index) => ({ ...written[index]!, code }));
      assert.equal(samples.length, written.length);
      const { statuses } = await statusesOf(samples, { KEY: tenant.key, TOKEN: token });
      samples.forEach(({ code, expected }, index) => {
        const requests = statuses[index]!;
        assert.equal(requests.length > 0, code.includes('curl '), code);
        for (const [, status, request] of requests) {
          const isExpected = expected === null ? /^2/.test(status!) : Number(status) === expected;
          assert.ok(isExpected, `${request} got ${status}:\n${code}`);
          if (expected === null) assert.doesNotMatch(request!, /defaulted: ./, code);
        }
      });
    });
  }
});

it('the commands of docs/guides/content.md copy types and entries from one tenant to another', async () => {
  const [from, to] = [await newTenant(test), await newTenant(test)];
  const guide = readFileSync(join(ROOT, 'docs/guides/content.md'), 'utf8');
  const field = { name: 'title', kind: 'text' };
  for (const type of ['article', 'author']) {
    const body = { title: type, fields: [field] };
    await test.call('PUT', `/v1/content/types/${type}`, { token: from.key, body });
    const entry = { type, fields: { title: 'Tea' } };
    assert.equal(
      (await test.call('POST', '/v1/content/entries', { token: from.key, body: entry })).status,
      201,
    );
  }
  const commands = [...guide.matchAll(/^npx colonnade (.*?)\s*(?:#.*)?$/gm)].map(([, line]) => line!);
  assert.equal(commands.length, 8);
  for (const line of commands) {
    const isOfStaging = line.includes('--profile staging');
    const command = line.replace(/ --profile \w+/, '');
    const env = {
      ...process.env,
      COLONNADE_URL: URL,
      COLONNADE_KEY: (isOfStaging ? to : from).key,
      HOME: folder,
    };
    const program = [join(ROOT, 'bin/colonnade.js'), ...command.split(' ')];
    await run(process.execPath, program, { cwd: folder, env });
  }
  const copied = await test.call('GET', '/v1/content/entries', { token: to.key });
  assert.equal(copied.body.data.length, 2);
});

describe("the README's tour", () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const sampleWith = (text: string) => samplesOf(readme).find(({ code }) => code.includes(text))!.code;

  it('places an order, and the same one again', { skip }, async () => {
    const tenant = await newTenant(test);
    const customerId = await tenant.customer();
    const code = sampleWith('my-first-order').replace('"customerId":"…"', `"customerId":"${customerId}"`);
    const order = code.slice(code.lastIndexOf('curl '));
    const { stdout, statuses } = await statusesOf([{ code: `${code}\n${order}`, expected: null }], {
      KEY: tenant.key,
    });
    assert.deepEqual(
      statuses[0]!.map(([, status]) => status),
      ['201', '201', '201'],
    );
    for (const [, , request] of statuses[0]!) assert.doesNotMatch(request!, /defaulted: ./);
    const ids = [...stdout.matchAll(/"id":"([^"]+)","orderNumber"/g)].map(([, id]) => id);
    assert.equal(ids.length, 2);
    assert.equal(ids[0], ids[1]);
  });

  it('causes an event, sends an example and subscribes, by its commands', async () => {
    const tenant = await newTenant(test);
    const token = await tenant.staff('owner');
    const code = ['trigger redirect.removed', '/v1/webhooks/subscriptions']
      .map(sampleWith)
      .join('\n')
      // A sign-in asks for a password, and a receiver runs until it is stopped: the tests of commands have both.
      .replaceAll(/^npx colonnade (login|listen).*$/gm, '')
      .replaceAll('npx colonnade', `"${process.execPath}" "${join(ROOT, 'bin/colonnade.js')}"`);
    const lines = code.split('\n').filter((line) => line.startsWith('"'));
    // An example needs a subscription that it reaches.
    const ordered = lines.toSorted((one) => (one.includes('trigger') ? 1 : -1)).join('\n');
    const env = { COLONNADE_URL: URL, COLONNADE_KEY: token, HOME: folder };
    const { stdout } = await statusesOf([{ code: ordered, expected: null }], env);
    assert.equal(lines.length, 3);
    assert.match(stdout, /"signingSecret": ?"whsec_/);
    assert.match(stdout, /"\/old"/);
  });

  it('creates, lists and revokes a key, and invites people, by its commands', async () => {
    const tenant = await newTenant(test);
    await tenant.staff('owner');
    const { colonnade } = useProgram(test.database);
    const samples = ['key create', 'staff invite'].map(sampleWith).join('');
    const commands = [...samples.matchAll(/^npx colonnade (.*?)\s*(?:#.*)?$/gm)].map(([, line]) => line!);
    const printed: string[] = [];
    for (const command of commands) {
      const line = command
        .replace('"Read only"', 'Tour')
        .replace('--tenant demo', `--tenant ${tenant.slug}`)
        .replace(/(?<=revoke )\w+/, () => /sk_live_([^_]+)_/.exec(printed.join())![1]!)
        // Only a person who has joined has a password.
        .replace(/(?<=reset-password --email )\S+/, `owner@${tenant.slug}.example`);
      const { stdout, exitCode } = await colonnade(line);
      assert.equal(exitCode, 0, `${line}\n${stdout}`);
      printed.push(stdout);
    }
    assert.equal(commands.length, 5);
    const key = /sk_live_\w+/.exec(printed[0]!)![0];
    assert.equal((await test.call('GET', '/v1/me', { token: key })).status, 401, 'it is revoked');
  });
});
