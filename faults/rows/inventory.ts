/** Stock is sold once, whatever dies: baskets from several processes, a killed checkout, a killed sweep. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { askDoctor } from '../doctor.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import { ROOT } from '../program.ts';
import type { Task } from '../reserver.ts';
import { type Row, type Stage, within } from '../stage.ts';

type Told = { granted: number; refused: number; failed: number };

async function openShop(stage: Stage, skus: number, units: number) {
  const installation = await openInstallation(stage);
  await installation.api();
  const tenant = await installation.newTenant();
  const location = (await tenant.ask('POST', '/v1/inventory/locations', { name: 'W', code: 'W' })).body.data;
  const names = Array.from({ length: skus }, (_, n) => `SKU-${n}`);
  for (const sku of names) await tenant.ask('POST', '/v1/inventory/items', { sku });
  const lines = names.map((sku) => ({ sku, locationId: location.id, change: units }));
  await tenant.ask('POST', '/v1/inventory/adjustments', { reason: 'Delivery', lines });
  return { installation, tenant, skus: names };
}

type Wanted = Pick<Task, 'skus' | 'baskets' | 'seconds'> & Partial<Task>;

/** Null: it died before its end. */
async function reserveIn(installation: Installation, tenant: Tenant, wanted: Wanted): Promise<Told | null> {
  const task: Task = {
    ...{ databaseUrl: installation.databaseUrl, secret: TEST_SECRET, tenantId: tenant.id },
    ...{ atOnce: 64, confirms: false, crashAt: null, ...wanted },
  };
  const child = spawn(process.execPath, [join(ROOT, 'faults/reserver.ts'), JSON.stringify(task)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  installation.stage.cleanUp(() => child.kill('SIGKILL'));
  const [output] = await Promise.all([text(child.stdout), once(child, 'close')]);
  return output === '' ? null : JSON.parse(output);
}

/** The counters, the open reservations, and what `doctor` says about them. */
async function stockOf(installation: Installation) {
  const { rows } = await installation.asOwner((owner) =>
    owner.query<{ reserved: number; open: number; held: number }>(
      `select (select sum(reserved)::int from stock_levels) as reserved,
         (select coalesce(sum(quantity - shipped), 0)::int from stock_reservations) as open,
         (select count(*)::int from stock_reservations where expires_at is not null) as held`,
    ),
  );
  const findings = await askDoctor(installation);
  return { ...rows[0]!, doctor: findings.find(({ check }) => check === 'inventory')! };
}

const UNITS = 100;

const storm: Row = {
  name: 'ten thousand baskets want a hundred units, from three processes',
  smoke: 'usual',
  async run(stage) {
    const { installation, tenant, skus } = await openShop(stage, 1, UNITS);
    const baskets = stage.isSmoke ? 300 : 3_334;
    const began = performance.now();
    const told = await Promise.all(
      [1, 2, 3].map(() => reserveIn(installation, tenant, { skus, baskets, seconds: 600 })),
    );
    const sum = (pick: (each: Told) => number) =>
      told.reduce((total, each) => total + (each === null ? 0 : pick(each)), 0);
    const granted = sum((each) => each.granted);
    stage.check(`exactly ${UNITS} are granted: ${granted}`, granted === UNITS);
    stage.check(`none fails: ${sum((each) => each.failed)}`, sum((each) => each.failed) === 0);
    const { reserved, open, doctor } = await stockOf(installation);
    stage.check(`counter ${reserved}, rows ${open}`, reserved === UNITS && open === UNITS);
    stage.check(`doctor: ${doctor.message}`, doctor.ok);
    stage.note({
      baskets: 3 * baskets,
      granted,
      seconds: ((performance.now() - began) / 1000).toFixed(1),
    });
  },
};

const killedCheckout: Row = {
  name: 'kill -9 between the reservation and its confirmation',
  smoke: 'deep',
  async run(stage) {
    const { installation, tenant, skus } = await openShop(stage, 5, 1_000);
    const crashAt = { point: 'after_reserve', passage: 20 } as const;
    const told = await reserveIn(installation, tenant, {
      ...{ skus, baskets: 5_000, seconds: 3, atOnce: 16 },
      ...{ confirms: true, crashAt },
    });
    stage.check('it died at its crash point', told === null);
    const before = await stockOf(installation);
    stage.check(
      `holds are left behind: ${JSON.stringify(before)}`,
      before.held > 0 && before.reserved > before.held,
    );
    stage.check(`doctor: ${before.doctor.message}`, before.doctor.ok);
    await installation.worker();
    stage.check(
      'they are released after their expiry',
      await within(30, async () => (await stockOf(installation)).held === 0),
    );
    const after = await stockOf(installation);
    stage.check(
      `confirmed ones stay: ${JSON.stringify(after)}`,
      after.reserved === before.reserved - before.held,
    );
    stage.check(`doctor: ${after.doctor.message}`, after.doctor.ok);
    stage.note({ 'holds left': before.held, confirmed: after.reserved });
  },
};

const killedSweep: Row = {
  name: 'kill -9 of the worker in the middle of a sweep',
  smoke: 'deep',
  async run(stage) {
    const { installation, tenant, skus } = await openShop(stage, 20, 1_000);
    const baskets = 2_000;
    await reserveIn(installation, tenant, { skus, baskets, seconds: 1 });
    const dying = await installation.worker({ CRASH_AT: 'after_sweep_before_commit:2' });
    stage.check('it died at its crash point', await within(60, () => !dying.isAlive()));
    const before = await stockOf(installation);
    stage.check(`what it did not commit is whole: ${before.reserved}`, before.reserved === before.open);
    stage.check(`doctor: ${before.doctor.message}`, before.doctor.ok);
    await installation.worker();
    stage.check(
      'another releases the rest',
      await within(60, async () => (await stockOf(installation)).reserved === 0),
    );
    const { doctor } = await stockOf(installation);
    stage.check(`doctor: ${doctor.message}`, doctor.ok);
    stage.note({ holds: baskets, 'left by the dead one': before.reserved });
  },
};

export const inventoryRows: Row[] = [storm, killedCheckout, killedSweep];
