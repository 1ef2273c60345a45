/** Leaks that a stranger found around the limits to content types: answers stored or composed before the limit was looked at. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const database = await connectAsOwner(test.database);
const TITLE = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug', from: 'title' },
];
const stage = await openContent(test, {
  news: [...TITLE, { name: 'link', kind: 'reference', required: true }],
  page: TITLE,
  legal: [...TITLE, { name: 'needs', kind: 'reference', required: true }],
});
const { tenant, create, act, ask } = stage;
const owner = await tenant.staff('owner');
const { scopes } = (await test.call('GET', '/v1/me', { token: tenant.key })).body.data.actor;

async function limitedKey(contentTypes: object): Promise<{ id: string; token: string }> {
  const body = { label: 'Limited', scopes, contentTypes };
  const made = await test.call('POST', '/v1/api-keys', { token: owner, body });
  return { id: made.body.data.id, token: made.body.data.key };
}
const send = (token: string, method: string, path: string, body?: object | null, key?: string) =>
  test.call(method, `/v1/content${path}`, {
    ...{ token, body: body as object },
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });
const assertSilent = ({ text }: { text: string }, word: string) =>
  assert.equal(text.toLowerCase().includes(word), false, text);

it('a repeated request shows no more than the first one did', async () => {
  const release = (await ask('POST', '/releases', 201, { name: 'Both' })).body.data;
  const hidden = await create('legal', { title: 'Zyxwquell' });
  await ask('POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: hidden.id }] });
  const own = await create('page', { title: 'Own' });
  const { token } = await limitedKey({ page: 'publish' });
  const add = () =>
    send(token, 'POST', `/releases/${release.id}/entries`, { entries: [{ id: own.id }] }, 'twice');
  const [first, again] = [await add(), await add()];
  assert.deepEqual([first.status, again.status], [200, 200]);
  assert.equal(again.headers['idempotent-replayed'], 'true');
  assert.deepEqual(again.body.data.entries, first.body.data.entries);
  assertSilent(again, 'zyxwquell');
});

it('an answer from before a limit is not repeated', async () => {
  const entry = await create('legal', { title: 'Zyxwquell' });
  const key = await limitedKey({ '*': 'publish' });
  const body = { action: 'delete', entries: [{ id: entry.id }] };
  assert.equal((await send(key.token, 'POST', '/entries/bulk', body, 'before')).status, 200);
  const limit = { contentTypes: { page: 'publish' } };
  await test.call('PATCH', `/v1/api-keys/${key.id}`, { token: owner, body: limit });
  const again = await send(key.token, 'POST', '/entries/bulk', body, 'before');
  assert.equal(again.body.error.code, 'idempotency_key_reused');
});

it('what requires an entry is not named in bulk actions and releases', async () => {
  const page = await create('page', { title: 'Required' });
  await act(page.id, 'publish');
  const hidden = await create('legal', { title: 'Zyxwquell', needs: page.id });
  await act(hidden.id, 'publish');
  const { token } = await limitedKey({ page: 'publish' });
  const body = { action: 'unpublish', entries: [{ id: page.id }] };
  const partial = await send(token, 'POST', '/entries/bulk', { ...body, partial: true });
  assert.match(
    partial.body.data.results[0].error.message,
    /^Live entries require this entry\. Change them first/,
  );
  const whole = await send(token, 'POST', '/entries/bulk', body);
  assert.equal(whole.status, 422);
  const release = (await send(token, 'POST', '/releases', { name: 'Down' })).body.data;
  const down = { entries: [{ id: page.id, action: 'unpublish' }] };
  await send(token, 'POST', `/releases/${release.id}/entries`, down);
  const refused = await send(token, 'POST', `/releases/${release.id}/publish`, null);
  assert.equal(refused.status, 422);
  for (const answer of [partial, whole, refused]) assertSilent(answer, 'zyxwquell');
});

it('why a release of others failed is told without their entries', async () => {
  const hidden = await create('legal', {
    title: 'Zyxwquell',
    needs: (await create('page', { title: 'P' })).id,
  });
  const release = (await ask('POST', '/releases', 201, { name: 'Theirs' })).body.data;
  await ask('POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: hidden.id }] });
  const failure = { at: test.now(), failedAt: test.now(), problems: [{ path: `entries.${hidden.id}` }] };
  await database.query('update content_releases set failure = $2 where id = $1', [
    release.id,
    JSON.stringify({ ...failure, message: `entries.${hidden.id}: zyxwquell has been saved` }),
  ]);
  const { token } = await limitedKey({ page: 'publish' });
  for (const path of ['/releases', `/releases/${release.id}`]) {
    const answer = await send(token, 'GET', path);
    assert.equal(answer.status, 200);
    assert.match(answer.text, /Somebody who may read every content type sees why/);
    for (const word of ['zyxwquell', hidden.id]) assertSilent(answer, word);
  }
});

it('the plans of others for a hidden entry are not told by a link to it', async () => {
  const hidden = await create('page', { title: 'Soon' });
  const release = (await ask('POST', '/releases', 201, { name: 'Launch of Zyxwquell' })).body.data;
  await ask('POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: hidden.id }] });
  const at = new Date(test.now().getTime() + 86_400_000).toISOString();
  await ask('POST', `/releases/${release.id}/schedule`, 200, { at });
  const own = await create('news', { title: 'Own', link: hidden.id });
  const { token } = await limitedKey({ news: 'publish' });
  const refused = await send(token, 'POST', `/entries/${own.id}/publish`, null);
  assert.equal(refused.status, 422);
  assert.match(refused.text, /visitors do not get it/);
  assertSilent(refused, 'zyxwquell');
});

it('a draft that a release is to publish is changed by those alone who may publish it', async () => {
  const entry = await create('page', { title: 'Reviewed' });
  const release = (await ask('POST', '/releases', 201, { name: 'Spring' })).body.data;
  await ask('POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: entry.id }] });
  const { token } = await limitedKey({ page: 'write' });
  const body = { fields: { title: 'Sneaked' } };
  assert.equal((await send(token, 'PATCH', `/entries/${entry.id}`, body)).status, 200);
  const at = new Date(test.now().getTime() + 86_400_000).toISOString();
  const held = { entries: [{ id: entry.id }] };
  await ask('POST', `/releases/${release.id}/entries`, 200, held);
  await ask('POST', `/releases/${release.id}/schedule`, 200, { at });
  assert.equal((await send(token, 'PATCH', `/entries/${entry.id}`, body)).status, 403);
  assert.equal((await send(token, 'DELETE', `/entries/${entry.id}`)).status, 403);
});

it('an entry that goes live while a deletion waits for it is not deleted by who may not publish it', async () => {
  const entry = await create('page', { title: 'Racing' });
  const { token } = await limitedKey({ page: 'write' });
  await database.query('begin');
  await database.query('select from content_entries where id = $1 for update', [entry.id]);
  const publishing = ask('POST', `/entries/${entry.id}/publish`, 200, {});
  await sleep(200);
  const deleting = send(token, 'DELETE', `/entries/${entry.id}`);
  await sleep(200);
  await database.query('commit');
  await publishing;
  assert.equal((await deleting).status, 403);
  assert.equal((await stage.get(entry.id)).status, 'published');
});

it('an entry that a release is to publish leaves the bin only for those who may publish it', async () => {
  const entry = await create('page', { title: 'Withdrawn' });
  const release = (await ask('POST', '/releases', 201, { name: 'Withdrawal' })).body.data;
  await ask('POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: entry.id }] });
  const at = new Date(test.now().getTime() + 86_400_000).toISOString();
  await ask('POST', `/releases/${release.id}/schedule`, 200, { at });
  await ask('DELETE', `/entries/${entry.id}`, 200);
  const { token } = await limitedKey({ page: 'write' });
  const bulk = { action: 'restore', entries: [{ id: entry.id }] };
  const refused = [
    await send(token, 'POST', `/entries/${entry.id}/restore`),
    await send(token, 'POST', '/entries/bulk', bulk),
  ];
  for (const { status, body } of refused)
    assert.deepEqual([status, body.error.details], [403, { contentType: 'page', right: 'publish' }]);
  await ask('DELETE', `/releases/${release.id}/schedule`, 200);
  assert.equal((await send(token, 'POST', `/entries/${entry.id}/restore`)).status, 200);
});

it('why an own entry did not go live at its time is told, without the plans of others for what it links to', async () => {
  const hidden = await create('page', { title: 'Later' });
  const release = (await ask('POST', '/releases', 201, { name: 'Launch\nof Zyxwquell' })).body.data;
  await ask('POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: hidden.id }] });
  const dayAfter = (days: number) => new Date(test.now().getTime() + days * 86_400_000).toISOString();
  await ask('POST', `/releases/${release.id}/schedule`, 200, { at: dayAfter(2) });
  const own = await create('news', { title: 'Too early', link: hidden.id });
  await database.query(
    `insert into content_schedule (tenant_id, entry_id, action, at)
     select tenant_id, id, 'publish', $2 from content_entries where id = $1`,
    [own.id, dayAfter(0)],
  );
  test.advance(1_000);
  const work = test.startWork();
  await eventually('it has failed', async () => (await stage.get(own.id)).schedule.failure !== null);
  await work.stop();
  assert.match(JSON.stringify(await stage.get(own.id)), /Zyxwquell/);
  const { token } = await limitedKey({ news: 'publish' });
  const answers = [
    await send(token, 'GET', `/entries/${own.id}`),
    await send(token, 'GET', '/entries?type=news'),
    await send(token, 'POST', `/entries/${own.id}/publish`, null),
  ];
  for (const answer of answers) {
    assertSilent(answer, 'zyxwquell');
    assert.match(answer.text, /leads to an entry that is not published: visitors do not get it/);
  }
  const { failure } = answers[0]!.body.data.schedule;
  assert.equal(
    failure.message,
    'fields.link: leads to an entry that is not published: visitors do not get it',
  );
});

it('what a release of others published is not deleted or renamed by who may not publish it, also when it is gone', async () => {
  const { token } = await limitedKey({ news: 'publish' });
  const entry = await create('page', { title: 'Gone by now' });
  const release = (await ask('POST', '/releases', 201, { name: 'Of others' })).body.data;
  await ask('POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: entry.id }] });
  await ask('POST', `/releases/${release.id}/publish`, 200);
  await ask('DELETE', `/entries/${entry.id}`, 200);
  test.advance(31 * 86_400_000);
  const work = test.startWork();
  await eventually(
    'it is purged',
    async () => (await send(tenant.key, 'GET', `/entries/${entry.id}`)).status === 404,
  );
  await work.stop();
  const own = `/releases/${release.id}`;
  for (const refused of [await send(token, 'PATCH', own, { name: 'Mine' }), await send(token, 'DELETE', own)])
    assert.deepEqual([refused.status, refused.body.error?.details.contentType], [403, 'page']);
  assert.equal((await send(tenant.key, 'DELETE', own)).status, 200);
});
