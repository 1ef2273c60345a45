/**
 * Imports a file of redirects: checks each row against the rules and the rows before it, as if it were sent alone after them, then
 * writes all of them at once.
 */
import { isDeepStrictEqual } from 'node:util';
import { stayingAwake } from '#kernel/db/awake.ts';
import type { Tx } from '#kernel/db/db.ts';
import type { Problem } from '#kernel/errors.ts';
import { type NewEvent, publishAll } from '#kernel/events/publish.ts';
import { StepBudget } from '../loops.ts';
import { findChain, hashOf } from '../redirect-check.ts';
import {
  batches,
  findRedirects,
  insertRedirects,
  type KeyedRow,
  type RedirectRow,
  updateRedirects,
} from '../redirects.sql.ts';
import { added, changed, draft, holdRules, MAX_RULES, type RedirectDeps } from '../redirects.ts';
import { readRule } from '../rules.ts';
import { DraftTable } from '../serving/rule-table.ts';
import { REDIRECTS } from '../settings.ts';
import { type CheckedRows, MAX_ERRORS, type RowError } from './file.ts';

export const EXISTING = ['refuse', 'skip', 'replace'] as const;
export type Existing = (typeof EXISTING)[number];

/** For all rows of a file: ten times what a hundred thousand ordinary ones need. */
const MAX_STEPS = 3_000_000;

export type Outcome = {
  rows: number;
  created: number;
  replaced: number;
  unchanged: number;
  skipped: number;
  failed: number;
  errors: RowError[];
};

export async function importRedirects(
  tx: Tx,
  now: Date,
  deps: RedirectDeps,
  wanted: { propertyId?: string; existing: Existing; rows: CheckedRows },
): Promise<Outcome> {
  const propertyId = wanted.propertyId?.toLowerCase() ?? (await deps.directory.ensureDefault(tx, now));
  const { servedVersion, table, hosts } = await holdRules(tx, deps, propertyId);
  const judged = await stayingAwake(tx, () => judgeAll(new DraftTable(table), hosts, wanted, now));
  const { replacements, unchanged } = await findReplaced(tx, judged.replacing);
  if (judged.created.length > 0) await deps.assertRoom(tx, REDIRECTS, judged.created.length);
  const after = replacements.map(([, row]) => row);
  for (const rows of batches(judged.created)) {
    await insertRedirects(tx, rows, { propertyId, servedVersion, now });
  }
  for (const rows of batches(after)) await updateRedirects(tx, rows, { servedVersion, now });
  const publish = (events: NewEvent[]) => publishAll(tx, now, events);
  for (const rows of batches(judged.created)) {
    await publish(rows.flatMap((row) => added({ ...row, property_id: propertyId })));
  }
  for (const pairs of batches(replacements)) {
    await publish(pairs.flatMap(([before, row]) => changed(before, row)));
  }
  return {
    rows: wanted.rows.count,
    created: judged.created.length,
    replaced: after.length,
    unchanged,
    skipped: judged.skipped,
    failed: wanted.rows.failed + judged.failed,
    errors: firstErrors(wanted.rows.errors, judged.errors),
  };
}

const firstErrors = (own: RowError[], judged: RowError[]) =>
  [...own, ...judged].sort((one, other) => one.row - other.row).slice(0, MAX_ERRORS);

type Judged = {
  created: KeyedRow[];
  replacing: Map<string, KeyedRow>;
  skipped: number;
  failed: number;
  errors: RowError[];
};

/** Adds every good row to `table`, so that rows of one file cannot close a loop either. */
async function judgeAll(
  table: DraftTable,
  hosts: readonly string[],
  { rows, existing }: { rows: CheckedRows; existing: Existing },
  now: Date,
): Promise<Judged> {
  const judged: Judged = { created: [], replacing: new Map(), skipped: 0, failed: 0, errors: [] };
  const rowOf = new Map<string, number>();
  const budget = new StepBudget(MAX_STEPS);
  for await (const { row, redirect: input } of budget.slices.each(rows)) {
    const fail = ({ path, code, message }: Problem) => {
      judged.failed += 1;
      if (judged.errors.length < MAX_ERRORS) judged.errors.push({ row, field: path, code, message });
    };
    const redirect = draft(input, now);
    const before = table.sameAs(readRule(redirect));
    const earlier = before && rowOf.get(before.id);
    if (earlier !== undefined) {
      fail({ path: 'from', code: 'not_unique', message: `is the same as in row ${earlier}` });
      continue;
    }
    if (before !== undefined && existing !== 'replace') {
      if (existing === 'skip') judged.skipped += 1;
      else fail(TAKEN);
      continue;
    }
    if (before !== undefined) redirect.id = before.id;
    else if (table.size >= MAX_RULES) {
      fail(TOO_MANY);
      continue;
    }
    const rule = readRule(redirect);
    table.put(rule);
    const found = await findChain(table, hosts, rule, budget);
    if ('problem' in found) {
      table.takeBack(rule.id);
      fail(found.problem);
      continue;
    }
    rowOf.set(rule.id, row);
    const good = { ...redirect, from_hash: hashOf(rule), chain: found.chain };
    if (before === undefined) judged.created.push(good);
    else judged.replacing.set(rule.id, good);
  }
  return judged;
}

const TAKEN: Problem = { path: 'from', code: 'conflict', message: 'redirects already' };
const TOO_MANY: Problem = {
  path: '',
  code: 'too_many',
  message: `is one more than the ${MAX_RULES} redirects that a property can have`,
};

/** Returns each replaced row with its former state; rows that change nothing are only counted. */
async function findReplaced(tx: Tx, replacing: Map<string, KeyedRow>) {
  const replacements: [before: RedirectRow, after: KeyedRow][] = [];
  let unchanged = 0;
  for (const ids of batches([...replacing.keys()])) {
    for (const before of await findRedirects(tx, ids)) {
      const { id, created_at, property_id, hits, last_hit_at, version, ...given } = replacing.get(before.id)!;
      const after = { ...before, ...given, version: before.version + 1 };
      const { from_hash: _, ...comparable } = {
        ...after,
        version: before.version,
        updated_at: before.updated_at,
        chain: before.chain,
      };
      if (isDeepStrictEqual(comparable, { ...before })) unchanged += 1;
      else replacements.push([before, after]);
    }
  }
  return { replacements, unchanged };
}
