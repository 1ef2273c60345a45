-- Why: what nobody needs any more must not stay: replays and notices of long ago, and secrets that sign nothing.
create policy worker_all on notices to colonnade_worker using (true) with check (true);
drop policy worker_reads_all on webhook_subscriptions;
create policy worker_all on webhook_subscriptions to colonnade_worker using (true) with check (true);
grant delete on webhook_replays to colonnade_worker;
grant select, delete on notices to colonnade_worker;
grant update (previous_secret_sealed, previous_secret_until) on webhook_subscriptions to colonnade_worker;
create index webhook_replays_over on webhook_replays (finished_at) where finished_at is not null;
create index notices_oldest_first on notices (created_at);
create index previous_secrets on webhook_subscriptions (previous_secret_until) where previous_secret_until is not null;
