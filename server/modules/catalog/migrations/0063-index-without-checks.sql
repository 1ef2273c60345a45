-- Why: an import spends a third of its time on looking up the product of each row of the index, which it wrote a moment before.
-- Works with: 39

-- Replaces the cascade of the foreign key; rows are inserted only in the transaction that wrote or locked their product.
create function delete_index_of_products() returns trigger language plpgsql as $$
begin
  delete from catalog_index i using gone g where i.tenant_id = g.tenant_id and i.product_id = g.id;
  return null;
end
$$;
create trigger index_goes_with_its_product after delete on products
  referencing old table as gone for each statement execute function delete_index_of_products();
alter table catalog_index drop constraint indexed_is_a_product_of_its_tenant;
