/** Time is the database's: a process with a wrong clock deletes nothing early and takes no lease of another. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { compare, mostReceipts } from '../checker.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { freePort, startProgram } from '../program.ts';
import { type Row, within } from '../stage.ts';
import { loadTenants, openTenants } from '../tenants.ts';

const DAY_MS = 86_400_000;

const daysAhead: Row = {
  name: 'a worker 60 days ahead',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    await installation.worker();
    await openTenants(installation);
    const load = loadTenants(installation, { kinds: ['redirect', 'order'], count: 150, senders: 3 });
    await load.done;
    await compare(installation, load.wishes);
    const before = await rowsIn(installation);
    const SHIFT_CLOCK_MS = String(60 * DAY_MS);
    const refusal = await installation.worker({ SHIFT_CLOCK_MS }).then(
      () => 'it started',
      (error: Error) => error.message,
    );
    stage.check(`a worker does not start: ${refusal}`, /60 days ahead of the database's/.test(refusal));
    // A server does start, because it serves requests; its background work waits.
    const wrong = await startProgram(stage, 'start', {
      ...{
        DATABASE_URL: installation.databaseUrl,
        COLONNADE_SECRET: TEST_SECRET,
        PORT: String(await freePort()),
      },
      ...{ SHIFT_CLOCK_MS, LOG_LEVEL: 'error' },
    });
    await sleep(6_000);
    const { data } = await fetch(`${wrong.url}/readyz`).then((answer) => answer.json() as Promise<Ready>);
    stage.check('/readyz says that the clock is off', data.clock.isOff);
    stage.check('the log says so', /background work waits/.test(wrong.output()));
    const after = await rowsIn(installation);
    stage.check(
      `nothing is deleted: ${JSON.stringify(after)} of ${JSON.stringify(before)}`,
      JSON.stringify(after) === JSON.stringify(before),
    );
    const more = loadTenants(installation, { kinds: ['redirect', 'order'], count: 60, senders: 3 });
    await more.done;
    await compare(installation, [...load.wishes, ...more.wishes]);
    stage.note({
      rows: Object.values(after).reduce((sum, count) => sum + count, 0),
      'skew s': data.clock.skewSeconds,
    });
  },
};

type Ready = { data: { clock: { isOff: boolean; skewSeconds: number } } };

const TABLES = [
  'events',
  'event_feed',
  'webhook_deliveries',
  'webhook_attempts',
  'sessions',
  'idempotency_keys',
];

async function rowsIn(installation: Installation): Promise<Record<string, number>> {
  const counts = TABLES.map((table) => `(select count(*)::int from ${table}) as ${table}`);
  const { rows } = await installation.asOwner((owner) =>
    owner.query<Record<string, number>>(`select ${counts.join(', ')}`),
  );
  return rows[0]!;
}

const apart: Row = {
  name: 'two workers 45 s apart',
  waits: true,
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    await installation.worker({ SHIFT_CLOCK_MS: '45000' });
    await installation.worker();
    // Slow enough that leases are renewed and read during deliveries.
    await openTenants(installation, { tenants: 2, inboxes: 2, answer: async () => sleep(1_500, 200) });
    const load = loadTenants(installation, { kinds: ['redirect'], count: 40, senders: 2 });
    await load.done;
    const received = () =>
      installation.tenants.flatMap(({ inboxes }) => inboxes).map(({ receipts }) => receipts.length);
    await within(40, () => received().reduce((sum, count) => sum + count, 0) >= 80);
    await compare(installation, load.wishes);
    stage.check(
      `no delivery is received twice: ${mostReceipts(installation)}`,
      mostReceipts(installation) === 1,
    );
    stage.note({ receipts: received().join(' '), 'most of one delivery': mostReceipts(installation) });
  },
};

export const clockRows: Row[] = [daysAhead, apart];
