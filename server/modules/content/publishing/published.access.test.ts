/** A key of a site reads what is published, and no draft. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, PERSON } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, { person: PERSON });

it('a key with read:published alone reads published entries and locales, and neither drafts, types nor the search', async () => {
  const live = await stage.create('person', { name: 'Live' });
  const draft = await stage.create('person', { name: 'Draft' });
  await stage.act(live.id, 'publish');
  const token = await stage.tenant.keyWith('read:published');
  const status = async (path: string) => (await test.call('GET', path, { token })).status;
  const listed = (await test.call('GET', '/v1/content/published/person', { token })).body.data;
  assert.deepEqual(
    listed.map(({ id }: { id: string }) => id),
    [live.id],
  );
  assert.equal(await status(`/v1/content/published/person/${live.id}`), 200);
  assert.equal(await status(`/v1/content/published/person/${draft.id}`), 404);
  assert.equal(await status('/v1/content/locales'), 200);
  const refused = ['entries', `entries/${live.id}`, `entries/${live.id}/revisions`, 'types', 'types/person'];
  for (const path of refused) assert.equal(await status(`/v1/content/${path}`), 403, path);
  const found = await test.call('GET', '/v1/search?q=draft', { token });
  assert.deepEqual(found.body.data ?? [], []);
});

it('a key with read:content reads both, as before', async () => {
  const token = await stage.tenant.keyWith('read:content');
  for (const path of ['published/person', 'entries', 'types'])
    assert.equal((await test.call('GET', `/v1/content/${path}`, { token })).status, 200, path);
});
