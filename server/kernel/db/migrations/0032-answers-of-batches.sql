-- Why: orders that come with an Idempotency-Key are placed in batches too, and their answer is kept in the same statement.
create policy those_told on idempotency_keys to colonnade_batch
  using (tenant_id = any ((select current_tenants())::uuid[])) with check (tenant_id = any ((select current_tenants())::uuid[]));
grant select, insert, update (body_digest, answer, created_at) on idempotency_keys to colonnade_batch;
