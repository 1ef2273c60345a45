import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openStock } from '../testing/stock.ts';

const test = await useApp();
const stock = await openStock(test);
const { figures, stocked, location } = stock;
const { code } = (await stock.ask('GET', `/locations/${location}`, 200)).body.data;

const send = (file: string, status = 200, query = '', type = 'text/csv') =>
  test
    .call('POST', `/v1/inventory/imports${query}`, {
      token: stock.tenant.key,
      body: file,
      headers: { 'content-type': type },
    })
    .then((answer) => {
      assert.equal(answer.status, status, answer.text);
      return answer.body;
    });

describe('an import of counts', () => {
  it('counts known SKUs, creates others, and leaves equal ones alone', async () => {
    const [changed, same] = [await stocked(5), await stocked(7)];
    const file = `SKU,Count,Location\n${changed},9,${code}\n${same},7,${code}\nNEW-1,3,\n`;
    const { data } = await send(file);
    assert.deepEqual(data, { rows: 3, counted: 2, unchanged: 1, created: 1, failed: 0, errors: [] });
    assert.deepEqual(
      [await figures(changed), await figures('NEW-1')],
      [
        [9, 0, 0],
        [3, 0, 0],
      ],
    );
    assert.equal((await stock.movements(`sku=${changed}`))[0].kind, 'counted');
  });

  it('takes NDJSON, and a dry run writes nothing', async () => {
    const file = '{"sku":"ND-1","count":4}\n{"sku":"ND-2","count":0}\n';
    const dry = await send(file, 200, '?dryRun=true', 'application/x-ndjson');
    assert.equal(dry.data.created, 2);
    await stock.ask('GET', '/items/ND-1', 404);
    const { data } = await send(file, 200, '', 'application/x-ndjson');
    assert.deepEqual([data.created, data.counted, data.unchanged], [2, 1, 1]);
  });

  it('reports bad rows by their number, and writes the good ones or none', async () => {
    const sku = await stocked(1);
    const file = `sku,count,location\n${sku},2,\n${sku},3,\nX,-1,\nY,1,NOWHERE\n,4,\n`;
    const refused = await send(file, 422, '?errorPolicy=reject_all');
    assert.equal(refused.error.details.length, 4);
    assert.deepEqual(await figures(sku), [1, 0, 0]);
    const { data } = await send(file);
    assert.deepEqual(
      data.errors.map(({ row, field, code: why }: Record<string, unknown>) => [row, field, why]),
      [
        [3, 'sku', 'not_unique'],
        [4, 'count', data.errors[1].code],
        [5, 'location', 'not_found'],
        [6, 'sku', 'required'],
      ],
    );
    assert.deepEqual([data.counted, data.failed], [1, 4]);
    assert.deepEqual(await figures(sku), [2, 0, 0]);
  });

  it('creates no item whose SKU has control characters or blanks at its ends', async () => {
    const skus = ['\u0001X', 'X\u007f', ' X', 'X ', '\t', 'in\u0009between'];
    const file = skus.map((sku) => JSON.stringify({ sku, count: 1 })).join('\n');
    const { data } = await send(file, 200, '', 'application/x-ndjson');
    assert.deepEqual([data.failed, data.created], [skus.length, 0]);
    for (const sku of skus) await stock.ask('POST', '/items', 422, { sku });
    await stock.ask('POST', '/items', 201, { sku: 'Ä 1' });
    await stock.ask('POST', '/items', 201, { sku: 'Ä' });
  });

  it('of a file without a needed column, or with too many rows, is refused as a whole', async () => {
    await send('sku\nA\n', 400);
    await send('', 400);
    await send(`sku,count\n${'A,1\n'.repeat(10_001)}`, 413);
  });

  it('of 3,000 rows keeps baskets waiting for less than the lock timeout', async () => {
    const rows = Array.from({ length: 3_000 }, (_, n) => `BULK-${n},${n + 1}`);
    const began = performance.now();
    const { data } = await send(`sku,count\n${rows.join('\n')}\n`);
    assert.deepEqual([data.created, data.counted], [3_000, 3_000]);
    assert.deepEqual(await figures('BULK-2999'), [3_000, 0, 0]);
    assert.ok(performance.now() - began < 20_000);
  });
});
