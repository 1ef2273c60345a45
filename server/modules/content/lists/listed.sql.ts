/** The two lists of entries: drafts, and those that readers see. */
import type { Bind } from '#kernel/db/binding.ts';
import { ENTRY_COLUMNS, type EntryRow, type EntryStatus } from '../entries/entries.sql.ts';
import type { Perspective } from '../publishing/perspective.ts';
import type { Condition } from './condition.ts';
import { partsOf } from './conditions.sql.ts';
import type { Search } from './filter.ts';
import type { Base } from './index-rows.sql.ts';
import { BOUNDS, type Listing } from './list.sql.ts';
import type { Position, Sort } from './sorting.ts';

export type ListFilter = {
  typeId: string | null;
  conditions: Condition[];
  /** Beginnings of words, all of which an entry must have; null: no search. */
  search: Search | null;
  sorts: Sort[];
  after: Position | null;
  limit: number;
};

/** The parent among whose entries a list is sorted by position. */
const parentIn = (conditions: Condition[]): string | null =>
  conditions.flatMap((one) => (one.kind === 'parent' ? [one] : []))[0]?.id ?? null;

/** The times of entries by which lists are filtered, and those that they are sorted by. */
export const TIMES_OF_DRAFTS = {
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  publishedAt: 'published_at',
  firstPublishedAt: 'first_published_at',
};
export const SORTS_OF_DRAFTS = { createdAt: 'created_at', updatedAt: 'updated_at' };
export const TIMES_OF_PUBLISHED = { publishedAt: 'published_at', firstPublishedAt: 'first_published_at' };

/** Excludes the bin, whose entries are scheduled to be purged. */
const IS_SCHEDULED = `exists (
  select from content_schedule s
  where s.tenant_id = current_tenant() and s.entry_id = e.id and s.action <> 'purge')`;

const DRAFTS: Base = {
  stage: 'draft',
  table: 'content_entries',
  as: 'e',
  id: 'id',
  indexed: Object.values(SORTS_OF_DRAFTS),
  isSeen: (as) => [`${as}.deleted_at is null`],
};

export type ListedEntry = EntryRow & { sort_keys: string[] };

export function listingOfDrafts(
  filter: ListFilter & {
    /** The types that the caller may read, of a list of all; undefined: every one. */
    typeIds?: string[] | undefined;
    status?: EntryStatus;
    propertyId?: string;
    scheduled?: boolean;
  },
): Listing {
  const { typeIds, status, propertyId, scheduled } = filter;
  const narrow = ($: Bind) => [
    ...(status === undefined ? DRAFTS.isSeen('e', $) : [`e.status = ${$(status)}`]),
    ...(typeIds === undefined ? [] : [`e.type_id = any(${$(typeIds)}::uuid[])`]),
    ...(propertyId === undefined ? [] : [`e.property_id = ${$(propertyId)}`]),
    ...(scheduled === undefined ? [] : [`${scheduled ? '' : 'not '}${IS_SCHEDULED}`]),
  ];
  const joined = 'join content_types t on t.tenant_id = e.tenant_id and t.id = e.type_id';
  const isByStatus = filter.typeId !== null && filter.sorts[0]?.column === 'created_at';
  const walkedStatus = isByStatus ? (status ?? null) : null;
  return { ...listingOf(filter, DRAFTS), narrow, walkedStatus, columns: () => ENTRY_COLUMNS, joined };
}

export type ListedPublished = {
  id: string;
  property_id: string | null;
  fields: string;
  version: number;
  published_at: Date;
  first_published_at: Date;
  live_locales: string[] | null;
  parent_id: string | null;
  definition: number | null;
  sort_keys: string[];
};

/** `chain`: the locales that serve the reader. With a property, its own entries and those for all properties. */
type Seen = { chain: string[]; propertyId?: string | undefined; perspective: Perspective };

/** The entries that a reader sees. */
const live = ({ chain, propertyId, perspective: { table, stage, sorts } }: Seen): Base => ({
  stage,
  table,
  as: 'p',
  id: 'entry_id',
  indexed: Object.values(sorts),
  isSeen: (as, $) => [
    `(${as}.live_locales is null or ${as}.live_locales && ${$(chain)}::text[])`,
    ...(propertyId === undefined
      ? []
      : [`(${as}.property_id is null or ${as}.property_id = ${$(propertyId)})`]),
  ],
});

/** Without `wanted`, returns all fields. */
export function listingOfPublished(filter: ListFilter & Seen & { wanted?: string[] | null }): Listing {
  const { wanted = null } = filter;
  const base = live(filter);
  const fields = ($: Bind) =>
    wanted === null
      ? 'p.fields'
      : `(select coalesce(json_object_agg(key, value), '{}') from json_each(p.fields) where key = any(${$(wanted)}))`;
  const columns = ($: Bind) =>
    `p.entry_id as id, p.property_id, ${fields($)} as fields, p.version, p.published_at, p.first_published_at,
     p.definition, p.live_locales, p.parent_id`;
  const isCommon = filter.search === null && filter.sorts.length === 1 && isPlain(filter.conditions);
  return {
    ...listingOf(filter, base),
    narrow: ($) => base.isSeen('p', $),
    columns,
    joined: '',
    isCommon,
  };
}

/** Lists of more than three comparisons rarely repeat a form. */
const isPlain = (conditions: Condition[]) =>
  conditions.length <= 3 && conditions.every((one) => one.kind === 'value' && one.is.length === 1);

const listingOf = ({ typeId, conditions, search, sorts, after, limit }: ListFilter, base: Base) => ({
  bounds: BOUNDS,
  base,
  typeId,
  parts: partsOf(base, typeId, conditions, search),
  sorts,
  after,
  limit,
  walkedStatus: null,
  walkedParent: parentIn(conditions),
  isCommon: false,
});
