-- Why: a client that lost an answer must be able to ask again without doing it twice; the answer commits with the write.
create table idempotency_keys (
  tenant_id uuid not null references tenants (id),
  actor_id uuid not null,
  -- Method, path and the client's key as one digest: long paths and keys make no long index entries.
  request_digest bytea not null,
  body_digest bytea not null,
  answer json not null,
  created_at timestamptz not null,
  primary key (tenant_id, actor_id, request_digest)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy own_tenant on idempotency_keys to colonnade_app
  using (tenant_id = (select current_tenant())) with check (tenant_id = (select current_tenant()));
create policy worker_all on idempotency_keys to colonnade_worker using (true);
grant select, insert, update on idempotency_keys to colonnade_app;
grant select (created_at), delete on idempotency_keys to colonnade_worker;
