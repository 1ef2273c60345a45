/**
 * The rules of visited properties, in memory and in step with the database: the caller names the version that it knows to exist,
 * and gets nothing older. Only changes since the cached version are read.
 */
import type { Tx } from '#kernel/db/db.ts';
import { REMOVALS_KEPT } from '../redirects.sql.ts';
import { type Rule, readRule } from '../rules.ts';
import { readChanged, readRemoved } from './rule-cache.sql.ts';
import { DraftTable, RuleTable } from './rule-table.ts';

/** Beyond this the property visited longest ago is dropped, and read again at its next visit. */
const MOST_RULES = 400_000;
const MOST_TABLES = 10_000;
const ROWS_PER_READ = 2_000;
/** The most changes applied to a table at once; with more of them it is read again, page by page. */
const MOST_CHANGES = 4_000;
const BEFORE_ALL = { changed_in: -1, id: '00000000-0000-0000-0000-000000000000' };
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

export type Held = { table: RuleTable; version: number; hosts: string[] };

type FindHosts = (tx: Tx, propertyId: string) => Promise<{ domains: string[] } | undefined>;

export type RuleCache = ReturnType<typeof createRuleCache>;

export function createRuleCache(findProperty: FindHosts, mostRules = MOST_RULES) {
  /** By property, the least recently used first. */
  const held = new Map<string, Held>();
  let rules = 0;

  /** Undefined when the property is gone. */
  async function atVersion(tx: Tx, propertyId: string, version: number): Promise<Held | undefined> {
    for (;;) {
      const current = ofVersion(propertyId, version);
      if (current !== undefined) return current;
      const known = held.get(propertyId);
      const property = await findProperty(tx, propertyId);
      if (property === undefined) return forget(propertyId);
      const missed = known === undefined ? Number.POSITIVE_INFINITY : version - known.version;
      const changes = missed < REMOVALS_KEPT ? await readChanges(tx, propertyId, known?.version ?? 0) : null;
      const next = changes === null ? await readTable(tx, propertyId) : null;
      // Another request was faster: its state is the same or newer.
      if (held.get(propertyId) !== known) continue;
      forget(propertyId);
      const table = next ?? known!.table;
      for (const id of changes?.removed ?? []) table.remove(id);
      for (const rule of changes?.changed ?? []) table.put(rule);
      rules += table.size;
      return keep(propertyId, { table, version, hosts: property.domains });
    }
  }

  /** The rules as this transaction alone sees them: over those in memory, and never among them, because it may be undone. */
  async function ofTransaction(tx: Tx, propertyId: string, version: number): Promise<RuleTable | DraftTable> {
    const known = held.get(propertyId);
    const isNear = known !== undefined && version - known.version < REMOVALS_KEPT;
    const changes = isNear ? await readChanges(tx, propertyId, known.version) : null;
    if (known === undefined || changes === null) return readTable(tx, propertyId);
    const table = new DraftTable(known.table);
    for (const id of changes.removed) table.hide(id);
    for (const rule of changes.changed) table.put(rule);
    return table;
  }

  /** Undefined when the cached state is older. */
  function ofVersion(propertyId: string, version: number): Held | undefined {
    const known = held.get(propertyId);
    return known !== undefined && known.version >= version ? keep(propertyId, known) : undefined;
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
    ofTransaction,
    ofVersion,
    /** Returns the cached state, however old. */
    known: (propertyId: string) => held.get(propertyId),
    get size() {
      return rules;
    },
  };
}

/** Reads page by page, so that a large table does not block other requests. */
async function readTable(tx: Tx, propertyId: string): Promise<RuleTable> {
  const table = new RuleTable();
  for await (const rows of pages(tx, propertyId, BEFORE_ALL)) {
    for (const row of rows) table.put(readRule(row));
  }
  return table;
}

/** Null when there are so many that reading the whole table again is faster. */
async function readChanges(tx: Tx, propertyId: string, since: number) {
  const changed: Rule[] = [];
  for await (const rows of pages(tx, propertyId, { changed_in: since, id: LAST_ID })) {
    for (const row of rows) changed.push(readRule(row));
    if (changed.length > MOST_CHANGES) return null;
  }
  return { changed, removed: await readRemoved(tx, propertyId, since) };
}

async function* pages(tx: Tx, propertyId: string, from: { changed_in: number; id: string }) {
  for (let after = from; ; ) {
    const rows = await readChanged(tx, propertyId, after, ROWS_PER_READ);
    yield rows;
    if (rows.length < ROWS_PER_READ) return;
    after = rows.at(-1)!;
  }
}
