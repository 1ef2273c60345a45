/** The rivals, each a transaction per basket: a bare conditional update with its row, and our own statement one by one. */
import pg from 'pg';
import { RESERVE } from '../../server/modules/inventory/reservations/reserving.sql.ts';
import { findPgbench } from '../orders/ceiling.ts';
import { runPgbench } from '../pgbench.ts';
import { LOCATION, type StockStage, TENANT } from './stage.ts';

const CLIENTS = 32;
const ORDER = `(lpad(to_hex(:a::bigint), 16, '0') || lpad(to_hex(:b::bigint), 16, '0'))::uuid`;

/** Checks and takes in one statement, a transaction for each basket: as good as it gets without batches. */
export const bareUpdate = (stage: StockStage, itemId: string, seconds: number) =>
  run(stage, 'app', seconds, [
    `select set_config('app.tenant_id', '${TENANT}', true)`,
    `update stock_levels set reserved = reserved + 1
     where tenant_id = '${TENANT}' and item_id = '${itemId}' and location_id = '${LOCATION}' and available >= 1`,
    `insert into stock_reservations (tenant_id, order_id, item_id, location_id, quantity, expires_at)
     values ('${TENANT}', ${ORDER}, '${itemId}', '${LOCATION}', 1, now() + interval '15 minutes')`,
  ]);

/** Our statement with baskets of three lines among the SKUs `SKU-0` to `SKU-<n>`. */
export const oneByOne = (stage: StockStage, skus: number, seconds: number) => {
  const arguments_ = [
    'array[1, 1, 1]',
    `array['${TENANT}', '${TENANT}', '${TENANT}']`,
    `array['SKU-' || :x, 'SKU-' || (:x + 1) % ${skus}, 'SKU-' || (:x + 2) % ${skus}]`,
    'array[1, 1, 1]',
    `array['${TENANT}']`,
    `array[${ORDER}]`,
    `array[now() + interval '15 minutes']`,
    'now()',
  ];
  const text = RESERVE.text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\d)/g, (_, n) => `(${arguments_[Number(n) - 1]})`);
  return run(
    stage,
    'batch',
    seconds,
    [`select set_config('app.tenant_ids', '{${TENANT}}', true)`, text],
    skus,
  );
};

export const RIVAL =
  findPgbench() === null ? `a loop of ${CLIENTS} connections` : `pgbench, ${CLIENTS} clients`;

async function run(
  stage: StockStage,
  role: 'app' | 'batch',
  seconds: number,
  steps: string[],
  skus = 1,
): Promise<number> {
  const pgbench = findPgbench();
  if (pgbench === null) return bareLoop(stage, role, seconds, steps, skus);
  const most = 9_000_000_000_000_000_000n;
  const random = { a: most, b: most, x: BigInt(skus) };
  return runPgbench(pgbench, { address: stage.addressOf(role), clients: CLIENTS, seconds, random, steps });
}

/** Replaces a missing pgbench. */
async function bareLoop(
  stage: StockStage,
  role: 'app' | 'batch',
  seconds: number,
  steps: string[],
  skus: number,
): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const client = async () => {
    const connection = new pg.Client({
      connectionString: stage.addressOf(role),
      pipeline: true,
    } as pg.ClientConfig);
    await connection.connect();
    while (performance.now() < end) {
      const x = Math.floor(Math.random() * skus);
      const order = `'${crypto.randomUUID()}'::uuid`;
      const all = ['begin', ...steps, 'commit'].map((step) =>
        connection.query(step.replaceAll(ORDER, order).replaceAll(':x', String(x))),
      );
      await Promise.all(all);
      done += 1;
    }
    await connection.end();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return done / seconds;
}
