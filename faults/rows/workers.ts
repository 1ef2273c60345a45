/** kill −9 of dispatcher and delivery worker at each crash point: no event is lost, and a repeat has the same id. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#kernel/crash.ts';
import { compare, mostReceipts } from '../checker.ts';
import { loadShops, openShops } from '../shops.ts';
import { openSite } from '../site.ts';
import { type Row, within } from '../stage.ts';

const atPoint = (point: CrashPoint, passage: number, smoke?: true): Row => ({
  name: `kill -9 of the worker at ${point}`,
  waits: true,
  ...(smoke && { smoke }),
  async run(stage) {
    const site = await openSite(stage);
    await site.api();
    const worker = await site.worker({ CRASH_AT: `${point}:${passage}` });
    await openShops(site);
    const load = loadShops(site, { kinds: ['redirect'], count: stage.isSmoke ? 60 : 300, senders: 3 });
    stage.check('it died at its crash point', (await worker.ended).signal === 'SIGKILL');
    await site.worker();
    await load.done;
    await compare(site, load.wishes);
    stage.check(`at most one extra receipt each: ${mostReceipts(site) - 1}`, mostReceipts(site) <= 2);
  },
});

const overslept: Row = {
  name: 'a worker stopped past its lease and woken',
  waits: true,
  async run(stage) {
    const site = await openSite(stage);
    await site.api();
    const sleeper = await site.worker();
    const { promise: late, resolve: answerLate } = Promise.withResolvers<number>();
    // The sleeper's POST is answered only when it has long lost its lease, and then with a failure.
    await openShops(site, { tenants: 1, inboxes: 1, answer: (_, nth) => (nth === 1 ? late : 200) });
    const inbox = site.tenants[0]!.inboxes[0]!;
    const load = loadShops(site, { kinds: ['redirect'], count: 1, senders: 1 });
    await within(10, () => inbox.receipts.length === 1);
    sleeper.signal('SIGSTOP');
    await site.worker();
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
    const more = loadShops(site, { kinds: ['redirect'], count: 50, senders: 2 });
    await more.done;
    await compare(site, [...load.wishes, ...more.wishes]);
    stage.check('both ended in order', inbox.receipts.length === 52);

    async function statuses(): Promise<string[]> {
      const { rows } = await site.asOwner((owner) =>
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
  atPoint('after_consume_before_commit', 4, true),
  atPoint('after_commit', 4),
  atPoint('after_claim', 10),
  atPoint('after_post_before_settle', 20, true),
  atPoint('after_settle', 10),
  overslept,
];
