/** kill −9 of dispatcher and delivery worker at each crash point: no event is lost, and a repeat has the same id. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#kernel/crash.ts';
import { compare, mostReceipts } from '../checker.ts';
import { openInstallation } from '../installation.ts';
import { type Row, type Smoke, within } from '../stage.ts';
import { loadTenants, openTenants } from '../tenants.ts';

const atPoint = (point: CrashPoint, passage: number, smoke?: Smoke): Row => ({
  name: `kill -9 of the worker at ${point}`,
  waits: true,
  ...(smoke && { smoke }),
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const worker = await installation.worker({ CRASH_AT: `${point}:${passage}` });
    await openTenants(installation);
    const load = loadTenants(installation, {
      kinds: ['redirect'],
      count: stage.isSmoke ? 60 : 300,
      senders: 3,
    });
    stage.check('it died at its crash point', (await worker.ended).signal === 'SIGKILL');
    await installation.worker();
    await load.done;
    await compare(installation, load.wishes);
    stage.check(
      `at most one extra receipt each: ${mostReceipts(installation) - 1}`,
      mostReceipts(installation) <= 2,
    );
  },
});

const overslept: Row = {
  name: 'a worker stopped past its lease and woken',
  waits: true,
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const sleeper = await installation.worker();
    const { promise: late, resolve: answerLate } = Promise.withResolvers<number>();
    // The paused worker's POST is answered long after its lease was lost, and then with a failure.
    await openTenants(installation, { tenants: 1, inboxes: 1, answer: (_, nth) => (nth === 1 ? late : 200) });
    const inbox = installation.tenants[0]!.inboxes[0]!;
    const load = loadTenants(installation, { kinds: ['redirect'], count: 1, senders: 1 });
    await within(10, () => inbox.receipts.length === 1);
    sleeper.signal('SIGSTOP');
    await installation.worker();
    const took = performance.now();
    stage.check(
      'another takes over when the lease is over',
      await within(45, () => inbox.receipts.length === 2),
    );
    stage.note({ 'taken over after s': ((performance.now() - took) / 1000).toFixed(1) });
    await within(10, async () => (await statuses()).join() === 'delivered:1');
    sleeper.signal('SIGCONT');
    answerLate(500);
    await sleep(2_000);
    stage.check('the late mark changed nothing', (await statuses()).join() === 'delivered:1');
    stage.check('the woken one works on', sleeper.isAlive());
    const more = loadTenants(installation, { kinds: ['redirect'], count: 50, senders: 2 });
    await more.done;
    await compare(installation, [...load.wishes, ...more.wishes]);
    stage.check('both ended in order', inbox.receipts.length === 52);

    async function statuses(): Promise<string[]> {
      const { rows } = await installation.asOwner((owner) =>
        owner.query<{ outcome: string }>(
          `select status || ':' || attempts as outcome from webhook_deliveries
           union all select 'attempt ' || attempt from webhook_attempts
           union all select 'queued ' || state from webhook_queue`,
        ),
      );
      return rows.map(({ outcome }) => outcome);
    }
  },
};

export const workerRows: Row[] = [
  atPoint('after_take', 4),
  atPoint('after_consume_before_commit', 4, 'deep'),
  atPoint('after_commit', 4),
  atPoint('after_claim', 10),
  atPoint('after_post_before_settle', 20, 'usual'),
  atPoint('after_settle', 10),
  overslept,
];
