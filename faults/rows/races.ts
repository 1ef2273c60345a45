/** Everything that can move a delivery, at once: due retries, retries on request, pauses, rotations, a deletion, a killed worker. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation } from '../installation.ts';
import type { Inbox, Receipt } from '../receiver.ts';
import { type Row, within } from '../stage.ts';
import { loadTenants, openTenants } from '../tenants.ts';

const COUNT = 60;
const SECONDS = 8;
const MAX_ATTEMPTS = 8;

/** The most requests of one delivery that were under way at once; and all that it had. */
function watch(inbox: Inbox, answer: (receipt: Receipt) => number) {
  const open = new Map<string, number>();
  const seen = new Map<string, number>();
  let atOnce = 0;
  inbox.answer = async (receipt) => {
    const id = receipt.deliveryId;
    open.set(id, (open.get(id) ?? 0) + 1);
    seen.set(id, (seen.get(id) ?? 0) + 1);
    atOnce = Math.max(atOnce, open.get(id)!);
    await sleep(5 + Math.random() * 20);
    open.set(id, open.get(id)! - 1);
    return answer(receipt);
  };
  return { atOnce: () => atOnce, mostSeen: () => Math.max(...seen.values()) };
}

const raced: Row = {
  name: 'retries on request × due retries × pauses × rotations × a deletion × a killed worker',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const doomed = await installation.worker();
    await installation.worker();
    const receiver = await openTenants(installation, { tenants: 1, inboxes: 0 });
    const tenant = installation.tenants[0]!;
    const [failing, deleted] = [receiver.newInbox(), receiver.newInbox()];
    const watched = watch(failing, () => (Math.random() < 0.1 ? 200 : 500));
    const watchedToo = watch(deleted, () => 500);
    const id = await tenant.subscribe(failing);
    const gone = await tenant.subscribe(deleted);
    const path = `/v1/webhooks/subscriptions/${id}`;
    const load = loadTenants(installation, { kinds: ['redirect'], count: COUNT, senders: 4 });
    const end = Date.now() + SECONDS * 1000;
    let retried = 0;
    const until = async (work: () => Promise<unknown>, everyMs: number) => {
      while (Date.now() < end) {
        await work().catch(() => {});
        await sleep(Math.random() * everyMs);
      }
    };
    const pending = async () => {
      const { body } = await tenant.ask('GET', '/v1/webhooks/deliveries?status=pending&limit=100');
      return body.data.map((delivery: { id: string }) => delivery.id) as string[];
    };
    await Promise.all([
      load.done,
      ...[1, 2].map(() =>
        until(async () => {
          for (const each of (await pending()).slice(0, 20)) {
            await tenant.ask('POST', `/v1/webhooks/deliveries/${each}/retry`).then(
              () => retried++,
              () => {},
            );
          }
        }, 20),
      ),
      until(async () => {
        await tenant.ask('PATCH', path, { active: false });
        await tenant.ask('PATCH', path, { active: true });
      }, 400),
      until(() => tenant.ask('POST', `${path}/rotate-secret`, { overlapHours: 0 }), 500),
      sleep(SECONDS * 400).then(() => doomed.signal('SIGKILL')),
      sleep(SECONDS * 600).then(() => tenant.ask('DELETE', `/v1/webhooks/subscriptions/${gone}`)),
    ]);
    await tenant.ask('PATCH', path, { active: true });
    await installation.asOwner(async (owner) => {
      const openOf = async () =>
        (await owner.query<{ n: number }>('select count(*)::int as n from webhook_queue')).rows[0]!.n;
      stage.check('all end', await within(90, async () => (await openOf()) === 0));
      const { rows } = await owner.query<{ status: string; attempts: number; logged: number; n: number }>(
        `select status, attempts, (
           select count(*)::int from webhook_attempts a where a.tenant_id = d.tenant_id and a.delivery_id = d.id) as logged,
           count(*) over ()::int as n
         from webhook_deliveries d where subscription_id = $1`,
        [id],
      );
      stage.check(`each event has one delivery: ${rows.length}`, rows.length === COUNT);
      stage.check(
        'each is delivered, or failed after eight attempts',
        rows.every(
          ({ status, attempts }) =>
            status === 'delivered' || (status === 'failed' && attempts === MAX_ATTEMPTS),
        ),
      );
      // The last attempt is in the delivery's own row.
      stage.check(
        'every attempt is logged once, and none is a ninth',
        rows.every(({ attempts, logged }) => logged === attempts - 1 && attempts <= MAX_ATTEMPTS),
      );
    });
    // A worker that is killed may have sent what it did not record: one more request, under the same id.
    stage.check(
      `no more than nine requests of one delivery: ${watched.mostSeen()}`,
      watched.mostSeen() <= MAX_ATTEMPTS + 1,
    );
    stage.check(
      `one attempt at a time: ${watched.atOnce()}`,
      watched.atOnce() === 1 && watchedToo.atOnce() === 1,
    );
    stage.note({ 'retries on request': retried, requests: failing.receipts.length });
  },
};

export const raceRows: Row[] = [raced];
