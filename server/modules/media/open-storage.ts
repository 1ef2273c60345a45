import type { Config } from '#kernel/config.ts';
import type { Storage } from './storage.ts';
import { openDisk } from './storage-disk.ts';
import { openS3 } from './storage-s3.ts';

export function openStorage({ media }: Config): Storage {
  return media.s3 === null ? openDisk(media.dir) : openS3(media.s3, media.spoolDir);
}
