/** Serves the built shop at /shop/: one page for all of its paths, its files, and the key with which it calls the API. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#kernel/http/app.ts';
import { assetRoutes, pagePolicy } from '#kernel/http/built-pages.ts';

const POLICY = pagePolicy();

/** The storefront key, which is public by design, and the address of the tenant's pictures; both null while there is no shop. */
export type ShopConfig = { key: string | null; mediaUrl: string | null };

export function shopPages(app: App, folder: string, findShop: () => Promise<ShopConfig>): void {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  const config = { public: true } as const;

  const sendPage = async (_: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers({
        'content-security-policy': POLICY,
        'cache-control': 'no-cache',
        'cross-origin-opener-policy': 'same-origin',
        'referrer-policy': 'same-origin',
      })
      .type('text/html; charset=utf-8')
      .serializer((text: string) => text)
      .send(page);

  app.get('/shop', { config }, async (_, reply) => reply.redirect('/shop/', 308));
  app.get('/shop/*', { config }, sendPage);
  assetRoutes(app, '/shop/assets', folder);
  app.get('/shop/config.json', { config }, async (_, reply) =>
    reply.header('cache-control', 'no-store').send(await findShop()),
  );
}
