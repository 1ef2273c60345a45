/** Notifies workers in other processes that events were committed, so that they need not wait for their next poll. */
import type pg from 'pg';
import { toPrimary } from '#kernel/db/primary.ts';
import type { Logger } from '#kernel/log.ts';

const CHANNEL = 'colonnade_events';
/** NOTIFY makes commits queue up behind each other, so it stays out of business transactions and comes at most this often. */
const AT_MOST_EVERY_MS = 5;
const RECONNECT_MS = 1_000;

/** A lost notification costs a fifth of a second: polling is the base, this only makes it faster. */
export function createAnnouncer(query: (sql: string) => Promise<unknown>, log: Logger): () => void {
  let isDue = false;
  return () => {
    if (isDue) return;
    isDue = true;
    setTimeout(() => {
      isDue = false;
      query(`notify ${CHANNEL}`).catch((error) => log.debug({ err: error }, 'workers could not be notified'));
    }, AT_MOST_EVERY_MS).unref();
  };
}

/** Calls `wake` whenever another process announces events. Connects again by itself. */
export function listenForEvents(address: string, wake: () => void, log: Logger): { stop(): Promise<void> } {
  const { Client, connectionString } = toPrimary(address);
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const again = () => {
    if (stopped) return;
    clearTimeout(timer);
    timer = setTimeout(connect, RECONNECT_MS);
  };
  const connect = () => {
    const fresh = new Client({
      connectionString,
      application_name: 'colonnade listen',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client = fresh;
    fresh.on('notification', wake);
    fresh.on('error', (error) => log.debug({ err: error }, 'the listening connection was lost'));
    fresh.on('end', again);
    fresh
      .connect()
      .then(() => fresh.query(`listen ${CHANNEL}`))
      .then(wake)
      .catch(again);
  };
  connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
