-- Why: the timeline of a customer is the newest entries of all their orders and of their own record, read by index.
-- Works with: 39

-- The customer at the time of the entry; null: of a program before this migration, or an entry of a merge or an erasure, which the
-- record of the customer tells once for all orders.
alter table order_history add column if not exists customer_id uuid;
grant update (customer_id) on order_history to colonnade_app;
create or replace function note_customer_of_history() returns trigger language plpgsql as $$
begin
  new.customer_id := (select customer_id from orders where tenant_id = new.tenant_id and id = new.order_id);
  return new;
end
$$;
-- A trigger, because programs of the version before write entries too.
create or replace trigger note_customer_of_history before insert on order_history
  for each row when (new.action not in ('merged', 'erased')) execute function note_customer_of_history();

-- Outside a transaction: every step of an order writes an entry.
create index concurrently if not exists order_history_of_customer on order_history
  (tenant_id, customer_id, created_at desc, order_id desc, version desc) where customer_id is not null;

-- Step: a worker fills in the customers of earlier entries. A new database has none.
insert into row_changes (name) select 'customers of order history' where exists (select from tenants) on conflict do nothing;

-- Step: one row per change of a customer, without values, so that an erasure has nothing to remove from it.
create table customer_history (
  tenant_id uuid not null,
  customer_id uuid not null,
  version int not null,
  action text not null
    constraint customer_action_is_known
    check (action in ('created', 'edited', 'archived', 'unarchived', 'merged', 'erased')),
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  details json not null,
  created_at timestamptz not null,
  -- In the order of the timeline.
  primary key (tenant_id, customer_id, created_at, version),
  constraint history_belongs_to_a_customer_of_its_tenant
    foreign key (tenant_id, customer_id) references customers (tenant_id, id) on delete cascade
);
select confine_to_tenant('customer_history');
grant select, insert on customer_history to colonnade_app;
