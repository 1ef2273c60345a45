import { rm } from 'node:fs/promises';
import { Type } from 'typebox';
import { Success } from '#kernel/http/envelope.ts';
import { etagged } from '#kernel/http/etag.ts';
import type { App } from '#kernel/http/server.ts';
import { acceptUploads } from '#kernel/http/upload.ts';
import { compileValidator } from '#kernel/http/validation.ts';
import type { Kernel } from '#kernel/module.ts';
import { Asset, NewAsset } from './asset-fields.ts';
import type { Storage } from './storage.ts';
import { receiveForm } from './upload-form.ts';
import { digestOf, readForm, storeUpload } from './uploads.ts';

const UploadForm = Type.Object({
  file: Type.Unsafe<unknown>({ type: 'string', format: 'binary' }),
  ...NewAsset.properties,
});

export function uploadRoutes(app: App, kernel: Kernel, storage: Storage, wake: () => void): void {
  const { db, clock, config } = kernel;
  app.register(async (scope) => {
    acceptUploads(scope as App, ['multipart/form-data']);
    (scope as App).post(
      '/v1/media',
      {
        config: { role: 'editor', scope: 'write:media' },
        schema: {
          operationId: 'uploadAsset',
          summary: 'Upload a file',
          description:
            'Repeat `tags` for several; `focalPoint` is JSON. With an Idempotency-Key, the same file and fields replay.',
          consumes: ['multipart/form-data'],
          body: UploadForm,
          response: { 201: Success(Asset) },
        },
        // The handler reads the form; what is in it is judged there.
        validatorCompiler: ({ schema, httpPart }) =>
          httpPart === 'body' ? () => true : compileValidator(schema, httpPart),
      },
      async (request, reply) => {
        const form = await receiveForm(request, config.media.spoolDir, config.media.maxBytes);
        try {
          const upload = readForm(form);
          request.rawBody = digestOf(upload.said, upload.file);
          const deps = { db, clock, storage, addresses: config };
          const asset = await storeUpload(deps, request.actor.tenant.id, upload, (work) =>
            request.inTenant(work),
          );
          wake();
          if (!request.replayed) reply.header('location', `/v1/media/${asset.id}`);
          return reply.code(201).send(etagged(reply, asset));
        } finally {
          if (form.file !== null) await rm(form.file.path, { force: true });
        }
      },
    );
  });
}
