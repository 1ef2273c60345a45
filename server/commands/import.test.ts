import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startProxy } from '#kernel/testing/proxy.ts';
import { finished } from '../modules/crm/testing/imports.ts';
import { newTenant, useApp } from '../testing.ts';
import { newFolder, runCommand, runProgram } from './testing/process.ts';

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
  it('sends a file, shows the progress, and reports the result', async (t) => {
    const work = test.startWork();
    t.after(() => work.stop());
    const good = fileOf('good.csv', `Article,customerId,name\nS1,${customerId},Tea\n`);
    const { code, stdout, stderr } = await run(['import', good, '--map', 'sku=Article']);
    assert.equal(code, 0, stderr);
    assert.equal(stdout, '1 order placed.\n');
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
      /^1 order placed, 1 failed\.\n {2}row 1: customerId is required\n {2}row 1: items is required\n/,
    );
    assert.match(told.stdout, /Mend and send only what failed/);
    await work.stop();
  });

  it('sends products with --products, and exports them again', async (t) => {
    const work = test.startWork();
    t.after(() => work.stop());
    const file = fileOf('products.csv', 'Handle,Title,Variant SKU\ncli,Cli,CLI-1\nbad,,\n');
    const told = await run(['import', file, '--products']);
    assert.equal(told.code, 1);
    assert.match(told.stdout, /^1 product stored, 1 failed\.\n {2}row 3: title is required\n/);
    await work.stop();
    const { code, stdout } = await run(['export', 'products']);
    assert.equal(code, 0);
    assert.match(stdout, /^id,handle,title,.*\r\n[0-9a-f-]+,cli,Cli,draft,/);
  });

  const WRONG: [string, string[], Record<string, string>, RegExp][] = [
    [
      'without a key',
      ['good.csv'],
      { COLONNADE_KEY: '' },
      /^colonnade: An API key is needed: set COLONNADE_KEY/,
    ],
    [
      'without a file',
      ['none.csv'],
      {},
      /^colonnade: \S*none\.csv cannot be read: no such file or directory \(ENOENT\)\.\n$/,
    ],
    [
      'with a folder',
      ['.'],
      {},
      /^colonnade: \S+ cannot be read: illegal operation on a directory \(EISDIR\)\.\n$/,
    ],
    [
      'with a wrong key',
      ['good.csv'],
      { COLONNADE_KEY: 'nonsense' },
      /refused: The token is malformed.*\(401 unauthorized\)/,
    ],
    ['without a server', ['good.csv', '--url', 'http://127.0.0.1:2'], {}, /does not answer: ECONNREFUSED/],
    ['with an invalid mapping', ['good.csv', '--map', 'sku'], {}, /--map takes name=value/],
  ];
  for (const [what, [name = '', ...words], more, message] of WRONG) {
    it(`${what}, it reports the problem in one sentence`, async () => {
      const { code, stderr } = await run(['import', join(folder, name), ...words], more);
      assert.equal(code, words.includes('--map') ? 2 : 1);
      assert.match(stderr, message);
    });
  }
});

describe('colonnade import, when something fails on the way,', async () => {
  const proxy = await startProxy();
  const { connectionString: url } = proxy.inFrontOf({ connectionString: `http://127.0.0.1:${port}/` });
  after(() => proxy.close());
  afterEach(() => proxy.heal());
  const shop = await newTenant(test);
  const customer = await shop.customer();
  const away = { COLONNADE_KEY: shop.key };
  const newFile = (name: string, orders: number) =>
    fileOf(name, `customerId,sku,name\n${`${customer},S1,Tea\n`.repeat(orders)}`);
  const placed = () =>
    test.db.inTenant(shop.id, async (tx) => (await tx.query('select from orders')).rowCount);

  it('waits for a server that is away, and finds the same import when it runs again', async (t) => {
    const file = newFile('restart.csv', 3);
    const before = await placed();
    proxy.cutAfter('GET /v1/crm/imports/');
    const watching = runProgram(['import', file, '--url', url], { ...env, ...away });
    const [, id] = await watching.says(/does not answer: \S+ Import (\S+) goes on by itself/);
    proxy.cut();
    const work = test.startWork();
    t.after(() => work.stop());
    await finished(test, shop.key, id!);
    proxy.heal();
    assert.equal((await watching.ended()).code, 0, watching.stderr());
    assert.equal(watching.stdout(), '3 orders placed.\n');

    const again = await run(['import', file], away);
    assert.deepEqual([again.code, again.stdout], [0, '3 orders placed.\n']);
    assert.match(again.stderr, new RegExp(`This very file was sent before, .*: this is import ${id}\\.`));
    assert.equal(await placed(), before + 3);
    const deliberately = await run(['import', file, '--again'], away);
    assert.deepEqual([deliberately.code, deliberately.stdout], [0, '3 orders placed.\n']);
    assert.equal(await placed(), before + 6);
    // The same file with other options is another import.
    assert.equal((await run(['import', file, '--channel', 'admin'], away)).stdout, '3 orders placed.\n');
    assert.equal(await placed(), before + 9);
    await work.stop();
  });

  it('can run again after an answer was lost, and places nothing twice', async (t) => {
    const file = newFile('lost.csv', 2);
    const before = await placed();
    proxy.cutAfter('POST /v1/crm/imports');
    const lost = await run(['import', file, '--url', url], away);
    assert.equal(lost.code, 1);
    assert.match(lost.stderr, /does not answer: .* Run the same command again: what was taken is not taken/);
    const work = test.startWork();
    t.after(() => work.stop());
    const again = await run(['import', file, '--url', url], away);
    assert.match(again.stderr, /This very file was sent before/);
    assert.equal(again.stdout, '2 orders placed.\n');
    await work.stop();
    assert.equal(await placed(), before + 2);
  });

  it('names the import and where to find it when it stops following it', async () => {
    const key = await shop.keyWith('write:crm_bulk');
    const { code, stderr } = await run(['import', newFile('blind.csv', 1)], { COLONNADE_KEY: key });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /the server goes on with import (\S+)\. How far it is: GET http:\S+\/v1\/crm\/imports\/\1\ncolonnade: .*\(403 /,
    );
  });
});

describe('colonnade export', () => {
  it('saves a list, and writes it to standard output', async () => {
    const output = join(folder, 'customers.csv');
    assert.equal((await run(['export', 'customers', '--output', output])).code, 0);
    assert.match(readFileSync(output, 'utf8'), /^id,type,name,email,/);
    const { stdout } = await run(['export', 'customers', '--format', 'ndjson']);
    assert.equal(JSON.parse(stdout).id, customerId);
  });

  const skip =
    spawnSync('script', ['--version']).error !== undefined && 'it takes `script` to have a terminal';
  describe('in a terminal', { skip }, () => {
    const NODE = [process.execPath, join(import.meta.dirname, '../main.ts')].join(' ');
    /** The output of a terminal, in the order in which it appears. */
    const seen = async (line: string, token = tenant.key) => {
      const terminal = runCommand(['script', '-qec', `${NODE} ${line}`, '/dev/null'], {
        ...env,
        COLONNADE_KEY: token,
      });
      assert.equal((await terminal.ended()).code, 0, terminal.stdout());
      return terminal.stdout();
    };

    it('shows a bar if the number of rows is known, and otherwise the number so far', async (t) => {
      const shop = await newTenant(test);
      const customer = await shop.customer('Two\nlines');
      const orders = Array.from({ length: 3 }, () => ({
        customerId: customer,
        items: [{ sku: 'T', name: 'Tea' }],
        customerNote: 'please\nring "twice"',
      }));
      await test.call('POST', '/v1/crm/orders/bulk', { token: shop.key, body: { orders } });
      const work = test.startWork();
      t.after(() => work.stop());
      const total = async () =>
        (await test.call('HEAD', '/v1/crm/orders/export', { token: shop.key })).headers['x-total-count'];
      while ((await total()) !== '3') await sleep(10);
      await work.stop();
      const output = join(folder, 'orders.csv');
      const bar = /█{30} 100% 3 of 3 rows, 0\.0 MB, \d+\.\d MB\/s/;
      assert.match(await seen(`export orders --output ${output}`, shop.key), bar);
      assert.match(await seen(`export orders > ${output}`, shop.key), bar);
      const count = '\r\x1b[2K1 row, 0.0 MB, ';
      assert.ok((await seen(`export customers > ${output}`, shop.key)).includes(count));
    });

    it('shows only the rows when they go to the terminal', async () => {
      assert.ok(!(await seen('export customers')).includes('\x1b'));
    });
  });

  const WRONG: [string, string, RegExp][] = [
    ['a folder', folder, /: it is a folder\.$/m],
    [
      'a folder that is not there',
      join(folder, 'none', 'c.csv'),
      /: no such file or directory \(ENOENT\)\.$/m,
    ],
    ['a disk that is full', '/dev/full', /: no space left on device \(ENOSPC\)\.$/m],
  ];
  for (const [what, output, message] of WRONG) {
    it(`to ${what} reports the problem in one sentence, and leaves nothing behind`, async () => {
      const { code, stderr } = await run(['export', 'customers', '--output', output]);
      assert.equal(code, 1);
      assert.match(stderr, message);
      assert.doesNotMatch(stderr, /^ +at /m);
      assert.ok(!existsSync(`${output}.part`));
    });
  }

  it('to a device writes there, and does not replace it with a file', async () => {
    assert.equal((await run(['export', 'customers', '--output', '/dev/null'])).code, 0);
    assert.ok(statSync('/dev/null').isCharacterDevice());
  });

  it('into a pipe that closes ends without an error', async () => {
    const reading = runProgram(['export', 'customers'], env);
    reading.child.stdout!.destroy();
    assert.deepEqual([await reading.ended(), reading.stderr()], [{ code: 0, signal: null }, '']);
  });
});
