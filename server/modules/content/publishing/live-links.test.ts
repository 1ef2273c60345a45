/** References and assets that visitors do not get: named when an entry is published, and who shows one when it goes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, {
  person: [{ name: 'name', kind: 'text', required: true }],
  ring: [{ name: 'all', kind: 'list', of: { kind: 'reference' } }],
  story: [
    { name: 'slug', kind: 'slug' },
    { name: 'authors', kind: 'list', of: { kind: 'reference', types: ['person'] }, minItems: 1 },
    { name: 'related', kind: 'list', of: { kind: 'reference' } },
    { name: 'hero', kind: 'media', required: true },
    { name: 'box', kind: 'group', fields: [{ name: 'editor', kind: 'reference', required: true }] },
    { name: 'body', kind: 'richtext' },
  ],
});
const { ask, create, act, asset, tenant } = stage;
const person = async (name: string, isLive = true) => {
  const { id } = await create('person', { name });
  if (isLive) await act(id, 'publish');
  return id;
};
const media = (method: string, path: string, body: object) =>
  test.call(method, `/v1/media/${path}`, { token: tenant.key, body });
const picture = (assetId: string) => ({ type: 'doc', content: [{ type: 'image', attrs: { assetId } }] });

describe('entries that are due together and name each other', () => {
  it('are published in a time that grows with their number, not with the ways between them', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 12; n++) ids.push((await create('ring', {})).id);
    for (const id of ids) await stage.change(id, { all: ids.filter((other) => other !== id) });
    const at = new Date(test.now().getTime() + 3_600_000).toISOString();
    for (const id of ids) await act(id, 'schedule', { at });
    test.advance(3_700_000);
    // The ways through twelve entries are millions.
    await act(ids[0]!, 'publish');
  });
});

describe('publishing an entry', () => {
  it('refuses required references and assets that visitors would not get, and names each', async () => {
    const draft = await person('Draft', false);
    const { id } = await create('story', {
      authors: [draft],
      hero: await asset('private'),
      box: { editor: draft },
    });
    const refused = [
      ['fields.authors[0]', 'not_live'],
      ['fields.hero', 'not_public'],
      ['fields.box.editor', 'not_live'],
    ];
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish`, 422)), refused);
    assert.deepEqual(problemsOf(await ask('POST', `/entries/${id}/publish?dryRun=true`, 422)), refused);
    const told = await act(id, 'publish', { broken: 'allow' });
    assert.deepEqual([told.status, told.warnings.length], ['published', 3]);
  });

  it('warns of others, also inside rich text', async () => {
    const [live, draft] = [await person('Live'), await person('Draft', false)];
    const fields = { authors: [live, draft], related: [draft], hero: await asset() };
    const { id } = await create('story', { ...fields, body: picture(await asset('private')) });
    const { warnings } = await act(id, 'publish');
    assert.deepEqual(
      warnings.map(({ path }: { path: string }) => path),
      ['fields.authors[1]', 'fields.related[0]', 'fields.body.content[0].attrs.assetId'],
    );
    await act(draft, 'publish');
    await stage.change(id, { body: null });
    assert.deepEqual((await act(id, 'publish')).warnings, []);
  });

  it('at the same scheduled time as one that fails then does not count on it', async () => {
    const author = await person('Incomplete', false);
    const at = new Date(test.now().getTime() + 60_000).toISOString();
    await act(author, 'schedule', { at });
    const { id } = await create('story', { authors: [author], hero: await asset() });
    const live = await person('Here');
    const other = await create('story', { authors: [live], related: [author], hero: await asset() });
    for (const one of [id, other.id]) await act(one, 'schedule', { at });
    await stage.change(author, { name: null });
    test.advance(60_000);
    const refused = await ask('POST', `/entries/${id}/publish`, 422);
    assert.deepEqual(problemsOf(refused), [['fields.authors[0]', 'not_live']]);
    const { warnings } = await act(other.id, 'publish');
    assert.deepEqual(
      warnings.map(({ path }: { path: string }) => path),
      ['fields.related[0]'],
    );
  });

  it('at the same scheduled time as one that it requires succeeds in either order', async () => {
    const at = new Date(test.now().getTime() + 60_000).toISOString();
    const author = await person('Soon', false);
    const { id } = await create('story', { authors: [author], hero: await asset() });
    await act(id, 'schedule', { at });
    test.advance(1_000);
    await act(author, 'schedule', { at });
    test.advance(60_000);
    const work = test.startWork();
    for (let n = 0; n < 200 && (await stage.get(author)).status !== 'published'; n++)
      await new Promise((done) => setTimeout(done, 20));
    for (let n = 0; n < 200 && (await stage.get(id)).status !== 'published'; n++)
      await new Promise((done) => setTimeout(done, 20));
    await work.stop();
    assert.deepEqual((await stage.get(id)).schedule.failure, null);
    assert.equal((await stage.get(id)).status, 'published');
  });
});

describe('taking down an entry', () => {
  it('that a live one requires is refused with its name, unless the caller accepts it', async () => {
    const author = await person('Needed');
    const { id } = await create('story', { slug: 'needs', authors: [author], hero: await asset() });
    await act(id, 'publish');
    const { error } = (await ask('POST', `/entries/${author}/unpublish`, 409)).body;
    assert.deepEqual(error.details.requiredBy, [{ id, type: 'story', slug: 'needs' }]);
    await ask('POST', `/entries/${author}/unpublish?dryRun=true`, 409);
    assert.equal((await act(author, 'unpublish', { broken: 'allow' })).status, 'draft');
  });

  it('that live ones show but do not require names them', async () => {
    const [one, other] = [await person('One'), await person('Other')];
    const { id } = await create('story', { slug: 'two', authors: [one, other], hero: await asset() });
    assert.deepEqual((await act(one, 'unpublish')).shownBy, []);
    await act(one, 'publish');
    await act(id, 'publish');
    assert.deepEqual((await act(one, 'unpublish')).shownBy, [{ id, type: 'story', slug: 'two' }]);
  });
});

describe('the last of several that a live entry requires', () => {
  const storyOf = async (slug: string, authors: string[]) => {
    const { id } = await create('story', { slug, authors, hero: await asset(), box: null });
    await act(id, 'publish');
  };
  const takeDown = (id: string) =>
    test.call('POST', `/v1/content/entries/${id}/unpublish`, { token: tenant.key, body: {} });

  it('is not taken down after the others', async () => {
    const [first, second] = [await person('First'), await person('Second')];
    await storyOf('in-turn', [first, second]);
    assert.deepEqual([(await takeDown(first)).status, (await takeDown(second)).status], [200, 409]);
  });

  it('is not taken down beside the others', async () => {
    for (let n = 0; n < 3; n++) {
      const authors = [await person('First'), await person('Second')];
      await storyOf(`at-once-${n}`, authors);
      const answers = await Promise.all(authors.map(takeDown));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409]);
    }
  });
});

describe('an asset', () => {
  it('that a live entry requires does not become private, unless the caller accepts it', async () => {
    const [hero, extra] = [await asset(), await asset()];
    const author = await person('Photographer');
    const fields = { slug: 'shows', authors: [author], hero, body: picture(extra) };
    const { id } = await create('story', fields);
    assert.equal((await media('PATCH', extra, { visibility: 'public' })).status, 200);
    await act(id, 'publish');
    const answer = await media('PATCH', hero, { visibility: 'private' });
    assert.equal(answer.status, 409, answer.text);
    assert.deepEqual(answer.body.error.details.requiredBy, [{ id, type: 'story', slug: 'shows' }]);
    assert.equal((await media('PATCH', hero, { visibility: 'private', broken: 'allow' })).status, 200);
    assert.equal((await media('PATCH', extra, { visibility: 'private' })).status, 200);
  });
});

describe('the entries that refer to another', () => {
  it('are shown as published if readers see the reference, with every place', async () => {
    const author = await person('Everywhere');
    const fields = { authors: [author], related: [author], hero: await asset() };
    const { id } = await create('story', fields);
    await act(id, 'publish');
    const [found] = (await ask('GET', `/entries/${author}/references`, 200)).body.data;
    assert.equal(found.stage, 'published');
    assert.deepEqual(found.places, [
      { field: 'fields.authors[0]', stage: 'published' },
      { field: 'fields.related[0]', stage: 'published' },
      { field: 'fields.authors[0]', stage: 'draft' },
      { field: 'fields.related[0]', stage: 'draft' },
    ]);
  });
});
