-- Why: whoever goes on with a file must know of the row before, if it cannot be read, and of the numbers given so far.
alter table imports
  -- The row that ends at reached_byte cannot be read, and may belong to the order that begins there.
  add column behind_stray_row boolean not null default false;
grant update (behind_stray_row) on imports to colonnade_app;

-- The numbers that a file gives to its good orders, until the check of it is over. Equal numbers are in the same bucket, so that a
-- bucket at a time can be compared. A row for each batch and bucket: a row for each number would take too long to delete.
create table import_numbers (
  tenant_id uuid not null,
  import_id uuid not null,
  bucket int not null,
  reached_byte bigint not null,
  numbers text[] not null,
  -- Where each of these orders begins in the file, and over how many rows it goes.
  first_rows bigint[] not null,
  row_counts int[] not null,
  primary key (tenant_id, import_id, bucket, reached_byte),
  constraint numbers_belong_to_an_import_of_its_tenant
    foreign key (tenant_id, import_id) references imports (tenant_id, id) on delete cascade
);
alter table import_numbers enable row level security;
alter table import_numbers force row level security;
create policy own_tenant on import_numbers to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
grant select, insert, delete on import_numbers to colonnade_app;
