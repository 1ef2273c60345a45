/** The verifier for receivers: against signatures that other libraries make, and against real deliveries. */

import assert from 'node:assert/strict';
import type { IncomingHttpHeaders } from 'node:http';
import { describe, it } from 'node:test';
import { sign, verify } from '@octokit/webhooks-methods';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../server/kernel/testing/eventually.ts';
import { httpReceiver } from '../server/modules/webhooks/testing/receivers.ts';
import { openStage, startWork } from '../server/modules/webhooks/testing/stage.ts';
import { useApp } from '../server/testing.ts';
import { checkWebhook, verifyWebhook, type WebhookHeaders, type WebhookRequest } from './webhook.ts';

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString('base64')}`;
const [SECRET, OTHER, THIRD] = [secretOf('one'), secretOf('two'), secretOf('three')];
const NOW = new Date('2026-11-17T12:00:00.000Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const bodyAt = (time: Date) =>
  JSON.stringify({
    id: 'd1',
    type: 'redirect.added',
    data: { from: '/ä' },
    delivered_at: time.toISOString(),
  });
const body = bodyAt(NOW);

const own = (text: string, secret = SECRET) => sign(secret, text);
const standard = (text: string, time = NOW, secret = SECRET) => ({
  'webhook-id': 'd1',
  'webhook-timestamp': String(time.getTime() / 1000),
  'webhook-signature': new Webhook(secret).sign('d1', time, text),
});
const judge = async (request: Partial<WebhookRequest>) => {
  const verdict = await checkWebhook({ body, headers: {}, secret: SECRET, now: NOW, ...request });
  return verdict.ok ? verdict.delivery.type : verdict.reason;
};

describe('verifyWebhook', () => {
  it('returns the delivery of a signed body, as text or as bytes, and null for any other', async () => {
    const headers = { 'x-service-signature': await own(body) };
    for (const form of [body, Buffer.from(body), new TextEncoder().encode(body)]) {
      const found = await verifyWebhook({ body: form, headers, secret: SECRET, now: NOW });
      assert.deepEqual(found?.data, { from: '/ä' });
    }
    for (const wrong of [{ body: `${body} ` }, { secret: OTHER }, { headers: {} }, { now: at(301) }]) {
      assert.equal(await verifyWebhook({ body, headers, secret: SECRET, now: NOW, ...wrong }), null);
    }
  });

  it('takes the time of this machine as now', async () => {
    const fresh = bodyAt(new Date());
    const headers = { 'x-service-signature': await own(fresh) };
    assert.ok(await verifyWebhook({ body: fresh, headers, secret: SECRET }));
  });

  it('throws for a mistake of the program: a parsed body, no secret, a tolerance that is no number', async () => {
    const request = { body, headers: {}, secret: SECRET };
    await assert.rejects(verifyWebhook({ ...request, body: {} as string }), /raw body/);
    await assert.rejects(verifyWebhook({ ...request, secret: undefined as unknown as string }), /secret/);
    await assert.rejects(verifyWebhook({ ...request, toleranceSeconds: Number.NaN }), /toleranceSeconds/);
  });
});

describe('a verdict on X-service-Signature', () => {
  it('finds the header in any case, in any kind of headers', async () => {
    const value = await own(body);
    const kinds: WebhookHeaders[] = [
      { 'X-service-Signature': value },
      { 'X-SERVICE-SIGNATURE': [value] },
      { 'x-service-signature': ['sha256=00', value], 'content-length': 12, host: undefined },
      new Headers({ 'X-service-Signature': value }),
      new Map([['X-Service-Signature', value]]),
      new Map([['X-Service-Signature', [value]]]),
      { get: (name: string) => (name === 'x-service-signature' ? value : null) },
    ];
    for (const headers of kinds) assert.equal(await judge({ headers }), 'redirect.added');
  });

  it('accepts each secret of a rotation, also after several', async () => {
    const [newest, older, oldest] = await Promise.all([OTHER, THIRD, SECRET].map((each) => own(body, each)));
    const previous = [`${older}, ${oldest}`, [older!, oldest!]];
    for (const value of previous) {
      const headers = { 'X-service-Signature': newest, 'X-service-Signature-Previous': value };
      for (const secret of [SECRET, OTHER, THIRD]) {
        assert.equal(await judge({ headers, secret }), 'redirect.added');
      }
      assert.equal(await judge({ headers, secret: secretOf('four') }), 'signature');
    }
  });

  it('takes several secrets, as a receiver has them during its own rotation', async () => {
    const secret = [OTHER, SECRET];
    assert.equal(
      await judge({ headers: { 'x-service-signature': await own(body) }, secret }),
      'redirect.added',
    );
    assert.equal(await judge({ headers: standard(body), secret }), 'redirect.added');
    assert.equal(await judge({ headers: standard(body), secret: [OTHER, THIRD] }), 'signature');
    await assert.rejects(judge({ secret: [] }), /secret must be/);
  });

  it('refuses a body that was signed more than five minutes ago, or later than now by as much', async () => {
    const headers = { 'x-service-signature': await own(body) };
    const verdicts = [-301, -300, 300, 301].map((seconds) => judge({ headers, now: at(seconds) }));
    assert.deepEqual(await Promise.all(verdicts), ['early', 'redirect.added', 'redirect.added', 'stale']);
  });

  it('takes another tolerance, and with Infinity any time', async () => {
    const headers = { 'x-service-signature': await own(body) };
    assert.equal(await judge({ headers, now: at(11), toleranceSeconds: 10 }), 'stale');
    assert.equal(await judge({ headers, now: at(9_000), toleranceSeconds: 10_000 }), 'redirect.added');
    assert.equal(await judge({ headers, now: at(1e9), toleranceSeconds: Infinity }), 'redirect.added');
  });

  it('tells apart why it refuses', async () => {
    const value = await own(body);
    const refused: [string, Partial<WebhookRequest>][] = [
      ['missing header', { headers: {} }],
      ['missing header', { headers: { 'x-service-signature': '' } }],
      ['malformed header', { headers: { 'x-service-signature': 'sha256=00' } }],
      ['malformed header', { headers: { 'x-service-signature': value.slice(7) } }],
      ['malformed header', { headers: { 'x-service-signature': Array(17).fill(value) } }],
      ['signature', { headers: { 'x-service-signature': value }, secret: OTHER }],
      ['signature', { headers: { 'x-service-signature': value }, body: `${body} ` }],
      ['stale', { headers: { 'x-service-signature': value }, now: at(3_600) }],
      ['early', { headers: { 'x-service-signature': value }, now: at(-3_600) }],
    ];
    for (const text of ['no JSON', '[]', 'null', '{"id":"d1"}', '{"delivered_at":"soon"}']) {
      refused.push(['malformed body', { body: text, headers: { 'x-service-signature': await own(text) } }]);
    }
    for (const [reason, request] of refused) assert.equal(await judge(request), reason);
  });

  it('does not call a forged body stale: its time says nothing', async () => {
    const old = bodyAt(at(-3_600));
    assert.equal(
      await judge({ body: old, headers: { 'x-service-signature': await own(body) } }),
      'signature',
    );
  });
});

describe('a verdict on the headers of Standard Webhooks', () => {
  it('accepts the signature of their library, alone and among others', async () => {
    const headers = standard(body);
    const { 'webhook-signature': value } = headers;
    const previous = standard(body, NOW, OTHER)['webhook-signature'];
    for (const signature of [
      value,
      `v1a,${'A'.repeat(86)}== ${value}`,
      `${previous} ${value}`,
      [previous, value],
      `${previous}, ${value}`,
    ]) {
      assert.equal(
        await judge({ headers: { ...headers, 'webhook-signature': signature } }),
        'redirect.added',
      );
    }
    assert.equal(
      await judge({ headers: new Headers(headers), secret: SECRET.replace('whsec_', '') }),
      'redirect.added',
    );
  });

  it('judges by webhook-timestamp, within the tolerance', async () => {
    const seconds = [-301, -300, 300, 301];
    const verdicts = seconds.map((each) => judge({ headers: standard(body, at(-each)), now: NOW }));
    assert.deepEqual(await Promise.all(verdicts), ['early', 'redirect.added', 'redirect.added', 'stale']);
  });

  it('tells apart why it refuses', async () => {
    const headers = standard(body);
    const without = (name: keyof typeof headers) => ({ headers: { ...headers, [name]: undefined } });
    const withValue = (name: keyof typeof headers, value: string) => ({
      headers: { ...headers, [name]: value },
    });
    const refused: [string, Partial<WebhookRequest>][] = [
      ['missing header', without('webhook-id')],
      ['missing header', without('webhook-timestamp')],
      ['missing header', without('webhook-signature')],
      ['malformed header', withValue('webhook-timestamp', '17 November')],
      ['malformed header', withValue('webhook-signature', `v1a,${'A'.repeat(86)}==`)],
      ['signature', withValue('webhook-id', 'd2')],
      ['signature', withValue('webhook-timestamp', String(NOW.getTime() / 1000 + 1))],
      ['signature', { headers, secret: OTHER }],
      ['signature', { headers, body: `${body} ` }],
    ];
    for (const [reason, request] of refused) assert.equal(await judge(request), reason);
  });
});

describe('a real delivery', () => {
  it('is accepted by the verifier in both schemes, by octokit and by Standard Webhooks, before and after a rotation', async (t) => {
    const test = await useApp();
    const stage = await openStage(test);
    const received: { raw: string; headers: IncomingHttpHeaders }[] = [];
    const receiver = await httpReceiver(t, async (request, response) => {
      const raw = Buffer.concat(await request.toArray()).toString('utf8');
      received.push({ raw, headers: request.headers });
      response.writeHead(204).end();
    });
    const { id, signingSecret: first } = await stage.subscribe({ url: receiver.url });
    startWork(test, t);
    const send = async () => {
      const count = received.length + 1;
      await stage.ask('POST', `/v1/webhooks/subscriptions/${id}/test`, 202, { event: 'redirect.added' });
      await eventually('it arrives', () => received.length === count);
      return received.at(-1)!;
    };
    const accepts = async (arrived: Awaited<ReturnType<typeof send>>, secret: string) => {
      const request = { body: arrived.raw, secret, now: test.now() };
      const names = Object.keys(arrived.headers).filter((name) => name.startsWith('webhook-'));
      const onlyStandard = Object.fromEntries(names.map((name) => [name, arrived.headers[name]]));
      const verdicts = [
        await verifyWebhook({ ...request, headers: arrived.headers }),
        await verifyWebhook({ ...request, headers: onlyStandard }),
      ];
      return verdicts.map((delivery) => delivery?.type ?? null);
    };
    const BOTH = ['redirect.added', 'redirect.added'];
    assert.deepEqual(await accepts(await send(), first), BOTH);
    const { body: rotated } = await stage.ask('POST', `/v1/webhooks/subscriptions/${id}/rotate-secret`, 200, {
      overlapHours: 1,
    });
    const arrived = await send();
    assert.deepEqual(await accepts(arrived, first), BOTH);
    assert.deepEqual(await accepts(arrived, rotated.data.signingSecret), BOTH);
    assert.deepEqual(await accepts(arrived, OTHER), [null, null]);
    const signature = String(arrived.headers['x-service-signature']);
    assert.ok(await verify(rotated.data.signingSecret, arrived.raw, signature));
    for (const secret of [first, rotated.data.signingSecret]) {
      new Webhook(secret).verify(arrived.raw, arrived.headers as Record<string, string>);
    }
  });
});
