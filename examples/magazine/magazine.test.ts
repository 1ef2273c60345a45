/** The magazine from nothing to its readers: seeded, built, served, every page opened in Chromium, and built again by a webhook. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { eventually } from '#kernel/testing/eventually.ts';
import { freePort } from '#kernel/testing/free-port.ts';
import { launchChromium } from '../../e2e/chromium.ts';
import { createClient } from '../../sdk/client.ts';
import { newTenant, useApp } from '../../server/testing.ts';
import { generate, write } from './generate.ts';
import { seed } from './seed.ts';
import { builder, serve } from './serve.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const ONE_OF_EACH_KIND = [
  '/de',
  '/articles/the-last-ferry-of-the-day',
  '/de/artikel/notes-from-a-pub-quiz',
  '/topics/places',
  '/de-CH/autoren/ada-brandt',
  '/tags/night',
  '/de/ueber-uns',
  '/search?q=boat',
  '/no-such-page',
];

/** The facts that a page states. */
type Facts = {
  lang: string;
  headings: number;
  title: string;
  /** Points by which it is wider than the window. */
  overflow: number;
  alternates: [hreflang: string, path: string][];
  links: string[];
  images: string[];
};

const [port, sitePort] = [await freePort(), await freePort()];
const baseUrl = `http://127.0.0.1:${port}`;
const test = await useApp({ PUBLIC_URL: baseUrl });
await test.app.listen({ host: '127.0.0.1', port });
const token = await (await newTenant(test)).staff('owner');
const client = createClient({ baseUrl, token });
const work = test.startWork();
const site = await seed({ baseUrl, token, siteUrl: `http://127.0.0.1:${sitePort}` });

const folder = mkdtempSync(join(tmpdir(), 'colonnade-magazine-'));
const files = join(folder, 'site');
const built = await generate(site);
write(built, files);
const server = serve(site, files, builder(site, files));
await once(server.listen(sitePort, '127.0.0.1'), 'listening');

const browser = await launchChromium();
const page = await browser.newPage({ baseURL: site.siteUrl, viewport: { width: 360, height: 740 } });
const complaints: string[] = [];
page.on('pageerror', (error) => complaints.push(`${page.url()}: ${error.message}`));
page.on('console', (line) => complaints.push(`${page.url()}: ${line.text()}`));

after(async () => {
  await browser.close();
  server.closeAllConnections();
  server.close();
  await work.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the magazine', () => {
  it('asks the server once for each page', () => {
    const own = [...built.pages.keys()].filter((path) => !/\/(404|search|suche)$/.test(path));
    assert.equal(built.reads, own.length);
    assert.equal(built.sharedReads, 21, 'seven for each language');
    assert.ok(own.length > 120, `${own.length} pages`);
  });

  it('has on every page one heading, its language, links and pictures that are there, and no line too wide', async () => {
    const all = new Map<string, Facts>();
    for (const path of built.pages.keys()) {
      await page.goto(path, { waitUntil: 'load' });
      all.set(path, await page.evaluate(factsOf));
    }
    assert.deepEqual(complaints, []);
    const images = new Set<string>();
    for (const [path, facts] of all) {
      assert.equal(facts.headings, 1, `h1 of ${path}`);
      assert.equal(facts.overflow, 0, `${path} is wider than 360 pixels`);
      assert.equal(facts.lang, /^\/(de-CH|de)(\/|$)/.exec(path)?.[1] ?? 'en', path);
      for (const link of facts.links) assert.ok(all.has(link), `${path} leads to ${link}`);
      for (const [lang, other] of facts.alternates) {
        assert.equal(all.get(other)?.lang, lang, `${path} has ${other} in ${lang}`);
        assert.deepEqual(all.get(other)!.alternates, facts.alternates, `${path} and ${other} name the same`);
      }
      for (const image of facts.images) images.add(image);
    }
    const langs = (path: string) => all.get(path)?.alternates.map(([lang]) => lang);
    assert.deepEqual(langs('/articles/the-last-ferry-of-the-day'), ['en', 'de', 'de-CH']);
    assert.deepEqual(langs('/articles/notes-from-a-pub-quiz'), ['en']);
    assert.deepEqual(
      langs('/de/artikel/notes-from-a-pub-quiz'),
      [],
      'the text is English: canonical leads there',
    );
    assert.deepEqual(langs('/de/artikel/ein-wort-namens-feierabend'), ['de', 'de-CH']);
    const below = all.get('/topics/places')!.links.filter((link) => /^.topics.places.[a-z]+$/.test(link));
    assert.deepEqual(
      [...new Set(below)],
      ['/topics/places/cities', '/topics/places/coast'],
      'in the order of the tree',
    );
    assert.equal(all.has('/articles/ein-wort-namens-feierabend'), false, 'English has no German fallback');
    assert.equal(all.get('/de-CH/artikel/eine-strasse-zieht-um')!.title, 'Eine Strasse zieht um · Meridian');
    assert.equal(all.has('/articles/the-harbour-in-winter'), false, 'it is scheduled');
    assert.ok(images.size > 20, `${images.size} pictures`);
    for (const image of images) {
      const answer = await fetch(image);
      assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'image/jpeg'], image);
      await answer.arrayBuffer();
    }
  });

  it('is accessible, on a page of each kind', async () => {
    for (const path of ONE_OF_EACH_KIND) {
      await page.goto(path);
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        type Axe = { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
        const { violations } = await (globalThis as unknown as { axe: Axe }).axe.run();
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
      });
      assert.deepEqual(found, [], path);
    }
    // The browser reports the answer 404 of the last page.
    complaints.length = 0;
  });

  it('finds an article, and marks the words that were searched for', async () => {
    await page.goto('/de/suche');
    await page.getByRole('searchbox').fill('Kapitänin Nebel');
    await page.keyboard.press('Enter');
    const link = page.getByRole('link', { name: 'Die letzte Fähre des Tages' });
    await link.waitFor();
    const marks = await page.locator('#results li').first().locator('mark').allTextContents();
    assert.ok(marks.includes('Nebel'), marks.join());
    await link.click();
    await page.getByRole('heading', { level: 1, name: 'Die letzte Fähre des Tages' }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it('is built again when an article is published, which the search finds, too', async () => {
    const { data: known } = await client.listEntries({ query: { type: 'article', limit: 1 } });
    const { title, slug, body, ...rest } = known[0]!.fields;
    const { data: entry } = await client.createEntry({
      body: {
        type: 'article',
        fields: { ...rest, date: '2026-11-18', title: { en: 'Tomorrow <b>again</b>' } },
      },
    });
    await client.publishEntry({ path: { id: entry.id }, body: { locales: ['en'] } });
    await eventually('the new page', () => existsSync(join(files, 'articles/tomorrow-b-again-b')));
    await page.goto('/');
    await page.locator('.lead').getByRole('link', { name: 'Tomorrow <b>again</b>' }).click();
    await page.getByRole('heading', { level: 1, name: 'Tomorrow <b>again</b>' }).waitFor();
    await page.goto('/search?q=tomorrow');
    await page.locator('#results').getByRole('link', { name: 'Tomorrow <b>again</b>' }).waitFor();
    assert.equal(await page.locator('main b').count(), 0, 'what was typed is text');
    assert.deepEqual(complaints, []);
  });

  it('sends visitors of moved pages on, and has a page for those that are not there', async () => {
    const visit = (path: string) => fetch(`${site.siteUrl}${path}`, { redirect: 'manual' });
    for (const [from, to] of [
      ['/2026/ferry', '/articles/the-last-ferry-of-the-day'],
      ['/About-Us/', '/about'],
      ['/de/kueste', '/de/themen/orte/kueste'],
    ] as const) {
      const answer = await visit(from);
      assert.deepEqual([answer.status, answer.headers.get('location')], [301, to]);
      assert.equal((await visit(to)).status, 200);
    }
    const missing = await visit('/de/gibt-es-nicht');
    assert.equal(missing.status, 404);
    assert.match(await missing.text(), /<h1>Diese Seite gibt es nicht<\/h1>/);
    const forged = await fetch(`${site.siteUrl}/rebuild`, { method: 'POST', body: '{}' });
    assert.equal(forged.status, 400, 'only the server may cause a build');
  });

  it('shows drafts in a preview of the whole site, and nowhere else', async () => {
    const { data: preview } = await client.createSitePreviewToken({ body: { minutes: 5 } });
    const { pages } = await generate(site, { preview: preview.token! });
    assert.match(pages.get('/articles/the-harbour-in-winter')!, /the harbour becomes a street/);
    assert.match(pages.get('/')!, /An almanac for next year/);
    assert.doesNotMatch(built.pages.get('/')!, /almanac/);
  });
});

/** Runs in the page. */
function factsOf(): Facts {
  const at = (address: string) => new URL(address, location.href);
  const all = <T extends Element>(selector: string) => [...document.querySelectorAll<T>(selector)];
  const { scrollWidth, clientWidth, lang } = document.documentElement;
  return {
    lang,
    headings: all('h1').length,
    title: document.title,
    overflow: scrollWidth - clientWidth,
    alternates: all<HTMLLinkElement>('link[hreflang]').map(({ hreflang, href }) => [
      hreflang,
      at(href).pathname,
    ]),
    links: all<HTMLAnchorElement>('a[href]')
      .map(({ href }) => at(href))
      .filter(({ origin, hash }) => origin === location.origin && hash === '')
      .map(({ pathname }) => pathname),
    images: all<HTMLImageElement>('img').flatMap(({ src, srcset }) => [
      src,
      ...srcset.split(', ').map((part) => part.split(' ')[0]!),
    ]),
  };
}
