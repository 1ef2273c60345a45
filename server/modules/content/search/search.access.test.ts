/** Who finds what by the search of sites: keys, sites, tenants, shared caches. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent, problemsOf } from '../testing/content.ts';

const test = await useApp();
const FIELDS = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug', from: 'title' },
];
const stage = await openContent(test, { article: FIELDS, internal: FIELDS });
const { create, act, property, tenant } = stage;
const [here, there] = [await property('Here'), await property('There')];
const admin = await tenant.staff('admin');

async function live(type: string, title: string, propertyId?: string): Promise<string> {
  const { id } = await create(type, { title }, { propertyId });
  await act(id, 'publish');
  return id;
}
await live('article', 'Tea for all');
await live('article', 'Tea here', here);
await live('article', 'Tea there', there);
await live('internal', 'Tea of staff');

const keyOf = async (propertyId: string, contentTypes: string[], cacheSeconds = 0) => {
  const body = { label: 'Site', propertyId, contentTypes, cacheSeconds };
  const answer = await test.call('POST', '/v1/storefront-keys', { token: admin, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.key as string;
};
const titlesOf = (answer: { body: { data: { title: string }[] } }) =>
  answer.body.data.map(({ title }) => title).sort();
const shop = (query: string, token?: string) =>
  test.call('GET', `/v1/storefront/content-search?${query}`, token === undefined ? {} : { token });

it('a storefront key finds the types that it names, of its site and for all sites', async () => {
  assert.deepEqual(titlesOf(await shop('q=tea', await keyOf(here, ['article']))), [
    'Tea for all',
    'Tea here',
  ]);
  assert.deepEqual(titlesOf(await shop('q=tea', await keyOf(there, ['article']))), [
    'Tea for all',
    'Tea there',
  ]);
  const both = await keyOf(here, ['article', 'internal']);
  assert.deepEqual(titlesOf(await shop('q=tea&type=internal', both)), ['Tea of staff']);
  const none = await shop('q=tea', await keyOf(here, []));
  assert.deepEqual([none.status, none.body.data], [200, []]);
});

it('a type that the storefront key does not name is as unknown as one that does not exist', async () => {
  const key = await keyOf(here, ['article']);
  for (const type of ['internal', 'nothing']) {
    const answer = await shop(`q=tea&type=article&type=${type}`, key);
    assert.equal(answer.status, 422);
    assert.deepEqual(problemsOf(answer), [['type[1]', 'not_found']]);
  }
});

it('a key that reads published content finds all sites, or one and what is for all', async () => {
  const token = await tenant.keyWith('read:published');
  const ask = (query: string) => test.call('GET', `/v1/content/search?${query}`, { token });
  assert.equal((await ask('q=tea')).body.data.length, 4);
  assert.deepEqual(titlesOf(await ask(`q=tea&property=${here}&type=article`)), ['Tea for all', 'Tea here']);
  assert.equal((await ask('q=tea&property=prop_unknown')).status, 422);
  assert.equal((await test.call('GET', '/v1/content/search?q=tea')).status, 401);
});

it('another tenant finds nothing of it', async () => {
  const other = await openContent(test, { article: FIELDS });
  assert.deepEqual((await other.ask('GET', '/search?q=tea', 200)).body.data, []);
  const { id } = await other.create('article', { title: 'Tea of others' });
  await other.act(id, 'publish');
  assert.deepEqual(titlesOf(await other.ask('GET', '/search?q=tea', 200)), ['Tea of others']);
  assert.equal((await stage.ask('GET', '/search?q=others', 200)).body.data.length, 0);
});

it('a shared cache keeps a search for a minute at most, and the event of a publication names its keys', async () => {
  const key = await keyOf(here, ['article'], 3_600);
  const answer = await shop(`q=tea&key=${key}`);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers['cache-control'], 'public, max-age=0, s-maxage=60');
  const keys = String(answer.headers['surrogate-key']).split(' ');
  await live('article', 'Tea later');
  const { data } = (await stage.events('content.entry.published')).at(-1)!;
  assert.ok(data.surrogateKeys.some((each: string) => keys.includes(each)));
  assert.equal((await shop('q=tea', key)).headers['cache-control'], 'private, no-cache');
  const etag = String((await shop('q=tea', key)).headers.etag);
  const again = await test.call('GET', '/v1/storefront/content-search?q=tea', {
    token: key,
    headers: { 'if-none-match': etag },
  });
  assert.equal(again.status, 304);
});
