/** The bounds of lists: of plans that connections keep, of values that are read, and of time. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import type { AppError } from '#kernel/errors.ts';
import { useApp } from '../../../testing.ts';
import { PUBLISHED } from '../publishing/perspective.ts';
import { openContent } from '../testing/content.ts';
import { MAX_MS, withinBounds } from './list.ts';
import { listingOfPublished } from './listed.sql.ts';
import { findAndTally } from './tally.ts';
import { readWhere } from './where.ts';

const test = await useApp();
const stage = await openContent(test, {
  story: [
    { name: 'title', kind: 'text' },
    { name: 'section', kind: 'text' },
    { name: 'tags', kind: 'list', of: { kind: 'text' } },
  ],
});
const { ask, create } = stage;
const type = (await ask('GET', '/types/story', 200)).body.data;
const locales = { default: 'en', locales: [{ code: 'en', fallback: null }] };
const names = { type, locales, times: {}, linked: [] };

it('a connection keeps the plans of frequent lists, and of a bounded number', async () => {
  const plans = new Set<string>();
  const operators = ['eq', 'gt', 'gte', 'lt', 'lte', 'contains', 'startsWith'];
  const forms = operators.flatMap((title) => operators.map((section) => ({ title, section })));
  const list = (tx: Tx, where: object, descending: boolean) =>
    findAndTally(
      tx,
      listingOfPublished({
        ...{ typeId: type.id, conditions: readWhere(names, where), search: null, after: null, limit: 5 },
        ...{ chain: ['en'], perspective: PUBLISHED },
        sorts: [{ by: 'title', column: null, locale: '', descending }],
      }),
      names,
      {},
    );
  await test.db.inTenant(stage.tenant.id, async (tx) => {
    const watched: Tx = {
      ...tx,
      query: (statement, values) => {
        if (typeof statement !== 'string') plans.add(statement.name);
        return tx.query(statement, values);
      },
    };
    for (const { title, section } of forms)
      for (let times = 0; times < 6; times++)
        await list(watched, { title: { [title]: 'a' }, section: { [section]: 'b' } }, times % 2 === 0);
    for (let times = 0; times < 6; times++) await list(watched, { title: 'a' }, false);
  });
  // Other files of the process may have taken some of the names.
  assert.ok(plans.size > 0 && plans.size < 80, `${plans.size} plans`);
});

it('facets show values as they were written, without reading entries with very large ones', async () => {
  const facetOf = async () => {
    const { body } = await ask('GET', '/entries?type=story&facets=tags&limit=1', 200);
    return body.facets.tags.values.map(({ value }: { value: string }) => value);
  };
  const small = await create('story', { tags: ['Élan', 'ÉCLAIR'] });
  assert.deepEqual(await facetOf(), ['ÉCLAIR', 'Élan']);
  await ask('DELETE', `/entries/${small.id}`, 200);
  await create('story', { tags: ['Élan', 'ÉCLAIR', ...['X', 'Y'].map((letter) => letter.repeat(9_000))] });
  assert.deepEqual((await facetOf()).slice(0, 2), ['eclair', 'elan']);
});

it('a list has one limit of time for all of its statements, and the connection serves the next request', async () => {
  const limit = "select current_setting('statement_timeout') as time";
  const timeOf = async (tx: Tx) => (await tx.query<{ time: string }>(limit)).rows[0]!.time;
  const pause = (tx: Tx) => tx.query('select pg_sleep($1)', [MAX_MS / 1000 / 3]);
  const [within, later] = await test.db.readInTenant(stage.tenant.id, async (tx) => [
    await withinBounds(tx, (timed) => pause(timed).then(() => timeOf(timed))),
    await timeOf(tx),
  ]);
  assert.match(within!, /^\d+ms$/);
  assert.ok(Number.parseInt(within!, 10) <= (MAX_MS * 2) / 3);
  assert.equal(later, '8s');
  const since = performance.now();
  await assert.rejects(
    test.db.readInTenant(stage.tenant.id, (tx) =>
      withinBounds(tx, async (timed) => {
        for (let times = 0; times < 6; times++) await pause(timed);
      }),
    ),
    (error: AppError) => error.status === 422 && JSON.stringify(error.details).includes('too_costly'),
  );
  assert.ok(performance.now() - since < MAX_MS * 1.6);
  await ask('GET', '/entries?type=story', 200);
});

it('several lists of one read share that limit', async () => {
  const begunAt = performance.now() - MAX_MS + 300;
  const slowly = (seconds: number) =>
    test.db.readInTenant(stage.tenant.id, (tx) =>
      withinBounds(tx, (timed) => timed.query('select pg_sleep($1)', [seconds]), undefined, begunAt),
    );
  await slowly(0);
  await assert.rejects(slowly(1), (error: AppError) => JSON.stringify(error.details).includes('too_costly'));
});
