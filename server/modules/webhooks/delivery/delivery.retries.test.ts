import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { newTenant, useApp } from '../../../testing.ts';
import {
  addRedirect,
  allAre,
  attemptsOf,
  deliveriesOf,
  openInbox,
  roundsOf,
  startWork,
  subscribe,
} from '../testing/receiver.ts';
import { rawReceiver } from '../testing/receivers.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
/** The retry schedule of the interface document. */
const WAITS = [1, 5, 15, 30, 60, 120, 240].map((minutes) => minutes * MINUTE);

const test = await useApp();
const bystander = await newTenant(test);

type Tenant = Awaited<ReturnType<typeof newTenant>>;

/** Waits until this many attempts are recorded, so that the next wait counts from the end of the last. */
async function recorded(tenant: Tenant, attempts: number): Promise<string> {
  await eventually(`${attempts} attempts are recorded`, async () => {
    const [delivery] = await deliveriesOf(test, tenant);
    return delivery?.attempts === attempts;
  });
  return (await deliveriesOf(test, tenant))[0]!.id;
}

describe('a failed attempt', () => {
  it('is followed by the next after the documented wait, within ten per cent; the eighth is the last', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t, () => 500);
    await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    await addRedirect(test, tenant);
    let id = await recorded(tenant, 1);
    for (const [index, wait] of WAITS.entries()) {
      // Allows two seconds for the time that the test itself takes.
      test.advance(0.9 * wait - 2 * SECOND);
      await aRoundPasses();
      assert.equal(inbox.receipts.length, index + 1, `attempt ${index + 2} came too early`);
      test.advance(0.2 * wait + 2 * SECOND);
      await aRoundPasses();
      id = await recorded(tenant, index + 2);
    }
    assert.equal(inbox.receipts.length, 8);
    await allAre(test, tenant, 'failed');
    test.advance(30 * 24 * 60 * MINUTE);
    await aRoundPasses();
    assert.equal(inbox.receipts.length, 8);
    const attempts = await attemptsOf(test, tenant, id);
    assert.deepEqual(
      attempts.map(({ attempt, status_code, failure }) => [attempt, status_code, failure]),
      [1, 2, 3, 4, 5, 6, 7, 8].map((attempt) => [attempt, 500, 'status']),
    );
  });

  it('is repeated with the same id and data, a fresh time and a fresh signature', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t, (_, nth) => (nth < 3 ? 503 : 200));
    await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    await addRedirect(test, tenant);
    for (const attempt of [1, 2]) {
      await recorded(tenant, attempt);
      test.advance(6 * MINUTE);
      await aRoundPasses();
    }
    const receipts = await inbox.arrived(3);
    await allAre(test, tenant, 'delivered');
    const distinct = (values: unknown[]) => new Set(values.map((value) => JSON.stringify(value))).size;
    assert.equal(distinct(receipts.map(({ body }) => [body.id, body.data, body.type])), 1);
    assert.equal(distinct(receipts.map(({ headers }) => headers['x-service-delivery'])), 1);
    assert.equal(distinct(receipts.map(({ headers }) => headers['x-service-signature'])), 3);
    assert.ok(receipts.every(({ verified }) => verified));
    const times = receipts.map(({ body }) => Date.parse(body.delivered_at));
    assert.ok(times[1]! - times[0]! >= 6 * MINUTE && times[2]! - times[1]! >= 6 * MINUTE, times.join(' '));
  });

  it('includes a redirect, which is not followed', async (t) => {
    const tenant = await newTenant(test);
    const elsewhere = await openInbox(t);
    const headers = { location: elsewhere.url };
    const inbox = await openInbox(t, (_, nth) => (nth === 1 ? { status: 307, headers } : 200));
    await subscribe(test, tenant, inbox);
    const aRoundPasses = await roundsOf(test, t, bystander);
    startWork(test, t);
    await addRedirect(test, tenant);
    const id = await recorded(tenant, 1);
    await aRoundPasses();
    assert.equal(elsewhere.receipts.length, 0);
    test.advance(2 * MINUTE);
    await allAre(test, tenant, 'delivered');
    assert.deepEqual(
      (await attemptsOf(test, tenant, id)).map(({ status_code, failure }) => [status_code, failure]),
      [
        [307, 'redirect'],
        [200, null],
      ],
    );
  });

  it('includes an answer of 400 to a signature that does not verify', async (t) => {
    const tenant = await newTenant(test);
    const inbox = await openInbox(t);
    await subscribe(test, tenant, inbox);
    const { secret } = inbox;
    inbox.secret = 'a secret of somebody else';
    startWork(test, t);
    await addRedirect(test, tenant);
    await recorded(tenant, 1);
    inbox.secret = secret;
    test.advance(2 * MINUTE);
    await allAre(test, tenant, 'delivered');
    assert.deepEqual(
      inbox.receipts.map(({ verified }) => verified),
      [false, true],
    );
  });

  it('is recorded with a reason that reveals nothing about our network', async (t) => {
    const tenant = await newTenant(test);
    const resetting = await rawReceiver(t, (socket) => socket.resetAndDestroy());
    const nonsense = await rawReceiver(t, (socket) => void socket.end('SSH-2.0-OpenSSH\r\n'));
    const closed = 'http://localhost:1/';
    const inbox = await openInbox(t, (_, nth) => (nth === 1 ? 410 : 204));
    const subscription = await subscribe(test, tenant, inbox);
    startWork(test, t);
    await addRedirect(test, tenant);
    const id = await recorded(tenant, 1);
    for (const [index, url] of [resetting.url, nonsense.url, closed, inbox.url].entries()) {
      await subscription.change({ url });
      test.advance(1.1 * WAITS[index]!);
      await recorded(tenant, index + 2);
    }
    await allAre(test, tenant, 'delivered');
    const attempts = await attemptsOf(test, tenant, id);
    assert.deepEqual(
      attempts.map(({ attempt, status_code, failure }) => [attempt, status_code, failure]),
      [
        [1, 410, 'status'],
        [2, null, 'reset'],
        [3, null, 'protocol'],
        [4, null, 'connect'],
        [5, 204, null],
      ],
    );
    for (const { message } of attempts) {
      assert.match(message, /^The receiver .+\.$/);
      assert.doesNotMatch(message, /127\.0|::1|localhost|E[A-Z]{4,}|undici|node|Error|\.ts|select|update/);
    }
  });
});
