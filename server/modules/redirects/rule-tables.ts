/**
 * The rules of the properties that are visited, in memory and in step with the database: whoever asks says which version they
 * know to be there, and gets nothing older. Only what changed since is read.
 */
import type { Tx } from '#kernel/db/db.ts';
import { REMOVALS_KEPT } from './redirects.sql.ts';
import { RuleTable } from './rule-table.ts';
import { type ChangedRow, readChanged, readRemoved } from './rule-tables.sql.ts';
import { readRule } from './rules.ts';

/** Beyond this the property that was visited longest ago is forgotten, and read again when someone comes. */
const MOST_RULES = 400_000;
const MOST_TABLES = 10_000;
const ROWS_PER_READ = 5_000;
const BEFORE_ALL = { changed_in: -1, id: '00000000-0000-0000-0000-000000000000' };

export type Held = { table: RuleTable; version: number; hosts: string[] };

type FindHosts = (tx: Tx, propertyId: string) => Promise<{ domains: string[] } | undefined>;

export type RuleTables = ReturnType<typeof createRuleTables>;

export function createRuleTables(findProperty: FindHosts, mostRules = MOST_RULES) {
  /** By property, the one that was used longest ago first. */
  const held = new Map<string, Held>();
  let rules = 0;

  /** Undefined when the property is gone. */
  async function atVersion(tx: Tx, propertyId: string, version: number): Promise<Held | undefined> {
    for (;;) {
      const known = held.get(propertyId);
      if (known !== undefined && known.version >= version) return keep(propertyId, known);
      const property = await findProperty(tx, propertyId);
      if (property === undefined) return forget(propertyId);
      const since = known !== undefined && version - known.version < REMOVALS_KEPT ? known.version : null;
      const changed = await readAll(tx, propertyId, since);
      const removed = since === null ? [] : await readRemoved(tx, propertyId, since);
      // Someone else was faster: what was read here is older than what they put there, or the same.
      if (
        held.get(propertyId) !== known ||
        (known !== undefined && since !== null && known.version !== since)
      )
        continue;
      const next = since === null ? { table: new RuleTable(), version, hosts: [] } : known!;
      if (since === null) forget(propertyId);
      rules -= next.table.size;
      for (const id of removed) next.table.remove(id);
      for (const row of changed) next.table.put(readRule(row));
      rules += next.table.size;
      Object.assign(next, { version, hosts: property.domains });
      return keep(propertyId, next);
    }
  }

  function keep(propertyId: string, table: Held): Held {
    held.delete(propertyId);
    held.set(propertyId, table);
    while ((rules > mostRules || held.size > MOST_TABLES) && held.size > 1) forget(held.keys().next().value!);
    return table;
  }

  function forget(propertyId: string): undefined {
    rules -= held.get(propertyId)?.table.size ?? 0;
    held.delete(propertyId);
  }

  return {
    atVersion,
    /** Whatever there is in memory, however old. */
    known: (propertyId: string) => held.get(propertyId),
    get size() {
      return rules;
    },
  };
}

/** Everything when nothing is known yet. */
async function readAll(tx: Tx, propertyId: string, since: number | null): Promise<ChangedRow[]> {
  const all: ChangedRow[] = [];
  let after = since === null ? BEFORE_ALL : { changed_in: since, id: 'ffffffff-ffff-ffff-ffff-ffffffffffff' };
  for (;;) {
    const rows = await readChanged(tx, propertyId, after, ROWS_PER_READ);
    for (const row of rows) all.push(row);
    if (rows.length < ROWS_PER_READ) return all;
    after = rows.at(-1)!;
  }
}
