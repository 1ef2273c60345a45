-- Why: shoppers fill carts and check out; the order's id is decided when a checkout starts, so that it is placed once, whatever happens.
-- Works with: 39

create table checkout_settings (
  tenant_id uuid not null references tenants (id),
  hold_minutes int not null constraint hold_is_between_a_minute_and_a_day check (hold_minutes between 1 and 1440),
  hold_most_minutes int not null,
  abandoned_after_minutes int not null constraint abandonment_takes_a_minute_at_least check (abandoned_after_minutes >= 1),
  guest_cart_days int not null constraint guest_carts_are_kept_for_a_day_at_least check (guest_cart_days >= 1),
  customer_cart_days int not null constraint customer_carts_are_kept_for_a_day_at_least check (customer_cart_days >= 1),
  prices_include_tax boolean not null,
  shipping_taxed boolean not null,
  payment_methods json not null,
  version int not null default 1,
  updated_at timestamptz not null,
  primary key (tenant_id),
  constraint a_hold_is_extended_not_shortened check (hold_most_minutes between hold_minutes and 1440)
);

create table shipping_options (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null constraint shipping_option_name_is_short check (length(name) between 1 and 200),
  currency text not null,
  -- Empty: every country.
  countries text[] not null,
  basis text not null constraint shipping_basis_is_known check (basis in ('subtotal', 'weight')),
  -- From the lowest to the highest: [{ "from": 0, "amount": 4.9 }]
  tiers json not null,
  position int not null,
  active boolean not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);
create index shipping_options_newest_first on shipping_options (tenant_id, created_at desc, id desc);

create table tax_rates (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null constraint tax_rate_name_is_short check (length(name) between 1 and 200),
  country text collate "C" not null constraint tax_country_has_two_letters check (country ~ '^[A-Z]{2}$'),
  -- Empty: every region of the country, and every tax code.
  region text collate "C" not null,
  tax_code text collate "C" not null,
  percent numeric(7, 4) not null constraint tax_is_not_negative check (percent between 0 and 100),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint one_rate_per_place_and_code unique (tenant_id, country, region, tax_code)
);
create index tax_rates_newest_first on tax_rates (tenant_id, created_at desc, id desc);

create table discounts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  code text not null constraint code_is_short check (length(code) between 1 and 100),
  code_key text collate "C" generated always as (upper(code)) stored,
  kind text not null constraint discount_kind_is_known check (kind in ('percent', 'amount', 'free_shipping')),
  value numeric(21, 6) not null constraint discount_is_not_negative check (value >= 0),
  -- Null: any currency.
  currency text,
  min_subtotal numeric(21, 6) constraint minimum_is_not_negative check (min_subtotal >= 0),
  product_ids uuid[] not null,
  category_ids uuid[] not null,
  starts_at timestamptz,
  ends_at timestamptz,
  max_uses int constraint limit_of_uses_is_positive check (max_uses >= 1),
  max_uses_per_customer int constraint limit_per_customer_is_positive check (max_uses_per_customer >= 1),
  used int not null default 0,
  active boolean not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint a_code_is_one_discount unique (tenant_id, code_key),
  constraint a_limited_code_is_used_at_most_so_often check (used between 0 and max_uses)
);
create index discounts_newest_first on discounts (tenant_id, created_at desc, id desc);

create table discount_uses (
  tenant_id uuid not null,
  discount_id uuid not null,
  checkout_id uuid not null,
  customer_id uuid,
  at timestamptz not null,
  -- False: not yet in `used` of a code without a limit, which a worker adds up.
  counted boolean not null,
  primary key (tenant_id, discount_id, checkout_id),
  constraint use_is_of_a_discount_of_its_tenant
    foreign key (tenant_id, discount_id) references discounts (tenant_id, id) on delete cascade
);
create index discount_uses_of_customer on discount_uses (tenant_id, discount_id, customer_id);
create index discount_uses_by_customer on discount_uses (tenant_id, customer_id) where customer_id is not null;
create index discount_uses_of_checkout on discount_uses (tenant_id, checkout_id);
create index discount_uses_uncounted on discount_uses (tenant_id, at) where not counted;

create table carts (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  property_id uuid,
  currency text not null,
  locale text,
  customer_id uuid,
  email text collate "C",
  note text,
  attributes json,
  discount_ids uuid[] not null default '{}',
  state text not null constraint cart_state_is_known check (state in ('active', 'abandoned', 'completed')),
  -- Cart tokens of another generation are refused.
  generation int not null default 1,
  -- The subtotal that was shown after the last change: for lists and events, never for a price.
  shown_subtotal bigint not null,
  abandoned_at timestamptz,
  -- How often it was abandoned.
  spells int not null default 0,
  -- When it becomes abandoned, and when it is deleted, unless it changes before.
  idle_at timestamptz not null,
  kept_until timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint abandoned_has_a_time check (state <> 'abandoned' or abandoned_at is not null),
  constraint three_spells_at_most check (spells between 0 and 3)
);
create index carts_newest_first on carts (tenant_id, created_at desc, id desc);
create index carts_by_state on carts (tenant_id, state, created_at desc, id desc);
create index carts_of_customer on carts (tenant_id, customer_id) where customer_id is not null;
create index carts_of_email on carts (tenant_id, email) where email is not null;
create index carts_idle on carts (tenant_id, idle_at) where state = 'active';
create index carts_kept on carts (tenant_id, kept_until);

create table cart_lines (
  tenant_id uuid not null,
  cart_id uuid not null,
  key text collate "C" not null,
  variant_id uuid not null,
  quantity int not null constraint line_has_9999_units_at_most check (quantity between 1 and 9999),
  attributes json,
  added_at timestamptz not null,
  -- Among the lines that were added together.
  place int not null,
  primary key (tenant_id, cart_id, key),
  constraint line_is_of_a_cart_of_its_tenant
    foreign key (tenant_id, cart_id) references carts (tenant_id, id) on delete cascade
);

create table checkouts (
  tenant_id uuid not null,
  id uuid not null,
  cart_id uuid not null,
  -- Decided when the checkout starts: reservations are held under it, and the order is placed with it.
  order_id uuid not null,
  freeze_id uuid,
  state text not null constraint checkout_state_is_known
    check (state in ('open', 'paying', 'completed', 'expired', 'cancelled')),
  currency text not null,
  customer_id uuid,
  email text collate "C",
  phone text,
  shipping_address json,
  billing_address json,
  shipping_option_id uuid,
  payment_id text,
  -- The units that are held, by SKU.
  held json not null,
  total bigint,
  credit bigint not null default 0,
  to_pay bigint,
  frozen json,
  order_number text,
  -- Open: when the holds end. Paying: when a worker looks at it next.
  expires_at timestamptz not null,
  -- No activity extends the holds beyond it.
  hold_until timestamptz not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  completed_at timestamptz,
  primary key (tenant_id, id),
  constraint an_order_has_one_checkout unique (tenant_id, order_id),
  constraint frozen_while_paying check (state <> 'paying' or (frozen is not null and freeze_id is not null)),
  constraint credit_and_payment_make_the_total check (to_pay is null or to_pay = total - credit),
  constraint completed_has_a_number check (state <> 'completed' or (order_number is not null and completed_at is not null)),
  constraint checkout_is_of_a_cart_of_its_tenant
    foreign key (tenant_id, cart_id) references carts (tenant_id, id) on delete cascade
);
create unique index one_open_checkout_per_cart on checkouts (tenant_id, cart_id) where state in ('open', 'paying');
create index checkouts_of_cart on checkouts (tenant_id, cart_id, id);
create index checkouts_newest_first on checkouts (tenant_id, created_at desc, id desc);
create index checkouts_by_state on checkouts (tenant_id, state, created_at desc, id desc);
create index checkouts_due on checkouts (tenant_id, expires_at) where state = 'open';
create index checkouts_paying on checkouts (tenant_id, expires_at) where state = 'paying';
create index checkouts_of_customer on checkouts (tenant_id, customer_id) where customer_id is not null;
create index checkouts_of_email on checkouts (tenant_id, email) where email is not null;

select confine_to_tenant('checkout_settings');
select confine_to_tenant('shipping_options');
select confine_to_tenant('tax_rates');
select confine_to_tenant('discounts');
select confine_to_tenant('discount_uses');
select confine_to_tenant('carts');
select confine_to_tenant('cart_lines');
select confine_to_tenant('checkouts');

grant select, insert, update (hold_minutes, hold_most_minutes, abandoned_after_minutes, guest_cart_days, customer_cart_days,
  prices_include_tax, shipping_taxed, payment_methods, version, updated_at) on checkout_settings to colonnade_app;
grant select, insert, delete, update (name, currency, countries, basis, tiers, position, active, version, updated_at)
  on shipping_options to colonnade_app;
grant select, insert, delete, update (name, country, region, tax_code, percent, version, updated_at)
  on tax_rates to colonnade_app;
grant select, insert, delete, update (code, kind, value, currency, min_subtotal, product_ids, category_ids, starts_at, ends_at,
  max_uses, max_uses_per_customer, used, active, version, updated_at) on discounts to colonnade_app;
grant select, insert, delete, update (customer_id, counted) on discount_uses to colonnade_app;
grant select, insert, delete, update (currency, locale, customer_id, email, note, attributes, discount_ids, state, generation,
  shown_subtotal, abandoned_at, spells, idle_at, kept_until, version, updated_at) on carts to colonnade_app;
grant select, insert, delete, update (quantity, attributes) on cart_lines to colonnade_app;
-- The cart, the order and the currency of a checkout never change.
grant select, insert, update (freeze_id, state, customer_id, email, phone, shipping_address, billing_address,
  shipping_option_id, payment_id, held, total, credit, to_pay, frozen, order_number, expires_at, version, updated_at,
  completed_at) on checkouts to colonnade_app;

-- The worker finds the tenants whose work is due, by state and time alone; the work happens inside the tenant.
create policy worker_reads_all on carts for select to colonnade_worker using (true);
create policy worker_reads_all on checkouts for select to colonnade_worker using (true);
create policy worker_reads_all on discount_uses for select to colonnade_worker using (true);
grant select (tenant_id, state, idle_at, kept_until) on carts to colonnade_worker;
grant select (tenant_id, state, expires_at) on checkouts to colonnade_worker;
grant select (tenant_id, counted, at) on discount_uses to colonnade_worker;
