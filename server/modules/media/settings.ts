import { resolve } from 'node:path';
import { type Env, integer, parseAddress, SetupError } from '#kernel/setting.ts';
import type { UsageKind } from '#kernel/usage-kinds.ts';

export type MediaSettings = {
  /** The folder of the files, unless S3 is set. */
  dir: string;
  /** The folder of uploads and unfinished pictures until they are stored; on the same disk as `dir`. */
  spoolDir: string;
  maxBytes: number;
  /** Larger images are not opened. */
  maxPixels: number;
  /** The longest processing time of one image. */
  processSeconds: number;
  /** The process that makes pictures is ended if it uses more memory than this. */
  processMaxBytes: number;
  s3: S3Settings | null;
};

export type S3Settings = {
  bucket: string;
  region: string;
  /** The address of a server other than Amazon's. */
  endpoint: string | null;
  accessKeyId: string;
  secretAccessKey: string;
};

export function readMediaSettings(env: Env, dataDir: string): MediaSettings {
  const dir = resolve(dataDir, 'media');
  return {
    dir,
    spoolDir: resolve(dir, 'spool'),
    maxBytes: integer(env, 'MEDIA_MAX_MIB', 100, 1, 50_000) * 1024 * 1024,
    maxPixels: integer(env, 'MEDIA_MAX_MEGAPIXELS', 100, 1, 1000) * 1_000_000,
    processSeconds: integer(env, 'MEDIA_PROCESS_SECONDS', 60, 1, 600),
    processMaxBytes: integer(env, 'MEDIA_PROCESS_MAX_MIB', 1024, 128, 100_000) * 1024 * 1024,
    s3: readS3(env),
  };
}

function readS3(env: Env): S3Settings | null {
  const bucket = env.MEDIA_S3_BUCKET;
  if (!bucket) return null;
  const { MEDIA_S3_ACCESS_KEY_ID: accessKeyId, MEDIA_S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  if (!accessKeyId || !secretAccessKey) {
    throw new SetupError(
      'MEDIA_S3_BUCKET needs MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY beside it.',
    );
  }
  // They become part of a header. The message does not repeat them.
  if (!/^[!-~]+$/.test(accessKeyId + secretAccessKey)) {
    throw new SetupError(
      'MEDIA_S3_ACCESS_KEY_ID and MEDIA_S3_SECRET_ACCESS_KEY may have ASCII characters only, and no blanks.',
    );
  }
  const endpoint = env.MEDIA_S3_ENDPOINT || null;
  if (endpoint !== null) parseAddress('MEDIA_S3_ENDPOINT', endpoint);
  const region = env.MEDIA_S3_REGION || 'us-east-1';
  for (const [name, value] of Object.entries({ MEDIA_S3_BUCKET: bucket, MEDIA_S3_REGION: region })) {
    if (/^[\w.-]+$/.test(value)) continue;
    throw new SetupError(
      `${name} may have letters, digits, dots, hyphens and underscores, but is "${value}".`,
    );
  }
  return { bucket, region, endpoint, accessKeyId, secretAccessKey };
}

export const FILES = {
  name: 'files',
  unit: 'bytes',
  remedy: 'Delete unused files',
  quota: { setting: 'QUOTA_FILES_MIB', default: 10_240 },
} as const satisfies UsageKind;

/** Pictures made on request. A new one replaces those that were not asked for the longest. */
export const TRANSFORMS = {
  name: 'transforms',
  unit: 'bytes',
  remedy: 'Use fewer sizes of images',
  quota: { setting: 'QUOTA_TRANSFORMS_MIB', default: 2_048 },
} as const satisfies UsageKind;
