/**
 * docs/runbook.md, carried out word for word on three machines, which are namespaces of this one, while a shop places orders.
 * RUNBOOK_POSTGRES=embedded takes the embedded PostgreSQL though another one is installed; RUNBOOK_TRACE=1 prints the time of each
 * block.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { listMigrations } from '#kernel/db/migrate.ts';
import { IS_DEEP } from '#kernel/testing/depth.ts';
import { type Machines, missingForMachines, openMachines } from './testing/machines.ts';
import { type Block, isPrinted, readRunbook } from './testing/runbook.ts';
import { describeParts, openShop } from './testing/shop.ts';

const ROOT = join(import.meta.dirname, '..');
const AGAIN_MS = 250;
const PATIENCE_MS = 120_000;
const TEST_MS = 900_000;

const isTraced = Boolean(process.env.RUNBOOK_TRACE);
const skip = IS_DEEP ? missingForMachines() : 'DEEP=1 runs it';

describe('docs/runbook.md', () => {
  it('expects what its blocks print', () => {
    assert.ok(isPrinted(['b|streaming', '…"ready"…'], 'a|x\nb|streaming\n{"status":"ready"}\n'));
    assert.ok(!isPrinted(['b|streaming'], 'b|streaming|async\n'));
    assert.ok(!isPrinted(['two', 'one'], 'one\ntwo\n'));
  });

  it('has a pause in the part in which most of it was', () => {
    const order = (askedAt: number, placedAt: number, failures: string[] = []) => ({
      ...{ reference: '', id: '', askedAt, placedAt, failures },
    });
    const orders = [order(900, 950), order(990, 7_100, ['503', '503']), order(7_150, 7_200)];
    const parts = ['before', 'failover', 'after'].map((name, index) => ({
      name,
      from: [0, 1_000, 7_000][index]!,
    }));
    assert.deepEqual(describeParts(orders, parts, 9_000), [
      'before: 1 orders in 1 s, longest pause 0 ms, slowest order 50 ms, failed tries: none',
      'failover: 1 orders in 6 s, longest pause 6150 ms, slowest order 6110 ms, failed tries: 2 x 503',
      'after: 1 orders in 2 s, longest pause 100 ms, slowest order 50 ms, failed tries: none',
    ]);
  });

  it('works word for word; no acknowledged order is lost or doubled', {
    skip,
    timeout: TEST_MS,
  }, async (t) => {
    const machines = await openMachines(fillNewerVersion);
    t.after(() => machines.close());
    const shop = await openShop(machines);
    for (const step of readRunbook(readFileSync(join(ROOT, 'docs/runbook.md'), 'utf8'))) {
      if (step.kind === 'block') {
        const from = Date.now();
        await Promise.all(step.machines.map((name) => runBlock(machines, name, step)));
        if (isTraced) console.log(`line ${step.line} on ${step.machines}: ${Date.now() - from} ms`);
        continue;
      }
      const [, verb, subject] = /^(open|close|measure|power off|power on) (.*)$/.exec(step.words)!;
      if (verb === 'open') await shop.open();
      else if (verb === 'measure') shop.measure(subject!);
      else if (verb === 'power off') await machines.machine(subject!).powerOff();
      else if (verb === 'power on') await machines.machine(subject!).powerOn();
      else await shop.close((line) => t.diagnostic(line));
    }
  });
});

/** This version with one more migration. */
function fillNewerVersion(folder: string): void {
  mkdirSync(join(folder, 'dashboard'), { recursive: true });
  const copied = [
    'bin',
    'server',
    'shared',
    'deploy',
    'docs',
    'CHANGELOG.md',
    'package.json',
    'package-lock.json',
    '.npmrc',
    'LICENSE',
  ];
  for (const name of [...copied, 'NOTICE', 'dashboard/dist', 'dashboard/built.ts', 'sdk/operations.ts']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  symlinkSync('../colonnade-0.1.0/node_modules', join(folder, 'node_modules'));
  const last = listMigrations().length;
  const name = `${String(last + 1).padStart(4, '0')}-of-a-newer-version.sql`;
  writeFileSync(
    join(folder, 'server/kernel/db/migrations', name),
    `-- Why: a newer version.\n-- Works with: ${last}\nalter table orders add column of_a_newer_version int;\n`,
  );
}

async function runBlock(machines: Machines, name: string, { line, script, expected, isRepeated }: Block) {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(AGAIN_MS)) {
    const { code, output } = await machines.machine(name).run(script);
    const isDone = code === 0 && isPrinted(expected, output);
    if (isDone) return;
    if (!isRepeated || Date.now() > end) {
      assert.fail(
        `line ${line} on ${name} ends with ${code}, and prints:\n${output}\nexpected:\n${expected.join('\n')}`,
      );
    }
  }
}
