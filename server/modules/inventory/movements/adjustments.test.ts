import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { openStock } from '../testing/stock.ts';

const test = await useApp();
const stock = await openStock(test);
const { ask, adjust, stocked, count, item, figures, movements, location } = stock;

describe('an adjustment', () => {
  it('changes the stock and adds a movement that goes on where the last one ended', async () => {
    const sku = await stocked(10);
    const { movements: made } = (await adjust([{ sku, locationId: location, change: -3 }])).body.data;
    assert.deepEqual(
      made.map(({ seq, kind, change, before, after }: Record<string, unknown>) => [
        seq,
        kind,
        change,
        before,
        after,
      ]),
      [[2, 'adjusted', -3, 10, 7]],
    );
    assert.equal(made[0].by.type, 'api_key');
    assert.deepEqual(await figures(sku), [7, 0, 0]);
    assert.deepEqual(
      (await movements(`sku=${sku}`)).map(({ after }: { after: number }) => after),
      [7, 10],
    );
  });

  it('writes all lines or none', async () => {
    const [a, b] = [await stocked(5), await stocked(5)];
    const refused = await adjust(
      [
        { sku: a, locationId: location, change: 1 },
        { sku: 'NO-SUCH', locationId: location, change: 1 },
        { sku: b, locationId: crypto.randomUUID(), change: 1 },
      ],
      422,
    );
    assert.deepEqual(
      refused.body.error.details.map(({ path, code }: { path: string; code: string }) => [path, code]),
      [
        ['lines[1].sku', 'not_found'],
        ['lines[2].locationId', 'not_found'],
      ],
    );
    assert.deepEqual(await figures(a), [5, 0, 0]);
  });

  it('names each place once, with a change or a count, and at most 500 lines', async () => {
    const sku = await stocked(5);
    const line = { sku, locationId: location };
    for (const lines of [
      [line],
      [{ ...line, change: 1, count: 1 }],
      [{ ...line, change: 0 }],
      [{ ...line, change: 1, seen: 5 }],
      [
        { ...line, change: 1 },
        { ...line, change: 2 },
      ],
      Array.from({ length: 501 }, (_, n) => ({ ...line, sku: `S${n}`, change: 1 })),
      [],
    ]) {
      await adjust(lines, 422);
    }
    assert.deepEqual(await figures(sku), [5, 0, 0]);
  });

  it('takes 500 lines at once', async () => {
    const skus = await stock.manyItems(500);
    const answer = await adjust(skus.map((sku, n) => ({ sku, locationId: location, change: n + 1 })));
    assert.equal(answer.body.data.movements.length, 500);
    assert.deepEqual(await figures(skus[499]!), [500, 0, 0]);
  });

  it('publishes one event per movement, and none if nothing changed', async () => {
    const sku = await stocked(4);
    await count(sku, 4);
    await count(sku, 6);
    const { rows } = await test.db.inTenant(stock.tenant.id, (tx) =>
      tx.query<{ data: string }>(
        `select data from events where tenant_id = current_tenant() and type = 'inventory.adjusted'
           and data ->> 'sku' = $1 order by created_at, id`,
        [sku],
      ),
    );
    assert.deepEqual(
      rows.map(({ data }) => {
        const { kind, change, onHand, available } = JSON.parse(data);
        return [kind, change, onHand, available];
      }),
      [
        ['adjusted', 4, 4, 4],
        ['counted', 2, 6, 6],
      ],
    );
  });
});

describe('a count', () => {
  it('that has seen an older stock gets 409 with the present one', async () => {
    const sku = await stocked(10);
    await count(sku, 8, { seen: 10 });
    const { error } = (await count(sku, 9, { seen: 10 }, 409)).body;
    assert.equal(error.code, 'conflict');
    assert.deepEqual(error.details.lines, [
      { path: 'lines[0]', sku, locationId: location, seen: 10, onHand: 8 },
    ]);
    assert.deepEqual(await figures(sku), [8, 0, 0]);
  });

  it('of two at once that saw the same stock, one wins', async () => {
    const sku = await stocked(10);
    const answers = await Promise.all(
      [3, 4].map((units) =>
        test.call('POST', '/v1/inventory/adjustments', {
          token: stock.tenant.key,
          body: { reason: 'Race', lines: [{ sku, locationId: location, count: units, seen: 10 }] },
        }),
      ),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409]);
    assert.equal((await movements(`sku=${sku}`)).length, 2);
  });
});

it('fifty adjustments of one level at once leave the sum and an unbroken chain', async () => {
  const sku = await stocked(0);
  await Promise.all(Array.from({ length: 50 }, () => adjust([{ sku, locationId: location, change: 2 }])));
  assert.deepEqual(await figures(sku), [100, 0, 0]);
  const chain = await movements(`sku=${sku}&limit=100`);
  assert.deepEqual(
    chain.map(({ seq }: { seq: number }) => seq).sort((a: number, b: number) => a - b),
    Array.from({ length: 50 }, (_, n) => n + 1),
  );
});

describe('a transfer', () => {
  it('makes two movements in one transaction', async () => {
    const sku = await stocked(10);
    const to = await stock.newLocation(5);
    const { movements: made } = (
      await ask('POST', '/transfers', 201, { from: location, to, lines: [{ sku, quantity: 4 }] })
    ).body.data;
    assert.deepEqual(
      made.map(({ kind, change }: { kind: string; change: number }) => [kind, change]),
      [
        ['moved', -4],
        ['moved', 4],
      ],
    );
    const { levels } = await item(sku);
    assert.deepEqual(
      levels.map(({ locationId, onHand }: { locationId: string; onHand: number }) => [locationId, onHand]),
      [
        [location, 6],
        [to, 4],
      ],
    );
  });

  it('of more than is available is refused and names the SKU', async () => {
    const sku = await stocked(3);
    const to = await stock.newLocation(6);
    const { error } = (
      await ask('POST', '/transfers', 409, { from: location, to, lines: [{ sku, quantity: 4 }] })
    ).body;
    assert.deepEqual([error.code, error.details], ['out_of_stock', [{ sku, wanted: 4, available: 3 }]]);
    await ask('POST', '/transfers', 422, { from: to, to, lines: [{ sku, quantity: 1 }] });
  });

  it('in both directions at once never deadlocks', async () => {
    const [a, b] = [await stocked(100), await stocked(100)];
    const to = await stock.newLocation(7);
    await ask('POST', '/transfers', 201, {
      from: location,
      to,
      lines: [a, b].map((sku) => ({ sku, quantity: 50 })),
    });
    await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        ask('POST', '/transfers', 201, {
          ...(n % 2 === 0 ? { from: location, to } : { from: to, to: location }),
          lines: (n % 4 < 2 ? [a, b] : [b, a]).map((sku) => ({ sku, quantity: 1 })),
        }),
      ),
    );
    assert.deepEqual(await figures(a), [100, 0, 0]);
  });
});

describe('a location', () => {
  it('with stock is neither deactivated nor deleted; an empty one is deactivated', async () => {
    const at = await stock.newLocation(9);
    const sku = await stocked(2, {}, at);
    const { error } = (await ask('PATCH', `/locations/${at}`, 409, { active: false })).body;
    assert.deepEqual([error.code, error.details.usedBy[0].first], ['in_use', [sku]]);
    await ask('DELETE', `/locations/${at}`, 409);
    await adjust([{ sku, locationId: at, count: 0 }]);
    await ask('DELETE', `/locations/${at}`, 409);
    await ask('PATCH', `/locations/${at}`, 200, { active: false });
    await adjust([{ sku, locationId: at, count: 1 }], 422);
    await ask('DELETE', `/locations/${await stock.newLocation()}`, 200);
  });

  it('has a code of its own', async () => {
    const body = { name: 'Shop', code: 'SHOP' };
    await ask('POST', '/locations', 201, body);
    await ask('POST', '/locations', 409, body);
  });
});

describe('the list of items', () => {
  it('is read page by page by SKU, and filtered by location and SKU', async () => {
    const other = await openStock(test, await newTenant(test));
    for (let n = 0; n < 5; n++) await other.stocked(n);
    const at = await other.newLocation(1);
    const there = await other.stocked(1, {}, at);
    const seen: string[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await other.ask('GET', `/items?limit=2${cursor}`, 200);
      seen.push(...body.data.map(({ sku }: { sku: string }) => sku));
      if (!body.pagination.hasMore) break;
      cursor = `&cursor=${body.pagination.nextCursor}`;
    }
    assert.equal(seen.length, 6);
    assert.deepEqual(seen, seen.toSorted());
    const skus = async (query: string) =>
      (await other.ask('GET', `/items?${query}`, 200)).body.data.map(({ sku }: { sku: string }) => sku);
    assert.deepEqual(await skus(`locationId=${at}`), [there]);
    assert.deepEqual(await skus(`sku=${there}`), [there]);
    assert.deepEqual(await skus('state=short'), []);
  });

  it('an item is changed by its version', async () => {
    const sku = await stocked(1, { lowAt: 3 });
    const url = `/v1/inventory/items/${sku}`;
    const change = (etag: string) =>
      test.call('PATCH', url, {
        token: stock.tenant.key,
        body: { backorderLimit: null },
        headers: { 'if-match': etag },
      });
    assert.equal((await change('"7"')).status, 412);
    const changed = await change('"1"');
    assert.deepEqual(
      [changed.status, changed.body.data.backorderLimit, changed.body.data.lowAt],
      [200, null, 3],
    );
    await ask('POST', '/items', 409, { sku });
  });
});
