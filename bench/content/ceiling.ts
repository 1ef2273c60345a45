/** The ceiling that PostgreSQL sets: the rows of an entry inserted by a bare loop that pipelines whole transactions, same role. */
import pg from 'pg';
import { asRole, ROLES } from '#kernel/db/db.ts';
import { derive } from '../../server/modules/content/entries/value-index.ts';
import type { Field } from '../../server/modules/content/fields/field.ts';
import { ENGLISH } from '../../server/modules/content/locales/locales.ts';
import { tenantId } from '../orders/stage.ts';
import { type ContentStage, entryFields, TENANTS } from './stage.ts';

const CLIENTS = 16;

const ENTRY = `insert into content_entries
  (tenant_id, id, type_id, status, slug, fields, version, created_at, updated_at)
  values ($1, $2, $1, 'draft', $3, $4, 1, now(), now())`;
const REVISION = `insert into content_revisions
  (tenant_id, entry_id, version, reason, fields, author_type, author_name, created_at)
  values ($1, $2, 1, 'created', $3, 'api_key', 'bench', now())`;
const INDEX = `insert into content_index (tenant_id, type_id, stage, field, locale, key, entry_id)
  select $1, $1, 'draft', field, '', key, $2 from unnest($3::text[], $4::text[]) as k (field, key)`;
const UNIQUE = `insert into content_unique (tenant_id, type_id, stage, field, property_id, key, locale, entry_id)
  values ($1, $1, 'draft', '/', '', $3, '', $2)`;
const EVENT = `with event as (insert into events (tenant_id, id, type, data, created_at) values ($1, $2, $3, $4, now()))
  insert into event_queue (tenant_id, id, at, type, next_at) values ($1, $2, now(), $3, now())`;

const FIELDS = [
  { name: 'title', kind: 'text' },
  { name: 'slug', kind: 'slug' },
  { name: 'body', kind: 'markdown' },
  { name: 'price', kind: 'number' },
] as Field[];

/** Returns entries per second, one transaction each. */
export async function ceiling({ kernel, connectionString }: ContentStage, seconds: number): Promise<number> {
  const address = asRole({ connectionString }, ROLES.app, kernel.secrets.databasePassword(ROLES.app));
  const end = performance.now() + seconds * 1000;
  let done = 0;
  const client = async () => {
    const connection = new pg.Client({ connectionString: address, pipeline: true } as pg.ClientConfig);
    await connection.connect();
    const run = (name: string, text: string, values: unknown[]) => connection.query({ name, text, values });
    while (performance.now() < end) {
      const [tenant, id] = [tenantId(1 + (done % TENANTS)), crypto.randomUUID()];
      const values = entryFields(id);
      const { index } = await derive(FIELDS, values, null, ENGLISH);
      const fields = JSON.stringify(values);
      const event = JSON.stringify({
        id,
        type: 'article',
        slug: values.slug,
        version: 1,
        changed: Object.keys(values),
      });
      await Promise.all([
        connection.query(`begin; select set_config('app.tenant_id', '${tenant}', true)`),
        run('entry', ENTRY, [tenant, id, values.slug, fields]),
        run('revision', REVISION, [tenant, id, fields]),
        run('index', INDEX, [tenant, id, index.map((each) => each.field), index.map((each) => each.key)]),
        run('unique', UNIQUE, [tenant, id, values.slug]),
        ...['content.entry.created', 'content.revision.created', 'search.entity.changed'].map((type) =>
          run('event', EVENT, [tenant, crypto.randomUUID(), type, event]),
        ),
        connection.query('commit'),
      ]);
      done += 1;
    }
    await connection.end();
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return done / seconds;
}
