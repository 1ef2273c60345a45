-- Why: a batch of orders replays kept answers too, and must not replay what is being forgotten.
create policy those_told on idempotency_forgotten to colonnade_batch
  using (tenant_id = any ((select current_tenants())::uuid[])) with check (tenant_id = any ((select current_tenants())::uuid[]));
grant select on idempotency_forgotten to colonnade_batch;
