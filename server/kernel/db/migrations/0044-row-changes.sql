-- Why: a migration must not change the rows of a large table, because everyone would wait for it; a worker changes them, in batches.
-- Works with: 39

-- A migration inserts the name of a change. A worker that knows the change goes through the tenants by id, which are in order of time.
create table row_changes (
  name text primary key,
  at_tenant uuid,
  -- The place within the rows of that tenant; null before the first batch.
  place text,
  next_at timestamptz not null default '-infinity',
  last_error text,
  done_at timestamptz
);
grant select, update on row_changes to colonnade_worker;
