import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import pg from 'pg';
import { asRole, ROLES } from '#kernel/db/db.ts';
import { bringUpToDate, openDatabase } from './boot.ts';
import { readSettings } from './settings.ts';

it('in the embedded server our roles can connect to one database only, and cannot create tables there', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'colonnade-walls-'));
  const { secrets, address, stop } = await openDatabase(readSettings({ DATA_DIR: dataDir }));
  t.after(async () => {
    await stop();
    rmSync(dataDir, { recursive: true });
  });
  await bringUpToDate(address, secrets);
  const run = async (role: string, database: string, sql: string): Promise<string> => {
    const url = new URL(asRole(address, role, secrets.databasePassword(role)));
    url.pathname = `/${database}`;
    const client = new pg.Client(url.toString());
    return client
      .connect()
      .then(() => client.query(sql))
      .then(
        () => 'done',
        (error: Error) => error.message,
      )
      .finally(() => client.end());
  };
  const ours = new URL(address.connectionString).pathname.slice(1);
  for (const role of Object.values(ROLES)) {
    assert.equal(await run(role, ours, 'select'), 'done');
    assert.match(
      await run(role, ours, 'create temporary table t ()'),
      /permission denied to create temporary/,
    );
    for (const other of ['postgres', 'template1']) {
      assert.match(await run(role, other, 'select'), /permission denied for database/);
    }
  }
});
