/** Categories: a tree of at most six levels, in which products are found under every category above theirs. */
import { isDeepStrictEqual } from 'node:util';
import { type Tx, violates } from '#kernel/db/db.ts';
import { conflict, invalid, type Problem } from '#kernel/errors.ts';
import { rowAtVersion } from '#kernel/http/etag.ts';
import { newId } from '#kernel/id.ts';
import { handleFrom, isHandle } from '../keys.ts';
import { normalLocale } from '../products/checks.ts';
import { countProductsWith } from '../products/products.sql.ts';
import { assertNone } from '../products/uses.ts';
import {
  type CategoryRow,
  countUnder,
  deleteCategory,
  findCategory,
  findDeepest,
  insertCategory,
  lockCategory,
  lockTree,
  movePaths,
  updateCategory,
} from './categories.sql.ts';

export type CategoryTranslations = Record<string, { name?: string; handle?: string }>;
export type CategoryInput = {
  name: string;
  handle?: string;
  parentId?: string | null;
  position?: number;
  translations?: CategoryTranslations;
};

const DEEPEST = 6;
const depthOf = (path: string) => path.length / 37;
const pathUnder = (parent: CategoryRow | null, id: string) => `${parent?.path ?? ''}${id}/`;

export async function createCategory(tx: Tx, now: Date, input: CategoryInput) {
  const id = newId();
  const row: CategoryRow = {
    ...{ id, parent_id: input.parentId?.toLowerCase() ?? null, name: input.name },
    ...{ handle: input.handle ?? (handleFrom(input.name) || id), path: '', position: input.position ?? 0 },
    ...{ translations: JSON.stringify(input.translations ?? {}), version: 1 },
    ...{ created_at: now, updated_at: now },
  };
  const problems = problemsOf(row);
  await lockTree(tx);
  const parent = await findParent(tx, row.parent_id, problems);
  if (depthOf(pathUnder(parent, id)) > DEEPEST) problems.push(TOO_DEEP);
  if (problems.length > 0) throw invalid(problems);
  row.path = pathUnder(parent, id);
  await insertCategory(tx, row).catch(asTaken);
  return presentCategory(row);
}

export async function changeCategory(
  tx: Tx,
  now: Date,
  id: string,
  change: Partial<CategoryInput>,
  seen: number | null,
) {
  await lockTree(tx);
  const before = rowAtVersion(await lockCategory(tx, id), seen, 'category');
  const { parentId, translations } = change;
  const after: CategoryRow = {
    ...before,
    name: change.name ?? before.name,
    handle: change.handle ?? before.handle,
    position: change.position ?? before.position,
    parent_id: parentId === undefined ? before.parent_id : (parentId?.toLowerCase() ?? null),
    translations: translations === undefined ? before.translations : JSON.stringify(translations),
  };
  const problems = problemsOf(after);
  if (after.parent_id !== before.parent_id) await move(tx, before, after, problems);
  if (problems.length > 0) throw invalid(problems);
  if (isDeepStrictEqual(before, after)) return presentCategory(before);
  Object.assign(after, { version: before.version + 1, updated_at: now });
  if (after.path !== before.path) await movePaths(tx, before.path, after.path);
  await updateCategory(tx, after).catch(asTaken);
  return presentCategory(after);
}

/** Sets the path under the new parent, which must not be the category itself or one below it. */
async function move(tx: Tx, before: CategoryRow, after: CategoryRow, problems: Problem[]): Promise<void> {
  const parent = await findParent(tx, after.parent_id, problems);
  if (parent?.path.startsWith(before.path)) {
    problems.push({
      path: 'parentId',
      code: 'circle',
      message: 'must not be the category itself or one below it',
    });
    return;
  }
  after.path = pathUnder(parent, before.id);
  const deepest = await findDeepest(tx, before);
  if (deepest + depthOf(after.path) - depthOf(before.path) > DEEPEST) problems.push(TOO_DEEP);
}

async function findParent(tx: Tx, id: string | null, problems: Problem[]): Promise<CategoryRow | null> {
  if (id === null) return null;
  const found = await findCategory(tx, id);
  if (found === undefined) {
    problems.push({
      path: 'parentId',
      code: 'not_found',
      message: 'must be the id of a category that exists',
    });
  }
  return found ?? null;
}

export async function removeCategory(tx: Tx, id: string, seen: number | null) {
  await lockTree(tx);
  // Locked, so that no product is put into it meanwhile.
  const row = rowAtVersion(await lockCategory(tx, id), seen, 'category');
  assertNone('category', [
    { what: 'categories', ...(await countUnder(tx, row.id)) },
    { what: 'products', ...(await countProductsWith(tx, 'category', row.id)) },
  ]);
  await deleteCategory(tx, row.id);
  return { id: row.id, deleted: true as const };
}

function asTaken(error: unknown): never {
  if (!violates(error, 'a_handle_is_one_category')) throw error;
  const problem = {
    path: 'handle',
    code: 'not_unique',
    message: 'is the handle of another category already',
  };
  throw conflict(`${problem.path}: ${problem.message}.`, [problem]);
}

const TOO_DEEP: Problem = {
  path: 'parentId',
  code: 'too_deep',
  message: `must leave the tree at most ${DEEPEST} levels deep`,
};

function problemsOf({ handle, translations }: CategoryRow): Problem[] {
  const problems: Problem[] = [];
  const wrong = (path: string, message: string) => problems.push({ path, code: 'wrong_format', message });
  if (!isHandle(handle)) wrong('handle', NO_HANDLE);
  for (const [locale, { handle: own }] of Object.entries(JSON.parse(translations) as CategoryTranslations)) {
    if (normalLocale(locale) !== locale) {
      wrong(`translations.${locale}`, 'must be under a language tag such as en or pt-BR');
    }
    if (own !== undefined && !isHandle(own)) wrong(`translations.${locale}.handle`, NO_HANDLE);
  }
  return problems;
}

const NO_HANDLE = 'must be letters, digits and single hyphens between them, in small letters';

export const presentCategory = (row: CategoryRow) => ({
  id: row.id,
  name: row.name,
  handle: row.handle,
  parentId: row.parent_id,
  /** From the root to the category itself. */
  path: row.path.split('/').filter((id) => id !== ''),
  position: row.position,
  translations: JSON.parse(row.translations) as CategoryTranslations,
  version: row.version,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});
