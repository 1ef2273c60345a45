/** A server with tenants that have one content type each; their ids follow from their numbers. */
import pg from 'pg';
import { asRole, ROLES } from '#kernel/db/db.ts';
import type { OrderStage } from '../orders/stage.ts';
import { openStage as openTenants, tenantId } from '../orders/stage.ts';

export type ContentStage = OrderStage & { keys: string[] };
export const TENANTS = 20;

const FIELDS = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug' },
  { name: 'body', kind: 'markdown' },
  { name: 'price', kind: 'number' },
];
const WORDS = 'green tea in spring and black tea in autumn with a little milk';

export const entryFields = (n: number | string) => ({
  title: `Entry ${n}`,
  slug: `entry-${n}`,
  body: WORDS,
  price: 4.5,
});

/** The type's id is the tenant's id, so that a pgbench script can name it too. */
export async function openContentStage(): Promise<ContentStage> {
  const stage = await openTenants();
  const { owner } = stage;
  const ids = Array.from({ length: TENANTS }, (_, n) => tenantId(n + 1));
  await owner.query(
    `insert into tenant_modules (tenant_id, module, active, changed_at) select id, 'content', true, now() from unnest($1::uuid[]) id`,
    [ids],
  );
  await owner.query("update api_keys set scopes = '{read:content,write:content}' where tenant_id = any($1)", [
    ids,
  ]);
  await owner.query(
    `insert into content_types (tenant_id, id, name, title, fields, version, created_at, updated_at)
     select id, id, 'article', 'Article', $2, 1, now(), now() from unnest($1::uuid[]) id`,
    [ids, JSON.stringify(FIELDS)],
  );
  return stage;
}

/** Connections in the server's own role, in one tenant, for a route that does nothing else. */
export function barePool({ kernel, connectionString }: ContentStage): pg.Pool {
  const address = asRole({ connectionString }, ROLES.app, kernel.secrets.databasePassword(ROLES.app));
  return new pg.Pool({ connectionString: address, max: 20, options: `-c app.tenant_id=${tenantId(1)}` });
}
