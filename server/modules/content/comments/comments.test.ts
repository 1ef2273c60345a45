import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { ARTICLE, openContent, PERSON, problemsOf } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test, { person: PERSON, article: ARTICLE });
const { ask, create, tenant } = stage;
const DAY = 86_400_000;

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

const comment = async (id: string, text: string, more: object = {}, expected = 201) =>
  (await ask('POST', `/entries/${id}/comments`, expected, { text, ...more })).body;
const threadsOf = async (id: string, query = '') =>
  (await ask('GET', `/entries/${id}/comments${query}`, 200)).body.data;
const call = (token: string, method: string, path: string, body?: object) =>
  test.call(method, path, { token, body });
const [editor, other, viewer, admin] = await Promise.all(
  (['editor', 'editor', 'viewer', 'admin'] as const).map((role) => tenant.staff(role)),
);
const idOf = async (token: string) => (await call(token, 'GET', '/v1/me')).body.data.actor.id;
const noticesOf = async (token: string) =>
  (await call(token, 'GET', '/v1/notices?unread=true')).body.data.filter(
    ({ kind }: Json) => kind === 'content.mentioned',
  );

describe('comments on an entry', () => {
  it('are threads about the entry or a field, answered, settled and opened again by a new word', async () => {
    const { id } = await create('article', { title: 'Discussed' });
    const whole = (await comment(id, 'Who has the pictures?')).data;
    const field = (await comment(id, 'Too long?', { field: 'title', locale: 'en' })).data;
    const reply = (await comment(id, 'A little.', { threadId: field.id })).data;
    assert.deepEqual([reply.threadId, reply.field, reply.locale], [field.id, 'title', 'en']);
    await ask('PATCH', `/comments/${field.id}`, 200, { resolved: true });
    assert.deepEqual(
      (await threadsOf(id, '?resolved=false')).map((each: Json) => each.id),
      [whole.id],
    );
    const [settled] = await threadsOf(id, '?resolved=true');
    assert.deepEqual([settled.id, settled.replies.length, settled.resolvedBy.type], [field.id, 1, 'api_key']);
    await comment(id, 'Still too long.', { threadId: field.id });
    assert.equal((await threadsOf(id, '?resolved=true')).length, 0);
    assert.deepEqual(problemsOf({ body: await comment(id, 'x', { field: 'nothing' }, 422) } as never), [
      ['field', 'not_allowed'],
    ]);
    assert.equal((await comment(id, 'x', { threadId: reply.id }, 422)).error.details[0].path, 'threadId');
    assert.equal((await comment(id, 'x'.repeat(4_001), {}, 422)).error.details[0].path, 'text');
  });

  it('are changed by their authors alone, settled by every editor, and deleted by an admin with their replies', async () => {
    const { id } = await create('article', { title: 'Whose words' });
    const path = `/v1/content/entries/${id}/comments`;
    const { data: mine } = (await call(editor!, 'POST', path, { text: 'Mine' })).body;
    const own = `/v1/content/comments/${mine.id}`;
    assert.equal((await call(other!, 'PATCH', own, { text: 'Not mine' })).status, 403);
    assert.equal((await call(other!, 'PATCH', own, { resolved: true })).status, 200);
    assert.equal((await call(editor!, 'PATCH', own, { text: 'Mine, better' })).status, 200);
    assert.equal((await call(viewer!, 'POST', path, { text: 'I only read' })).status, 403);
    assert.equal((await call(viewer!, 'GET', path)).body.data[0].text, 'Mine, better');
    await call(other!, 'POST', path, { text: 'An answer', threadId: mine.id });
    assert.equal((await call(editor!, 'DELETE', own)).status, 409);
    assert.equal((await call(other!, 'DELETE', own)).status, 403);
    assert.equal((await call(admin!, 'DELETE', own)).status, 200);
    assert.deepEqual(await threadsOf(id), []);
  });

  it('mention members, who alone see a notice, one for an entry until they have read it', async () => {
    const { id } = await create('article', { title: 'Mentioned' });
    const path = `/v1/content/entries/${id}/comments`;
    const colleagues = (await call(editor!, 'GET', '/v1/content/colleagues')).body.data;
    const memberId = await idOf(other!);
    assert.ok(colleagues.some((each: Json) => each.id === memberId && each.email === undefined));
    const mentions = { mentions: [memberId] };
    const say = (text: string, more: object) => call(editor!, 'POST', path, { text, ...more });
    assert.equal((await say('Look at the first line, please', mentions)).status, 201);
    assert.equal((await say('And at the second', mentions)).status, 201);
    const [notice, ...more] = await noticesOf(other!);
    assert.match(notice.message, /mentioned you in a comment on mentioned: Look at the first line/);
    assert.deepEqual([notice.subject, more], [{ type: 'entry', id }, []]);
    for (const token of [editor!, admin!, tenant.key]) assert.deepEqual(await noticesOf(token), []);
    assert.equal((await call(admin!, 'POST', `/v1/notices/${notice.id}/read`)).status, 404);
    assert.equal((await call(other!, 'POST', `/v1/notices/${notice.id}/read`)).status, 200);
    assert.deepEqual(await noticesOf(other!), []);
    const stranger = await openContent(test);
    const foreign = { mentions: [await idOf(await stranger.tenant.staff('editor'))] };
    assert.equal((await say('A stranger', foreign)).body.error.details[0].path, 'mentions[0]');
  });

  it('are dismissed by a viewer who is mentioned, and quote characters whole', async () => {
    const { id } = await create('article', { title: 'For viewers too' });
    const mentions = [await idOf(viewer!)];
    await comment(id, `${'x'.repeat(199)}😀😀`, { mentions });
    const [notice] = await noticesOf(viewer!);
    assert.match(notice.message, /x😀 …$/u);
    assert.equal(notice.isPersonal, true);
    assert.equal((await call(viewer!, 'POST', `/v1/notices/${notice.id}/read`)).status, 200);
    assert.deepEqual(await noticesOf(viewer!), []);
  });

  it('are reworded while others answer them', async () => {
    const { id } = await create('article', { title: 'Lively' });
    const thread = (await comment(id, 'A thread')).data;
    const mentions = [await idOf(other!)];
    const path = `/v1/content/entries/${id}/comments`;
    const statuses: number[] = [];
    for (let round = 0; round < 10; round++) {
      const body = { text: `Round ${round}`, mentions: round % 2 === 0 ? mentions : [] };
      const all = await Promise.all(
        [1, 2, 3].flatMap(() => [
          call(editor!, 'POST', path, { text: 'An answer', threadId: thread.id }),
          call(tenant.key, 'PATCH', `/v1/content/comments/${thread.id}`, body),
        ]),
      );
      statuses.push(...all.map(({ status }) => status));
    }
    assert.deepEqual([...new Set(statuses)].sort(), [200, 201]);
  });

  it('reach no reader, no event and no key for published content, and go with the entry', async (t) => {
    const { id } = await create('article', { title: 'Nothing outside' });
    await stage.act(id, 'publish');
    const memberId = await idOf(other!);
    const before = (await stage.events('%')).length;
    const body = { text: 'A word that nobody outside sees', mentions: [memberId] };
    assert.equal((await call(editor!, 'POST', `/v1/content/entries/${id}/comments`, body)).status, 201);
    assert.equal((await stage.events('%')).length, before);
    const owner = await tenant.staff('owner');
    const made = await call(owner, 'POST', '/v1/api-keys', { label: 'Site', scopes: ['read:published'] });
    const site = made.body.data.key ?? made.body.data.secret;
    assert.equal((await call(site, 'GET', `/v1/content/entries/${id}/comments`)).status, 403);
    const { text } = await call(site, 'GET', `/v1/content/published/article/${id}`);
    assert.doesNotMatch(text, /nobody outside/);
    await stage.ask('DELETE', `/entries/${id}`, 200);
    test.advance(31 * DAY);
    const work = test.startWork();
    t.after(() => work.stop());
    const rows = async () => {
      const { rows } = await test.db.inTenant(tenant.id, (tx) =>
        tx.query<{ count: number }>(
          `select (select count(*) from content_comments where entry_id = $1)::int
             + (select count(*) from notices where subject_id = $1)::int as count`,
          [id],
        ),
      );
      return rows[0]!.count;
    };
    assert.equal(await rows(), 2);
    await eventually('all of it is gone', async () => (await rows()) === 0);
  });

  it('are at most 500 of an entry, also for requests at the same moment', async () => {
    const { id } = await create('article', { title: 'Full' });
    await test.db.inTenant(tenant.id, (tx) =>
      tx.query(
        `insert into content_comments (tenant_id, id, entry_id, text, author, version, created_at)
         select current_tenant(), gen_random_uuid(), $1, 'x', '{"type":"system","id":null,"name":"test"}', 1, now()
         from generate_series(1, 499)`,
        [id],
      ),
    );
    const path = `/v1/content/entries/${id}/comments`;
    const both = await Promise.all([1, 2, 3].map(() => call(tenant.key, 'POST', path, { text: 'One more' })));
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 409, 409]);
  });
});
