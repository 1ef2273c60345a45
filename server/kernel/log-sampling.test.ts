import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AppError, unavailable } from '#kernel/errors.ts';
import { createLog } from '#kernel/log.ts';
import { startLoop } from '#kernel/work/loop.ts';
import { newTenant, useApp } from '../testing.ts';
import { connectAsOwner } from './db/migrate.ts';

type Line = { level: string; msg: string; reason?: string; count: number; err?: object };

function collect(): { log: ReturnType<typeof createLog>; lines: Line[] } {
  const lines: Line[] = [];
  return { log: createLog('info', { write: (line: string) => void lines.push(JSON.parse(line)) }), lines };
}

it('a hundred requests with the same error make one or two log lines with a count, without stacks', async () => {
  const test = await useApp();
  const { key, customer } = await newTenant(test);
  const customerId = await customer();
  const { log, lines } = collect();
  test.kernel.log.level = 'warn';
  test.kernel.log.warn = log.warn.bind(log) as typeof log.warn;
  test.kernel.log.child = (() => test.kernel.log) as never;
  const owner = await connectAsOwner(test.database);
  await owner.query('begin');
  await owner.query('select from customers where id = $1 for update', [customerId]);
  const patch = () =>
    test.call('PATCH', `/v1/crm/customers/${customerId}`, { token: key, body: { notes: 'x' } });
  const answers = await Promise.all(Array.from({ length: 20 }, patch));
  await owner.end();
  const refused = answers.filter(({ status }) => status === 503).length;
  assert.ok(refused > 5);
  await sleep(2_100);
  const told = lines.filter(({ msg }) => msg === 'not available');
  assert.ok(told.length < refused / 2 && told.length > 0, `${told.length} lines for ${refused}`);
  assert.equal(
    told.reduce((sum, { count }) => sum + count, 0),
    refused,
  );
  assert.ok(told.every(({ err, reason }) => err === undefined && reason !== undefined));
});

it('loops that fail in the same outage log it together, and retry less and less often', {
  timeout: 20_000,
}, async () => {
  const { log, lines } = collect();
  let rounds = 0;
  const round = async () => {
    rounds += 1;
    throw unavailable(`away ${process.pid}`) satisfies AppError;
  };
  const loops = Array.from({ length: 10 }, (_, n) =>
    startLoop({ name: `loop ${n}`, idleMs: 10, log, round }),
  );
  await sleep(3_500);
  await Promise.all(loops.map((loop) => loop.stop()));
  // The retries are at 0, 1 and 3 seconds.
  assert.ok(rounds <= 30, `${rounds} rounds`);
  assert.ok(lines.length <= 5, `${lines.length} lines`);
  assert.ok(lines.every(({ err }) => err === undefined));
});
