-- Why: a process of the version before deletes an asset without marking the files of its pictures by parameter, which would stay for good.
-- Works with: 39

-- The statements of this version mark the files themselves, with their own time; the trigger finds nothing to do then.
create function discard_files_of_transforms() returns trigger language plpgsql as $$
begin
  update media_files f set doomed_at = now() from gone g
  where f.tenant_id = g.tenant_id and f.key = g.file_key and f.doomed_at is null;
  return null;
end
$$;
create trigger files_go_with_their_transforms after delete on media_transforms
  referencing old table as gone for each statement execute function discard_files_of_transforms();
