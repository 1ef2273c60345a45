import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { jpeg } from './testing/images.ts';
import { type AssetBody, eventsOf, uploaded } from './testing/uploads.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = tenant.key;

const newAsset = (fields: [string, string][] = [], filename = 'file.bin', of = tenant) =>
  uploaded(test, of.key, randomBytes(20), { filename, fields });
const patch = (id: string, body: object, headers = {}) =>
  test.call('PATCH', `/v1/media/${id}`, { token, body, headers });
const list = async (query: string, of = tenant): Promise<AssetBody[]> => {
  const answer = await test.call('GET', `/v1/media?${query}`, { token: of.key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data.map((asset: AssetBody) => asset.filename);
};

describe('the fields of an asset', () => {
  it('are changed one by one, and the answer has the next version', async () => {
    const { id } = await newAsset([['title', 'Before']]);
    const { status, body, headers } = await patch(id, {
      alt: 'A boat',
      tags: ['Sea', 'sea '],
      folder: '/a/b',
    });
    assert.equal(status, 200);
    const { title, alt, tags, folder, version } = body.data;
    assert.deepEqual([title, alt, tags, folder, version], ['Before', 'A boat', ['sea'], '/a/b', 2]);
    assert.equal(headers.etag, '"2"');
    const stored = await test.call('GET', `/v1/media/${id}`, { token });
    assert.deepEqual(stored.body, body);
  });

  it('are not changed by a request that names an earlier version', async () => {
    const { id } = await newAsset();
    assert.equal((await patch(id, { title: 'Mine' }, { 'if-match': '"1"' })).status, 200);
    const late = await patch(id, { title: 'Late' }, { 'if-match': '"1"' });
    assert.deepEqual([late.status, late.body.error.code], [412, 'precondition_failed']);
    assert.equal((await test.call('GET', `/v1/media/${id}`, { token })).body.data.title, 'Mine');
  });

  it('are refused with every mistake', async () => {
    const { id } = await newAsset();
    const { status, body } = await patch(id, {
      folder: '/a//b',
      visibility: 'x',
      focalPoint: { x: -1 },
      tags: [''],
    });
    assert.equal(status, 422);
    const paths = body.error.details.map(({ path }: { path: string }) => path).sort();
    assert.deepEqual(paths, ['focalPoint.x', 'focalPoint.y', 'folder', 'tags[0]', 'visibility']);
  });

  it('reach the index of search', async () => {
    const other = await newTenant(test);
    const asset = await newAsset(
      [
        ['title', 'Harbour'],
        ['tags', 'sea'],
      ],
      'h.jpg',
      other,
    );
    await test.call('PATCH', `/v1/media/${asset.id}`, { token: other.key, body: { title: 'Port' } });
    await test.call('DELETE', `/v1/media/${asset.id}`, { token: other.key });
    const events = await eventsOf(test, other.id, 'search.entity.changed');
    assert.deepEqual(
      events.map(({ entity, id, removed, title, text }) => [entity, id === asset.id, removed, title, text]),
      [
        ['asset', true, false, 'Harbour', 'Harbour\nh.jpg\n\nsea'],
        ['asset', true, false, 'Port', 'Port\nh.jpg\n\nsea'],
        ['asset', true, true, undefined, undefined],
      ],
    );
  });
});

describe('the list', async () => {
  const other = await newTenant(test);
  for (const [filename, fields, type] of [
    [
      'boat.txt',
      [
        ['title', 'Café au port'],
        ['tags', 'Sea'],
        ['folder', '/trips'],
      ],
      'text',
    ],
    [
      'beach-house.txt',
      [
        ['alt', 'Sand'],
        ['tags', 'sea'],
        ['tags', 'sand'],
        ['folder', '/trips/2030'],
      ],
      'text',
    ],
    ['photo.jpg', [['title', 'Portrait']], 'image'],
  ] as [string, [string, string][], string][]) {
    test.advance(1000);
    const bytes = type === 'image' ? await jpeg(20, 20) : `text of ${filename}`;
    await uploaded(test, other.key, bytes, { filename, fields });
  }

  const QUERIES: Record<string, string[]> = {
    '': ['photo.jpg', 'beach-house.txt', 'boat.txt'],
    'folder=/trips': ['boat.txt'],
    'folder=/': ['photo.jpg'],
    'tag=SEA': ['beach-house.txt', 'boat.txt'],
    'tag=sea&folder=/trips/2030': ['beach-house.txt'],
    'kind=image': ['photo.jpg'],
    'kind=document': ['beach-house.txt', 'boat.txt'],
    'status=uploaded': ['photo.jpg'],
    'status=ready': ['beach-house.txt', 'boat.txt'],
    'status=failed': [],
    'q=port': ['photo.jpg', 'boat.txt'],
    'q=cafe': ['boat.txt'],
    'q=hou sand': ['beach-house.txt'],
    'q=house boat': [],
    'q=sea': ['beach-house.txt', 'boat.txt'],
    'q=%25': ['photo.jpg', 'beach-house.txt', 'boat.txt'],
    'q=nothing': [],
  };
  for (const [query, expected] of Object.entries(QUERIES)) {
    it(`with ${query || 'no filter'} has ${expected.join(', ') || 'nothing'}`, async () =>
      assert.deepEqual(await list(query, other), expected));
  }

  it('is paged, newest first', async () => {
    const first = await test.call('GET', '/v1/media?limit=2', { token: other.key });
    assert.equal(first.body.pagination.hasMore, true);
    const rest = await list(`limit=2&cursor=${first.body.pagination.nextCursor}`, other);
    assert.deepEqual(rest, ['boat.txt']);
  });

  it('refuses an unknown kind, an unknown status and an invalid folder', async () => {
    for (const query of ['kind=x', 'status=x', 'folder=x', 'limit=0']) {
      assert.equal((await test.call('GET', `/v1/media?${query}`, { token })).status, 422, query);
    }
  });
});

describe('a folder', () => {
  it('exists as long as it contains something, and moves with everything below it', async () => {
    const other = await newTenant(test);
    const ask = (method: string, url: string, body?: object) =>
      test.call(method, url, { token: other.key, body });
    const folders = async () => (await ask('GET', '/v1/media/folders')).body.data;
    for (const folder of ['/a', '/a/b', '/a/b', '/ab', '/a0', '/'])
      await newAsset([['folder', folder]], 'x', other);
    assert.deepEqual(await folders(), [
      { folder: '/', assets: 1 },
      { folder: '/a', assets: 1 },
      { folder: '/a/b', assets: 2 },
      { folder: '/a0', assets: 1 },
      { folder: '/ab', assets: 1 },
    ]);
    const moved = await ask('POST', '/v1/media/folders/move', { from: '/a', to: '/x/y' });
    assert.deepEqual([moved.status, moved.body.data], [200, { folder: '/x/y', moved: 3 }]);
    const paths = (await folders()).map(({ folder }: { folder: string }) => folder);
    assert.deepEqual(paths, ['/', '/a0', '/ab', '/x/y', '/x/y/b']);
    await ask('POST', '/v1/media/folders/move', { from: '/x', to: '/' });
    assert.deepEqual(
      (await folders()).map(({ folder }: { folder: string }) => folder),
      ['/', '/a0', '/ab', '/y', '/y/b'],
    );
  });

  it('does not move into itself; an absent one does not move', async () => {
    const move = (from: string, to: string) =>
      test.call('POST', '/v1/media/folders/move', { token, body: { from, to } });
    await newAsset([['folder', '/m']]);
    for (const [from, to] of [
      ['/m', '/m'],
      ['/m', '/m/n'],
      ['/', '/m'],
    ] as const) {
      assert.equal((await move(from, to)).status, 422, `${from} ${to}`);
    }
    assert.equal((await move('/nothing', '/m')).status, 404);
  });

  it('moves once with an Idempotency-Key; an absent one stays absent under the same key', async () => {
    const move = (from: string) =>
      test.call('POST', '/v1/media/folders/move', {
        token,
        body: { from, to: '/once' },
        headers: { 'idempotency-key': from },
      });
    assert.deepEqual([(await move('/absent')).status, (await move('/absent')).status], [404, 404]);
    await newAsset([['folder', '/there']]);
    const first = await move('/there');
    assert.deepEqual(first.body.data, { folder: '/once', moved: 1 });
    assert.equal((await move('/there')).text, first.text);
  });
});
