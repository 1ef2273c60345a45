-- Why: a password belongs to the person: a tenant invites, the person sets it, and an address by itself proves nothing.

-- First what changes the catalogue alone, a table and a moment at a time. An owner who is no superuser sees these rows only while
-- the policies do not bind it; all other roles stay bound.
alter table audit_log no force row level security;
-- Step: sessions.
alter table sessions no force row level security;
-- Step: accounts. Whoever opens a tenant's link has not shown that the address is theirs, so one address may have several accounts.
-- They share a salt (passwords.ts). An account without a membership is deleted when its address joins anew; what belongs to an
-- account references it with "on delete cascade".
create index if not exists people_by_email on people (email);
-- Step: accounts.
alter table people
  no force row level security,
  drop constraint if exists email_is_unique,
  add column if not exists must_set_password boolean not null default false;
-- Step: memberships. One without a person is an invitation: it grants nothing. The address is the one that the tenant wrote.
alter table memberships
  no force row level security,
  alter column person_id drop not null,
  add column if not exists email text,
  add column if not exists joined_at timestamptz;
-- Step: what holds for new rows at once, and is looked for in the others below, while everyone goes on.
alter table memberships
  drop constraint if exists email_is_given,
  drop constraint if exists member_email_is_lower_case,
  drop constraint if exists joined_by_someone,
  add constraint email_is_given check (email is not null) not valid,
  add constraint member_email_is_lower_case check (email = lower(email)) not valid,
  add constraint joined_by_someone check ((person_id is null) = (joined_at is null)) not valid;

-- Step: whom the operator added. The log is long, and everyone writes to it meanwhile.
drop table if exists pg_temp.log_read, pg_temp.added_by_operator;
create temporary table log_read as select tenant_id, max(seq) as seq from audit_log group by tenant_id;
create temporary table added_by_operator as
select distinct tenant_id, subject_id from audit_log where action = 'staff.added' and actor_type = 'operator';

-- Step: the rows. Nobody joins or leaves meanwhile; everyone else goes on.
lock table memberships in share row exclusive mode;
insert into added_by_operator
select t.tenant_id, a.subject_id
from (select distinct tenant_id from memberships) t left join log_read r on r.tenant_id = t.tenant_id
cross join lateral (
  select subject_id from audit_log
  where tenant_id = t.tenant_id and seq > coalesce(r.seq, 0) and action = 'staff.added' and actor_type = 'operator') a;
-- What was done when this step was begun before is not done again.
update memberships m set email = p.email, joined_at = m.created_at
from people p where p.id = m.person_id and m.email is null;

-- Whoever made an account chose its first password, and may have changed it since: nothing stored tells the person from that
-- tenant. So an account keeps the membership it was made with, and the others wait for a new invitation; unless the operator
-- made it, who is trusted by every tenant. Made with: the oldest one, written right after the account.
create temporary table origins on commit drop as
select p.id as person_id, p.password_changed_at = p.created_at as never_changed, m.tenant_id, m.id as member_id,
  exists (
    select from added_by_operator a where a.tenant_id = m.tenant_id and a.subject_id = m.id::text) as by_operator
from people p
cross join lateral (select * from memberships m where m.person_id = p.id order by m.created_at, m.id limit 1) m
where m.created_at between p.created_at - interval '1 second' and p.created_at + interval '1 minute';

create temporary table unproved on commit drop as
select m.tenant_id, m.id, m.person_id, m.email, m.role from memberships m
where m.person_id is not null and not exists (
  select from origins o where o.person_id = m.person_id
    and (o.by_operator or (o.tenant_id, o.member_id) = (m.tenant_id, m.id)));

delete from sessions s using unproved u where u.tenant_id = s.tenant_id and u.id = s.member_id;
update memberships m set person_id = null, joined_at = null
from unproved u where u.tenant_id = m.tenant_id and u.id = m.id;
insert into audit_log (tenant_id, seq, at, actor_type, actor_name, action, subject_type, subject_id, details, previous_hash, hash)
select tenant_id, 0, now(), 'system', 'upgrade', 'staff.invitation_needed', 'staff', id::text,
  jsonb_build_object('email', email, 'role', role), '', ''
from unproved order by tenant_id, id;

update people p set must_set_password = true
from origins o where o.person_id = p.id and o.never_changed and not o.by_operator;
delete from sessions s using memberships m, people p
where m.tenant_id = s.tenant_id and m.id = s.member_id and p.id = m.person_id and p.must_set_password;
delete from people p where not exists (select from memberships m where m.person_id = p.id);

-- Step: what was promised above is so. Nobody waits for the look.
alter table memberships
  validate constraint email_is_given,
  validate constraint member_email_is_lower_case,
  validate constraint joined_by_someone;
-- Step: changes of memberships wait for the index, readers do not.
create unique index if not exists address_is_once_in_tenant on memberships (tenant_id, email);
-- Step: the policies bind the owner again.
alter table audit_log force row level security;
-- Step: sessions.
alter table sessions force row level security;

-- Step: the rest, in one moment. That no address is missing is known by the constraint, so nobody looks again.
alter table people force row level security;
alter table memberships force row level security;
alter table memberships
  alter column email set not null,
  add constraint address_is_once_in_tenant unique using index address_is_once_in_tenant;
alter table memberships drop constraint email_is_given;
grant update (must_set_password), delete on people to colonnade_auth;
grant update (person_id, joined_at) on memberships to colonnade_app;
-- A tenant has its own address for everyone it works with, and nothing to look for among the accounts.
drop policy staff_of_own_tenant on people;
revoke select on people from colonnade_app;

-- The link of a membership that nobody has joined yet. A new one takes the place of the old.
create table invitations (
  tenant_id uuid not null,
  member_id uuid not null,
  secret_hash bytea not null constraint invitation_hash_is_sha256 check (length(secret_hash) = 32),
  expires_at timestamptz not null,
  primary key (tenant_id, member_id),
  -- 256 random bits that nobody chooses: a clash tells nothing about another tenant.
  constraint invitation_is_unique unique (secret_hash),
  constraint invitation_ends_with_its_membership
    foreign key (tenant_id, member_id) references memberships (tenant_id, id) on delete cascade
);
alter table invitations enable row level security;
alter table invitations force row level security;
create policy own_tenant on invitations to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy auth_all on invitations to colonnade_auth using (true);
grant select, insert, delete on invitations to colonnade_app;
grant update (secret_hash, expires_at) on invitations to colonnade_app;
grant select on invitations to colonnade_auth;

-- With which someone sets the password of the account they have.
create table password_links (
  person_id uuid primary key constraint password_link_ends_with_its_account references people (id) on delete cascade,
  secret_hash bytea not null constraint password_link_hash_is_sha256 check (length(secret_hash) = 32),
  expires_at timestamptz not null,
  constraint password_link_is_unique unique (secret_hash)
);
alter table password_links enable row level security;
alter table password_links force row level security;
create policy auth_all on password_links to colonnade_auth using (true) with check (true);
grant select, insert, update, delete on password_links to colonnade_auth;
