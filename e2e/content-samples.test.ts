/** The samples in JavaScript of the guide of content: in a browser what is for a page, in Node what is for a server. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { openContent } from '../server/modules/content/testing/content.ts';
import { useApp } from '../server/testing.ts';
import { launchChromium } from './chromium.ts';

const GUIDE = readFileSync(join(import.meta.dirname, '../docs/guides/content.md'), 'utf8');
const [ofPage, ofServer, ...others] = [...GUIDE.matchAll(/^```js\n(.*?)^```$/gms)].map(([, code]) => code!);
const AsyncFunction = (async () => {}).constructor as FunctionConstructor;

const test = await useApp();
const { create, act, events, tenant } = await openContent(test, {
  article: [
    { name: 'title', kind: 'text' },
    { name: 'slug', kind: 'slug', from: 'title' },
    { name: 'body', kind: 'markdown' },
  ],
});
const { id } = await create('article', {
  title: 'Spring harvest',
  body: 'The <b>spring</b> harvest has begun.',
});
await act(id, 'publish');

it('the sample that shows an excerpt marks the words, and writes what looks like HTML as text', async () => {
  const found = await test.call('GET', '/v1/content/search?q=harvest', { token: tenant.key });
  assert.equal(found.body.data.length, 1, found.text);
  const browser = await launchChromium();
  after(() => browser.close());
  const page = await browser.newPage();
  await page.setContent('<p id="summary"></p>');
  const shown = await page.evaluate(
    ({ code, hit }) => {
      const summary = document.querySelector('#summary')!;
      new Function('hit', 'summary', code)(hit, summary);
      const marked = [...summary.querySelectorAll('mark')].map((mark) => mark.textContent);
      return { marked, text: summary.textContent, hasForeignElement: summary.querySelector('b') !== null };
    },
    { code: ofPage!, hit: found.body.data[0] },
  );
  assert.ok(shown.marked.includes('harvest'), JSON.stringify(shown));
  assert.match(shown.text, /harvest has begun/);
  assert.equal(shown.hasForeignElement, false);
});

it('the sample behind a CDN purges the keys of a published entry at Fastly and at Cloudflare', async () => {
  const asked: { path: string; headers: IncomingHttpHeaders; body: string }[] = [];
  const cdn = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    asked.push({ path: `${request.method} ${request.url}`, headers: request.headers, body });
    response.end('{}');
  });
  await new Promise<void>((resolve) => cdn.listen(0, '127.0.0.1', resolve));
  after(() => cdn.close());
  const origin = `http://127.0.0.1:${(cdn.address() as AddressInfo).port}`;
  const [event] = await events('content.entry.published');
  await new AsyncFunction(...['event', 'service', 'zone', 'token', 'fetch'], ofServer!)(
    event,
    'a-service',
    'a-zone',
    'a-token',
    (url: string, init: RequestInit) => fetch(url.replace(/^https:\/\/[^/]+/, origin), init),
  );
  const keys: string[] = event!.data.surrogateKeys;
  assert.ok(keys.length > 0);
  const [fastly, cloudflare] = asked;
  assert.equal(fastly!.path, 'POST /service/a-service/purge');
  assert.equal(fastly!.headers['surrogate-key'], keys.join(' '));
  assert.equal(cloudflare!.path, 'POST /client/v4/zones/a-zone/purge_cache');
  assert.deepEqual(JSON.parse(cloudflare!.body), { tags: keys });
});

it('each sample in JavaScript of the guide is executed here', () => {
  assert.deepEqual(others, []);
});
