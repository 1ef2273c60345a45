/** Fills the tables with searchable entities directly, in sets. */
import pg from 'pg';
import { OPERATOR } from '#kernel/audit.ts';
import { newId } from '#kernel/id.ts';
import type { Kernel } from '#kernel/module.ts';
import { createKey } from '../../server/modules/access/keys/keys.ts';
import { createTenant } from '../../server/modules/access/tenants/tenants.ts';

export type SeededTenant = { id: string; key: string; entities: number; samples: Sample[] };
/** Known words of a few entities of a tenant, to search for. */
export type Sample = { customerId: string; first: string; last: string; number: string; title: string };

const SCOPES = ['read:crm', 'write:crm', 'read:content', 'read:media', 'read:redirects'] as const;

/** `sizes` are the numbers of entities per tenant: customers, orders, entries, media, redirects. Newer ones have greater ids. */
export async function seedEntities(
  kernel: Kernel,
  connectionString: string,
  sizes: number[],
): Promise<SeededTenant[]> {
  const { db, clock } = kernel;
  const tenants: SeededTenant[] = [];
  for (const entities of sizes) {
    const name = `bench-${newId().slice(-8)}-${tenants.length}`;
    const input = { name, ownerEmail: 'owner@bench.example', ownerPassword: 'a password for benches' };
    const { tenant } = await createTenant(db, OPERATOR, clock(), input);
    const { key } = await db.inTenant(tenant.id, (tx) =>
      createKey(tx, OPERATOR, clock(), { label: name, scopes: [...SCOPES] }),
    );
    tenants.push({ id: tenant.id, key, entities, samples: [] });
  }
  const [owner, second] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
  await Promise.all([owner.connect(), second.connect()]);
  await owner.query("alter system set max_wal_size = '8GB'");
  await owner.query('select pg_reload_conf()');
  for (const table of TABLES) await owner.query(`alter table ${table} set (autovacuum_enabled = off)`);
  await owner.query('alter table search_words drop constraint search_words_pkey');
  await owner.query('alter table search_trigrams drop constraint search_trigrams_pkey');
  const [largest, ...others] = tenants.toSorted((a, b) => b.entities - a.entities);
  const half =
    others.length * (1 - largest!.entities / others.reduce((sum, each) => sum + each.entities, 0)) * 0.5;
  await Promise.all([fill(owner, [largest!, ...others.slice(0, half)]), fill(second, others.slice(half))]);
  await second.end();
  await owner.query("set maintenance_work_mem = '1GB'");
  await owner.query(
    'alter table search_words add primary key (tenant_id, subject, word, in_title, subject_id) include (at)',
  );
  await owner.query('alter table search_trigrams add primary key (tenant_id, trigram, word)');
  for (const table of TABLES) await owner.query(`vacuum analyze ${table}`);
  await owner.query('checkpoint');
  for (const tenant of tenants) tenant.samples = (await owner.query<Sample>(SAMPLES, [tenant.id])).rows;
  await owner.end();
  return tenants;
}

async function fill(owner: pg.Client, tenants: SeededTenant[]): Promise<void> {
  const ids = tenants.map((tenant) => tenant.id);
  const sizes = tenants.map((tenant) => tenant.entities);
  // Skips triggers and foreign keys, which check every row; the seed's rows are correct by construction.
  await owner.query("set session_replication_role = 'replica'");
  await owner.query("set work_mem = '256MB'");
  for (const kind of KINDS) await owner.query(textsOf(kind), [ids, sizes]);
  for (const sql of [CUSTOMERS, ORDERS, WORDS, TRIGRAMS]) await owner.query(sql, [ids]);
}

const TABLES = ['customers', 'orders', 'search_texts', 'search_words', 'search_trigrams'];
const SYLLABLES = [...'bdfgklmnprstvz'].flatMap((letter) => [`${letter}a`, `${letter}on`]);

const range = (count: number) => Array.from({ length: count }, (_, n) => n);

/** Makes a pronounceable word; the same number gives the same word. */
const word = (number: string, syllables: number) =>
  range(syllables)
    .map((place) => {
      const step = SYLLABLES.length ** place;
      return `('{${SYLLABLES.join(',')}}'::text[])[1 + (${number}) / ${step} % ${SYLLABLES.length}]`;
    })
    .join(' || ');

/** The same in every run: entity n of a tenant always gets the same figures. */
const mix = (salt: number, below: number) => `(abs(hashint8(n * 7919 + ${salt})) % ${below})`;

type Kind = { subject: string; share: number; title: string; text: string };
const KINDS: Kind[] = [
  {
    subject: 'customer',
    share: 0.3,
    title: `case when n % 500 = 7 then 'john smith' else ${word(mix(1, 500), 2)} || ' ' || ${word(mix(2, 20_000), 4)} end`,
    text: "'mail example person' || n",
  },
  {
    subject: 'order',
    share: 0.4,
    title: '(1000 + n)::text',
    text: `'sku tea ' || ${mix(3, 1_000)} || ' ' || ${word(mix(3, 1_000), 3)} || ' ' || ${word(mix(4, 50), 2)}`,
  },
  {
    subject: 'entry',
    share: 0.25,
    title: `${word(mix(5, 1_500), 3)} || ' ' || ${word(`1500 + ${mix(6, 1_500)}`, 3)} || ' about'`,
    // Each word comes from its own range, so that no word repeats.
    text: `'page ' || ${range(8)
      .map((n) => word(`${200 * n} + ${mix(7 + n, 200)}`, 3))
      .join(` || ' ' || `)}`,
  },
  { subject: 'asset', share: 0.025, title: `${word(mix(15, 1_500), 3)} || ' jpg'`, text: "'image jpeg'" },
  { subject: 'redirect', share: 0.025, title: `'old ' || ${word(mix(16, 1_500), 3)}`, text: "'new'" },
];

const textsOf = ({ subject, share, title, text }: Kind) => `
  insert into search_texts (tenant_id, subject, subject_id, words, title, at)
  select tenant.id, '${subject}',
    (lpad(to_hex((extract(epoch from made.at) * 1000)::bigint), 12, '0') || '7' ||
      substr(md5(tenant.id::text || '${subject}' || n), 1, 3) || '8' || substr(md5(tenant.id::text || n), 1, 15))::uuid,
    concat(' ', said.title, ' | ', said.text, ' '), said.title, made.at
  from unnest($1::uuid[], $2::int[]) as tenant (id, entities), generate_series(1, (tenant.entities * ${share})::int) n,
    lateral (select date_trunc('milliseconds', now() - interval '1 year' * (1 - n / (tenant.entities * ${share})::float)) as at) made,
    lateral (select ${title} as title, ${text} as text offset 0) said`;

const CUSTOMERS = `
  insert into customers (tenant_id, id, name, created_at, updated_at)
  select tenant_id, subject_id, initcap(title), at, at from search_texts
  where subject = 'customer' and tenant_id = any ($1)`;

const ORDERS = `
  insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal, shipping_total,
    discount_total, tax_total, total, created_at)
  select o.tenant_id, o.subject_id, o.title, 'placed', 'unpaid', c.id, 'USD', 500, 0, 0, 0, 500, o.at
  from search_texts o join (
    select distinct on (tenant_id) tenant_id, id from customers order by tenant_id) c on c.tenant_id = o.tenant_id
  where o.subject = 'order' and o.tenant_id = any ($1)`;

const WORDS = `
  insert into search_words (tenant_id, subject, word, in_title, subject_id, at)
  select t.tenant_id, t.subject, word, part = 1, t.subject_id, t.at
  from search_texts t, generate_series(1, 2) part, string_to_table(split_part(t.words, '|', part), ' ') word
  where word <> '' and t.tenant_id = any ($1)`;

const TRIGRAMS = `
  insert into search_trigrams (tenant_id, trigram, word)
  select w.tenant_id, trigram, w.word
  from (select distinct tenant_id, word from search_words where tenant_id = any ($1) and may_be_misspelt(word)) w,
    unnest(trigrams_of(w.word)) trigram`;

const SAMPLES = `
  select c.id as "customerId", split_part(lower(c.name), ' ', 1) as first, split_part(lower(c.name), ' ', 2) as last,
    (1000 + row_number() over ())::text as number, entry.title
  from (select * from customers where tenant_id = $1 and name <> 'John Smith' order by id limit 25) c
  join (select title, row_number() over () as place from search_texts where tenant_id = $1 and subject = 'entry' limit 25) entry
    on entry.place = abs(hashtext(c.id::text)) % 25 + 1`;
