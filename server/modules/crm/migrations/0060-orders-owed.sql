-- Why: the orders that owe money are listed and counted by index, whatever was paid and refunded.
-- Works with: 39

-- Outside a transaction: orders are placed all the time.
create index concurrently if not exists orders_owed on orders (tenant_id, created_at desc, id desc)
  where paid_total < total and status <> 'cancelled';

-- Step: notes the rule beside the index.
comment on index orders_owed is 'Orders with a balance above zero: balanceOf in shared/order-state.ts.';
