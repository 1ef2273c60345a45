/** A TCP proxy between the app and PostgreSQL: it cuts connections, swallows bytes, and works again. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { DatabaseAddress } from '#kernel/db/db.ts';

export type TestProxy = {
  /** The database behind this proxy; only one. */
  inFrontOf(database: DatabaseAddress, parameters?: Record<string, string>): DatabaseAddress;
  /** Breaks every connection, and every new one. */
  cut(): void;
  /** Swallows all bytes of all connections, in both directions, without closing them. */
  blackhole(): void;
  /** Works once: cuts the connection that sends these bytes after PostgreSQL has executed them; the answer is lost. */
  cutAfter(bytes: string): void;
  /** From now on, PostgreSQL's answers arrive this much later. */
  delay(milliseconds: number): void;
  /** New connections work again; silent ones stay silent. */
  heal(): void;
  close(): Promise<void>;
};

type Pair = { app: Socket; postgres: Socket; silent: boolean };

export async function startProxy(): Promise<TestProxy> {
  const pairs = new Set<Pair>();
  let target: { host: string; port: number };
  let state: 'open' | 'cut' | 'blackhole' = 'open';
  let fatalBytes: string | null = null;
  let delayMs = 0;

  const breakOff = (pair: Pair) => {
    pairs.delete(pair);
    pair.app.destroy();
    pair.postgres.destroy();
  };
  const breakAll = () => {
    for (const pair of pairs) breakOff(pair);
  };

  // Sends small packets at once; otherwise each would wait for the acknowledgement of the one before.
  const server = createServer({ noDelay: true }, (app) => {
    if (state === 'cut') return void app.destroy();
    const pair = { app, postgres: connect({ ...target, noDelay: true }), silent: state === 'blackhole' };
    pairs.add(pair);
    app.on('data', (bytes) => {
      if (pair.silent) return;
      pair.postgres.write(bytes);
      if (fatalBytes === null || !bytes.includes(fatalBytes)) return;
      fatalBytes = null;
      // Its close event closes the app's connection too, and comes only after PostgreSQL has released the connection's locks.
      pair.postgres.removeAllListeners('data').on('data', () => pair.postgres.end());
    });
    pair.postgres.on('data', (bytes) => {
      if (pair.silent) return;
      if (delayMs > 0) setTimeout(() => app.write(bytes), delayMs);
      else app.write(bytes);
    });
    for (const socket of [app, pair.postgres]) {
      socket.on('error', () => {});
      socket.on('close', () => breakOff(pair));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    inFrontOf(database, parameters = {}) {
      const url = new URL(database.connectionString);
      target = { host: url.hostname, port: Number(url.port) };
      url.hostname = '127.0.0.1';
      url.port = String(port);
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return { connectionString: url.toString() };
    },
    cut() {
      state = 'cut';
      breakAll();
    },
    blackhole() {
      state = 'blackhole';
      for (const pair of pairs) pair.silent = true;
    },
    cutAfter(bytes) {
      fatalBytes = bytes;
    },
    delay(milliseconds) {
      delayMs = milliseconds;
    },
    heal() {
      state = 'open';
    },
    close: () =>
      new Promise((resolve) => {
        breakAll();
        server.close(() => resolve());
      }),
  };
}
