/** Stands in for psql where only the embedded PostgreSQL is installed: one statement through the local socket, rows as with -At. */
import { userInfo } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { from, to } from 'pg-copy-streams';

const { values } = parseArgs({
  options: {
    dbname: { type: 'string', short: 'd', default: 'postgres' },
    port: { type: 'string', short: 'p', default: '5432' },
    command: { type: 'string', short: 'c', default: '' },
    quiet: { type: 'boolean', short: 'q' },
    'no-align': { type: 'boolean', short: 'A' },
    'tuples-only': { type: 'boolean', short: 't' },
  },
});
const { dbname: database, port, command } = values;
const client = new pg.Client({
  ...{ host: '/run/postgresql', port: Number(port), user: userInfo().username, database },
  types: { getTypeParser: () => (text: string) => text },
});
await client.connect();
if (/from stdin$/.test(command)) await pipeline(process.stdin, client.query(from(command)));
else if (/to stdout$/.test(command))
  await pipeline(client.query(to(command)), process.stdout, { end: false });
else {
  const { rows } = await client.query<string[]>({ text: command, rowMode: 'array' });
  for (const row of rows) console.log(row.map((value) => value ?? '').join('|'));
}
await client.end();
