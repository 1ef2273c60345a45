/** The database as its owner sees it, without row-level security: for tests of what is really stored. */
import pg from 'pg';
import type { TestApp } from '../../../testing.ts';

export async function asOwner<T>(test: TestApp, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: test.database.connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Every row of every table, as text. */
export function dump(test: TestApp): Promise<string> {
  return asOwner(test, async (client) => {
    const tables = await client.query<{ name: string }>(
      "select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by 1",
    );
    const texts = [];
    for (const { name } of tables.rows) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      texts.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return texts.join('\n');
  });
}

/** The encodings that a secret could be stored in. */
export const spellings = (secret: string): string[] => [
  secret,
  ...(['hex', 'base64', 'base64url'] as const).map((encoding) => Buffer.from(secret).toString(encoding)),
];

/** Waits until a transaction in this database is blocked by a lock, so that a test knows how far it is. */
export async function untilBlocked(client: pg.Client): Promise<void> {
  const end = Date.now() + 10_000;
  while (Date.now() < end) {
    const { rowCount } = await client.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    if (rowCount! > 0) return;
  }
  throw new Error('nobody waits for a lock');
}
