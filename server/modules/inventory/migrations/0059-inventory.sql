-- Why: a business sells what it has; counters, reservations and an append-only ledger say what that is, and the database refuses to oversell.
-- Works with: 39

create table stock_locations (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null constraint location_name_is_short check (length(name) between 1 and 200),
  code text collate "C" not null constraint location_code_is_short check (length(code) between 1 and 50),
  address json,
  -- Stock is taken from the location with the smallest priority first.
  priority int not null,
  active boolean not null,
  property_ids uuid[] not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint location_code_is_unique_in_tenant unique (tenant_id, code)
);
create index stock_locations_newest_first on stock_locations (tenant_id, created_at desc, id desc);

create table inventory_settings (
  tenant_id uuid not null references tenants (id),
  imports_take_stock boolean not null,
  version int not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id)
);

-- A SKU is renamed in one row, because levels refer to the item's id.
create table inventory_items (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  sku text collate "C" not null constraint item_sku_is_short check (length(sku) between 1 and 200),
  tracked boolean not null default true,
  backorder_limit bigint default 0 constraint backorder_limit_is_not_negative check (backorder_limit >= 0),
  low_at bigint constraint low_at_is_not_negative check (low_at >= 0),
  -- The state that the last event announced.
  announced text not null default 'ok' constraint announced_is_known check (announced in ('ok', 'low', 'depleted')),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint a_sku_is_one_item unique (tenant_id, sku)
);
create index inventory_items_announced on inventory_items (tenant_id, announced, sku) where announced <> 'ok';

-- Lines of orders name an item by the SKU that it had when the order was placed.
create table item_former_skus (
  tenant_id uuid not null,
  sku text collate "C" not null,
  renamed_at timestamptz not null,
  item_id uuid not null,
  primary key (tenant_id, sku, renamed_at, item_id),
  constraint former_sku_is_of_an_item_of_its_tenant
    foreign key (tenant_id, item_id) references inventory_items (tenant_id, id) on delete cascade
);
create index item_former_skus_of_item on item_former_skus (item_id);

create table stock_levels (
  tenant_id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  on_hand bigint not null default 0,
  -- The number of the last movement; null before the first.
  movements int,
  reserved bigint not null default 0 constraint reserved_is_not_negative check (reserved >= 0),
  -- A copy of the item's; null: without limit.
  backorder_limit bigint default 0,
  short bigint not null default 0 constraint short_is_not_negative check (short >= 0),
  available bigint generated always as (on_hand - reserved) stored,
  primary key (tenant_id, item_id, location_id),
  constraint nothing_is_there_without_a_movement check (movements is not null or on_hand = 0),
  constraint nothing_is_reserved_that_is_not_there check (on_hand - reserved >= -(backorder_limit + short)),
  constraint level_is_of_an_item_of_its_tenant
    foreign key (tenant_id, item_id) references inventory_items (tenant_id, id),
  constraint level_is_at_a_location_of_its_tenant
    foreign key (tenant_id, location_id) references stock_locations (tenant_id, id)
) with (fillfactor = 50);
-- Without the tenant: on a new database the planner would otherwise take it for the way to the levels of an item.
create index stock_levels_of_location on stock_levels (location_id, item_id);
create index stock_levels_short on stock_levels (tenant_id, item_id) where short > 0;

create table stock_reservations (
  tenant_id uuid not null,
  order_id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  quantity bigint not null constraint reservation_is_of_something check (quantity > 0),
  shipped bigint not null default 0,
  -- Null: it belongs to an order; infinity: its checkout is being paid.
  expires_at timestamptz,
  primary key (tenant_id, order_id, item_id, location_id),
  constraint no_more_is_shipped_than_reserved check (shipped between 0 and quantity),
  constraint reservation_is_of_a_level
    foreign key (tenant_id, item_id, location_id) references stock_levels (tenant_id, item_id, location_id)
);
-- Without the tenant, for the same reason: it is not the way to the reservations of an order.
create index stock_reservations_of_item on stock_reservations (item_id, order_id, location_id);
create index stock_holds_due on stock_reservations (tenant_id, expires_at, item_id) where expires_at is not null;

create table stock_movements (
  tenant_id uuid not null,
  item_id uuid not null,
  location_id uuid not null,
  seq int not null,
  id uuid not null,
  kind text not null constraint movement_kind_is_known
    check (kind in ('received', 'adjusted', 'counted', 'moved', 'shipped', 'returned')),
  change bigint not null constraint movement_changes_something check (change <> 0),
  before bigint not null,
  after bigint not null,
  previous int generated always as (nullif(seq - 1, 0)) stored,
  order_id uuid,
  return_id uuid,
  line int,
  history_version int,
  reason text,
  by json not null,
  at timestamptz not null,
  primary key (tenant_id, item_id, location_id, seq),
  constraint movement_id_is_unique unique (tenant_id, id),
  constraint movement_number_is_positive check (seq >= 1),
  constraint movement_adds_up check (after = before + change),
  constraint first_movement_starts_from_nothing check (seq > 1 or before = 0),
  constraint movement_is_one_link unique (tenant_id, item_id, location_id, seq, after),
  constraint movement_goes_on_where_the_last_one_ended foreign key (tenant_id, item_id, location_id, previous, before)
    references stock_movements (tenant_id, item_id, location_id, seq, after),
  constraint movement_is_of_a_level foreign key (tenant_id, item_id, location_id)
    references stock_levels (tenant_id, item_id, location_id),
  constraint a_step_ships_once unique (tenant_id, order_id, item_id, location_id, history_version),
  constraint a_return_restocks_once unique (tenant_id, return_id, line)
);
create index stock_movements_newest_first on stock_movements (tenant_id, at desc, id desc);
create index stock_movements_of_item on stock_movements (tenant_id, item_id, at desc, id desc);
alter table stock_levels add constraint on_hand_is_where_the_movements_end
  foreign key (tenant_id, item_id, location_id, movements, on_hand)
  references stock_movements (tenant_id, item_id, location_id, seq, after) deferrable initially deferred;

-- Orders whose lines have not met the stock yet.
create table stock_orders_due (
  tenant_id uuid not null,
  order_id uuid not null,
  at timestamptz not null,
  -- After a failure it waits, longer each time; 'infinity': it is parked.
  next_at timestamptz not null,
  attempts int not null default 0,
  last_error text,
  primary key (tenant_id, order_id)
);
create index stock_orders_due_in_order on stock_orders_due (tenant_id, next_at);

-- Items whose stock has changed since it was last judged low or depleted.
create table stock_items_changed (
  tenant_id uuid not null,
  item_id uuid not null,
  -- Rises with each change, so that a judgement of an earlier stock does not remove the row.
  changes int not null default 1,
  at timestamptz not null,
  primary key (tenant_id, item_id),
  constraint change_is_of_an_item_of_its_tenant
    foreign key (tenant_id, item_id) references inventory_items (tenant_id, id)
);

select confine_to_tenant('stock_locations');
select confine_to_tenant('inventory_settings');
select confine_to_tenant('inventory_items');
select confine_to_tenant('item_former_skus');
select confine_to_tenant('stock_levels');
select confine_to_tenant('stock_reservations');
select confine_to_tenant('stock_movements');
select confine_to_tenant('stock_orders_due');
select confine_to_tenant('stock_items_changed');

grant select, insert, delete, update (name, code, address, priority, active, property_ids, version, updated_at)
  on stock_locations to colonnade_app;
grant select, insert, update (imports_take_stock, version, updated_at) on inventory_settings to colonnade_app;
-- Foreign keys keep every item that ever had a level.
grant select, insert, delete, update (sku, tracked, backorder_limit, low_at, announced, version, updated_at)
  on inventory_items to colonnade_app;
grant select, insert on item_former_skus to colonnade_app;
grant select, insert (tenant_id, item_id, location_id, backorder_limit),
  update (on_hand, movements, reserved, backorder_limit, short) on stock_levels to colonnade_app;
grant select, insert, delete, update (quantity, shipped, expires_at) on stock_reservations to colonnade_app;
-- A ledger: rows are added and never changed.
grant select, insert on stock_movements to colonnade_app;
grant select, insert, delete, update (next_at, attempts, last_error) on stock_orders_due to colonnade_app;
grant select, insert, delete, update (changes, at) on stock_items_changed to colonnade_app;

-- Baskets of several tenants that arrive together are reserved together.
do $$
declare
  name text;
begin
  foreach name in array array['inventory_items', 'stock_locations'] loop
    execute format(
      'create policy tenants_of_the_batch on %I for select to colonnade_batch
         using (tenant_id = any ((select current_tenants())::uuid[]))', name);
  end loop;
  foreach name in array array['stock_levels', 'stock_reservations'] loop
    execute format(
      'create policy tenants_of_the_batch on %I to colonnade_batch
         using (tenant_id = any ((select current_tenants())::uuid[]))
         with check (tenant_id = any ((select current_tenants())::uuid[]))', name);
  end loop;
end
$$;
grant select (tenant_id, id, sku, tracked) on inventory_items to colonnade_batch;
grant select (tenant_id, id, priority, active) on stock_locations to colonnade_batch;
grant select (tenant_id, item_id, location_id, reserved, backorder_limit, available),
  insert (tenant_id, item_id, location_id, reserved, backorder_limit), update (reserved) on stock_levels to colonnade_batch;
grant select (tenant_id, order_id, item_id, location_id, expires_at), insert on stock_reservations to colonnade_batch;

-- The worker queues the orders of tenants that keep stock, and finds the tenants whose work is due; the work happens inside the tenant.
create policy worker_reads_all on tenant_modules for select to colonnade_worker using (true);
create policy worker_reads_all on inventory_settings for select to colonnade_worker using (true);
create policy worker_reads_all on inventory_items for select to colonnade_worker using (true);
create policy worker_reads_all on stock_reservations for select to colonnade_worker using (true);
create policy worker_all on stock_orders_due to colonnade_worker using (true);
create policy worker_reads_all on stock_items_changed for select to colonnade_worker using (true);
grant select (tenant_id, module, active, changed_at) on tenant_modules to colonnade_worker;
grant select (tenant_id, imports_take_stock) on inventory_settings to colonnade_worker;
grant select (tenant_id, id) on inventory_items to colonnade_worker;
grant select (tenant_id, expires_at) on stock_reservations to colonnade_worker;
grant select (tenant_id, order_id, next_at, attempts), insert on stock_orders_due to colonnade_worker;
grant select (tenant_id, item_id, at) on stock_items_changed to colonnade_worker;
