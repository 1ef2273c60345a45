/** Many live entries at once: the rows that saving and publishing write. */
import { newId } from '#kernel/id.ts';
import type { TestApp, TestTenant } from '../../../testing.ts';
import { writeManyDerived } from '../entries/rewrite.sql.ts';
import { derive } from '../entries/value-index.ts';
import type { Values } from '../entries/values.ts';
import { ENGLISH } from '../locales/locales.ts';
import { readType } from '../types/record.ts';
import { findType } from '../types/types.sql.ts';

export async function addMany(
  test: Pick<TestApp, 'db' | 'now'>,
  { tenant }: { tenant: Pick<TestTenant, 'id'> },
  name: string,
  count: number,
  valuesOf: (n: number) => Values,
): Promise<string[]> {
  const entries = Array.from({ length: count }, (_, n) => ({ id: newId(), values: valuesOf(n) }));
  await test.db.inTenant(tenant.id, async (tx) => {
    // Thousands of large entries take a busy machine longer than a request may take.
    await tx.query(`set local statement_timeout = '60s'`);
    const type = readType((await findType(tx, name))!);
    await tx.query(
      `with made as (
         insert into content_entries (tenant_id, id, type_id, status, fields, version, published_version, published_at,
           first_published_at, created_at, updated_at, slug)
         select current_tenant(), id, $1, 'published', fields, 1, 1, $4, $4, $4, $4, fields ->> 'slug'
         from unnest($2::uuid[], $3::json[]) as e (id, fields) returning id, fields)
       insert into content_published (tenant_id, entry_id, type_id, fields, version, published_at, first_published_at)
       select current_tenant(), id, $1, fields, 1, $4, $4 from made`,
      [
        type.id,
        entries.map(({ id }) => id),
        entries.map(({ values }) => JSON.stringify(values)),
        new Date(Math.floor(test.now().getTime())),
      ],
    );
    const keyed = await Promise.all(
      entries.map(async ({ id, values }) => ({ id, ...(await derive(type.fields, values, null, ENGLISH)) })),
    );
    for (const stage of ['draft', 'published'] as const)
      await writeManyDerived(tx, type.id, stage, [], keyed);
  });
  return entries.map(({ id }) => id);
}
