/** Finds by whole words and beginnings of words first, and by corrected words only when these are not enough. */
import type { Actor } from '#kernel/auth/actor.ts';
import type { Limited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { AppError, forbidden } from '#kernel/errors.ts';
import { ENTITIES, type Entity, HOMES } from './entities.ts';
import { closest, slipsAllowed, transpositionsOf } from './misspellings.ts';
import {
  countPostings,
  type FoundRow,
  findEntities,
  findSimilar,
  MAX_POSTINGS,
  type Sought,
  splitWords,
} from './search.sql.ts';

export type Description = { title: string; subtitle: string | null };
/** Returns the current state of entities by their ids; one that no longer exists is left out. */
export type Describe = Partial<Record<Entity, (tx: Tx, ids: string[]) => Promise<Map<string, Description>>>>;

/** Returns those of the entries that the caller may not read. */
export type FindHidden = (tx: Tx, caller: Limited, ids: string[]) => Promise<Set<string>>;

/** More words than this do not narrow the result. */
const MAX_WORDS = 8;
/** With so many results for the words as typed, or one with every word whole, no correction is tried. */
const ENOUGH = 5;
/** The most corrections of a word that are searched for. */
const MAX_MEANT = 8;

const mayRead = ({ scopes }: Actor, entity: Entity) =>
  scopes === null || scopes.includes(HOMES[entity].scope);
const isOn = ({ tenant }: Actor, entity: Entity) => {
  const { module } = HOMES[entity];
  return module === null || tenant.modules.includes(module);
};

/** A key that may read none of the searched entities is refused. */
export function assertMaySearch(actor: Actor): void {
  if (ENTITIES.some((entity) => mayRead(actor, entity))) return;
  const scopes = [...new Set(Object.values(HOMES).map(({ scope }) => scope))];
  throw forbidden(`This key lacks every scope that reads what is searched: ${scopes.join(', ')}.`, {
    scopes,
  });
}

/** A request that names an entity it may not read is refused with the reason. */
export function entitiesFor(actor: Actor, asked: Entity[] | undefined): Entity[] {
  for (const entity of asked ?? []) {
    const { scope, module } = HOMES[entity];
    if (!mayRead(actor, entity)) throw forbidden(`This key lacks the scope ${scope}.`, { scope });
    if (!isOn(actor, entity)) {
      throw new AppError('module_disabled', `The module ${module} is not active for this tenant.`, {
        module,
      });
    }
  }
  return (asked ?? ENTITIES).filter((entity) => mayRead(actor, entity) && isOn(actor, entity));
}

/**
 * `findHidden` is given for a caller who is limited to some content types. Entries that it may not read leave before the page is cut and
 * before anything is decided about misspellings; otherwise their words could be found out.
 */
export async function find(
  tx: Tx,
  describe: Describe,
  entities: Entity[],
  q: string,
  limit: number,
  findHidden?: (ids: string[]) => Promise<Set<string>>,
) {
  const words = (await splitWords(tx, q)).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const findShown = async (sought: Sought[]) => {
    if (findHidden === undefined) return findAll(tx, entities, sought, limit);
    const rows = await findAll(tx, entities, sought, MAX_POSTINGS);
    return (await withoutHidden(rows, findHidden)).slice(0, limit);
  };
  const asTyped = words.map((word) => ({ word, meant: articlesOf(word) }));
  let rows = await findShown(asTyped);
  const isMet = rows.some(({ slack }) => slack === 0) || rows.length >= Math.min(limit, ENOUGH);
  if (!isMet) {
    const sought = await withMeant(tx, words);
    if (sought.some(({ meant }) => meant.length > 0)) rows = await findShown(sought);
  }
  return present(tx, describe, rows);
}

async function withoutHidden(rows: FoundRow[], findHidden: (ids: string[]) => Promise<Set<string>>) {
  const entries = rows.filter(({ entity }) => entity === 'entry').map(({ id }) => id);
  const hidden = entries.length > 0 ? await findHidden(entries) : new Set();
  return rows.filter(({ entity, id }) => entity !== 'entry' || !hidden.has(id));
}

/** Starts with the rarest word, and checks its entities for the others. */
async function findAll(tx: Tx, entities: Entity[], sought: Sought[], limit: number): Promise<FoundRow[]> {
  const [only] = sought;
  const look = Math.min(2 * limit, MAX_POSTINGS);
  if (sought.length === 1) return findEntities(tx, entities, only!, [], { look, limit });
  const counts = await countPostings(tx, entities, sought);
  if (counts.includes(0)) return [];
  const rarest = counts.indexOf(Math.min(...counts));
  const others = sought.filter((_, index) => index !== rarest);
  return findEntities(tx, entities, sought[rarest]!, others, { look: MAX_POSTINGS, limit });
}

/** The same Arabic word with and without its article, which is written as a part of it: خوارزمي and الخوارزمي. */
function articlesOf(word: string): string[] {
  if (!/^\p{Script=Arabic}{3,}$/u.test(word)) return [];
  const bare = word.startsWith(ARTICLE) ? word.slice(ARTICLE.length) : null;
  if (bare === null) return [ARTICLE + word];
  return bare.length >= 3 ? [bare] : [];
}

const ARTICLE = 'ال';

async function withMeant(tx: Tx, words: string[]): Promise<Sought[]> {
  const forgivable = words.filter((word) => slipsAllowed(word) > 0);
  const similar = forgivable.length > 0 ? await findSimilar(tx, forgivable, transpositionsOf) : new Map();
  return words.map((word) => ({
    word,
    meant: [...articlesOf(word), ...closest(word, similar.get(word) ?? [], MAX_MEANT)],
  }));
}

async function present(tx: Tx, describe: Describe, rows: FoundRow[]) {
  const shown = new Map<string, Description>();
  for (const [entity, describeThose] of Object.entries(describe)) {
    const ids = rows.filter((row) => row.entity === entity).map((row) => row.id);
    if (ids.length === 0) continue;
    for (const [id, description] of await describeThose(tx, ids)) shown.set(`${entity} ${id}`, description);
  }
  return rows.flatMap(({ entity, id, title, subtitle }) => {
    const description = describe[entity] ? shown.get(`${entity} ${id}`) : { title: title ?? '', subtitle };
    return description === undefined ? [] : [{ entity, id, ...description }];
  });
}
