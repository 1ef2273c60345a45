/** Resident memory while tens of thousands of deliveries meet receivers that drip, flood and reset. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { buildApp } from '../../server/app.ts';
import type { Report } from './bench.ts';
import { addEvents, addTenants, openStage, type Receiver, sleep, until } from './stage.ts';

const ENDPOINTS = 90;
const PARTS = 5;

export async function hostile(_receiver: Receiver, count: number): Promise<Report> {
  const child = fork(join(import.meta.dirname, 'hostile-receivers.ts'));
  const [{ ports }] = (await once(child, 'message')) as [{ ports: number[] }];
  const stage = await openStage({ RETRY_SCALE: '0.0001' });
  const { db } = stage.kernel;
  const tenants = await addTenants(
    stage.kernel,
    ENDPOINTS,
    (n) => `http://127.0.0.1:${ports[n % ports.length]}`,
  );
  const { app, startWork } = await buildApp(stage.kernel);
  const work = startWork();
  const rows: Report['rows'] = [];
  const used: number[] = [];
  const each = Math.ceil(Math.max(count, 20_000) / PARTS / ENDPOINTS);
  for (let part = 1; part <= PARTS; part++) {
    await addEvents(stage.kernel, tenants, each);
    await until(async () => {
      const { rows: left } = await db.acrossTenantsQuery<{ open: boolean }>(
        'select exists (select from event_queue) or exists (select from webhook_queue) as open',
      );
      return !left[0]!.open;
    }, 60);
    await sleep(300);
    globalThis.gc?.();
    used.push(process.memoryUsage().rss / 1024 / 1024);
    child.send('requests');
    const [{ requests }] = (await once(child, 'message')) as [{ requests: number }];
    rows.push({
      ...{ deliveries: part * each * ENDPOINTS, attempts: requests },
      'resident MB': Math.round(used.at(-1)!),
    });
  }
  await work.stop();
  await app.close();
  await stage.close();
  child.disconnect();
  return {
    title: 'Memory with receivers that drip, flood and reset',
    rows,
    verdicts: [{ what: 'last ÷ second reading', value: used.at(-1)! / used[1]!, goal: 1.25, below: true }],
  };
}
