import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import type { Claimed } from '#kernel/imports/record.ts';
import { LEASE_MS } from '#kernel/imports/run.ts';
import { claimImport, deleteOldImports } from '#kernel/imports/steps.sql.ts';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { errorsOf, finished, upload } from '../testing/imports.ts';
import { type Own, TABLES } from './imports.ts';
import { runImport } from './run.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
after(() => owner.end());
const ORDERS = 2_500;

const twoRows = (customerId: string) =>
  Array.from({ length: ORDERS }, (_, n) => `R-${n},${customerId},S1,Tea\nR-${n},,S2,Cup\n`).join('');

/** Uploads three batches of orders in a new tenant. */
async function newFile(query = '', rowsFor = twoRows, reference = 'orderRef') {
  const tenant = await newTenant(test);
  const customerId = await tenant.customer();
  const file = `${reference},customerId,sku,name\n${rowsFor(customerId)}`;
  const answer = await upload(test, tenant.key, file, { query });
  assert.equal(answer.status, 202, answer.text);
  return { tenant, id: answer.body.data.id as string };
}

const worker = { query: test.db.acrossTenantsQuery };
const claim = async (): Promise<Claimed<Own>> => {
  const now = test.now();
  return (
    (await claimImport(worker, TABLES, now, new Date(now.getTime() + LEASE_MS))) ??
    assert.fail('nothing to claim')
  );
};
const look = async (tenant: TestTenant, id: string) =>
  (await test.call('GET', `/v1/crm/imports/${id}`, { token: tenant.key })).body.data;
/** Orders, their lines, and their events. */
const stored = (tenant: TestTenant) =>
  test.db.inTenant(tenant.id, async (tx) => {
    const { rows } = await tx.query(
      `select (select count(*)::int from orders) as orders, (select count(*)::int from order_lines) as lines,
         (select count(*)::int from events where type = 'order.placed') as events`,
    );
    return rows[0]!;
  });
const ALL = { orders: ORDERS, lines: 2 * ORDERS, events: ORDERS };

/** A worker that can be cut off from the database, as if its process had died. */
function mortal() {
  let isDead = false;
  const inTenant: typeof test.db.inTenant = (tenantId, work) => {
    const assertAlive = () => {
      if (isDead) throw new Error('the process is dead');
    };
    return test.db.inTenant(tenantId, async (tx) => {
      assertAlive();
      const done = await work(tx);
      // Fails before the COMMIT, which is then never sent.
      assertAlive();
      return done;
    });
  };
  const die = () => {
    isDead = true;
  };
  return { kernel: { ...test.kernel, db: { ...test.db, inTenant } }, die };
}

/** A worker that dies after the first batch is placed. */
async function dieAfterABatch() {
  const dying = mortal();
  const isOver = () => {
    dying.die();
    return false;
  };
  await assert.rejects(runImport(dying.kernel, await claim(), isOver), /the process is dead/);
}

describe('an import survives', () => {
  it('a worker that dies between batches: the next worker continues, and no order is placed twice', async () => {
    const { tenant, id } = await newFile();
    await dieAfterABatch();
    const half = await look(tenant, id);
    assert.deepEqual([half.status, half.orders.placed], ['running', 1000]);
    assert.equal((await stored(tenant)).orders, 1000);
    // No other worker can claim it until its lease expires.
    assert.equal(await claimImport(worker, TABLES, test.now(), test.now()), undefined);
    test.advance(LEASE_MS + 1);
    await runImport(test.kernel, await claim(), () => false);
    const job = await look(tenant, id);
    assert.deepEqual(
      [job.status, job.orders, job.rows.total],
      ['finished', { placed: ORDERS, failed: 0 }, 2 * ORDERS],
    );
    assert.deepEqual(await stored(tenant), ALL);
  });

  it('a worker that dies after an unreadable row: the order that may begin in that row is not placed', async () => {
    for (const query of ['', '?dryRun=true']) {
      const { tenant, id } = await newFile(query, (customerId) => {
        const rows = Array.from({ length: 1_100 }, (_, n) => `R-${n},${customerId},S1,Tea\n`);
        // The thousandth row, which is the last of the first batch.
        return rows.with(999, `"R-1000"x,${customerId},S1,Tea\n`).join('');
      });
      await dieAfterABatch();
      assert.equal((await look(tenant, id)).rows.done, 1_000);
      test.advance(LEASE_MS + 1);
      await runImport(test.kernel, await claim(), () => false);
      assert.deepEqual((await look(tenant, id)).orders, { placed: 1_097, failed: 3 });
      assert.deepEqual(
        (await errorsOf(test, tenant.key, id)).map(({ row, code }) => [row, code]),
        [
          [1_000, 'order_incomplete'],
          [1_001, 'text_after_quote'],
          [1_002, 'order_incomplete'],
        ],
      );
    }
  });

  it('a worker that dies during the check: its recorded numbers are used by the next worker, and deleted at the end', async () => {
    const rowsFor = (customerId: string) =>
      Array.from({ length: ORDERS }, (_, n) => `${n % 2_400},${customerId},S1,Tea\n`).join('');
    const { tenant, id } = await newFile('?errorPolicy=reject_all', rowsFor, 'orderNumber');
    const noted = () =>
      test.db.inTenant(tenant.id, async (tx) => (await tx.query('select from import_numbers')).rowCount);
    await dieAfterABatch();
    assert.notEqual(await noted(), 0);
    test.advance(LEASE_MS + 1);
    await runImport(test.kernel, await claim(), () => false);
    const job = await look(tenant, id);
    assert.deepEqual([job.status, job.orders], ['failed', { placed: 2_400, failed: 100 }]);
    assert.deepEqual(
      (await errorsOf(test, tenant.key, id)).map(({ row }) => row),
      Array.from({ length: 100 }, (_, n) => 2_402 + n),
    );
    assert.deepEqual([(await stored(tenant)).orders, await noted()], [0, 0]);
  });

  it('a delayed worker that resumes after another has claimed the import: its batch is not written', async () => {
    const { tenant, id } = await newFile();
    const late = await claim();
    test.advance(LEASE_MS + 1);
    const current = await claim();
    await Promise.all([
      runImport(test.kernel, late, () => false),
      runImport(test.kernel, current, () => false),
    ]);
    assert.equal((await look(tenant, id)).orders.placed, ORDERS);
    assert.deepEqual(await stored(tenant), ALL);
  });

  it('the crash of its upload: it fails and leaves no file behind', async () => {
    const { tenant, id } = await newFile();
    await test.db.inTenant(tenant.id, (tx) => tx.query("update imports set status = 'receiving'"));
    test.advance(1);
    await runImport(test.kernel, await claim(), () => false);
    const job = await look(tenant, id);
    assert.deepEqual([job.status, job.reason], ['failed', 'The upload was cut short.']);
  });

  it('a stop in the middle: the run ends with its current batch, and the next worker continues at once', async () => {
    const { tenant, id } = await newFile();
    await runImport(test.kernel, await claim(), () => true);
    assert.equal((await look(tenant, id)).orders.placed, 2000);
    await runImport(test.kernel, await claim(), () => true);
    assert.equal((await look(tenant, id)).status, 'finished');
    assert.deepEqual(await stored(tenant), ALL);
  });
});

it('an import fails after five failures, timeouts included; an outage of the database does not count', async () => {
  const { tenant, id } = await newFile();
  const failWith = (code: string) =>
    owner.query(`create or replace function refuse_order() returns trigger language plpgsql as
      $$ begin raise exception 'refused' using errcode = '${code}'; end $$`);
  const statusAfterRun = async () => {
    test.advance(60_000);
    await runImport(test.kernel, await claim(), () => false).catch(() => {});
    return (await look(tenant, id)).status;
  };
  const DISK_FULL = '53100';
  await failWith(DISK_FULL);
  await owner.query(`create trigger refuse_order before insert on orders for each row
    when (new.tenant_id = '${tenant.id}') execute function refuse_order()`);
  for (let run = 1; run <= 5; run++) assert.equal(await statusAfterRun(), 'running');
  const STATEMENT_TIMEOUT = '57014';
  await failWith(STATEMENT_TIMEOUT);
  for (let run = 1; run < 5; run++) assert.equal(await statusAfterRun(), 'running');
  assert.equal(await statusAfterRun(), 'failed');
});

describe('concurrent workers', () => {
  it('process each of three imports exactly once', async (t) => {
    const files = [await newFile(), await newFile('?errorPolicy=reject_all'), await newFile()];
    const works = [test.startWork(), test.startWork()];
    t.after(() => Promise.all(works.map((work) => work.stop())));
    for (const { tenant, id } of files) {
      const job = await finished(test, tenant.key, id);
      assert.deepEqual([job.status, job.orders.placed], ['finished', ORDERS]);
      assert.deepEqual(await stored(tenant), ALL);
    }
    await Promise.all(works.map((work) => work.stop()));
  });
});

describe('cancelling', () => {
  const cancel = (tenant: TestTenant, id: string) =>
    test.call('POST', `/v1/crm/imports/${id}/cancel`, { token: tenant.key });

  it('stops an import between batches; placed orders stay, the others are never placed', async () => {
    const { tenant, id } = await newFile();
    const job = await claim();
    let cancelled: Promise<unknown> | undefined;
    await runImport(test.kernel, job, () => {
      cancelled ??= cancel(tenant, id);
      return false;
    });
    await cancelled;
    const after = await look(tenant, id);
    assert.equal(after.status, 'cancelled');
    assert.ok(after.orders.placed >= 1000 && after.orders.placed <= ORDERS);
    assert.equal((await stored(tenant)).orders, after.orders.placed);
    assert.equal(await claimImport(worker, TABLES, test.now(), test.now()), undefined);
  });

  it('an import that has ended gets a conflict that says so', async () => {
    const { tenant, id } = await newFile();
    assert.equal((await cancel(tenant, id)).body.data.status, 'cancelled');
    const again = await cancel(tenant, id);
    assert.equal(again.status, 409);
    assert.deepEqual(again.body.error.details, { state: 'cancelled', allowed: [] });
  });
});

it('old imports are deleted, oldest first, with a bounded number of errors at a time', async () => {
  const tenant = await newTenant(test);
  const kept = async () => {
    await deleteOldImports({ query: test.db.acrossTenantsQuery }, TABLES, new Date('2020-03-01'));
    const { data } = (await test.call('GET', '/v1/crm/imports', { token: tenant.key })).body;
    return data.map((job: { finishedAt: string }) => job.finishedAt.slice(0, 7)).sort();
  };
  await test.db.inTenant(tenant.id, (tx) =>
    tx.query(
      `insert into imports (tenant_id, id, format, options, dry_run, error_policy, status, pass, lease_until,
         errors_kept, created_at, finished_at)
       select current_tenant(), gen_random_uuid(), 'csv', '{}', false, 'reject_failed', 'finished', 'write', at, 60000, at, at
       from unnest('{2020-01-01,2020-02-01,2020-03-01}'::timestamptz[]) at`,
    ),
  );
  assert.deepEqual(await kept(), ['2020-02', '2020-03']);
  assert.deepEqual(await kept(), ['2020-03']);
  assert.deepEqual(await kept(), ['2020-03']);
});
