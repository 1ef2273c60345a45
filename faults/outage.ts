/** Checks the promises during a database outage and after it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call, isEnvelope } from './client.ts';
import type { Installation } from './installation.ts';
import type { Wish } from './load.ts';
import type { Program } from './program.ts';
import { within } from './stage.ts';

/** A silent connection is detected only when it is used and does not answer within ten seconds. */
export const SILENCE_SECONDS = 30;

/** Checks for this long that every write gets a 503 and that the process reports itself alive. */
export async function probe(installation: Installation, ms: number): Promise<void> {
  const { stage } = installation;
  // Requests that were under way at the start may still have succeeded.
  await sleep(300);
  for (const end = Date.now() + ms; Date.now() < end; await sleep(100)) {
    const refused = await place(installation);
    stage.check(`refused with a 503: ${refused.status}`, refused.status === 503);
    const health = await call('GET', `${installation.url}/healthz`);
    stage.check(`the process is alive: ${health.status}`, health.status === 200);
  }
}

export async function checkResumes(
  installation: Installation,
  programs: Program[],
  seconds = 10,
): Promise<void> {
  const { stage } = installation;
  const began = performance.now();
  const resumed = await within(seconds, async () => (await place(installation)).status === 404);
  stage.note({ 'resumed after ms': Math.round(performance.now() - began) });
  stage.check('it works again by itself', resumed);
  const dead = programs.filter((program) => !program.isAlive());
  stage.check(
    ['every process stayed up', ...dead.map((program) => program.output())].join('\n'),
    dead.length === 0,
  );
}

/** Attempts a write that reaches the tables and stores nothing, because its customer does not exist. */
function place(installation: Installation): Promise<Answer> {
  const body = { customerId: crypto.randomUUID(), items: [{ sku: 'TEA', name: 'Tea' }] };
  return call('POST', `${installation.url}/v1/crm/orders`, { token: installation.tenants[0]!.key, body });
}

/** Checks that every failed write got the error envelope, without a long wait. */
export function noteRefusals(installation: Installation, wishes: Wish[], atMostMs: number): void {
  const { stage } = installation;
  const answers = wishes.flatMap((wish) => wish.answers);
  const refused = answers.filter(({ status }) => status !== 201 && status !== 409);
  // 429: the tenant has more requests under way than its share, because the database is slow.
  const other = refused.filter((answer) => ![429, 503].includes(answer.status) || !isEnvelope(answer));
  stage.check(
    `answers other than 201 and an enveloped 503 or 429: ${other.map(({ status }) => status)}`,
    other.length === 0,
  );
  const slowest = Math.round(Math.max(0, ...refused.map(({ ms }) => ms)));
  stage.check(`refused within ${atMostMs} ms: ${slowest}`, slowest < atMostMs);
  stage.note({ refused: refused.length, 'slowest refusal ms': slowest });
}
