import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { countInDatabase, forgetAttempts } from './counted-attempts.ts';

const test = await useApp();
const [tenant, other] = [await newTenant(test), await newTenant(test)];

const count = (what: string, whom: string, most: number, { id } = tenant) =>
  test.db.inTenant(id, (tx) => countInDatabase(tx, what, whom, most, { seconds: 60, now: test.now() }));
const allowed = async (...args: Parameters<typeof count>) => (await count(...args)) === null;

it('so many attempts are allowed in a window, counted for each kind, each caller and each tenant', async () => {
  for (let n = 0; n < 5; n++) assert.equal(await allowed('codes', '203.0.113.1', 5), true);
  const refused = await count('codes', '203.0.113.1', 5);
  assert.deepEqual([refused?.code, refused?.status], ['rate_limited', 429]);
  const wait = Number(refused!.headers['retry-after']);
  assert.ok(wait > 55 && wait <= 60, String(wait));
  assert.equal(await allowed('codes', '203.0.113.2', 5), true);
  assert.equal(await allowed('payments', '203.0.113.1', 5), true);
  assert.equal(await allowed('codes', '203.0.113.1', 5, other), true);
  test.advance(59_000);
  assert.equal(await allowed('codes', '203.0.113.1', 5), false);
  test.advance(1_500);
  assert.equal(await allowed('codes', '203.0.113.1', 5), true);
});

it('of racing attempts no more are allowed', async () => {
  const outcomes = await Promise.all(Array.from({ length: 40 }, () => allowed('race', 'x', 7)));
  assert.equal(outcomes.filter(Boolean).length, 7);
});

it('an attempt whose transaction is rolled back is not counted', async () => {
  const failing = test.db.inTenant(tenant.id, async (tx) => {
    await countInDatabase(tx, 'undone', 'x', 1, { seconds: 60, now: test.now() });
    throw new Error('undone');
  });
  await assert.rejects(failing, /undone/);
  assert.equal(await allowed('undone', 'x', 1), true);
});

it('the caller is stored as a hash, and the count is deleted after its window', async () => {
  const stored = async () =>
    (
      await test.db.inTenant(tenant.id, (tx) =>
        tx.query('select counted_attempts::text as row from counted_attempts'),
      )
    ).rows as { row: string }[];
  await count('codes', 'ada@example.com', 5);
  assert.ok((await stored()).every(({ row }) => !row.includes('ada@')));
  test.advance(61_000);
  await forgetAttempts(test.db, test.now());
  assert.deepEqual(await stored(), []);
});
