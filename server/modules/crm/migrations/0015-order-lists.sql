-- Why: people look for orders by anything they know of them, and want to see how business goes, at any size.

-- What lists filter by most, as one text: any choice of the three is a set of facets, each of which the index holds in order.
-- Numbers sort by length first, so that 999 comes before 1000; no text of another length can come between.
alter table orders
  add column facet text collate "C" not null
    generated always as (status || '/' || payment_status || '/' || coalesce(channel, '-')) stored,
  add column sort_number text collate "C" not null
    generated always as (lpad(length(order_number)::text, 2, '0') || order_number) stored;
create index orders_by_facet on orders (tenant_id, facet, created_at desc, id desc);
create index orders_by_total on orders (tenant_id, currency, total, id);
create index orders_by_number on orders (tenant_id, sort_number);
-- With the id, so that a customer's orders are in their full order, and known without fetching them.
drop index orders_of_customer;
create index orders_of_customer on orders (tenant_id, customer_id, created_at desc, id desc);
create index orders_of_property on orders (tenant_id, property_id, created_at desc, id desc) where property_id is not null;

-- The keys of orders' metadata. Kept by triggers, so that a list is exact; an order without metadata does not pay for it.
create table order_metadata (
  tenant_id uuid not null,
  order_id uuid not null,
  key text collate "C" not null,
  -- Null when it is null, or longer than one would search for.
  value text collate "C",
  primary key (tenant_id, order_id, key),
  constraint metadata_belongs_to_an_order_of_its_tenant foreign key (tenant_id, order_id) references orders (tenant_id, id)
);
create index order_metadata_by_key on order_metadata (tenant_id, key, value);

-- Of a key that is there twice, the last counts, as everywhere.
create function metadata_entries(metadata json) returns table (key text, value text) language sql immutable as $$
  select distinct on (key) key, case when length(value) <= 200 then value end
  from json_each_text(metadata) with ordinality as entry (key, value, place)
  where place <= 100 and length(key) <= 200
  order by key, place desc
$$;
create function index_order_metadata() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    delete from order_metadata where tenant_id = new.tenant_id and order_id = new.id;
  end if;
  insert into order_metadata (tenant_id, order_id, key, value)
  select new.tenant_id, new.id, entry.key, entry.value from metadata_entries(new.metadata) entry;
  return null;
end
$$;
create trigger metadata_of_new_orders after insert on orders
  for each row when (new.metadata is not null) execute function index_order_metadata();
create trigger metadata_of_changed_orders after update of metadata on orders
  for each row when (old.metadata::text is distinct from new.metadata::text) execute function index_order_metadata();

-- Words as people search for them: lower case, compatibility forms folded, everything between words a space.
create function searchable(text) returns text language sql immutable parallel safe as $$
  select translate(lower(normalize($1, NFKC)), E'\t\n\r!"#$%&''()*+,-./:;<=>?@[\\]^_`{|}~', repeat(' ', 35))
$$;

create function words_in(text) returns text[] language sql immutable as $$
  select coalesce(array_agg(distinct left(word, 64)), '{}') from string_to_table(searchable($1), ' ') word where word <> ''
$$;

-- A text per order (its number and lines) and customer (name, e-mail), and each of its words. Searches begin at the rarest
-- word and look at the text for the others. No foreign keys: this is derived, and written apart from placing an order.
create table search_texts (
  tenant_id uuid not null,
  subject text not null constraint subject_is_searched check (subject in ('order', 'customer')),
  subject_id uuid not null,
  -- Each word once, with a space on both sides.
  words text collate "C" not null,
  primary key (tenant_id, subject, subject_id)
);
create table search_words (
  tenant_id uuid not null,
  subject text not null,
  -- Comparing is leakproof, so that row-level security lets the index do it; matching patterns would not be.
  word text collate "C" not null,
  subject_id uuid not null,
  -- When the subject was made: what is found can be put in order before any of it is fetched.
  at timestamptz not null,
  primary key (tenant_id, subject, word, subject_id) include (at)
);

create function index_customer() returns trigger language plpgsql as $$
declare
  -- As JSON, because which columns a customer has is another migration's business.
  found_words text[] := words_in(concat_ws(' ', new.name, to_json(new) ->> 'email'));
begin
  if tg_op = 'UPDATE' then
    delete from search_words where tenant_id = new.tenant_id and subject = 'customer' and subject_id = new.id
      and word = any (select string_to_table(words, ' ') from search_texts
        where tenant_id = new.tenant_id and subject = 'customer' and subject_id = new.id);
  end if;
  insert into search_texts (tenant_id, subject, subject_id, words)
  values (new.tenant_id, 'customer', new.id, concat(' ', array_to_string(found_words, ' '), ' '))
    on conflict (tenant_id, subject, subject_id) do update set words = excluded.words;
  insert into search_words (tenant_id, subject, word, subject_id, at)
  select new.tenant_id, 'customer', word, new.id, new.created_at from unnest(found_words) word;
  return null;
end
$$;
create trigger words_of_new_customers after insert on customers for each row execute function index_customer();
create trigger words_of_changed_customers after update on customers for each row
  when (old.name is distinct from new.name or to_json(old) ->> 'email' is distinct from to_json(new) ->> 'email')
  execute function index_customer();

-- Days are UTC. One row per day on which orders were placed, currency and channel ('-': none).
create table order_rollups (
  tenant_id uuid not null references tenants (id),
  day date not null,
  currency text not null,
  channel text not null,
  orders bigint not null default 0,
  cancelled_orders bigint not null default 0,
  placed_total numeric not null default 0,
  -- What nobody paid of cancelled orders: with what was paid back, that is all of them.
  written_off_total numeric not null default 0,
  refunded_total numeric not null default 0,
  primary key (tenant_id, day, currency, channel)
);

-- What is there already; not orders whose event still waits, since that will bring them. The owner is bound by row-level
-- security too, unless it says otherwise for a moment.
alter table customers no force row level security;
alter table orders no force row level security;
alter table order_lines no force row level security;
alter table events no force row level security;
alter table event_queue no force row level security;
insert into order_metadata (tenant_id, order_id, key, value)
  select o.tenant_id, o.id, entry.key, entry.value from orders o, metadata_entries(o.metadata) entry
  where o.metadata is not null;
create view seen_orders with (security_invoker) as
  select * from orders o
  where not exists (
    select from event_queue q join events e on e.tenant_id = q.tenant_id and e.id = q.id and e.created_at = q.at
    where q.tenant_id = o.tenant_id and q.type = 'order.placed' and e.data ->> 'id' = o.id::text);
insert into search_texts (tenant_id, subject, subject_id, words)
  select tenant_id, 'customer', id,
    concat(' ', array_to_string(words_in(concat_ws(' ', c.name, to_json(c) ->> 'email')), ' '), ' ')
  from customers c
  union all
  select o.tenant_id, 'order', o.id,
    concat(' ', array_to_string(words_in(o.order_number || ' ' || string_agg(l.sku || ' ' || l.name, ' ')), ' '), ' ')
  from seen_orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
  group by o.tenant_id, o.id, o.order_number;
insert into search_words (tenant_id, subject, word, subject_id, at)
  select t.tenant_id, t.subject, word, t.subject_id, coalesce(o.created_at, c.created_at)
  from search_texts t
  left join orders o on t.subject = 'order' and o.tenant_id = t.tenant_id and o.id = t.subject_id
  left join customers c on t.subject = 'customer' and c.tenant_id = t.tenant_id and c.id = t.subject_id,
    string_to_table(t.words, ' ') word
  where word <> '';
-- Minor units become the decimals that events tell.
insert into order_rollups (tenant_id, day, currency, channel, orders, placed_total)
  select o.tenant_id, (o.created_at at time zone 'UTC')::date, o.currency, coalesce(o.channel, '-'), count(*),
    sum(o.total / case
      when o.currency in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND', 'VUV',
        'XAF', 'XOF', 'XPF') then 1.0
      when o.currency in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 1000.0
      when o.currency in ('CLF', 'UYW') then 10000.0
      else 100.0 end)
  from seen_orders o group by 1, 2, 3, 4;
drop view seen_orders;
alter table customers force row level security;
alter table orders force row level security;
alter table order_lines force row level security;
alter table events force row level security;
alter table event_queue force row level security;

do $$
declare
  name text;
begin
  foreach name in array array['order_metadata', 'search_texts', 'search_words', 'order_rollups'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  end loop;
  foreach name in array array['search_texts', 'search_words', 'order_rollups'] loop
    execute format('create policy worker_all on %I to colonnade_worker using (true) with check (true)', name);
  end loop;
end
$$;
create policy worker_reads_all on order_lines for select to colonnade_worker using (true);
grant select, insert, delete on order_metadata, search_words to colonnade_app;
grant select, insert, update (words) on search_texts to colonnade_app;
grant select on order_rollups to colonnade_app;
grant select (tenant_id, order_id, sku, name) on order_lines to colonnade_worker;
grant insert on search_texts, search_words to colonnade_worker;
grant select, insert, update (orders, cancelled_orders, placed_total, written_off_total, refunded_total)
  on order_rollups to colonnade_worker;
-- Orders that are placed in a batch have metadata too.
create policy those_told on order_metadata to colonnade_batch
  using (tenant_id = any ((select current_tenants())::uuid[])) with check (tenant_id = any ((select current_tenants())::uuid[]));
grant insert on order_metadata to colonnade_batch;
