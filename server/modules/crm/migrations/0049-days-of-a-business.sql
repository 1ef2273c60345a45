-- Why: a business counts, shows and prints by its own time zone, currency and formats, so its days are cut where it says.
-- Works with: 39

alter table tenants
  add column if not exists time_zone text not null default 'UTC'
    constraint time_zone_is_a_name check (time_zone ~ '^[A-Za-z][A-Za-z0-9_+/-]{0,63}$'),
  add column if not exists currency text not null default 'USD'
    constraint tenant_currency_is_three_letters check (currency ~ '^[A-Z]{3}$'),
  -- Null: everyone sees the formats of their browser.
  add column if not exists locale text constraint tenant_locale_is_short check (length(locale) between 2 and 35),
  add column if not exists address json,
  add column if not exists tax_number text constraint tax_number_is_short check (length(tax_number) between 1 and 50),
  -- No foreign key: the library belongs to another module, which asks before it deletes an asset.
  add column if not exists logo_asset_id uuid,
  add column if not exists version int not null default 1;
grant update (time_zone, currency, locale, address, tax_number, logo_asset_id, version) on tenants to colonnade_app;

-- Step: the formats that a member chose; null: those of the tenant. The check holds for new rows at once, and the others have none.
alter table memberships
  add column if not exists locale text,
  drop constraint if exists member_locale_is_short,
  add constraint member_locale_is_short check (length(locale) between 2 and 35) not valid;
grant update (name, locale) on memberships to colonnade_app;
-- Step: nobody waits for the look.
alter table memberships validate constraint member_locale_is_short;

-- Step: a rollup is cut once its quarters add up to it. Those of earlier days are not, and a program of an earlier version changes a
-- rollup without its quarters; a worker cuts both anew. A program that writes the quarters too raises `cuts`.
alter table order_rollups
  add column if not exists cuts bigint not null default 0,
  add column if not exists is_cut boolean not null default false;
grant update (cuts) on order_rollups to colonnade_worker;
grant update (cuts, is_cut) on order_rollups to colonnade_app;
create or replace function mark_uncut() returns trigger language plpgsql as $$
begin
  new.is_cut := false;
  return new;
end
$$;
create or replace trigger mark_uncut before update on order_rollups
  for each row when (new.is_cut and old.is_cut and new.cuts = old.cuts) execute function mark_uncut();

-- Outside a transaction: rollups are written all the time.
create index concurrently if not exists order_rollups_uncut on order_rollups (tenant_id, day) where not is_cut;

-- Step: the worker that cuts a day subtracts the events that are still to be counted.
grant select on event_queue to colonnade_app;

-- Step: sums per quarter of an hour. Every offset in use since 1972 is a multiple of that, so the days of any time zone are sums of
-- whole rows, and a tenant that moves to another time zone changes no row.
create table order_quarters (
  tenant_id uuid not null references tenants (id),
  -- The beginning of the quarter in which the orders were placed.
  at timestamptz not null,
  currency text not null,
  -- '-': none.
  channel text not null,
  orders bigint not null default 0,
  cancelled_orders bigint not null default 0,
  placed_total numeric not null default 0,
  written_off_total numeric not null default 0,
  refunded_total numeric not null default 0,
  primary key (tenant_id, at, currency, channel)
);
select confine_to_tenant('order_quarters');
create policy worker_all on order_quarters to colonnade_worker using (true) with check (true);
grant select, insert, delete on order_quarters to colonnade_app;
grant select, insert, update (orders, cancelled_orders, placed_total, written_off_total, refunded_total)
  on order_quarters to colonnade_worker;
