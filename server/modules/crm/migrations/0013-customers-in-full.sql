-- Why: a business needs of its customers the ways to reach them, addresses, tags, and one record for each of them.
alter table customers
  add column type text not null default 'person'
    constraint customer_type_is_known check (type in ('person', 'company')),
  -- The first is the primary one; each is held by one customer of a tenant, see customer_identities.
  add column emails text[] not null default '{}',
  add column phones text[] not null default '{}',
  add column addresses json not null default '[]',
  add column tags text[] not null default '{}',
  add column notes text,
  add column metadata json,
  add column external_id text,
  add column company_id uuid,
  add column archived_at timestamptz,
  add column erased_at timestamptz,
  add column merged_into uuid,
  add column version int not null default 1,
  add constraint only_people_work_for_a_company check (type = 'person' or company_id is null),
  add constraint company_is_of_the_same_tenant foreign key (tenant_id, company_id) references customers (tenant_id, id),
  add constraint survivor_is_of_the_same_tenant foreign key (tenant_id, merged_into) references customers (tenant_id, id),
  add constraint nobody_is_merged_into_themselves check (merged_into <> id);
create index customers_of_company on customers (tenant_id, company_id) where company_id is not null;
create index customers_merged_into on customers (tenant_id, merged_into) where merged_into is not null;

-- Who goes by an e-mail address, a phone number or a reference of another system. After a merge the survivor goes by
-- everything that the other went by.
create table customer_identities (
  tenant_id uuid not null,
  kind text not null constraint identity_kind_is_known check (kind in ('email', 'phone', 'external_id')),
  value text not null,
  customer_id uuid not null,
  constraint identity_is_of_one_customer_in_a_tenant primary key (tenant_id, kind, value),
  constraint identity_is_of_a_customer_of_its_tenant
    foreign key (tenant_id, customer_id) references customers (tenant_id, id)
);
create index customer_identities_of_customer on customer_identities (tenant_id, customer_id);

-- What a customer is found by. Under row-level security an index serves only comparisons that cannot leak: = and < are of
-- that kind, LIKE, trigrams and array operators are not. So words are kept singly, and a beginning of one is a range.
create table customer_terms (
  tenant_id uuid not null,
  kind text not null constraint term_kind_is_known check (kind in ('word', 'tag')),
  term text collate "C" not null,
  customer_id uuid not null,
  primary key (tenant_id, kind, term, customer_id),
  constraint term_is_of_a_customer_of_its_tenant foreign key (tenant_id, customer_id) references customers (tenant_id, id)
);
create index customer_terms_of_customer on customer_terms (tenant_id, customer_id);

-- What there is already. An owner who is no superuser sees these rows only while the policies do not bind it.
alter table customers no force row level security;
with addressed as (
  select tenant_id, id, lower(btrim(email)) as address,
    row_number() over (partition by tenant_id, lower(btrim(email)) order by created_at, id) as place
  from customers where email is not null
)
update customers c set
  emails = case when a.place = 1 then array[a.address] else '{}' end,
  notes = case when a.place > 1 then 'Shares its e-mail address with an older customer: ' || a.address end
from addressed a where a.tenant_id = c.tenant_id and a.id = c.id;
insert into customer_identities (tenant_id, kind, value, customer_id)
  select tenant_id, 'email', emails[1], id from customers where cardinality(emails) > 0;
insert into customer_terms (tenant_id, kind, term, customer_id)
  select distinct c.tenant_id, 'word', left(word, 100), c.id
  from customers c,
    lateral (select regexp_replace(normalize(concat_ws(' ', name, emails[1]), nfkd), '[\u0300-\u036f]', '', 'g')) f (folded),
    lateral (
      select regexp_split_to_table(lower(folded), '\s+')
      union select regexp_split_to_table(lower(folded), '[^[:alnum:]]+')) w (word)
  where word <> '';
alter table customers force row level security;

alter table customers drop column email;
alter table customers add column email text generated always as (emails[1]) stored;

do $$
declare
  name text;
begin
  foreach name in array array['customer_identities', 'customer_terms'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format(
      'create policy own_tenant on %I to colonnade_app
         using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()))', name);
  end loop;
end
$$;
grant update (
  name, emails, phones, addresses, tags, notes, metadata, external_id, company_id, archived_at, erased_at, merged_into,
  version, updated_at) on customers to colonnade_app;
grant select, insert, delete, update (customer_id) on customer_identities to colonnade_app;
grant select, insert, delete on customer_terms to colonnade_app;
-- A merge moves orders to the survivor; an erasure takes out of them what tells of a person.
grant update (customer_id, shipping_address, billing_address, customer_note, internal_note, metadata) on orders to colonnade_app;
grant update (details) on order_history to colonnade_app;
