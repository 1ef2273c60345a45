/**
 * The relay: passes every event to a stream of JetStream, each once and in the order of its position, whatever dies. Its place is
 * the last message of the stream itself. See docs/decisions/0036-relay-to-jetstream.md.
 */

import { crashPoint } from '#kernel/crash.ts';
import { type Reached, readIdAt, readStream, type StreamedEvent } from '#kernel/events/stream.sql.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import type { RelaySettings } from '#kernel/relay/settings.ts';
import { readRelayBacklog } from '#kernel/work/backlog.ts';
import { type Loop, startLoop } from '#kernel/work/loop.ts';
import type { Erasable } from './message.ts';
import { claimRelay, ensureRelay, noteRelayed, releaseRelay } from './relay.sql.ts';
import { type Noted, resume } from './resume.ts';
import { connectToStreams, type Place, type Streams, StreamTrouble } from './stream.ts';

/** Dispatchers of other processes do not wake the relay. */
const IDLE_MS = 100;
/** The most events under way to the server at once. */
const BATCH = 256;
const LEASE_MS = 10_000;
const RENEW_AFTER_MS = 3_000;
const NOTE_AFTER_MS = 500;
const CLAIM_EVERY_MS = 1_000;
const CONNECT_AGAIN_AFTER_MS = 1_000;
const LOG_EVERY_MS = 60_000;

type Writing = { streams: Streams; place: Place; after: Reached; next: Promise<Batch> | null };
type Batch = Awaited<ReturnType<typeof readStream>>;

export function startRelay(kernel: Kernel, settings: RelaySettings, erasable: Erasable): Loop {
  const { db, clock, config, log, metrics } = kernel;
  const worker = { query: db.acrossTenantsQuery };
  const holder = newId();
  const lease = () => ({ holder, until: new Date(clock().getTime() + LEASE_MS) });
  let isPrepared = false;
  /** The last acknowledged event; null while another process has the lease. */
  let noted: (Noted & { id: string | null }) | null = null;
  let notedAt = 0;
  let isUnnoted = false;
  let writing: Writing | null = null;
  let waitsUntil = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  async function claim(): Promise<void> {
    if (!isPrepared) await ensureRelay(worker);
    isPrepared = true;
    const known = await claimRelay(worker, clock(), lease());
    noted = known && { ...known, id: null };
    notedAt = performance.now();
    if (noted === null) waitsUntil = notedAt + CLAIM_EVERY_MS;
    else log.info({ epoch: noted.epoch }, 'this process relays the events');
  }

  /** Another process has the lease now. Its first event makes the stream refuse the next one of this process. */
  async function lose(): Promise<void> {
    noted = null;
    await stopWriting();
    metrics.relayLag.set(0);
  }

  async function note(error: string | null = null): Promise<void> {
    if (noted === null) return;
    if (!(await noteRelayed(worker, lease(), noted, error))) return lose();
    notedAt = performance.now();
    isUnnoted = false;
  }

  async function stopWriting(): Promise<void> {
    const { streams } = writing ?? {};
    writing = null;
    await streams?.close().catch(() => {});
  }

  /** Null if the lease was lost meanwhile. */
  async function beginWriting(): Promise<Writing | null> {
    // A promoted standby may know less than this process does; the database is right.
    const known = await claimRelay(worker, clock(), lease());
    if (known === null) {
      await lose();
      return null;
    }
    const streams = await connectToStreams(settings, config.retentionDays, erasable);
    try {
      const newestEpoch = await streams.newestEpoch();
      const end = await streams.readEnd(known.epoch);
      const last = end?.last ?? null;
      const storedId = last === null || last === 'foreign' ? null : await readIdAt(worker, last.position);
      const { reason, ...found } = resume(known, {
        newestEpoch,
        sequence: end?.sequence ?? null,
        last,
        storedId,
      });
      const { epoch, after, sequence } = found;
      if (reason !== null) {
        log.warn({ reason, epoch, after: String(after) }, 'the relay goes on in the stream of a new epoch');
      }
      const id = await readIdAt(worker, after);
      noted = { epoch, position: after, sequence, id };
      // Stored before the stream exists, so that a process that dies between the two leaves a stream that can be made again.
      await note();
      if (noted === null) {
        await streams.close();
        return null;
      }
      await streams.ensure(epoch);
      await streams.deleteEmpty(epoch);
      // The server may not remember the id of a last message that is older than its window for repeated ids, after a restart.
      const place = { epoch, sequence, position: after, id: null };
      return { streams, place, after: { position: after, id }, next: null };
    } catch (error) {
      await streams.close().catch(() => {});
      throw error;
    }
  }

  /** Returns true when there are more events to send right now. */
  async function relaySome(to: Writing): Promise<boolean> {
    const reading = to.next ?? readStream(worker, to.after, BATCH);
    to.next = null;
    const batch = await reading;
    if (batch === null) throw new StreamTrouble('the database does not have the last event any more', true);
    const { events, reached, isEnd } = batch;
    to.after = reached;
    if (events.length > 0) {
      const sent = to.streams.append(to.place, events);
      // Reads the next events while these are under way.
      if (!isEnd) to.next = readStream(worker, reached, BATCH);
      to.next?.catch(() => {});
      await sent.finally(() => {
        noted = { ...to.place };
        isUnnoted = true;
      });
      crashPoint('after_publish_before_note');
    }
    metrics.relayLag.set(lagOf(events));
    return !isEnd;
  }

  const lagOf = ([oldest]: StreamedEvent[]): number =>
    oldest === undefined ? 0 : Math.max(0, clock().getTime() - oldest.created_at.getTime()) / 1000;

  /** The events wait in the database, and the log says so once a minute. */
  async function bear(trouble: StreamTrouble): Promise<void> {
    await stopWriting();
    const { message, isRefusal } = trouble;
    if (isRefusal) {
      log.warn({ reason: message }, 'the stream refused an event; the relay goes on behind its last message');
    } else {
      waitsUntil = performance.now() + CONNECT_AGAIN_AFTER_MS;
      if (performance.now() - loggedAt > LOG_EVERY_MS) {
        loggedAt = performance.now();
        log.error({ reason: message }, 'the relay cannot write to its stream; events wait in the database');
      }
    }
    await note(message);
    const backlog = await readRelayBacklog(worker, clock());
    metrics.relayLag.set(backlog?.oldestSeconds ?? 0);
  }

  const loop = startLoop({
    name: 'relay',
    idleMs: IDLE_MS,
    log,
    round: async () => {
      if (performance.now() < waitsUntil) return false;
      if (noted === null) await claim();
      if (noted === null) return false;
      try {
        if (writing?.streams.isClosed()) throw new StreamTrouble('the connection was lost');
        writing ??= await beginWriting();
        if (writing === null) return false;
        const hasMore = await relaySome(writing);
        const age = performance.now() - notedAt;
        if (age > (isUnnoted ? NOTE_AFTER_MS : RENEW_AFTER_MS)) await note();
        return hasMore;
      } catch (error) {
        if (!(error instanceof StreamTrouble)) throw error;
        await bear(error);
        return false;
      }
    },
  });
  return {
    wake: () => loop.wake(),
    async stop() {
      await loop.stop();
      await note()
        .then(() => releaseRelay(worker, holder))
        .catch((error) =>
          log.warn({ err: error }, 'the lease of the relay could not be released; it runs out by itself'),
        );
      await stopWriting();
    },
  };
}
