/** A release that is published between two reads of one request. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const NAMED = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug' },
];
const scene = { name: 'scene', kind: 'reference', types: ['scene'], required: true };
const stage = await openContent(test, { scene: NAMED, play: [...NAMED, scene] });
const { ask, create, change, tenant } = stage;
await stage.putType('page', NAMED, { order: 'tree', addresses: { '*': '/{path}' } });

const scenes = [
  await create('scene', { title: '0', slug: 'scene-0' }),
  await create('scene', { title: '0', slug: 'scene-1' }),
];
const play = await create('play', { title: '0', slug: 'play', scene: scenes[0].id });
const above = await create('page', { title: '0', slug: 'above' });
const below = await create('page', { title: '0', slug: 'below' }, { parentId: above.id });

const admin = await tenant.staff('admin');
const propertyId = await stage.property('Site');
const made = await test.call('POST', '/v1/storefront-keys', {
  token: admin,
  body: { label: 'Site', propertyId, contentTypes: ['play', 'scene', 'page'] },
});
const key: string = made.body.data.key;

let edition = 0;
/** The next edition of everything, whose play has the other scene; the former scene is taken down. */
async function nextRelease(): Promise<string> {
  edition += 1;
  const [to, from] = [scenes[edition % 2], scenes[(edition + 1) % 2]];
  const title = String(edition);
  for (const { id } of [to, above, below]) await change(id, { title });
  await change(play.id, { title, scene: to.id });
  const { id } = (await ask('POST', '/releases', 201, { name: title })).body.data;
  const entries: object[] = [to, play, above, below].map((one) => ({ id: one.id }));
  if (edition > 1) entries.push({ id: from.id, action: 'unpublish' });
  await ask('POST', `/releases/${id}/entries`, 200, { entries });
  return id;
}
await ask('POST', `/releases/${await nextRelease()}/publish`, 200);

/** Sends the request, and publishes the release behind the first read that it makes. */
async function readAcross(release: string, path: string, token: string) {
  const { readInTenants, readInTenant } = test.db;
  let publishing: Promise<unknown> | undefined;
  const first = async <T>(reading: Promise<T>): Promise<T> => {
    const read = await reading;
    Object.assign(test.db, { readInTenants, readInTenant });
    publishing ??= ask('POST', `/releases/${release}/publish`, 200);
    await publishing;
    return read;
  };
  Object.assign(test.db, {
    readInTenants: (...args: Parameters<typeof readInTenants>) => first(readInTenants(...args)),
    readInTenant: (...args: Parameters<typeof readInTenant>) => first(readInTenant(...args)),
  });
  const answer = await test.call('GET', `/v1${path}`, { token });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(publishing !== undefined, 'the release was published meanwhile');
  return answer.body.data;
}

describe('an answer to a reader, while a release is published,', () => {
  for (const [root, token] of [
    ['/content/published', tenant.key],
    ['/storefront/content', key],
  ] as const) {
    for (const name of ['play', play.id]) {
      for (const query of ['expand=scene', 'fields=title,scene.title', 'expand=scene&format=html']) {
        const path = `${root}/play/${name === 'play' ? name : ':id'}?${query}`;
        it(`has an entry and what it refers to of one moment: ${path}`, async () => {
          const { fields } = await readAcross(await nextRelease(), `${root}/play/${name}?${query}`, token);
          assert.equal(fields.scene?.fields.title, fields.title);
        });
      }
    }
    for (const name of ['below', below.id]) {
      const path = `${root}/page/${name === 'below' ? name : ':id'}`;
      it(`has an entry and those above it of one moment: ${path}`, async () => {
        const { fields, ancestors } = await readAcross(await nextRelease(), `${root}/page/${name}`, token);
        assert.equal(ancestors[0].title, fields.title);
      });
    }
  }
});
