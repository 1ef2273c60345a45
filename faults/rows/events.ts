/** One tenant's flood of events, by a large import or many subscriptions, does not delay another tenant. */
import { compareBeside, openBystander, openHole } from '../bystander.ts';
import { call } from '../client.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import { openQuickReceiver } from '../quick-receiver.ts';
import type { Row, Stage } from '../stage.ts';

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

export const eventRows: Row[] = [
  flood('one tenant imports 20,000 redirects', { redirects: 20_000, subscriptions: 0 }),
  // These receivers soon count as slow; the next row measures the sending itself.
  flood('one tenant has 100 subscriptions that hang, and imports 300 redirects', {
    ...{ redirects: 300, subscriptions: 100, receiver: openHole },
  }),
  flood('one tenant has 100 subscriptions that answer at once, and imports 300 redirects', {
    ...{ redirects: 300, subscriptions: 100, receiver: openQuickReceiver },
  }),
];
