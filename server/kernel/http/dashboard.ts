/** Serves the built dashboard: its files, and one of its two pages at every path that no route uses. */
import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { acceptsEncoding } from '#kernel/http/encoding.ts';
import { randomBase62 } from '#kernel/secrets.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

/** Admits no script but our own files. Our script may also add styles, since it knows the nonce of its page. */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

type Asset = { type: string; plain: Buffer } & Partial<Record<keyof typeof ENCODINGS, Buffer>>;

/** Paths that need no session: links lead here, for people who have no account yet. */
const OPEN_PATHS = ['/accept-invitation', '/set-password'];

/** `hasSession` reports whether a request has the cookie of a session. */
export function dashboardRoutes(
  app: App,
  folder: string,
  hasSession: (request: FastifyRequest) => boolean,
): void {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').split('__NONCE__');
  const pages = { dashboard: read('index.html'), signIn: read('sign-in.html') };
  const assets = readAssets(folder);
  const config = { public: true } as const;

  /** A browser sends the cookie with every request but one that another site caused: there, only the page can tell. */
  const needsSignIn = (request: FastifyRequest) => {
    const path = request.url.split('?')[0]!;
    if (path === '/sign-in') return true;
    const isOwnDoing = ['none', 'same-origin'].includes(String(request.headers['sec-fetch-site']));
    return isOwnDoing && !hasSession(request) && !OPEN_PATHS.includes(path);
  };

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const nonce = randomBase62(22);
    const page = needsSignIn(request) ? pages.signIn : pages.dashboard;
    return reply
      .headers({
        'content-security-policy': policy(nonce),
        'cache-control': 'no-cache',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
        vary: 'cookie, sec-fetch-site',
      })
      .type('text/html; charset=utf-8')
      .serializer((text: string) => text)
      .send(page.join(nonce));
  };
  app.get('/', { config }, sendPage);
  app.setNotFoundHandler(sendPage);

  app.get('/assets/*', { config }, async (request, reply) => {
    const asset = assets.get((request.params as { '*': string })['*']);
    if (asset === undefined) throw notFound('path');
    const encoding = acceptedEncoding(request.headers['accept-encoding'] ?? '', asset);
    if (encoding !== null) reply.header('content-encoding', encoding);
    return reply
      .headers({ 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' })
      .type(asset.type)
      .send(encoding === null ? asset.plain : asset[encoding]);
  });
}

/** Reads all files of a build into memory, by name: a build is small, and no other name can reach the disk. */
function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>();
  const names = globSync('*', { cwd: join(folder, 'assets') });
  const read = (name: string) => readFileSync(join(folder, 'assets', name));
  for (const name of names) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    const asset: Asset = { type, plain: read(name) };
    for (const [encoding, ending] of Object.entries(ENCODINGS)) {
      if (names.includes(name + ending)) asset[encoding as keyof typeof ENCODINGS] = read(name + ending);
    }
    assets.set(name, asset);
  }
  return assets;
}

function acceptedEncoding(accepted: string, asset: Asset): keyof typeof ENCODINGS | null {
  for (const encoding of ['br', 'gzip'] as const) {
    if (asset[encoding] && acceptsEncoding(accepted, encoding)) return encoding;
  }
  return null;
}

const OURS = /^\/(v1|docs|assets|healthz|readyz|metrics)(\/|$)/;

/** Returns true if a browser opens a path that is no route: the dashboard then shows its screen, or an error page. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0]!;
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !OURS.test(path)
  );
}
