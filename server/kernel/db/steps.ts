/** The steps of a migration: each is a transaction, or the building of one index outside a transaction. */
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** Receives a sentence for the person who waits. */
export type Tell = (sentence: string) => void;

const OUTSIDE = '-- Outside a transaction: ';
const BEGINNINGS = new RegExp(`^(?=-- Step: |${OUTSIDE})`, 'm');
/** The only statement of such a step. Without `if not exists`, a migration that was cut off could not run again. */
const INDEX = /^create (?:unique )?index concurrently if not exists (\w+) on [^;]+;$/;

/**
 * A line `-- Step: …` ends a transaction, so that the lock on a busy table is short and does not last for all that follows. After
 * a failure all steps run again, so each but the last must be repeatable. A line `-- Outside a transaction: …` begins a step
 * that builds an index of a large table, whose writers go on meanwhile.
 */
export const stepsOf = ({ sql }: { sql: string }): string[] => sql.split(BEGINNINGS);

/** Explains why these steps cannot run, or returns null. */
export function faultOf(steps: string[]): string | null {
  if (isOutside(steps.at(-1)!)) return 'ends outside a transaction, where it cannot be recorded';
  const wrong = steps.find((step) => isOutside(step) && indexOf(step) === undefined);
  return wrong === undefined
    ? null
    : 'has a step outside a transaction that is not one "create index concurrently if not exists"';
}

export const isOutside = (step: string): boolean => step.startsWith(OUTSIDE);

const indexOf = (step: string): string | undefined => INDEX.exec(step.replace(/^--.*$/gm, '').trim())?.[1];

const LOCK_TRIES = 150;
/** If transactions overlap without a gap, only a wait that is longer than they last gets the lock. */
const lockMs = (tries: number) => (tries <= 50 ? 200 : tries <= 100 ? 500 : 2_000);
/** The building of an index waits for the transactions that are open, and keeps nobody waiting. */
const INDEX_LOCK_MS = 600_000;
const INDEX_TRIES = 3;
/** From this try on, the person who waits hears why. */
const TOLD_AT = 10;

/**
 * Every statement queues behind a waiting lock on a whole table, so a step gives up soon and tries again; later it waits longer.
 * `record` runs in the transaction of the step.
 */
export async function takeStep(
  client: pg.Client,
  sql: string,
  {
    record = async () => {},
    mostTries = LOCK_TRIES,
    tell = () => {},
  }: { record?: () => Promise<void>; mostTries?: number; tell?: Tell } = {},
): Promise<void> {
  const most = isOutside(sql) ? INDEX_TRIES : mostTries;
  for (let tries = 1; ; tries++) {
    try {
      if (isOutside(sql)) await buildIndex(client, sql);
      else await transact(client, sql, lockMs(tries), record);
      return;
    } catch (error) {
      const isBusy = ['55P03', '40P01'].includes((error as { code?: string }).code ?? '');
      if (!isBusy) throw error;
      if (tries === most) throw new Error(`${await busyTables(client)} End them, and run it again.`);
      if (tries === TOLD_AT) tell(`The migration waits: ${await busyTables(client)}`);
      await sleep(250 + Math.random() * 500);
    }
  }
}

async function transact(client: pg.Client, sql: string, lockTimeout: number, record: () => Promise<void>) {
  try {
    await client.query(`begin; set local lock_timeout = ${lockTimeout}`);
    await client.query(sql);
    await record();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}

async function buildIndex(client: pg.Client, sql: string): Promise<void> {
  const index = indexOf(sql)!;
  await client.query(`set lock_timeout = ${INDEX_LOCK_MS}`);
  try {
    // A build that was cut off leaves an index that PostgreSQL keeps up to date and never uses.
    const { rowCount } = await client.query(
      'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
      [index],
    );
    if (rowCount === 1) await client.query(`drop index concurrently ${index}`);
    await client.query(sql);
  } finally {
    await client.query('reset lock_timeout').catch(() => {});
  }
}

/** The oldest transaction is the most likely holder of the lock. */
async function busyTables(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ pid: number; name: string; seconds: number }>(
    `select pid, coalesce(nullif(application_name, ''), usename) as name,
       extract(epoch from now() - xact_start)::int as seconds
     from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
     order by xact_start limit 1`,
  );
  const longest = rows.map(
    ({ pid, name, seconds }) => ` The longest is that of "${name}" (process ${pid}), begun ${seconds} s ago.`,
  );
  return `tables it changes are in use by other transactions.${longest.join('')}`;
}
