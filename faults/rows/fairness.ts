/** One tenant's trouble is not another's: a thousand hanging endpoints, and an event whose consumer always fails. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare } from '../checker.ts';
import { call } from '../client.ts';
import { loadShops, openShops } from '../shops.ts';
import { openSite, type Site, type Tenant } from '../site.ts';
import { type Row, within } from '../stage.ts';

const ENDPOINTS = 1_000;
/** Below this, twice as long is the machine's noise, not somebody's waiting. */
const NOISE_MS = 40;

const thousandHang: Row = {
  name: "one tenant's thousand endpoints hang",
  async run(stage) {
    const site = await openSite(stage);
    await site.api({ WEBHOOK_MAX_SUBSCRIPTIONS: String(ENDPOINTS) });
    await site.worker();
    await openShops(site, { tenants: 1, inboxes: 1 });
    const [quick, slow] = [site.tenants[0]!, await site.newTenant()];
    const url = await openHole();
    await each(ENDPOINTS, 8, () =>
      slow.ask('POST', '/v1/webhooks/subscriptions', { name: 'Hangs', url, events: ['redirect.added'] }),
    );
    await latencies(quick, 40);
    const normal = p99(await latencies(quick, 200));
    await each(20, 2, (n) => addRedirect(site, slow, `/slow-${n}`));
    await sleep(2_000);
    const beside = p99(await latencies(quick, 200));
    stage.check(`p99 ${beside} ms beside it, ${normal} ms alone`, beside < 2 * Math.max(normal, NOISE_MS));
    stage.note({ 'p99 ms alone': normal, 'p99 ms beside a thousand that hang': beside });

    /** From the request that causes the event to its receipt. */
    async function latencies(tenant: Tenant, count: number): Promise<number[]> {
      const inbox = tenant.inboxes[0]!;
      const sentAt = new Map<string, number>();
      const first = inbox.receipts.length;
      for (let n = 0; n < count; n++) {
        const from = `/${crypto.randomUUID()}`;
        sentAt.set(from, Date.now());
        await addRedirect(site, tenant, from);
        await sleep(20);
      }
      await within(10, () => inbox.receipts.length >= first + count);
      return inbox.receipts.slice(first).map(({ from, at }) => at - sentAt.get(from)!);
    }

    async function openHole(): Promise<string> {
      const sockets = new Set<Socket>();
      const hole = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => {}).resume();
      });
      await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', 2_048, resolve));
      stage.cleanUp(() => {
        for (const socket of sockets) socket.destroy();
        hole.close();
      });
      return `http://127.0.0.1:${(hole.address() as AddressInfo).port}/`;
    }
  },
};

const p99 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN;

const addRedirect = (site: Site, tenant: Tenant, from: string) =>
  call('POST', `${site.url}/v1/redirects`, { token: tenant.key, body: { from, to: '/new' } });

async function each(count: number, atOnce: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** That it is parked after eight tries, four minutes later, is tested with a moved clock in kernel/events/dispatcher.test.ts. */
const throwing: Row = {
  name: 'a consumer that throws on one event',
  async run(stage) {
    const site = await openSite(stage);
    await site.api();
    await site.worker();
    await openShops(site);
    const [tenant] = site.tenants;
    await site.asOwner((owner) => owner.query(POISON.replace('TENANT', tenant!.id)));
    const load = loadShops(site, {
      kinds: ['redirect'],
      count: 100,
      senders: 3,
      tenants: [site.tenants[1]!],
    });
    const poisoned = loadShops(site, { kinds: ['redirect'], count: 1, senders: 1, tenants: [tenant!] });
    await Promise.all([load.done, poisoned.done]);
    const others = site.tenants[1]!.inboxes;
    const wentOn = await within(10, () => others.every(({ receipts }) => receipts.length === 100));
    stage.check(`the others go on: ${others.map(({ receipts }) => receipts.length)}`, wentOn);
    const { rows } = await site.asOwner((owner) =>
      owner.query<{ attempts: number; last_error: string }>('select attempts, last_error from event_queue'),
    );
    const isVisible = rows.length === 1 && rows[0]!.attempts > 0 && /poisoned/.test(rows[0]!.last_error);
    stage.check(`it waits, and says why: ${JSON.stringify(rows)}`, isVisible);
    await site.asOwner((owner) => owner.query('drop trigger poison on webhook_queue'));
    await compare(site, [...load.wishes, ...poisoned.wishes]);
  },
};

const POISON = `
  create function poison() returns trigger language plpgsql as $$
  begin
    if new.tenant_id = 'TENANT' then raise exception 'poisoned'; end if;
    return new;
  end $$;
  create trigger poison before insert on webhook_queue for each row execute function poison()`;

export const fairnessRows: Row[] = [thousandHang, throwing];
