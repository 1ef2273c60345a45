/** Reads what the PostgreSQL server does against the loss of data. */
import type pg from 'pg';

export type Durability = {
  owner: string;
  standbys: string;
  confirming: string[];
  sees_standbys: boolean;
  wal_level: string;
  checksums: string;
  risky: string[];
  slots: { name: string; megabytes: number }[];
};

// Everything but pg_stat_replication is shown to every role. With synchronous_commit = local, a commit waits for no standby.
const DURABILITY = `
  select current_user as owner, current_setting('synchronous_standby_names') as standbys,
    array(
      select application_name from pg_stat_replication where sync_state in ('sync', 'quorum') order by application_name
    ) as confirming,
    pg_has_role('pg_read_all_stats', 'usage') as sees_standbys,
    current_setting('wal_level') as wal_level, current_setting('data_checksums') as checksums,
    array(
      select name || ' = ' || setting from pg_settings
      where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting in ('off', 'local') order by name
    ) as risky,
    (
      select coalesce(json_agg(json_build_object(
        'name', slot_name, 'megabytes', ceil(pg_wal_lsn_diff(reached, restart_lsn) / 1048576)
      ) order by slot_name), '[]')
      from pg_replication_slots,
        lateral (select case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end) wal (reached)
      where not active and restart_lsn is not null
    ) as slots`;

export async function readDurability(client: pg.Client): Promise<Durability> {
  const { rows } = await client.query<Durability>(DURABILITY);
  return rows[0]!;
}
