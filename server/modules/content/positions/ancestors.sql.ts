import type { Tx } from '#kernel/db/db.ts';
import { SLUG } from '../entries/value-index.ts';
import type { Perspective } from '../publishing/perspective.ts';

/** An entry of a tree, with what paths and breadcrumbs show of it. */
export type NodeRow = {
  id: string;
  parent_id: string | null;
  property_id: string | null;
  live_locales: string[] | null;
  /** JSON of the value of its first text. */
  title: string | null;
  /** JSON: the slugs by locale; '' is that of all. */
  slugs: string | null;
};

const slugsOf = (id: string, stage: string) => `(
  select json_object_agg(u.locale, u.key) from content_unique u
  where u.tenant_id = current_tenant() and u.entry_id = ${id} and u.stage = '${stage}' and u.field = '${SLUG}')`;

/** These entries and all above them, each once. `is_seen`: it is live, or a draft for readers of drafts. */
export async function findUpwards(
  tx: Tx,
  starts: { id: string; title: string }[],
  { table, stage }: Perspective,
): Promise<(NodeRow & { is_seen: boolean })[]> {
  const { rows } = await tx.query<NodeRow & { is_seen: boolean }>(
    `with recursive up (id, parent_id, title) as (
       select e.id, e.parent_id, w.title from unnest($1::uuid[], $2::text[]) as w (id, title)
       cross join lateral (
         select e.id, e.parent_id from content_entries e where e.tenant_id = current_tenant() and e.id = w.id limit 1) e
       union
       select e.id, e.parent_id, up.title from up
       cross join lateral (
         select e.id, e.parent_id from content_entries e
         where e.tenant_id = current_tenant() and e.id = up.parent_id limit 1) e)
     select up.id, up.parent_id, p.property_id, p.live_locales, p.fields -> up.title as title, ${slugsOf('up.id', stage)} as slugs,
       p.entry_id is not null as is_seen
     from up left join lateral (
       select * from ${table} p where p.tenant_id = current_tenant() and p.entry_id = up.id limit 1) p on true`,
    [starts.map(({ id }) => id), starts.map(({ title }) => title)],
  );
  return rows;
}

/** The entries right below these, in their order; null: those at the top. At most `limit` of all. */
export async function findLevel(
  tx: Tx,
  typeId: string,
  parents: (string | null)[],
  title: string,
  { table, stage }: Perspective,
  limit: number,
): Promise<NodeRow[]> {
  const isTop = parents[0] === null;
  const { rows } = await tx.query<NodeRow>(
    `select p.entry_id as id, p.parent_id, p.property_id, p.live_locales, p.fields -> $3 as title,
       ${slugsOf('p.entry_id', stage)} as slugs
     from unnest($2::uuid[]) with ordinality as w (id, nth)
     cross join lateral (
       select * from ${table} p
       where p.tenant_id = current_tenant() and p.parent_id ${isTop ? 'is null' : '= w.id'} and p.type_id = $1
       order by p.parent_id, p.position, p.entry_id limit $4) p
     order by w.nth, p.position, p.entry_id limit $4`,
    [typeId, parents, title, limit],
  );
  return rows;
}

/** The live entries below this one, those further up first; each is below live ones alone, and below none of `except`. */
export async function findLiveBelow(
  tx: Tx,
  { id, type_id }: { id: string; type_id: string },
  limit: number,
  except: string[] = [],
): Promise<NodeRow[]> {
  const { rows } = await tx.query<NodeRow>(
    `with recursive down (id, parent_id, property_id, live_locales) as (
       select $1::uuid, null::uuid, null::text, null::text[]
       union all
       select p.entry_id, p.parent_id, p.property_id, p.live_locales from down
       cross join lateral (
         select * from content_published p
         where p.tenant_id = current_tenant() and p.parent_id = down.id and p.type_id = $2
           and p.entry_id <> all ($4::uuid[])
         order by p.position, p.entry_id limit $3) p)
     select id, parent_id, property_id, live_locales, null as title, ${slugsOf('id', 'published')} as slugs
     from (select * from down offset 1 limit $3) few`,
    [id, type_id, limit, except],
  );
  return rows;
}

/** Those of these entries that have other live ones right below them. */
export async function findWithBelow(tx: Tx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await tx.query<{ id: string }>(
    `select w.id from unnest($1::uuid[]) as w (id)
     cross join lateral (
       select from content_published p
       where p.tenant_id = current_tenant() and p.parent_id = w.id and p.entry_id <> all ($1::uuid[]) limit 1) p`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Live entries right below this one. */
export async function findLiveChildren(
  tx: Tx,
  { id, type_id }: { id: string; type_id: string },
  limit: number,
): Promise<{ id: string; slug: string | null }[]> {
  const { rows } = await tx.query<{ id: string; slug: string | null }>(
    `select e.id, e.slug from content_entries e
     where e.tenant_id = current_tenant() and e.parent_id = $1 and e.type_id = $2 and e.published_version is not null
     order by e.position, e.id limit $3`,
    [id, type_id, limit],
  );
  return rows;
}
