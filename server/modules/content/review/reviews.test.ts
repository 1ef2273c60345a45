import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { openContent } from '../testing/content.ts';

const test = await useApp();
const stage = await openContent(test);
const { tenant } = stage;
const HOUR = 3_600_000;
const FIELDS = [{ name: 'title', kind: 'text', required: true }];

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects; a type would say it twice
type Json = any;

const [writer, reviewer, admin, owner] = await Promise.all(
  (['editor', 'editor', 'admin', 'owner'] as const).map((role) => tenant.staff(role)),
);
const call = async (token: string, method: string, path: string, expected: number, body?: object) => {
  test.advance(1);
  const answer = await test.call(method, `/v1/content${path}`, { token, body });
  assert.equal(answer.status, expected, `${method} ${path}: ${answer.text}`);
  return answer.body.success ? answer.body.data : answer.body.error;
};
const define = (token: string, expected: number, more: object) =>
  call(token, 'PUT', '/types/article', expected, { title: 'Article', fields: FIELDS, ...more });
await define(admin!, 200, { review: true });
const draft = async (title: string) =>
  call(writer!, 'POST', '/entries', 201, { type: 'article', fields: { title } });
const decide = (token: string, id: string, version: number, expected: number, more: object = {}) =>
  call(token, 'PUT', `/entries/${id}/review`, expected, { version, decision: 'approve', ...more });
const publish = (token: string, id: string, expected: number) =>
  call(token, 'POST', `/entries/${id}/publish`, expected);
const inMs = (milliseconds: number) => new Date(test.now().getTime() + milliseconds).toISOString();
const memberId = async (token: string) =>
  (await test.call('GET', '/v1/me', { token })).body.data.actor.id as string;

describe('a type whose publishing needs a review', () => {
  it('publishes a version that another person approved, and not a later one', async () => {
    const { id } = await draft('Reviewed');
    const none = await publish(writer!, id, 409);
    assert.equal(none.code, 'review_required');
    assert.match(none.message, /version 1 has none\. Ask for one: POST \/v1\/content\/entries\/.*\/review\./);
    await call(writer!, 'POST', `/entries/${id}/review`, 200, { note: 'Ready' });
    assert.match((await publish(writer!, id, 409)).message, /waits for its review/);
    assert.match((await decide(writer!, id, 1, 403)).message, /You are the last author of this version/);
    await decide(reviewer!, id, 1, 200);
    await call(writer!, 'PATCH', `/entries/${id}`, 200, { fields: { title: 'Slipped in' } });
    const late = await publish(writer!, id, 409);
    assert.match(late.message, /Version 1 was reviewed, and the latest is 2/);
    assert.equal((await decide(reviewer!, id, 1, 422)).details[0].code, 'changed');
    await decide(reviewer!, id, 2, 200);
    assert.equal((await publish(writer!, id, 200)).status, 'published');
  });

  it('is overridden by an owner with a reason, which is in the audit log; keys follow the same rule', async () => {
    const { id } = await call(tenant.key, 'POST', '/entries', 201, {
      type: 'article',
      fields: { title: 'By key' },
    });
    await decide(tenant.key, id, 1, 403);
    await decide(reviewer!, id, 1, 403, { override: true, note: 'Now' });
    assert.equal((await decide(owner!, id, 1, 422, { override: true })).details[0].path, 'note');
    const review = await decide(owner!, id, 1, 200, {
      override: true,
      note: 'A recall: nobody else is awake',
    });
    assert.deepEqual([review.overridden, review.isCurrent], [true, true]);
    await publish(tenant.key, id, 200);
    const { rows } = await test.db.inTenant(tenant.id, (tx) =>
      tx.query<{ action: string; details: Json }>(
        "select action, details::jsonb as details from audit_log where subject_id = $1 and action like 'content_review%'",
        [id],
      ),
    );
    assert.deepEqual(rows, [
      {
        action: 'content_review.overridden',
        details: { version: 1, reason: 'A recall: nobody else is awake' },
      },
    ]);
  });

  it('is asked of a member, who gets a notice, as the writer does of the changes that are asked for', async () => {
    const { id } = await draft('Asked');
    const [asked, own] = [await memberId(reviewer!), await memberId(writer!)];
    const stranger = await openContent(test);
    const foreign = await memberId(await stranger.tenant.staff('editor'));
    const readsOnly = await memberId(await tenant.staff('viewer'));
    for (const reviewerId of [foreign, own, readsOnly]) {
      const refused = await call(writer!, 'POST', `/entries/${id}/review`, 422, { reviewerId });
      assert.equal(refused.details[0].path, 'reviewerId');
    }
    await call(writer!, 'POST', `/entries/${id}/review`, 200, { reviewerId: asked, note: 'Please' });
    const listed = await call(reviewer!, 'GET', `/reviews?reviewerId=${asked}`, 200);
    assert.deepEqual(
      listed.map((each: Json) => each.entryId),
      [id],
    );
    const noticesOf = async (token: string, kind: string) =>
      (await test.call('GET', '/v1/notices', { token })).body.data.filter((each: Json) => each.kind === kind);
    assert.match(
      (await noticesOf(reviewer!, 'content.review_requested'))[0].message,
      /asks you to review .*: Please/,
    );
    await decide(reviewer!, id, 1, 422, { decision: 'request_changes' });
    await decide(reviewer!, id, 1, 200, { decision: 'request_changes', note: 'The year is missing' });
    assert.match(
      (await noticesOf(writer!, 'content.review_changes_requested'))[0].message,
      /asks for changes of .*: The year is missing/,
    );
    assert.match((await publish(writer!, id, 409)).message, /asks for changes/);
  });

  it('is made so by admins alone, who alone change its live values by a change of the type', async () => {
    await define(writer!, 403, { review: false });
    await define(tenant.key, 403, { review: false });
    const migrate = { default: { title: 'Written past the review' } };
    await define(writer!, 403, { migrate });
    const fields = [...FIELDS, { name: 'note', kind: 'text' }];
    assert.equal((await define(writer!, 200, { fields })).review, true);
    const block = (token: string, expected: number, more: object) =>
      call(token, 'PUT', '/types/quote', expected, { title: 'Quote', block: true, ...more });
    await block(writer!, 200, { fields: [{ name: 'text', kind: 'text' }] });
    await define(writer!, 200, { fields: [...fields, { name: 'body', kind: 'blocks', blocks: ['quote'] }] });
    const renamed = { fields: [{ name: 'words', kind: 'text' }], migrate: { rename: { text: 'words' } } };
    assert.match(
      (await block(writer!, 403, renamed)).message,
      /^An admin alone changes live values of the type article,/,
    );
    await block(admin!, 200, renamed);
    await define(admin!, 200, { fields, migrate: { drop: ['body'] } });
  });

  it('is not approved by its author after a change of the type has saved it anew', async () => {
    await define(admin!, 200, {});
    const { id } = await draft('Words of the writer');
    const fields = [...FIELDS, { name: 'year', kind: 'number' }];
    await define(admin!, 200, { fields, migrate: { default: { year: 2030 } } });
    assert.match((await decide(writer!, id, 2, 403)).message, /You are the last author/);
    assert.equal((await decide(admin!, id, 2, 403)).code, 'forbidden');
    await decide(reviewer!, id, 2, 200);
    await define(admin!, 200, { migrate: { drop: ['year'] } });
  });

  it('keeps its review while an editor saves the type at the moment when an admin turns it on', async () => {
    for (let round = 0; round < 5; round++) {
      const save = (token: string, review: boolean) =>
        test.call('PUT', `/v1/content/types/notice${round}`, {
          token,
          body: { title: `Saved with ${review}`, fields: FIELDS, review },
        });
      await save(admin!, false);
      const [on] = await Promise.all([save(admin!, true), save(writer!, false)]);
      assert.equal(on.status, 200, on.text);
      assert.equal((await call(writer!, 'GET', `/types/notice${round}`, 200)).review, true);
    }
  });

  it('is deleted by an admin alone, because the next type of its name would have no review', async () => {
    await call(admin!, 'PUT', '/types/terms', 200, { title: 'Terms', fields: FIELDS, review: true });
    for (const token of [writer!, tenant.key])
      assert.match((await call(token, 'DELETE', '/types/terms', 403)).message, /An admin alone deletes/);
    await call(admin!, 'DELETE', '/types/terms', 200);
  });

  it('without a review any more leaves no reviews that nobody can decide about', async () => {
    const page = (review: boolean) =>
      call(admin!, 'PUT', '/types/page', 200, { title: 'Page', fields: FIELDS, review });
    await page(true);
    const create = async (title: string): Promise<string> =>
      (await call(writer!, 'POST', '/entries', 201, { type: 'page', fields: { title } })).id;
    const [asked, returned, approved] = [
      await create('Asked'),
      await create('Returned'),
      await create('Approved'),
    ];
    await call(writer!, 'POST', `/entries/${asked}/review`, 200, {});
    await decide(reviewer!, returned, 1, 200, { decision: 'request_changes', note: 'Shorter' });
    await decide(reviewer!, approved, 1, 200);
    const listed = async (status: string) =>
      (await call(writer!, 'GET', `/reviews?status=${status}`, 200)).map((each: Json) => each.entryId);
    assert.ok((await listed('requested')).includes(asked));
    await page(false);
    assert.equal((await listed('requested')).includes(asked), false);
    assert.equal((await listed('changes_requested')).includes(returned), false);
    await page(true);
    assert.equal((await publish(writer!, approved, 200)).status, 'published');
  });

  it('forgets the review of an entry in the bin', async () => {
    const { id } = await draft('Thrown away');
    await decide(reviewer!, id, 1, 200);
    await call(writer!, 'DELETE', `/entries/${id}`, 200);
    await call(writer!, 'POST', `/entries/${id}/restore`, 200);
    assert.equal(await call(writer!, 'GET', `/entries/${id}/review`, 200), null);
    assert.equal((await publish(writer!, id, 409)).code, 'review_required');
  });

  it('schedules and releases approved versions only, and takes an approval away at the time too', async (t) => {
    const [one, other] = [await draft('Scheduled'), await draft('Released')];
    const at = inMs(HOUR);
    assert.equal(
      (await call(writer!, 'POST', `/entries/${one.id}/schedule`, 409, { at })).code,
      'review_required',
    );
    const release = await call(writer!, 'POST', '/releases', 201, { name: 'Spring' });
    await call(writer!, 'POST', `/releases/${release.id}/entries`, 200, { entries: [{ id: other.id }] });
    const refused = await call(writer!, 'POST', `/releases/${release.id}/publish`, 422);
    assert.deepEqual(refused.details[0].code, 'review_required');
    for (const { id } of [one, other]) await decide(reviewer!, id, 1, 200);
    await call(writer!, 'POST', `/entries/${one.id}/schedule`, 200, { at });
    await call(writer!, 'PATCH', `/entries/${one.id}`, 200, { fields: { title: 'Slipped in' } });
    await call(writer!, 'POST', `/releases/${release.id}/publish`, 200);
    test.advance(2 * HOUR);
    const work = test.startWork();
    t.after(() => work.stop());
    const scheduled = () => call(tenant.key, 'GET', `/entries/${one.id}`, 200);
    await eventually('it failed', async () => (await scheduled()).schedule.failure !== null);
    const { status, schedule } = await scheduled();
    assert.equal(status, 'draft');
    assert.match(schedule.failure.message, /Version 1 was reviewed, and the latest is 2/);
  });
});
