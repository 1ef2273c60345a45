-- Why: the orders of a product are found by the ids that their lines name.
-- Works with: 39

-- Outside a transaction: every order writes lines. Most lines of today name no product, and are not in these indexes.
create index concurrently if not exists order_lines_of_product on order_lines (tenant_id, product_id, order_id)
  where product_id is not null;

-- Outside a transaction: every order writes lines.
create index concurrently if not exists order_lines_of_variant on order_lines (tenant_id, variant_id, order_id)
  where variant_id is not null;

-- Step: both are there.
comment on index order_lines_of_product is 'The orders of a product.';
comment on index order_lines_of_variant is 'The orders of a variant.';
