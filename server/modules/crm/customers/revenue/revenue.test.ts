import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Tx } from '#kernel/db/db.ts';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { newTenant, type TestTenant, useApp } from '../../../../testing.ts';
import { readFilter } from '../lists/list.ts';
import { listSorted } from '../lists/sorted.ts';
import { FIND_TENANTS_WITH_DUE_REVENUE, findDue, revenueOfCustomers } from './revenue.sql.ts';

const test = await useApp();
const owner = await connectAsOwner(test.database);
const work = test.startWork();
after(async () => {
  await work.stop();
  await owner.end();
});

const post = async (of: TestTenant, url: string, body: object = {}, token = of.key) => {
  const answer = await test.call('POST', `/v1/crm/${url}`, { token, body });
  assert.ok(answer.status < 300, answer.text);
  return answer.body.data;
};
const order = (of: TestTenant, customerId: string, unitPrice: number, currency = 'USD') =>
  post(of, 'orders', { customerId, currency, items: [{ sku: 'TEA', name: 'Tea', unitPrice }] });
const list = async (of: TestTenant, query: string) => {
  const answer = await test.call('GET', `/v1/crm/customers?sort=revenue&${query}`, { token: of.key });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const names = async (of: TestTenant, query = '') =>
  (await list(of, query)).data.map(({ name }: { name: string }) => name).join(' ');
const becomes = (of: TestTenant, expected: string, query = '') =>
  eventually(`customers by revenue are ${expected}`, async () => (await names(of, query)) === expected);

describe('customers by revenue', () => {
  it('follow every order, refund and cancellation, in the currency that is asked for', async () => {
    const shop = await newTenant(test);
    const [ada, bob, zoe] = [
      await shop.customer('Ada'),
      await shop.customer('Bob'),
      await shop.customer('Zoe'),
    ];
    await shop.customer('Nobody');
    await order(shop, ada!, 10);
    const large = await order(shop, bob!, 30);
    await order(shop, zoe!, 20);
    await order(shop, ada!, 700, 'JPY');
    await becomes(shop, 'Bob Zoe Ada');
    assert.equal(await names(shop, 'order=asc'), 'Ada Zoe Bob');
    assert.equal(await names(shop, 'currency=JPY'), 'Ada');
    assert.equal(await names(shop, 'currency=EUR'), '');
    assert.equal(await names(shop, 'q=zo'), 'Zoe');
    await post(shop, `orders/${large.id}/payments`, { amount: 30, outcome: 'succeeded' });
    await post(shop, `orders/${large.id}/refund`, { amount: 15 });
    await becomes(shop, 'Zoe Bob Ada');
    await post(shop, `orders/${large.id}/cancel`);
    await becomes(shop, 'Zoe Ada Bob');
    await test.call('PATCH', '/v1/tenant', { token: await shop.staff('admin'), body: { currency: 'JPY' } });
    assert.equal(await names(shop), 'Ada');
    assert.equal(await names(await newTenant(test)), '');
  });

  it('have the sums of merged customers at the survivor alone', async () => {
    const shop = await newTenant(test);
    const [ada, twin, bob] = [
      await shop.customer('Ada'),
      await shop.customer('Twin'),
      await shop.customer('Bob'),
    ];
    await order(shop, ada!, 10);
    await order(shop, twin!, 15);
    await order(shop, bob!, 20);
    await becomes(shop, 'Bob Twin Ada');
    await post(shop, `customers/${ada}/merge`, { from: twin }, await shop.staff('admin'));
    await becomes(shop, 'Ada Bob');
    await eventually('the sum of the merged customer is gone', async () => {
      const { rowCount } = await owner.query('select from customer_revenue where customer_id = $1', [twin]);
      return rowCount === 0;
    });
  });

  it('come page by page, each once, also with equal sums', async () => {
    const shop = await newTenant(test);
    for (let n = 0; n < 7; n++) await order(shop, await shop.customer(`C${n}`), n < 4 ? 5 : n + 5);
    await eventually('all are added up', async () => (await list(shop, '')).data.length === 7);
    for (const direction of ['asc', 'desc']) {
      const seen: string[] = [];
      let next: string | null = null;
      do {
        const page = await list(shop, `order=${direction}&limit=2${next ? `&cursor=${next}` : ''}`);
        seen.push(...page.data.map(({ name }: { name: string }) => name));
        next = page.pagination.nextCursor;
      } while (next !== null);
      assert.equal(new Set(seen).size, 7);
      assert.deepEqual(direction === 'desc' ? seen.slice(0, 3) : seen.slice(-3).toReversed(), [
        'C6',
        'C5',
        'C4',
      ]);
    }
    const { nextCursor } = (await list(shop, 'limit=2')).pagination;
    for (const query of ['sort=revenue&currency=JPY', 'sort=revenue&order=asc', 'sort=name']) {
      const url = `/v1/crm/customers?${query}&cursor=${nextCursor}`;
      assert.equal((await test.call('GET', url, { token: shop.key })).status, 400, query);
    }
    const misplaced = await test.call('GET', '/v1/crm/customers?currency=EUR', { token: shop.key });
    assert.equal(misplaced.status, 422);
  });

  it('of a busy customer are shown with their sum, and wait for one adding up in a while', async () => {
    const shop = await newTenant(test);
    const busy = await shop.customer('Busy');
    const items = [{ sku: 'TEA', name: 'Tea', unitPrice: 2 }];
    await post(shop, 'orders/bulk', {
      orders: Array.from({ length: 150 }, () => ({ customerId: busy, items })),
    });
    await eventually('the sum is there', async () => {
      const orders = (await list(shop, 'expand=orders')).data[0]?.orders;
      return orders?.isExact === false && orders.revenue?.[0].amount === 300;
    });
    const notes = async () =>
      (await owner.query('select due_at from customer_revenue_due where customer_id = $1', [busy])).rows;
    await eventually('nothing is due', async () => (await notes()).length === 0);
    await owner.query('update customer_revenue set orders = 3600000 where customer_id = $1', [busy]);
    await order(shop, busy!, 2);
    await eventually('a note is left', async () => (await notes()).length === 1);
    await order(shop, busy!, 2);
    const later = await shop.customer('Later');
    await order(shop, later!, 1);
    await becomes(shop, 'Busy Later');
    const [{ due_at: dueAt }, ...others] = await notes();
    assert.equal(others.length, 0);
    assert.ok(dueAt.getTime() - Date.now() > 3_000_000, dueAt.toISOString());
    const { id: cancelled } = await order(shop, busy!, 2);
    await post(shop, `orders/${cancelled}/cancel`);
    for (const note of await notes())
      assert.ok(note.due_at.getTime() - Date.now() > 3_000_000, 'after a change too');
  });

  it('of one tenant do not wait for those of another that has very many', async () => {
    const [large, shop] = [await newTenant(test), await newTenant(test)];
    await owner.query(
      `insert into customer_revenue_due (tenant_id, customer_id, due_at)
       select $1, gen_random_uuid(), now() - interval '1 hour' from generate_series(1, 20000)`,
      [large.id],
    );
    const ada = await shop.customer('Ada');
    await order(shop, ada!, 10);
    await becomes(shop, 'Ada');
    const { rows } = await owner.query('select from customer_revenue_due where tenant_id = $1 limit 1', [
      large.id,
    ]);
    assert.equal(rows.length, 1, 'the other tenant is not done');
    await owner.query('delete from customer_revenue_due where tenant_id = $1', [large.id]);
  });

  it('that are due in an hour are not read until then, however many', async (t) => {
    const shop = await newTenant(test);
    await owner.query('alter table customer_revenue_due set (autovacuum_enabled = off)');
    // Notes of the tests before this one.
    await owner.query('vacuum customer_revenue_due');
    await owner.query(
      `insert into customer_revenue_due (tenant_id, customer_id, due_at)
       select $1, gen_random_uuid(), now() + interval '1 hour' from generate_series(1, 20000)`,
      [shop.id],
    );
    t.after(() => owner.query('delete from customer_revenue_due where tenant_id = $1', [shop.id]));
    const blocks: Record<string, number> = {};
    const note = (name: string, { rows }: { rows: Record<string, unknown>[] }) => {
      const { Plan: plan } = JSON.parse(rows[0]!['QUERY PLAN'] as string)[0];
      blocks[name] = plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
    };
    const explained = 'explain (analyze, buffers, format json)';
    note(
      'poll',
      await test.db.acrossTenantsQuery(
        `${explained} select (${FIND_TENANTS_WITH_DUE_REVENUE.due}) from (select $1::timestamptz) now`,
        [test.now()],
      ),
    );
    await test.db.inTenant(shop.id, async (tx) => {
      const explaining: Tx = {
        ...tx,
        query: async (sql, values) => {
          note('customers', await tx.query(`${explained} ${sql}`, values));
          return tx.query(sql, values);
        },
      };
      assert.deepEqual(await findDue(explaining), []);
    });
    for (const [name, count] of Object.entries(blocks)) assert.ok(count < 50, `${name}: ${count} blocks`);
  });

  it('from before the migration are added up too', async () => {
    const shop = await newTenant(test);
    await order(shop, await shop.customer('Ada'), 10);
    await becomes(shop, 'Ada');
    await owner.query('delete from customer_revenue where tenant_id = $1', [shop.id]);
    assert.equal(await names(shop), '');
    let at: string | null = null;
    do at = await test.db.inTenant(shop.id, (tx) => revenueOfCustomers.batch(tx, at));
    while (at !== null);
    await becomes(shop, 'Ada');
  });

  it('begin at their place in an index, with twenty thousand customers that were never analysed', async () => {
    const shop = await newTenant(test);
    await owner.query('alter table customer_revenue set (autovacuum_enabled = off)');
    await owner.query('alter table customers set (autovacuum_enabled = off)');
    await owner.query(
      `with made as (
         insert into customers (tenant_id, id, name, created_at, updated_at)
         select $1, gen_random_uuid(), 'Customer ' || n, now() - n * interval '1 second', now()
         from generate_series(1, 20000) n returning id)
       insert into customer_revenue (tenant_id, customer_id, currency, revenue, orders)
       select $1, id, 'USD', row_number() over (), 1 from made`,
      [shop.id],
    );
    const plans: string[] = [];
    const began = performance.now();
    await test.db.inTenant(shop.id, async (tx) => {
      const explaining: Tx = {
        ...tx,
        query: async (sql, values) => {
          if (typeof sql === 'string' && sql.includes('customer_revenue'))
            plans.push(
              (await tx.query(`explain (analyze) ${sql}`, values)).rows
                .map((row) => row['QUERY PLAN'])
                .join('\n'),
            );
          return tx.query(sql, values);
        },
      };
      const sort = { by: 'revenue' as const, descending: true, currency: 'USD' };
      const after = { key: '10000', id: crypto.randomUUID() };
      const { rows } = await listSorted(explaining, readFilter({ archived: 'false' }), sort, 100, after);
      assert.equal(rows.length, 100);
    });
    assert.match(plans[0]!, /customers_by_revenue.*\n.*Index Cond: .*ROW\(revenue, customer_id\) </);
    assert.doesNotMatch(plans[0]!, /Seq Scan|Sort/);
    assert.ok(performance.now() - began < 2_000);
  });
});

it('a customer whose sum is interrupted by lost connections is added up soon, and not an hour later', async (t) => {
  const shop = await newTenant(test);
  const customer = await shop.customer('Ada');
  t.after(() =>
    owner.query('drop trigger lost on customer_revenue; drop function lost; drop sequence lost_connections'),
  );
  await owner.query(`
    create sequence lost_connections;
    grant usage on lost_connections to colonnade_app;
    create function lost() returns trigger language plpgsql as $$ begin
      if nextval('lost_connections') <= 2 then perform pg_terminate_backend(pg_backend_pid()); end if;
      return new; end $$;
    create trigger lost before insert on customer_revenue for each row
      when (new.customer_id = '${customer}') execute function lost()`);
  await order(shop, customer!, 10);
  await becomes(shop, 'Ada');
  const { rows } = await owner.query('select last_value::int as lost from lost_connections');
  assert.ok(rows[0]!.lost >= 3);
});
