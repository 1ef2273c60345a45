import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { signBody } from '../modules/webhooks/sending/signature.ts';
import { freePort, runProgram } from './testing/process.ts';
import { useProgram } from './testing/program.ts';

/** The README's tour of webhooks, with the API and the worker in separate processes. */
const database = await cloneDatabase();
after(() => database.drop());
const settings = {
  DATABASE_URL: database.connectionString,
  COLONNADE_SECRET: TEST_SECRET,
  PORT: '0',
};
const { json } = useProgram(database);
const api = runProgram(['api'], settings);
const worker = runProgram(['worker'], settings);
const [, url] = await api.says(/Base URL {4}(\S+)\n/);

async function post(path: string, body: unknown, token?: string) {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the answer; a type would say it twice
  return ((await answer.json()) as { data: any }).data;
}

const { owner } = await json('tenant create --name Acme --owner-email owner@acme.example');
const { key } = await json('key create --tenant acme --label tour --scope write:redirects');
const password = 'chosen by the owner';
await post('/v1/auth/invitations/join', { token: owner.invitationLink.split('#')[1], password });
const { accessToken } = await post('/v1/auth/sign-in', { email: owner.email, password });

const port = await freePort();
const receiver = `http://localhost:${port}/`;
const { signingSecret } = await post(
  '/v1/webhooks/subscriptions',
  { name: 'Tour', url: receiver, events: ['redirect.added'] },
  accessToken,
);
const listener = runProgram(['listen', '--port', port, '--secret', signingSecret]);
await listener.says(/Signatures are checked\. Stop with Ctrl-C\./);

/** Sends a delivery by hand. */
const deliver = (delivery: string, signature: string, body = '{"type":"redirect.added"}') =>
  fetch(receiver, {
    method: 'POST',
    headers: {
      'x-service-event': 'redirect.added',
      'x-service-delivery': delivery,
      'x-service-signature': signature,
    },
    body,
  });

describe('colonnade listen', () => {
  it('shows the delivery of an event that the api published and the worker sent', async () => {
    const redirect = await post('/v1/redirects', { from: '/old', to: '/new' }, key);
    const [, delivery, json] = await listener.says(
      /Z {2}redirect\.added {2}(\S+)\n✓ signature valid\n(\{\n(?: .*\n)+\})\n/,
    );
    const body = JSON.parse(json!);
    assert.equal(body.id, delivery);
    assert.equal(body.type, 'redirect.added');
    assert.equal(body.data.id, redirect.id);
  });

  it('marks a delivery that is repeated', async () => {
    const body = '{"type":"redirect.added"}';
    for (let time = 1; time <= 2; time++) {
      assert.equal((await deliver('twice', signBody(signingSecret, body), body)).status, 204);
    }
    await listener.says(/redirect\.added {2}twice {2}\(again: same delivery id\)\n✓ signature valid/);
  });

  it('answers 400 to a delivery with a wrong signature', async () => {
    assert.equal((await deliver('forged', signBody('another secret', '{}'), '{}')).status, 400);
    await listener.says(/redirect\.added {2}forged\n✗ SIGNATURE INVALID, answered 400/);
  });

  it('describes itself to a browser', async () => {
    const answer = await fetch(receiver);
    assert.deepEqual([answer.status, await answer.text()], [405, 'Webhooks arrive here by POST.\n']);
  });

  it('ends with code 0 on Ctrl-C', async () => {
    listener.child.kill('SIGINT');
    assert.deepEqual(await listener.ended(), { code: 0, signal: null });
  });
});

it('api and worker end with code 0 on SIGTERM', async () => {
  for (const part of [api, worker]) part.child.kill('SIGTERM');
  assert.deepEqual(await api.ended(), { code: 0, signal: null });
  assert.deepEqual(await worker.ended(), { code: 0, signal: null });
});
