import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { useApp } from '../../../testing.ts';
import { docsRoutes } from './docs.ts';
import { highlight } from './highlight.ts';
import { html } from './html.ts';
import { renderMarkdown } from './markdown.ts';
import { fillPlaceholders } from './placeholders.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const test = await useApp({ PUBLIC_URL: 'https://api.example' });
const ask = (url: string, headers: Record<string, string> = {}) => test.app.inject({ url, headers });
const { body: document } = await test.call('GET', '/v1/openapi.json');

type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  'x-role'?: string;
  'x-scope'?: string;
};
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    ...operation,
  })),
);
const escaped = (text: string) => html`${text}`.text;

/** Every page that the list of pages names, by path. */
const pages = new Map<string, string>();
const list = (await ask('/llms.txt')).body;
const markdown = [...list.matchAll(/\(https:\/\/api\.example(\/docs\S*\.md)\)/g)].map(([, path]) => path!);
for (const path of markdown) {
  const page = path === '/docs/index.md' ? '/docs' : path.replace(/\.md$/, '');
  pages.set(page, (await ask(page)).body);
}
const start = pages.get('/docs')!;

describe('the pages', () => {
  it('are many small ones, each also Markdown', async () => {
    assert.ok(pages.size > 40, `${pages.size} pages`);
    for (const path of markdown) {
      const { statusCode, headers, body } = await ask(path);
      assert.deepEqual([statusCode, headers['content-type']], [200, 'text/markdown; charset=utf-8'], path);
      assert.match(body, /^# \S/, path);
      assert.doesNotMatch(body, /\{\{|\{#/, path);
    }
  });

  it('link, as Markdown, to other pages that are Markdown', async () => {
    for (const path of [...markdown, '/docs.md']) {
      const { body } = await ask(path);
      for (const [, href] of body.matchAll(/\]\(([^()\s]+)\)/g)) {
        if (/^(#|https?:|\/(v1|shop|llms\.txt))/.test(href!)) continue;
        const { statusCode, headers } = await ask(href!.split('#')[0]!);
        assert.deepEqual(
          [statusCode, /markdown/.test(String(headers['content-type']))],
          [200, true],
          `${path}: ${href}`,
        );
      }
    }
  });

  it('have every guide of the repository', () => {
    const files = globSync('docs/guides/*.md', { cwd: ROOT }).map(
      (file) => /(\w[\w-]*)\.md$/.exec(file)![1]!,
    );
    const missing = files.filter((slug) => slug !== 'start' && !pages.has(`/docs/guides/${slug}`));
    assert.deepEqual(missing, [], 'list them in server/guides/contents.ts');
  });

  it('have no link that leads nowhere, anchors included', async () => {
    const ids = new Map([...pages].map(([path, text]) => [path, new Set(attributes(text, 'id'))]));
    const broken: string[] = [];
    for (const [path, text] of pages) {
      for (const href of new Set(attributes(text, 'href'))) {
        if (/^https?:/.test(href)) continue;
        const [target, anchor] = href.split('#') as [string, string?];
        const page = target === '' ? path : target;
        const isThere = ids.has(page) || (await ask(page)).statusCode === 200;
        if (!isThere || (anchor && !ids.get(page)?.has(decodeURIComponent(anchor))))
          broken.push(`${path}: ${href}`);
      }
    }
    assert.deepEqual(broken, []);
  });

  it('have each id once', () => {
    for (const [path, text] of pages) {
      const ids = attributes(text, 'id');
      assert.deepEqual(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        [],
        path,
      );
    }
  });

  it('answer 404 to an unknown address', async () => {
    for (const url of ['/docs/nothing', '/docs/guides/nothing', '/docs/guides/../../package.json']) {
      assert.equal((await ask(url)).statusCode, 404, url);
    }
  });

  it('answer an unknown address with the nearest pages to a browser, and in JSON to a program', async () => {
    const asBrowser = (url: string) => ask(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    const { statusCode, headers, body } = await asBrowser('/docs/guides/webhoks?x=1');
    assert.deepEqual([statusCode, headers['content-type']], [404, 'text/html; charset=utf-8']);
    assert.match(body, /<h1>There is no page here<\/h1>/);
    assert.match(body, /<li><a href="\/docs\/guides\/webhooks">Webhooks<\/a> <small>Webhooks<\/small><\/li>/);
    assert.match(body, /id="docs-search"[\s\S]*<nav class="menu"/);
    assert.equal(headers['cache-control'], 'no-store');
    const odd = await asBrowser('/docs/<script>alert(1)</script>');
    assert.equal(odd.statusCode, 404);
    assert.doesNotMatch(odd.body, /<script>/);
    const program = await ask('/docs/guides/webhoks', { accept: '*/*' });
    assert.deepEqual([program.statusCode, program.json().error.code], [404, 'not_found']);
  });

  it('show nothing in Markdown that is meant for the test of a sample', async () => {
    for (const path of markdown) assert.doesNotMatch((await ask(path)).body, /^```\w+ \d/m, path);
  });
});

const attributes = (text: string, name: string) =>
  [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => unescaped(value!));
const unescaped = (text: string) => text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));

describe('the reference', () => {
  const partOf = (page: string, id: string) =>
    page.split(/(?=<h2 )/).find((part) => part.startsWith(`<h2 id="${id}"`));

  it('has every operation, with its request, its callers and its statuses', () => {
    assert.ok(operations.length > 200);
    for (const { operationId, tags, method, path, summary, ...needs } of operations) {
      const page = pages.get(`/docs/reference/${tags[0]!.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`)!;
      const part = partOf(page, operationId);
      assert.ok(part, operationId);
      assert.ok(
        unescaped(part)
          .replace(/<[^>]*>/g, '')
          .includes(summary.replaceAll('`', '')),
        summary,
      );
      assert.ok(part.includes(`>${method}</b> <code>${path}</code>`), operationId);
      if (needs['x-role']) assert.ok(part.includes(`role <code>${needs['x-role']}</code>`), operationId);
      if (needs['x-scope']) assert.ok(part.includes(`scope <code>${needs['x-scope']}</code>`), operationId);
      // A parameter may need a scope of its own.
      assert.equal(part.match(/\bNeeds (?!read:)/g)?.length, 1, `${operationId} says once what it needs`);
      assert.match(part, /Statuses/);
    }
  });

  it('lists its operations and records beside the page', () => {
    const page = pages.get('/docs/reference/redirects')!;
    const [, parts] = /<nav aria-label="On this page">(.*?)<\/nav>/s.exec(page)!;
    assert.deepEqual(
      attributes(parts!, 'href').map((href) => href.slice(1)),
      attributes(page.split('<nav')[0]!, 'id').filter((id) => page.includes(`<h2 id="${id}"`)),
    );
  });

  it('shows the beginning of a file that is exported or imported', () => {
    const page = pages.get('/docs/reference/redirects')!;
    assert.match(partOf(page, 'getRedirectExport')!, /data-language="csv"[\s\S]*?<code>from,to,statusCode,/);
    assert.match(partOf(page, 'importRedirects')!, /data-language="csv"[\s\S]*?<code>from,to\n\/old,\/new/);
  });

  it('has an entry at /docs#createOrder, as when all operations were on one page', () => {
    for (const { operationId, tags } of operations) {
      const path = `/docs/reference/${tags[0]!.toLowerCase().replace(/[^a-z0-9]+/g, '-')}`;
      assert.ok(start.includes(`<li id="${operationId}"><a href="${path}#${operationId}">`), operationId);
    }
  });

  it('shows a curl command that can be pasted into a shell', () => {
    const get = [...pages.values()].find((page) => page.includes('<h2 id="getOrder"'))!;
    const textOf = (id: string) => unescaped(partOf(get, id)!.replace(/<[^>]*>/g, ''));
    assert.ok(textOf('getOrder').includes('curl "https://api.example/v1/crm/orders/$ID"'));
    assert.match(textOf('createOrder'), /-d '\{"customerId":"[^"]+"/);
  });

  it('links codes of errors and types of events to their pages', () => {
    assert.ok(pages.get('/docs/guides/first-order')!.includes('href="/docs/errors#invalid_transition"'));
    assert.ok(pages.get('/docs/guides/first-order')!.includes('href="/docs/events#order.placed"'));
  });
});

describe('an answer', () => {
  it('runs our own script alone, and its policy admits nothing else', async () => {
    const { headers } = await ask('/docs');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    assert.equal(headers['content-type'], 'text/html; charset=utf-8');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    for (const [path, text] of pages) {
      assert.doesNotMatch(text, /<style|\sstyle=|<[^>]*\son\w+=|href="javascript:|<img|<iframe/i, path);
      assert.deepEqual(text.match(/<script[^>]*>/g), ['<script src="/docs/search.js" defer>'], path);
    }
    assert.doesNotMatch((await ask('/docs/style.css')).body, /url\(|@import/);
  });

  it('is compressed, cached, and 304 while it is the same', async () => {
    const packed = await ask('/docs/errors', { 'accept-encoding': 'gzip' });
    assert.equal(packed.headers['content-encoding'], 'gzip');
    assert.equal(packed.headers['cache-control'], 'public, max-age=300');
    assert.equal(gunzipSync(packed.rawPayload).toString(), pages.get('/docs/errors'));
    const again = await ask('/docs/errors', { 'if-none-match': String(packed.headers.etag) });
    assert.deepEqual([again.statusCode, again.body], [304, '']);
    assert.equal((await ask('/docs/errors', { 'if-none-match': 'W/"other"' })).statusCode, 200);
  });
});

describe('the search index', async () => {
  const index: { k: string; t: string; u: string; w: string }[] = (await ask('/docs/search.json')).json();

  it('finds guides, operations, events and errors', () => {
    const kinds = Map.groupBy(index, ({ k }) => k);
    assert.equal(kinds.get('operation')!.length, operations.length);
    assert.ok(
      kinds
        .get('error')!
        .some(({ t, u }) => t === 'invalid_transition' && u === '/docs/errors#invalid_transition'),
    );
    assert.ok(
      kinds.get('event')!.some(({ t, u }) => t === 'order.placed' && u === '/docs/events#order.placed'),
    );
    assert.ok(index.some(({ t, u }) => t === 'Webhooks: Retries' && u === '/docs/guides/webhooks#retries'));
    assert.ok(index.some(({ u, w }) => u.endsWith('#createOrder') && / customerNote( |$)/.test(w)));
  });

  it('is small', async () => {
    const { rawPayload } = await ask('/docs/search.json', { 'accept-encoding': 'gzip' });
    assert.ok(rawPayload.length < 100_000, `${rawPayload.length} bytes`);
  });
});

describe('the script', () => {
  it('suggests words with the rule of the server', async () => {
    const { body } = await ask('/docs/search.js');
    const [source] = /^function nearest\([\s\S]*?\n\}\n/.exec(body)!;
    const run = new Function(`${source}; return nearest('webhok', ['redirect', 'webhook'])`);
    assert.equal(run(), 'webhook');
  });
});

describe('colours of code', () => {
  it('tell names from texts in JSON, and comments from quotations in a shell', () => {
    assert.equal(
      highlight('json', '{"a": "b", "n": -1.5, "t": true}').replaceAll('&#34;', '"'),
      '{<span class="name">"a"</span>: <span class="text">"b"</span>, <span class="name">"n"</span>: <span class="value">-1.5</span>, <span class="name">"t"</span>: <span class="value">true</span>}',
    );
    assert.equal(
      highlight('sh', "curl -s $URL -d 'a # b' # c's").replaceAll('&#39;', "'"),
      'curl <span class="value">-s</span> <span class="name">$URL</span> <span class="value">-d</span> <span class="text">\'a # b\'</span> <span class="remark"># c\'s</span>',
    );
  });

  it('let no markup pass, and change no letter', () => {
    for (const language of ['json', 'sh', 'go', 'constructor']) {
      const code = '"</span><script>" : \'<b>\' # <i>\n$<u> --<a>';
      const text = highlight(language, code);
      assert.doesNotMatch(text, /<(?!\/?span\b)/, language);
      assert.equal(unescaped(text.replace(/<[^>]*>/g, '')), code);
    }
  });
});

describe('Markdown', () => {
  const links = {
    ofName: () => undefined,
    ofTarget: (href: string) => (href.startsWith('#') ? href : undefined),
  };

  it('with markup, scripts and pictures is shown as text', () => {
    const hostile = `# <img src=x onerror=alert(1)>\n\n<script>alert('x')</script>\n\n[x](javascript:alert(1)) ![y](z) \`<b>\`\n\n| <i>a</i> |\n|---|\n| <u>b</u> |\n`;
    const { html: text } = renderMarkdown(hostile, links);
    assert.doesNotMatch(text, /<script|<img|<i>|<u>|javascript:|<b>/);
    assert.match(text, /&#60;script&#62;alert\(&#39;x&#39;\)&#60;\/script&#62;/);
  });

  it('fails with a placeholder that no value fills', () => {
    const values = { known: (argument: string) => (argument === 'a' ? 'A' : undefined) };
    assert.equal(fillPlaceholders('{{known a}}', values, 'x.md'), 'A');
    assert.throws(() => fillPlaceholders('{{known b}}', values, 'x.md'), /x\.md .*\{\{known b\}\}/);
    assert.throws(() => fillPlaceholders('{{unknown}}', values, 'x.md'), /\{\{unknown\}\}/);
  });
});

it('the changelog of the repository is a page', () => {
  const [, heading] = /^## (.+)$/m.exec(readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8'))!;
  assert.ok(pages.get('/docs/changelog')!.includes(escaped(heading!)));
});

it('pages that could not be made are made at the next request', async () => {
  const root = mkdtempSync(join(tmpdir(), 'docs-'));
  const app = Fastify().decorate('swagger', () => test.app.swagger()) as unknown as typeof test.app;
  const sources = { root, sections: [], changelog: 'CHANGELOG.md', values: {}, events: [] };
  docsRoutes(app, { welcome: false, sources });
  assert.equal((await app.inject('/docs')).statusCode, 500);
  writeFileSync(join(root, 'CHANGELOG.md'), '# Changes\n');
  assert.equal((await app.inject('/docs/changelog')).statusCode, 200);
  rmSync(root, { recursive: true });
});

it('GET / links to the documents, and runs no script', async () => {
  const welcome = await ask('/');
  assert.match(welcome.body, /href="\/docs"/);
  assert.doesNotMatch(welcome.body, /<script/);
  assert.doesNotMatch(String(welcome.headers['content-security-policy']), /script-src/);
});
