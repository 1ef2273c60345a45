/** Readers, writers and publishers while a type of 2,000 entries changes. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TestApp, useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';
import { addMany } from '../testing/many.ts';

const ENTRIES = 2_000;
const BUSY_MS = 100;

const slug = { name: 'slug', kind: 'slug' };
const note = { name: 'note', kind: 'text' };
const BEFORE = [{ name: 'name', kind: 'text', required: true }, slug, { name: 'rank', kind: 'text' }, note];
const AFTER = [
  { name: 'title', kind: 'text', required: true },
  slug,
  { name: 'rank', kind: 'number' },
  { name: 'stock', kind: 'number', required: true },
  note,
];
const migrate = { rename: { name: 'title' }, convert: { rank: 'strict' }, default: { stock: 7 } };

const app = await useApp();
/** A request that a busy machine refuses, without having begun it, is sent again. */
const test: TestApp = {
  ...app,
  async call(method, url, options) {
    for (;;) {
      const answer = await app.call(method, url, options);
      if (answer.status !== 503) return answer;
      await sleep(BUSY_MS);
    }
  },
};
const stage = await openContent(test, { page: BEFORE, pointer: [{ name: 'to', kind: 'reference' }] });
const { ask } = stage;

type Shown = { id: string; fields: Record<string, unknown> };

it('during a change nobody sees a null or gets 409, and nothing that is written is lost or told twice', async () => {
  const ids = await addMany(test, stage, 'page', ENTRIES, (n) => ({
    name: `Page ${n}`,
    slug: `page-${n}`,
    rank: String(n),
  }));
  const pointers: string[] = [];
  for (const to of ids.slice(0, 5)) {
    const { id } = await stage.create('pointer', { to });
    await stage.act(id, 'publish');
    pointers.push(id);
  }
  const work = test.startWork();
  let isOver = false;
  let isSwitched = false;
  const counts = { read: 0, written: 0, former: 0 };

  /** `since`: whether the new definition was in force when the request was sent. */
  const look = (n: number | null, { fields }: Shown, since: boolean) => {
    counts.read += 1;
    const isNew = Object.hasOwn(fields, 'title');
    if (isNew) isSwitched = true;
    else assert.ok(!since, `the former definition after the new one: ${JSON.stringify(fields)}`);
    if (!isNew) counts.former += 1;
    const at = n ?? Number(String(fields.slug).slice(5));
    const { note: _, ...shown } = fields;
    const expected = isNew
      ? { title: `Page ${at}`, slug: `page-${at}`, rank: at, stock: 7 }
      : { name: `Page ${at}`, slug: `page-${at}`, rank: String(at) };
    assert.deepEqual(shown, expected);
  };
  const any = () => Math.floor(Math.random() * ENTRIES);
  const data = async (path: string) => (await ask('GET', path, 200)).body.data;
  const readers: (() => Promise<void>)[] = [
    async () => {
      const [n, since] = [any(), isSwitched];
      look(n, await data(`/published/page/page-${n}`), since);
    },
    async () => {
      const [n, since] = [any(), isSwitched];
      look(n, await data(`/published/page/${ids[n]}`), since);
    },
    async () => {
      const since = isSwitched;
      for (const one of await data('/published/page?limit=20')) look(null, one, since);
    },
    async () => {
      const since = isSwitched;
      for (const one of await data('/entries?type=page&limit=20')) look(null, one, since);
    },
    async () => {
      const [n, since] = [Math.floor(Math.random() * pointers.length), isSwitched];
      look(n, (await data(`/published/pointer/${pointers[n]}?expand=to`)).fields.to, since);
    },
  ];
  const notes = new Map<string, string>();
  /** Each writer has its own entries, so that the last write is known. */
  const write = async (writer: number) => {
    const n = Math.floor(any() / 2) * 2 + writer;
    const id = ids[n]!;
    const text = `note ${++counts.written}`;
    const since = isSwitched;
    look(n, await stage.change(id, { note: text }), since);
    notes.set(id, text);
    if (counts.written % 3 === 0) await stage.act(id, 'publish');
  };
  const loop = async (act: () => Promise<void>) => {
    while (!isOver) await act();
  };
  const everyone = [...readers.map(loop), loop(() => write(0)), loop(() => write(1))];
  const { changeId } = await stage.putType('page', AFTER, { migrate });
  const watch = async () => {
    while ((await data(`/type-changes/${changeId}`)).status === 'running')
      await new Promise((done) => setTimeout(done, 20));
  };
  await Promise.race([watch(), Promise.all(everyone)]);
  isOver = true;
  await Promise.all(everyone);
  await work.stop();

  assert.equal((await data(`/type-changes/${changeId}`)).status, 'finished');
  assert.ok(counts.former > 0 && counts.read > 100 && counts.written > 10, JSON.stringify(counts));
  for (const [id, text] of notes) assert.equal((await stage.get(id)).fields.note, text);
  const { rows } = await test.db.inTenant(stage.tenant.id, (tx) =>
    tx.query(
      `select
         (select count(*)::int from content_revisions where reason = 'migrated') as rewritten,
         (select count(distinct entry_id)::int from content_revisions where reason = 'migrated') as entries,
         (select count(*)::int from events where type = 'content.entry.published' and data ->> 'type' = 'page'
            and data ->> 'changed' like '%"title"%') as told`,
    ),
  );
  assert.deepEqual(rows, [{ rewritten: ENTRIES, entries: ENTRIES, told: ENTRIES }]);
  const sorted = await data('/published/page?sort=rank&order=desc&limit=3');
  assert.deepEqual(
    sorted.map(({ fields }: Shown) => fields.rank),
    [1999, 1998, 1997],
  );
});
