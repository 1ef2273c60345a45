/**
 * Fills a server with the magazine: its languages, types, pictures, entries, redirects, a key for its pages and a webhook.
 *
 *   COLONNADE_PASSWORD=… npx node examples/magazine/seed.ts
 */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { createClient } from '../../sdk/client.ts';
import { ARTICLES, type Article } from './articles.ts';
import { drawScene, SCENES } from './pictures.ts';
import { SITE_FILE, type Site } from './site.ts';

const HERE = import.meta.dirname;
const PUBLIC_TYPES = ['article', 'author', 'tag', 'category', 'page', 'menu', 'settings'];
const LANGUAGES = ['en', 'de', 'de-CH'] as const;
const GO_LIVE = '2099-12-01T08:00:00Z';

type Localised = Record<string, unknown>;
type Target = { baseUrl: string; token: string; siteUrl: string };

/** `token` is that of an admin: keys for pages and webhooks need one. */
export async function seed({ baseUrl, token, siteUrl }: Target): Promise<Site> {
  const client = createClient({ baseUrl, token });
  const { data: key } = await client.createApiKey({
    body: {
      label: 'Magazine',
      scopes: [
        'write:content',
        'read:content',
        'write:media',
        'read:media',
        'write:redirects',
        'read:redirects',
      ],
    },
  });
  await client.replaceContentLocales({
    body: {
      default: 'en',
      locales: [{ code: 'en' }, { code: 'de', fallback: 'en' }, { code: 'de-CH', fallback: 'de' }],
    },
  });
  await promisify(execFile)(
    process.execPath,
    [join(HERE, '../../bin/colonnade.js'), 'types', 'push', join(HERE, 'types'), '--yes'],
    { env: { ...process.env, COLONNADE_URL: baseUrl, COLONNADE_KEY: key.key! } },
  );

  const create = async (type: string, fields: object, parentId?: string) =>
    (await client.createEntry({ body: { type, fields: { ...fields }, parentId } })).data.id;
  const publish = (id: string, locales?: string[]) =>
    client.publishEntry({ path: { id }, body: { locales } });
  const published = async (...input: Parameters<typeof create>) => {
    const id = await create(...input);
    await publish(id);
    return id;
  };

  await client.replaceImagePresets({
    body: { wide: { w: 1200, h: 675, fit: 'cover' }, square: { w: 384, h: 384, fit: 'cover' } },
  });
  const pictures: Record<string, string> = {};
  for (const [name, { scene, en, de }] of Object.entries(SCENES)) {
    const { data } = await client.uploadAsset({
      body: {
        file: { content: new Blob([new Uint8Array(drawScene(scene, 960, 640))]), name: `${name}.png` },
        folder: '/magazine',
        credit: 'Meridian',
        alt: en,
        translations: { de: { alt: de } },
        focalPoint: { x: scene.x, y: scene.y },
      },
    });
    pictures[name] = data.id;
  }

  const authors: Record<string, string> = {};
  for (const [key, name, picture, role, bio] of AUTHORS) {
    const fields = { name, photo: pictures[picture], role, bio: each(bio, document) };
    authors[key] = await published('author', fields);
  }
  const tags: Record<string, string> = {};
  for (const [key, en, de] of TAGS)
    tags[key] = await published('tag', { name: { en, de }, slug: slugs({ de }) });
  const categories: Record<string, string> = {};
  for (const [key, parent, title, description] of CATEGORIES)
    categories[key] = await published(
      'category',
      { title, description, slug: slugs(title) },
      parent && categories[parent],
    );

  // Articles lead to each other: all are made before the first gets its body.
  const articles: Record<string, string> = {};
  for (const article of ARTICLES) {
    const { key, date, picture } = article;
    articles[key] = await create('article', {
      title: texts(article, 'title'),
      slug: slugs(texts(article, 'title')),
      dek: texts(article, 'dek'),
      date,
      hero: pictures[picture],
      authors: article.authors.map((author) => authors[author]),
      tags: article.tags.map((tag) => tags[tag]),
      category: categories[article.category],
      seo: { description: texts(article, 'dek') },
    });
  }
  for (const article of ARTICLES) {
    const id = articles[article.key]!;
    const fields = { body: bodyOf(article, articles, pictures) };
    await client.updateEntry({ path: { id }, body: { fields } });
    const locales =
      article.en === undefined ? ['de', 'de-CH'] : article.de === undefined ? ['en'] : undefined;
    if (article.date < '2099') await publish(id, locales);
    else await client.scheduleEntry({ path: { id }, body: { at: GO_LIVE, locales } });
  }

  const about = await published('page', {
    title: { en: 'About Meridian', de: 'Über Meridian' },
    slug: { en: 'about', de: 'ueber-uns' },
    body: [
      {
        type: 'hero',
        heading: { en: 'Places, work and water', de: 'Orte, Arbeit und Wasser' },
        text: {
          en: 'A magazine that takes its time, in two languages.',
          de: 'Ein Magazin, das sich Zeit nimmt, in zwei Sprachen.',
        },
        image: pictures.river,
      },
      {
        type: 'prose',
        text: each(
          {
            en: 'Meridian appears when it is finished.\n\nEvery story is written by someone who was there, and read by someone who was not.',
            de: 'Meridian erscheint, wenn es fertig ist.\n\nJede Geschichte schreibt jemand, der dort war, und liest jemand, der nicht dort war.',
          },
          document,
        ),
      },
      {
        type: 'teasers',
        heading: { en: 'Begin here', de: 'Zum Anfangen' },
        items: [
          { line: { en: 'On the water', de: 'Auf dem Wasser' }, article: articles.ferry },
          { line: { en: 'At the oven', de: 'Am Ofen' }, article: articles.bread },
          { line: { en: 'On paper', de: 'Auf Papier' }, article: articles.map },
        ],
      },
      {
        type: 'quote',
        text: { en: 'The river itself has no opinion.', de: 'Der Fluss selbst hat keine Meinung.' },
        source: { en: 'From our first issue', de: 'Aus unserem ersten Heft' },
      },
    ],
  });
  const menu = await published('menu', {
    name: 'Main menu',
    items: [
      { target: categories.places },
      { target: categories.work },
      { target: categories.ideas },
      { label: { en: 'About', de: 'Über uns' }, target: about },
    ],
  });
  await published('settings', {
    name: 'Meridian',
    tagline: { en: 'Places, work and water', de: 'Orte, Arbeit und Wasser' },
    imprint: {
      en: 'An example of Colonnade. All places are invented.',
      de: 'Ein Beispiel von Colonnade. Alle Orte sind erfunden.',
      'de-CH': 'Ein Beispiel von Colonnade. Alle Orte sind frei erfunden.',
    },
    menu,
  });

  for (const [from, to] of MOVED) await client.createRedirect({ body: { from, to } });
  const { data: properties } = await client.listProperties();
  const { data: pageKey } = await client.createStorefrontKey({
    body: {
      label: 'Magazine',
      propertyId: properties.find(({ isDefault }) => isDefault)!.id,
      contentTypes: PUBLIC_TYPES,
    },
  });
  const { data: resolver } = await client.createApiKey({
    body: { label: 'Redirects of the magazine', scopes: ['read:redirects'] },
  });
  const { data: webhook } = await client.createWebhookSubscription({
    body: {
      name: 'Magazine',
      url: `${siteUrl}/rebuild`,
      events: [
        'content.entry.published',
        'content.entry.unpublished',
        'content.entry.deleted',
        'content.pages.changed',
      ],
      // A change of a type or a position has no `type`.
      filter: { type: [...PUBLIC_TYPES, null] },
      coalesceSeconds: 1,
    },
  });
  return {
    baseUrl,
    siteUrl,
    key: pageKey.key,
    redirectKey: resolver.key!,
    webhookSecret: webhook.signingSecret,
  };
}

const each = (values: Localised, make: (text: string) => unknown): Localised =>
  Object.fromEntries(Object.entries(values).map(([locale, text]) => [locale, make(text as string)]));

const texts = (article: Article, field: 'title' | 'dek' | 'text'): Record<string, string> =>
  Object.fromEntries(
    LANGUAGES.flatMap((code) => (article[code]?.[field] ? [[code, article[code][field]]] : [])),
  );

const GERMAN_LETTERS: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };
/** In German addresses, ü is ue. The server makes the English slugs, and would write u. */
const slugs = ({ de = '' }: Localised) => {
  const plain = (de as string).toLowerCase().replace(/[äöüß]/g, (letter) => GERMAN_LETTERS[letter]!);
  return plain === '' ? {} : { de: plain.match(/[a-z0-9]+/g)!.join('-') };
};

const paragraph = (...content: object[]) => ({ type: 'paragraph', content });
const plain = (text: string) => ({ type: 'text', text });
/** Rich text, as an editor would store it. */
const document = (text: string) => ({
  type: 'doc',
  content: text.split('\n\n').map((part) => paragraph(plain(part))),
});

const READ_ON: Record<string, string> = { en: 'Read on: ', de: 'Weiterlesen: ' };

function bodyOf(
  article: Article,
  articles: Record<string, string>,
  pictures: Record<string, string>,
): object[] {
  const next = ARTICLES.find(({ key }) => key === article.next);
  const blocks: object[] = [{ type: 'prose', text: each(texts(article, 'text'), document) }];
  if (article.quote) {
    const { en, de } = article.quote;
    blocks.push({ type: 'quote', text: { en: en[0], de: de[0] }, source: { en: en[1], de: de[1] } });
    blocks.push({ type: 'picture', image: pictures[article.picture === 'harbour' ? 'night' : 'field'] });
  }
  if (article.film)
    blocks.push({
      type: 'embed',
      url: article.film,
      title: { en: 'Film: twelve minutes on the water', de: 'Film: zwölf Minuten auf dem Wasser' },
    });
  if (next) {
    const link = (locale: 'en' | 'de') =>
      paragraph(plain(READ_ON[locale]!), {
        ...plain(next[locale]!.title),
        marks: [{ type: 'link', attrs: { entryId: articles[next.key] } }],
      });
    blocks.push({
      type: 'prose',
      text: { en: { type: 'doc', content: [link('en')] }, de: { type: 'doc', content: [link('de')] } },
    });
    blocks.push({
      type: 'teaser',
      line: { en: 'The next story', de: 'Die nächste Geschichte' },
      article: articles[next.key],
    });
  }
  return blocks;
}

const AUTHORS: [string, string, string, Localised, Localised][] = [
  [
    'ada',
    'Ada Brandt',
    'lighthouse',
    { en: 'Editor', de: 'Redaktorin' },
    {
      en: 'Ada Brandt grew up above a ferry landing and still counts boats.',
      de: 'Ada Brandt ist über einer Anlegestelle aufgewachsen und zählt noch immer Boote.',
    },
  ],
  [
    'jonas',
    'Jonas Keller',
    'wood',
    { en: 'Writer', de: 'Autor' },
    {
      en: 'Jonas Keller writes about things that are made by hand, slowly.',
      de: 'Jonas Keller schreibt über Dinge, die langsam und von Hand entstehen.',
    },
  ],
  [
    'mira',
    'Mira Okafor',
    'city',
    { en: 'Writer', de: 'Autorin' },
    {
      en: 'Mira Okafor walks through cities until they tell her something.',
      de: 'Mira Okafor geht durch Städte, bis sie ihr etwas erzählen.',
    },
  ],
  [
    'paul',
    'Paul Steiner',
    'bread',
    { en: 'Baker and columnist', de: 'Bäcker und Kolumnist' },
    {
      en: 'Paul Steiner bakes at night and writes in the morning.',
      de: 'Paul Steiner bäckt nachts und schreibt morgens.',
    },
  ],
];

const TAGS = [
  ['harbours', 'Harbours', 'Häfen'],
  ['night', 'Night', 'Nacht'],
  ['wood', 'Wood', 'Holz'],
  ['bread', 'Bread', 'Brot'],
  ['maps', 'Maps', 'Karten'],
  ['rivers', 'Rivers', 'Flüsse'],
] as const;

const CATEGORIES: [key: string, parent: string | undefined, title: Localised, description: Localised][] = [
  [
    'places',
    undefined,
    { en: 'Places', de: 'Orte' },
    { en: 'Where we have been.', de: 'Wo wir gewesen sind.' },
  ],
  [
    'cities',
    'places',
    { en: 'Cities', de: 'Städte' },
    { en: 'Streets, bridges, buses.', de: 'Straßen, Brücken, Busse.', 'de-CH': 'Strassen, Brücken, Busse.' },
  ],
  [
    'coast',
    'places',
    { en: 'Coast', de: 'Küste' },
    { en: 'Where the land ends.', de: 'Wo das Land aufhört.' },
  ],
  ['work', undefined, { en: 'Work', de: 'Arbeit' }, { en: 'What hands can do.', de: 'Was Hände können.' }],
  [
    'craft',
    'work',
    { en: 'Craft', de: 'Handwerk' },
    { en: 'Wood, glass, paper.', de: 'Holz, Glas, Papier.' },
  ],
  [
    'food',
    'work',
    { en: 'Food', de: 'Essen' },
    { en: 'Bread, salt, and the market.', de: 'Brot, Salz und der Markt.' },
  ],
  [
    'ideas',
    undefined,
    { en: 'Ideas', de: 'Ideen' },
    { en: 'What we think about on the way.', de: 'Woran wir unterwegs denken.' },
  ],
];

const MOVED = [
  ['/2026/ferry', '/articles/the-last-ferry-of-the-day'],
  ['/about-us', '/about'],
  ['/de/kueste', '/de/themen/orte/kueste'],
] as const;

if (process.argv[1] === import.meta.filename) {
  const baseUrl = process.env.COLONNADE_URL ?? 'http://127.0.0.1:8080';
  const email = process.env.COLONNADE_EMAIL ?? 'owner@demo.example';
  const password = process.env.COLONNADE_PASSWORD ?? '';
  const { data } = await createClient({ baseUrl, token: () => null }).signIn({ body: { email, password } });
  const siteUrl = process.env.SITE_URL ?? 'http://127.0.0.1:4321';
  const site = await seed({ baseUrl, token: data.accessToken, siteUrl });
  mkdirSync(dirname(SITE_FILE), { recursive: true });
  writeFileSync(SITE_FILE, `${JSON.stringify(site, null, 2)}\n`, { mode: 0o600 });
  console.log(`The magazine is on ${baseUrl}. Next: npx node examples/magazine/serve.ts`);
}
