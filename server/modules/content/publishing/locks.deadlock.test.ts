import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const BOOK = [
  { name: 'title', kind: 'text', required: true },
  { name: 'next', kind: 'reference', types: ['book'], required: true },
];
const stage = await openContent(test, { book: BOOK });
const { ask, create, change, tenant } = stage;
const ROUNDS = 10;

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

/** PostgreSQL counts them up to a second later. The transaction that it ends is repeated once, so no answer tells of it. */
async function deadlocks(): Promise<number> {
  await sleep(1_500);
  const { rows } = await test.db.acrossTenants((tx) =>
    tx.query<{ count: number }>(
      'select deadlocks::int as count from pg_stat_database where datname = current_database()',
    ),
  );
  return rows[0]!.count;
}

/** Two live books that require each other. */
async function pair(): Promise<[string, string]> {
  const one = await create('book', { title: 'One' });
  const other = await create('book', { title: 'Other', next: one.id });
  await change(one.id, { next: other.id });
  const entries = [{ id: one.id }, { id: other.id }];
  await ask('POST', '/entries/bulk', 200, { action: 'publish', entries });
  return [one.id, other.id];
}

const post = (path: string, body?: object) =>
  test.call('POST', `/v1/content${path}`, { token: tenant.key, ...(body && { body }) });

async function release(id: string, action: 'publish' | 'unpublish'): Promise<() => Promise<Json>> {
  const made = (await ask('POST', '/releases', 201, { name: `${action} ${id}` })).body.data;
  await ask('POST', `/releases/${made.id}/entries`, 200, { entries: [{ id, action }] });
  return () => post(`/releases/${made.id}/publish`, { broken: 'allow' });
}

const bulk = (id: string, partial: boolean) => () =>
  post('/entries/bulk', { action: 'publish', entries: [{ id }], partial });
const alone = (id: string, action: string) => () => post(`/entries/${id}/${action}`, { broken: 'allow' });

const WAYS: Record<string, (one: string, other: string) => Promise<(() => Promise<Json>)[]>> = {
  'two releases that publish entries that require each other': async (one, other) => [
    await release(one, 'publish'),
    await release(other, 'publish'),
  ],
  'a release that publishes one and a release that takes the other down': async (one, other) => [
    await release(one, 'publish'),
    await release(other, 'unpublish'),
  ],
  'bulk publications, of all or none and of what can be': async (one, other) => [
    bulk(one, false),
    bulk(other, true),
  ],
  'publications of single entries': async (one, other) => [alone(one, 'publish'), alone(other, 'publish')],
  'a release and the end of the other entry': async (one, other) => [
    await release(one, 'publish'),
    alone(other, 'unpublish'),
  ],
  'entries that are taken down': async (one, other) => [alone(one, 'unpublish'), alone(other, 'unpublish')],
};

for (const [what, ways] of Object.entries(WAYS)) {
  it(`${what}, at once, wait for each other and end without a deadlock`, async () => {
    const before = await deadlocks();
    const statuses: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const books = await pair();
      // Publishing what is live already locks nothing more.
      for (const id of books) await change(id, { title: `Round ${round}` });
      const calls = await ways(...((round % 2 === 0 ? books : books.toReversed()) as [string, string]));
      const answers = await Promise.all(calls.map((call) => call()));
      statuses.push(...answers.map(({ status }) => status));
    }
    assert.deepEqual([...new Set(statuses)], [200]);
    assert.equal((await deadlocks()) - before, 0);
  });
}
