/** Entries from before the search of sites: a worker writes their words in batches. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { findUnfinished, startRowChanges } from '#kernel/work/row-changes.ts';
import { useApp } from '../../../testing.ts';
import { wordsOfSites } from '../entries/reindex.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();

it('words of entries from before are written in the background, and doctor reports it until then', async () => {
  const stage = await openContent(test, {
    article: [
      { name: 'title', kind: 'text' },
      { name: 'body', kind: 'text' },
    ],
  });
  const ids: string[] = [];
  for (const fields of [{ title: 'Straße' }, { title: 'Other', body: 'Straße' }]) {
    const { id } = await stage.create('article', fields);
    await stage.act(id, 'publish');
    ids.push(id);
  }
  const owner = await connectAsOwner(test.database);
  await owner.query("delete from content_index where field = '!'");
  await owner.query("update content_index set key = 'straße' where key = 'strasse' and field = '*'");
  await owner.query("insert into row_changes (name) values ('words of content for sites')");
  await owner.end();
  const find = async () =>
    (await stage.ask('GET', '/search?q=strasse', 200)).body.data.map(({ id }: { id: string }) => id);
  assert.deepEqual(await find(), []);
  const unfinished = async () => (await findUnfinished(test.db)).map(({ name }) => name);
  assert.deepEqual(await unfinished(), ['words of content for sites']);
  const loop = startRowChanges(test.kernel, [wordsOfSites]);
  while ((await unfinished()).length > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await loop.stop();
  assert.deepEqual(await find(), ids);
});
