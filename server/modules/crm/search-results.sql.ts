import type { Tx } from '#kernel/db/db.ts';
import { survivorOf } from './customers/customers.sql.ts';

type Description = { title: string; subtitle: string | null };

/** Describes customers for search results. */
export async function describeCustomers(tx: Tx, ids: string[]): Promise<Map<string, Description>> {
  const { rows } = await tx.query<Description & { id: string }>(CUSTOMERS, [ids]);
  return byId(rows);
}

/** Describes orders for search results: the number, the customer's current name and the status. */
export async function describeOrders(tx: Tx, ids: string[]): Promise<Map<string, Description>> {
  const { rows } = await tx.query<Description & { id: string }>(ORDERS, [ids]);
  return byId(rows);
}

const byId = (rows: (Description & { id: string })[]) =>
  new Map(rows.map(({ id, title, subtitle }) => [id, { title, subtitle }]));

const CUSTOMERS = {
  name: 'describe_customers',
  text: `
    select id, name as title,
      nullif(concat_ws(' · ', coalesce(email, phones[1]), case when archived_at is not null then 'archived' end), '') as subtitle
    from customers
    where tenant_id = (select current_tenant()) and id = any ($1::uuid[]) and merged_into is null and erased_at is null`,
};

const ORDERS = {
  name: 'describe_orders',
  text: `
    select o.id, o.order_number as title, concat_ws(' · ', c.name, replace(o.status, '_', ' ')) as subtitle
    from orders o
    join customers c on c.tenant_id = (select current_tenant()) and c.id = ${survivorOf('o.customer_id')}
    where o.tenant_id = (select current_tenant()) and o.id = any ($1::uuid[])`,
};
