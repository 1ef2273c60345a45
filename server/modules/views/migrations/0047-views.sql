-- Why: a saved view of a list (its filters, sort and columns) belongs to the tenant, so that everybody on its staff has it on every device.
-- Works with: 39
create table views (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  list text not null constraint view_list_is_a_short_name check (list ~ '^[a-z][a-z-]{0,39}$'),
  name text not null constraint view_name_is_short check (length(name) between 1 and 60),
  -- The parameters of the list, as texts.
  query jsonb not null constraint view_query_is_small check (length(query::text) <= 80000),
  -- The shown columns in their order; null: as the list comes.
  columns text[],
  is_default boolean not null,
  -- Views with a smaller place come first.
  place int not null,
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint view_name_is_unique_in_list unique (tenant_id, list, name)
);
create unique index one_view_is_the_default on views (tenant_id, list) where is_default;
create index views_newest_first on views (tenant_id, created_at desc, id desc);

select confine_to_tenant('views');
grant select, insert, delete, update (name, query, columns, is_default, place, version, updated_at) on views to colonnade_app;
