/** Stands in for pg_basebackup where only the embedded PostgreSQL is installed: the same command of the replication protocol. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';

const { values } = parseArgs({
  options: {
    host: { type: 'string', short: 'h' },
    username: { type: 'string', short: 'U' },
    pgdata: { type: 'string', short: 'D', default: '' },
    slot: { type: 'string' },
    checkpoint: { type: 'string', default: 'spread' },
    'create-slot': { type: 'boolean' },
    'write-recovery-conf': { type: 'boolean' },
  },
});
const { host, username: user, pgdata, slot, checkpoint } = values;
const passfile = join(homedir(), '.pgpass');
const password = readFileSync(passfile, 'utf8').trim().split(':')[4];
const client = new pg.Client({ ...{ host, user, password }, ...({ replication: 'true' } as object) });
await client.connect();
if (values['create-slot']) await client.query(`CREATE_REPLICATION_SLOT ${slot} PHYSICAL (RESERVE_WAL)`);
mkdirSync(pgdata, { mode: 0o700 });
const tar = spawn('tar', ['-xp', '-C', pgdata], { stdio: ['pipe', 'inherit', 'inherit'] });
// In the stream, a piece of an archive begins with `d`; the others are names and progress.
const DATA = 'd'.charCodeAt(0);
await new Promise<void>((resolve, reject) => {
  const nothing = () => {};
  client.query({
    submit: (connection: pg.Connection) =>
      void connection.query(`BASE_BACKUP (CHECKPOINT '${checkpoint}', WAL true, MANIFEST 'no')`),
    handleRowDescription: nothing,
    handleDataRow: nothing,
    handleCommandComplete: nothing,
    handleCopyData: ({ chunk }: { chunk: Buffer }) => {
      // A copy: the client uses its buffer again.
      if (chunk[0] === DATA) tar.stdin.write(Buffer.from(chunk.subarray(1)));
    },
    handleReadyForQuery: () => resolve(),
    handleError: reject,
  } as never);
});
tar.stdin.end();
const [code] = await once(tar, 'exit');
if (values['write-recovery-conf']) {
  const settings = `primary_conninfo = 'user=${user} passfile=''${passfile}'' host=${host} port=5432'\nprimary_slot_name = '${slot}'\n`;
  appendFileSync(join(pgdata, 'postgresql.auto.conf'), settings);
  writeFileSync(join(pgdata, 'standby.signal'), '');
}
await client.end();
process.exit(code);
