/** Serves the documents for people: pages that are made at their first use, as HTML and as Markdown, and their search index. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import type { OpenApiDocument } from '#kernel/http/docs/document.ts';
import { type Html, html } from '#kernel/http/docs/html.ts';
import { llmsText } from '#kernel/http/docs/llms.ts';
import { nearestPages } from '#kernel/http/docs/nearest-pages.ts';
import { frame, missingHtml, type PageName, pageHtml } from '#kernel/http/docs/page.ts';
import { searchIndex } from '#kernel/http/docs/search-index.ts';
import { buildSite, type DocsSources, markdownPath } from '#kernel/http/docs/site.ts';
import { acceptsEncoding } from '#kernel/http/encoding.ts';
import { nearest } from '#kernel/http/nearest.ts';
import { sha256 } from '#kernel/secrets.ts';
import { Slices } from '#kernel/work/slices.ts';

const policy = (...more: string[]) =>
  [
    "default-src 'none'",
    ...more,
    "style-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
const WITHOUT_SCRIPT = policy();
const WITH_SEARCH = policy("script-src 'self'", "connect-src 'self'");

const HTML = 'text/html; charset=utf-8';
const MARKDOWN = 'text/markdown; charset=utf-8';
const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

type Document = { type: string; etag: string; plain: Buffer; gzip: Buffer };

function toDocument(type: string, text: string): Document {
  const plain = Buffer.from(text);
  const etag = `W/"${sha256(plain).toString('base64url').slice(0, 22)}"`;
  return { type, etag, plain, gzip: gzipSync(plain) };
}

/**
 * The first request for a page makes all of them, in slices of time. Most processes serve none, and making them takes half a
 * second of a core.
 */
export function docsRoutes(app: App, { welcome, sources }: { welcome: boolean; sources: DocsSources }): void {
  const config = { public: true } as const;
  let made: Promise<Made> | undefined;
  const all = () => {
    made ??= makeDocuments(app.swagger() as unknown as OpenApiDocument, sources).catch((error) => {
      // The next request tries again.
      made = undefined;
      throw error;
    });
    return made;
  };
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!.replace(/(?<=.)\/$/, '');
    const { documents, pages } = await all();
    const document = documents.get(path);
    if (document !== undefined) return send(request, reply, document);
    if (!isBrowser(request)) throw notFound('path');
    headed(reply.code(404), WITH_SEARCH).header('cache-control', 'no-store');
    return sendHtml(reply, missingHtml(pages, path, nearestPages(pages, path)));
  };
  for (const path of ['/docs', '/docs/*', '/llms.txt']) app.get(path, { config }, answer);
  if (welcome) {
    app.get('/', { config }, async (_request, reply) => sendPage(reply, 'Welcome', welcomePage()));
  }
}

type Made = { documents: Map<string, Document>; pages: PageName[] };

/** A browser asks for HTML by name; a program that takes anything gets the failure in JSON. */
const isBrowser = ({ headers }: FastifyRequest) => /\btext\/html\b/.test(headers.accept ?? '');

async function makeDocuments(document: OpenApiDocument, sources: DocsSources): Promise<Made> {
  const slices = new Slices();
  const site = await buildSite(document, sources, slices);
  const documents = new Map<string, Document>();
  for await (const page of slices.each(site.pages)) {
    documents.set(page.path, toDocument(HTML, pageHtml(site, page)));
    documents.set(markdownPath(page.path), toDocument(MARKDOWN, page.markdown));
    documents.set(`${page.path}.md`, documents.get(markdownPath(page.path))!);
  }
  await slices.pause();
  const index = JSON.stringify(searchIndex(site));
  await slices.pause();
  documents
    .set('/docs/style.css', toDocument('text/css; charset=utf-8', read('docs.css')))
    .set('/docs/search.js', toDocument('text/javascript; charset=utf-8', `${nearest}\n${read('search.js')}`))
    .set('/docs/search.json', toDocument('application/json; charset=utf-8', index))
    .set('/llms.txt', toDocument('text/plain; charset=utf-8', llmsText(site)));
  const pages = site.pages.map(({ path, section, title }) => ({ path, section, title }));
  return { documents, pages };
}

function send(request: FastifyRequest, reply: FastifyReply, { type, etag, plain, gzip }: Document) {
  reply.headers({ etag, 'cache-control': 'public, max-age=300', vary: 'accept-encoding' });
  if (type === HTML) headed(reply, WITH_SEARCH);
  const known = request.headers['if-none-match']?.split(/\s*,\s*/) ?? [];
  if (known.includes(etag)) return reply.code(304).send();
  const isPacked = acceptsEncoding(request.headers['accept-encoding'] ?? '', 'gzip');
  if (isPacked) reply.header('content-encoding', 'gzip');
  return reply.type(type).send(isPacked ? gzip : plain);
}

/** A page of its own, for other parts of the kernel. */
export function sendPage(reply: FastifyReply, title: string, content: Html) {
  return sendHtml(headed(reply, WITHOUT_SCRIPT), frame(title, content));
}

const sendHtml = (reply: FastifyReply, page: string) =>
  reply
    .type(HTML)
    .serializer((text: string) => text)
    .send(page);

const headed = (reply: FastifyReply, value: string) =>
  reply.header('content-security-policy', value).header('referrer-policy', 'no-referrer');

function welcomePage(): Html {
  return html`<main class="welcome">
<h1>Colonnade</h1>
<p>The server is running. Programs talk to it through its API; people run it with <code>npx colonnade</code>.</p>
<ul>
<li><a href="/docs">Documents</a>: the first request, guides, every operation, event and error</li>
<li><a href="/v1/openapi.json">OpenAPI 3.1</a>: the same, for programs</li>
<li><a href="/readyz">Readiness</a> and <a href="/metrics">metrics</a></li>
</ul>
</main>`;
}
