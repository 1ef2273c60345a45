-- Why: an order is paid, fulfilled, delivered, cancelled and refunded; what happened to it, and who did it, stays known.

-- All have defaults: placing an order writes none of them but placed_by.
alter table orders
  add column paid_total bigint not null default 0,
  add column refunded_total bigint not null default 0,
  add column last_payment_failed boolean not null default false,
  add column cancelled_at timestamptz,
  add column version int not null default 1,
  -- Null: nothing has changed since it was placed.
  add column updated_at timestamptz,
  -- Type, id and name of the actor at that time; null for orders that were placed before this was kept.
  add column placed_by json,
  add constraint refunded_is_at_most_paid_and_that_at_most_the_total
    check (refunded_total between 0 and paid_total and paid_total <= total);

alter table order_lines
  add column fulfilled_quantity int not null default 0,
  add column delivered_quantity int not null default 0,
  add constraint delivered_is_at_most_fulfilled_and_that_at_most_ordered
    check (delivered_quantity between 0 and fulfilled_quantity and fulfilled_quantity <= quantity);

-- One row per change of an order, named by the version it led to. Version 1, the placing, is the order's own row.
create table order_history (
  tenant_id uuid not null,
  order_id uuid not null,
  version int not null constraint placing_is_told_by_the_order check (version > 1),
  action text not null
    constraint order_action_is_known
    check (action in ('payment', 'fulfilled', 'delivered', 'cancelled', 'refunded', 'edited')),
  actor_type text not null,
  actor_id uuid,
  actor_name text not null,
  status text not null,
  payment_status text not null,
  details json not null,
  created_at timestamptz not null,
  primary key (tenant_id, order_id, version),
  constraint history_belongs_to_an_order_of_its_tenant foreign key (tenant_id, order_id) references orders (tenant_id, id)
);
alter table order_history enable row level security;
alter table order_history force row level security;
create policy own_tenant on order_history to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));

grant update (
  status, payment_status, paid_total, refunded_total, last_payment_failed, cancelled_at, shipping_address, billing_address,
  customer_note, internal_note, metadata, version, updated_at) on orders to colonnade_app;
grant update (fulfilled_quantity, delivered_quantity) on order_lines to colonnade_app;
-- Nobody may change or remove what happened.
grant select, insert on order_history to colonnade_app;
