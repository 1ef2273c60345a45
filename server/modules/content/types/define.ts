/** Definitions of types: their fields are checked, and the blocks that they name are looked up. A changed block changes its users. */
import { isDeepStrictEqual } from 'node:util';
import type { Author } from '#kernel/audit.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, invalid } from '#kernel/errors.ts';
import { assertVersion } from '#kernel/http/etag.ts';
import { blocksIn, namedBlocks, resolveBlocks, withBlock, withoutBlocks } from '../fields/block-kinds.ts';
import { checkDefinition } from '../fields/definition.ts';
import type { Field } from '../fields/field.ts';
import { assertNoneUnderWay } from '../locales/change.ts';
import { loadLocales } from '../locales/locales.ts';
import { openPrevented, type PreventedRelease, preventedBy } from '../releases/changed-types.ts';
import { checkAddresses } from './addresses.ts';
import { assertNotBeingNamed, lockUsers } from './block-users.ts';
import { switchOver } from './change-steps.ts';
import { impactOf, problemsOfMigration } from './impact.ts';
import type { Migration } from './migration.ts';
import { type Broken, EXAMPLES_SHOWN, type Step } from './migration-run.ts';
import { assertSettled, readType } from './record.ts';
import { assertMayMigrate } from './reviewed-types.ts';
import { countEntries, findType, holdBlocks, lockTypeAgainstEntries, type TypeRow } from './types.sql.ts';
import {
  AT_ONCE,
  type ChangedType,
  type Condition,
  findBroken,
  migrateAll,
  putType,
  settle,
  startChange,
  type WantedType,
  wouldBreak,
} from './types.ts';

export async function defineType(
  tx: Tx,
  by: Author,
  now: Date,
  name: string,
  sent: WantedType,
  condition: Condition,
): Promise<ChangedType> {
  const before = await findType(tx, name);
  const { block = before?.block ?? false } = sent;
  if (before !== undefined && before.block !== block)
    throw conflict(
      before.block
        ? `The type ${name} is a block, and stays one.`
        : `The type ${name} is not a block, and cannot become one.`,
    );
  if (block && sent.singleton)
    throw invalid([
      { path: 'singleton', code: 'not_allowed', message: 'is for types with entries, not for a block' },
    ]);
  if (block && Object.keys(sent.addresses ?? {}).length > 0)
    throw invalid([
      { path: 'addresses', code: 'not_allowed', message: 'is for types with entries, not for a block' },
    ]);
  const held = before && readType(before);
  if (block && sent.review)
    throw invalid([
      { path: 'review', code: 'not_allowed', message: 'is for types with entries, not for a block' },
    ]);
  const { singleton = held?.singleton ?? false, addresses = held?.addresses ?? {} } = sent;
  const { order = held?.order ?? 'none' } = sent;
  if (order !== 'none' && (block || singleton))
    throw invalid([{ path: 'order', code: 'not_allowed', message: 'is for types with several entries' }]);
  const problems = [
    ...checkDefinition(sent.fields, block),
    ...checkAddresses(addresses, { fields: sent.fields, singleton, order }),
  ];
  if (problems.length > 0) throw invalid(problems);
  const fields = await resolve(tx, sent.fields, block ? name : null);
  const wanted = { ...sent, block, fields, migrate: askedOf(sent.migrate) };
  if (before === undefined || !block) return putType(tx, by, now, name, wanted, condition);
  return changeBlock(tx, by, now, name, wanted, condition);
}

/** The changes inside of blocks are for a change of the block itself to say. */
const askedOf = ({ rename, drop, default: defaults, convert, dropBlocks }: Migration = {}): Migration => ({
  ...(rename && { rename }),
  ...(drop && { drop }),
  ...(defaults && { default: defaults }),
  ...(convert && { convert }),
  ...(dropBlocks && { dropBlocks }),
});

async function resolve(tx: Tx, fields: Field[], self: string | null): Promise<Field[]> {
  const names = namedBlocks(fields);
  if (names.length === 0) return fields;
  const known = new Map((await holdBlocks(tx, names)).map((row) => [row.name, readType(row)]));
  const kinds = new Map([...known].map(([key, { name, title, fields }]) => [key, { name, title, fields }]));
  const resolved = resolveBlocks(fields, kinds, self);
  if (resolved.problems.length > 0) throw invalid(resolved.problems);
  return resolved.fields;
}

/**
 * Checks the entries of every type that uses the block before anything changes, with these types locked. All of them have the new
 * block at once; a worker rewrites the entries of those with many.
 */
async function changeBlock(
  tx: Tx,
  by: Author,
  now: Date,
  name: string,
  { title, fields, migrate: migration = {} }: WantedType,
  { seen, rehearsal, ...rights }: Condition,
): Promise<ChangedType> {
  const row = (await lockTypeAgainstEntries(tx, name))!;
  assertVersion(seen, row.version);
  const was = readType(row);
  const mistakes = problemsOfMigration(was.fields, fields, migration);
  if (mistakes.length > 0) throw invalid(mistakes);
  const isSame = title === was.title && isDeepStrictEqual(fields, was.fields);
  if (isSame && Object.keys(migration).length === 0) return row;
  const users = await lockUsers(tx, name, rehearsal ? 'change' : 'entries');
  for (const user of users) {
    assertMayMigrate(user, migration, rights);
    assertSettled(user);
  }
  await assertNotBeingNamed(tx, name);
  await assertNoneUnderWay(tx);
  const locales = await loadLocales(tx);
  const inside = Object.keys(migration).length === 0 ? {} : { blocks: { [name]: migration } };
  const steps = users.map((user) => {
    const type = readType(user);
    const next = withBlock(type.fields, { name, title, fields });
    assertStillFits(type.name, next);
    const after = { ...type, fields: next, version: type.version + 1 };
    return { user, step: { before: type, after, migration: inside, locales } satisfies Step };
  });
  await assertUnbroken(
    tx,
    steps.map(({ step }) => step),
  );
  const prevented: PreventedRelease[] = [];
  for (const { user, step } of steps) {
    prevented.push(...(await preventedBy(tx, step)));
    await changeUser(tx, by, now, user, step);
  }
  const after = { ...was, title, fields, version: was.version + 1 };
  const saved = await settle(tx, by, now, row, { before: was, after, migration: {}, locales });
  return { ...saved, prevents: prevented };
}

/** The rules of a definition hold for the types that use the block, too. */
function assertStillFits(type: string, fields: Field[]): void {
  const kinds = new Map(blocksIn(fields).map((kind) => [kind.name, kind]));
  const [problem] = resolveBlocks(withoutBlocks(fields), kinds, null).problems;
  if (problem !== undefined)
    throw conflict(`The type ${type} uses this block. Its ${problem.path} ${problem.message}.`);
}

async function assertUnbroken(tx: Tx, steps: Step[]): Promise<void> {
  let count = 0;
  const examples: Broken[] = [];
  for (const step of steps) {
    if (!impactOf(step.before.fields, step.after.fields, step.migration).mustScanEntries) continue;
    const found = await findBroken(tx, step);
    count += found.count;
    examples.push(...found.broken);
  }
  if (count > 0) throw wouldBreak(count, examples.slice(0, EXAMPLES_SHOWN));
}

async function changeUser(tx: Tx, by: Author, now: Date, user: TypeRow, step: Step): Promise<void> {
  const { rewrites } = impactOf(step.before.fields, step.after.fields, step.migration);
  if (rewrites && (await countEntries(tx, user.id, AT_ONCE + 1)) > AT_ONCE) {
    const { title, fields } = step.after;
    const wanted = { title, fields, migrate: step.migration };
    const { row, change } = await startChange(tx, by, now, user, wanted);
    await switchOver(tx, now, row, change, step);
    return;
  }
  await openPrevented(tx, by, now, step);
  if (rewrites) await migrateAll(tx, by, now, step);
  await settle(tx, by, now, user, step);
}
