/** A tenant that has worked for a year: orders, customers, products and entries in tens of thousands, and a page of many blocks. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Kernel } from '#kernel/module.ts';
import type { Field } from '../../server/modules/content/fields/field.ts';
import { fillCatalog } from '../catalog/seed.ts';
import { insert } from '../content/lists.ts';
import { seedOrders } from '../orders/seed.ts';
import type { Api } from './visitor.ts';

export type Size = { orders: number; moreCustomers: number; products: number; entries: number };
export const FULL: Size = { orders: 50_000, moreCustomers: 20_000, products: 5_000, entries: 20_000 };
export const BLOCKS = 60;
const ROWS_AT_ONCE = 1_000;
const SECTIONS = ['news', 'sport', 'food', 'travel', 'books'];
const ARTICLE = [
  { name: 'title', kind: 'text', required: true },
  { name: 'slug', kind: 'slug' },
  { name: 'section', kind: 'select', options: SECTIONS },
  { name: 'body', kind: 'richtext' },
] as Field[];
const HERO = [
  { name: 'heading', kind: 'text' },
  { name: 'tone', kind: 'select', options: ['calm', 'loud'] },
];
const LANDING = [
  { name: 'title', kind: 'text' },
  { name: 'body', kind: 'blocks', blocks: ['hero'] },
];
const PARAGRAPH =
  'Picked by hand before sunrise, steamed within the hour, and on its way before noon. '.repeat(4);
const BODY = {
  type: 'doc',
  content: Array.from({ length: 12 }, () => ({
    type: 'paragraph',
    content: [{ type: 'text', text: PARAGRAPH }],
  })),
};

/** Fills the tables directly. Returns the id of the tenant, whose owner is that of all benches. */
export async function seedTenant(
  kernel: Kernel,
  connectionString: string,
  { orders, moreCustomers, products }: Size,
): Promise<string> {
  const [tenant] = await seedOrders(kernel, connectionString, [orders]);
  const { id } = tenant!;
  await fillCatalog(connectionString, [{ id, products }]);
  await asOwner(connectionString, async (owner) => {
    await owner.query(MORE_CUSTOMERS, [id, moreCustomers]);
    for (const sql of [TERMS, TEXTS, WORDS]) await owner.query(sql, [id]);
  });
  return id;
}

/** Makes the types and one entry of each through the API, and the many directly. Returns the two entries that are edited. */
export async function seedContent(
  connectionString: string,
  tenantId: string,
  api: Api,
  { entries: count }: Size,
): Promise<{ article: string; page: string }> {
  await api('PUT', '/v1/content/types/article', { title: 'Article', fields: ARTICLE });
  await api('PUT', '/v1/content/types/hero', { title: 'Hero', block: true, fields: HERO });
  await api('PUT', '/v1/content/types/landing', { title: 'Landing page', fields: LANDING });
  await asOwner(connectionString, async (owner) => {
    const { rows } = await owner.query<{ id: string }>(
      "select id from content_types where tenant_id = $1 and name = 'article'",
      [tenantId],
    );
    for (let from = 0; from < count; from += ROWS_AT_ONCE) {
      const numbers = Array.from({ length: Math.min(ROWS_AT_ONCE, count - from) }, (_, n) => from + n);
      const entries = numbers.map((n) => ({ id: randomUUID(), values: articleOf(n) }));
      await insert(owner, tenantId, rows[0]!.id, ARTICLE, entries);
    }
  });
  const create = async (type: string, fields: object): Promise<string> =>
    (await api('POST', '/v1/content/entries', { type, fields })).id;
  const blocks = Array.from({ length: BLOCKS }, (_, n) => ({ type: 'hero', heading: `Number ${n}` }));
  return {
    article: await create('article', { title: 'The first harvest', slug: 'first-harvest', body: BODY }),
    page: await create('landing', { title: 'Spring', body: blocks }),
  };
}

const articleOf = (n: number) => ({ title: `Entry ${n}`, slug: `entry-${n}`, section: SECTIONS[n % 5] });

async function asOwner(connectionString: string, work: (owner: pg.Client) => Promise<void>): Promise<void> {
  const owner = new pg.Client({ connectionString });
  await owner.connect();
  // Skips triggers and foreign keys, which check every row; the seed's rows are correct by construction.
  await owner.query("set session_replication_role = 'replica'");
  await work(owner);
  await owner.query('vacuum analyze');
  await owner.end();
}

const MORE_CUSTOMERS = `
  insert into customers (tenant_id, id, name, emails, created_at, updated_at)
  select $1, gen_random_uuid(), (array['Hedy', 'Emmy', 'Sofia', 'Niels', 'Karl'])[1 + n % 5] || ' Visitor' || n,
    array['guest' || n || '@customers.example'], at, at
  from generate_series(1, $2::int) n,
    lateral (select date_trunc('milliseconds', now() - interval '1 year' * (1 - n::float / $2::int)) as at) made`;

const TERMS = `
  insert into customer_terms (tenant_id, kind, term, customer_id)
  select distinct tenant_id, 'word', term, id from customers,
    regexp_split_to_table(lower(name || ' ' || emails[1]), '[ @.]') term
  where tenant_id = $1 and name like '% Visitor%'`;

const TEXTS = `
  insert into search_texts (tenant_id, subject, subject_id, words)
  select tenant_id, 'customer', id, ' ' || searchable(name || ' ' || emails[1]) || ' ' from customers
  where tenant_id = $1 and name like '% Visitor%'`;

const WORDS = `
  insert into search_words (tenant_id, subject, word, subject_id, at)
  select t.tenant_id, t.subject, word, t.subject_id, c.created_at
  from search_texts t join customers c on c.tenant_id = t.tenant_id and c.id = t.subject_id,
    string_to_table(t.words, ' ') word
  where t.tenant_id = $1 and t.subject = 'customer' and c.name like '% Visitor%' and word <> ''`;
