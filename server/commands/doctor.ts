/** `doctor`: looks at everything that usually goes wrong and says what to do about it. */
import { type Config, SetupError } from '#kernel/config.ts';
import { connect } from '#kernel/db/db.ts';
import { findHoles } from '#kernel/db/inspect.ts';
import { connectAsOwner, pendingMigrations } from '#kernel/db/migrate.ts';
import { createLog } from '#kernel/log.ts';
import { loadSecrets } from '#kernel/secrets.ts';
import { readBacklog } from '#kernel/work/chores.ts';
import { openDatabase } from '../boot.ts';
import { print } from './output.ts';

type Finding = { check: string; ok: boolean; message: string };

const LATE_SECONDS = 60;
const CLOCK_SECONDS = 5;

export async function doctor(config: Config, options: { json?: boolean }): Promise<void> {
  const findings: Finding[] = [];
  const note = (check: string, ok: boolean, message: string) => findings.push({ check, ok, message });
  try {
    await examine(config, note);
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    note('database', false, error.message);
  }
  const ok = findings.every((finding) => finding.ok);
  const text = findings.map((f) => `${f.ok ? '✓' : '✗'} ${f.check.padEnd(12)} ${f.message}`).join('\n');
  print(options, { ok, findings }, text);
  if (!ok) process.exitCode = 1;
}

async function examine(
  config: Config,
  note: (check: string, ok: boolean, message: string) => void,
): Promise<void> {
  const secrets = loadSecrets(config);
  const { address, stop } = await openDatabase(config, secrets);
  try {
    const owner = await connectAsOwner(address);
    try {
      const { rows } = await owner.query<{ version: string; now: Date }>(
        "select current_setting('server_version') as version, clock_timestamp() as now",
      );
      note('database', true, `PostgreSQL ${rows[0]!.version}${config.databaseUrl ? '' : ', embedded'}`);
      const skew = Math.abs(Date.now() - rows[0]!.now.getTime()) / 1000;
      note('clock', skew < CLOCK_SECONDS, `differs from the database's by ${skew.toFixed(1)} s`);
      const missing = await pendingMigrations(owner).catch(() => null);
      if (missing === null || missing.length > 0) {
        note('migrations', false, 'missing; run: npx colonnade migrate');
        return;
      }
      note('migrations', true, 'up to date');
      const holes = await findHoles(owner);
      note('isolation', holes.length === 0, holes.join(' ') || 'roles and row-level security hold');
    } finally {
      await owner.end();
    }
    const db = connect({ address, secrets, connections: 2, log: createLog('silent') });
    try {
      for (const { queue, waiting, oldestSeconds, parked } of await readBacklog(db, new Date())) {
        const late = oldestSeconds > LATE_SECONDS;
        const advice = late ? '; is a worker running?' : '';
        note(
          queue,
          !late && parked === 0,
          `${waiting} waiting, oldest ${Math.round(oldestSeconds)} s, ${parked} parked${advice}`,
        );
      }
    } finally {
      await db.close();
    }
  } finally {
    await stop();
  }
}
