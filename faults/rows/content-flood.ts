/** One tenant floods its content; orders, lists and webhooks of another stay within the bound. */
import { httpRequest, load } from '../../bench/load.ts';
import { compareBeside, openBystander } from '../bystander.ts';
import { openInstallation } from '../installation.ts';
import { type Magazine, openMagazine, paragraph, SECTIONS, WORDS } from '../magazine.ts';
import { MANY_SHOPPERS } from '../shop.ts';
import type { Row } from '../stage.ts';

/** Longer than a comparison takes. */
const FLOOD_SECONDS = 10;
const READERS = 200;
const WRITERS = 60;
/** Enough that few answers are kept ones. */
const QUERIES = 500;
const BULK = 200;
const RELEASE = 500;
const HUBS = 30;
const REFERENCES = 500;

type Flood = {
  connections: number;
  requests: string[];
  /** Each request has an Idempotency-Key of its own. */
  keyed?: boolean;
};

const flooded = (name: string, prepare: (magazine: Magazine) => Flood | Promise<Flood>): Row => ({
  name: `one tenant floods its content: ${name}`,
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api(MANY_SHOPPERS);
    await installation.worker();
    const bystander = await openBystander(installation);
    const flood = await prepare(await openMagazine(installation));
    const { perSecond, p99, refused } = await compareBeside(installation, bystander, () =>
      load({ port: Number(new URL(installation.url).port), seconds: FLOOD_SECONDS, ...flood }),
    );
    stage.note({ 'flood/s': Math.round(perSecond), refused, 'flood p99 ms': Math.round(p99) });
  },
});

const many = (count: number, each: (n: number) => string): string[] =>
  Array.from({ length: count }, (_, n) => each(n));

const wordAt = (n: number) => WORDS[n % WORDS.length]!;

/** One letter is missing in the second half of the words. */
const searched = flooded('searches of its site', ({ storefrontKey: key, tenant }) => ({
  connections: READERS,
  requests: many(QUERIES, (n) => {
    const second = wordAt(n * 7);
    const q = `${wordAt(n)}+${n % 2 === 0 ? second : second.slice(0, 3) + second.slice(4)}`;
    return n % 4 === 0
      ? httpRequest('GET', `/v1/content/search?q=${q}`, tenant.key)
      : httpRequest('GET', `/v1/storefront/content-search?q=${q}`, key);
  }),
}));

const read = flooded('reads by a storefront key', ({ storefrontKey: key, articles }) => ({
  connections: READERS,
  requests: many(QUERIES, (n) => {
    const where = {
      or: [{ section: SECTIONS[n % SECTIONS.length] }, { rank: { gte: n * 4 } }],
      not: { 'author.name': { startsWith: 'Author b' } },
    };
    const path = [
      `?where=${encodeURIComponent(JSON.stringify(where))}&sort=-rank,title&limit=50&count=true&facets=section`,
      `/article-${n * 4}?expand=author&format=html`,
      `/${articles[n]}?format=html`,
      `?sort=title&limit=${20 + (n % 80)}&expand=author&format=html`,
    ][n % 4]!;
    return httpRequest('GET', `/v1/storefront/content/article${path}`, key);
  }),
}));

/** The requests of many copies at once: a draft, its values, its publication. */
const copied = flooded('imports over the API', ({ tenant, articles }) => ({
  connections: WRITERS,
  keyed: true,
  requests: many(QUERIES, (n) => {
    const ask = (method: string, path: string, body?: object) =>
      httpRequest(method, `/v1/content/entries${path}`, tenant.key, body);
    const id = articles[Math.floor(n / 3)]!;
    if (n % 3 === 0) return ask('POST', '', { type: 'article', fields: { title: `Copy ${n}` } });
    if (n % 3 === 2) return ask('POST', `/${id}/publish`, {});
    const text = many(400, (at) => wordAt(n * 11 + at * 3)).join(' ');
    return ask('PATCH', `/${id}`, { fields: { title: `Copied ${n}`, rank: n, body: paragraph(text) } });
  }),
}));

const publishedInBulk = flooded('bulk actions on 200 entries', ({ tenant, articles }) => ({
  connections: WRITERS,
  requests: ['unpublish', 'publish'].flatMap((action) =>
    many(articles.length / BULK, (n) => {
      const entries = articles.slice(n * BULK, (n + 1) * BULK).map((id) => ({ id }));
      return httpRequest('POST', '/v1/content/entries/bulk', tenant.key, { action, entries });
    }),
  ),
}));

/** Rehearsals do everything that a release does, and can be repeated. */
const released = flooded('releases of 500 entries', async ({ tenant, articles }) => {
  const ids: string[] = [];
  for (let n = 0; n < articles.length / RELEASE; n++) {
    const make = async (path: string, body: object) =>
      (await tenant.ask('POST', `/v1/content/releases${path}`, body)).body.data;
    const { id } = await make('', { name: `Issue ${n}` });
    const entries = articles.slice(n * RELEASE, (n + 1) * RELEASE).map((id) => ({ id, action: 'unpublish' }));
    for (let at = 0; at < RELEASE; at += BULK)
      await make(`/${id}/entries`, { entries: entries.slice(at, at + BULK) });
    ids.push(id);
  }
  // Some go live meanwhile, by the worker.
  const at = new Date(Date.now() + 5_000).toISOString();
  for (const id of ids.slice(0, 1)) await tenant.ask('POST', `/v1/content/releases/${id}/schedule`, { at });
  const requests = ids
    .slice(1)
    .map((id) => httpRequest('POST', `/v1/content/releases/${id}/publish?dryRun=true`, tenant.key, {}));
  return { connections: WRITERS, requests };
});

const referring = flooded('publications with 500 references', async ({ tenant, articles }) => {
  const hubs: string[] = [];
  for (let n = 0; n < HUBS; n++) {
    const related = articles.slice(n * 50, n * 50 + REFERENCES);
    const body = { type: 'hub', fields: { related } };
    hubs.push((await tenant.ask('POST', '/v1/content/entries', body)).body.data.id);
  }
  return {
    connections: WRITERS,
    requests: ['publish', 'unpublish'].flatMap((action) =>
      hubs.map((id) => httpRequest('POST', `/v1/content/entries/${id}/${action}`, tenant.key, {})),
    ),
  };
});

export const contentFloodRows: Row[] = [searched, read, copied, publishedInBulk, released, referring];
