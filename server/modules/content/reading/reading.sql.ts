import type { Tx } from '#kernel/db/db.ts';
import { answerTooLarge, MAX_ANSWER_BYTES } from '#kernel/http/answer-size.ts';
import { SLUG } from '../entries/value-index.ts';
import { DRAFTS, type Perspective, PUBLISHED } from '../publishing/perspective.ts';
import type { PublishedRow } from '../publishing/published.sql.ts';
import type { EntryOrder, TypeRow } from '../types/types.sql.ts';

/** An entry is at least this large in an answer, whatever its fields. */
const ENVELOPE_BYTES = 300;
const MOST_PLACES = 2 ** 31 - 1;

/** A published entry without what its type says. */
export type LiveRow = Omit<
  PublishedRow,
  'type' | 'type_fields' | 'addresses' | 'entry_order' | 'conversion'
> & {
  definition: number | null;
};

export type TypeOfLive = Pick<
  TypeRow,
  'id' | 'name' | 'fields' | 'addresses' | 'entry_order' | 'version' | 'conversion'
>;

/**
 * Returns the published ones of these entries, of any type, and each of their types once, unless they are too large for one answer.
 * An entry counts once for each place. One statement: rows and definitions are of the same moment.
 */
export async function findLive(
  tx: Tx,
  places: Map<string, number>,
  { name }: Perspective,
): Promise<{ rows: LiveRow[]; types: TypeOfLive[] }> {
  if (places.size === 0) return { rows: [], types: [] };
  const { rows } = await tx.query<LiveRow & { too_large: boolean; types: string | null }>(FIND_LIVE[name], [
    [...places.keys()],
    [...places.values()].map((count) => Math.min(count, MOST_PLACES)),
  ]);
  if (rows[0]?.too_large) throw answerTooLarge();
  return { rows: rows.filter(({ id }) => id !== null), types: JSON.parse(rows[0]?.types ?? '[]') };
}

const findIn = ({ name, table }: Perspective) => ({
  name: `find_${name}_entries`,
  text: `
    with live as materialized (
      select p.entry_id as id, p.property_id, p.fields, p.version, p.published_at, p.first_published_at, p.live_locales, p.type_id,
        p.parent_id, p.definition, w.places
      from unnest($1::uuid[], $2::int[]) as w (id, places)
      cross join lateral (select * from ${table} p where p.tenant_id = current_tenant() and p.entry_id = w.id limit 1) p),
    types as materialized (
      select t.id, t.name, t.fields::text, t.addresses::text, t.entry_order, t.version, t.conversion::text
      from (select distinct type_id from live) l
      cross join lateral (select * from content_types t where t.tenant_id = current_tenant() and t.id = l.type_id limit 1) t),
    size as (
      select coalesce((select sum((octet_length(fields::text) + ${ENVELOPE_BYTES})::numeric * places) from live), 0)
        + coalesce((select sum(octet_length(fields) + coalesce(octet_length(conversion), 0)) from types), 0) as bytes)
    select live.*, size.bytes > ${MAX_ANSWER_BYTES} as too_large,
      case when row_number() over () = 1 and size.bytes <= ${MAX_ANSWER_BYTES}
        then (select json_agg(types) from types) end as types
    from size left join live on size.bytes <= ${MAX_ANSWER_BYTES}`,
});
const FIND_LIVE = { published: findIn(PUBLISHED), drafts: findIn(DRAFTS) };

/** The fields of these types, or of all that the tenant has, unless they are too large to be read for one answer. */
export async function findDefinitions(
  tx: Tx,
  names: string[] | null,
): Promise<{ id: string; name: string; fields: string }[]> {
  const { rows } = await tx.query<{ id: string; name: string; fields: string; too_large: boolean }>(
    `with wanted as materialized (
       select id, name, fields from content_types
       where tenant_id = current_tenant() and ($1::text[] is null or name = any ($1)) and not block),
     size as (select coalesce(sum(octet_length(fields::text)), 0) as bytes from wanted)
     select wanted.*, size.bytes > ${MAX_ANSWER_BYTES} as too_large
     from size left join wanted on size.bytes <= ${MAX_ANSWER_BYTES}`,
    [names],
  );
  if (rows[0]?.too_large) throw answerTooLarge();
  return rows.filter(({ name }) => name !== null);
}

export type AddressRow = {
  id: string;
  type: string;
  property_id: string | null;
  locale: string | null;
  slug: string | null;
  live_locales: string[] | null;
  type_id: string;
  parent_id: string | null;
  entry_order: EntryOrder;
  /** JSON of the addresses of its type. */
  addresses: string;
};

/** The types and slugs of the published ones of these entries: a row for each locale with a slug, or one without. */
export async function findAddresses(
  tx: Tx,
  ids: string[],
  { table, stage }: Perspective,
): Promise<AddressRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.query<AddressRow>(
    `select p.entry_id as id, t.name as type, p.property_id, p.live_locales, u.locale, u.key as slug, t.id as type_id, t.addresses,
       t.entry_order, p.parent_id
     from unnest($1::uuid[]) as w (id)
     cross join lateral (
       select p.entry_id, p.type_id, p.tenant_id, p.property_id, p.live_locales, p.parent_id from ${table} p
       where p.tenant_id = current_tenant() and p.entry_id = w.id limit 1) p
     join content_types t on t.tenant_id = p.tenant_id and t.id = p.type_id
     left join content_unique u on u.tenant_id = p.tenant_id and u.type_id = p.type_id and u.entry_id = p.entry_id
       and u.stage = '${stage}' and u.field = '${SLUG}'`,
    [ids],
  );
  return rows;
}
