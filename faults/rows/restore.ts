/** A backup under load, a restore that is killed, and one that ends: every order acknowledged before the backup is there, whole. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { cloneDatabase, TEST_SECRET } from '#kernel/testing/database.ts';
import { checkDrained } from '../checker.ts';
import { call } from '../client.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { isAcknowledged, type Wish } from '../load.ts';
import { newFolder } from '../postgres.ts';
import { ROOT } from '../program.ts';
import { type Row, within } from '../stage.ts';
import { loadTenants, openTenants, warmUp } from '../tenants.ts';

/** Enough for the figures per GB to depend on rows, and not on the start of the program. */
const FORMER_ORDERS = 200_000;
const KILL_WITHIN_MS = 5_000;

const restore: Row = {
  name: 'a backup under load, a restore that is killed, and one that ends',
  async run(stage) {
    const installation = await openInstallation(stage);
    const folder = newFolder(stage);
    await installation.api();
    await installation.worker();
    await openTenants(installation);
    const first = loadTenants(installation, { count: 1, kinds: ['order'] });
    await first.done;
    await installation.asOwner(addFormerOrders);
    const load = loadTenants(installation, { pauseMs: 10 });
    await warmUp(installation);

    const acknowledged = load.wishes.filter(isAcknowledged);
    const file = join(folder, 'backup');
    const size = await installation.asOwner(sizeOf);
    const saved = await timed(() => run(['backup', file], installation.databaseUrl, join(folder, 'source')));
    const answers = load.wishes.flatMap((wish) => wish.answers).slice(acknowledged.length);
    await warmUp(installation);
    await load.stop();

    const database = await cloneDatabase('template0');
    stage.cleanUp(() => database.drop());
    const dataDir = join(folder, 'target');
    const restored = await openInstallation(stage, database.connectionString);
    await killHalfway(restored, ['restore', file], dataDir);
    const refusal = await restored.api().then(
      () => 'it started',
      (error: Error) => error.message,
    );
    stage.check(`the API refuses half a restore: ${refusal}`, /restore into this database/i.test(refusal));
    const loaded = await timed(() => run(['restore', file], database.connectionString, dataDir));
    await checkRestored(restored, acknowledged, [...first.wishes, ...load.wishes]);

    restored.tenants.push(...installation.tenants);
    await restored.api();
    await restored.worker();
    await restored.asOwner((owner) => checkDrained(restored, owner));
    for (const { key, customerId } of restored.tenants) {
      const body = { customerId, items: [{ sku: 'TEA', name: 'Tea', unitPrice: 1 }] };
      const { status } = await call('POST', `${restored.url}/v1/crm/orders`, { token: key, body });
      stage.check(`an order after the restore: ${status}`, status === 201);
    }
    const slowest = Math.max(...answers.map(({ ms }) => ms));
    stage.note({
      'database MB': Math.round(size / 1e6),
      'backup MB': Math.round(statSync(file).size / 1e6),
      'backup s/GB': (saved / (size / 1e9)).toFixed(1),
      'restore s/GB': (loaded / (size / 1e9)).toFixed(1),
      'slowest ms beside the backup': Math.round(slowest),
    });
  },
};

const environment = (databaseUrl: string, dataDir: string) => ({
  PATH: process.env.PATH,
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  COLONNADE_SECRET: TEST_SECRET,
});

const run = (words: string[], databaseUrl: string, dataDir: string) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'server/main.ts'), ...words], {
    env: environment(databaseUrl, dataDir),
  });

/** Seconds. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}

/** Kills the restore at some moment after it has marked the database. */
async function killHalfway(
  { stage, databaseUrl, asOwner }: Installation,
  words: string[],
  dataDir: string,
): Promise<void> {
  const child = spawn(process.execPath, [join(ROOT, 'server/main.ts'), ...words], {
    env: environment(databaseUrl, dataDir),
    stdio: 'ignore',
  });
  const ended = once(child, 'close');
  const hasBegun = async (owner: pg.Client) =>
    (await owner.query("select where to_regclass('schema_migrations') is not null")).rowCount === 1;
  await within(60, () => asOwner(hasBegun));
  await sleep(stage.random.between(0, KILL_WITHIN_MS));
  child.kill('SIGKILL');
  const [, signal] = await ended;
  stage.check('it was killed before its end', signal === 'SIGKILL');
}

/** Multiplies an order with its lines and its event: rows that were there long before. */
async function addFormerOrders(owner: pg.Client): Promise<void> {
  // Without triggers and foreign keys, whose work is not measured here.
  await owner.query('set session_replication_role = replica');
  const copy = async (table: string, from: string, changed: Record<string, string>) => {
    const { rows } = await owner.query<{ name: string }>(
      `select attname::text as name from pg_attribute
       where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
      [table],
    );
    const columns = rows.map(({ name }) => name);
    await owner.query(
      `insert into ${table} (${columns.join(', ')})
       select ${columns.map((name) => changed[name] ?? `t.${name}`).join(', ')} from ${from}`,
    );
  };
  const ids = "md5('former ' || n)::uuid";
  const one = "(select * from orders where order_number !~ '^F')";
  const times = `generate_series(1, ${FORMER_ORDERS}) n`;
  await copy('orders', `${one} t, ${times}`, { id: ids, order_number: "'F' || n" });
  await copy('order_lines', `${one} o join order_lines t on t.order_id = o.id, ${times}`, { order_id: ids });
  await copy('events', `${one} o join events t on t.data->>'id' = o.id::text, ${times}`, {
    id: ids,
    data: `json_build_object('id', ${ids})`,
  });
}

const sizeOf = async (owner: pg.Client): Promise<number> => {
  const { rows } = await owner.query<{ size: number }>(
    'select pg_database_size(current_database())::float8 as size',
  );
  return rows[0]!.size;
};

type OrderRow = {
  wish: string;
  number: string;
  lines: number;
  total: number;
  amount: number;
  events: number;
};

async function checkRestored(
  { stage, asOwner }: Installation,
  acknowledged: Wish[],
  wishes: Wish[],
): Promise<void> {
  const { rows } = await asOwner((owner) => owner.query<OrderRow>(ORDERS));
  const former = rows.filter(({ number }) => number.startsWith('F'));
  const stored = new Map(rows.filter(({ number }) => !number.startsWith('F')).map((row) => [row.wish, row]));
  const orders = acknowledged.filter(({ kind }) => kind === 'order');
  const lost = orders.filter(({ id }) => !stored.has(id));
  stage.check(`lost although acknowledged before the backup: ${lost.length}`, lost.length === 0);
  const known = new Map(wishes.map((wish) => [wish.id, wish]));
  const inPart = [...stored.values()].filter(
    ({ wish, lines, total, amount, events }) =>
      lines !== known.get(wish)?.lines ||
      total !== known.get(wish)?.total ||
      amount !== total ||
      events !== 1,
  );
  stage.check(`orders in part: ${inPart.length}`, inPart.length === 0);
  stage.check(`former orders: ${former.length}`, former.length === FORMER_ORDERS);
  stage.note({ 'acknowledged before': orders.length, restored: stored.size });
}

const ORDERS = `
  select o.metadata->>'wish' as wish, o.order_number as number, o.total::float8 as total, l.lines, l.amount, coalesce(e.events, 0) as events
  from orders o
  left join (
    select order_id, count(*)::int as lines, sum(amount)::float8 as amount from order_lines group by 1
  ) l on l.order_id = o.id
  left join (
    select data->>'id' as order_id, count(*)::int as events from events where type = 'order.placed' group by 1
  ) e on e.order_id = o.id::text`;

export const restoreRows: Row[] = [restore];
