/** One suite that every storage passes. */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { startS3 } from '../testing/s3.ts';
import { isMissing, keyOf, type Storage } from './storage.ts';
import { openDisk } from './storage-disk.ts';
import { openS3 } from './storage-s3.ts';

const folder = await mkdtemp(join(tmpdir(), 'colonnade-storage-'));
const s3 = await startS3(join(folder, 'bucket'));
after(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

const STORAGES: Record<string, Storage> = {
  disk: openDisk(join(folder, 'disk')),
  s3: openS3(s3.settings, join(folder, 'spool')),
};

const newKey = () => keyOf(newId(), createHash('sha256').update(randomBytes(8)).digest('hex'), newId());
const bytesOf = async (stream: Readable) => Buffer.concat(await stream.toArray());
async function newFile(bytes: Buffer): Promise<string> {
  const path = join(folder, newId());
  await writeFile(path, bytes);
  return path;
}

for (const [name, storage] of Object.entries(STORAGES)) {
  const put = async (bytes: Buffer) => {
    const key = newKey();
    await storage.put(key, await newFile(bytes));
    return key;
  };

  it(`${name} is empty until a file is stored, and names a missing file`, async () => {
    assert.equal(await storage.isEmpty(), true);
    const key = await put(Buffer.from('bytes'));
    assert.equal(await storage.isEmpty(), false);
    await storage.remove(key);
    await assert.rejects(storage.read(key), isMissing);
  });

  describe(`a file stored by ${name}`, () => {
    it('is returned byte for byte, and moved from its former path', async () => {
      const bytes = randomBytes(100_000);
      const path = await newFile(bytes);
      const key = newKey();
      await storage.put(key, path);
      assert.deepEqual(await bytesOf(await storage.read(key)), bytes);
      assert.equal(existsSync(path), false);
    });

    it('may be larger than one part of an upload', async () => {
      const bytes = randomBytes(18 * 1024 * 1024);
      const key = await put(bytes);
      assert.ok((await bytesOf(await storage.read(key))).equals(bytes));
      const range = { first: 8 * 1024 * 1024 - 5, last: 8 * 1024 * 1024 + 4 };
      assert.deepEqual(
        await bytesOf(await storage.read(key, range)),
        bytes.subarray(range.first, range.last + 1),
      );
    });

    it('is read in part, both ends included', async () => {
      const key = await put(Buffer.from('0123456789'));
      for (const [first, last, expected] of [
        [0, 1, '01'],
        [2, 5, '2345'],
        [9, 9, '9'],
        [0, 9, '0123456789'],
      ] as const) {
        assert.equal((await bytesOf(await storage.read(key, { first, last }))).toString(), expected);
      }
    });

    it('is available as a local file during the work on it', async () => {
      const key = await put(Buffer.from('here'));
      assert.equal(await storage.withLocal(key, (path) => readFile(path, 'utf8')), 'here');
    });

    it('is gone once removed, and removing it again is fine', async () => {
      const key = await put(Buffer.from('x'));
      await storage.remove(key);
      await storage.remove(key);
      await assert.rejects(storage.read(key));
    });

    it('closes everything when the reader disconnects half-way', async () => {
      const stream = await storage.read(await put(randomBytes(5_000_000)));
      await once(stream, 'readable');
      stream.destroy();
      await once(stream, 'close');
    });

    it('has a key that cannot name a path elsewhere', async () => {
      const tenant = newId();
      for (const key of [
        '../x',
        '/etc/passwd',
        `${tenant}/../../x`,
        '',
        'a/b',
        `${newKey()}/..`,
        `${newKey()}\n`,
      ]) {
        await assert.rejects(async () => storage.read(key), /not a key of the storage/);
        await assert.rejects(async () => storage.remove(key), /not a key of the storage/);
        await assert.rejects(
          async () => storage.put(key, await newFile(Buffer.from('x'))),
          /not a key of the storage/,
        );
      }
    });

    it('that does not exist fails before the first byte', async () => {
      await assert.rejects(storage.read(newKey()));
    });
  });
}
