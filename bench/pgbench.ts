/** Runs pgbench, the limit of a transaction for each piece of work. */
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type Script = {
  address: string;
  clients: number;
  seconds: number;
  /** Random integers by name, each below its number. */
  random: Record<string, bigint>;
  steps: string[];
};

/** Transactions per second. The steps are sent together, as a careful client sends them. */
export async function runPgbench(
  pgbench: string,
  { address, clients, seconds, random, steps }: Script,
): Promise<number> {
  const script = [
    ...Object.entries(random).map(([name, below]) => `\\set ${name} random(0, ${below - 1n})`),
    '\\startpipeline',
    'begin;',
    ...steps.map((step) => `${step.replaceAll(/\s+/g, ' ')};`),
    'end;',
    '\\endpipeline',
  ];
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-pgbench-'));
  const file = join(folder, 'script.sql');
  await writeFile(file, `${script.join('\n')}\n`);
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '1', '-T', String(seconds), '-f', file];
  const child = spawn(pgbench, [...args, address], { stdio: ['ignore', 'pipe', 'pipe'] });
  let out = '';
  child.stdout.on('data', (chunk) => (out += chunk));
  child.stderr.on('data', (chunk) => (out += chunk));
  await new Promise((resolve) => child.on('close', resolve));
  await rm(folder, { recursive: true });
  const rate = /tps = ([\d.]+)/.exec(out)?.[1];
  if (rate === undefined) throw new Error(`pgbench failed:\n${out}`);
  return Number(rate);
}
