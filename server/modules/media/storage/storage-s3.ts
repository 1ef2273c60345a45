/** Files in a bucket of S3, or of a compatible service. */
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type * as Sdk from '@aws-sdk/client-s3';
import type { S3Settings } from '../settings.ts';
import { assertKey, type Storage } from './storage.ts';

/** Larger files are sent in parts of this size. S3 accepts parts of at least 5 MiB (except the last), and at most 10,000. */
const PART_BYTES = 8 * 1024 * 1024;

type Bucket = { sdk: typeof Sdk; client: Sdk.S3Client; name: string };

export function openS3(settings: S3Settings, spoolDir: string): Storage {
  let opened: Promise<Bucket> | null = null;
  // The SDK is large, so it is loaded only when it is used.
  const bucket = () => (opened ??= openBucket(settings));
  const read: Storage['read'] = async (key, range) => {
    assertKey(key);
    const { sdk, client, name } = await bucket();
    const Range = range && `bytes=${range.first}-${range.last}`;
    const found = await client.send(new sdk.GetObjectCommand({ Bucket: name, Key: key, Range }));
    const body = found.Body as Readable;
    if (range && found.ContentLength !== range.last - range.first + 1) {
      body.destroy();
      throw new Error('the storage answered with other bytes than were asked for');
    }
    return body;
  };
  return {
    async put(key, path) {
      assertKey(key);
      const { size } = await stat(path);
      if (size <= PART_BYTES) await putWhole(await bucket(), key, path, size);
      else await putInParts(await bucket(), key, path, size);
      await rm(path);
    },
    read,
    async withLocal(key, work) {
      const path = join(spoolDir, `fetched-${randomUUID()}`);
      await mkdir(spoolDir, { recursive: true, mode: 0o700 });
      try {
        await pipeline(await read(key), createWriteStream(path, { mode: 0o600 }));
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    async isEmpty() {
      const { sdk, client, name } = await bucket();
      const found = await client.send(new sdk.ListObjectsV2Command({ Bucket: name, MaxKeys: 1 }));
      return (found.KeyCount ?? 0) === 0;
    },
    async remove(key) {
      assertKey(key);
      const { sdk, client, name } = await bucket();
      await client.send(new sdk.DeleteObjectCommand({ Bucket: name, Key: key }));
    },
  };
}

async function openBucket(settings: S3Settings): Promise<Bucket> {
  const sdk = await import('@aws-sdk/client-s3');
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings;
  const client = new sdk.S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Some compatible services do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { sdk, client, name: bucket };
}

async function putWhole({ sdk, client, name }: Bucket, key: string, path: string, size: number) {
  const Body = createReadStream(path);
  try {
    await client.send(new sdk.PutObjectCommand({ Bucket: name, Key: key, Body, ContentLength: size }));
  } finally {
    Body.destroy();
  }
}

/** Has one part in memory at a time. Aborts a failed upload, so that its parts cost nothing. */
async function putInParts({ sdk, client, name }: Bucket, key: string, path: string, size: number) {
  const target = { Bucket: name, Key: key };
  const { UploadId } = await client.send(new sdk.CreateMultipartUploadCommand(target));
  const file = await open(path);
  try {
    const Parts: Sdk.CompletedPart[] = [];
    for (let from = 0; from < size; from += PART_BYTES) {
      const PartNumber = Parts.length + 1;
      const Body = Buffer.allocUnsafe(Math.min(PART_BYTES, size - from));
      await file.read(Body, 0, Body.length, from);
      const part = new sdk.UploadPartCommand({ ...target, UploadId, PartNumber, Body });
      Parts.push({ PartNumber, ETag: (await client.send(part)).ETag });
    }
    const whole = { ...target, UploadId, MultipartUpload: { Parts } };
    await client.send(new sdk.CompleteMultipartUploadCommand(whole));
  } catch (error) {
    await client.send(new sdk.AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {});
    throw error;
  } finally {
    await file.close();
  }
}
