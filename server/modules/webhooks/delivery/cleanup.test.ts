import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newTenant, useApp } from '../../../testing.ts';
import { insertNotice } from '../notices.sql.ts';
import { startCleanup } from './cleanup.worker.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = await tenant.staff('admin');
const DAY = 86_400_000;

const post = async (path: string, body: object) => {
  const answer = await test.call('POST', `/v1/webhooks/subscriptions${path}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};

it('old replays and notices are deleted after the retention, and a previous secret as soon as its overlap ends', async () => {
  const events = ['redirect.added'];
  const { id } = await post('', { name: 'Shop', url: 'http://localhost:1/', events });
  await post(`/${id}/replay`, { since: test.now().toISOString() });
  await test.db.inTenant(tenant.id, async (tx) => {
    await tx.query("update webhook_replays set state = 'done', finished_at = $1", [test.now()]);
    const subject = { kind: 'webhook.failing', subjectType: 'webhook_subscription', subjectId: id };
    await insertNotice(tx, { id, ...subject, message: 'It fails.', now: test.now() });
  });
  await post(`/${id}/rotate-secret`, { overlapHours: 24 });
  const left = async () => {
    await startCleanup(test.kernel).stop();
    return test.db.inTenant(tenant.id, async (tx) => {
      const { rows } = await tx.query(
        `select (select count(*)::int from webhook_replays) as replays, (select count(*)::int from notices) as notices,
           (select count(previous_secret_sealed)::int from webhook_subscriptions) as secrets`,
      );
      return rows[0];
    });
  };
  test.advance(23 * 3_600_000);
  assert.deepEqual(await left(), { replays: 1, notices: 1, secrets: 1 });
  test.advance(2 * 3_600_000);
  assert.deepEqual(await left(), { replays: 1, notices: 1, secrets: 0 });
  test.advance(test.kernel.config.retentionDays * DAY);
  assert.deepEqual(await left(), { replays: 0, notices: 0, secrets: 0 });
});
