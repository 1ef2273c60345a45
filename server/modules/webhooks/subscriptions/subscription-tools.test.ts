import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { httpReceiver } from '../testing/receivers.ts';
import { addEvents, auditOf, minutesAgo, openStage, startWork } from '../testing/stage.ts';

const PATH = '/v1/webhooks/subscriptions';
const test = await useApp();
const stage = await openStage(test);
const other = await openStage(test);

type Receipt = { headers: IncomingHttpHeaders; raw: string };

async function openInbox(t: TestContext) {
  const receipts: Receipt[] = [];
  const receiver = await httpReceiver(t, async (request, response) => {
    const raw = Buffer.concat(await request.toArray()).toString('utf8');
    receipts.push({ headers: request.headers, raw });
    response.end();
  });
  return { url: receiver.url, receipts };
}

/** Verifies with one secret, as the Standard Webhooks specification requires of a receiver. */
function verifyStandard({ headers, raw }: Receipt, secret: string): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`;
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  const given = String(headers['webhook-signature']).split(' ');
  return given.some((signature) => signature === `v1,${expected}`);
}

describe('POST /v1/webhooks/subscriptions/:id/rotate-secret', () => {
  it('returns a new secret once, and stores its preview', async () => {
    const { id, signingSecret } = await stage.subscribe();
    const rotate = () =>
      test.call('POST', `${PATH}/${id}/rotate-secret`, {
        token: stage.token,
        body: { overlapHours: 2 },
        headers: { 'idempotency-key': `rotate ${id}` },
      });
    const { status, body } = await rotate();
    assert.equal(status, 200);
    const fresh = body.data.signingSecret;
    assert.match(fresh, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.notEqual(fresh, signingSecret);
    const left = Date.parse(body.data.previousSecretUntil) - test.now().getTime();
    assert.ok(Math.abs(left - 2 * 3_600_000) < 60_000);
    const again = await rotate();
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.body.data.signingSecret, fresh.slice(0, 8));
    const { body: shown, text } = await stage.ask('GET', `${PATH}/${id}`, 200);
    assert.equal(shown.data.signingSecret, fresh.slice(0, 8));
    assert.ok(!text.includes(fresh.slice(0, 9)));
  });

  it('makes both secrets sign during the overlap, in both schemes, and only the new one afterwards', async (t) => {
    const { url, receipts } = await openInbox(t);
    const { id, signingSecret: before } = await stage.subscribe({ url });
    const send = () => stage.ask('POST', `${PATH}/${id}/test`, 202, { event: 'redirect.added' });
    startWork(test, t);
    await send();
    await eventually('one is there', () => receipts.length === 1);
    const { body } = await stage.ask('POST', `${PATH}/${id}/rotate-secret`, 200, { overlapHours: 1 });
    const after = body.data.signingSecret;
    await send();
    await eventually('two are there', () => receipts.length === 2);
    test.advance(2 * 3_600_000);
    await send();
    await eventually('three are there', () => receipts.length === 3);
    const seen = await Promise.all(
      receipts.map(async (receipt) => {
        const { 'x-service-signature': current, 'x-service-signature-previous': previous } = receipt.headers;
        assert.match(String(current), /^sha256=[0-9a-f]{64}$/);
        return {
          current: await verify(
            receipts.indexOf(receipt) === 0 ? before : after,
            receipt.raw,
            String(current),
          ),
          previous: previous === undefined ? null : await verify(before, receipt.raw, String(previous)),
          standard: [verifyStandard(receipt, before), verifyStandard(receipt, after)],
        };
      }),
    );
    assert.deepEqual(seen, [
      { current: true, previous: null, standard: [true, false] },
      { current: true, previous: true, standard: [true, true] },
      { current: true, previous: null, standard: [false, true] },
    ]);
  });

  it('without an overlap ends the previous secret at once', async (t) => {
    const { url, receipts } = await openInbox(t);
    const { id } = await stage.subscribe({ url });
    const { body } = await stage.ask('POST', `${PATH}/${id}/rotate-secret`, 200, { overlapHours: 0 });
    assert.equal(body.data.previousSecretUntil, null);
    await stage.ask('POST', `${PATH}/${id}/test`, 202, { event: 'redirect.added' });
    startWork(test, t);
    await eventually('it is there', () => receipts.length === 1);
    const [{ headers, raw }] = receipts as [Receipt];
    assert.equal(headers['x-service-signature-previous'], undefined);
    assert.ok(await verify(body.data.signingSecret, raw, String(headers['x-service-signature'])));
  });

  it('overlaps by a day by default, by a week at most', async () => {
    const { id } = await stage.subscribe();
    const { body } = await stage.ask('POST', `${PATH}/${id}/rotate-secret`, 200, {});
    const left = Date.parse(body.data.previousSecretUntil) - test.now().getTime();
    assert.ok(Math.abs(left - 24 * 3_600_000) < 60_000);
    for (const overlapHours of [-1, 169, 1.5, '24']) {
      await stage.ask('POST', `${PATH}/${id}/rotate-secret`, 422, { overlapHours });
    }
  });

  it('is recorded in the audit log without any secret', async () => {
    const { id, signingSecret } = await stage.subscribe();
    const { body } = await stage.ask('POST', `${PATH}/${id}/rotate-secret`, 200, { overlapHours: 3 });
    const [entry] = await auditOf(stage, 'webhook_subscription.secret_rotated');
    assert.equal(entry!.subject.id, id);
    assert.deepEqual(entry!.details, {
      overlapHours: 3,
      previousSecretUntil: body.data.previousSecretUntil,
    });
    const { text } = await stage.ask('GET', '/v1/audit-log?limit=100', 200);
    for (const secret of [signingSecret, body.data.signingSecret]) assert.ok(!text.includes(secret.slice(8)));
  });

  it("needs an admin, and another tenant's admin gets 404", async () => {
    const { id } = await stage.subscribe();
    const url = `${PATH}/${id}/rotate-secret`;
    assert.equal((await test.call('POST', url, { token: stage.tenant.key, body: {} })).status, 403);
    await other.ask('POST', url, 404, {});
  });
});

describe('rateLimit', () => {
  it('can be set at creation, changed, left unchanged and removed', async () => {
    const wanted = { name: 'Slow', url: 'https://slow.example/', events: ['redirect.added'] };
    const { body: made } = await stage.ask('POST', PATH, 201, { ...wanted, rateLimit: 5 });
    assert.equal(made.data.rateLimit, 5);
    const change = async (body: object) =>
      (await stage.ask('PATCH', `${PATH}/${made.data.id}`, 200, body)).body.data.rateLimit;
    assert.equal(await change({ rateLimit: 10_000 }), 10_000);
    assert.equal(await change({ name: 'Slower' }), 10_000);
    assert.equal(await change({ rateLimit: null }), null);
    const [last, , first] = await auditOf(stage, 'webhook_subscription.updated');
    assert.deepEqual(first!.details, { rateLimit: { from: 5, to: 10_000 } });
    assert.deepEqual(last!.details, { rateLimit: { from: 10_000, to: null } });
    assert.equal((await stage.ask('POST', PATH, 201, wanted)).body.data.rateLimit, null);
    for (const rateLimit of [0, 10_001, 1.5, '5']) {
      await stage.ask('POST', PATH, 422, { ...wanted, rateLimit });
    }
  });

  it('limits the rate of deliveries after a burst of one second', async (t) => {
    const { url, receipts } = await openInbox(t);
    await addEvents(test, stage.tenant, Array(40).fill(minutesAgo(test, 30)[0]), 'media.uploaded');
    const { id } = await stage.subscribe({ url, events: ['media.uploaded'] });
    await stage.ask('PATCH', `${PATH}/${id}`, 200, { rateLimit: 10 });
    const since = minutesAgo(test, 31)[0]!.toISOString();
    await stage.ask('POST', `${PATH}/${id}/replay`, 202, { since });
    const startedAt = performance.now();
    startWork(test, t);
    await eventually('more than the burst is there', () => receipts.length > 10);
    const most = 10 + 10 * ((performance.now() - startedAt) / 1000);
    assert.ok(receipts.length <= most, `${receipts.length} arrived, ${most} may have`);
    await stage.ask('PATCH', `${PATH}/${id}`, 200, { rateLimit: null });
    await eventually('all are there', () => receipts.length === 40);
  });
});
