-- Why: a person who loses a role must not come back with it by a link that they made and still know.
-- Works with: 39

-- Null for a link that an operator made, or an earlier version.
alter table invitations add column invited_by uuid;
grant update (invited_by) on invitations to colonnade_app;
-- Every member who is removed is looked up here. The table is small, because a link ends after seven days.
create index invitations_by_inviter on invitations (tenant_id, invited_by);
alter table invitations add constraint invitation_ends_with_its_inviter
  foreign key (tenant_id, invited_by) references memberships (tenant_id, id) on delete cascade;
