import type { EventEmitter } from 'node:events';
import { Client } from 'undici';
import type { Deadline } from './deadline.ts';
import { type Dial, newTrace, type Trace } from './dial.ts';
import { SendError } from './failures.ts';

/** One keep-alive connection, lent to one request at a time. Its trace is new whenever undici dials again. */
export type Connection = {
  origin: Origin;
  /** Whose delivery it carries, or carried last. */
  tenantId: string;
  client: Client;
  trace: Trace;
  connected: boolean;
  stopDialling: AbortController;
};

type Lend = (connection: Connection) => void;
type Origin = { name: string; open: number; idle: Connection[]; waiting: Set<Lend> };

const MAX_HEADER_BYTES = 16_384;
const nothing = () => {};

/**
 * undici's own pool cannot report which socket carried a request, cannot drop a request that waits for a socket, and cannot open
 * a fresh one on demand; a list of single clients can.
 */
export function keepConnections(dial: Dial, perOrigin: number) {
  const origins = new Map<string, Origin>();

  function originOf(name: string): Origin {
    const known = origins.get(name);
    if (known) return known;
    const origin: Origin = { name, open: 0, idle: [], waiting: new Set() };
    origins.set(name, origin);
    return origin;
  }

  function take(name: string, tenantId: string, deadline: Deadline): Connection | Promise<Connection> {
    const origin = originOf(name);
    const idle = origin.idle.pop();
    if (idle) return Object.assign(idle, { tenantId });
    if (origin.open < perOrigin) {
      origin.open += 1;
      return Object.assign(open(origin), { tenantId });
    }
    return new Promise((resolve, reject) => {
      const lend: Lend = (connection) => {
        deadline.tell(null);
        resolve(Object.assign(connection, { tenantId }));
      };
      const giveUp = () => {
        origin.waiting.delete(lend);
        reject(new SendError('timeout', 'busy'));
      };
      origin.waiting.add(lend);
      deadline.tell({ expire: giveUp });
    });
  }

  function open(origin: Origin): Connection {
    const stopDialling = new AbortController();
    const client = new Client(origin.name, {
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      // One deadline spans the whole attempt; these two would each start anew within it.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: 4_000,
      keepAliveMaxTimeout: 30_000,
      connect: (target, callback) => {
        connection.trace = newTrace();
        dial(target, connection.trace, stopDialling.signal, connection.tenantId)
          .then(
            (socket) => callback(null, socket),
            (error) => callback(error, null),
          )
          // If undici throws here, the request runs into its deadline; the process does not end.
          .catch(nothing);
      },
    });
    const connection: Connection = {
      ...{ origin, tenantId: '', client, trace: newTrace() },
      ...{ connected: false, stopDialling },
    };
    client.on('connect', () => {
      connection.connected = true;
    });
    client.on('disconnect', () => {
      connection.connected = false;
      forgetIfIdle(connection);
    });
    (client as EventEmitter).on('error', nothing);
    return connection;
  }

  function forgetIfIdle(connection: Connection): void {
    const { origin } = connection;
    const position = origin.idle.indexOf(connection);
    if (position === -1) return;
    origin.idle.splice(position, 1);
    leave(origin);
  }

  function leave(origin: Origin): void {
    origin.open -= 1;
    if (origin.open === 0 && origin.waiting.size === 0) origins.delete(origin.name);
  }

  /** Returns a connection whose answer was read to its end. */
  function giveBack(connection: Connection): void {
    const { origin } = connection;
    if (lendToNext(origin, connection)) return;
    if (connection.connected) origin.idle.push(connection);
    else leave(origin);
  }

  function lendToNext(origin: Origin, connection: Connection): boolean {
    const [lend] = origin.waiting;
    if (!lend) return false;
    origin.waiting.delete(lend);
    lend(connection);
    return true;
  }

  function destroy(connection: Connection): void {
    connection.stopDialling.abort();
    connection.client.destroy().catch(nothing);
  }

  function discard(connection: Connection): void {
    destroy(connection);
    const { origin } = connection;
    // Deferred, because deliveries that started together expire together: waiting sends should expire before a connection without
    // time left is dialled for them.
    setImmediate(() => {
      if (origin.waiting.size > 0) lendToNext(origin, open(origin));
      else leave(origin);
    });
  }

  /** Replaces a broken connection by a new one. */
  function replace(connection: Connection): Connection {
    destroy(connection);
    return Object.assign(open(connection.origin), { tenantId: connection.tenantId });
  }

  function free(name: string): number {
    const origin = origins.get(name);
    return origin ? perOrigin - origin.open + origin.idle.length : perOrigin;
  }

  async function close(): Promise<void> {
    const idle = [...origins.values()].flatMap((origin) => origin.idle);
    origins.clear();
    await Promise.all(idle.map((connection) => connection.client.destroy()));
  }

  return { take, giveBack, discard, replace, free, close };
}
