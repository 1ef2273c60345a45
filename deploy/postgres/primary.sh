#!/bin/bash
# Runs once in the container of the primary, when its data directory is made: a role, a slot and the name of the standby.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -U "$POSTGRES_USER" -d "$POSTGRES_DB" <<'SQL'
create role replicator login replication password :'password';
select pg_create_physical_replication_slot('standby');
-- Holds from the next start on: this server, which only sets up, would wait for a standby that is not there yet.
alter system set synchronous_standby_names = 'standby';
SQL
echo 'host replication replicator samenet scram-sha-256' >> "$PGDATA/pg_hba.conf"
