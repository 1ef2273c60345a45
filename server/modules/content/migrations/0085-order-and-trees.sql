-- Why: editors arrange the entries of a type: in an order of their own, or as a tree.
-- Works with: 39
alter table content_types add column entry_order text not null default 'none'
  constraint entry_order_is_known check (entry_order in ('none', 'manual', 'tree'));
grant update (entry_order) on content_types to colonnade_app;
grant select (entry_order) on content_types to colonnade_batch;

alter table content_entries add column parent_id uuid;
alter table content_entries add column position text collate "C" not null default '~';
comment on column content_entries.position is
  'Its place among the entries with the same parent, compared as text. ~: behind those that were moved, by id.';
grant update (parent_id, position) on content_entries to colonnade_app;

-- Copies, so that lists of readers are walked in their order.
alter table content_published add column parent_id uuid;
alter table content_published add column position text collate "C" not null default '~';
grant update (parent_id, position) on content_published to colonnade_app;

-- An entry goes live where it is, whichever program publishes it.
create function take_position_of_entry() returns trigger language plpgsql as $$
begin
  select e.parent_id, e.position into new.parent_id, new.position
  from content_entries e where e.tenant_id = new.tenant_id and e.id = new.entry_id;
  return new;
end
$$;
create trigger position_of_published before insert on content_published for each row execute function take_position_of_entry();

-- The ancestors of what readers see may be drafts.
create function note_parent_change() returns trigger language plpgsql as $$
begin
  insert into content_changes (tenant_id) values (new.tenant_id);
  return null;
end
$$;
create trigger note_content_parent after update of parent_id on content_entries for each row
  when (old.parent_id is distinct from new.parent_id) execute function note_parent_change();

-- Outside a transaction: entries are saved all the time.
create index concurrently if not exists content_entries_in_place on content_entries (tenant_id, parent_id, type_id, position, id);

-- Outside a transaction: entries are published all the time.
create index concurrently if not exists content_published_in_place on content_published
  (tenant_id, parent_id, type_id, position, entry_id);

-- Step: an entry is above others of its tenant.
alter table content_entries add constraint parent_is_an_entry_of_its_tenant
  foreign key (tenant_id, parent_id) references content_entries (tenant_id, id) on delete set null (parent_id) not valid;

-- Step: rows are read without a lock on them.
alter table content_entries validate constraint parent_is_an_entry_of_its_tenant;
