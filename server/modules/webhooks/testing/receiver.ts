/**
 * Shared by the delivery tests: a receiver as a tenant's developer would write it, and functions to cause and await deliveries.
 */

import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import type { TestContext } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { eventually } from '#kernel/testing/eventually.ts';
import type { TestApp, TestTenant } from '../../../testing.ts';
import { httpReceiver } from './receivers.ts';

export type Receipt = {
  headers: IncomingHttpHeaders;
  raw: string;
  body: { id: string; type: string; tenant_id: string; data: Record<string, unknown>; delivered_at: string };
  verified: boolean;
};

type Answer = number | { status: number; headers?: Record<string, string>; body?: string };

export type Inbox = {
  url: string;
  /** Set on subscription; deliveries signed with another secret get 400. */
  secret: string;
  receipts: Receipt[];
  /** Resolves once this many deliveries have arrived, refused ones included. */
  arrived(count: number): Promise<Receipt[]>;
};

/** Opens a receiver that checks every signature on the raw bytes with an independent library, as a tenant would. */
export async function openInbox(
  t: TestContext,
  answer: (receipt: Receipt, nth: number) => Answer | Promise<Answer> = () => 200,
): Promise<Inbox> {
  const receipts: Receipt[] = [];
  const receiver = await httpReceiver(t, async (request, response) => {
    const raw = Buffer.concat(await request.toArray()).toString('utf8');
    const signature = String(request.headers['x-service-signature']);
    const verified = await verify(inbox.secret, raw, signature);
    const receipt = { headers: request.headers, raw, body: JSON.parse(raw), verified };
    const nth = receipts.push(receipt);
    const answered = verified ? await answer(receipt, nth) : 400;
    const { status, headers, body } = typeof answered === 'number' ? { status: answered } : answered;
    response.writeHead(status, headers).end(body);
  });
  const inbox: Inbox = {
    url: receiver.url,
    secret: 'not subscribed yet',
    receipts,
    async arrived(count) {
      await eventually(`${count} deliveries have arrived`, () => receipts.length >= count);
      return receipts;
    },
  };
  return inbox;
}

export type Subscription = {
  id: string;
  change(body: Record<string, unknown>): Promise<void>;
  remove(): Promise<void>;
};

export async function subscribe(
  test: TestApp,
  tenant: TestTenant,
  inbox: Pick<Inbox, 'url' | 'secret'>,
  events = ['redirect.added'],
): Promise<Subscription> {
  const asOwner = async (method: string, path: string, expected: number, body?: unknown) => {
    const token = await ownerToken(test, tenant);
    const answer = await test.call(method, `/v1/webhooks/subscriptions${path}`, { token, body });
    assert.equal(answer.status, expected, answer.text);
    return answer.body.data;
  };
  const created = await asOwner('POST', '', 201, { name: 'Test', url: inbox.url, events });
  inbox.secret = created.signingSecret;
  return {
    id: created.id,
    change: (body) => asOwner('PATCH', `/${created.id}`, 200, body),
    remove: () => asOwner('DELETE', `/${created.id}`, 200),
  };
}

const tokens = new WeakMap<TestTenant, { token: string; from: number }>();

/** Signing in costs a password hash, so a token is used for half of its ten minutes. */
async function ownerToken(test: TestApp, tenant: TestTenant): Promise<string> {
  const now = test.now().getTime();
  const known = tokens.get(tenant);
  if (known !== undefined && now - known.from < 300_000) return known.token;
  const token = await tenant.staff('owner');
  tokens.set(tenant, { token, from: now });
  return token;
}

let paths = 0;

/** Causes a `redirect.added`; returns the redirect, which is the event's data. */
export async function addRedirect(test: TestApp, tenant: TestTenant, from = `/old-${++paths}`) {
  const answer = await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from, to: '/new' } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data as Record<string, unknown> & { id: string };
}

export async function addRedirects(test: TestApp, tenant: TestTenant, count: number) {
  const added: Awaited<ReturnType<typeof addRedirect>>[] = [];
  // The number of concurrent requests per key is limited.
  const atOnce = Math.min(50, test.kernel.config.requestsAtOncePerKey);
  while (added.length < count) {
    const some = Array.from({ length: Math.min(atOnce, count - added.length) }, () =>
      addRedirect(test, tenant),
    );
    added.push(...(await Promise.all(some)));
  }
  return added;
}

/** Runs the background loops for the duration of the test. */
export function startWork(test: TestApp, t: TestContext): void {
  const work = test.startWork();
  t.after(() => work.stop());
}

/**
 * Sends an event of another tenant, which arrives after everything that was due before it: proof that the loops completed a
 * round.
 */
export async function roundsOf(test: TestApp, t: TestContext, tenant: TestTenant) {
  const inbox = await openInbox(t);
  const subscription = await subscribe(test, tenant, inbox);
  t.after(() => subscription.remove());
  return async function aRoundPasses() {
    const before = inbox.receipts.length;
    await addRedirect(test, tenant);
    await inbox.arrived(before + 1);
  };
}

export type DeliveryRow = {
  id: string;
  event_id: string;
  subscription_id: string;
  status: string;
  attempts: number;
};

/** The state of a tenant's deliveries, oldest first. */
export async function deliveriesOf(test: TestApp, tenant: TestTenant): Promise<DeliveryRow[]> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<DeliveryRow>(
      `select id, event_id, subscription_id, status, attempts from webhook_deliveries
       union all
       select id, event_id, subscription_id, case state when 'held' then 'held' else 'pending' end, attempts
       from webhook_queue
       order by id`,
    ),
  );
  return rows;
}

export type AttemptRow = {
  attempt: number;
  status_code: number | null;
  failure: string | null;
  message: string;
};

export async function attemptsOf(
  test: TestApp,
  tenant: TestTenant,
  deliveryId: string,
): Promise<AttemptRow[]> {
  const { rows } = await test.db.inTenant(tenant.id, (tx) =>
    tx.query<AttemptRow>(
      `select attempt, status_code, failure, message from webhook_attempts where delivery_id = $1
       union all
       select attempts, status_code, failure, message from webhook_deliveries where id = $1 and started_at is not null
       order by attempt`,
      [deliveryId],
    ),
  );
  return rows;
}

/** Resolves once each of the tenant's deliveries is in this state. */
export async function allAre(test: TestApp, tenant: TestTenant, status: string, count = 1): Promise<void> {
  let rows: DeliveryRow[] = [];
  const done = async () => {
    rows = await deliveriesOf(test, tenant);
    return rows.length === count && rows.every((row) => row.status === status);
  };
  await eventually(() => `${count} deliveries are ${status}: ${JSON.stringify(rows)}`, done);
}
