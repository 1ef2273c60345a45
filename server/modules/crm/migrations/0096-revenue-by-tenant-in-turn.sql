-- Why: customers of all tenants were added up in the order of their notes, so an import of one tenant delayed those of the others.
-- Works with: 39

-- Outside a transaction: a note is written with each order.
create index concurrently if not exists customer_revenue_due_by_tenant on customer_revenue_due (tenant_id, due_at);

-- Step: the lock on the notes lasts a moment; a former program sorts the few that there are.
drop index customer_revenue_due_in_order;

-- Step: a customer with many orders waits after a refund or a merge too, as after an order.
create or replace function wait_for_revenue(customer uuid) returns interval language sql stable as $$
  select least(coalesce(sum(orders), 0), 3600000) * interval '1 millisecond' from customer_revenue
  where tenant_id = current_tenant() and customer_id = customer
$$;
create or replace function note_revenue_of_order() returns trigger language plpgsql as $$
begin
  insert into customer_revenue_due (tenant_id, customer_id, due_at)
  values (new.tenant_id, new.customer_id, clock_timestamp() + wait_for_revenue(new.customer_id));
  return null;
end
$$;
create or replace function note_revenue_of_customer() returns trigger language plpgsql as $$
begin
  insert into customer_revenue_due (tenant_id, customer_id, due_at)
  select new.tenant_id, id, clock_timestamp() + wait_for_revenue(id) from unnest(array[new.id, new.merged_into]) id;
  return null;
end
$$;
