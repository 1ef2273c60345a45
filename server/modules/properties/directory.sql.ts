import type { Db } from '#kernel/db/db.ts';
import { list, texts } from '#kernel/db/list.ts';

/** A property as a visitor finds it; `version` rises with every change to what it serves. */
export type Place = { tenantId: string; propertyId: string; version: number; modules: string[] };

type PlaceRow = { address: string; tenant_id: string; property_id: string; version: number; modules: string };

/** Finds properties by id or by proved domain, in the order of the list. */
export async function findPlaces(db: Db, addresses: string[]): Promise<(Place | undefined)[]> {
  const asked = [...new Set(addresses)];
  const { rows } = await db.callersQuery<PlaceRow>(FIND_PLACES, [
    list(asked.filter(isId), (id) => id),
    texts(
      asked.filter((address) => !isId(address)),
      (domain) => domain,
    ),
  ]);
  const found = new Map(
    rows.map((row) => [
      row.address,
      {
        tenantId: row.tenant_id,
        propertyId: row.property_id,
        version: row.version,
        modules: row.modules.split(' '),
      },
    ]),
  );
  return addresses.map((address) => found.get(address));
}

/** A domain has a dot. */
const isId = (address: string) => !address.includes('.');

const FIND_PLACES = {
  name: 'find_places',
  text: `
    with named as (
      select id::text as address, id from unnest($1::uuid[]) as asked (id)
      union all
      select d.domain, d.property_id from unnest($2::text[]) as asked (domain)
      join property_domains d on d.domain = asked.domain and d.verified_at is not null
    )
    select n.address, p.tenant_id, p.id as property_id, p.served_version as version,
      array_to_string(array(
        select m.module from tenant_modules m where m.tenant_id = p.tenant_id and m.active), ' ') as modules
    from named n join properties p on p.id = n.id`,
};
