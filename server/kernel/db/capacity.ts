/** Reads how many connections the PostgreSQL server accepts. */
import type pg from 'pg';

/** `usable`: without those that are kept for superusers and, from PostgreSQL 16 on, for a role. */
export type Capacity = { most: number; usable: number };

const CAPACITY = `
  select current_setting('max_connections')::int as most,
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
      - coalesce(current_setting('reserved_connections', true), '0')::int as usable`;

export async function readCapacity(client: pg.Client): Promise<Capacity> {
  const { rows } = await client.query<Capacity>(CAPACITY);
  return rows[0]!;
}
