import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase } from '#kernel/testing/database.ts';
import { connectAsOwner } from './migrate.ts';
import { assertOwnSessions } from './sessions.ts';

const isThere = spawnSync('pgbouncer', ['--version']).status === 0;

/** A pgbouncer in front of a database. */
async function pooled(t: TestContext, mode: string) {
  const database = await cloneDatabase();
  const { username, password, hostname, port, pathname } = new URL(database.connectionString);
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const { port: own } = listener.address() as { port: number };
  await new Promise((resolve) => listener.close(resolve));
  const folder = await mkdtemp(join(tmpdir(), 'colonnade-pooler-'));
  await chmod(folder, 0o755);
  const users = join(folder, 'users.txt');
  await writeFile(users, `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]\n* = host=${hostname} port=${port}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${own}
unix_socket_dir =\nauth_type = plain\nauth_file = ${users}\npool_mode = ${mode}\n`,
  );
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const pooler = spawn('pgbouncer', ['-q', ...asNobody, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' });
  t.after(async () => {
    pooler.kill('SIGINT');
    await once(pooler, 'exit');
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const address = { connectionString: `postgres://${username}:${password}@127.0.0.1:${own}${pathname}` };
  for (let looks = 0; ; looks++) {
    const client = await connectAsOwner(address).catch((error) => {
      if (looks > 500) throw error;
    });
    if (client !== undefined) return client.end().then(() => address);
    await sleep(20);
  }
}

it('PostgreSQL itself gives every connection a session of its own', async () => {
  const database = await cloneDatabase();
  await assertOwnSessions(database).finally(database.drop);
});

for (const mode of ['transaction', 'statement']) {
  it(`a pooler in ${mode} mode is refused in one sentence`, {
    skip: !isThere && 'there is no pgbouncer here',
  }, async (t) => {
    const address = await pooled(t, mode);
    await assert.rejects(assertOwnSessions(address), {
      message:
        /^DATABASE_URL leads through a connection pooler in transaction or statement mode, .*connect to PostgreSQL directly, .*\.$/,
    });
  });
}

it('a pooler in session mode is accepted', { skip: !isThere && 'there is no pgbouncer here' }, async (t) => {
  await assertOwnSessions(await pooled(t, 'session'));
});
