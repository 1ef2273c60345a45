/** Passes committed events to their consumers. An event leaves the queue in the same transaction as its consumers' writes. */
import { crashPoint } from '#kernel/crash.ts';
import type { Db, Tx } from '#kernel/db/db.ts';
import type { Logger } from '#kernel/log.ts';
import { tellOnceADay } from '#kernel/notices.ts';
import { beginOfEvent, isTracing, type Span } from '#kernel/tracing.ts';
import { failureOf, MAX_ATTEMPTS } from '#kernel/work/parking.ts';
import { BATCH, type Lane, TENANTS } from './lanes.ts';
import {
  findTenants,
  postpone,
  type QueuedEvent,
  type Share,
  takeAgain,
  takeShares,
  unpark,
} from './queue.sql.ts';
import { insertPositions } from './stream.sql.ts';

export type BusEvent = Omit<QueuedEvent, 'next_at' | 'is_streamed'>;

/** Called once the transaction of the events has committed. */
type AfterCommit = () => void;

/** Processes a list, so that a hundred events cost one statement. Must only write through `tx`. */
export type Consumer = {
  name: string;
  /** The types that it consumes; without it, all types. */
  types?: ReadonlySet<string>;
  consume(tx: Tx, events: BusEvent[], now: Date): Promise<AfterCommit> | Promise<void>;
  /**
   * The most events of each tenant in a round of this lane, if the events of one tenant cost more than another's; 0: its events
   * wait. Tenants with costly events have separate rounds, so that the others do not wait for them: `null` for a tenant of the
   * other kind. Without `isCostly` the round is for both kinds.
   */
  bound?: {
    lane: Lane;
    perTenant(tenantIds: string[], now: Date, isCostly?: boolean): Promise<(number | null)[]>;
  };
};

/** The position of a dispatcher in the list of tenants: it has processed those up to `after`. */
export type Turn = {
  after: string | null;
  /** The round is for costly tenants, for the others, or (undefined) for both. */
  isCostly?: boolean;
  /** The round took all events that were due and may be taken, so another one would find none. */
  isDrained?: boolean;
  /** Called when a round for the others finds a costly tenant. */
  onCostly?(): void;
  /** Called after the commit of events that the relay is to send. */
  onStreamed?(): void;
};

/**
 * One round of a lane: a share for each of the next tenants that have events. Returns the number of events it processed, so that
 * the loop knows whether to continue at once.
 */
export async function dispatch(
  db: Db,
  lane: Lane,
  consumers: Consumer[],
  now: Date,
  log: Logger,
  turn: Turn = { after: null },
): Promise<number> {
  const deps = { db, lane, consumers, now, log, turn };
  for (let isFromStart = turn.after === null; ; ) {
    const tenantIds = await findTenants({ query: db.acrossTenantsQuery }, lane, turn.after, TENANTS[lane]);
    const isEnd = tenantIds.length < TENANTS[lane];
    turn.after = isEnd ? null : tenantIds.at(-1)!;
    turn.isDrained = false;
    const taken = await dispatchOf(deps, tenantIds);
    turn.isDrained &&= isEnd && isFromStart;
    // The tenants of this round may have no due events, while later ones do.
    if (taken > 0 || (isEnd && isFromStart)) return taken;
    isFromStart ||= isEnd;
  }
}

type Deps = { db: Db; lane: Lane; consumers: Consumer[]; now: Date; log: Logger; turn: Turn };

async function dispatchOf(deps: Deps, tenantIds: string[]): Promise<number> {
  const { db, log, turn } = deps;
  const room = await roomOf(deps, tenantIds);
  if (room.length === 0) return 0;
  let events: QueuedEvent[] = [];
  let afterCommit: AfterCommit[] = [];
  let spans: (Span | undefined)[] = [];
  try {
    await db.acrossTenants(async (tx) => {
      events = await takeInTurn(tx, deps, room);
      if (events.length === 0) return;
      if (isTracing()) spans = events.map(beginDispatch);
      crashPoint('after_take');
      afterCommit = await consumeAll(tx, deps, events);
      crashPoint('after_consume_before_commit');
    });
  } catch (error) {
    turn.isDrained = false;
    for (const span of spans) span?.end({}, true);
    if (events.length === 0) throw error;
    log.warn({ err: error, events: events.length }, 'a batch of events failed; trying it in halves');
    return dispatchHalves(deps, events, error as Error);
  }
  for (const span of spans) span?.end({ 'messaging.batch.message_count': events.length });
  if (events.length > 0) crashPoint('after_commit');
  for (const follow of afterCommit) follow();
  return events.length;
}

const beginDispatch = ({ id, type, tenant_id }: QueuedEvent) =>
  beginOfEvent(id, `dispatch ${type}`, { 'colonnade.tenant': tenant_id });

async function roomOf({ consumers, lane, now, turn }: Deps, tenantIds: string[]): Promise<Share[]> {
  if (tenantIds.length === 0) return [];
  const room = tenantIds.map((tenantId) => ({ tenantId, size: BATCH[lane] }));
  for (const { bound } of consumers) {
    if (bound?.lane !== lane) continue;
    const sizes = await bound.perTenant(tenantIds, now, turn.isCostly);
    if (sizes.includes(null)) turn.onCostly?.();
    room.forEach((share, index) => {
      share.size = Math.min(share.size, sizes[index] ?? 0);
    });
  }
  return room.filter(({ size }) => size > 0);
}

/** Claims equal shares first; the unused room goes to tenants that have more. */
async function takeInTurn(tx: Tx, { lane, now, turn }: Deps, room: Share[]): Promise<QueuedEvent[]> {
  const first = share(room, BATCH[lane]);
  const events = await takeShares(tx, lane, now, first);
  const left = BATCH[lane] - events.length;
  const counts = Map.groupBy(events, (event) => event.tenant_id);
  const more = room
    .filter((_, index) => counts.get(first[index]!.tenantId)?.length === first[index]!.size)
    .map(({ tenantId, size }) => ({ tenantId, size: size - counts.get(tenantId)!.length }))
    .filter(({ size }) => size > 0);
  turn.isDrained = room.every(
    ({ tenantId }, index) => (counts.get(tenantId)?.length ?? 0) < first[index]!.size,
  );
  if (more.length === 0 || left < more.length) return events;
  return [...events, ...(await takeShares(tx, lane, now, share(more, left)))];
}

function share(room: Share[], most: number): Share[] {
  const equal = Math.max(1, Math.floor(most / room.length));
  return room.map(({ tenantId, size }) => ({ tenantId, size: Math.min(size, equal) }));
}

/**
 * One bad event must not block the others: a failed batch is halved until the event is alone; then it is postponed, at last
 * parked.
 */
async function dispatchHalves(deps: Deps, events: QueuedEvent[], error: Error): Promise<number> {
  const { db, lane, now, log } = deps;
  if (events.length === 1) {
    const [event] = events as [QueuedEvent];
    log.error(
      { err: error, eventId: event.id, tenantId: event.tenant_id },
      'an event could not be dispatched',
    );
    if (await db.acrossTenants((tx) => postpone(tx, lane, event, now, failureOf(error))))
      await writeParkedNotice(deps, event);
    return 0;
  }
  // Sorted by tenant, so that a bad event is soon separated from the events of other tenants.
  const sorted = events.toSorted((a, b) =>
    a.tenant_id < b.tenant_id ? -1 : Number(a.tenant_id > b.tenant_id),
  );
  const middle = Math.ceil(events.length / 2);
  return (
    (await dispatchAgain(deps, sorted.slice(0, middle))) + (await dispatchAgain(deps, sorted.slice(middle)))
  );
}

/** Makes parked events due again, of all tenants or of one; returns their number. */
export const retryParked = (db: Db, now: Date, tenantId: string | null): Promise<number> =>
  unpark({ query: db.acrossTenantsQuery }, now, tenantId);

/** Writes a notice to the tenant; if that fails, the log and the metric still report the parked event. */
async function writeParkedNotice({ db, now, log }: Deps, event: QueuedEvent): Promise<void> {
  const { tenant_id: tenantId, id: eventId, type } = event;
  log.error({ tenantId, eventId, type }, 'an event is parked: it was tried too often');
  const notice = {
    kind: 'event.parked',
    subjectType: 'event',
    subjectId: eventId,
    message: `The consumers of an event (${type}) failed ${MAX_ATTEMPTS} times. The operator can run \`colonnade retry\`.`,
  };
  await db
    .inTenant(tenantId, (tx) => tellOnceADay(tx, now, notice))
    .catch((err) => log.warn({ err, tenantId, eventId }, 'a tenant was not told of a parked event'));
}

async function dispatchAgain(deps: Deps, events: QueuedEvent[]): Promise<number> {
  const { db, lane } = deps;
  let isTaken = false;
  try {
    const { count, afterCommit } = await db.acrossTenants(async (tx) => {
      const taken = await takeAgain(tx, lane, events);
      isTaken = true;
      return { count: taken.length, afterCommit: await consumeAll(tx, deps, taken) };
    });
    for (const follow of afterCommit) follow();
    return count;
  } catch (error) {
    // A failure before the claim comes from the database, not from an event; the events are still in the queue.
    if (!isTaken) throw error;
    return dispatchHalves(deps, events, error as Error);
  }
}

async function consumeAll(
  tx: Tx,
  { consumers, now, turn }: Deps,
  events: QueuedEvent[],
): Promise<AfterCommit[]> {
  const afterCommit: AfterCommit[] = [];
  for (const { types, consume } of consumers) {
    const wanted = types === undefined ? events : events.filter((event) => types.has(event.type));
    const follow = wanted.length > 0 ? await consume(tx, wanted, now) : undefined;
    if (follow) afterCommit.push(follow);
  }
  // Comes last, because other dispatchers wait for their positions until this transaction commits.
  const streamed = events.filter((event) => event.is_streamed);
  if (streamed.length > 0) {
    await insertPositions(tx, streamed);
    if (turn.onStreamed) afterCommit.push(turn.onStreamed);
  }
  return afterCommit;
}
