/** A process that reserves baskets of one unit, as a checkout will: `node faults/reserver.ts '<JSON>'`. Prints what was granted. */
import { followDatabase } from '#kernel/clock.ts';
import { armCrash, type CrashAt } from '#kernel/crash.ts';
import { connect } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import { createLog } from '#kernel/log.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { confirmHolds } from '../server/modules/inventory/reservations/reserving.sql.ts';
import { createReserving } from '../server/modules/inventory/reservations/reserving.ts';

export type Task = {
  databaseUrl: string;
  secret: string;
  tenantId: string;
  skus: string[];
  baskets: number;
  atOnce: number;
  /** The holds expire after this time. */
  seconds: number;
  /** Confirms each hold as soon as it is granted. */
  confirms: boolean;
  crashAt: CrashAt | null;
};

const task: Task = JSON.parse(process.argv[2]!);
const address = { connectionString: task.databaseUrl };
const secrets = deriveSecrets([task.secret]);
const db = connect({ address, secrets, connections: 10, log: createLog('silent') });
const clock = await followDatabase(db);
const reserve = createReserving(db, clock);
armCrash(task.crashAt);

const told = { granted: 0, refused: 0, failed: 0 };
let left = task.baskets;
await Promise.all(
  Array.from({ length: task.atOnce }, async () => {
    while (left-- > 0) {
      const orderId = newId();
      const expiresAt = new Date(clock().getTime() + task.seconds * 1000);
      const lines = [{ sku: task.skus[left % task.skus.length]!, quantity: 1 }];
      try {
        await reserve({ tenantId: task.tenantId, orderId, expiresAt, lines });
        if (task.confirms) await db.inTenant(task.tenantId, (tx) => confirmHolds(tx, orderId));
        told.granted++;
      } catch (error) {
        told[(error as { code?: string }).code === 'out_of_stock' ? 'refused' : 'failed']++;
      }
    }
  }),
);
console.log(JSON.stringify(told));
process.exit(0);
