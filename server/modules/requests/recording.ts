/** Records each request with a key after its answer: in memory first, stored every second, so that no request waits for it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kernel } from '#kernel/module.ts';
import { HourlyCounts } from '#kernel/work/hourly-counts.ts';
import { RequestBuffer } from './buffer.ts';
import { Levels } from './levels.ts';
import { callerOf, isFailure, recordOf } from './record.ts';
import { addUpRequests, insertRequests } from './recording.sql.ts';
import { requestLogMetrics } from './requests.metrics.ts';
import type { RequestLogSettings } from './settings.ts';

/** The most rows of one statement, whose parameters must not hold the event loop. */
const AT_ONCE = 1_000;

export function createRecording({ clock, metrics, db }: Kernel, settings: RequestLogSettings) {
  const buffer = new RequestBuffer();
  const counts = new HourlyCounts();
  const levels = new Levels(settings);
  const { rows } = requestLogMetrics(metrics);

  function note(request: FastifyRequest, reply: FastifyReply): void {
    const { id, tenantId } = callerOf(request);
    const hasFailed = isFailure(reply);
    const now = clock().getTime();
    counts.add(tenantId, id, now, hasFailed);
    if (settings.days === 0) return;
    if (!levels.hasRoom(tenantId, now, hasFailed)) {
      rows.inc({ outcome: 'over_quota' });
      return;
    }
    const dropped = buffer.add(recordOf(request, reply, now));
    if (dropped > 0) rows.inc({ outcome: 'buffer_full' }, dropped);
  }

  /** Stores some; returns whether there are more. A batch whose write fails is lost: a repetition might store it twice. */
  async function flush(): Promise<boolean> {
    if (buffer.size === 0) return false;
    const batch = buffer.take(AT_ONCE);
    try {
      await insertRequests(db, batch);
    } catch (error) {
      rows.inc({ outcome: 'write_failed' }, batch.length);
      throw error;
    }
    for (const { tenantId, bytes } of batch) levels.grow(tenantId, bytes);
    rows.inc({ outcome: 'stored' }, batch.length);
    return buffer.size > 0;
  }

  /** Adds up counts and levels: seldom, because each tenant and key costs a row. Learns the levels of all tenants that sent any. */
  async function addUp(): Promise<void> {
    while (!counts.isEmpty || levels.hasGrown) {
      const taken = counts.take(AT_ONCE);
      const grown = new Map([
        ...taken.map(({ tenantId }): [string, number] => [tenantId, 0]),
        ...levels.takeGrown(),
      ]);
      const found = await addUpRequests(db, taken, [...grown], levels.fallPerSecond, clock());
      for (const { tenant_id, bytes } of found) levels.set(tenant_id, bytes, clock().getTime());
    }
  }

  return { note, flush, addUp };
}
