/** A tenant with thousands of live entries, and a site that reads them with a storefront key. */
import { connect } from '#kernel/db/db.ts';
import { createLog } from '#kernel/log.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { addMany } from '../server/modules/content/testing/many.ts';
import type { Installation, Tenant } from './installation.ts';

const ARTICLES = 2_000;
const AUTHORS = 50;
const WORDS_OF_A_BODY = 60;
const AT_ONCE = 100;
export const SECTIONS = ['news', 'culture', 'science', 'travel', 'food'];
export const WORDS = Array.from({ length: 800 }, (_, n) => wordOf(n));

/** Words that differ in several letters, so that a slip finds one of them. */
function wordOf(n: number): string {
  const syllables = ['ba', 'ke', 'li', 'mo', 'nu', 'ra', 'se', 'ti', 'vo', 'zu'];
  return [n % 10, Math.floor(n / 10) % 10, (n * 7) % 10, Math.floor(n / 100)]
    .map((at) => syllables[at]!)
    .join('');
}

export type Magazine = {
  tenant: Tenant;
  storefrontKey: string;
  articles: string[];
  authors: string[];
};

const reference = { kind: 'reference', types: ['author'] };

/** The API must be running. */
export async function openMagazine(installation: Installation): Promise<Magazine> {
  const tenant = await installation.newTenant();
  const put = (name: string, fields: object[]) =>
    tenant.ask('PUT', `/v1/content/types/${name}`, { title: name, fields });
  const slug = { name: 'slug', kind: 'slug' };
  await put('author', [{ name: 'name', kind: 'text', required: true }, slug]);
  await put('article', [
    { name: 'title', kind: 'text', required: true },
    slug,
    { name: 'section', kind: 'text' },
    { name: 'rank', kind: 'number' },
    { name: 'author', ...reference },
    { name: 'body', kind: 'richtext' },
  ]);
  await put('hub', [{ name: 'related', kind: 'list', of: { kind: 'reference', types: ['article'] } }]);
  const { id: propertyId } = (await tenant.ask('POST', '/v1/properties', { name: 'Magazine' })).body.data;
  const body = { label: 'Site', propertyId, contentTypes: ['article', 'author'] };
  const { key } = (await tenant.ask('POST', '/v1/storefront-keys', body)).body.data;
  const add = (name: string, count: number, valuesOf: (n: number) => Record<string, unknown>) =>
    addEntries(installation, tenant, name, count, valuesOf);
  const authors = await add('author', AUTHORS, (n) => ({ name: `Author ${WORDS[n]}`, slug: `author-${n}` }));
  const articles = await add('article', ARTICLES, (n) => ({
    title: `The ${wordsFrom(n, 4)}`,
    slug: `article-${n}`,
    section: SECTIONS[n % SECTIONS.length],
    rank: n,
    author: authors[n % AUTHORS],
    body: paragraph(wordsFrom(n * 13, WORDS_OF_A_BODY)),
  }));
  return { tenant, storefrontKey: key, articles, authors };
}

/** Live entries of a type, by the statements of a rewrite. */
export async function addEntries(
  installation: Installation,
  tenant: Tenant,
  name: string,
  count: number,
  valuesOf: (n: number) => Record<string, unknown>,
): Promise<string[]> {
  const db = connect({
    address: { connectionString: installation.databaseUrl },
    secrets: deriveSecrets([TEST_SECRET]),
    connections: 2,
    log: createLog('silent'),
  });
  const at = { db, now: () => new Date() };
  const ids: string[] = [];
  for (let from = 0; from < count; from += AT_ONCE) {
    const some = Math.min(AT_ONCE, count - from);
    ids.push(...(await addMany(at, { tenant }, name, some, (n) => valuesOf(from + n))));
  }
  await db.close();
  return ids;
}

const wordsFrom = (n: number, count: number): string =>
  Array.from({ length: count }, (_, at) => WORDS[(n * 31 + at * 17) % WORDS.length]).join(' ');

export const paragraph = (text: string) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
});
