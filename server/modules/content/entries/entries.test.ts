import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { useApp } from '../../../testing.ts';
import { ARTICLE, openContent, PERSON, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, { person: PERSON, article: ARTICLE });
const { ask, create, get, change, act, events, property } = stage;

describe('a new entry', () => {
  it('is a draft of version 1, with a slug made from its title', async () => {
    const entry = await create('article', { title: 'Grüße aus Köln!', price: 4.5 });
    assert.deepEqual(
      [entry.status, entry.version, entry.slug, entry.publishedVersion],
      ['draft', 1, 'grusse-aus-koln', null],
    );
    assert.deepEqual(entry.fields, { title: 'Grüße aus Köln!', slug: 'grusse-aus-koln', price: 4.5 });
    assert.deepEqual(await get(entry.id), entry);
  });

  it('may be incomplete, but its values must fit, and every mistake is named', async () => {
    assert.equal((await create('article', {})).status, 'draft');
    const answer = await ask('POST', '/entries', 422, {
      type: 'article',
      fields: { title: 5, slug: 'Not a slug', price: '4', tags: ['ok', 7], author: 'x', nonsense: true },
    });
    assert.deepEqual(problemsOf(answer), [
      ['fields.title', 'wrong_type'],
      ['fields.slug', 'wrong_format'],
      ['fields.price', 'wrong_type'],
      ['fields.tags[1]', 'wrong_type'],
      ['fields.author', 'wrong_format'],
      ['fields.nonsense', 'unknown_field'],
    ]);
  });

  it('may name an existing property, which then cannot be removed', async () => {
    const id = await property('Shop');
    const body = { type: 'article', fields: { title: 'For the shop' } };
    const nowhere = '01920000-0000-7000-8000-000000000000';
    assert.deepEqual(problemsOf(await ask('POST', '/entries', 422, { ...body, propertyId: nowhere })), [
      ['propertyId', 'not_found'],
    ]);
    const entry = await create('article', body.fields, { propertyId: id.toUpperCase() });
    assert.equal(entry.propertyId, id);
    await ask('PATCH', `/entries/${entry.id}`, 422, { propertyId: nowhere });
    const { key: token } = stage.tenant;
    const refused = await test.call('DELETE', `/v1/properties/${id}`, { token });
    assert.equal(refused.status, 409, refused.text);
    assert.deepEqual(refused.body.error.details.usedBy, [
      { what: 'entries', count: 1, first: ['for-the-shop'] },
    ]);
    await ask('PATCH', `/entries/${entry.id}`, 200, { propertyId: null });
    assert.equal((await test.call('DELETE', `/v1/properties/${id}`, { token })).status, 200);
  });

  it('that names a property which is being removed is either refused or keeps it', async () => {
    const { key: token } = stage.tenant;
    const going: string[] = [];
    for (let n = 0; n < 12; n++) going.push(await property(`Going ${n}`));
    const outcomes = await Promise.all(
      going.map(async (propertyId, n) => {
        const body = { type: 'article', propertyId, fields: { title: 'Late' } };
        const [saved, removed] = await Promise.all([
          test.call('POST', '/v1/content/entries', { token, body }),
          sleep(4 * n).then(() => test.call('DELETE', `/v1/properties/${propertyId}`, { token })),
        ]);
        return `${saved.status} ${removed.status}`;
      }),
    );
    for (const outcome of outcomes) assert.match(outcome, /^(201 409|422 200)$/);
  });

  it('of an unknown type gets 404', async () => {
    await ask('POST', '/entries', 404, { type: 'nothing', fields: {} });
  });

  it('with a slug that is taken gets 409; a generated slug gets a number instead', async () => {
    await create('article', { title: 'Twice' });
    assert.equal((await create('article', { title: 'Twice' })).slug, 'twice-2');
    const answer = await ask('POST', '/entries', 409, {
      type: 'article',
      fields: { title: 'x', slug: 'twice' },
    });
    assert.deepEqual(problemsOf(answer), [['fields.slug', 'not_unique']]);
  });

  it('may have the same slug on another property', async () => {
    const [shop, blog] = [await property('Shop'), await property('Blog')];
    await create('article', { title: 'x', slug: 'about' }, { propertyId: shop });
    await create('article', { title: 'x', slug: 'about' }, { propertyId: blog });
    await ask('POST', '/entries', 409, { type: 'article', propertyId: shop, fields: { slug: 'about' } });
  });

  it('is created once when many requests use one slug at once', async () => {
    const attempts = Array.from({ length: 8 }, () =>
      test.call('POST', '/v1/content/entries', {
        token: stage.tenant.key,
        body: { type: 'article', fields: { slug: 'race' } },
      }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array(7).fill(409)]);
  });

  it('keeps fields called metadata, and numbers and keys as they are', async () => {
    await stage.putType('loose', [{ name: 'metadata', kind: 'json' }]);
    const metadata = { b: [1, { metadata: { x: null } }], a: 'é' };
    const entry = await create('loose', { metadata });
    assert.deepEqual((await get(entry.id)).fields.metadata, metadata);
  });
});

describe('a change', () => {
  it('is the next version: null removes a value, and fields that are not named stay', async () => {
    const { id } = await create('article', { title: 'A', body: 'Text', price: 1 });
    const changed = await change(id, { price: null, body: 'More' });
    assert.deepEqual(changed.fields, { title: 'A', slug: 'a', body: 'More' });
    assert.equal(changed.version, 2);
  });

  it('with an If-Match that is out of date gets 412 and changes nothing', async () => {
    const { id } = await create('article', { title: 'B' });
    const { headers } = await ask(
      'PATCH',
      `/entries/${id}`,
      200,
      { fields: { price: 1 } },
      { 'if-match': '"1"' },
    );
    assert.equal(headers.etag, '"2"');
    await ask('PATCH', `/entries/${id}`, 412, { fields: { price: 2 } }, { 'if-match': '"1"' });
    assert.equal((await get(id)).fields.price, 1);
  });

  it('without an effect is no revision and no event', async () => {
    const entry = await create('article', { title: 'C', price: 3 });
    const before = (await events()).length;
    assert.deepEqual(await change(entry.id, { price: 3 }), entry);
    assert.equal((await events()).length, before);
  });

  it('of a published entry is a draft beside it: readers still get the published values', async () => {
    const { id } = await create('article', { title: 'Live', slug: 'live' });
    await act(id, 'publish');
    const changed = await change(id, { title: 'Next' });
    assert.deepEqual([changed.status, changed.version, changed.publishedVersion], ['changed', 2, 1]);
    const read = async () => (await ask('GET', '/published/article/live', 200)).body.data;
    assert.equal((await read()).fields.title, 'Live');
    await act(id, 'publish');
    assert.equal((await read()).fields.title, 'Next');
  });
});

describe('events', () => {
  it('record each fact once, with id, type, slug, version and the changed fields', async () => {
    const own = await openContent(test, { person: PERSON, article: ARTICLE });
    const { id } = await own.create('article', { title: 'News', price: 1 });
    await own.change(id, { price: 2 });
    await own.act(id, 'publish');
    await own.act(id, 'publish');
    await own.act(id, 'unpublish');
    await own.ask('DELETE', `/entries/${id}`, 200);
    const told = (await own.events('content.%')).map(({ type, data }) => [type, data.version, data.changed]);
    assert.deepEqual(told, [
      ['content.entry.created', 1, ['title', 'slug', 'price']],
      ['content.revision.created', 1, undefined],
      ['content.entry.updated', 2, ['price']],
      ['content.revision.created', 2, undefined],
      ['content.entry.published', 2, ['title', 'slug', 'price']],
      ['content.entry.unpublished', 2, []],
      ['content.entry.deleted', 2, []],
    ]);
    for (const { type, data } of await own.events('content.entry%')) {
      assert.deepEqual([data.id, data.type, data.slug], [id, 'article', 'news'], type);
    }
  });

  it('give search the words of an entry, and its removal', async () => {
    const own = await openContent(test, { article: ARTICLE });
    const { id } = await own.create('article', { title: 'Found', body: 'by these words' });
    await own.ask('DELETE', `/entries/${id}`, 200);
    assert.deepEqual(
      (await own.events('search.entity.changed')).map(({ data }) => data),
      [
        {
          entity: 'entry',
          id,
          removed: false,
          title: 'Found',
          subtitle: 'article',
          text: 'Found found by these words',
        },
        { entity: 'entry', id, removed: true },
      ],
    );
  });
});
