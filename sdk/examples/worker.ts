/**
 * A worker in another program: counts the orders of each tenant in a database of its own. Events come at least once; the id of
 * each is stored in the transaction of its effect, so each order is counted once.
 *
 *   NATS_URL=nats://127.0.0.1:4222 DATABASE_URL=postgres://… node sdk/examples/worker.ts
 */
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { consume, type StreamEvent } from '../consume.ts';

export const TABLES = `
  create table if not exists seen_events (id uuid primary key, at timestamptz not null default now());
  create table if not exists parked_events (id uuid primary key, event json not null, reason text not null);
  create table if not exists orders_counted (tenant_id uuid primary key, orders bigint not null)`;

/** The effect. A second delivery finds the id and changes nothing. Ids older than the stream's messages can be deleted. */
export async function countOrder(pool: pg.Pool, event: StreamEvent): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rowCount } = await client.query(
      'insert into seen_events (id) values ($1) on conflict do nothing',
      [event.id],
    );
    if (rowCount === 1) {
      await client.query(
        `insert into orders_counted values ($1, 1)
         on conflict (tenant_id) do update set orders = orders_counted.orders + 1`,
        [event.tenantId],
      );
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

export async function parkEvent(pool: pg.Pool, event: StreamEvent, error: unknown): Promise<void> {
  await pool.query('insert into parked_events values ($1, $2, $3) on conflict do nothing', [
    event.id,
    JSON.stringify(event),
    String(error),
  ]);
}

if (import.meta.main) {
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
  // Without a listener, an idle connection that PostgreSQL closes would end the process.
  pool.on('error', (error) => console.error(error.message));
  await pool.query(TABLES);
  const connection = await connect({ servers: process.env.NATS_URL, maxReconnectAttempts: -1 });
  const consumer = consume(connection, {
    name: 'order-counter',
    types: ['order.placed'],
    handle: (event) => countOrder(pool, event),
    park: (event, error) => parkEvent(pool, event, error),
    onTrouble: (error) => console.error(error.message),
  });
  process.once('SIGTERM', async () => {
    await consumer.stop();
    await connection.close();
    await pool.end();
  });
}
