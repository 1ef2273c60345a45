-- Why: the CRM owns customers and orders; money is integer minor units, so sums are exact.
create table customers (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null constraint customer_name_is_short check (length(name) between 1 and 200),
  email text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index customers_newest_first on customers (tenant_id, created_at desc, id desc);

-- One counter per tenant; a number is taken in the same statement as the insert, never earlier.
create table order_counters (
  tenant_id uuid primary key references tenants (id),
  next_number bigint not null
);

create table orders (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  order_number text not null,
  status text not null
    constraint order_status_is_known
    check (status in ('placed', 'partially_fulfilled', 'fulfilled', 'delivered', 'cancelled', 'refunded')),
  payment_status text not null
    constraint payment_status_is_known
    check (payment_status in ('unpaid', 'partially_paid', 'paid', 'partially_refunded', 'refunded', 'failed', 'voided')),
  customer_id uuid not null,
  channel text constraint channel_is_known check (channel in ('storefront', 'b2b_portal', 'admin', 'import', 'mcp')),
  property_id text,
  currency text not null constraint currency_is_three_letters check (currency ~ '^[A-Z]{3}$'),
  subtotal bigint not null,
  shipping_total bigint not null constraint shipping_is_not_negative check (shipping_total >= 0),
  discount_total bigint not null constraint discount_is_not_negative check (discount_total >= 0),
  tax_total bigint not null constraint tax_is_not_negative check (tax_total >= 0),
  total bigint not null constraint total_is_not_negative check (total >= 0),
  shipping_address json,
  billing_address json,
  customer_note text,
  internal_note text,
  metadata json,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  constraint order_number_is_unique_in_tenant unique (tenant_id, order_number),
  constraint order_has_a_customer_of_its_tenant foreign key (tenant_id, customer_id) references customers (tenant_id, id),
  constraint total_is_the_sum_of_its_parts check (total = subtotal - discount_total + shipping_total + tax_total),
  constraint total_stays_exact_in_json check (total < 1000000000000000 and subtotal < 1000000000000000)
);
create index orders_newest_first on orders (tenant_id, created_at desc, id desc);
create index orders_of_customer on orders (tenant_id, customer_id, created_at desc);

create table order_lines (
  tenant_id uuid not null,
  order_id uuid not null,
  line int not null constraint line_is_one_to_five_hundred check (line between 1 and 500),
  sku text not null,
  name text not null,
  quantity bigint not null constraint quantity_is_positive check (quantity > 0),
  unit_price numeric(21, 6) not null constraint unit_price_is_not_negative check (unit_price >= 0),
  amount bigint not null,
  tax_amount bigint,
  product_id uuid,
  variant_id uuid,
  description text,
  primary key (tenant_id, order_id, line),
  constraint line_belongs_to_an_order_of_its_tenant foreign key (tenant_id, order_id) references orders (tenant_id, id)
);

do $$
declare
  name text;
begin
  foreach name in array array['customers', 'order_counters', 'orders', 'order_lines'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  end loop;
end
$$;
grant select, insert, update (name, email, updated_at) on customers to colonnade_app;
grant select, insert, update (next_number) on order_counters to colonnade_app;
grant select, insert on orders, order_lines to colonnade_app;
