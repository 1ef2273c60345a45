/**
 * Limits the events of a tenant that are fanned out in a round. An event costs a row for each subscription, so a tenant with many
 * subscriptions gets fewer events into a round. A tenant with too many pending deliveries waits, while its events stay in their
 * queue. Deliveries held for paused subscriptions have their own limit, beyond which no more are held: they must not block active
 * subscriptions.
 */

import type { Tx } from '#kernel/db/db.ts';
import type { Kernel } from '#kernel/module.ts';
import type { WebhookSettings } from '../settings.ts';
import {
  type Counts,
  countDeliveries,
  countSubscriptions,
  noteBacklog,
  noteHeldFull,
} from './backlogs.sql.ts';

/** The approximate number of rows in a round. Its tenants have equal shares; each gets at least one event, at any cost. */
export const ROWS_PER_ROUND = 200;
/**
 * The smallest share: with many tenants a round is longer, but its fixed cost is spread over more rows. A tenant with more
 * subscriptions than this is costly: a single event exceeds a share.
 */
const LEAST_SHARE = 16;
/** A count is updated by estimates for this long, then repeated. */
const COUNT_EVERY_MS = 5_000;
/** Counts sooner if the estimate leaves no room. */
const COUNT_AGAIN_MS = 1_000;
const REMEMBERED = 10_000;
/** The least time between two checks whether the tenant got a notice today. */
const TELL_EVERY_MS = 3_600_000;

type Known = Counts & { countedAt: number };

export function createBacklogs({ db, log }: Kernel, { maxPending: most }: WebhookSettings) {
  const worker = { query: db.acrossTenantsQuery };
  const known = new Map<string, Known>();
  const toldAt = new Map<string, number>();

  /** Pending and held deliveries together never exceed twice the limit: a pause turns pending ones into held ones. */
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

  /** The number of events for each tenant; 0: its events wait; null: it has rounds of its own. */
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
      // Without subscriptions no delivery becomes pending, and only the feed advances.
      if (cost === 0) sizes.push(ROWS_PER_ROUND);
      else {
        const backlog = await pendingOf(tenantId, now.getTime());
        const room = roomIn(backlog);
        const isCounted = backlog.countedAt === now.getTime();
        // Runs asynchronously: it needs a connection for the tenant, and the round has events of other tenants.
        if (room <= 0 && isCounted) void tell(tenantId, now, noteBacklog);
        if (backlog.held >= most && isCounted) void tell(tenantId, now, noteHeldFull);
        const taken = room <= 0 ? 0 : Math.min(size, Math.ceil(room / cost));
        backlog.pending += taken * cost;
        sizes.push(taken);
      }
    }
    return sizes;
  }

  /** The tenants whose paused subscriptions have reached the limit of held deliveries. */
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
