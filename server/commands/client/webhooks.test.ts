import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { addEvents, addFinished, minutesAgo, openStage } from '../../modules/webhooks/testing/stage.ts';
import { useApp } from '../../testing.ts';
import { runInTerminal, runProgram, runToEnd } from '../testing/process.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`;
const stage = await openStage(test);
const receiver = createServer((request, response) =>
  request.resume().on('end', () => response.end('thanks')),
);
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
after(() => receiver.close());
const hook = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
const subscription = await stage.subscribe({ name: 'Shop', url: hook, events: ['redirect.*'] });
const events = await addEvents(test, stage.tenant, minutesAgo(test, 5, 4, 3));
const failed = await addFinished(test, stage.tenant, subscription.id, events, 'failed');
const work = test.startWork();
after(() => work.stop());

const env = { COLONNADE_URL: url, COLONNADE_KEY: stage.token };
const run = (...words: string[]) => runToEnd(words, env);

describe('trigger', () => {
  it('sends an example to each subscription that has the type, and shows the answer', async () => {
    const { code, stdout, stderr } = await run('trigger', 'redirect.added');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^200 {2}Shop {2}[0-9a-f-]{36}\n$/);
  });

  it('suggests the type that was probably meant', async () => {
    const { code, stderr } = await run('trigger', 'redirect.aded');
    assert.deepEqual(
      [code, stderr],
      [1, 'colonnade: There is no event type "redirect.aded". Did you mean redirect.added?\n'],
    );
    const idle = await run('trigger', 'media.uploaded');
    assert.match(idle.stderr, /^colonnade: No active subscription has media\.uploaded\./);
  });

  it('names the way out to the holder of an API key', async () => {
    const { code, stderr } = await runToEnd(['trigger', 'redirect.added'], {
      ...env,
      COLONNADE_KEY: stage.tenant.key,
    });
    assert.equal(code, 1);
    assert.match(
      stderr,
      /^colonnade: An API key may not do this: it needs an admin\. Sign in as one: npx colonnade login/,
    );
  });
});

describe('deliveries', () => {
  it('resend sends failed ones again, chosen by a filter or by ids', async () => {
    const dry = await run('deliveries', 'resend', '--filter', 'status=failed', '--dry-run');
    assert.equal(dry.stdout, '3 deliveries would be sent again.\n', dry.stderr);
    const { code, stdout } = await run('deliveries', 'resend', '--filter', 'status=failed', '--json');
    assert.equal(code, 0);
    const results: { id: string; status: string; deliveryId: string }[] = JSON.parse(stdout);
    assert.deepEqual(results.map(({ id }) => id).sort(), failed.toSorted());
    await eventually('a new delivery arrives', async () => {
      const path = `/v1/webhooks/deliveries/${results[0]!.deliveryId}`;
      return (await stage.ask('GET', path, 200)).body.data.status === 'delivered';
    });
    const missing = await run('deliveries', 'resend', failed[0]!, '01920000-0000-7000-8000-000000000000');
    assert.equal(missing.code, 1);
    assert.equal(missing.stdout, '1 delivery sent again.\n');
    assert.match(
      missing.stderr,
      /^colonnade: 1 delivery is refused: 01920000-\S+ Webhook delivery not found\.\n$/,
    );
  });

  it('resend reports refusals on standard error alone, as a document with --json', async () => {
    const ids = ['01920000-0000-7000-8000-000000000000', '01920000-0000-7000-8000-000000000001'];
    const { code, stdout, stderr } = await run('deliveries', 'resend', ...ids, '--json');
    assert.deepEqual([code, stdout], [1, '']);
    const { error } = JSON.parse(stderr);
    assert.equal(error.code, 'partly_refused');
    assert.deepEqual(
      error.details.map((each: { path: string; code: string }) => [each.path, each.code]),
      ids.map((id) => [id, 'not_found']),
    );
  });

  it('retry refuses a delivery that is over, and needs a choice', async () => {
    const { code, stdout, stderr } = await run('deliveries', 'retry', failed[0]!);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^colonnade: 1 delivery is refused: \S+ This delivery is over\./);
    assert.equal((await run('deliveries', 'retry')).code, 2);
  });

  it('show has every attempt, and the body that was signed', async () => {
    const [sent] = JSON.parse(
      (await run('deliveries', 'list', '--filter', 'status=delivered', '--json')).stdout,
    );
    const { stdout } = await run('deliveries', 'show', sent.id);
    assert.match(
      stdout,
      /^redirect\.added of .* UTC: delivered\n\nATTEMPT +AT +TOOK +ANSWER +MESSAGE\n1 .* 200 /,
    );
    assert.match(stdout, /\n\nAnswer:\nthanks\n\nBody:\n\{"id":"/);
  });

  it('tail shows deliveries from now on', async () => {
    const tail = runProgram(['deliveries', 'tail'], env);
    await tail.says(/Waiting for deliveries/);
    await test.call('POST', '/v1/redirects', { token: stage.tenant.key, body: { from: '/a', to: '/b' } });
    await tail.says(/ {2}delivered {2}200 {2}redirect\.added {2}Shop {2}[0-9a-f-]{36}\n/);
    assert.ok(!tail.stdout().includes(failed[0]!));
    tail.child.kill('SIGINT');
    assert.equal((await tail.ended()).code, 0);
  });
});

describe('subscriptions', () => {
  it('list shows whether they work', async () => {
    const { stdout } = await runInTerminal('subscriptions list --no-color', env);
    assert.match(
      stdout,
      new RegExp(`^NAME  STATE   URL .*\r\nShop  active  ${hook} +redirect\\.\\* +${subscription.id}\r\n$`),
    );
    const lines = (await run('subscriptions', 'list')).stdout.trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).id),
      [subscription.id],
    );
  });

  it('replay sends a stretch of time again, and waits for its end', async () => {
    const words = ['subscriptions', 'replay', subscription.id, '--since', '10m', '--status', 'failed'];
    const { code, stdout, stderr } = await run(...words, '--wait');
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^Replay \S+ is done: \d+ deliver(y|ies) of \d+ events?\.\n$/);
    const wrong = await run(...words.slice(0, 3), '--since', 'soon');
    assert.deepEqual(wrong.code, 2);
    assert.match(wrong.stderr, /^colonnade: --since takes a time, such as 2h/);
  });
});
