/** Serves the files of built pages from memory, under names that change with their content. */
import { globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { acceptsEncoding } from '#kernel/http/encoding.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const ENCODINGS = { br: '.br', gzip: '.gz' } as const;

type Asset = { type: string; plain: Buffer } & Partial<Record<keyof typeof ENCODINGS, Buffer>>;

/** Admits no script but our own files. `styles` are sources of styles beside them. */
export const pagePolicy = (styles = '', images = '') =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styles}`,
    `img-src 'self'${images}`,
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** `path` is the address of the folder `assets` of the build. */
export function assetRoutes(app: App, path: string, folder: string): void {
  const assets = readAssets(folder);
  app.get(`${path}/*`, { config: { public: true } }, async (request, reply) => {
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
