-- Why: the latest checkout of a cart was found by reading all that the cart ever had.
-- Works with: 39

-- Outside a transaction: checkouts are written all the time.
create index concurrently if not exists checkouts_of_cart_newest_first on checkouts (tenant_id, cart_id, created_at desc, id desc);

-- Step: the index is there.
comment on index checkouts_of_cart_newest_first is 'The latest checkout of a cart.';
