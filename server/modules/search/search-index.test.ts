import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { type BusEvent, dispatch } from '#kernel/events/dispatcher.ts';
import { newTenant, useApp } from '../../testing.ts';
import { indexEntities } from './search-index.sql.ts';
import { usePalette } from './testing/palette.ts';

const test = await useApp();
const { tell, tellRemoved, settle, titles } = usePalette(test);
const tenant = await newTenant(test);
const owner = await connectAsOwner(test.database);
after(() => owner.end());

/** The pending events of search, as the bus passes them. */
async function waiting(): Promise<BusEvent[]> {
  const taken: BusEvent[] = [];
  const consume = async (_tx: unknown, events: BusEvent[]) => void taken.push(...events);
  const consumer = { name: 'test', types: new Set(['search.entity.changed']), consume };
  while ((await dispatch(test.db, 'search', [consumer], test.now(), test.kernel.log)) > 0);
  return taken.toSorted((a, b) => (a.at < b.at ? -1 : 1));
}
const handOver = (...events: BusEvent[]) => test.db.acrossTenants((tx) => indexEntities(tx, events));
const rowsOf = async (id: string) =>
  (await owner.query('select word, in_title from search_words where subject_id = $1 order by 1, 2', [id]))
    .rows;

const STONES = ['alabaster', 'basalt', 'carnelian', 'draft'];
const NOTHING = [undefined, undefined, undefined, undefined];

/** Three versions of the one entry of a tenant, and then its removal. */
async function life() {
  const of = await newTenant(test);
  const id = await tell(of, 'entry', { title: 'Alabaster', text: 'first draft' });
  for (const title of ['Basalt', 'Carnelian']) {
    test.advance(10);
    await tell(of, 'entry', { title, text: 'second draft' }, id);
  }
  test.advance(10);
  await tellRemoved(of, 'entry', id);
  test.advance(10);
  const [made, changed, last, removed] = (await waiting()) as [BusEvent, BusEvent, BusEvent, BusEvent];
  const found = async () =>
    (await Promise.all(STONES.map((word) => titles(of, word)))).map(([title]) => title);
  return { of, id, made, changed, last, removed, found };
}

describe('an entity is found', () => {
  it('by its newest event, and no longer by older ones', async () => {
    const { made, changed, found } = await life();
    await handOver(made);
    assert.deepEqual(await found(), ['Alabaster', undefined, undefined, 'Alabaster']);
    await handOver(changed);
    assert.deepEqual(await found(), [undefined, 'Basalt', undefined, 'Basalt']);
  });

  it('by the newest event of a batch, whatever the order in the batch', async () => {
    const { made, changed, last, found } = await life();
    await handOver(last, made, changed);
    assert.deepEqual(await found(), [undefined, undefined, 'Carnelian', 'Carnelian']);
  });

  it('by the newest event, when an older one comes later', async () => {
    const { id, made, changed, last, found } = await life();
    await handOver(last);
    const rows = await rowsOf(id);
    await handOver(made);
    await handOver(changed);
    assert.deepEqual(await found(), [undefined, undefined, 'Carnelian', 'Carnelian']);
    assert.deepEqual(await rowsOf(id), rows);
  });

  it('no longer once it is removed, also when an older event comes later', async () => {
    const { id, made, changed, removed, found } = await life();
    await handOver(made);
    await handOver(removed);
    await handOver(changed);
    assert.deepEqual(await found(), NOTHING);
    assert.deepEqual(await rowsOf(id), []);
  });

  it('again, when it comes back', async () => {
    const { of, id, removed, found } = await life();
    await handOver(removed);
    await tell(of, 'entry', { title: 'Alabaster' }, id);
    await settle();
    assert.deepEqual(await found(), ['Alabaster', undefined, undefined, undefined]);
  });

  it('the same way, when its events are passed twice', async () => {
    const { of, id, made } = await life();
    await handOver(made);
    const rows = await rowsOf(id);
    await handOver(made);
    assert.deepEqual(await rowsOf(id), rows);
    assert.deepEqual(await titles(of, 'alabaster'), ['Alabaster']);
  });
});

it('two transactions with events of one entity at the same time leave the newer one, with its words alone', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, made, changed, last } = await life();
    await Promise.all([handOver(last), handOver(made), handOver(changed)]);
    assert.deepEqual(await rowsOf(id), [
      { word: 'carnelian', in_title: true },
      { word: 'draft', in_title: false },
      { word: 'second', in_title: false },
    ]);
  }
});

it('a batch of many tenants and entities is indexed at once, each in its own tenant', async () => {
  const other = await newTenant(test);
  for (let n = 0; n < 30; n++) {
    await tell(n % 2 ? other : tenant, 'asset', { title: `Obsidian ${n}`, text: 'black glass' });
  }
  const events = await waiting();
  assert.equal(events.length, 30);
  await handOver(...events);
  for (const each of [tenant, other])
    assert.equal((await titles(each, 'obsidan')).length, 15, 'also misspelt');
});

it('a very long text is indexed, and found by its first and last words', async () => {
  const text = Array.from({ length: 3_000 }, (_, n) => `w${n}`).join(' ');
  await tell(tenant, 'entry', { title: 'Endless', text });
  await settle();
  for (const q of ['w0', 'w2999']) assert.deepEqual(await titles(tenant, q), ['Endless'], q);
});

it('background work makes a change searchable by itself', { timeout: 60_000 }, async () => {
  const work = test.startWork();
  try {
    await tell(tenant, 'redirect', { title: '/samarkand' });
    while ((await titles(tenant, 'samarkand')).length === 0);
  } finally {
    await work.stop();
  }
});

it('many entities read their own words alone, however many the tenant has, also before the first ANALYZE', async () => {
  const of = await newTenant(test);
  await owner.query(
    `insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
     select $1, 'entry', 'w' || n, false, gen_random_uuid(), now() from generate_series(1, 20000) n`,
    [of.id],
  );
  for (let n = 0; n < 100; n++) await tell(of, 'entry', { title: `Basalt ${n}`, text: 'draft' });
  const events = await waiting();
  let blocks = 0;
  await test.db.acrossTenants(async (tx) => {
    const explaining: typeof tx = {
      ...tx,
      query: async (statement, values) => {
        const { text } = statement as { text: string };
        const { rows } = await tx.query<{ 'QUERY PLAN': string }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        const [{ Plan: plan }] = JSON.parse(rows[0]!['QUERY PLAN']);
        blocks += plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
        for (const { Plans = [] } of [plan]) for (const part of Plans) blocks += part['Shared Hit Blocks'];
        return { rows: [] } as never;
      },
    };
    await indexEntities(explaining, events);
  });
  assert.deepEqual(await titles(of, 'basalt 77'), ['Basalt 77']);
  assert.ok(blocks < 12_000, `${blocks} blocks`);
});
