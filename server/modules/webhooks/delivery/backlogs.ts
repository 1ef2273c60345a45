/**
 * How many events of a tenant are fanned out in a round. An event costs a row for each subscription, so a tenant with many of them
 * gets fewer events into a round; and one with too many pending deliveries waits, while its events stay in their queue. What is held for
 * paused subscriptions has a bound of its own, beyond which no more is held: they must not stop what others are waiting for.
 */

import type { Tx } from '#kernel/db/db.ts';
import type { Kernel } from '#kernel/module.ts';
import {
  type Counts,
  countDeliveries,
  countSubscriptions,
  noteBacklog,
  noteHeldFull,
} from './backlogs.sql.ts';

/** Rows of a round, about, of which the tenants in it have equal shares; each gets one event in, whatever that costs. */
export const ROWS_PER_ROUND = 200;
/**
 * No share is smaller: where many have events, a round is longer, but its fixed cost is spread over more. A tenant with more
 * subscriptions is costly: a single event takes more than a share.
 */
const LEAST_SHARE = 16;
/** For so long a count is carried on by reckoning. */
const COUNT_EVERY_MS = 5_000;
/** Sooner, if by that reckoning there is no room left. */
const COUNT_AGAIN_MS = 1_000;
const REMEMBERED = 10_000;
/** More often the database is not asked whether a tenant was told today. */
const TELL_EVERY_MS = 3_600_000;

type Known = Counts & { countedAt: number };

export function createBacklogs({ db, log, config }: Kernel) {
  const worker = { query: db.acrossTenantsQuery };
  const most = config.webhookMaxPending;
  const known = new Map<string, Known>();
  const toldAt = new Map<string, number>();

  /** All together never more than twice as many: a pause makes held ones of those that are pending. */
  const roomIn = ({ pending, held }: Counts) => Math.min(most - pending, 2 * most - pending - held);

  async function pendingOf(tenantId: string, now: number): Promise<Known> {
    const before = known.get(tenantId);
    const patience = before !== undefined && roomIn(before) <= 0 ? COUNT_AGAIN_MS : COUNT_EVERY_MS;
    if (before !== undefined && now - before.countedAt < patience) return before;
    if (known.size >= REMEMBERED) known.clear();
    const counted = { ...(await countDeliveries(worker, tenantId, most)), countedAt: now };
    known.set(tenantId, counted);
    return counted;
  }

  /** In the order of the tenants; 0: those of this one wait; null: they have rounds of their own. */
  async function perTenant(tenantIds: string[], now: Date, isCostly?: boolean): Promise<(number | null)[]> {
    if (tenantIds.length === 0) return [];
    const costs = await countSubscriptions(worker, tenantIds);
    const isOfThis = (cost: number) => isCostly === undefined || isCostly === cost > LEAST_SHARE;
    const share = Math.max(LEAST_SHARE, ROWS_PER_ROUND / costs.filter(isOfThis).length);
    const sizes: (number | null)[] = [];
    for (const [index, tenantId] of tenantIds.entries()) {
      const cost = costs[index]!;
      if (!isOfThis(cost)) {
        sizes.push(null);
        continue;
      }
      const size = Math.max(1, Math.floor(share / Math.max(1, cost)));
      // Without subscriptions nothing becomes pending, and the feed goes on.
      if (cost === 0) sizes.push(ROWS_PER_ROUND);
      else {
        const backlog = await pendingOf(tenantId, now.getTime());
        const room = roomIn(backlog);
        const isCounted = backlog.countedAt === now.getTime();
        // Nobody waits for it: it takes a connection of the tenant's, and events of others are in this round.
        if (room <= 0 && isCounted) void tell(tenantId, now, noteBacklog);
        if (backlog.held >= most && isCounted) void tell(tenantId, now, noteHeldFull);
        const taken = room <= 0 ? 0 : Math.min(size, Math.ceil(room / cost));
        backlog.pending += taken * cost;
        sizes.push(taken);
      }
    }
    return sizes;
  }

  /** Of those whose events are in a round, the tenants for whose paused subscriptions no more is held. */
  const withHeldFull = () => [...known].filter(([, { held }]) => held >= most).map(([tenantId]) => tenantId);

  return { perTenant, withHeldFull };

  type Note = (tx: Tx, now: Date, most: number) => Promise<void>;
  async function tell(tenantId: string, now: Date, note: Note): Promise<void> {
    const key = `${tenantId} ${note.name}`;
    if (now.getTime() - (toldAt.get(key) ?? 0) < TELL_EVERY_MS) return;
    if (toldAt.size >= REMEMBERED) toldAt.clear();
    toldAt.set(key, now.getTime());
    await db
      .inTenant(tenantId, (tx) => note(tx, now, most))
      .catch((error) => log.warn({ err: error, tenantId }, 'a tenant was not told of its full backlog'));
  }
}
