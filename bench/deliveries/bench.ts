/** `npm run bench -- deliveries [count] [scene…]`: rate, latency and fairness, each beside its limit from the same run. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { median, verdict } from '../report.ts';

const ROUNDS = 5;
const SCENES = ['rates', 'latency', 'hanging', 'claims', 'memory', 'hostile', 'spread', 'workers'];
const CONTENDERS = ['raw', 'ours', 'pgBoss', 'graphileWorker'] as const;
const NAMES = {
  raw: 'raw loop: sign and POST',
  ours: 'Colonnade: event row → recorded outcome',
  pgBoss: 'pg-boss, one job a delivery',
  graphileWorker: 'graphile-worker, one job a delivery',
};

export async function run(args: string[]): Promise<void> {
  // Large enough that start-up matters little and that dead rows slow a queue visibly.
  const count = Number(args[0] ?? 40_000);
  const wanted = args.length > 1 ? args.slice(1) : SCENES;
  for (const scene of wanted) {
    if (scene === 'rates') await compareRates(count);
    else await play(scene, count);
  }
}

async function compareRates(count: number): Promise<void> {
  const rates: Record<string, number[]> = {};
  // Alternates the contenders, each in a new process, so that a busy moment of the machine slows all alike.
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of CONTENDERS) rates[name] = [...(rates[name] ?? []), await measure<number>(name, count)];
  }
  const rateOf = (name: string) => median(rates[name]!);
  const limit = rateOf('raw');
  console.log(
    `\nDeliveries, ${count} of 1 KB to 100 endpoints, all with the same headers and signatures, median of ${ROUNDS} rounds`,
  );
  console.table(
    CONTENDERS.map((name) => ({
      contender: NAMES[name],
      'per second': Math.round(rateOf(name)),
      'of the raw loop': (rateOf(name) / limit).toFixed(2),
    })),
  );
  const rival = Math.max(rateOf('pgBoss'), rateOf('graphileWorker'));
  verdict('ours ÷ raw loop', rateOf('ours') / limit, 0.5);
  verdict('ours ÷ the better queue', rateOf('ours') / rival, 1);
}

async function play(scene: string, count: number): Promise<void> {
  const { title, rows, verdicts } = await measure<Report>(scene, count);
  console.log(`\n${title}`);
  console.table(rows);
  for (const { what, value, goal, below } of verdicts) verdict(what, value, goal, below);
}

export type Report = {
  title: string;
  rows: Record<string, string | number>[];
  verdicts: { what: string; value: number; goal: number; below?: boolean }[];
};

async function measure<T>(name: string, count: number): Promise<T> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'measure.ts'), [name, String(count)]);
  const answered = once(child, 'message');
  const [answer] = (await Promise.race([
    answered,
    once(child, 'exit').then(([code]) => {
      throw new Error(`measuring ${name} ended with ${code}`);
    }),
  ])) as [T];
  child.kill();
  return answer;
}
