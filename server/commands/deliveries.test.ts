import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { addEvents, addFinished, minutesAgo, openStage } from '../modules/webhooks/testing/stage.ts';
import { useApp } from '../testing.ts';
import { runInTerminal, runProgram } from './testing/process.ts';

const test = await useApp();
await test.app.listen({ port: 0, host: '127.0.0.1' });
const { port } = test.app.server.address() as AddressInfo;
const stage = await openStage(test);
const key = await stage.tenant.keyWith('read:webhooks');
const { id } = await stage.subscribe({ name: 'Shop\u001b[31m' });
const events = await addEvents(test, stage.tenant, minutesAgo(test, 5, 4, 3));
const deliveries = [
  ...(await addFinished(test, stage.tenant, id, events.slice(0, 2))),
  ...(await addFinished(test, stage.tenant, id, events.slice(2), 'failed')),
];
const env = { COLONNADE_URL: `http://127.0.0.1:${port}`, COLONNADE_KEY: key };
const run = (...words: string[]) => runProgram(words, env);

describe('colonnade deliveries list', () => {
  it('prints in a terminal the deliveries that match, with nothing else that controls it', async () => {
    const all = await runInTerminal('deliveries list --no-color', env);
    assert.equal(all.code, 0);
    const lines = all.stdout.trim().split(/\r?\n/);
    assert.match(lines[0]!, /^EVENT\s+TYPE\s+STATE\s+ANSWER\s+ATTEMPTS\s+SUBSCRIPTION\s+ID$/);
    assert.match(lines[1]!, /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d UTC {2}/);
    assert.deepEqual(
      lines.slice(1).map((line) => line.trim().split(/\s+/).at(-1)),
      deliveries.toSorted().reverse(),
    );
    assert.ok(!all.stdout.includes('\u001b'));
    const failed = run('deliveries', 'list', '--filter', 'status=failed', '--json');
    await failed.ended();
    assert.deepEqual(
      JSON.parse(failed.stdout()).map((delivery: { id: string }) => delivery.id),
      [deliveries[2]],
    );
  });

  it('prints the same lines of JSON for other programs as list deliveries', async () => {
    const [one, other] = [run('deliveries', 'list'), run('list', 'deliveries')];
    await Promise.all([one.ended(), other.ended()]);
    assert.equal(one.stdout(), other.stdout());
    const ids = one
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id);
    assert.deepEqual(ids, deliveries.toSorted().reverse());
  });

  it('reports in one sentence what the server refuses', async () => {
    const wrong = run('deliveries', 'list', '--filter', 'statusCode=9xx');
    assert.equal((await wrong.ended()).code, 1);
    assert.match(wrong.stderr(), /refused: .*422/);
    assert.equal(wrong.stdout(), '');
  });
});

describe('colonnade events tail', () => {
  it('prints events from now on, as they happen, until it is stopped', async () => {
    const tail = run('events', 'tail');
    await tail.says(/Waiting for events/);
    const [next] = await addEvents(test, stage.tenant, minutesAgo(test, 0), 'redirect.removed');
    await tail.says(new RegExp(next!.id));
    tail.child.kill('SIGINT');
    assert.equal((await tail.ended()).code, 0);
    assert.match(tail.stdout(), /redirect\.removed/);
    assert.ok(!tail.stdout().includes(events[0]!.id), 'past events are not shown');
  });

  it('prints one line of JSON for each event behind a cursor, of the requested types', async () => {
    const { body } = await stage.ask('GET', `/v1/events/${events[1]!.id}`, 200);
    const tail = run(
      'events',
      'tail',
      '--json',
      '--types',
      'redirect.added',
      '--after',
      body.data.feedCursor,
    );
    await eventually('the event behind it is printed', () => tail.stdout().includes('\n'));
    tail.child.kill('SIGINT');
    await tail.ended();
    const [line, ...rest] = tail.stdout().trim().split('\n');
    assert.deepEqual([JSON.parse(line!).id, rest], [events[2]!.id, []]);
  });
});
