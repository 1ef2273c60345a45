import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect as connectTo, createServer } from 'node:net';
import { it } from 'node:test';
import { newTenant, useApp } from '../../testing.ts';
import { connect, mostConnections, type Tx } from './db.ts';
import { connectAsOwner } from './migrate.ts';

const test = await useApp();
const { db } = test;
const tenant = await newTenant(test);

const addCustomer = (tx: Tx, name: string) =>
  tx.query(
    `insert into customers (tenant_id, id, name, created_at, updated_at)
     values (current_tenant(), gen_random_uuid(), $1, now(), now())`,
    [name],
  );
const customers = async () => {
  const { rows } = await db.inTenant(tenant.id, (tx) => tx.query('select name from customers order by name'));
  return rows.map((row) => row.name);
};

it('work that fails stores nothing', async () => {
  const failing = db.inTenant(tenant.id, async (tx) => {
    await addCustomer(tx, 'Nobody');
    throw new Error('changed my mind');
  });
  await assert.rejects(failing, /changed my mind/);
  assert.deepEqual(await customers(), []);
});

it('work that ignores a failed statement is not reported as done', async () => {
  const careless = db.inTenant(tenant.id, async (tx) => {
    await addCustomer(tx, 'Nobody');
    await tx.query('select 1 / 0').catch(() => {});
    return 'stored';
  });
  await assert.rejects(careless, /a statement failed unnoticed, so nothing was stored/);
  assert.deepEqual(await customers(), []);
});

it('work that goes on while its transaction is rolled back sends nothing behind the rollback', async () => {
  let late: Promise<unknown> | undefined;
  const failing = db.inTenant(tenant.id, async (tx) => {
    await addCustomer(tx, 'Nobody');
    late = new Promise((go) => setImmediate(go)).then(() => tx.query('select 1'));
    late.catch(() => {});
    throw new Error('changed my mind');
  });
  await assert.rejects(failing, /changed my mind/);
  await assert.rejects(late!, /this transaction is over/);
});

it("a statement after the end of its transaction does not run, least of all in another tenant's transaction", async () => {
  const other = await newTenant(test);
  let kept: Tx | undefined;
  await db.inTenant(tenant.id, async (tx) => {
    kept = tx;
  });
  await db.inTenant(other.id, async () => {
    await assert.rejects(addCustomer(kept!, 'Stray'), /this transaction is over; was an await forgotten\?/);
  });
  assert.deepEqual(await customers(), []);
});

it('a reading transaction sees its tenant alone, cannot write, and leaves a usable connection', async () => {
  const other = await newTenant(test);
  const name = `Own ${other.id}`;
  await db.inTenant(other.id, (tx) => addCustomer(tx, name));
  const read = (id: string) =>
    db.readInTenant(id, (tx) => tx.query('select name from customers order by name'));
  assert.deepEqual((await read(other.id)).rows, [{ name }]);
  assert.deepEqual((await read(tenant.id)).rows, []);
  await assert.rejects(
    db.readInTenant(tenant.id, (tx) => addCustomer(tx, 'Nobody')),
    /read-only transaction/,
  );
  let kept: Tx | undefined;
  await db.readInTenant(other.id, async (tx) => {
    kept = tx;
  });
  await assert.rejects(kept!.query('select 1'), /this transaction is over/);
  // More transactions than connections: each connection is released, also after a failure.
  const many = Array.from({ length: 50 }, (_, n) =>
    n % 5 === 0 ? db.readInTenant(other.id, fail) : read(other.id),
  );
  const outcomes = await Promise.allSettled(many);
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 40);
  await db.inTenant(other.id, (tx) => addCustomer(tx, 'Written after'));
  assert.equal((await read(other.id)).rowCount, 2);

  async function fail(tx: Tx) {
    await tx.query('select 1 / 0');
  }
});

it('a reading transaction sees one snapshot, however many statements it runs', async () => {
  const other = await newTenant(test);
  const count = (tx: Tx) => tx.query('select count(*)::int as count from customers');
  const seen = await db.readInTenant(other.id, async (tx) => {
    const first = await count(tx);
    await db.inTenant(other.id, (meanwhile) => addCustomer(meanwhile, 'Late'));
    return [first.rows[0]!.count, (await count(tx)).rows[0]!.count];
  });
  assert.deepEqual(seen, [0, 0]);
});

it('a connection that dies while idle is replaced, and the process continues', async () => {
  await db.acrossTenants(async (tx) => {
    await tx.query('select 1');
  });
  const owner = await connectAsOwner(test.database);
  await owner.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name like 'colonnade %' and application_name <> 'colonnade owner' and datname = current_database()",
  );
  await owner.end();
  assert.deepEqual(await customers(), []);
});

it('a statement that exceeds the time limit is a 503 that advises less at once, not a 500', async () => {
  const slow = db.inTenant(tenant.id, async (tx) => {
    await tx.query("set local statement_timeout = '20ms'");
    await tx.query('select pg_sleep(5)');
  });
  const message =
    'This took too long and was ended; nothing was changed. Ask for less at once, or try again shortly.';
  await assert.rejects(slow, { code: 'unavailable', status: 503, message });
});

it('work that PostgreSQL ends to resolve a deadlock runs again', async () => {
  await db.inTenant(tenant.id, async (tx) => {
    await addCustomer(tx, 'Left');
    await addCustomer(tx, 'Right');
  });
  let runs = 0;
  const rename = (first: string, second: string, meet: () => Promise<void>) =>
    db.inTenant(tenant.id, async (tx) => {
      runs++;
      await tx.query(`update customers set notes = 'a' where name = $1`, [first]);
      await meet();
      await tx.query(`update customers set notes = 'b' where name = $1`, [second]);
    });
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const meet = () => {
    if (++arrived === 2) both.resolve();
    return both.promise;
  };
  await Promise.all([rename('Left', 'Right', meet), rename('Right', 'Left', meet)]);
  assert.equal(runs, 3);
});

it('the most connections of a process are those of its pools, one for LISTEN and one for the owner', () => {
  const pools = db.pools();
  const { connections } = pools.find(({ pool }) => pool === 'requests')!;
  const inPools = pools.reduce((sum, pool) => sum + pool.connections, 0);
  assert.equal(mostConnections(connections), inPools + 2);
});

it('a connection that ends in the packet of its opening fails one request, not the process', async () => {
  // Stands before PostgreSQL, and adds the message of an administrator's command to the first "ready" of a connection.
  const { hostname, port } = new URL(test.database.connectionString);
  const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
  const fields = Buffer.from('SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');
  const fatal = Buffer.alloc(5 + fields.length);
  fatal.write('E');
  fatal.writeInt32BE(4 + fields.length, 1);
  fields.copy(fatal, 5);
  const between = createServer((client) => {
    const server = connectTo({ host: hostname, port: Number(port) });
    client.on('error', () => {}).pipe(server.on('error', () => {}));
    server.on('data', (data) => {
      if (data.subarray(-READY.length).equals(READY)) client.end(Buffer.concat([data, fatal]));
      else client.write(data);
    });
    server.on('close', () => client.destroy());
    client.on('close', () => server.destroy());
  });
  await once(between.listen(0, '127.0.0.1'), 'listening');
  const address = new URL(test.database.connectionString);
  address.host = `127.0.0.1:${(between.address() as AddressInfo).port}`;
  const { log, secrets } = test.kernel;
  const other = connect({
    ...{ address: { connectionString: address.href }, log, secrets },
    ...{ connections: 4, processors: 1 },
  });
  await assert.rejects(other.identityQuery('select 1'));
  await other.close();
  between.close();
});
