import { type Static, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { Kernel } from '#kernel/module.ts';
import { derivativesOf, fileUrl, originalVersion } from '../asset-record.ts';
import { findAsset } from '../assets.sql.ts';
import type { Storage } from '../storage/storage.ts';
import { sendStored } from './file-answer.ts';
import { findDerivative, findOriginal, type ServedFile } from './files.sql.ts';
import { secondsLeft, signAsset } from './signed-urls.ts';

const YEAR_SECONDS = 31_536_000;
const WEEK_SECONDS = 604_800;
/** For addresses without a version: a change is visible everywhere after that time. */
const SHORT_SECONDS = 60;

const FileName = Type.String({
  maxLength: 40,
  description: 'original, or a derivative such as thumbnail.webp or large.avif.',
});
const Served = {
  description: 'The file',
  content: { '*/*': { schema: Type.String({ format: 'binary' }) } },
  sends: ['Content-Disposition', 'ETag'],
};

const SignedUrls = NamedObject('SignedUrls', {
  url: Type.String(),
  derivatives: Type.Array(Type.Object({ name: Type.String(), format: Type.String(), url: Type.String() })),
  expiresAt: Time(),
});

async function findFile(tx: Tx, assetId: string, file: string): Promise<ServedFile> {
  const [name = '', format = '', ...rest] = file.split('.');
  const isOriginal = file === 'original';
  const found = isOriginal
    ? await findOriginal(tx, assetId)
    : await findDerivative(tx, assetId, name, format);
  if (found === undefined || rest.length > 0) throw notFound('file');
  return found;
}

/** The name under which a browser saves the file: the small WebP of photo.jpg is photo-small.webp. */
const nameOf = ({ filename }: ServedFile, file: string) =>
  file === 'original' ? filename : `${filename.replace(/\.[^.]*$/, '')}-${file}`;

export function fileRoutes(app: App, { db, clock, config, secrets }: Kernel, storage: Storage): void {
  const Query = Type.Object({
    v: Type.Optional(Type.String({ maxLength: 64, description: 'The version of the file.' })),
    expires: Type.Optional(Type.String({ maxLength: 20 })),
    signature: Type.Optional(Type.String({ maxLength: 100 })),
  });
  app.get(
    '/media/:tenantId/:id/:file',
    {
      config: { public: true },
      schema: {
        operationId: 'getMediaFile',
        fails: ['forbidden', 'rate_limited'],
        summary: 'Get a file as browsers do, without a token',
        description:
          'Private assets need a signed address. Ranges, If-Range and If-None-Match are understood.',
        params: Type.Object({ tenantId: Uuid(), id: Uuid(), file: FileName }),
        querystring: Query,
        ranges: true,
        response: { 200: Served },
      },
    },
    async (request, reply) => {
      const tenantId = request.params.tenantId.toLowerCase();
      const id = request.params.id.toLowerCase();
      const { v, ...signed } = request.query;
      const left = secondsLeft(secrets, tenantId, id, signed, clock());
      const file = await db.inTenant(tenantId, (tx) => findFile(tx, id, request.params.file), 'request');
      // The same answer as for a file that never existed.
      if (file.visibility === 'private' && left === null) throw notFound('file');
      const cacheControl =
        file.visibility === 'private'
          ? `private, max-age=${Math.min(left!, SHORT_SECONDS)}`
          : v === file.version
            ? `public, max-age=${YEAR_SECONDS}, immutable`
            : `public, max-age=${SHORT_SECONDS}`;
      const name = nameOf(file, request.params.file);
      return sendStored(request, reply, storage, file, { cacheControl, name });
    },
  );

  app.get(
    '/v1/media/:id/files/:file',
    {
      config: { role: 'viewer', scope: 'read:media' },
      schema: {
        operationId: 'getAssetFile',
        summary: 'Get a file of an asset, public or private',
        params: Type.Object({ id: Uuid(), file: FileName }),
        ranges: true,
        response: { 200: Served },
      },
    },
    async (request, reply) => {
      const { id, file: wanted } = request.params;
      const file = await request.inTenant((tx) => findFile(tx, id, wanted));
      const name = nameOf(file, wanted);
      return sendStored(request, reply, storage, file, { cacheControl: 'private, no-cache', name });
    },
  );

  app.post(
    '/v1/media/:id/sign',
    {
      config: { role: 'editor', scope: 'read:media', dryRun: true },
      schema: {
        operationId: 'signAsset',
        summary: 'Get addresses of a private asset that work for a while',
        params: IdParams,
        body: Type.Object({
          expiresIn: Type.Integer({
            minimum: 1,
            maximum: WEEK_SECONDS,
            default: 3600,
            description: 'Seconds.',
          }),
        }),
        response: { 200: Success(SignedUrls) },
      },
    },
    async (request) =>
      success(
        await request.inTenant(async (tx): Promise<Static<typeof SignedUrls>> => {
          const row = await findAsset(tx, request.params.id);
          if (row === undefined) throw notFound('asset');
          const expiresAt = new Date((Math.floor(clock().getTime() / 1000) + request.body.expiresIn) * 1000);
          const { expires, signature } = signAsset(secrets, row.tenant_id, row.id, expiresAt);
          const urlOf = (file: string, version: string) =>
            `${fileUrl(config, row, file, version)}&expires=${expires}&signature=${signature}`;
          return {
            url: urlOf('original', originalVersion(row)),
            derivatives: derivativesOf(row).map(({ name, format, version }) => ({
              name,
              format,
              url: urlOf(`${name}.${format}`, version),
            })),
            expiresAt: expiresAt.toISOString(),
          };
        }),
      ),
  );
}
