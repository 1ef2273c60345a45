import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
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

it('many old notices are deleted in portions, so that no statement takes too long', async (t) => {
  const owner = await connectAsOwner(test.database);
  t.after(() =>
    owner.query('drop trigger portion on notices; drop function portion').finally(() => owner.end()),
  );
  await owner.query(`
    create function portion() returns trigger language plpgsql as $$ begin
      if (select count(*) from gone) > 5000 then raise exception 'too long' using errcode = '57014'; end if;
      return null; end $$;
    create trigger portion after delete on notices referencing old table as gone for each statement
      execute function portion()`);
  await test.db.inTenant(tenant.id, (tx) =>
    tx.query(
      `insert into notices (tenant_id, id, kind, subject_type, subject_id, message, created_at)
       select current_tenant(), gen_random_uuid(), 'webhook.failing', 'webhook_subscription', gen_random_uuid(), '', $1
       from generate_series(1, 11000)`,
      [new Date(test.now().getTime() - 2 * test.kernel.config.retentionDays * DAY)],
    ),
  );
  const cleanup = startCleanup(test.kernel);
  t.after(() => cleanup.stop());
  await eventually('all are deleted', async () => {
    const { rows } = await test.db.inTenant(tenant.id, (tx) =>
      tx.query<{ count: number }>('select count(*)::int as count from notices'),
    );
    return rows[0]!.count === 0;
  });
});
