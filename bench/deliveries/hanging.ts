/** The cost of endpoints that never answer to the others: rate while a backlog drains, latency at a steady load. */
import { createServer, type Socket } from 'node:net';
import { buildApp } from '../../server/app.ts';
import { percentile } from '../report.ts';
import type { Report } from './bench.ts';
import {
  addEvents,
  addSteadily,
  addTenants,
  openStage,
  type Receiver,
  seconds,
  sleep,
  until,
} from './stage.ts';

/** Longer than the deadline, so that connections time out and are used again. */
const STEADY_SECONDS = 15;

type Steady = { offered: number; latencies: number[] };

export async function hanging(receiver: Receiver, count: number): Promise<Report> {
  const hole = await openHole();
  const tenthHangs = (n: number) => (n % 10 === 0 ? hole.url : receiver.url);
  const allWell = await drain(receiver, () => receiver.url, count, count);
  const withHanging = await drain(receiver, tenthHangs, count, count * 0.9, hole.hangUp);
  const perSecond = allWell / 2;
  const beside = await steady(receiver, tenthHangs, perSecond, hole.hangUp);
  hole.close();
  return {
    title: 'A tenth of the endpoints hang until the deadline',
    rows: [
      { endpoints: 'all well', load: 'a backlog', 'healthy per second': Math.round(allWell) },
      { endpoints: 'a tenth hanging', load: 'a backlog', 'healthy per second': Math.round(withHanging) },
      {
        endpoints: 'a tenth hanging',
        load: `${Math.round(beside.offered / STEADY_SECONDS)} a second`,
        'healthy per second': Math.round(beside.latencies.length / STEADY_SECONDS),
        'p50 ms': percentile(beside.latencies, 50),
        'p99 ms': percentile(beside.latencies, 99),
      },
    ],
    verdicts: [
      { what: 'healthy rate kept', value: withHanging / allWell, goal: 0.8 },
      {
        what: 'healthy p99 at half the maximum rate, ms',
        value: percentile(beside.latencies, 99),
        goal: 1000,
        below: true,
      },
      {
        what: 'healthy received ÷ offered at that rate',
        value: beside.latencies.length / (beside.offered * 0.9),
        goal: 0.8,
      },
    ],
  };
}

/** Returns healthy deliveries per second while a backlog drains. */
async function drain(
  receiver: Receiver,
  urlOf: (n: number) => string,
  count: number,
  healthy: number,
  before = () => {},
): Promise<number> {
  return withWork(urlOf, before, async (kernel, tenants, startWork) => {
    await addEvents(kernel, tenants, count / 100);
    const first = await receiver.received();
    const start = performance.now();
    startWork();
    await until(async () => (await receiver.received()) - first >= healthy, 120);
    return healthy / seconds(start);
  });
}

/** Measures healthy deliveries from commit to receipt, at a steady load. */
async function steady(
  receiver: Receiver,
  urlOf: (n: number) => string,
  perSecond: number,
  before = () => {},
): Promise<Steady> {
  return withWork(urlOf, before, async (kernel, tenants, startWork) => {
    startWork();
    await addEvents(kernel, tenants, 1);
    await sleep(1_000);
    await receiver.latencies();
    const offered = await addSteadily(kernel, tenants, perSecond, STEADY_SECONDS);
    await sleep(2_000);
    return { offered, latencies: await receiver.latencies() };
  });
}

async function withWork<T>(
  urlOf: (n: number) => string,
  beforeStopping: () => void,
  measure: (
    kernel: Awaited<ReturnType<typeof openStage>>['kernel'],
    tenants: string[],
    startWork: () => void,
  ) => Promise<T>,
): Promise<T> {
  const stage = await openStage();
  const tenants = await addTenants(stage.kernel, 100, urlOf);
  const { app, startWork } = await buildApp(stage.kernel);
  let work = { stop: async () => {} };
  const result = await measure(stage.kernel, tenants, () => {
    work = startWork();
  });
  beforeStopping();
  await work.stop();
  await app.close();
  await stage.close();
  return result;
}

async function openHole() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {}).on('close', () => sockets.delete(socket));
    socket.resume();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    hangUp: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: () => server.close(),
  };
}
