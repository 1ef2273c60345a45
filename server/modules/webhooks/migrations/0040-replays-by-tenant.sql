-- Why: workers claim replays tenant by tenant, so that a hundred replays of one tenant do not delay another's.
-- Works with: 39

create index webhook_replays_by_tenant on webhook_replays (tenant_id, next_at) where state = 'running';
