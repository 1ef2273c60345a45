import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { invalid, notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { IdParams, Nullable, Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { unknownName } from '#kernel/http/nearest.ts';
import { surrogateKey, tagAnswer } from '#kernel/http/surrogate-keys.ts';
import { whenOver } from '#kernel/http/when-over.ts';
import type { Kernel } from '#kernel/module.ts';
import { derivativesOf, fileUrl, originalVersion, pictureUrl } from '../asset-record.ts';
import { findAsset } from '../assets.sql.ts';
import type { Storage } from '../storage/storage.ts';
import { WIDTHS } from '../transforms/sizes.ts';
import { type Asked, PictureQuery } from '../transforms/transform-fields.ts';
import type { Transforms } from '../transforms/transforms.ts';
import { sendStored } from './file-answer.ts';
import { findDerivative, findOriginal, type ServedFile } from './files.sql.ts';
import { secondsLeft, signAsset } from './signed-urls.ts';

const YEAR_SECONDS = 31_536_000;
const WEEK_SECONDS = 604_800;
/** For addresses without a version: a change is visible everywhere after that time. */
const SHORT_SECONDS = 60;
/** For addresses that name a preset, which a tenant may change. */
const HOUR_SECONDS = 3_600;

/** `fixed`: the address always names the same bytes. `left`: the seconds for which a signature is valid. */
function cacheFor({ visibility }: ServedFile, left: number | null, fresh: number | 'fixed'): string {
  if (visibility === 'private') return `private, max-age=${Math.min(left!, SHORT_SECONDS)}`;
  return fresh === 'fixed' ? `public, max-age=${YEAR_SECONDS}, immutable` : `public, max-age=${fresh}`;
}

/** A shared cache drops the file when `media.changed` names its asset. */
function tagPublic(reply: FastifyReply, assetId: string, { visibility }: ServedFile): void {
  if (visibility === 'public') tagAnswer(reply, new Set([surrogateKey('asset', assetId)]));
}

const PICTURE = Object.keys(PictureQuery);

/**
 * Null without a parameter of a picture: the file itself, whatever else its address carries, as links on other sites do. Beside such a
 * parameter, an unknown name is a slip that would give another picture.
 */
function readAsked(file: string, query: Asked): Asked | null {
  const given = Object.keys(query);
  const [path] = given.filter((name) => PICTURE.includes(name));
  if (path === undefined) return null;
  const problems = given
    .filter((name) => !PICTURE.includes(name))
    .map((name) => ({
      path: name.slice(0, 100),
      code: 'unknown_field',
      message: unknownName(name, PICTURE),
    }));
  if (file !== 'original') {
    const message = 'is for the address of the original: …/original?w=640';
    problems.unshift({ path, code: 'not_allowed', message });
  }
  if (problems.length > 0) throw invalid(problems.slice(0, 20));
  return query;
}

const FileName = Type.String({
  maxLength: 40,
  description: 'original, or a derivative such as thumbnail.webp or large.avif.',
});
const Served = {
  description: 'The file, with the media type that was detected at its upload, or a picture made of it.',
  content: { '*/*': { schema: Type.String({ format: 'binary' }) } },
  sends: ['Content-Disposition', 'ETag'],
};

const SignedUrls = NamedObject('SignedUrls', {
  url: Type.String(),
  imageUrl: Nullable(
    Type.String({ description: 'The address of pictures in other sizes, to which parameters are added.' }),
  ),
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

export function fileRoutes(
  app: App,
  { db, clock, config, secrets }: Kernel,
  storage: Storage,
  transforms: Transforms,
): void {
  const Query = Type.Object({
    ...PictureQuery,
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
        fails: ['forbidden', 'rate_limited', 'unavailable', 'disk_full', 'quota_exceeded'],
        summary: 'Get a file as browsers do, without a token',
        description:
          'Private assets need a signed address. Ranges, If-Range and If-None-Match are understood. With parameters, the address of the ' +
          'original is that of a picture, made when it is first asked for: `w` is one of ' +
          `${WIDTHS.join(', ')}, or the parameters are those of a preset. ` +
          '503 if many pictures are being made.',
        params: Type.Object({ tenantId: Uuid(), id: Uuid(), file: FileName }),
        querystring: Query,
        ranges: true,
        response: { 200: Served },
      },
    },
    async (request, reply) => {
      const tenantId = request.params.tenantId.toLowerCase();
      const id = request.params.id.toLowerCase();
      const { v, expires, signature, ...others } = request.query;
      const asked = readAsked(request.params.file, others);
      const signed = { ...(expires && { expires }), ...(signature && { signature }) };
      const left = secondsLeft(secrets, tenantId, id, signed, clock());
      const maySee = (visibility: ServedFile['visibility']) => visibility === 'public' || left !== null;
      if (asked !== null) {
        const { accept } = request.headers;
        const whenGone = (run: () => void) => whenOver(reply.raw, run);
        const wanted = { tenantId, assetId: id, asked, accept, whenGone };
        const { file, label, version, varies } = await transforms.find(wanted, maySee);
        tagPublic(reply, id, file);
        if (varies) reply.header('vary', 'Accept');
        const seconds = asked.preset === undefined ? SHORT_SECONDS : HOUR_SECONDS;
        const isFixed = asked.preset === undefined && v === version;
        const cacheControl = cacheFor(file, left, isFixed ? 'fixed' : seconds);
        return sendStored(request, reply, storage, file, { cacheControl, name: nameOf(file, label) });
      }
      const file = await db.inTenant(tenantId, (tx) => findFile(tx, id, request.params.file), 'request');
      // The same answer as for a file that never existed.
      if (!maySee(file.visibility)) throw notFound('file');
      tagPublic(reply, id, file);
      const cacheControl = cacheFor(file, left, v === file.version ? 'fixed' : SHORT_SECONDS);
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
          const signed = (url: string) => `${url}&expires=${expires}&signature=${signature}`;
          const urlOf = (file: string, version: string) => signed(fileUrl(config, row, file, version));
          const picture = pictureUrl(config, row);
          return {
            url: urlOf('original', originalVersion(row)),
            imageUrl: picture === null ? null : signed(picture),
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
