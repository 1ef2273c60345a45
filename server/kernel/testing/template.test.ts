import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { cachedTemplate } from '#kernel/testing/template.ts';

const root = mkdtempSync(join(tmpdir(), 'colonnade-template-'));
after(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
function newFolder(text?: string): string {
  const folder = join(root, String(++made));
  mkdirSync(join(folder, 'postgres'), { recursive: true });
  if (text === undefined) rmSync(join(folder, 'postgres'), { recursive: true });
  else writeFileSync(join(folder, 'postgres/PG_VERSION'), text);
  return folder;
}
const versionIn = (folder: string) => readFileSync(join(folder, 'postgres/PG_VERSION'), 'utf8');
const filesOf = (cache: string) => readdirSync(cache).map((name) => join(cache, name));

describe('the template of a test run', () => {
  it('is kept for the next run of the same day, not for one of another day', async () => {
    const cache = join(root, 'days');
    await cachedTemplate('postgres', cache).keep(newFolder('18'));
    const folder = newFolder();
    assert.equal(await cachedTemplate('postgres', cache).restore(folder), true);
    assert.equal(versionIn(folder), '18');
    const tomorrow = new Date(Date.now() + 86_400_000);
    assert.equal(await cachedTemplate('postgres', cache, tomorrow).restore(newFolder()), false);
  });

  it('that was only half written is not used, and leaves nothing behind', async () => {
    const cache = join(root, 'halves');
    const template = cachedTemplate('postgres', cache);
    await template.keep(newFolder('18'.repeat(100_000)));
    const [file] = filesOf(cache);
    writeFileSync(file!, readFileSync(file!).subarray(0, 50_000));
    const folder = newFolder();
    assert.equal(await template.restore(folder), false);
    assert.equal(existsSync(join(folder, 'postgres')), false);
  });

  it('is whole if several runs keep it at once, and there is one', async () => {
    const cache = join(root, 'crowds');
    const text = '18'.repeat(100_000);
    const folders = Array.from({ length: 4 }, () => newFolder(text));
    await Promise.all(folders.map((folder) => cachedTemplate('postgres', cache).keep(folder)));
    assert.equal(filesOf(cache).length, 1);
    const folder = newFolder();
    assert.equal(await cachedTemplate('postgres', cache).restore(folder), true);
    assert.equal(versionIn(folder), text);
  });

  it('is not missed where nothing can be written', async () => {
    const cache = join(root, 'a file');
    writeFileSync(cache, '');
    const template = cachedTemplate('postgres', cache);
    await template.keep(newFolder('18'));
    assert.equal(await template.restore(newFolder()), false);
  });
});
