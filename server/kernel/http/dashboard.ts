/** Serves the built dashboard: its files, and one of its two pages at every path that no route uses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#kernel/http/app.ts';
import { assetRoutes, pagePolicy } from '#kernel/http/built-pages.ts';
import { randomBase62 } from '#kernel/secrets.ts';

/** Our script may also add styles, since it knows the nonce of its page. */
const policy = (nonce: string) => pagePolicy(` 'nonce-${nonce}'`, ' data: blob:');

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

  assetRoutes(app, '/assets', folder);
}

const OURS = /^\/(v1|docs|assets|shop|healthz|readyz|metrics)(\/|$)/;

/** Returns true if a browser opens a path that is no route: the dashboard then shows its screen, or an error page. */
export function asksForPage({ method, url, headers }: FastifyRequest): boolean {
  const path = url.split('?')[0]!;
  return (
    (method === 'GET' || method === 'HEAD') &&
    (headers.accept ?? '').includes('text/html') &&
    !OURS.test(path)
  );
}
