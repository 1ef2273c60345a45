/** The pages as HTML. Every value is escaped, except rich text, which the server has made safe. */
import { imageSrcset, imageUrl } from '../../sdk/storefront.ts';
import type { Shared } from './generate.ts';
import { dayOf, isOwnText, WORDS } from './words.ts';

type Ancestor = { id: string; title: string; path: string };
export type Entry<Fields> = {
  id: string;
  slug: string;
  path: string;
  paths: Record<string, string>;
  fallbacks: Record<string, string>;
  ancestors?: Ancestor[];
  fields: Fields;
};
type Image = { alt: string; imageUrl: string; width: number; height: number; dominantColor: string };
export type Author = { name: string; role: string | null; bio: string | null; photo: Image | null };
export type Category = { title: string; description: string | null };
export type Tag = { name: string };
export type Card = Entry<{
  title: string;
  dek: string | null;
  date: string;
  hero: Image | null;
  authors: Entry<{ name: string }>[] | null;
  category: Entry<{ title: string }> | null;
}>;
type Block =
  | { type: 'prose'; text: string }
  | { type: 'picture'; image: Image | null }
  | { type: 'quote'; text: string; source?: string }
  | { type: 'teaser'; line?: string; article: Card | null }
  | { type: 'embed'; url: string; title: string }
  | { type: 'hero'; heading: string; text?: string; image?: Image | null }
  | { type: 'teasers'; heading: string; items: { line?: string; article: Card | null }[] };
export type Article = Omit<Card['fields'], 'authors'> & {
  body: Block[] | null;
  authors: Entry<Author>[] | null;
  tags: Entry<Tag>[] | null;
  seo: { title?: string; description?: string } | null;
};
export type Landing = { title: string; body: Block[] | null };
export type Settings = {
  name: string;
  tagline: string;
  imprint: string;
  menu: Entry<{ items: { label?: string; target: Entry<{ title: string }> | null }[] }> | null;
};
type Pager = { number: number; count: number };

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter]!);
/** HTML, in whose values nothing is HTML but what this made. */
class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}
type Value = Html | Value[] | string | number | null | undefined | false;
const raw = (html: string | null) => new Html(html ?? '');
const show = (value: Value): string =>
  value instanceof Html
    ? value.text
    : Array.isArray(value)
      ? value.map(show).join('')
      : escaped(value === null || value === undefined || value === false ? '' : String(value));
const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Html(String.raw({ raw: parts }, ...values.map(show)));

type Head = {
  title: string;
  description?: string | null;
  image?: Image | null;
  /** The same page in each language. */
  alternates: [string, string][];
  /** The address of the text, if it is in another language. */
  canonical?: string;
  /** Search engines leave this page out. */
  isHidden?: boolean;
};

function layout({ locale, site, settings }: Shared, head: Head, main: Html): string {
  const words = WORDS[locale];
  const other = new Map(head.alternates);
  const links = Object.entries(WORDS).map(([code, { language, paths }]) =>
    code === locale
      ? html`<span aria-current="true">${language}</span> `
      : html`<a href="${other.get(code) ?? paths.home}" lang="${code}" hreflang="${code}">${language}</a> `,
  );
  return html`<!doctype html>
<html lang="${locale}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${head.title} · ${settings.name}</title>
<link rel="stylesheet" href="/assets/style.css">
<link rel="icon" href="/assets/icon.svg">
${head.description && html`<meta name="description" content="${head.description}">\n`}
${head.image && html`<meta property="og:image" content="${imageUrl(head.image, { preset: 'wide', format: 'jpeg' })}">\n`}
${head.isHidden && html`<meta name="robots" content="noindex">\n`}
${head.canonical && html`<link rel="canonical" href="${site.siteUrl}${head.canonical}">\n`}
${!head.canonical && head.alternates.map(([code, path]) => html`<link rel="alternate" hreflang="${code}" href="${site.siteUrl}${path}">\n`)}
<body>
<a class="skip" href="#main">${words.skip}</a>
<header>
<a class="name" href="${words.paths.home}">${settings.name}</a>
<p class="tagline">${settings.tagline}</p>
<nav aria-label="${words.languages}" class="languages">${links}</nav>
<nav aria-label="${words.menu}" class="menu">${settings.menu?.fields.items.map(({ label, target }) => target && html`<a href="${target.path}">${label ?? target.fields.title}</a> `)}<a href="${words.paths.search}">${words.search}</a></nav>
</header>
<main id="main">${main}</main>
<footer><p>${settings.imprint}</p></footer>
</body>
</html>
`.text;
}

const WIDTHS = [384, 640, 1200];

function picture(image: Image | null, preset: 'wide' | 'square', sizes: string, isFirst = false): Html {
  if (image === null) return raw('');
  const [width, height] = preset === 'wide' ? [1200, 675] : [384, 384];
  const widths = WIDTHS.filter((w) => w <= width);
  const loading = isFirst ? html`fetchpriority="high"` : html`loading="lazy"`;
  return html`<img src="${imageUrl(image, { preset })}" srcset="${imageSrcset(image, widths, { preset })}" sizes="${sizes}" width="${width}" height="${height}" alt="${image.alt}" style="background:${image.dominantColor}" ${loading}>`;
}

function byline({ locale }: Shared, authors: Entry<{ name: string }>[], date: string): Html {
  const names = authors.map(({ path, fields }, at) => {
    const before = at === 0 ? '' : at === authors.length - 1 ? ` ${WORDS[locale].and} ` : ', ';
    return html`${before}<a href="${path}">${fields.name}</a>`;
  });
  return html`<p class="byline">${WORDS[locale].by} ${names} · <time datetime="${date}">${dayOf(locale, date)}</time></p>`;
}

/** `level` is that of the heading. */
function card(
  shared: Shared,
  { path, fallbacks, fields }: Card,
  level = 2,
  line?: string,
  isLead = false,
): Html {
  const { title, dek, hero, category } = fields;
  const isOwn = isOwnText(shared.locale, fallbacks);
  const sizes = isLead
    ? '(min-width: 60rem) 38rem, 94vw'
    : '(min-width: 60rem) 19rem, (min-width: 38rem) 46vw, 94vw';
  const label = line ?? category?.fields.title;
  return html`<article class="${isLead ? 'lead card' : 'card'}"><div>${label && html`<p class="label">${label}</p>`}
${raw(`<h${level}>`)}<a href="${path}"${!isOwn && html` lang="${fallbacks.title}"`}>${title}</a>${raw(`</h${level}>`)}
<p${!isOwn && html` lang="${fallbacks.title}"`}>${dek}</p>${byline(shared, fields.authors ?? [], fields.date)}</div>
${picture(hero, 'wide', sizes, isLead)}</article>`;
}

const cards = (shared: Shared, all: Card[], level = 2) =>
  html`<div class="cards">${all.map((each) => card(shared, each, level))}</div>`;

function pager({ locale }: Shared, { number, count }: Pager, path: string): Html {
  if (count < 2) return raw('');
  const { pages, page, newer, older } = WORDS[locale];
  const to = (at: number) => (at === 1 ? path : `${path}/${at}`);
  return html`<nav class="pager" aria-label="${pages}">${number > 1 && html`<a rel="prev" href="${to(number - 1)}">← ${newer}</a>`}
<span>${page} ${number} / ${count}</span>${number < count && html`<a rel="next" href="${to(number + 1)}">${older} →</a>`}</nav>`;
}

function crumbs({ locale }: Shared, above: { title: string; path: string }[]): Html {
  const { where, home, paths } = WORDS[locale];
  const all = [{ title: home, path: paths.home }, ...above];
  return html`<nav class="crumbs" aria-label="${where}"><ol>${all.map(({ title, path }) => html`<li><a href="${path}">${title}</a></li>`)}</ol></nav>`;
}

function block(shared: Shared, one: Block): Html {
  const { locale } = shared;
  switch (one.type) {
    case 'prose':
      return html`<div class="prose">${raw(one.text)}</div>`;
    case 'picture':
      return html`<figure>${picture(one.image, 'wide', '(min-width: 60rem) 44rem, 94vw')}</figure>`;
    case 'quote':
      return html`<blockquote><p>${one.text}</p>${one.source && html`<footer>${one.source}</footer>`}</blockquote>`;
    case 'teaser':
      return one.article ? html`<aside>${card(shared, one.article, 2, one.line)}</aside>` : raw('');
    case 'embed':
      return html`<p class="embed"><a href="${one.url}" rel="external"><span>▶</span> ${one.title}<small>${WORDS[locale].outside}</small></a></p>`;
    case 'hero':
      return html`<div class="hero">${picture(one.image ?? null, 'wide', '94vw', true)}<div><h1>${one.heading}</h1><p>${one.text}</p></div></div>`;
    case 'teasers':
      return html`<section><h2>${one.heading}</h2><div class="cards">${one.items.map(({ line, article }) => article && card(shared, article, 3, line))}</div></section>`;
  }
}

const homes = Object.entries(WORDS).map(([code, { paths }]): [string, string] => [code, paths.home]);
const searches = Object.entries(WORDS).map(([code, { paths }]): [string, string] => [code, paths.search]);

export function homePage(shared: Shared, latest: Card[]): string {
  const { settings, locale } = shared;
  const [first, ...rest] = latest;
  const main = html`<h1 class="quiet">${WORDS[locale].latest}</h1>${first && card(shared, first, 2, undefined, true)}${cards(shared, rest)}`;
  return layout(shared, { title: settings.tagline, image: first?.fields.hero, alternates: homes }, main);
}

export function articlePage(shared: Shared, { id, path, paths, fallbacks, fields }: Entry<Article>): string {
  const { title, dek, hero, date, category, seo } = fields;
  const [authors, tags, body] = [fields.authors ?? [], fields.tags ?? [], fields.body ?? []];
  const words = WORDS[shared.locale];
  const isOwn = isOwnText(shared.locale, fallbacks);
  const above = category
    ? [...(category.ancestors ?? []), { title: category.fields.title, path: category.path }]
    : [];
  const main = html`${crumbs(shared, above)}${!isOwn && html`<p class="note">${words.foreign}</p>`}
<article class="story"${!isOwn && html` lang="${fallbacks.title}"`}><h1>${title}</h1><p class="dek">${dek}</p>${byline(shared, authors, date)}
${picture(hero, 'wide', '(min-width: 60rem) 60rem, 100vw', true)}
${body.map((one) => block(shared, one))}</article>
<footer class="story">${tags.length > 0 && html`<p class="tags"><span class="label">${words.tags}</span> ${tags.map((tag) => html`<a href="${tag.path}">${tag.fields.name}</a> `)}</p>`}
${authors.map((author) => person(author))}</footer>`;
  const head = { title: seo?.title ?? title, description: seo?.description ?? dek, image: hero };
  const canonical = isOwn ? undefined : (paths[fallbacks.title!] ?? path);
  return layout(shared, { ...head, alternates: shared.alternates(id), canonical }, main);
}

const person = ({ path, fields }: Entry<Author>) =>
  html`<div class="person"><div><p class="label">${fields.role}</p><p><a href="${path}">${fields.name}</a></p>${raw(fields.bio)}</div></div>`;

export function landingPage(shared: Shared, { id, fields }: Entry<Landing>): string {
  const body = fields.body ?? [];
  const hasHero = body.some(({ type }) => type === 'hero');
  const main = html`${!hasHero && html`<h1>${fields.title}</h1>`}<div class="landing">${body.map((one) => block(shared, one))}</div>`;
  return layout(shared, { title: fields.title, alternates: shared.alternates(id) }, main);
}

/** The languages of a list: its further pages have other articles in each. */
const sameList = (shared: Shared, id: string, { number }: Pager) =>
  number === 1 ? shared.alternates(id) : [];
const numbered = ({ locale }: Shared, title: string, { number }: Pager) =>
  number === 1 ? title : `${title}, ${WORDS[locale].page} ${number}`;

export function categoryPage(
  shared: Shared,
  { id, path, ancestors = [], fields }: Entry<Category>,
  below: Entry<Category>[],
  found: Card[],
  at: Pager,
): string {
  const links = below.map((each) => html`<a href="${each.path}">${each.fields.title}</a> `);
  const main = html`${crumbs(shared, ancestors)}<h1>${fields.title}</h1><p class="dek">${fields.description}</p>
${below.length > 0 && html`<nav class="tags" aria-label="${WORDS[shared.locale].below}">${links}</nav>`}${cards(shared, found)}${pager(shared, at, path)}`;
  const title = numbered(shared, fields.title, at);
  return layout(
    shared,
    { title, description: fields.description, alternates: sameList(shared, id, at) },
    main,
  );
}

export function authorPage(
  shared: Shared,
  { id, path, fields }: Entry<Author>,
  found: Card[],
  at: Pager,
): string {
  const { name, role, photo, bio } = fields;
  const main = html`${crumbs(shared, [])}<div class="person large">${picture(photo, 'square', '8rem', true)}<div><p class="label">${role}</p><h1>${name}</h1>${raw(bio)}</div></div>
<h2 class="quiet">${WORDS[shared.locale].storiesBy} ${name}</h2>${cards(shared, found, 3)}${pager(shared, at, path)}`;
  return layout(shared, { title: numbered(shared, name, at), alternates: sameList(shared, id, at) }, main);
}

export function tagPage(shared: Shared, { id, path, fields }: Entry<Tag>, found: Card[], at: Pager): string {
  const main = html`${crumbs(shared, [])}<p class="label">${WORDS[shared.locale].storiesOn}</p><h1>${fields.name}</h1>${cards(shared, found)}${pager(shared, at, path)}`;
  return layout(
    shared,
    { title: numbered(shared, fields.name, at), alternates: sameList(shared, id, at) },
    main,
  );
}

/** Its script asks the server with the key that stands in the page. */
export function searchPage(shared: Shared): string {
  const { locale, site } = shared;
  const words = WORDS[locale];
  const main = html`<h1>${words.search}</h1>
<form role="search" action="${words.paths.search}"><label for="q">${words.searchFor}</label><div><input id="q" name="q" type="search" required maxlength="200"><button>${words.find}</button></div></form>
<p id="status" role="status"></p><ol id="results" data-url="${site.baseUrl}/v1/storefront/content-search" data-key="${site.key}" data-nothing="${words.nothing}" data-failed="${words.failed}" data-found="${words.results}"></ol>
<script type="module" src="/assets/search.js"></script>`;
  return layout(shared, { title: words.search, alternates: searches, isHidden: true }, main);
}

export function missingPage(shared: Shared): string {
  const { missing, missingText, paths, search } = WORDS[shared.locale];
  const main = html`<h1>${missing}</h1><p class="dek">${missingText}</p><p><a href="${paths.search}">${search}</a></p>`;
  return layout(shared, { title: missing, alternates: [], isHidden: true }, main);
}
