/**
 * Asks the system for names that DNS does not know. lookup() holds one of two threads, so one runs at a time, the tenants in turn;
 * a tenant whose name makes it slow has none for some minutes.
 */
import { lookup } from 'node:dns/promises';
import type { Addresses } from './address.ts';

const SLOW_MS = 2_000;
const BARRED_MS = 300_000;
const WAITING_PER_TENANT = 20;
const REMEMBERED = 10_000;

/** `otherwise` is the error if the system may not be asked. */
export type SystemLookup = (name: string, tenantId: string, otherwise: unknown) => Promise<Addresses>;

type Waiting = { begin: () => Promise<unknown>; refuse: () => void };

const askSystem = (name: string): Promise<Addresses> => lookup(name, { all: true, order: 'ipv4first' });

export function createSystemLookup(ask = askSystem, slowMs = SLOW_MS): SystemLookup {
  const barredUntil = new Map<string, number>();
  const waiting = new Map<string, Waiting[]>();
  let isBusy = false;

  async function run(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let [next] = waiting; next !== undefined; [next] = waiting) {
      const [tenantId, [first, ...others]] = next;
      // Moves the tenant to the end.
      waiting.delete(tenantId);
      if (others.length > 0) waiting.set(tenantId, others);
      const startedAt = performance.now();
      await first!.begin();
      if (performance.now() - startedAt > slowMs) bar(tenantId);
    }
    isBusy = false;
  }

  function bar(tenantId: string): void {
    if (barredUntil.size >= REMEMBERED) barredUntil.clear();
    barredUntil.set(tenantId, performance.now() + BARRED_MS);
    for (const { refuse } of waiting.get(tenantId) ?? []) refuse();
    waiting.delete(tenantId);
  }

  return (name, tenantId, otherwise) =>
    new Promise((resolve, reject) => {
      const others = waiting.get(tenantId) ?? [];
      const isBarred = performance.now() < (barredUntil.get(tenantId) ?? 0);
      if (isBarred || others.length >= WAITING_PER_TENANT) return reject(otherwise);
      const begin = () => ask(name).then(resolve, reject);
      waiting.set(tenantId, [...others, { begin, refuse: () => reject(otherwise) }]);
      void run();
    });
}
