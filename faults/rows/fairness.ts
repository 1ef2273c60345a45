/** One tenant's trouble does not affect another: a thousand hanging endpoints, and an event whose consumer always fails. */

import { setTimeout as sleep } from 'node:timers/promises';
import { compareBeside, openBystander, openHole } from '../bystander.ts';
import { compare } from '../checker.ts';
import { call } from '../client.ts';
import { openInstallation } from '../installation.ts';
import { type Row, within } from '../stage.ts';
import { loadTenants, openTenants } from '../tenants.ts';

const ENDPOINTS = 1_000;

const thousandHang: Row = {
  name: "one tenant's thousand endpoints hang",
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api({ WEBHOOK_MAX_SUBSCRIPTIONS: String(ENDPOINTS) });
    await installation.worker();
    const [quick, slow] = [await openBystander(installation), await installation.newTenant()];
    const url = await openHole(stage);
    await each(ENDPOINTS, 8, () =>
      slow.ask('POST', '/v1/webhooks/subscriptions', { name: 'Hangs', url, events: ['redirect.added'] }),
    );
    await compareBeside(installation, quick, async (isOver) => {
      const body = (n: number) => ({ from: `/slow-${n}`, to: '/new' });
      await each(20, 2, (n) =>
        call('POST', `${installation.url}/v1/redirects`, { token: slow.key, body: body(n) }),
      );
      while (!isOver()) await sleep(50);
    });
  },
};

async function each(count: number, atOnce: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const one = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, one));
}

/** kernel/events/dispatcher.test.ts tests the parking after eight tries, four minutes later, with a moved clock. */
const throwing: Row = {
  name: 'a consumer that throws on one event',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    await installation.worker();
    await openTenants(installation);
    const [tenant] = installation.tenants;
    await installation.asOwner((owner) => owner.query(POISON.replace('TENANT', tenant!.id)));
    const load = loadTenants(installation, {
      kinds: ['redirect'],
      count: 100,
      senders: 3,
      tenants: [installation.tenants[1]!],
    });
    const poisoned = loadTenants(installation, {
      kinds: ['redirect'],
      count: 1,
      senders: 1,
      tenants: [tenant!],
    });
    await Promise.all([load.done, poisoned.done]);
    const others = installation.tenants[1]!.inboxes;
    const wentOn = await within(10, () => others.every(({ receipts }) => receipts.length === 100));
    stage.check(`the others go on: ${others.map(({ receipts }) => receipts.length)}`, wentOn);
    const { rows } = await installation.asOwner((owner) =>
      owner.query<{ attempts: number; last_error: string }>('select attempts, last_error from event_queue'),
    );
    const isVisible = rows.length === 1 && rows[0]!.attempts > 0 && /poisoned/.test(rows[0]!.last_error);
    stage.check(`it waits, and says why: ${JSON.stringify(rows)}`, isVisible);
    await installation.asOwner((owner) => owner.query('drop trigger poison on webhook_queue'));
    await compare(installation, [...load.wishes, ...poisoned.wishes]);
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
