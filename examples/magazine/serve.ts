/**
 * Builds the magazine and serves it, builds it again when a webhook reports a change, and sends visitors of moved pages on.
 *
 *   npx node examples/magazine/serve.ts
 */
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { extname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createClient } from '../../sdk/client.ts';
import { checkWebhook } from '../../sdk/webhook.ts';
import { generate, write } from './generate.ts';
import { SITE_FILE, type Site } from './site.ts';
import { LOCALES } from './words.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** `folder` is where the files are; `rebuild` resolves when those of the latest change are there. */
export function serve(site: Site, folder: string, rebuild: () => Promise<void>): Server {
  const redirects = createClient({ baseUrl: site.baseUrl, token: site.redirectKey });
  return createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url!, site.siteUrl);
    if (request.method === 'POST' && pathname === '/rebuild') {
      response.writeHead(await receive(request, site.webhookSecret, rebuild)).end();
      return;
    }
    const file = fileOf(folder, pathname);
    if (file !== null) {
      response.writeHead(200, { 'content-type': TYPES[extname(file)] }).end(readFileSync(file));
      return;
    }
    const query = { path: pathname + search };
    const { data } = await redirects.resolveRedirect({ query }).catch(() => ({ data: null }));
    if (data?.outcome === 'redirect' && data.location) {
      response.writeHead(data.statusCode!, { location: data.location }).end();
      return;
    }
    const locale = LOCALES.find((code) => pathname === `/${code}` || pathname.startsWith(`/${code}/`));
    const missing = readFileSync(join(folder, locale ?? '', '404/index.html'));
    response.writeHead(data?.statusCode ?? 404, { 'content-type': TYPES['.html'] }).end(missing);
  });
}

/** Answers before the work is done: the server waits a few seconds for an answer, and sends again what failed. */
async function receive(
  request: IncomingMessage,
  secret: string,
  rebuild: () => Promise<void>,
): Promise<number> {
  const verdict = await checkWebhook({ body: await text(request), headers: request.headers, secret });
  if (!verdict.ok) return 400;
  rebuild().catch((error) => console.error('The build failed; the former pages stay.', error));
  return 204;
}

/** Only files that the generator wrote: no part of the address climbs out of the folder. */
function fileOf(folder: string, pathname: string): string | null {
  if (pathname.split('/').includes('..')) return null;
  const file = join(folder, pathname, extname(pathname) === '' ? 'index.html' : '');
  try {
    readFileSync(file);
    return file;
  } catch {
    return null;
  }
}

/** Builds into a folder beside the old one, and puts it in its place: no visitor meets half a site. One build at a time. */
export function builder(site: Site, folder: string): () => Promise<void> {
  let running = Promise.resolve();
  return () => {
    running = running
      .catch(() => {})
      .then(async () => {
        const built = await generate(site);
        const fresh = mkdtempSync(`${folder}-`);
        write(built, fresh);
        rmSync(folder, { recursive: true, force: true });
        renameSync(fresh, folder);
      });
    return running;
  };
}

if (process.argv[1] === import.meta.filename) {
  const site: Site = JSON.parse(readFileSync(SITE_FILE, 'utf8'));
  const folder = join(import.meta.dirname, '.data/site');
  const rebuild = builder(site, folder);
  await rebuild();
  serve(site, folder, async () => {
    await rebuild();
    console.log('Built again.');
  }).listen(Number(new URL(site.siteUrl).port), '127.0.0.1', () => console.log(`Open ${site.siteUrl}/`));
}
