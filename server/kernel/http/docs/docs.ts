/** The API documents as a page, written from the OpenAPI document: no script, so it works under the strictest policy. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply } from 'fastify';
import type { App } from '#kernel/http/app.ts';
import { inlined } from '#kernel/http/docs/inlined.ts';
import {
  type Html,
  html,
  type OpenApiDocument,
  operationsByTag,
  renderOperation,
} from '#kernel/http/docs/page.ts';

const STYLE = readFileSync(join(import.meta.dirname, 'docs.css'), 'utf8');
const POLICY =
  "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `prepare` builds the page; otherwise its first use does. */
export function docsRoutes(app: App, { welcome }: { welcome: boolean }): { prepare(): void } {
  const config = { public: true } as const;
  let docs: Buffer | undefined;
  const makeDocs = () => {
    docs ??= Buffer.from(pageOf('API', docsPage(app)));
    return docs;
  };
  app.get('/docs', { config }, async (_request, reply) => headed(reply).send(makeDocs()));
  if (welcome) app.get('/', { config }, async (_request, reply) => sendPage(reply, 'Welcome', welcomePage()));
  app.get('/docs/style.css', { config }, async (_request, reply) =>
    reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'max-age=300')
      .serializer((text: string) => text)
      .send(STYLE),
  );
  return { prepare: () => void makeDocs() };
}

export function sendPage(reply: FastifyReply, title: string, content: Html) {
  return headed(reply)
    .serializer((text: string) => text)
    .send(pageOf(title, content));
}

const headed = (reply: FastifyReply) =>
  reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .header('referrer-policy', 'no-referrer');

function pageOf(title: string, content: Html): string {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Colonnade</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>${content}</body>
</html>`;
  return page.text;
}

function welcomePage(): Html {
  return html`<main class="welcome">
<h1>Colonnade</h1>
<p>The server is running. Programs talk to it through its API; people run it with <code>npx colonnade</code>.</p>
<ul>
<li><a href="/docs">API documents</a>: every operation, with its role and scope</li>
<li><a href="/v1/openapi.json">OpenAPI 3.1</a>: the same, for programs</li>
<li><a href="/readyz">Readiness</a> and <a href="/metrics">metrics</a></li>
</ul>
</main>`;
}

function docsPage(app: App): Html {
  const document: OpenApiDocument = inlined(app.swagger());
  const groups = operationsByTag(document);
  return html`<nav aria-label="Sections">
<a class="brand" href="/">Colonnade</a>
${[...groups].map(
  ([tag, operations]) =>
    html`<h2>${tag}</h2><ul>${operations.map(
      (operation) =>
        html`<li><a href="#${operation.id}"><b class="method ${operation.method}">${operation.method}</b> ${operation.path}</a></li>`,
    )}</ul>`,
)}
</nav>
<main>
<h1>Colonnade API</h1>
<p>Every answer is an envelope: <code>{ "success": true, "data": … }</code>, or
<code>{ "success": false, "error": { "code", "message", "requestId", "details"? } }</code>.
Send <code>Authorization: Bearer &lt;key or token&gt;</code>; the tenant is implied by it.
A POST takes an optional <code>Idempotency-Key</code> where it is listed, and refuses it elsewhere.
Programs read <a href="/v1/openapi.json">openapi.json</a>.</p>
${[...groups].map(
  ([tag, operations]) =>
    html`<section><h2>${tag}</h2>${operations.map((operation) => renderOperation(operation, document.servers[0]!.url))}</section>`,
)}
</main>`;
}
