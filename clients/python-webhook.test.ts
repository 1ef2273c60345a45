/** verify_webhook on real deliveries, in both schemes, before and during a rotation. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { it } from 'node:test';
import { eventually } from '../server/kernel/testing/eventually.ts';
import { httpReceiver } from '../server/modules/webhooks/testing/receivers.ts';
import { openStage, startWork } from '../server/modules/webhooks/testing/stage.ts';
import { useApp } from '../server/testing.ts';

const SOURCE = join(import.meta.dirname, 'python/src');
const HAS_PYTHON =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0;

/** Prints the verdict on each case. */
const PROGRAM = `
import json, sys
from colonnade import WebhookError, verify_webhook
for case in json.load(sys.stdin):
    body = case["raw"].encode()
    try: print(verify_webhook(body, case["headers"], case["secret"], now=case["now"], **case.get("more", {}))["type"])
    except WebhookError as error: print(error.reason)
`;
type Case = {
  raw: string;
  headers: object;
  secret: string | string[];
  now: number;
  more?: { tolerance_seconds: number };
};
function judge(cases: Case[]): string[] {
  const { stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], {
    input: JSON.stringify(cases),
    env: { ...process.env, PYTHONPATH: SOURCE, PYTHONDONTWRITEBYTECODE: '1' },
  });
  assert.equal(String(stderr), '');
  return String(stdout).trim().split('\n');
}

it('verify_webhook of Python accepts a delivery with each secret of a rotation, and tells apart why it refuses', {
  skip: !HAS_PYTHON && 'there is no python3 of 3.9 or newer',
}, async (t) => {
  const test = await useApp();
  const stage = await openStage(test);
  const received: { raw: string; headers: IncomingHttpHeaders }[] = [];
  const receiver = await httpReceiver(t, async (request, response) => {
    received.push({
      raw: Buffer.concat(await request.toArray()).toString('utf8'),
      headers: request.headers,
    });
    response.writeHead(204).end();
  });
  const { id, signingSecret: first } = await stage.subscribe({ url: receiver.url });
  startWork(test, t);
  const path = `/v1/webhooks/subscriptions/${id}`;
  const send = async () => {
    const count = received.length + 1;
    await stage.ask('POST', `${path}/test`, 202, { event: 'redirect.added' });
    await eventually('it arrives', () => received.length === count);
    return received.at(-1)!;
  };
  const before = await send();
  const rotated = await stage.ask('POST', `${path}/rotate-secret`, 200, { overlapHours: 1 });
  const second: string = rotated.body.data.signingSecret;
  const { raw, headers } = await send();
  const now = test.now().getTime() / 1000;
  const other = `whsec_${Buffer.from('other').toString('base64')}`;
  const standard = Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('webhook-')),
  );
  const shouted = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]]),
  );
  const fresh = { raw, headers, secret: second, now };
  const OK = 'redirect.added';
  const expected: [Case, string][] = [
    [{ ...fresh, ...before, secret: first }, OK],
    [{ ...fresh, ...before }, 'signature'],
    [fresh, OK],
    [{ ...fresh, secret: first }, OK],
    [{ ...fresh, secret: [other, first] }, OK],
    [{ ...fresh, secret: other }, 'signature'],
    [{ ...fresh, headers: standard }, OK],
    [{ ...fresh, headers: standard, secret: first }, OK],
    [{ ...fresh, headers: standard, secret: other }, 'signature'],
    [{ ...fresh, headers: shouted }, OK],
    [{ ...fresh, raw: `${raw} ` }, 'signature'],
    [{ ...fresh, now: now + 400 }, 'stale'],
    [{ ...fresh, now: now - 400 }, 'early'],
    [{ ...fresh, now: now + 400, more: { tolerance_seconds: 1000 } }, OK],
    [{ ...fresh, headers: {} }, 'missing header'],
    [{ ...fresh, headers: { 'x-service-signature': 'sha256=00' } }, 'malformed header'],
    [{ ...fresh, headers: { ...standard, 'webhook-timestamp': 'noon' } }, 'malformed header'],
  ];
  assert.deepEqual(
    judge(expected.map(([each]) => each)),
    expected.map(([, verdict]) => verdict),
  );
});
