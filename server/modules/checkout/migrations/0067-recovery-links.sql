-- Why: a link in a message brings a shopper back to an abandoned cart; staff list the carts whose shoppers can be reached.
-- Works with: 39

-- Outside a transaction: carts are written all the time.
create index concurrently if not exists carts_contactable on carts (tenant_id, state, created_at desc, id desc)
  where email is not null or customer_id is not null;

-- Step: the page of the shop that restores a cart.
alter table checkout_settings add column recovery_url text;
grant update (recovery_url) on checkout_settings to colonnade_app;
