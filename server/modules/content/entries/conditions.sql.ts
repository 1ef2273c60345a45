import { type Bind, binding } from '#kernel/db/binding.ts';
import type { Tx } from '#kernel/db/db.ts';
import { sha256 } from '#kernel/secrets.ts';
import type { Condition, Search } from './filter.ts';
import type { Stage } from './value-index.sql.ts';
import { SPOKEN, WORDS } from './value-index.ts';

/** One condition of a list: the index rows that meet it, and whether one entry is among them. */
export type Part = { rows($: Bind): string; holdsFor(id: string, $: Bind): string };

/** Sorts after every text with the same beginning. */
const PAST_ANY = '\u{10ffff}';

export function partsOf(
  typeId: string | null,
  stage: Stage,
  conditions: Condition[],
  search: Search | null,
): Part[] {
  const within = ($: Bind) =>
    `content_index i where i.tenant_id = current_tenant() ${typeId === null ? '' : `and i.type_id = ${$(typeId)}`}
      and i.stage = '${stage}'`;
  const values = conditions.flatMap(({ field, locale, is }): Part[] => {
    if (Object.keys(is).length === 0) return [];
    // The key '' stands for an absent value, which is not less than any other.
    const matches = ($: Bind) =>
      [
        `i.field = ${$(field)} and i.locale = ${$(locale)} and i.key <> ''`,
        ...Object.entries(is).map(([operator, key]) =>
          operator === 'in' ? `i.key = any(${$(key)})` : `i.key ${operator} ${$(key)}`,
        ),
      ].join(' and ');
    return [
      {
        rows: ($) => `${within($)} and ${matches($)}`,
        // Names the condition of the index of one entry's values.
        holdsFor: (id, $) =>
          `exists (select from ${within($)} and i.entry_id = ${id} and i.field <> '${WORDS}' and ${matches($)} offset 0)`,
      },
    ];
  });
  const words = (search?.words ?? []).map((word): Part => {
    const rows = ($: Bind) => {
      const tags = search!.tags;
      const heard =
        search!.spoken === null
          ? ''
          : `and (i.locale = '' or exists (
               select from content_index m where m.tenant_id = current_tenant() and m.type_id = i.type_id
                 and m.stage = '${stage}' and m.field = '${SPOKEN}' and m.locale = ${$(search!.spoken)}
                 and m.key = i.locale and m.entry_id = i.entry_id offset 0))`;
      return `${within($)} and i.field = '${WORDS}' and i.locale = any(${$(tags)})
        and i.key >= ${$(word)} and i.key < ${$(word + PAST_ANY)} ${heard}`;
    };
    return { rows, holdsFor: (id, $) => `${id} in (select i.entry_id from ${rows($)})` };
  });
  return [...values, ...words];
}

/** A statement whose plan its connection keeps. */
export function named(text: string): { name: string; text: string } {
  return { name: `content_list_${sha256(text).toString('base64url').slice(0, 22)}`, text };
}

/**
 * Returns the part that the fewest entries meet, if they are at most so many; null: each has more. It reads that many index rows of
 * each part, whatever the planner knows about the tables.
 */
export async function rarestOf(tx: Tx, parts: Part[], most: number, isCommon: boolean): Promise<Part | null> {
  if (parts.length === 0) return null;
  const { bind: $, values } = binding();
  const counts = parts.map(
    (part, n) => `(select count(*) from (select from ${part.rows($)} limit ${most + 1}) i)::int as p${n}`,
  );
  const text = `select ${counts.join(', ')}`;
  const { rows } = await tx.query<Record<string, number>>(isCommon ? named(text) : text, values);
  const counted = parts.map((part, n) => ({ part, count: rows[0]![`p${n}`]! }));
  const rarest = counted.reduce((least, each) => (each.count < least.count ? each : least));
  return rarest.count <= most ? rarest.part : null;
}
