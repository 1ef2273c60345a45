import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../testing.ts';
import { assertFailure } from './testing/failure.ts';

const test = await useApp();
const tenant = await newTenant(test);
const cluster = await connectAsOwner({ connectionString: `${process.env.TEST_POSTGRES}/postgres` });
const owner = await connectAsOwner(test.database);
after(() => Promise.all([cluster.end(), owner.end()]));
const name = new URL(test.database.connectionString).pathname.slice(1);

/** Runs with the database closed: new connections are refused, and open ones are terminated. */
async function whileAway(work: () => Promise<void>): Promise<void> {
  await cluster.query(`alter database ${name} with allow_connections false`);
  await cluster.query(
    "select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and application_name <> 'colonnade owner'",
    [name],
  );
  try {
    await work();
  } finally {
    await cluster.query(`alter database ${name} with allow_connections true`);
  }
}

const get = (url: string) => test.call('GET', url);

describe('GET /healthz', () => {
  it('answers 200 as long as the process lives, whatever the state of the database', async () => {
    assert.deepEqual((await get('/healthz')).body, { success: true, data: { status: 'ok' } });
    await whileAway(async () => assert.equal((await get('/healthz')).status, 200));
  });
});

describe('GET /readyz', () => {
  it('answers 200 with the backlog of each queue', async () => {
    const { status, body } = await get('/readyz');
    assert.equal(status, 200);
    assert.equal(body.data.status, 'ready');
    assert.deepEqual(
      body.data.backlog.map((entry: { queue: string }) => entry.queue),
      ['events', 'deliveries', 'merges', 'stock'],
    );
  });

  it('reports how much waits and for how long', async () => {
    await owner.query('delete from event_queue');
    await test.call('POST', '/v1/redirects', { token: tenant.key, body: { from: '/old', to: '/new' } });
    test.advance(90_000);
    const [events] = (await get('/readyz')).body.data.backlog;
    // The redirect, and two events for search: one about it, one about the property that was created for it.
    assert.equal(events.waiting, 3);
    assert.ok(events.oldestSeconds >= 90 && events.oldestSeconds < 120, events.oldestSeconds);
  });

  it('answers 503 while the database is away, and 200 when it is back', async () => {
    await whileAway(async () => {
      const answer = await get('/readyz');
      assertFailure(answer, 503, 'unavailable');
      assert.equal(answer.headers['retry-after'], '1');
    });
    assert.equal((await get('/readyz')).status, 200);
  });

  it('answers many concurrent callers with a handful of queries, which leaves connections for other work', async () => {
    const { acrossTenants } = test.db;
    let asked = 0;
    test.db.acrossTenants = (work) => {
      asked++;
      return acrossTenants(work);
    };
    const answers = await Promise.all(Array.from({ length: 200 }, () => get('/readyz')));
    test.db.acrossTenants = acrossTenants;
    assert.ok(answers.every((answer) => answer.status === 200));
    assert.ok(asked > 0 && asked < 40, `${asked} times`);
  });

  it('answers 200 on a database that a newer version migrated, if that works with this version', async () => {
    await owner.query(
      `insert into schema_migrations (number, name, checksum, works_with) values (9999, 'newer', 'x', 39)`,
    );
    try {
      assert.equal((await get('/readyz')).status, 200);
    } finally {
      await owner.query('delete from schema_migrations where number = 9999');
    }
  });

  const otherDatabases: Record<string, string> = {
    'that misses a migration': 'delete from schema_migrations where number = 8',
    'that was migrated on to where this version does not work':
      "insert into schema_migrations values (9999, 'newer', 'x')",
    'that was never migrated': 'alter table schema_migrations rename to elsewhere',
  };
  for (const [title, change] of Object.entries(otherDatabases)) {
    it(`answers 503 on a database ${title}`, async () => {
      await owner.query('create table kept as table schema_migrations');
      await owner.query(change);
      try {
        assertFailure(await get('/readyz'), 503, 'unavailable');
      } finally {
        await owner.query('alter table if exists elsewhere rename to schema_migrations');
        await owner.query(
          'delete from schema_migrations; insert into schema_migrations table kept; drop table kept',
        );
      }
      assert.equal((await get('/readyz')).status, 200);
    });
  }
});

describe('requests', () => {
  it('get a 503 in the envelope while the database is away, and are served when it is back', async () => {
    const me = () => test.call('GET', '/v1/me', { token: tenant.key });
    await whileAway(async () => assertFailure(await me(), 503, 'unavailable'));
    assert.equal((await me()).status, 200);
  });
});

describe('GET /metrics', () => {
  const LINE =
    /^(#.*|[a-zA-Z_:][\w:]*(\{[\w:]+="[^"\\\n]*"(,[\w:]+="[^"\\\n]*")*\})? (-?[\d.]+(e[+-]?\d+)?|[+-]?Inf|NaN))?$/;

  it('answers in the Prometheus text format: every line is a comment or a sample', async () => {
    const { status, headers, text } = await get('/metrics');
    assert.equal(status, 200);
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/);
    assert.deepEqual(
      text.split('\n').filter((line) => !LINE.test(line)),
      [],
    );
    assert.match(text, /^# TYPE colonnade_http_request_seconds histogram$/m);
  });

  it('counts requests by route pattern and never names an id, a tenant or a key', async () => {
    const id = crypto.randomUUID();
    await test.call('GET', `/v1/crm/orders/${id}`, { token: tenant.key });
    await test.call('GET', `/nowhere/${id}`);
    const { text } = await get('/metrics');
    assert.match(
      text,
      /colonnade_http_request_seconds_count\{method="GET",route="\/v1\/crm\/orders\/:id",status="404"\} 1/,
    );
    for (const secret of [id, tenant.id, tenant.slug, tenant.key.slice(0, 16)])
      assert.ok(!text.includes(secret));
  });

  it('shows the backlog, and no stale value when the database cannot be read', async () => {
    const SAMPLE = /^colonnade_backlog_rows\{queue="events"\} \d+$/m;
    assert.match((await get('/metrics')).text, SAMPLE);
    await whileAway(async () => {
      const { status, text } = await get('/metrics');
      assert.equal(status, 200);
      assert.doesNotMatch(text, SAMPLE);
    });
  });

  it('shows the connections of each pool that are in use, and those that wait for one', async () => {
    const use = async () => {
      const { text } = await get('/metrics');
      const samples = text.matchAll(/^colonnade_pool_(\w+)\{pool="requests"\} (\d+)$/gm);
      return Object.fromEntries([...samples].map(([, name, value]) => [name, Number(value)]));
    };
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const held = Array.from({ length: 30 }, () => test.kernel.db.inTenant(tenant.id, () => over));
    const { connections, in_use, waiting } = await use();
    end();
    await Promise.all(held);
    assert.ok(in_use! > 0 && in_use! <= connections!, `${in_use} of ${connections}`);
    assert.equal(in_use! + waiting!, 30);
    assert.deepEqual(await use(), { connections, in_use: 0, waiting: 0 });
  });

  it('shows how many requests share a statement', async () => {
    const figures = async () => {
      const { text } = await get('/metrics');
      const samples = text.matchAll(/^colonnade_batch(es|_inputs|_seconds)_total\{batch="keys"\} (\S+)$/gm);
      return Object.fromEntries([...samples].map(([, name, value]) => [name, Number(value)]));
    };
    const before = await figures();
    const token = tenant.key;
    await Promise.all(Array.from({ length: 20 }, () => test.call('GET', '/v1/crm/orders', { token })));
    const after = await figures();
    const [batches, inputs] = [after.es! - (before.es ?? 0), after._inputs! - (before._inputs ?? 0)];
    assert.equal(inputs, 20);
    assert.ok(batches >= 1 && batches < 20, `${batches} batches`);
    assert.ok(after._seconds! > 0);
  });
});
