/** The options of a subscription, as its receiver meets them. */

import assert from 'node:assert/strict';
import { createHmac, createPublicKey, verify as verifyKey } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, it, type TestContext } from 'node:test';
import { verify } from '@octokit/webhooks-methods';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { useApp } from '../../../testing.ts';
import { httpReceiver } from '../testing/receivers.ts';
import { auditOf, openStage, startWork } from '../testing/stage.ts';

const PATH = '/v1/webhooks/subscriptions';
const test = await useApp();
const stage = await openStage(test);
const other = await openStage(test);

type Receipt = { headers: IncomingHttpHeaders; raw: string; data: Record<string, unknown> };

/** A receiver that keeps what arrives; `answers` are the status codes of the first ones, then 200. */
async function openInbox(t: TestContext, answers: number[] = []) {
  const receipts: Receipt[] = [];
  const receiver = await httpReceiver(t, async (request, response) => {
    const raw = Buffer.concat(await request.toArray()).toString('utf8');
    receipts.push({ headers: request.headers, raw, data: JSON.parse(raw).data });
    response.writeHead(answers[receipts.length - 1] ?? 200).end();
  });
  const arrived = (count: number) => eventually(`${count} arrive`, () => receipts.length >= count);
  return { url: receiver.url, receipts, arrived };
}

let paths = 0;
async function addRedirect(body: object = {}) {
  const redirect = { from: `/from-${++paths}`, to: '/to', ...body };
  return (await stage.ask('POST', '/v1/redirects', 201, redirect)).body.data;
}

async function problemsOf(body: object): Promise<string[]> {
  const wanted = { name: 'Shop', url: 'http://localhost:1/hook', events: ['redirect.added'], ...body };
  const answer = await stage.ask('POST', PATH, 422, wanted);
  return answer.body.error.details.map((each: { path: string; code: string }) => `${each.path} ${each.code}`);
}

const standard = (secret: string, { headers, raw }: Receipt) => {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${raw}`;
  const signature = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
  return String(headers['webhook-signature']).split(' ').includes(signature);
};

async function isSignedWith(secret: string, receipt: Receipt): Promise<boolean> {
  const { 'x-service-signature': current, 'x-service-signature-previous': previous = '' } = receipt.headers;
  const given = [String(current), ...String(previous).split(', ')].filter((each) => each !== '');
  const checked = await Promise.all(given.map((each) => verify(secret, receipt.raw, each)));
  const isOurs = checked.includes(true);
  assert.equal(isOurs, standard(secret, receipt), 'both schemes agree');
  return isOurs;
}

describe('the id and the time of an event', () => {
  it('are the same in a retry, a resend, a replay and another subscription', async (t) => {
    const [one, two] = [await openInbox(t, [500]), await openInbox(t)];
    const { id } = await stage.subscribe({ url: one.url });
    await stage.subscribe({ url: two.url });
    startWork(test, t);
    const redirect = await addRedirect();
    await one.arrived(1);
    const [waiting] = (await stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${id}`, 200)).body.data;
    await eventually('it waits', async () => {
      const { body } = await stage.ask('GET', `/v1/webhooks/deliveries/${waiting.id}`, 200);
      return body.data.nextAttemptAt !== null && body.data.attempts.length === 1;
    });
    await stage.ask('POST', `/v1/webhooks/deliveries/${waiting.id}/retry`, 202);
    await one.arrived(2);
    const isOver = async () =>
      (await stage.ask('GET', `/v1/webhooks/deliveries/${waiting.id}`, 200)).body.data.status === 'delivered';
    await eventually('it is delivered', isOver);
    await stage.ask('POST', `/v1/webhooks/deliveries/${waiting.id}/resend`, 202);
    await one.arrived(3);
    test.advance(1_000);
    await stage.ask('POST', `${PATH}/${id}/replay`, 202, { since: redirect.createdAt });
    await one.arrived(4);
    await two.arrived(1);
    const received = [...one.receipts, ...two.receipts].map(({ headers }) => headers);
    const seen = new Set(
      received.map((each) => `${each['x-service-event-id']} ${each['x-service-event-time']}`),
    );
    const [event] = (await stage.ask('GET', '/v1/events', 200)).body.data;
    assert.deepEqual([...seen], [`${event.id} ${redirect.createdAt}`]);
    assert.equal(new Set(received.map((each) => each['x-service-delivery'])).size, 4);
  });
});

describe('headers of a tenant', () => {
  it('are sent with every delivery, changed one by one, and shown by name only', async (t) => {
    const inbox = await openInbox(t);
    const headers = { Authorization: 'Bearer of-a-secret', 'X-Team': 'shop' };
    const { id, ...made } = await stage.subscribe({ url: inbox.url, headers });
    assert.deepEqual((made as unknown as { headerNames: string[] }).headerNames, ['Authorization', 'X-Team']);
    startWork(test, t);
    await addRedirect();
    await inbox.arrived(1);
    const { text } = await stage.ask('PATCH', `${PATH}/${id}`, 200, {
      headers: { 'x-team': null, 'X-Env': 'live' },
    });
    await addRedirect();
    await inbox.arrived(2);
    const seen = inbox.receipts.map(({ headers: each }) => [
      each.authorization,
      each['x-team'],
      each['x-env'],
    ]);
    assert.deepEqual(seen, [
      ['Bearer of-a-secret', 'shop', undefined],
      ['Bearer of-a-secret', undefined, 'live'],
    ]);
    const [change] = await auditOf(stage, 'webhook_subscription.updated');
    assert.deepEqual(change!.details, {
      headerNames: { from: ['Authorization', 'X-Team'], to: ['Authorization', 'X-Env'] },
    });
    const shown = await stage.ask('GET', `${PATH}/${id}`, 200);
    for (const answer of [text, shown.text]) assert.ok(!answer.includes('of-a-secret'));
    await addRedirect();
    await inbox.arrived(3);
  });

  it('are not in the database as plain text', async () => {
    await stage.subscribe({ headers: { 'X-Key': 'plain-as-can-be' } });
    const owner = await connectAsOwner(test.database);
    const { rows } = await owner.query<{ found: boolean }>(
      `select bool_or(position('plain-as-can-be'::bytea in headers_sealed) > 0) as found from webhook_subscriptions`,
    );
    await owner.end();
    assert.equal(rows[0]!.found, false);
  });

  it('are refused if they are reserved, malformed, doubled, or too many', async () => {
    const headers = {
      'Content-Type': 'text/plain',
      'X-Service-Event': 'mine',
      'webhook-id': '1',
      Host: 'elsewhere',
      'X-A': 'line\r\nbreak',
      'x a': '1',
      'X-Two': '1',
      'x-two': '2',
      'X-Space': ' 1',
    };
    assert.deepEqual(await problemsOf({ headers }), [
      'headers.Content-Type reserved',
      'headers.X-Service-Event reserved',
      'headers.webhook-id reserved',
      'headers.Host reserved',
      'headers.X-A invalid_format',
      'headers.x a invalid_format',
      'headers.x-two duplicate',
      'headers.X-Space invalid_format',
    ]);
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`X-${n}`, 'x'.repeat(500)]));
    assert.deepEqual(await problemsOf({ headers: many }), ['headers too_large']);
  });
});

describe('wildcards', () => {
  it('subscribe to all types that begin so, and are shown as they were given', async (t) => {
    const [all, some] = [await openInbox(t), await openInbox(t)];
    const { id } = await stage.subscribe({ url: all.url, events: ['*'] });
    await stage.subscribe({ url: some.url, events: ['media.*', 'redirect.removed'] });
    startWork(test, t);
    const { id: redirect } = await addRedirect();
    await stage.ask('DELETE', `/v1/redirects/${redirect}`, 200);
    await Promise.all([all.arrived(2), some.arrived(1)]);
    const types = (inbox: typeof all) =>
      inbox.receipts.map(({ headers }) => headers['x-service-event']).sort();
    assert.deepEqual(types(all), ['redirect.added', 'redirect.removed']);
    assert.deepEqual(types(some), ['redirect.removed']);
    assert.deepEqual((await stage.ask('GET', `${PATH}/${id}`, 200)).body.data.events, ['*']);
    await stage.ask('PATCH', `${PATH}/${id}`, 200, { events: ['redirect.*'] });
    assert.deepEqual((await stage.ask('GET', `${PATH}/${id}`, 200)).body.data.events, ['redirect.*']);
  });

  it('subscribe to types of the future too', async (t) => {
    const inbox = await openInbox(t);
    const { id } = await stage.subscribe({ url: inbox.url, events: ['redirect.*'] });
    // The row looks like one from before the type was added to the catalogue.
    const owner = await connectAsOwner(test.database);
    await owner.query(`update webhook_subscriptions set events = '{redirect.removed}' where id = $1`, [id]);
    await owner.end();
    startWork(test, t);
    await addRedirect();
    await inbox.arrived(1);
  });

  it('are refused if they stand for nothing, or are in the middle', async () => {
    const events = ['order.*', 'nothing.*', 'content.*.created', 'content.entry*', '**'];
    assert.deepEqual(await problemsOf({ events }), [
      'events[0] unknown_event_type',
      'events[1] unknown_event_type',
      'events[2] invalid_format',
      'events[3] invalid_format',
      'events[4] invalid_format',
    ]);
  });
});

describe('a filter', () => {
  it('sends only events that have one of the values in each field, and so does a replay', async (t) => {
    const inbox = await openInbox(t);
    const filter = { statusCode: [302, 308], match: ['exact'] };
    const { id } = await stage.subscribe({ url: inbox.url, filter });
    startWork(test, t);
    const first = await addRedirect({ statusCode: 302 });
    await addRedirect({ statusCode: 301 });
    await addRedirect({ statusCode: 302, match: 'prefix' });
    const last = await addRedirect({ statusCode: 308 });
    await inbox.arrived(2);
    assert.deepEqual(inbox.receipts.map(({ data }) => data.id).sort(), [first.id, last.id].sort());
    test.advance(1_000);
    await stage.ask('POST', `${PATH}/${id}/replay`, 202, { since: first.createdAt });
    await inbox.arrived(4);
    await stage.ask('PATCH', `${PATH}/${id}`, 200, { filter: null });
    const unfiltered = await addRedirect({ statusCode: 301 });
    await inbox.arrived(5);
    assert.equal(inbox.receipts[4]!.data.id, unfiltered.id);
  });

  it('matches one element of a list, a field within an object, and null for a missing field', async () => {
    const owner = await connectAsOwner(test.database);
    const matches = async (filter: object, data: object) => {
      const { rows } = await owner.query('select webhook_filter_matches($1, $2) as is', [filter, data]);
      return rows[0].is;
    };
    const data = { changedLocales: ['de', 'en'], focalPoint: { x: 1 }, slug: null, price: 4.5, live: true };
    const verdicts = [];
    for (const filter of [
      { changedLocales: ['fr', 'en'] },
      { changedLocales: ['fr'] },
      { 'focalPoint.x': [1] },
      { 'focalPoint.y': [1] },
      { slug: [null] },
      { missing: [null] },
      { price: [4.5], live: [true] },
      { price: ['4.5'] },
      { live: [true], slug: ['a'] },
    ]) {
      verdicts.push(await matches(filter, data));
    }
    await owner.end();
    assert.deepEqual(verdicts, [true, false, true, false, true, true, true, false, false]);
  });

  it('is refused for a field that none of the events has, also when the events change', async () => {
    assert.deepEqual(await problemsOf({ filter: { propertyID: ['a'], 'to.x': [1] } }), [
      'filter.propertyID unknown_field',
      'filter.to.x unknown_field',
    ]);
    const { id } = await stage.subscribe({ filter: { statusCode: [301] } });
    await stage.ask('PATCH', `${PATH}/${id}`, 422, { events: ['media.uploaded'] });
    await stage.ask('PATCH', `${PATH}/${id}`, 200, {
      events: ['media.uploaded'],
      filter: { kind: ['image'] },
    });
  });
});

describe('secrets', () => {
  it('each keep the time they were promised, several at once', async (t) => {
    const inbox = await openInbox(t);
    const { id, signingSecret: first } = await stage.subscribe({ url: inbox.url });
    const rotate = async (body: object) =>
      (await stage.ask('POST', `${PATH}/${id}/rotate-secret`, 200, body)).body.data;
    const { signingSecret: second, previousSecretUntil } = await rotate({ overlapHours: 24 });
    const rotated = await rotate({ overlapHours: 1 });
    assert.deepEqual(rotated.olderSecretsUntil, [previousSecretUntil]);
    const secrets = [first, second, rotated.signingSecret];
    const send = () => stage.ask('POST', `${PATH}/${id}/test`, 202, { event: 'redirect.added' });
    startWork(test, t);
    const seen: boolean[][] = [];
    for (const hours of [0, 2, 23]) {
      test.advance(hours * 3_600_000);
      await send();
      await inbox.arrived(seen.length + 1);
      seen.push(await Promise.all(secrets.map((secret) => isSignedWith(secret, inbox.receipts.at(-1)!))));
    }
    assert.deepEqual(seen, [
      [true, true, true],
      [true, false, true],
      [false, false, true],
    ]);
  });

  it('sign what is sent after a rotation, also while an earlier delivery is under way', async (t) => {
    const receipts: Receipt[] = [];
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const receiver = await httpReceiver(t, async (request, response) => {
      const raw = Buffer.concat(await request.toArray()).toString('utf8');
      receipts.push({ headers: request.headers, raw, data: JSON.parse(raw).data });
      await isReleased;
      response.writeHead(200).end();
    });
    const { id, signingSecret: first } = await stage.subscribe({ url: receiver.url });
    startWork(test, t);
    const send = async (count: number) => {
      await stage.ask('POST', `${PATH}/${id}/test`, 202, { event: 'redirect.added' });
      await eventually(`${count} arrive`, () => receipts.length >= count);
    };
    await send(1);
    const { body } = await stage.ask('POST', `${PATH}/${id}/rotate-secret`, 200, { overlapHours: 0 });
    await send(2);
    release();
    const signers = await Promise.all(
      receipts.map(async (receipt) => [
        await isSignedWith(first, receipt),
        await isSignedWith(body.data.signingSecret, receipt),
      ]),
    );
    assert.deepEqual(signers, [
      [true, false],
      [false, true],
    ]);
  });

  it('are bounded in number, and the former ones can be revoked', async () => {
    const { id } = await stage.subscribe();
    const rotate = (status: number, body: object) =>
      stage.ask('POST', `${PATH}/${id}/rotate-secret`, status, body);
    for (let nth = 0; nth < 4; nth++) await rotate(200, {});
    const { body } = await rotate(409, {});
    assert.match(body.error.message, /^4 former secrets still sign.*the first of them ends at 20/);
    const kept = (await rotate(200, { overlapHours: 0 })).body.data;
    assert.equal(kept.olderSecretsUntil.length, 3);
    const revoked = (await rotate(200, { revokeFormer: true })).body.data;
    assert.deepEqual(revoked.olderSecretsUntil, []);
    assert.notEqual(revoked.previousSecretUntil, null);
  });

  it('may be brought along, if they are strong', async (t) => {
    const inbox = await openInbox(t);
    const mine = `whsec_${Buffer.alloc(24, 'a secret of mine').toString('base64')}`;
    const { id, signingSecret } = await stage.subscribe({ url: inbox.url, signingSecret: mine });
    assert.equal(signingSecret, mine);
    startWork(test, t);
    await stage.ask('POST', `${PATH}/${id}/test`, 202, { event: 'redirect.added' });
    await inbox.arrived(1);
    assert.ok(await isSignedWith(mine, inbox.receipts[0]!));
    const again = `whsec_${Buffer.alloc(64, 'another').toString('base64')}`;
    const { body } = await stage.ask('POST', `${PATH}/${id}/rotate-secret`, 200, { signingSecret: again });
    assert.equal(body.data.signingSecret, again);
    for (const weak of [
      'mine',
      'whsec_YQ==',
      `${mine}!`,
      `whsec_${'A'.repeat(100)}`,
      mine.replace('whsec_', 'whsek_'),
    ]) {
      assert.deepEqual(await problemsOf({ signingSecret: weak }), ['signingSecret invalid_format'], weak);
      await stage.ask('POST', `${PATH}/${id}/rotate-secret`, 422, { signingSecret: weak });
    }
  });
});

describe('an asymmetric signature', () => {
  it('is verified with the public key, beside the others, and ends when it is switched off', async (t) => {
    const inbox = await openInbox(t);
    const { id, ...made } = await stage.subscribe({ url: inbox.url, asymmetric: true });
    const { publicKey } = made as unknown as { publicKey: string };
    startWork(test, t);
    const send = () => stage.ask('POST', `${PATH}/${id}/test`, 202, { event: 'redirect.added' });
    await send();
    await inbox.arrived(1);
    const receipt = inbox.receipts[0]!;
    assert.ok(await isSignedWith(made.signingSecret, receipt));
    const spki = Buffer.from('302a300506032b6570032100', 'hex');
    const bytes = Buffer.from(publicKey.replace(/^whpk_/, ''), 'base64');
    const key = createPublicKey({ key: Buffer.concat([spki, bytes]), format: 'der', type: 'spki' });
    const { 'webhook-id': webhookId, 'webhook-timestamp': at, 'webhook-signature': given } = receipt.headers;
    const [, signature] = /v1a,(\S+)/.exec(String(given))!;
    const signed = Buffer.from(`${webhookId}.${at}.${receipt.raw}`);
    assert.ok(verifyKey(null, signed, key, Buffer.from(signature!, 'base64')));
    const same = await stage.ask('PATCH', `${PATH}/${id}`, 200, { asymmetric: true });
    assert.equal(same.body.data.publicKey, publicKey);
    const { body } = await stage.ask('PATCH', `${PATH}/${id}`, 200, { asymmetric: false });
    assert.equal(body.data.publicKey, null);
    await send();
    await inbox.arrived(2);
    assert.doesNotMatch(String(inbox.receipts[1]!.headers['webhook-signature']), /v1a/);
  });
});

describe('a receiver that answers 429 or 503 with Retry-After', () => {
  for (const [header, status, seconds] of [
    ['30', 503, 54],
    ['3600', 429, 66],
    ['Fri, 01 Jan 2100 00:00:00 GMT', 503, 66],
  ] as const) {
    it(`is asked again after ${seconds} s, which is about a minute: ${header.slice(0, 4)}`, async (t) => {
      const { url } = await httpReceiver(t, (_request, response) => {
        response.writeHead(status, { 'retry-after': header }).end();
      });
      const { id } = await stage.subscribe({ url });
      startWork(test, t);
      await addRedirect();
      const delivery = async () =>
        (await stage.ask('GET', `/v1/webhooks/deliveries?subscriptionId=${id}`, 200)).body.data[0];
      await eventually('it waits', async () => (await delivery())?.attemptCount === 1);
      const { nextAttemptAt, lastAttempt } = await delivery();
      const wait = Date.parse(nextAttemptAt) - Date.parse(lastAttempt.at);
      assert.ok(wait >= seconds * 1000 && wait < seconds * 1000 + 1_000, `${wait} ms`);
    });
  }
});

it("another tenant's subscription to everything receives nothing of it", async (t) => {
  const inbox = await openInbox(t);
  const [theirs, ours] = [await openInbox(t), inbox];
  await other.subscribe({ url: theirs.url, events: ['*'] });
  await stage.subscribe({ url: ours.url });
  startWork(test, t);
  await addRedirect();
  await ours.arrived(1);
  assert.equal(theirs.receipts.length, 0);
});
