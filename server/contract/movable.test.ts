/**
 * A tenant can be moved to another server by logical replication with a filter by tenant, while its rows change: for that, the
 * identity of every row contains its tenant.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { cloneDatabase } from '#kernel/testing/database.ts';

/** Tables that stay behind, and the reason. */
const STAYS: Record<string, string> = {
  content_changes: 'it has numbers of transactions of its own server, and is needed for minutes',
  key_changes: 'it has numbers of transactions of its own server, and is needed for minutes',
};

/** The columns by which replication finds a row; all of them if the identity is the whole row. */
const IDENTITIES = `
  select c.relname as name, case when c.relreplident = 'f' then array['tenant_id'] else coalesce((
    select array_agg(a.attname::text)
    from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where i.indrelid = c.oid and (c.relreplident = 'd' and i.indisprimary or c.relreplident = 'i' and i.indisreplident)),
    '{}') end as identity
  from pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relpersistence = 'p' and exists (
    select from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)`;

it("every row of a tenant can be followed to another server by the tenant's id", async () => {
  const database = await cloneDatabase();
  const owner = await connectAsOwner(database);
  const { rows } = await owner
    .query<{ name: string; identity: string[] }>(IDENTITIES)
    .finally(() => owner.end());
  await database.drop();
  assert.ok(rows.length > 60, 'the catalogue was read, with its partitions');
  const fixed = rows.filter(({ identity }) => !identity.includes('tenant_id')).map(({ name }) => name);
  assert.deepEqual(
    fixed.sort(),
    Object.keys(STAYS),
    'Put tenant_id into the primary key, or give the table another replica identity.',
  );
});
