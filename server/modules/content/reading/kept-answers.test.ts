/** Answers that are kept: as current as those that are read anew, for whom they are meant, within their bounds. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import pg from 'pg';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';
import { deleteOldChanges, FIND_CHANGES } from './kept-answers.sql.ts';
import { keepAnswers } from './kept-answers.ts';

const test = await useApp();
const stage = await openContent(test, {
  author: [{ name: 'name', kind: 'text' }],
  article: [
    { name: 'title', kind: 'text', localised: true },
    { name: 'slug', kind: 'slug' },
    { name: 'author', kind: 'reference', types: ['author'] },
    { name: 'body', kind: 'richtext' },
    { name: 'photo', kind: 'media' },
  ],
});
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const live = async (type: string, fields: object) => {
  const { id } = await stage.create(type, fields);
  await stage.act(id, 'publish');
  return id as string;
};
const read = async (path: string) => {
  const answer = await test.call('GET', `/v1/content/published/${path}`, { token: stage.tenant.key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body.data;
};
/** Changes live values in silence, as no code of ours can: only an answer that is read anew shows them. */
async function changeInSilence(id: string, title: string): Promise<void> {
  await owner.query("set session_replication_role = 'replica'");
  await owner.query(
    `update content_published set fields = jsonb_set(fields::jsonb, '{title}', to_jsonb($2::jsonb))::json where entry_id = $1`,
    [id, JSON.stringify({ en: title })],
  );
  await owner.query("set session_replication_role = 'origin'");
}

describe('an answer to a reader', () => {
  it('is kept until something of its tenant changes, whatever that is', async () => {
    const id = await live('article', { title: { en: 'First' }, slug: 'kept' });
    const titles = async () => [
      (await read('article/kept')).fields.title,
      (await read('article?where={"slug":"kept"}'))[0].fields.title,
    ];
    assert.deepEqual(await titles(), ['First', 'First']);
    await changeInSilence(id, 'Second');
    assert.deepEqual(await titles(), ['First', 'First']);
    await stage.create('author', { name: 'A draft' });
    assert.deepEqual(await titles(), ['First', 'First']);
    await live('author', { name: 'Someone else' });
    assert.deepEqual(await titles(), ['Second', 'Second']);
  });

  it('comes from tables whose changes are noted, whatever the reader asks for', async () => {
    const author = await live('author', { name: 'Ada' });
    const photo = await stage.asset();
    await live('article', { title: { en: 'All' }, slug: 'all', author, photo });
    const place = await stage.property('Everywhere');
    const page = [
      { name: 'title', kind: 'text' },
      { name: 'slug', kind: 'slug', from: 'title' },
    ];
    await stage.putType('page', page, { order: 'tree', addresses: { '*': '/{path}' } });
    const parent = await stage.create('page', { title: 'Above' });
    await stage.act((await stage.create('page', { title: 'Below' }, { parentId: parent.id })).id, 'publish');
    const tables = new Set<string>();
    const { query } = pg.Client.prototype;
    pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
      const text = (given[0] as { text?: string }).text ?? String(given[0]);
      for (const [, table] of text.matchAll(
        /\b(?:from|join)\s+((?!content_changes)(?:content|media|propert)\w+)/g,
      ))
        tables.add(table!);
      return (query as (...all: unknown[]) => unknown).apply(this, given);
    } as typeof query;
    try {
      for (const path of [
        'article/all',
        'article',
        'article?q=all',
        'article?sort=title&where={"author.name":"Ada"}',
      ])
        for (const view of ['', 'expand=author,photo', 'format=html', `property=${place}`, 'locale=en'])
          await read(`${path}${path.includes('?') ? '&' : '?'}${view}`);
      const lists = {
        all: { from: 'article.author', where: { 'author.name': 'Ada' }, expand: 'author,photo' },
      };
      await read(`author/${author}?referrers=${encodeURIComponent(JSON.stringify(lists))}`);
      for (const path of ['page/below', 'page?sort=position&where={"parent":null}', '../trees/page'])
        await read(path);
    } finally {
      pg.Client.prototype.query = query;
    }
    const { rows } = await owner.query<{ name: string }>(
      `select tgrelid::regclass::text as name from pg_trigger where tgname ~ '^note_content_' group by 1 having count(*) = 3`,
    );
    const noted = rows.map(({ name }) => name);
    // Of drafts, readers see the parents alone, and a trigger notes their changes; no row of a file's bytes is ever replaced.
    const known = ['content_entries', 'media_blobs'];
    assert.deepEqual([...tables].filter((table) => !noted.includes(table)).sort(), known);
  });

  it('is sent compressed to those who accept it, and plain to others', async () => {
    await live('article', { title: { en: 'Long '.repeat(1_000) }, slug: 'long' });
    const url = '/v1/content/published/article/long';
    const authorization = `Bearer ${stage.tenant.key}`;
    const ask = (encoding: string) =>
      test.app.inject({ url, headers: { authorization, 'accept-encoding': encoding } });
    const plain = (await ask('identity')).body;
    for (let times = 0; times < 3; times++) {
      const answer = await ask('gzip');
      assert.equal(answer.headers['content-encoding'], 'gzip');
      assert.equal(gunzipSync(answer.rawPayload).toString(), plain);
      assert.equal((await ask('identity')).body, plain);
    }
  });

  it('is never that of a preview', async () => {
    const { id } = await stage.create('article', { title: { en: 'Draft' }, slug: 'previewed' });
    const made = await test.call('POST', '/v1/content/preview-tokens', { token: stage.tenant.key, body: {} });
    assert.equal(made.status, 201, made.text);
    const preview = () => read(`article/previewed?preview=${made.body.data.token}`);
    assert.equal((await preview()).fields.title, 'Draft');
    await owner.query(
      `update content_entries set fields = jsonb_set(fields::jsonb, '{title,en}', '"Newer"')::json where id = $1`,
      [id],
    );
    assert.equal((await preview()).fields.title, 'Newer');
  });
});

describe('answers that are kept', () => {
  const MADE = 'x'.repeat(1_000);
  const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
  const kept = keepAnswers(test.db, { all: 100_000, ofTenant: 60_000, ofAnswer: 10_000 });
  const app = Fastify();
  let making = async () => {};
  let made = 0;
  before(async () => {
    app.addHook('onRequest', async (request) => {
      Object.assign(request, { actor: { tenant: { id: request.headers['x-tenant'] } } });
    });
    app.get('/*', { preValidation: kept.answer, onSend: kept.keep }, async (request) => {
      made++;
      await making();
      return request.url.includes('large') ? MADE.repeat(10) : MADE;
    });
  });
  const isMade = async (tenantId: string, url: string) => {
    const before = made;
    const { statusCode } = await app.inject({ url, headers: { 'x-tenant': tenantId } });
    assert.equal(statusCode, 200);
    return made > before;
  };
  const countOld = async () => {
    const { rows } = await owner.query<{ count: number }>(
      "select count(*)::int from content_changes where at < now() - interval '10 minutes'",
    );
    return rows[0]!.count;
  };
  const change = (tenantId: string) =>
    owner.query('insert into content_changes (tenant_id) values ($1)', [tenantId]);

  it('are forgotten with the changes of their tenant, not of others', async () => {
    assert.deepEqual([await isMade(one, '/a'), await isMade(other, '/a')], [true, true]);
    assert.deepEqual([await isMade(one, '/a'), await isMade(other, '/a')], [false, false]);
    await change(one);
    assert.deepEqual([await isMade(one, '/a'), await isMade(other, '/a')], [true, false]);
  });

  it('were not made before a change that became known meanwhile', async () => {
    making = async () => {
      making = async () => {};
      await change(one);
      await isMade(other, '/b');
    };
    assert.equal(await isMade(one, '/b'), true);
    assert.equal(await isMade(one, '/b'), true);
    assert.equal(await isMade(one, '/b'), false);
  });

  it('of one tenant, however many are asked for at once, are not all sent before that of another', async () => {
    assert.equal(await isMade(other, '/quick'), true);
    await isMade(one, '/quick');
    const answered: string[] = [];
    const ask = async (tenantId: string) => {
      await isMade(tenantId, '/quick');
      answered.push(tenantId);
    };
    await Promise.all([...Array.from({ length: 200 }, () => ask(one)), ask(other)]);
    const place = answered.indexOf(other);
    assert.ok(place < 100, `it was number ${place + 1} of 201`);
  });

  it('are bounded, each, of a tenant and in all; a flood of one tenant leaves those of another', async () => {
    assert.deepEqual([await isMade(one, '/large'), await isMade(one, '/large')], [true, true]);
    assert.equal(await isMade(other, '/mine'), true);
    for (let n = 0; n < 200; n++) await isMade(one, `/flood/${n}`);
    assert.ok(kept.bytes() > 50_000 && kept.bytes() <= 100_000, `${kept.bytes()} bytes`);
    assert.equal(await isMade(other, '/mine'), false);
    assert.equal(await isMade(one, '/flood/199'), false);
    assert.equal(await isMade(one, '/flood/1'), true);
    for (let tenants = 0; tenants < 5; tenants++)
      for (let n = 0; n < 30; n++) await isMade(`${tenants}${one.slice(1)}`, `/flood/${n}`);
    assert.ok(kept.bytes() <= 100_000, `${kept.bytes()} bytes`);
  });

  it('outlive no change in a crash of the database: the table of changes is logged', async () => {
    // When a backend dies, PostgreSQL empties unlogged tables, and goes on with the start time that it had.
    const { rows } = await owner.query(
      "select relname from pg_class where relname = 'content_changes' and relpersistence = 'p'",
    );
    assert.equal(rows.length, 1);
  });

  it('are forgotten by a change of a transaction that was open at an earlier look-up', async () => {
    const late = await connectAsOwner(test.database);
    await late.query('begin');
    await late.query('insert into content_changes (tenant_id) values ($1)', [other]);
    for (const url of ['/late', '/later']) assert.equal(await isMade(other, url), true);
    await change(one);
    assert.equal(await isMade(other, '/late'), false);
    await late.query('commit');
    await late.end();
    assert.equal(await isMade(other, '/late'), true);
  });

  it('are looked up without reading the changes of others, also while a transaction stays open', async () => {
    const [open, reading] = [await connectAsOwner(test.database), await connectAsOwner(test.database)];
    await open.query('begin');
    await open.query('select pg_current_xact_id()');
    const { rows: before } = await owner.query<{ snapshot: string }>(
      'select pg_current_snapshot()::text as snapshot',
    );
    await owner.query(
      'insert into content_changes (tenant_id) select gen_random_uuid() from generate_series(1, 5000)',
    );
    const { rows: now } = await owner.query<{ snapshot: string }>(
      'select pg_current_snapshot()::text as snapshot',
    );
    assert.notEqual(now[0]!.snapshot, before[0]!.snapshot);
    await reading.query('set enable_seqscan = off');
    await reading.query(`prepare look as ${FIND_CHANGES.text}`);
    const { rows } = await reading.query<{ 'QUERY PLAN': [{ Plan: object }] }>(
      `explain (analyze, format json) execute look('${now[0]!.snapshot}')`,
    );
    const read = [
      ...JSON.stringify(rows).matchAll(/"Relation Name":"content_changes".*?"Actual Rows":([\d.]+)/g),
    ];
    assert.ok(read.length > 0 && read.every(([, count]) => Number(count) < 10), JSON.stringify(rows));
    await Promise.all([open.end(), reading.end()]);
    await owner.query('delete from content_changes');
  });

  it('are all forgotten after more changes than are told apart, and old changes are deleted', async () => {
    assert.deepEqual([await isMade(other, '/c'), await isMade(other, '/c')], [true, false]);
    await owner.query(
      "insert into content_changes (tenant_id, at) select $1, now() - interval '11 minutes' from generate_series(1, 1100)",
      [one],
    );
    assert.equal(await isMade(other, '/c'), true);
    assert.notEqual(await deleteOldChanges(test.db, null), null);
    assert.equal(await countOld(), 1_100);
    await deleteOldChanges(test.db, await deleteOldChanges(test.db, null));
    assert.equal(await countOld(), 0);
  });
});
