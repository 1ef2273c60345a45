-- Why: an order next to a row that cannot be read may lack a line, so whoever takes an import over must know of such a row.
alter table imports
  -- The row that ends at reached_byte cannot be read, and may belong to the order that begins there.
  add column behind_stray_row boolean not null default false;
grant update (behind_stray_row) on imports to colonnade_app;
