#!/bin/sh
# The standby: copies the primary at its first start, then follows it.
# Promote it with `pg_ctl promote` when the primary is lost; Colonnade finds it by itself, because DATABASE_URL names both.
set -eu
chmod 0700 "$PGDATA"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  export PGPASSWORD="$REPLICATION_PASSWORD"
  until pg_basebackup -h "$PRIMARY_HOST" -p "${PRIMARY_PORT:-5432}" -U replicator -D "$PGDATA" -R -S standby -X stream -c fast; do
    find "$PGDATA" -mindepth 1 -delete
    sleep 1
  done
fi
# The name is the one that the primary waits for; the copied setting would make a promoted standby wait for itself.
exec postgres -c cluster_name=standby -c synchronous_standby_names= "$@"
