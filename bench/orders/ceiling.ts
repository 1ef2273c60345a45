/** PostgreSQL's own ceiling: pgbench runs the same inserts, one transaction per order, pipelined, under the same role. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { asRole, ROLES } from '#kernel/db/db.ts';
import { type OrderStage, tenantId } from './stage.ts';

const CLIENTS = 16;

export function findPgbench(): string | null {
  const debian = '/usr/lib/postgresql';
  const places = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...(existsSync(debian) ? readdirSync(debian).map((version) => join(debian, version, 'bin')) : []),
  ];
  return places.map((place) => join(place, 'pgbench')).find((path) => existsSync(path)) ?? null;
}

/**
 * The inserts of an order as our own statement makes them; $1 is the tenant's id, $2 the order's, $3 the event's. pgbench
 * would read a colon before a word as a variable.
 */
const STEPS = [
  `with taken as (
     update order_counters set next_number = next_number + 1 where tenant_id = $1::uuid returning next_number - 1 as number)
   insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, channel, currency, subtotal,
     shipping_total, discount_total, tax_total, total, shipping_address, created_at, placed_by)
   select $1::uuid, $2::uuid, number::text, 'placed', 'unpaid', $1::uuid, 'storefront', 'EUR', 5994, 490, 0, 0, 6484,
     '{"line1": "1 Colonnade Street","city": "Palmyra"}', now(), '{"type": "api_key","id": null,"name": "bench"}' from taken`,
  `insert into order_lines (tenant_id, order_id, line, sku, name, quantity, unit_price, amount) values
     ($1::uuid, $2::uuid, 1, 'SKU-0', 'A thing of some kind, number 0', 1, 9.99, 999),
     ($1::uuid, $2::uuid, 2, 'SKU-1', 'A thing of some kind, number 1', 2, 9.99, 1998),
     ($1::uuid, $2::uuid, 3, 'SKU-2', 'A thing of some kind, number 2', 3, 9.99, 2997)`,
  `insert into events (tenant_id, id, type, data, created_at) values ($1::uuid, $3::uuid, 'order.placed',
     '{"orderNumber": "1001","id": "01920000-0000-7000-8000-000000000002","customerId": "01920000-0000-7000-8000-000000000003","channel": "storefront","propertyId": null,"currency": "EUR","subtotal": 59.94,"shippingTotal": 4.9,"discountTotal": 0,"taxTotal": 0,"total": 64.84,"lineCount": 3,"createdAt": "2030-01-31T12:00:00.000Z"}', now())`,
  `insert into event_queue (tenant_id, id, at, type, next_at) values ($1::uuid, $3::uuid, now(), 'order.placed', now())`,
];

/** Returns orders per second. */
export async function ceiling(stage: OrderStage, tenants: number, seconds: number): Promise<number> {
  const pgbench = findPgbench();
  return pgbench === null ? bareLoop(stage, tenants, seconds) : byPgbench(pgbench, stage, tenants, seconds);
}

const appAddress = ({ kernel, connectionString }: OrderStage) =>
  asRole({ connectionString }, ROLES.app, kernel.secrets.databasePassword(ROLES.app));

async function byPgbench(
  pgbench: string,
  stage: OrderStage,
  tenants: number,
  seconds: number,
): Promise<number> {
  const uuid = (high: string, low: string) =>
    `(lpad(to_hex(:${high}::bigint), 16, '0') || lpad(to_hex(:${low}::bigint), 16, '0'))::uuid`;
  const tenant = `('00000000-0000-7000-8000-' || lpad(:t::text, 12, '0'))::uuid`;
  const steps = STEPS.map((step) =>
    step
      .replaceAll('$1::uuid', tenant)
      .replaceAll('$2::uuid', uuid('a', 'b'))
      .replaceAll('$3::uuid', uuid('a', 'c')),
  );
  const script = [
    `\\set t random(1, ${tenants})`,
    ...['a', 'b', 'c'].map((name) => `\\set ${name} random(1, 9000000000000000000)`),
    '\\startpipeline',
    'begin;',
    `select set_config('app.tenant_id', ${tenant}::text, true);`,
    ...steps.map((step) => `${step.replaceAll(/\s+/g, ' ')};`),
    'end;',
    '\\endpipeline',
  ];
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-pgbench-'));
  const file = join(folder, 'order.sql');
  await writeFile(file, `${script.join('\n')}\n`);
  const args = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(CLIENTS),
    '-j',
    '1',
    '-T',
    String(seconds),
    '-f',
    file,
    appAddress(stage),
  ];
  const child = spawn(pgbench, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (out += chunk));
  await new Promise((resolve) => child.on('close', resolve));
  await rm(folder, { recursive: true });
  const rate = /tps = ([\d.]+)/.exec(out)?.[1];
  if (rate === undefined || / number of failed transactions: [1-9]/.test(out))
    throw new Error(`pgbench failed:\n${out}`);
  return Number(rate);
}

/** Replaces a missing pgbench: connections that pipeline a whole transaction. */
async function bareLoop(stage: OrderStage, tenants: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const client = async () => {
    const connection = new pg.Client({
      connectionString: appAddress(stage),
      pipeline: true,
    } as pg.ClientConfig);
    await connection.connect();
    while (performance.now() < end) {
      const values = [
        tenantId(1 + Math.floor(Math.random() * tenants)),
        crypto.randomUUID(),
        crypto.randomUUID(),
      ];
      await Promise.all([
        connection.query(`begin; select set_config('app.tenant_id', '${values[0]}', true)`),
        ...STEPS.map((text, index) => {
          const used = [1, 2, 3].filter((n) => text.includes(`$${n}`));
          const renumbered = used.reduce(
            (sql, n, place) => sql.replaceAll(`$${n}::`, `$${place + 1}::`),
            text,
          );
          return connection.query({
            name: `step ${index}`,
            text: renumbered,
            values: used.map((n) => values[n - 1]),
          });
        }),
        connection.query('commit'),
      ]);
      done += 1;
    }
    await connection.end();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return done / seconds;
}
