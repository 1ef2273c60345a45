/** Shared by the tests of the webhook tools: a tenant with a subscription, events and deliveries as the engine stores them. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { newId } from '#kernel/id.ts';
import { newTenant, type TestApp, type TestTenant } from '../../../testing.ts';

export type Stage = {
  tenant: TestTenant;
  /** The owner's token: signing in costs a password hash, so tests share it. */
  token: string;
  /** Calls as the owner, and expects this status. */
  ask(method: string, path: string, expected: number, body?: unknown): ReturnType<TestApp['call']>;
  subscribe(body?: Record<string, unknown>): Promise<{ id: string; signingSecret: string }>;
};

export async function openStage(test: TestApp): Promise<Stage> {
  const tenant = await newTenant(test);
  const signIn = async () => ({ token: await tenant.staff('owner'), at: test.now().getTime() });
  let session = await signIn();
  const ask: Stage['ask'] = async (method, path, expected, body) => {
    // A token expires after ten minutes, and tests move the clock.
    if (test.now().getTime() - session.at > 300_000) session = await signIn();
    const { token } = session;
    const answer = await test.call(method, path, { token, body });
    assert.equal(answer.status, expected, answer.text);
    return answer;
  };
  return {
    tenant,
    get token() {
      return session.token;
    },
    ask,
    async subscribe(body) {
      const wanted = { name: 'Shop', url: 'http://localhost:1/hook', events: ['redirect.added'], ...body };
      return (await ask('POST', '/v1/webhooks/subscriptions', 201, wanted)).body.data;
    },
  };
}

export type PastEvent = { id: string; at: Date };

/** Inserts events as they are after dispatch: with a feed position, in the order of the list. */
export async function addEvents(
  test: TestApp,
  tenant: TestTenant,
  times: Date[],
  type = 'redirect.added',
): Promise<PastEvent[]> {
  const events = times.map((at, index) => ({ id: newId(), at, data: `{"number": 1.${index}0}` }));
  await test.db.inTenant(tenant.id, (tx) =>
    tx.query(
      `insert into events (tenant_id, id, type, data, created_at)
       select current_tenant(), id, $1, data, at
       from unnest($2::uuid[], $3::timestamptz[], $4::json[]) as e (id, at, data)`,
      [type, events.map(({ id }) => id), events.map(({ at }) => at), events.map(({ data }) => data)],
    ),
  );
  await test.db.acrossTenants((tx) =>
    tx.query(
      `insert into event_feed (tenant_id, position, id, at, type)
       select $1, nextval('event_positions'), id, at, $4 from (
         select * from unnest($2::uuid[], $3::timestamptz[]) with ordinality as n (id, at, nth) order by nth) n`,
      [tenant.id, events.map(({ id }) => id), events.map(({ at }) => at), type],
    ),
  );
  return events;
}

/** Inserts finished deliveries of these events. */
export async function addFinished(
  test: TestApp,
  tenant: TestTenant,
  subscriptionId: string,
  events: PastEvent[],
  status = 'delivered',
  finishedAt = test.now(),
): Promise<string[]> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<{ id: string }>(
      `insert into webhook_deliveries
         (tenant_id, id, at, event_id, subscription_id, event_type, cause, status, attempts, created_at, finished_at)
       select current_tenant(), delivery_id(id, $1, gen_random_uuid()), at, id, $1, 'redirect.added', 'event', $2, 1, at, $3
       from unnest($4::uuid[], $5::timestamptz[]) as e (id, at) returning id`,
      [subscriptionId, status, finishedAt, events.map(({ id }) => id), events.map(({ at }) => at)],
    ),
  );
  return rows.map((row) => row.id);
}

export type QueueRow = { id: string; event_id: string; cause: string; state: string };

export async function queueOf(
  test: TestApp,
  tenant: TestTenant,
  subscriptionId: string,
): Promise<QueueRow[]> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<QueueRow>(
      'select id, event_id, cause, state from webhook_queue where subscription_id = $1 order by id',
      [subscriptionId],
    ),
  );
  return rows;
}

/** The newest entries of the tenant's audit log with this action. */
export async function auditOf(stage: Stage, action: string) {
  const { body } = await stage.ask('GET', `/v1/audit-log?action=${action}`, 200);
  return body.data as {
    actor: { type: string };
    subject: { id: string };
    details: Record<string, unknown>;
  }[];
}

export const minutesAgo = (test: TestApp, ...minutes: number[]) =>
  minutes.map((each) => new Date(test.now().getTime() - each * 60_000));

/** Runs the background loops for the duration of the test. */
export function startWork(test: TestApp, t: TestContext): void {
  const work = test.startWork();
  t.after(() => work.stop());
}
