-- Why: the rows of one tenant can be replicated to another server while they change, because every identity contains the tenant.
-- Works with: 39

-- Outside a transaction: people sign in all the time.
create unique index concurrently if not exists sessions_of_tenant on sessions (tenant_id, id);

-- Step: the lock on sessions lasts a moment.
alter table sessions replica identity using index sessions_of_tenant;

-- Step: a key would cost each event an entry of an index; the whole row costs nothing before logical replication is on.
alter table event_queue replica identity full;
