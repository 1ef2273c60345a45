/** A PostgreSQL pair of its own: these tests stop servers and promote one. */
import assert from 'node:assert/strict';
import { type AddressInfo, createServer } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLog } from '#kernel/log.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { startPair } from '#kernel/testing/pair.ts';
import { connect } from './db.ts';
import { connectAsOwner } from './migrate.ts';
import { toPrimary } from './primary.ts';

const pair = await startPair();
after(() => pair.close());
const { primary, standby } = pair;
const DEAD = '127.0.0.1:1';
/** Lists of their own stand for other processes: what one knows about its hosts, another does not. */
const IDLE = [primary.host, standby.host, '127.0.0.1:3'];

/** The port of the server that an address leads to. */
async function leadsTo(...hosts: string[]): Promise<string> {
  const owner = await connectAsOwner({ connectionString: pair.at(...hosts) });
  const { rows } = await owner.query<{ port: number }>('select inet_server_port() as port');
  await owner.end();
  return `127.0.0.1:${rows[0]!.port}`;
}

const open = (...hosts: string[]) =>
  connect({
    address: { connectionString: pair.at(...hosts) },
    secrets: deriveSecrets([TEST_SECRET]),
    connections: 2,
    log: createLog('silent'),
  });

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await holds().catch(() => false))) {
    assert.ok(performance.now() < end, 'it takes longer than ten seconds');
    await sleep(20);
  }
}

describe('an address of several hosts', () => {
  it('leads past a host that refuses connections', async () => {
    assert.equal(await leadsTo(DEAD, primary.host), primary.host);
  });

  it('leads past a standby', async () => {
    assert.equal(await leadsTo(standby.host, primary.host), primary.host);
  });

  it('leads past a silent host, which is tried last from then on', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    t.after(() => silent.close());
    await new Promise((resolve) => silent.once('listening', resolve));
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    assert.equal(await leadsTo(host, primary.host), primary.host);
    const began = performance.now();
    assert.equal(await leadsTo(host, primary.host), primary.host);
    assert.ok(performance.now() - began < 1_000);
  });

  it('may name hosts by IPv6 address, and leave out the port', async () => {
    assert.equal(await leadsTo('[::1]:1', 'localhost', primary.host), primary.host);
  });

  it('without a primary gets a sentence that names every host and its reason, and no password', async () => {
    const address = pair.at(standby.host, DEAD, standby.host.replace('127.0.0.1', 'localhost'));
    await assert.rejects(connectAsOwner({ connectionString: address }), {
      message:
        `The database cannot be reached: no host is a primary that answers: ${standby.host} (a standby), ` +
        `${DEAD} (connect ECONNREFUSED ${DEAD}), ${standby.host.replace('127.0.0.1', 'localhost')} (a standby).`,
    });
  });

  it('names the reason of a server that refuses the user', async () => {
    const address = pair.at(primary.host, standby.host).replace('colonnade:', 'nobody:');
    await assert.rejects(connectAsOwner({ connectionString: address }), {
      message: /: 127\.0\.0\.1:\d+ \(password authentication failed for user "nobody"\), .* \(password/,
    });
  });

  it('may be left while the search lasts', async (t) => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    t.after(() => silent.close());
    await new Promise((resolve) => silent.once('listening', resolve));
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { Client, connectionString } = toPrimary(pair.at(host, host));
    const client = new Client({ connectionString });
    client.connect().catch(() => {});
    await sleep(50);
    const began = performance.now();
    await client.end();
    assert.ok(performance.now() - began < 3_000);
  });

  it('closes a connection that has become read-only', async () => {
    const owner = await connectAsOwner({ connectionString: pair.at(primary.host, standby.host) });
    const ended = new Promise((resolve) => owner.once('end', resolve));
    await owner.query('set default_transaction_read_only = on');
    await assert.rejects(owner.query('create table refused ()'), { code: '25006' });
    await ended;
  });

  it('of one host is left to pg alone', () => {
    const { connectionString, Client } = toPrimary('postgres://u:a,b@h/d');
    assert.equal(connectionString, 'postgres://u:a,b@h/d');
    assert.equal(Client.name, 'Client');
  });

  it('follows a promotion, and never returns to the former primary', async (t) => {
    const db = open(primary.host, standby.host);
    t.after(() => db.close());
    const port = async () => {
      const { rows } = await db.acrossTenants((tx) => tx.query('select inet_server_port() as port'));
      return `127.0.0.1:${rows[0]!.port}`;
    };
    let notified = 0;
    db.onEvents(() => {
      notified += 1;
    });
    assert.equal(await port(), primary.host);
    assert.equal(await leadsTo(...IDLE), primary.host);

    await primary.kill();
    await assert.rejects(port());
    await pair.promote();
    await until(async () => (await port()) === standby.host);

    await primary.start();
    // Every connection is lost once, with a former primary that answers again.
    await standby.stop();
    await assert.rejects(port(), (error: Error) => {
      assert.match((error.cause as Error).message, /\(a former primary, on timeline 1 of 2\)/);
      return true;
    });
    await standby.start();
    await until(async () => (await port()) === standby.host);
    // The listening connection is there, too.
    const before = notified;
    const owner = await connectAsOwner({ connectionString: pair.at(standby.host) });
    await until(async () => {
      await owner.query('notify colonnade_events');
      return notified > before;
    });
    await owner.end();
  });

  it('leads to the latest primary a process that is new, or was idle during the promotion', async () => {
    assert.equal(await leadsTo(...IDLE), standby.host);
    assert.equal(await leadsTo(primary.host, standby.host, DEAD), standby.host);
  });

  it('closes connections to a former primary that still answers', async () => {
    const list = [primary.host, standby.host, '127.0.0.1:2'];
    await standby.stop();
    const owner = await connectAsOwner({ connectionString: pair.at(...list) });
    const ended = new Promise((resolve) => owner.once('end', resolve));
    await standby.start();
    const other = await connectAsOwner({
      connectionString: `${pair.at(primary.host)}`.replace(/colonnade$/, 'postgres'),
    });
    await other.query('alter database colonnade allow_connections false').finally(() => other.end());
    await owner.query('select 1');
    assert.equal(await leadsTo(...list), standby.host);
    await ended;
  });
});
