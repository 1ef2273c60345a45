-- Why: attempts that guard money, such as payments and codes, are counted in the database, over all processes and restarts.
-- Works with: 39

create table counted_attempts (
  tenant_id uuid not null references tenants (id),
  what text not null,
  -- A hash: it may be the address of a person.
  whom bytea not null constraint whom_is_sha256 check (length(whom) = 32),
  attempts int not null,
  -- The end of the window; the next attempt after it begins another one.
  ends_at timestamptz not null,
  primary key (tenant_id, what, whom)
);
create index counted_attempts_by_age on counted_attempts (ends_at);
select confine_to_tenant('counted_attempts');
create policy worker_all on counted_attempts to colonnade_worker using (true);
grant select, insert, update (attempts, ends_at) on counted_attempts to colonnade_app;
grant select (ends_at), delete on counted_attempts to colonnade_worker;
