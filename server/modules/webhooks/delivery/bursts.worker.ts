/** Delivers gathered events as one. Each batch commits with the mark on its events, so a crash loses and duplicates nothing. */
import type { Tx } from '#kernel/db/db.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { type Loop, partOf } from '#kernel/work/loop.ts';
import { startDueLoop } from '#kernel/work/poller.ts';
import { BATCH } from '../subscriptions/subscription-record.ts';
import {
  BURST_DUE,
  endBurst,
  findDueBursts,
  type Gathered,
  holdBurst,
  insertBatch,
  postponeBurst,
  takeGathered,
} from './bursts.sql.ts';
import type { Lane } from './lanes.ts';

const NAME = 'webhook bursts';
const AT_ONCE = 50;
const AGAIN_AFTER_MS = 60_000;
const MAX_EVENTS = 500;
const MAX_BYTES = 1024 * 1024;

export function startBursts(kernel: Kernel, offer: (lanes: Lane[]) => void): Loop {
  const { db, clock, log } = kernel;
  return startDueLoop(kernel, {
    name: NAME,
    due: BURST_DUE,
    round: async () => {
      const due = await findDueBursts({ query: db.acrossTenantsQuery }, clock(), AT_ONCE);
      let made = 0;
      for (const lane of due) if (await attempt(lane)) made += 1;
      if (made > 0) offer(due);
      return made > 0;
    },
  });

  async function attempt({ tenantId, subscriptionId }: Lane): Promise<boolean> {
    try {
      return await db.inTenant(tenantId, (tx) => deliver(tx, clock(), subscriptionId));
    } catch (error) {
      log.error({ err: error, tenantId, subscriptionId }, 'a batch could not be made');
      const later = new Date(clock().getTime() + AGAIN_AFTER_MS);
      await partOf({ log, loop: NAME, tenantId }, () =>
        db.inTenant(tenantId, (tx) => postponeBurst(tx, subscriptionId, later)),
      );
      return false;
    }
  }
}

/** False when another worker has the burst. */
async function deliver(tx: Tx, now: Date, subscriptionId: string): Promise<boolean> {
  if (!(await holdBurst(tx, subscriptionId, now))) return false;
  const id = newId();
  const taken = await takeGathered(tx, subscriptionId, id, MAX_EVENTS, MAX_BYTES);
  const events = taken.flatMap(({ data, ...event }) => (data === null ? [] : [{ ...event, data }]));
  if (events.length > 0) {
    await insertBatch(tx, now, { id, type: BATCH, subscriptionId, data: batchOf(events, now) });
  }
  await endBurst(tx, subscriptionId, now);
  return true;
}

/** Inserts the data of each event as stored: parsing and serializing could change it. */
function batchOf(events: (Gathered & { data: string })[], now: Date): string {
  const texts = events.map(
    ({ event_id, event_type, at, data }) =>
      `{"id":"${event_id}","type":"${event_type}","createdAt":"${at.toISOString()}","data":${data}}`,
  );
  return `{"count":${events.length},"events":[${texts.join(',')}],"gatheredAt":"${now.toISOString()}"}`;
}
