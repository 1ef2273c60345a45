/** A client that repeats a request, with the same key, until it is answered; and several such clients side by side. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call } from './client.ts';
import type { Installation, Tenant } from './installation.ts';

export type Wanted = { method: string; path: string; body?: unknown; key?: string };

const ASK_AGAIN_MS = 50;
const PATIENCE_MS = 90_000;

/** Throws at a refusal, which no row expects. Repeats the request after a lost connection or a 5xx answer. */
export async function callUntilAnswered(
  installation: Installation,
  tenant: Tenant,
  wanted: Wanted,
): Promise<Answer> {
  const { method, path, ...rest } = wanted;
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(ASK_AGAIN_MS)) {
    const answer = await call(method, installation.url + path, { token: tenant.key, ...rest });
    if (answer.status >= 200 && answer.status < 300) return answer;
    const mayPass = answer.status === 0 || answer.status >= 500 || isInProgress(answer);
    if (!mayPass || Date.now() > end) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
  }
}

const isInProgress = ({ body }: Answer) => body?.error?.code === 'idempotency_in_progress';

/** Returns the results by number. Resolves or rejects only when all calls have ended. */
export async function sideBySide<T>(count: number, work: (n: number) => Promise<T>, lanes = 6): Promise<T[]> {
  const results: T[] = [];
  let next = 0;
  const lane = async () => {
    while (next < count) {
      const n = next++;
      results[n] = await work(n);
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: lanes }, lane));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return results;
}
