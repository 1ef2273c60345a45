import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../testing.ts';
import { newFolder, runProgram } from './testing/process.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const folder = newFolder();
const env = { COLONNADE_KEY: tenant.key, PORT: String(port) };
const run = async (words: string[], more = {}) => {
  const process = runProgram(words, { ...env, ...more });
  const { code } = await process.ended();
  return { code, stdout: process.stdout(), stderr: process.stderr() };
};
function fileOf(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

describe('colonnade import', () => {
  it('sends a file, says how far it is, and how it ended', async (t) => {
    const work = test.startWork();
    t.after(() => work.stop());
    const good = fileOf('good.csv', `Article,customerId,name\nS1,${customerId},Tea\n`);
    const { code, stdout, stderr } = await run(['import', good, '--map', 'sku=Article']);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '1 orders placed.\n');
    assert.match(stderr, /^100% sent\n/);

    const bad = fileOf('bad.ndjson', `{}\n{"customerId":"${customerId}","items":[{"sku":"a","name":"A"}]}\n`);
    const errors = join(folder, 'errors.csv');
    const failed = await run(['import', bad, '--errors', errors, '--json']);
    assert.equal(failed.code, 1);
    assert.deepEqual(JSON.parse(failed.stdout).orders, { placed: 1, failed: 1 });
    assert.match(
      readFileSync(errors, 'utf8'),
      /^row,field,code,message\r\n1,customerId,required,is required\r\n/,
    );
    const told = await run(['import', bad]);
    assert.match(
      told.stdout,
      /^1 orders placed, 1 failed\.\n {2}row 1: customerId is required\n {2}row 1: items is required\n/,
    );
    assert.match(told.stdout, /Mend and send only what failed/);
    await work.stop();
  });

  const WRONG: [string, string[], Record<string, string>, RegExp][] = [
    [
      'without a key',
      ['good.csv'],
      { COLONNADE_KEY: '' },
      /^colonnade: An API key is needed: set COLONNADE_KEY/,
    ],
    ['without a file', ['none.csv'], {}, /^colonnade: .*none\.csv cannot be read: ENOENT\.$/m],
    [
      'with a wrong key',
      ['good.csv'],
      { COLONNADE_KEY: 'nonsense' },
      /refused: The token is malformed.*\(401 unauthorized\)/,
    ],
    [
      'with no server there',
      ['good.csv', '--url', 'http://127.0.0.1:2'],
      {},
      /does not answer: ECONNREFUSED/,
    ],
    ['with a mapping that is none', ['good.csv', '--map', 'sku'], {}, /--map takes name=value/],
  ];
  for (const [what, [name = '', ...words], more, message] of WRONG) {
    it(`${what}, it says so in a sentence`, async () => {
      const { code, stderr } = await run(['import', join(folder, name), ...words], more);
      assert.equal(code, 1);
      assert.match(stderr, message);
    });
  }
});

it('colonnade export saves a list, and writes it to standard output', async () => {
  const output = join(folder, 'customers.csv');
  assert.equal((await run(['export', 'customers', '--output', output])).code, 0);
  assert.match(readFileSync(output, 'utf8'), /^id,type,name,email,/);
  const { stdout } = await run(['export', 'customers', '--format', 'ndjson']);
  assert.equal(JSON.parse(stdout).id, customerId);
});
