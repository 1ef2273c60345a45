/**
 * Writes the magazine as files: twenty-one reads for what all pages share, then one read for each page.
 *
 *   npx node examples/magazine/generate.ts [folder]        PREVIEW=<token of a preview> shows the drafts
 */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createStorefront } from '../../sdk/storefront.ts';
import {
  type Article,
  type Author,
  articlePage,
  authorPage,
  type Card,
  type Category,
  categoryPage,
  type Entry,
  homePage,
  type Landing,
  landingPage,
  missingPage,
  type Settings,
  searchPage,
  type Tag,
  tagPage,
} from './html.ts';
import { SITE_FILE, type Site } from './site.ts';
import { isOwnText, LOCALES, type Locale, WORDS } from './words.ts';

const PER_PAGE = 6;
const ON_HOME = 10;
const CARD = {
  expand: 'hero',
  fields: 'title,dek,date,hero,authors.name,category.title',
  sort: '-date',
};
/** A preview also lists what is not written in a language, and is not live in it. */
const WRITTEN = { title: { isNull: false } };
const ARTICLE =
  'hero,authors,tags,category,body.image,body.article.hero,body.article.authors,body.article.category';
const LANDING = 'body.image,body.items.article.hero,body.items.article.authors,body.items.article.category';

/** The part that the pages of a locale share. */
export type Shared = {
  locale: Locale;
  site: Site;
  settings: Settings;
  /** The address of an entry in each language in which it has a text. */
  alternates(id: string): [Locale, string][];
};
export type Built = { pages: Map<string, string>; sharedReads: number; reads: number };

type Options = { preview?: string; fetch?: typeof fetch };

export async function generate(site: Site, options: Options = {}): Promise<Built> {
  let made = 0;
  const counted: typeof fetch = (...request) => {
    made++;
    return (options.fetch ?? fetch)(...request);
  };
  const client = createStorefront({ baseUrl: site.baseUrl, key: site.key, fetch: counted });
  type Query = NonNullable<Parameters<typeof client.listStorefrontEntries>[0]>['query'];
  const page = (type: string, query: Query) =>
    client.listStorefrontEntries({
      path: { type },
      query: { format: 'html', limit: 100, preview: options.preview, ...query },
    });
  const all = async <Fields>(type: string, query: Query) => {
    const entries: Entry<Fields>[] = [];
    for (let cursor: string | undefined, more = true; more; ) {
      const { data, pagination } = await page(type, { ...query, cursor });
      entries.push(...(data as unknown as Entry<Fields>[]));
      more = pagination.hasMore;
      cursor = pagination.nextCursor ?? undefined;
    }
    return entries;
  };
  const one = async <Fields>(type: string, slug: string, locale: Locale, expand: string) => {
    const query = { locale, expand, format: 'html' as const, preview: options.preview };
    const { data } = await client.getStorefrontEntry({ path: { type, slug }, query });
    return data as unknown as Entry<Fields>;
  };

  const indexes = await Promise.all(
    LOCALES.map(async (locale) => ({
      locale,
      settings: (await all<Settings>('settings', { locale, fields: SETTINGS }))[0]!.fields,
      articles: await all<{ title: string }>('article', {
        locale,
        fields: 'title',
        where: JSON.stringify(WRITTEN),
      }),
      landings: await all<{ title: string }>('page', { locale, fields: 'title' }),
      authors: await all<Author>('author', { locale, expand: 'photo' }),
      categories: inOrder(
        await all<Category>('category', { locale }),
        (
          await client.getStorefrontTree({
            path: { type: 'category' },
            query: { locale, preview: options.preview },
          })
        ).data,
      ),
      tags: await all<Tag>('tag', { locale }),
    })),
  );
  const sharedReads = made;
  const addresses = new Map<string, [Locale, string][]>();
  for (const { locale, articles, landings, authors, categories, tags } of indexes) {
    for (const { id, path, fallbacks } of [...articles, ...landings, ...authors, ...categories, ...tags])
      if (isOwnText(locale, fallbacks)) addresses.set(id, [...(addresses.get(id) ?? []), [locale, path]]);
  }

  type Index = (typeof indexes)[number];
  const pages = new Map<string, string>();
  const build = async ({ locale, settings, articles, landings, authors, categories, tags }: Index) => {
    const shared: Shared = { locale, site, settings, alternates: (id) => addresses.get(id) ?? [] };
    const { home, search } = WORDS[locale].paths;
    /** A list of articles on as many pages as it needs. */
    const paged = async (
      where: object,
      path: string,
      show: (cards: Card[], pager: { number: number; count: number }) => string,
    ) => {
      const query = {
        ...CARD,
        locale,
        where: JSON.stringify({ ...where, ...WRITTEN }),
        limit: PER_PAGE,
        count: true,
      };
      for (let number = 1, cursor: string | undefined; number === 1 || cursor; number++) {
        const { data, pagination, total } = await page('article', { ...query, cursor });
        const pager = { number, count: Math.ceil(total!.count / PER_PAGE) };
        pages.set(number === 1 ? path : `${path}/${number}`, show(data as unknown as Card[], pager));
        cursor = pagination.nextCursor ?? undefined;
      }
    };

    const { data: latest } = await page('article', {
      ...CARD,
      locale,
      where: JSON.stringify(WRITTEN),
      limit: ON_HOME,
    });
    pages.set(home, homePage(shared, latest as unknown as Card[]));
    for (const { path, slug } of articles)
      pages.set(path, articlePage(shared, await one<Article>('article', slug, locale, ARTICLE)));
    for (const { path, slug } of landings)
      pages.set(path, landingPage(shared, await one<Landing>('page', slug, locale, LANDING)));
    for (const author of authors)
      await paged({ authors: author.id }, author.path, (cards, pager) =>
        authorPage(shared, author, cards, pager),
      );
    for (const tag of tags)
      await paged({ tags: tag.id }, tag.path, (cards, pager) => tagPage(shared, tag, cards, pager));
    for (const category of categories) {
      const below = categories.filter(({ ancestors }) => ancestors?.some(({ id }) => id === category.id));
      await paged(
        { category: { in: [category, ...below].map(({ id }) => id) } },
        category.path,
        (cards, pager) => categoryPage(shared, category, below, cards, pager),
      );
    }
    pages.set(search, searchPage(shared));
    pages.set(`${home === '/' ? '' : home}/404`, missingPage(shared));
  };
  await Promise.all(indexes.map(build));
  return { pages, sharedReads, reads: made - sharedReads };
}

/** In the order that editors chose: the list has the fields and those above, the tree the order. */
const inOrder = <Fields>(entries: Entry<Fields>[], tree: { id: string }[]) =>
  tree.flatMap(({ id }) => entries.filter((entry) => entry.id === id));

const SETTINGS = 'name,tagline,imprint,menu.items.label,menu.items.target.title';

/** Writes the pages, each as the index of its folder, and the files beside them. */
export function write({ pages }: Built, folder: string): void {
  for (const [path, html] of pages) {
    const file = join(folder, path, 'index.html');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  }
  cpSync(join(import.meta.dirname, 'assets'), join(folder, 'assets'), { recursive: true });
}

if (process.argv[1] === import.meta.filename) {
  const site: Site = JSON.parse(readFileSync(SITE_FILE, 'utf8'));
  const started = performance.now();
  const built = await generate(site, { preview: process.env.PREVIEW });
  write(built, process.argv[2] ?? join(import.meta.dirname, '.data/site'));
  const took = Math.round(performance.now() - started);
  console.log(`${built.pages.size} pages, ${built.sharedReads} + ${built.reads} reads, ${took} ms`);
}
