-- Why: an order's line may name a product by its SKU alone, and is among the orders of the product.
-- Works with: 39

-- Outside a transaction: every order writes lines. Those that name a product or a variant by id are not in it.
create index concurrently if not exists order_lines_of_sku on order_lines (tenant_id, sku, order_id)
  where product_id is null and variant_id is null;

-- Step: it is there.
comment on index order_lines_of_sku is 'The orders of a SKU whose lines name neither a product nor a variant.';
