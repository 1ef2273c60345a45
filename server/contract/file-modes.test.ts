import assert from 'node:assert/strict';
import { chmodSync, globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openDatabase } from '../boot.ts';
import { png } from '../modules/media/testing/images.ts';
import { settled, uploaded } from '../modules/media/testing/uploads.ts';
import { readSettings } from '../settings.ts';
import { newTenant, useApp } from '../testing.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it('files and pictures of tenants are closed to other users of the machine', async () => {
  const test = await useApp();
  const tenant = await newTenant(test);
  const work = test.startWork();
  const { id } = await uploaded(test, tenant.key, await png(400, 300));
  await settled(test, tenant.key, id);
  await work.stop();
  const { dir } = test.kernel.config.media;
  const found = globSync('**', { cwd: dir }).map((name) => join(dir, name));
  assert.ok(found.length > 5, found.join());
  const open = found.filter((path) => (statSync(path).mode & 0o077) !== 0);
  assert.deepEqual(open, []);
});

it('folders that were left open are closed at the next start', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'colonnade-modes-'));
  t.after(() => rmSync(dataDir, { recursive: true }));
  mkdirSync(join(dataDir, 'media', 'spool'), { recursive: true });
  const folders = [dataDir, join(dataDir, 'media'), join(dataDir, 'media', 'spool')];
  for (const folder of folders) chmodSync(folder, 0o755);
  const { stop } = await openDatabase(
    readSettings({ DATA_DIR: dataDir, DATABASE_URL: 'postgres://nobody@localhost/nothing' }),
  );
  await stop();
  assert.deepEqual(folders.map(modeOf), ['700', '700', '700']);
  assert.equal(modeOf(join(dataDir, 'secret')), '600');
});

it('a folder or file that DATA_DIR names by mistake keeps its mode', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'colonnade-modes-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'someone-elses');
  writeFileSync(file, '');
  chmodSync(folder, 0o777);
  chmodSync(file, 0o644);
  // Twice: the first start leaves a secret in the folder.
  for (const dataDir of [folder, folder, file]) {
    const settings = readSettings({
      DATA_DIR: dataDir,
      DATABASE_URL: 'postgres://nobody@localhost/nothing',
    });
    await openDatabase(settings).then(
      ({ stop }) => stop(),
      () => {},
    );
  }
  assert.deepEqual([modeOf(folder), modeOf(file)], ['777', '644']);
});
