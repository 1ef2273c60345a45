/** A form with a file, read as it arrives: the file goes to disk, and its digest is computed on the way. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy';
import type { FastifyRequest } from 'fastify';
import { badRequest, unavailable } from '#kernel/errors.ts';
import { fileTooLarge, readUpload } from '#kernel/http/body/upload.ts';
import { newId } from '#kernel/id.ts';
import { Slices } from '#kernel/work/slices.ts';

export type SpooledFile = { path: string; sha256: Buffer; size: number; filename: string };
/** A field may come more than once. Of several files, only the first is stored; `files` counts them. */
export type Form = { fields: Map<string, string[]>; file: SpooledFile | null; files: number };

/** Room for the fields and the structure of the form. */
export const AROUND_BYTES = 512 * 1024;
/** With the smallest possible parts, parsing this many bytes takes some milliseconds. */
const PARSED_AT_ONCE = 16 * 1024;
const LIMITS = { fields: 100, fieldSize: 16 * 1024, fieldNameSize: 100, parts: 110, headerPairs: 20 };

/** The caller removes the file when done with it; a form that cannot be read leaves none. */
export async function receiveForm(
  request: FastifyRequest,
  spoolDir: string,
  maxBytes: number,
): Promise<Form> {
  await mkdir(spoolDir, { recursive: true, mode: 0o700 });
  const path = join(spoolDir, `upload-${newId()}`);
  const form: Form = { fields: new Map(), file: null, files: 0 };
  const parser = openParser(request.headers, maxBytes);
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => {});
  let saving: Promise<void> = Promise.resolve();
  let incoming: BusboyFileStream | null = null;
  parser.on('field', (name, value) => {
    form.fields.set(name, [...(form.fields.get(name) ?? []), value]);
  });
  parser.on('file', (name, stream, filename) => {
    if (name !== 'file' || ++form.files > 1) return void stream.resume();
    incoming = stream;
    stream.once('limit', () => failure.reject(fileTooLarge(maxBytes)));
    saving = save(stream, path).then((saved) => {
      form.file = { ...saved, path, filename: filename ?? '' };
    });
    saving.catch((error) => failure.reject(asTold(error)));
  });
  parser.once('error', () => failure.reject(badRequest('The form could not be read.')));
  for (const limit of ['partsLimit', 'fieldsLimit'] as const) {
    parser.once(limit, () => failure.reject(badRequest('The form has too many fields.')));
  }
  try {
    const slices = new Slices();
    const orFailure = <T>(step: Promise<T>) => Promise.race([step, failure.promise]);
    for await (const piece of readUpload(request, maxBytes, AROUND_BYTES)) {
      for (let at = 0; at < piece.length; at += PARSED_AT_ONCE) {
        await slices.pause();
        const some = piece.subarray(at, at + PARSED_AT_ONCE);
        await orFailure(new Promise((resolve) => parser.write(some, resolve)));
      }
    }
    const finished = once(parser, 'finish');
    finished.catch(() => {});
    parser.end();
    await orFailure(finished);
    await orFailure(saving);
    return form;
  } catch (error) {
    parser.destroy();
    // Without this, the stream would wait for the rest for ever.
    (incoming as BusboyFileStream | null)?.destroy();
    await saving.catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

function openParser(headers: IncomingHttpHeaders, maxBytes: number): BusboyInstance {
  try {
    const limits = { ...LIMITS, fileSize: maxBytes };
    return new Busboy({ headers: headers as BusboyHeaders, limits });
  } catch {
    throw badRequest('The Content-Type of the form must name a boundary.');
  }
}

async function save(stream: BusboyFileStream, path: string): Promise<{ sha256: Buffer; size: number }> {
  const digest = createHash('sha256');
  let size = 0;
  async function* measured(pieces: AsyncIterable<Buffer>) {
    for await (const piece of pieces) {
      digest.update(piece);
      size += piece.length;
      yield piece;
    }
  }
  await pipeline(stream, measured, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
  return { sha256: digest.digest(), size };
}

function asTold(error: NodeJS.ErrnoException): Error {
  if (!['ENOSPC', 'EDQUOT', 'EMFILE'].includes(error.code ?? '')) return error;
  const told = unavailable('There is no room for files right now. Please try again later.', 60);
  told.cause = error;
  return told;
}
