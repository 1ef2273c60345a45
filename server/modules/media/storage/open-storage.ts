import type { MediaSettings } from '../settings.ts';
import type { Storage } from './storage.ts';
import { openDisk } from './storage-disk.ts';
import { openS3 } from './storage-s3.ts';

export function openStorage({ s3, dir, spoolDir }: MediaSettings): Storage {
  return s3 === null ? openDisk(dir) : openS3(s3, spoolDir);
}
