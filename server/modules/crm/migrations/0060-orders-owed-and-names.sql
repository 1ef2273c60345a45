-- Why: the orders that owe money are listed and counted by index, whatever was paid and refunded, and customers by name.
-- Works with: 39

-- Outside a transaction: orders are placed all the time.
create index concurrently if not exists orders_owed on orders (tenant_id, created_at desc, id desc)
  where paid_total < total and status <> 'cancelled';

-- Step: names in the order of the alphabets, upper and lower case beside each other. A PostgreSQL without ICU compares bytes.
do $$
begin
  if not exists (select from pg_collation where collname = 'by_name') then
    if exists (select from pg_collation where collname = 'und-x-icu') then
      create collation by_name from "und-x-icu";
    else
      create collation by_name from "C";
    end if;
  end if;
end
$$;

-- Outside a transaction: customers are written all the time.
create index concurrently if not exists customers_by_name on customers (tenant_id, name collate by_name, id)
  where merged_into is null;

-- Step: notes the rule beside the index.
comment on index orders_owed is 'Orders with a balance above zero: balanceOf in shared/order-state.ts.';
