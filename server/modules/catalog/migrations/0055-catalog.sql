-- Why: a business sells products in variants at prices of several currencies, ordered in categories and found by any of them.
-- Works with: 39

create table categories (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  parent_id uuid,
  name text not null constraint category_name_is_short check (length(name) between 1 and 200),
  handle text collate "C" not null,
  -- The ids from the root to this category, each followed by a slash: those below it have it as a beginning.
  path text collate "C" not null,
  position int not null,
  translations json not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint a_handle_is_one_category unique (tenant_id, handle),
  constraint category_is_under_one_of_its_tenant foreign key (tenant_id, parent_id) references categories (tenant_id, id),
  constraint categories_are_six_deep_at_most check (length(path) between 37 and 6 * 37),
  constraint path_ends_in_the_category check (right(path, 37) = id || '/')
);
create index categories_by_path on categories (tenant_id, path);
create index categories_newest_first on categories (tenant_id, created_at desc, id desc);
create index categories_under on categories (tenant_id, parent_id);

create table products (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  title text not null constraint product_title_is_short check (length(title) between 1 and 300),
  handle text collate "C" not null,
  status text not null constraint product_status_is_known check (status in ('draft', 'active', 'archived')),
  kind text not null constraint product_kind_is_known check (kind in ('physical', 'digital', 'service', 'gift_card')),
  description text,
  vendor text,
  product_type text,
  tags text[] not null default '{}' constraint product_has_fifty_tags_at_most check (cardinality(tags) <= 50),
  options json not null default '[]',
  media uuid[] not null default '{}',
  category_ids uuid[] not null default '{}',
  -- Empty: all sites.
  property_ids uuid[] not null default '{}',
  tax_code text,
  seo json,
  translations json not null default '{}',
  content_entry_id uuid,
  metadata json not null default '{}',
  -- Of its variants, so that a list of products reads no others.
  variant_count int not null default 0 constraint product_has_2000_variants_at_most check (variant_count between 0 and 2000),
  price_ranges json not null default '[]',
  rating_count int not null default 0,
  rating_average numeric(3, 2),
  version int not null default 1,
  -- Rises with every change of its variants.
  variants_version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id)
);

-- The locale '' is that of the handle itself; others come from translations.
create table catalog_handles (
  tenant_id uuid not null,
  locale text collate "C" not null,
  handle text collate "C" not null,
  product_id uuid not null,
  constraint a_handle_is_one_product primary key (tenant_id, locale, handle),
  constraint handle_is_of_a_product_of_its_tenant
    foreign key (tenant_id, product_id) references products (tenant_id, id) on delete cascade
);
create index catalog_handles_of_product on catalog_handles (tenant_id, product_id);

create table variants (
  tenant_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  sku text collate "C" not null constraint sku_is_short check (length(sku) between 1 and 200),
  -- In small letters, for searches.
  sku_key text collate "C" not null,
  barcode text collate "C",
  option_values text[] collate "C" not null default '{}',
  weight_grams int constraint weight_is_not_negative check (weight_grams >= 0),
  dimensions json,
  requires_shipping boolean not null,
  tax_code text,
  position int not null,
  status text not null constraint variant_status_is_known check (status in ('active', 'archived')),
  metadata json not null default '{}',
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  -- Checked at the end of each statement, so that two variants can exchange theirs.
  constraint a_sku_is_one_variant unique (tenant_id, sku) deferrable initially immediate,
  constraint no_two_variants_have_the_same_options unique (tenant_id, product_id, option_values) deferrable initially immediate,
  constraint variant_is_of_a_product_of_its_tenant foreign key (tenant_id, product_id) references products (tenant_id, id)
);
create index variants_by_sku_key on variants (tenant_id, sku_key, product_id);
create index variants_by_barcode on variants (tenant_id, barcode, product_id) where barcode is not null;
create index variants_newest_first on variants (tenant_id, created_at desc, id desc);

create table price_lists (
  tenant_id uuid not null references tenants (id),
  id uuid not null,
  name text not null constraint price_list_name_is_short check (length(name) between 1 and 200),
  currency text not null,
  starts_at timestamptz,
  ends_at timestamptz,
  priority int not null,
  -- Empty: all customers.
  customer_tags text[] not null default '{}',
  -- Empty: all sites.
  property_ids uuid[] not null default '{}',
  status text not null constraint price_list_status_is_known check (status in ('active', 'archived')),
  version int not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (tenant_id, id),
  constraint price_list_is_in_one_currency unique (tenant_id, id, currency),
  constraint price_list_ends_after_it_starts check (starts_at < ends_at)
);
create index price_lists_newest_first on price_lists (tenant_id, created_at desc, id desc);

create table prices (
  tenant_id uuid not null,
  variant_id uuid not null,
  currency text collate "C" not null,
  -- Zeros: the variant's own price.
  list_id uuid not null,
  min_quantity int not null constraint quantity_of_a_price_is_positive check (min_quantity > 0),
  amount numeric(15, 6) not null constraint price_is_not_negative check (amount >= 0),
  compare_at numeric(15, 6) constraint former_price_is_not_negative check (compare_at >= 0),
  price_list_id uuid generated always as (nullif(list_id, '00000000-0000-0000-0000-000000000000')) stored,
  constraint a_variant_has_one_price_per_currency_list_and_quantity
    primary key (tenant_id, variant_id, currency, list_id, min_quantity),
  constraint own_price_is_for_any_quantity check (price_list_id is not null or min_quantity = 1),
  constraint price_is_of_a_variant_of_its_tenant
    foreign key (tenant_id, variant_id) references variants (tenant_id, id) on delete cascade,
  constraint price_is_in_the_currency_of_its_list foreign key (tenant_id, price_list_id, currency)
    references price_lists (tenant_id, id, currency) on delete cascade
);
create index prices_of_list on prices (tenant_id, price_list_id, variant_id, min_quantity) where price_list_id is not null;

-- One B-tree answers every filter and sort of products: see decision 44.
create table catalog_index (
  tenant_id uuid not null,
  key text collate "C" not null,
  value text collate "C" not null,
  product_id uuid not null,
  primary key (tenant_id, key, value, product_id),
  constraint indexed_is_a_product_of_its_tenant
    foreign key (tenant_id, product_id) references products (tenant_id, id) on delete cascade
);
create index catalog_index_of_product on catalog_index (tenant_id, product_id, key, value);

select confine_to_tenant('categories');
select confine_to_tenant('products');
select confine_to_tenant('catalog_handles');
select confine_to_tenant('variants');
select confine_to_tenant('price_lists');
select confine_to_tenant('prices');
select confine_to_tenant('catalog_index');

grant select, insert, delete, update (parent_id, name, handle, path, position, translations, version, updated_at)
  on categories to colonnade_app;
grant select, insert, delete, update (
    title, handle, status, kind, description, vendor, product_type, tags, options, media, category_ids, property_ids, tax_code,
    seo, translations, content_entry_id, metadata, variant_count, price_ranges, version, variants_version, updated_at)
  on products to colonnade_app;
grant select, insert, delete on catalog_handles, catalog_index to colonnade_app;
grant select, insert, delete, update (
    sku, sku_key, barcode, option_values, weight_grams, dimensions, requires_shipping, tax_code, position, status, metadata,
    version, updated_at) on variants to colonnade_app;
grant select, insert, delete, update (name, starts_at, ends_at, priority, customer_tags, property_ids, status, version, updated_at)
  on price_lists to colonnade_app;
grant select, insert, delete, update (amount, compare_at) on prices to colonnade_app;
