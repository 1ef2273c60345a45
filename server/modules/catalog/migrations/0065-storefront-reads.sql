-- Why: products that shoppers of several sites read at the same moment are found by one statement.
-- Works with: 39

do $$
declare
  name text;
begin
  foreach name in array array['catalog_handles', 'products', 'variants', 'prices', 'price_lists'] loop
    execute format(
      'create policy tenants_of_the_batch on %I for select to colonnade_batch
         using (tenant_id = any ((select current_tenants())::uuid[]))', name);
  end loop;
end
$$;
grant select on catalog_handles to colonnade_batch;
grant select (tenant_id, id, title, handle, status, kind, description, vendor, product_type, tags, options, media, category_ids,
  property_ids, seo, translations, rating_count, rating_average, updated_at) on products to colonnade_batch;
grant select (tenant_id, id, product_id, sku, option_values, position, status) on variants to colonnade_batch;
grant select (tenant_id, variant_id, currency, list_id, min_quantity, amount, compare_at) on prices to colonnade_batch;
grant select (tenant_id, id, currency, starts_at, ends_at, priority, customer_tags, property_ids, status) on price_lists
  to colonnade_batch;
