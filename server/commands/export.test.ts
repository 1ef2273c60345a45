import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { newTenant, useApp } from '../testing.ts';
import { newFolder, runProgram } from './testing/process.ts';

const ORDERS = 1_100;
const CUT_AFTER_BYTES = 130_000;

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const tenant = await newTenant(test);
const customerId = await tenant.customer();
const item = { sku: 'S', name: 'Tea', description: 'two\n"lines"' };
for (let n = 0; n < ORDERS; n += 550) {
  const orders = Array.from({ length: 550 }, () => ({
    customerId,
    items: [item, item],
    customerNote: 'a\nb',
  }));
  await test.call('POST', '/v1/crm/orders/bulk', { token: tenant.key, body: { orders } });
}
const folder = newFolder();

/** Cuts the first answers half-way, each a little later. */
async function startCutter(cuts: number): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const cutter = createServer((incoming, outgoing) => {
    const limit = asked.push(incoming.url!) <= cuts ? CUT_AFTER_BYTES : Number.POSITIVE_INFINITY;
    const { url, method, headers } = incoming;
    request({ port, host: '127.0.0.1', path: url, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      let sent = 0;
      answer.on('data', (chunk: Buffer) => {
        sent += chunk.length;
        if (sent <= limit) return void outgoing.write(chunk);
        outgoing.write(chunk.subarray(0, 1_000));
        setTimeout(() => outgoing.destroy(), 50);
        answer.destroy();
      });
      answer.on('end', () => outgoing.end());
      answer.on('error', () => {});
    }).end();
  });
  await new Promise<void>((resolve) => cutter.listen(0, '127.0.0.1', resolve));
  after(() => cutter.close());
  return { url: `http://127.0.0.1:${(cutter.address() as AddressInfo).port}`, asked };
}

describe('an export that is cut off half-way', () => {
  for (const words of [
    ['--format', 'csv'],
    ['--rows', 'lines'],
    ['--format', 'ndjson'],
  ]) {
    it(`resumes by itself, and the file is complete: ${words.join(' ')}`, async () => {
      const { url, asked } = await startCutter(2);
      const output = join(folder, `orders${words.join('')}`);
      const command = ['export', 'orders', ...words, '--output', output, '--url', url, '--key', tenant.key];
      const program = runProgram(command);
      assert.equal((await program.ended()).code, 0, program.stderr());
      const query = words[0] === '--rows' ? 'rows=lines' : `format=${words[1]}`;
      const { text } = await test.call('GET', `/v1/crm/orders/export?${query}`, { token: tenant.key });
      assert.equal(readFileSync(output, 'utf8'), text);
      assert.ok(asked.length >= 2, 'it was cut');
      assert.match(asked.at(-1)!, /&after=[0-9a-f-]{36}$/);
    });
  }
});

it('two exports to one file at once both succeed, and leave the file alone', async () => {
  const held: (() => void)[] = [];
  // Answers when both have asked.
  const gate = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    held.push(() =>
      request({ port, host: '127.0.0.1', path, method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(outgoing);
      }).end(),
    );
    if (held.length === 2) for (const answer of held) answer();
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  after(() => gate.close());
  const shared = newFolder();
  const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
  const command = ['export', 'orders', '--output', join(shared, 'orders'), '--url', url, '--key', tenant.key];
  const programs = [runProgram(command), runProgram(command)];
  for (const { ended, stderr } of programs) assert.equal((await ended()).code, 0, stderr());
  assert.deepEqual(readdirSync(shared), ['orders']);
});
