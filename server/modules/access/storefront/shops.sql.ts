import type { Db } from '#kernel/db/db.ts';
import { list } from '#kernel/db/list.ts';
import {
  type Answer,
  FIND_CHANGES,
  type LiveTenant,
  SEEN_AND_CHANGED,
  type Snapshot,
  TENANT_FIELDS,
} from '../keys/cache.sql.ts';

/** A site as its shoppers find it. `keyId` and `label` are those of the storefront key, if it was found by one. */
export type LiveShop = LiveTenant & {
  asked: string;
  propertyId: string;
  keyId?: string;
  label?: string;
  contentTypes?: string[];
  cacheSeconds?: number;
};

const KEY = /^pk_live_[0-9A-Za-z]{8}$/;

/**
 * Finds shops by storefront key (`pk_live_…`), by tenant and property (`<id> <id>`), or by tenant alone: its default property.
 * Returns the tenants with changes after `since`, too. A revoked key is not found.
 */
export async function findShops(
  db: Db,
  since: Snapshot | null,
  ids: Iterable<string>,
): Promise<{ seen: Snapshot; changed: string | null; found: [string, LiveShop][] }> {
  const asked = [...ids];
  const keys = asked.filter((id) => KEY.test(id));
  const places = asked.filter((id) => !id.startsWith('pk_')).map((id) => id.split(' '));
  const snapshotBefore = since?.snapshot ?? null;
  const { rows } =
    asked.length === 0
      ? await db.callersQuery<Answer>(FIND_CHANGES, [snapshotBefore])
      : await db.callersQuery<Answer>(FIND_SHOPS, [
          snapshotBefore,
          list(keys, (key) => key.slice('pk_live_'.length)),
          list(places, ([tenantId]) => tenantId!),
          list(places, ([, propertyId]) => propertyId ?? null),
        ]);
  const { server, snapshot, changed, found } = rows[0]!;
  const shops: LiveShop[] = found == null ? [] : JSON.parse(found);
  return { seen: { server, snapshot }, changed, found: shops.map((shop) => [shop.asked, shop]) };
}

// OFFSET 0 makes the planner look up one by one through the index, however many there are.
const FIND_SHOPS = {
  name: 'find_shops',
  text: `
    select ${SEEN_AND_CHANGED},
      (select json_agg(json_build_object(
          'asked', s.asked, 'propertyId', s.property_id, 'keyId', s.key_id, 'label', s.label,
          'contentTypes', s.content_types, 'cacheSeconds', s.cache_seconds, ${TENANT_FIELDS}))
       from (
         select 'pk_live_' || asked.key_id as asked, k.tenant_id, k.property_id, k.id as key_id, k.label, k.content_types,
           k.cache_seconds
         from unnest($2::text[]) as asked (key_id)
         cross join lateral (
           select * from storefront_keys where key_id = asked.key_id and revoked_at is null offset 0) k
         union all
         select concat_ws(' ', asked.tenant_id, asked.property_id), p.tenant_id, p.id, null, null, null, null
         from unnest($3::uuid[], $4::uuid[]) as asked (tenant_id, property_id)
         cross join lateral (
           select tenant_id, id from properties
           where tenant_id = asked.tenant_id
             and case when asked.property_id is null then is_default else id = asked.property_id end
           offset 0) p) s
       cross join lateral (select * from tenants where id = s.tenant_id offset 0) t) as found`,
};
