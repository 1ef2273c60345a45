/** A database of its own for a test file, cloned from the migrated template. */
import pg from 'pg';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { closeDatabase } from '#kernel/db/role-entry.ts';

export const TEMPLATE = 'template_colonnade';
export const TEST_SECRET = 'a secret that only tests know, long enough';

export type TestDatabase = { connectionString: string; drop(): Promise<void> };

/** A clone of `template0` is empty. */
export async function cloneDatabase(template = TEMPLATE): Promise<TestDatabase> {
  const server = process.env.TEST_POSTGRES;
  if (server === undefined) throw new Error('tests need their PostgreSQL: run them with npm test');
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const asOwner = async (sql: string) => {
    const owner = await connectAsOwner({ connectionString: `${server}/postgres` });
    await owner.query(sql).finally(() => owner.end());
  };
  await asOwner(`create database ${pg.escapeIdentifier(name)} template ${template} strategy file_copy`);
  // The right to connect is not copied with a database.
  if (template === TEMPLATE) {
    const owner = await connectAsOwner({ connectionString: `${server}/${name}` });
    await closeDatabase(owner).finally(() => owner.end());
  }
  return {
    connectionString: `${server}/${name}`,
    drop: () => asOwner(`drop database ${pg.escapeIdentifier(name)} with (force)`),
  };
}
