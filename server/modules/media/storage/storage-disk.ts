/** Files under DATA_DIR/media. */
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assertKey, type Storage } from './storage.ts';

/** The first part of a key; the folder has uploads beside the tenants. */
const TENANT = /^[0-9a-f-]{36}$/;

export function openDisk(root: string): Storage {
  const pathOf = (key: string) => {
    assertKey(key);
    return join(root, key);
  };
  return {
    async put(key, path) {
      const target = pathOf(key);
      await sync(path);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await rename(path, target);
      // The name must survive a power cut as well as the bytes, and so must the folders of its path.
      for (let folder = dirname(target); folder.length >= root.length; folder = dirname(folder)) {
        await sync(folder);
      }
    },
    async read(key, range) {
      const file = await open(pathOf(key));
      return file.createReadStream(range && { start: range.first, end: range.last });
    },
    withLocal: (key, work) => work(pathOf(key)),
    async isEmpty() {
      const names = await readdir(root).catch(() => []);
      return !names.some((name) => TENANT.test(name));
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  };
}

async function sync(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
