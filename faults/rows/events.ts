/** One tenant's flood of events, by a large import or many subscriptions, does not delay another tenant. */
import { setTimeout as sleep } from 'node:timers/promises';
import { compareBeside, openBystander, openHole } from '../bystander.ts';
import { call } from '../client.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import { openQuickReceiver } from '../quick-receiver.ts';
import { type Row, type Stage, within } from '../stage.ts';

type Flood = { redirects: number; subscriptions: number; receiver?: (stage: Stage) => Promise<string> };

const flood = (name: string, { redirects, subscriptions, receiver }: Flood): Row => ({
  name,
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    await installation.worker();
    const [bystander, busy] = [await openBystander(installation), await installation.newTenant()];
    const url = await receiver?.(stage);
    for (let n = 0; n < subscriptions; n++) {
      const body = { name: 'Flood', url, events: ['redirect.added'] };
      await busy.ask('POST', '/v1/webhooks/subscriptions', body);
    }
    const status = await compareBeside(installation, bystander, () =>
      importRedirects(installation, busy, redirects),
    );
    stage.check(`the import is taken: ${status}`, status === 200);
    stage.note(await waiting(installation, busy));
  },
});

async function importRedirects(installation: Installation, { key }: Tenant, count: number): Promise<number> {
  const rows = Array.from({ length: count }, (_, n) => `/old-${n},/new-${n}`);
  const file = `from,to\n${rows.join('\n')}\n`;
  return (await call('POST', `${installation.url}/v1/redirects/import`, { token: key, file })).status;
}

/** Returns the backlog when the measurement ended. */
async function waiting(installation: Installation, { id }: Tenant): Promise<Record<string, number>> {
  const { rows } = await installation.asOwner((owner) =>
    owner.query<Record<string, number>>(
      `select (select count(*)::int from event_queue where tenant_id = $1) as "events waiting",
         (select count(*)::int from webhook_queue where tenant_id = $1) as "deliveries waiting"`,
      [id],
    ),
  );
  return rows[0]!;
}

const REPLAYED_EVENTS = 100_000;

/** Every replay scans the whole feed and finds nothing, so it never waits for a delivery. */
const replays: Row = {
  name: 'one tenant replays 100,000 events to each of 100 subscriptions',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    await installation.worker();
    const [bystander, busy] = [await openBystander(installation), await installation.newTenant()];
    await seedEvents(installation, busy, stage.isSmoke ? 1_000 : REPLAYED_EVENTS);
    await seedEvents(installation, bystander, 1);
    const quiet = await replayOnce(installation, bystander);
    const paths: string[] = [];
    for (let n = 0; n < 100; n++) {
      const body = { name: 'Replayed', url: 'http://127.0.0.1:9/', events: ['redirect.added'] };
      const { id } = (await busy.ask('POST', '/v1/webhooks/subscriptions', body)).body.data;
      paths.push(`/v1/webhooks/subscriptions/${id}/replay`);
    }
    const since = new Date(Date.now() - 2 * HOUR_MS).toISOString();
    let beside = 0;
    await compareBeside(installation, bystander, async (isOver) => {
      for (const path of paths) await busy.ask('POST', path, { since, status: 'failed' });
      beside = await replayOnce(installation, bystander);
      while (!isOver()) await sleep(50);
    });
    stage.check(`the other's replay begins within a second: ${beside} ms`, beside < 1_000);
    stage.note({ "other's replay ms": `${quiet} → ${beside}` });
  },
};

const HOUR_MS = 3_600_000;

async function seedEvents(installation: Installation, { id }: Tenant, count: number): Promise<void> {
  await installation.asOwner((owner) =>
    owner.query(
      `with made as (
         insert into events (tenant_id, id, type, data, created_at)
         select $1, gen_random_uuid(), 'redirect.added', '{}', now() - interval '1 hour' + n * interval '1 ms'
         from generate_series(1, $2::int) n returning id, created_at)
       insert into event_feed (tenant_id, position, id, at, type)
       select $1, nextval('event_positions'), id, created_at, 'redirect.added' from made`,
      [id, count],
    ),
  );
}

/** Replays the tenant's own event, and returns the milliseconds until it is queued. */
async function replayOnce(installation: Installation, tenant: Tenant): Promise<number> {
  const { data } = (await tenant.ask('GET', '/v1/webhooks/subscriptions')).body;
  const began = performance.now();
  const since = new Date(Date.now() - 2 * HOUR_MS).toISOString();
  const until = new Date(Date.now() - HOUR_MS / 2).toISOString();
  const path = `/v1/webhooks/subscriptions/${data[0].id}/replay`;
  const { id } = (await tenant.ask('POST', path, { since, until })).body.data;
  const isQueued = () =>
    installation.asOwner(async (owner) => {
      const { rows } = await owner.query('select from webhook_replays where id = $1 and queued > 0', [id]);
      return rows.length > 0;
    });
  await within(60, isQueued);
  const ms = Math.round(performance.now() - began);
  await within(
    60,
    async () => (await tenant.ask('GET', `/v1/webhooks/replays/${id}`)).body.data.state === 'done',
  );
  return ms;
}

export const eventRows: Row[] = [
  replays,
  flood('one tenant imports 20,000 redirects', { redirects: 20_000, subscriptions: 0 }),
  // These receivers soon count as slow; the next row measures the sending itself.
  flood('one tenant has 100 subscriptions that hang, and imports 300 redirects', {
    ...{ redirects: 300, subscriptions: 100, receiver: openHole },
  }),
  flood('one tenant has 100 subscriptions that answer at once, and imports 300 redirects', {
    ...{ redirects: 300, subscriptions: 100, receiver: openQuickReceiver },
  }),
];
