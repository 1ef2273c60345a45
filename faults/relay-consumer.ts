/** The example worker of the SDK, which dies between the effect of its n-th order and the acknowledgement (DIE_AT). */
import { connect } from '@nats-io/transport-node';
import pg from 'pg';
import { consume } from '../sdk/consume.ts';
import { countOrder, parkEvent, TABLES } from '../sdk/examples/worker.ts';

const { DATABASE_URL, NATS_URL = '', DIE_AT = '0' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });
await pool.query(TABLES);
const connection = await connect({ servers: new URL(NATS_URL).host, maxReconnectAttempts: -1 });
let handled = 0;
consume(connection, {
  name: 'order-counter',
  types: ['order.placed'],
  async handle(event) {
    await countOrder(pool, event);
    handled += 1;
    if (handled === Number(DIE_AT)) process.kill(process.pid, 'SIGKILL');
  },
  park: (event, error) => parkEvent(pool, event, error),
});
console.log('consumer is running');
