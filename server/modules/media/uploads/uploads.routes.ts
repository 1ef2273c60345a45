import { rm } from 'node:fs/promises';
import { Type } from 'typebox';
import type { Tx } from '#kernel/db/db.ts';
import { createDiskGuard } from '#kernel/disk.ts';
import { invalid } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { judgeUnknown } from '#kernel/http/body/unknown-fields.ts';
import { acceptUploads } from '#kernel/http/body/upload.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import { Success } from '#kernel/http/envelope.ts';
import { withEtag } from '#kernel/http/etag.ts';
import { NamedObject } from '#kernel/http/named.ts';
import type { Kernel } from '#kernel/module.ts';
import { createAssertRoom } from '#kernel/usage.ts';
import { Asset, NewAsset } from '../asset-fields.ts';
import { FILES, type MediaSettings } from '../settings.ts';
import type { Storage } from '../storage/storage.ts';
import { AROUND_BYTES, receiveForm } from './upload-form.ts';
import { digestOf, readForm, rehearseUpload, storeUpload, unknownIn } from './uploads.ts';

const UploadForm = NamedObject('NewAsset', {
  file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
  ...NewAsset.properties,
});

export function uploadRoutes(
  app: App,
  { db, clock, config, metrics }: Kernel,
  settings: MediaSettings,
  storage: Storage,
  wake: () => void,
): void {
  const assertRoom = createAssertRoom(config, metrics);
  const assertDisk = createDiskGuard(config.dataDir, settings.s3 === null ? config.diskReserveBytes : 0);
  app.register(async (scope) => {
    acceptUploads(scope as App, ['multipart/form-data']);
    (scope as App).post(
      '/v1/media',
      {
        config: { role: 'editor', scope: 'write:media', dryRun: true },
        schema: {
          operationId: 'uploadAsset',
          fails: ['quota_exceeded', 'disk_full'],
          sends: ['Location'],
          summary: 'Upload a file',
          description:
            'The file is kept and served byte for byte, also the place and time that a camera wrote into a photo: upload a photo that must not show them as private, or without them. The pictures made of it contain neither. Repeat `tags` for several; `focalPoint` and `translations` are JSON. With an Idempotency-Key, the same file and fields replay.',
          consumes: ['multipart/form-data'],
          body: UploadForm,
          response: { 201: Success(Asset) },
        },
      },
      async (request, reply) => {
        await assertDisk();
        // A file that is too large is refused before it is sent, if the client announces its length.
        const announced = Number(request.headers['content-length'] ?? 0);
        await db.inTenant(request.actor.tenant.id, (tx) =>
          assertRoom(tx, FILES, Math.max(announced - AROUND_BYTES, 1)),
        );
        const form = await receiveForm(request, settings.spoolDir, settings.maxBytes);
        try {
          const unknown = unknownIn(form);
          const problems = judgeUnknown(request, reply, unknown);
          if (problems.length > 0) throw invalid(problems);
          const upload = readForm(form);
          request.rawBody = digestOf(upload.said, upload.file);
          const deps = { db, clock, storage, addresses: config, assertRoom };
          const commit = (work: (tx: Tx) => Promise<Asset>) => request.inTenant(work);
          const store = isDryRun(request) ? rehearseUpload : storeUpload;
          const asset = await store(deps, request.actor.tenant.id, upload, commit);
          wake();
          if (!request.replayed && !isDryRun(request)) reply.header('location', `/v1/media/${asset.id}`);
          return reply.code(201).send(withEtag(reply, asset));
        } finally {
          if (form.file !== null) await rm(form.file.path, { force: true });
        }
      },
    );
  });
}
