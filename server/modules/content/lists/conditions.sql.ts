/** Conditions of a list in SQL: each is looked up for one entry, and most also yield their entries from an index. */
import type { Bind } from '#kernel/db/binding.ts';
import { SPOKEN, WORDS } from '../entries/value-index.ts';
import type { Comparison, Condition } from './condition.ts';
import type { Search } from './filter.ts';
import { type Base, comparison, inRange, type Of, OWN, ofEntry, PAST_ANY } from './index-rows.sql.ts';

export type Part = {
  /** A statement of rows (entry_id, meets), each of which is read from an index; null: no index yields its entries. */
  scan: (($: Bind, most: number) => string) | null;
  /** The entries of the scan that meet it are all that the condition asks for. */
  isExact: boolean;
  /** It compares columns of the list's table. */
  needsRow: boolean;
  /** It is looked up in the words of an entry, of which there are hundreds. */
  isSlow: boolean;
  holds(id: string, $: Bind): string;
};

const PLAIN = { isExact: true, needsRow: false, isSlow: false };

export const partsOf = (
  base: Base,
  typeId: string | null,
  conditions: Condition[],
  search: Search | null,
) => {
  const of = { base, typeIds: typeId === null ? null : [typeId], depth: 0 };
  return [
    ...conditions.map((condition) => partOf(condition, of)),
    ...(search?.words ?? []).map((word) => partOfWord(word, search!, of)),
    ...(search?.words.length === 0 ? [NOTHING] : []),
  ];
};

/** A search for no word finds nothing. */
const NOTHING: Part = {
  ...PLAIN,
  scan: () => 'select null::uuid as entry_id, false as meets limit 0',
  holds: () => 'false',
};

function partOf(condition: Condition, of: Of): Part {
  switch (condition.kind) {
    case 'value':
      return partOfValue(condition, of);
    case 'absent':
      return partOfAbsent(condition, of);
    case 'id':
      return {
        ...PLAIN,
        isExact: false,
        needsRow: of.depth === 0,
        scan: ($) =>
          `select x.id as entry_id, true as meets from unnest(${$(condition.ids)}::uuid[]) as x (id)`,
        holds: (id, $) => `${id} = any(${$(condition.ids)}::uuid[])`,
      };
    case 'time':
      return partOfTime(condition, of);
    case 'parent':
      return partOfParent(condition, of);
    case 'within':
      return partOfWithin(condition, of);
    case 'related':
      return partOfRelated(condition, of);
    case 'not': {
      const part = partOf(condition.of, of);
      return { ...part, scan: null, holds: (id, $) => `not (${part.holds(id, $)})` };
    }
    default:
      return partOfSeveral(
        condition.kind,
        condition.of.map((each) => partOf(each, of)),
      );
  }
}

/** All of `and` are among the entries of any one of them; those of `or` are the entries of all. */
function partOfSeveral(kind: 'and' | 'or', parts: Part[]): Part {
  const holds: Part['holds'] = (id, $) =>
    parts.length === 0 ? 'true' : `(${parts.map((part) => part.holds(id, $)).join(` ${kind} `)})`;
  const some = { needsRow: parts.some((part) => part.needsRow), isSlow: parts.some((part) => part.isSlow) };
  const scans = parts.flatMap(({ scan }) => scan ?? []);
  if (kind === 'and') return { ...some, isExact: false, scan: scans[0] ?? null, holds };
  return {
    ...some,
    isExact: parts.every(({ isExact }) => isExact),
    scan:
      scans.length < parts.length
        ? null
        : ($, most) =>
            scans.map((scan) => `(select * from (${scan($, most)}) each limit ${most})`).join(' union all '),
    holds,
  };
}

const and = (conditions: string[]) => conditions.map((each) => ` and ${each}`).join('');

function partOfValue(condition: Condition & { kind: 'value' }, of: Of): Part {
  const { field, locale, is } = condition;
  const isRead = ({ operator }: Comparison) => operator !== 'contains' && operator !== 'in';
  const compared = (some: Comparison[], $: Bind) => some.map((each) => comparison(each, $));
  const only = (operator: string) => is.filter((each) => each.operator === operator);
  return {
    ...PLAIN,
    scan: ($, most) => {
      const keys = only('in')[0]?.key as string[] | undefined;
      const meets = ['true', ...compared(only('contains'), $)].join(' and ');
      const more = and(["i.key <> ''", ...compared(is.filter(isRead), $)]);
      return inRange(
        of,
        { field, locales: [locale], keys, more, columns: `i.entry_id, ${meets} as meets`, most },
        $,
      );
    },
    // The key '' stands for an absent value, which is not less than any other.
    holds: (id, $) =>
      `exists (select from ${ofEntry(of.base.stage, id, field, locale, $)} and i.key <> ''${and(compared(is, $))} offset 0)`,
  };
}

function partOfAbsent({ field, locale, isIndexed }: Condition & { kind: 'absent' }, of: Of): Part {
  const columns = 'i.entry_id, true as meets';
  return {
    ...PLAIN,
    scan: isIndexed
      ? ($, most) => inRange(of, { field, locales: [locale], keys: [''], columns, most }, $)
      : null,
    holds: (id, $) =>
      `not exists (select from ${ofEntry(of.base.stage, id, field, locale, $)} and i.key <> '' offset 0)`,
  };
}

function partOfTime({ column, is }: Condition & { kind: 'time' }, { base, typeIds }: Of): Part {
  const { as, table } = base;
  const time = (key: unknown, $: Bind) => `${$(key)}::timestamptz`;
  const compared = ($: Bind) =>
    is.map(({ operator, key }) =>
      operator === 'in'
        ? `${as}.${column} = any(${$(key)}::timestamptz[])`
        : `${as}.${column} ${operator} ${time(key, $)}`,
    );
  return {
    ...PLAIN,
    needsRow: true,
    scan:
      is.length > 0 && is.every(({ operator }) => operator !== 'in') && base.indexed.includes(column)
        ? ($) =>
            `select ${as}.${base.id} as entry_id, true as meets from ${table} ${as} where ${as}.tenant_id = (select current_tenant())
             ${typeIds === null ? '' : `and ${as}.type_id = ${$(typeIds[0])}`}${and(compared($))}
             order by ${as}.${column} desc, ${as}.${base.id} desc`
        : null,
    holds: (_id, $) => `coalesce(${[`${as}.${column} is not null`, ...compared($)].join(' and ')}, false)`,
  };
}

export const isBelow = (as: string, parentId: string | null, $: Bind) =>
  parentId === null ? `${as}.parent_id is null` : `${as}.parent_id = ${$(parentId)}::uuid`;

function partOfParent({ id: parentId }: Condition & { kind: 'parent' }, { base, typeIds }: Of): Part {
  const { as, table } = base;
  return {
    ...PLAIN,
    needsRow: true,
    scan: ($) =>
      `select ${as}.${base.id} as entry_id, true as meets from ${table} ${as} where ${as}.tenant_id = (select current_tenant())
       and ${isBelow(as, parentId, $)} and ${as}.type_id = ${$(typeIds![0])} order by ${as}.parent_id, ${as}.position, ${as}.${base.id}`,
    holds: (_id, $) => `coalesce(${isBelow(as, parentId, $)}, false)`,
  };
}

/** The tree is the same for readers and editors, so entries that are not live lead on to those below them. */
function partOfWithin({ id: rootId }: Condition & { kind: 'within' }, { typeIds }: Of): Part {
  const ENTRY = 'content_entries n where n.tenant_id = (select current_tenant())';
  return {
    ...PLAIN,
    isExact: false,
    scan: ($, most) => {
      const [root, type] = [$(rootId), $(typeIds![0])];
      return `select d.id as entry_id, d.level > 0 as meets from (
        with recursive down (id, level) as (
          select ${root}::uuid, 0
          union all
          select n.id, down.level + 1 from down cross join lateral (
            select n.id from ${ENTRY} and n.parent_id = down.id and n.type_id = ${type}
            order by n.position, n.id limit ${most}) n)
        select id, level from down limit ${most}) d`;
    },
    holds: (id, $) => `exists (
      with recursive up (id) as (
        select n.parent_id from ${ENTRY} and n.id = ${id}
        union
        select n.parent_id from up cross join lateral (select n.parent_id from ${ENTRY} and n.id = up.id limit 1) n)
      select from up where up.id = ${$(rootId)}::uuid)`,
  };
}

/** While a type changes, a field that has become a reference has keys of its former kind. */
const UUID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';

/** Readers of the list must see the entry that it leads to: one that is not live, or of another site, is not there for them. */
function partOfRelated(condition: Condition & { kind: 'related' }, of: Of): Part {
  const { field, locale, typeIds } = condition;
  const { base } = of;
  const that = partOf(condition.that, { base, typeIds, depth: of.depth + 1 });
  const [link, target] = [`r${of.depth}`, `t${of.depth}`];
  return {
    ...PLAIN,
    isExact: false,
    isSlow: that.isSlow,
    scan:
      that.scan === null
        ? null
        : ($, most) => {
            const more = `and i.key = ${target}.entry_id::text and ${target}.meets`;
            const range = { field, locales: [locale], more, columns: 'i.entry_id', most };
            return `select x.entry_id, x.entry_id is not null as meets
              from (select * from (${that.scan!($, most)}) each limit ${most}) ${target}
              left join lateral (select * from (${inRange(of, range, $)}) each limit ${most}) x on true`;
          },
    holds: (id, $) => `exists (
      select from (
        select case when i.key ~ '${UUID}' then i.key::uuid end as id from ${ofEntry(base.stage, id, field, locale, $)} and i.key <> '' offset 0) ${link}
      where exists (
          select from ${base.table} ${target} where ${target}.tenant_id = (select current_tenant()) and ${target}.${base.id} = ${link}.id
            and ${target}.type_id = any(${$(typeIds)}::uuid[])${and(base.isSeen(target, $))} offset 0)
        and ${that.holds(`${link}.id`, $)} offset 0)`,
  };
}

function partOfWord(word: string, { tags, spoken }: Search, of: Of): Part {
  const { stage } = of.base;
  const begins = ($: Bind) => `and i.key >= ${$(word)} and i.key < ${$(word + PAST_ANY)}`;
  const heard = ($: Bind) =>
    spoken === null
      ? 'true'
      : `(i.locale = '' or exists (
           select from content_index m where m.tenant_id = (select current_tenant()) and m.type_id = i.type_id
             and m.stage = '${stage}' and m.field = '${SPOKEN}' and m.locale = ${$(spoken)}
             and m.key = i.locale and m.entry_id = i.entry_id offset 0))`;
  return {
    ...PLAIN,
    isSlow: true,
    scan: ($, most) => {
      const columns = `i.entry_id, ${heard($)} as meets`;
      if (of.typeIds !== null)
        return inRange(of, { field: WORDS, locales: tags, more: begins($), columns, most }, $);
      return `select ${columns} from content_index i
        where ${OWN} and i.stage = '${stage}' and i.field = '${WORDS}' and i.locale = any(${$(tags)}) ${begins($)}
        order by i.key, i.entry_id`;
    },
    // The name of words as a parameter would hide the index in which all entries with the word are read.
    holds: (id, $) =>
      `exists (select from content_index i where ${OWN} and i.entry_id = ${id} and i.stage = '${stage}'
         and i.field = ${$(WORDS)} and i.locale = any(${$(tags)}) ${begins($)} and ${heard($)}
         order by i.entry_id limit 1)`,
  };
}
