/** The rate of orders while a change of rows goes over a million others, beside the rate without it, in turns. */
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { type RowChange, startRowChanges } from '#kernel/work/row-changes.ts';
import { buildApp } from '../../server/app.ts';
import { openStage } from '../deliveries/stage.ts';
import { httpRequest, load } from '../load.ts';
import { median, verdict } from '../report.ts';
import { seed } from './seed.ts';

const SIZE = { tenants: 50, orders: 1_000_000, largest: 100_000, pending: 0 };
const ROUNDS = 6;
const SECONDS = 5;
const ROWS = 500;
const NAME = 'bench';

/** Writes a column of five hundred orders at a time. */
const change: RowChange = {
  name: NAME,
  async batch(tx, place) {
    const { rows } = await tx.query<{ id: string }>(
      `with due as materialized (
         select id from orders where tenant_id = current_tenant() and ($1::uuid is null or id > $1) order by id limit ${ROWS})
       update orders o set internal_note = 'changed' from due
       where o.tenant_id = current_tenant() and o.id = due.id returning o.id`,
      [place],
    );
    return rows.length < ROWS ? null : rows.reduce((last, { id }) => (id > last ? id : last), '');
  },
};

export async function changes(): Promise<void> {
  const stage = await openStage({ RATE_LIMIT_PER_MINUTE: '100000000' });
  const everyone = Array.from({ length: SIZE.tenants }, (_, n) => n + 1);
  const tenants = await seed(stage.connectionString, SIZE, everyone);
  const { app } = await buildApp(stage.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const items = [{ sku: 'TEA-1', name: 'Green tea', quantity: 2, unitPrice: 4.5 }];
  const requests = tenants.map(({ key, customerId }) =>
    httpRequest('POST', '/v1/crm/orders', key, { customerId, items }),
  );
  const owner = new pg.Client({ connectionString: stage.connectionString });
  await owner.connect();
  await owner.query('insert into row_changes (name) values ($1)', [NAME]);
  const changed = async () =>
    Number((await owner.query("select count(*) as n from orders where internal_note = 'changed'")).rows[0].n);
  const rate = async () => (await load({ port, connections: 64, seconds: SECONDS, requests })).perSecond;
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const without = await rate();
    const before = await changed();
    const began = performance.now();
    const work = startRowChanges(stage.kernel, [change]);
    const beside = await rate();
    await work.stop();
    speeds.push(((await changed()) - before) / ((performance.now() - began) / 1000));
    ratios.push(beside / without);
    await owner.query('truncate event_queue');
  }
  console.log(
    `\nOrders a second while ${SIZE.orders} orders are changed, ${Math.round(median(speeds))} rows a second, ${ROUNDS} rounds in turns: ` +
      ratios.map((ratio) => ratio.toFixed(2)).join(', '),
  );
  verdict('orders beside a change of rows ÷ without', median(ratios), 0.9);
  await owner.end();
  await app.close();
  await stage.close();
}
