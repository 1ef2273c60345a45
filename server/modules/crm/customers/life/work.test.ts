import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { newTenant, useApp } from '../../../../testing.ts';
import { unparkWork } from './work.sql.ts';

const test = await useApp();
const tenant = await newTenant(test);
const token = tenant.key;
const admin = await tenant.staff('admin');
const owner = await connectAsOwner(test.database);
after(() => owner.end());

const MANY = 1_100;

const get = async (url: string) => {
  const answer = await test.call('GET', `/v1/crm${url}`, { token });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const post = async (url: string, body: object = {}, headers: Record<string, string> = {}) => {
  const answer = await test.call('POST', `/v1/crm${url}`, { token: admin, body, headers });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const create = async (body: object = {}): Promise<string> =>
  (await post('/customers', { name: 'Ada', ...body })).id;

let seeded = 0;
/** Inserts orders with personal data in every field that can have it, as if they had been placed and paid long ago. */
async function seed(customerId: string, tag: string, count = MANY): Promise<string[]> {
  const { rows } = await owner.query<{ id: string }>(
    `with placed as (
       insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal, shipping_total,
         discount_total, tax_total, total, shipping_address, customer_note, metadata, created_at, version, paid_total)
       select $1, gen_random_uuid(), $3 || n, 'placed', 'partially_paid', $2, 'USD', 200, 0, 0, 0, 200,
         json_build_object('line1', $4::text, 'country', 'SY'), $4, json_build_object('gift', $4::text),
         date_trunc('milliseconds', now()) - (n / 3) * interval '1 second', 2, 100
       from generate_series(1, $5) n returning id, created_at),
     lines as (
       insert into order_lines (tenant_id, order_id, line, sku, name, quantity, unit_price, amount)
       select $1, id, 1, 'TEA', 'Tea', 1, 2, 200 from placed),
     paid as (
       insert into order_history (tenant_id, order_id, version, action, actor_type, actor_name, status, payment_status, details, created_at)
       select $1, id, 2, 'payment', 'system', 'Test', 'placed', 'partially_paid',
         json_build_object('amount', 1, 'method', $4::text, 'reference', $4::text), created_at from placed),
     told as (
       insert into events (tenant_id, id, type, data, created_at)
       select $1, gen_random_uuid(), 'order.paid', json_build_object('id', id, 'method', $4::text), created_at from placed)
     select id from placed order by created_at desc, id desc`,
    [tenant.id, customerId, `S${++seeded}-`, tag, count],
  );
  return rows.map((row) => row.id);
}

/** Runs the background work until none is left. */
async function finishWork(): Promise<void> {
  const work = test.startWork();
  while ((await owner.query('select from customer_work')).rowCount! > 0) await sleep(10);
  await work.stop();
}

const storedUnder = async (id: string) =>
  (await owner.query('select from orders where customer_id = $1', [id])).rowCount;
const historyOf = async (id: string) =>
  (await get(`/orders/${id}/timeline`)).data.map((entry: { action: string }) => entry.action);

async function findTraces(word: string): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rowCount } = await owner.query(
      `select from ${name} t where position($1 in lower(t::text)) > 0 limit 1`,
      [word.toLowerCase()],
    );
    if (rowCount! > 0) found.push(name);
  }
  return found;
}

describe('merging a customer with many orders', () => {
  it('answers at once, shows every order as the survivor’s, and moves them in the background', async () => {
    const [survivor, duplicate] = [await create({ name: 'Hypatia' }), await create({ name: 'Theon' })];
    const ids = await seed(duplicate, 'untold');
    const merged = await post(`/customers/${survivor}/merge`, { from: duplicate });
    const [left] = merged.inProgress;
    assert.deepEqual([left.kind, left.from, left.orders], ['merge', duplicate, { done: 0, left: MANY }]);
    assert.equal(await storedUnder(duplicate), MANY);

    const order = (await get(`/orders/${ids[0]}`)).data;
    assert.deepEqual([order.customerId, order.version], [survivor, 3]);
    for (const id of [survivor, duplicate]) {
      assert.equal((await get(`/customers/${id}/totals`)).data.orders, MANY);
      assert.equal((await get(`/customers/${id}/orders?limit=100`)).data.length, 100);
      const [listed] = (await get(`/orders?customerId=${id}&limit=1`)).data;
      assert.deepEqual([listed.customerId, listed.customerName], [survivor, 'Hypatia']);
    }
    assert.equal((await get(`/orders?q=hypatia&limit=50`)).data.length, 50);
    assert.equal((await get(`/orders?q=theon`)).data.length, 0);

    await finishWork();
    assert.deepEqual([await storedUnder(duplicate), await storedUnder(survivor)], [0, MANY]);
    assert.equal((await get(`/customers/${survivor}`)).data.inProgress, undefined);
    for (const id of [ids[0]!, ids[700]!, ids.at(-1)!]) {
      assert.deepEqual(await historyOf(id), ['merged', 'payment', 'placed']);
      assert.equal((await get(`/orders/${id}`)).data.version, 3);
    }
    const { rowCount } = await owner.query(`select from order_history where action = 'merged'`);
    assert.equal(rowCount, MANY);
  });

  it('moves an order before a concurrent change of it, and no order twice', async () => {
    const [survivor, duplicate] = [await create(), await create()];
    const ids = await seed(duplicate, 'untold', 600);
    await post(`/customers/${survivor}/merge`, { from: duplicate });
    const paid = await post(
      `/orders/${ids[300]}/payments`,
      { amount: 1, outcome: 'succeeded' },
      { 'if-match': '"3"' },
    );
    assert.deepEqual([paid.customerId, paid.version], [survivor, 4]);
    assert.deepEqual(await historyOf(ids[300]!), ['payment', 'merged', 'payment', 'placed']);
    await finishWork();
    assert.deepEqual(await historyOf(ids[300]!), ['payment', 'merged', 'payment', 'placed']);
    assert.equal(await storedUnder(survivor), 600);
  });

  it('moves the orders of a chain of merges to the last survivor', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    const ids = await seed(a, 'untold', 600);
    await post(`/customers/${b}/merge`, { from: a });
    await post(`/customers/${c}/merge`, { from: b });
    assert.equal((await get(`/orders/${ids[0]}`)).data.customerId, c);
    assert.equal((await get(`/customers/${a}/totals`)).data.orders, 600);
    assert.equal((await get(`/customers/${c}`)).data.inProgress.length, 2);
    await finishWork();
    assert.deepEqual([await storedUnder(a), await storedUnder(b), await storedUnder(c)], [0, 0, 600]);
  });

  it('continues at its position after its process stops, and two processes do nothing twice', async () => {
    const [survivor, duplicate] = [await create(), await create()];
    await seed(duplicate, 'untold', 2_000);
    await post(`/customers/${survivor}/merge`, { from: duplicate });
    const interrupted = test.startWork();
    while (((await storedUnder(survivor)) ?? 0) === 0) await sleep(2);
    await interrupted.stop();
    assert.ok((await storedUnder(duplicate))! > 0);
    const second = test.startWork();
    await finishWork();
    await second.stop();
    const { rows } = await owner.query(
      `select count(*)::int, count(distinct h.order_id)::int as orders from order_history h join orders o on o.id = h.order_id
       where o.customer_id = $1 and h.action = 'merged'`,
      [survivor],
    );
    assert.deepEqual(rows, [{ count: 2_000, orders: 2_000 }]);
  });

  it('redirects any number of earlier duplicates to the survivor, in batches', async () => {
    const [first, last] = [await create(), await create()];
    await owner.query(
      `insert into customers (tenant_id, id, name, merged_into, created_at, updated_at)
       select $1, gen_random_uuid(), 'Merged customer', $2, now(), now() from generate_series(1, 1200)`,
      [tenant.id, first],
    );
    await owner.query(`
      create table updated (rows int);
      grant insert on updated to colonnade_app;
      create function note_size() returns trigger language plpgsql as $$
        begin insert into updated select count(*) from changed; return null; end $$;
      create trigger sizes after update on customers referencing new table as changed
        for each statement execute function note_size()`);
    await post(`/customers/${last}/merge`, { from: first });
    await owner.query('drop trigger sizes on customers');
    const { rows } = await owner.query('select max(rows), sum(rows)::int from updated');
    assert.ok(rows[0].max <= 500, `${rows[0].max} rows in one statement`);
    assert.equal(rows[0].sum, 1_202);
    const { rowCount } = await owner.query('select from customers where merged_into = $1', [last]);
    assert.equal(rowCount, 1_201);
  });

  it('moves any number of people of a company', async () => {
    const [survivor, duplicate] = [await create({ type: 'company' }), await create({ type: 'company' })];
    await owner.query(
      `insert into customers (tenant_id, id, name, company_id, created_at, updated_at)
       select $1, gen_random_uuid(), 'Worker', $2, now(), now() from generate_series(1, 700)`,
      [tenant.id, duplicate],
    );
    await post(`/customers/${survivor}/merge`, { from: duplicate });
    const { data } = await get(`/customers?companyId=${survivor}&limit=100`);
    assert.equal(data.length, 100);
    assert.ok(data.every((person: { companyId: string }) => person.companyId === survivor));
    await finishWork();
    const { rowCount } = await owner.query('select from customers where company_id = $1', [survivor]);
    assert.equal(rowCount, 700);
    const told = await owner.query(
      `select from events where type = 'customer.updated' and data ->> 'version' = '2' and data ->> 'id' = any($1)`,
      [
        (await owner.query('select id::text from customers where company_id = $1', [survivor])).rows.map(
          (row) => row.id,
        ),
      ],
    );
    assert.equal(told.rowCount, 700);
  });
});

describe('an answer while a merge is under way', () => {
  const etagOf = async (url: string) => {
    const { headers, body } = await test.call('GET', `/v1/crm${url}`, { token });
    const { inProgress, customerId, companyId } = body.data;
    return { etag: headers.etag as string, shown: JSON.stringify({ inProgress, customerId, companyId }) };
  };

  it('has one ETag for one content, for an order in a chain of merges and for the customer', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    const [id] = await seed(a, 'untold', 600);
    const seen = new Map<string, string>();
    const look = async (url: string) => {
      const { etag, shown } = await etagOf(url);
      const key = `${url} ${etag}`;
      assert.equal(seen.get(key) ?? shown, shown, `${key} stands for two contents`);
      seen.set(key, shown);
      return etag;
    };
    const lookAtAll = async () => {
      for (const url of [`/orders/${id}`, `/customers/${b}`, `/customers/${c}`]) await look(url);
    };
    await lookAtAll();
    await post(`/customers/${b}/merge`, { from: a });
    await lookAtAll();
    await post(`/customers/${c}/merge`, { from: b });
    await lookAtAll();
    const etag = await look(`/orders/${id}`);
    const work = test.startWork();
    while ((await owner.query('select from customer_work')).rowCount! > 0) await lookAtAll();
    await work.stop();
    await lookAtAll();
    assert.equal(await look(`/orders/${id}`), etag, 'it was shown as it is now');
    await post(`/orders/${id}/payments`, { amount: 1, outcome: 'succeeded' }, { 'if-match': etag });
  });

  it('has an ETag that is valid for a change of an order or a customer before the merge has reached it', async () => {
    const [a, b, c] = [await create(), await create(), await create()];
    const [id] = await seed(a, 'untold', 600);
    await post(`/customers/${b}/merge`, { from: a });
    await post(`/customers/${c}/merge`, { from: b });
    const { etag } = await etagOf(`/orders/${id}`);
    const payment = { amount: 1, outcome: 'succeeded' };
    const refused = await test.call('POST', `/v1/crm/orders/${id}/payments`, {
      token: admin,
      body: payment,
      headers: { 'if-match': '"2"' },
    });
    assert.deepEqual([refused.status, refused.headers.etag], [412, etag]);
    const paid = await post(`/orders/${id}/payments`, payment, { 'if-match': etag });
    assert.deepEqual([paid.customerId, `"${paid.version - 1}"`], [c, etag]);
    const customer = await etagOf(`/customers/${c}`);
    const renamed = await test.call('PATCH', `/v1/crm/customers/${c}`, {
      token,
      body: { name: 'Renamed' },
      headers: { 'if-match': customer.etag },
    });
    assert.equal(renamed.status, 200, renamed.text);
    await finishWork();
    assert.equal((await get(`/orders/${id}`)).data.version, paid.version);
  });

  it('has the next version of a person whose company is being merged', async () => {
    const [survivor, duplicate] = [await create({ type: 'company' }), await create({ type: 'company' })];
    const person = await create({ companyId: duplicate });
    await owner.query(
      `insert into customers (tenant_id, id, name, company_id, created_at, updated_at)
       select $1, gen_random_uuid(), 'Worker', $2, now(), now() from generate_series(1, 700)`,
      [tenant.id, duplicate],
    );
    const before = await etagOf(`/customers/${person}`);
    await post(`/customers/${survivor}/merge`, { from: duplicate });
    const meanwhile = await etagOf(`/customers/${person}`);
    assert.notEqual(meanwhile.etag, before.etag);
    await finishWork();
    assert.deepEqual(await etagOf(`/customers/${person}`), meanwhile);
  });
});

describe('erasing a customer with many orders', () => {
  it('hides all personal data at once, and removes it from every table in the background', async () => {
    const creation = {
      token,
      body: { name: 'ZenobiaQUmmQ', notes: 'RidesQUmmQ' },
      headers: { 'idempotency-key': 'created-once' },
    };
    const { id } = (await test.call('POST', '/v1/crm/customers', creation)).body.data;
    const placing = {
      token,
      body: { customerId: id, items: [{ sku: 'TEA', name: 'Tea' }], customerNote: 'For QUmmQ' },
      headers: { 'idempotency-key': 'an order of someone who is erased' },
    };
    const placed = await test.call('POST', '/v1/crm/orders', placing);
    assert.equal(placed.status, 201);
    const ids = await seed(id, 'PalmyraQUmmQ');
    const erased = await post(`/customers/${id}/erase`);
    assert.deepEqual(erased.inProgress[0].orders, { done: 0, left: MANY + 1 });

    const order = (await get(`/orders/${ids[9]}`)).data;
    assert.deepEqual(
      [order.shippingAddress, order.customerNote, order.metadata],
      [{ country: 'SY' }, null, {}],
    );
    const replayed = await test.call('POST', '/v1/crm/customers', creation);
    assert.deepEqual([replayed.status, replayed.body.data], [201, { id }]);
    const placedAgain = await test.call('POST', '/v1/crm/orders', placing);
    assert.deepEqual([placedAgain.status, placedAgain.body.data], [201, { id: placed.body.data.id }]);
    const exported = await test.call('GET', `/v1/crm/orders/export?customerId=${id}&format=ndjson`, {
      token,
    });
    const told = [order, (await get(`/orders/${ids[9]}/timeline`)).data, exported.text, replayed.text];
    assert.doesNotMatch(JSON.stringify(told), /qummq/i);
    assert.equal((await get(`/orders?metadataKey=gift&metadataValue=PalmyraQUmmQ`)).data.length, 0);

    const noted = await test.call('PATCH', `/v1/crm/orders/${ids[500]}`, {
      token,
      body: { internalNote: 'Written afterwards' },
    });
    assert.deepEqual([noted.status, noted.body.data.version], [200, 4]);
    await finishWork();
    assert.deepEqual(await findTraces('qummq'), []);
    assert.equal((await get(`/orders/${ids[500]}`)).data.internalNote, 'Written afterwards');
    assert.deepEqual(await historyOf(ids[500]!), ['edited', 'erased', 'payment', 'placed']);
    assert.deepEqual(await historyOf(ids.at(-1)!), ['erased', 'payment', 'placed']);
    assert.equal((await get(`/customers/${id}`)).data.inProgress, undefined);
  });

  it('includes orders that a merge has not moved yet', async () => {
    const [survivor, duplicate] = [await create({ name: 'OdaenathusQVuuQ' }), await create()];
    const ids = await seed(duplicate, 'PalmyraQVuuQ', 600);
    await post(`/customers/${survivor}/merge`, { from: duplicate });
    await post(`/customers/${survivor}/erase`);
    const order = (await get(`/orders/${ids[0]}`)).data;
    assert.deepEqual([order.customerId, order.customerNote], [survivor, null]);
    await post(`/orders/${ids[1]}/payments`, { amount: 1, outcome: 'succeeded' });
    await finishWork();
    assert.deepEqual(await findTraces('qvuuq'), []);
    assert.deepEqual(await historyOf(ids[0]!), ['erased', 'merged', 'payment', 'placed']);
    assert.deepEqual(await historyOf(ids[1]!), ['payment', 'erased', 'merged', 'payment', 'placed']);
  });

  it('processes many stored answers in steps', async () => {
    const id = await create({ name: 'VaballathusQYzzQ' });
    await owner.query(
      `insert into idempotency_keys (tenant_id, actor_id, request_digest, body_digest, answer, created_at)
       select $1, gen_random_uuid(), decode(md5(n::text), 'hex'), '\\x00', json_build_object('id', n, 'about', $2::text, 'name', 'KeptQYzzQ'), now()
       from generate_series(1, 2500) n`,
      [tenant.id, id],
    );
    const { inProgress } = await post(`/customers/${id}/erase`);
    assert.equal(inProgress.length, 1);
    await finishWork();
    assert.deepEqual(await findTraces('qyzzq'), []);
    assert.equal((await owner.query('select from idempotency_forgotten')).rowCount, 0);
  });
});

describe('a merge that keeps failing', () => {
  const metrics = async () => (await test.call('GET', '/metrics')).text;
  const attempts = async (id: string) =>
    (await owner.query('select attempts from customer_work where customer_id = $1', [id])).rows[0]?.attempts;
  const until = async (isSo: () => Promise<boolean>) => {
    for (let looks = 0; !(await isSo()); looks++) {
      assert.ok(looks < 3_000, 'it did not come to that');
      await sleep(10);
    }
  };

  it('waits longer each time, delays no other work, is parked with a notice, and is retried on request', async (t) => {
    const [survivor, duplicate] = [await create(), await create()];
    await seed(duplicate, 'untold', 600);
    await owner.query(
      `alter table orders add constraint stuck check (customer_id <> '${survivor}') not valid`,
    );
    await post(`/customers/${survivor}/merge`, { from: duplicate });
    await post(`/customers/${survivor}/erase`);
    const [other, its] = [await create(), await create()];
    await seed(its, 'untold', 600);
    await post(`/customers/${other}/merge`, { from: its });
    const work = test.startWork();
    t.after(() => work.stop());
    await until(async () => (await attempts(its)) === undefined);
    assert.equal(await storedUnder(other), 600);
    for (let tries = 1; tries <= 8; tries++) {
      await until(async () => (await attempts(duplicate)) >= tries);
      // The wait has grown to half a minute by now.
      if (tries === 6) {
        const { rows } = await owner.query('select next_at from customer_work where customer_id = $1', [
          duplicate,
        ]);
        assert.ok(rows[0].next_at > test.now(), 'it waits between its tries');
      }
      test.advance(2 ** tries * 1_000);
    }
    await until(async () => /parked_events\{queue="merges"\} 1/.test(await metrics()));
    assert.match(await metrics(), /^colonnade_customer_work_failures_total\{kind="merge"\} 8$/m);
    const { data } = (await test.call('GET', '/v1/notices', { token: admin })).body;
    assert.deepEqual(
      data.map(({ kind, subject }: { kind: string; subject: { id: string } }) => [kind, subject.id]),
      [['customer.work_parked', survivor]],
    );
    const left = await owner.query('select kind from customer_work order by place');
    assert.deepEqual(left.rows, [{ kind: 'merge' }, { kind: 'erase' }], 'the erasure waits for its merge');
    await owner.query('alter table orders drop constraint stuck');
    await test.db.inTenant(tenant.id, (tx) => unparkWork(tx, test.now()));
    await until(async () => (await owner.query('select from customer_work')).rowCount === 0);
    assert.equal(await storedUnder(survivor), 600);
  });
});

it('a stop waits for one batch only, not for the batches of all tenants', async () => {
  await owner.query(
    `with t as (
       insert into tenants (id, name, slug, created_at)
       select gen_random_uuid(), 'T', 't-' || n, now() from generate_series(1, 60) n returning id),
     c as (
       insert into customers (tenant_id, id, name, created_at, updated_at)
       select id, gen_random_uuid(), 'Ada', now(), now() from t returning tenant_id, id)
     insert into customer_work (tenant_id, id, kind, customer_id, phase, author, orders_total, orders_done, created_at, next_at)
     select tenant_id, gen_random_uuid(), 'erase', id, 'orders', '{}', 0, 0, now(), now() from c`,
  );
  const left = async () => (await owner.query('select phase from customer_work')).rows;
  const work = test.startWork();
  while ((await left()).every(({ phase }) => phase === 'orders')) await sleep(1);
  await work.stop();
  const untouched = (await left()).filter(({ phase }) => phase === 'orders');
  assert.ok(untouched.length > 20, `${60 - untouched.length} of 60 were worked on`);
  await finishWork();
});
