/** The part of `doctor` on the PostgreSQL server of a production: settings that may cost data or requests, though everything works today. */
import type pg from 'pg';
import { readCapacity } from '#kernel/db/capacity.ts';
import { type Durability, readDurability } from '#kernel/db/durability.ts';
import { connectionsOfMachine } from '../boot.ts';
import type { Settings } from '../settings.ts';

/** A warning is not a failure: everything works, and something may be lost one day. */
export type Finding = { check: string; ok: boolean; warning: boolean; message: string };

export async function examineServer(config: Settings, owner: pg.Client): Promise<Finding[]> {
  const server = await readDurability(owner);
  const capacity = await readCapacity(owner);
  const needed = connectionsOfMachine(config);
  return [
    finding(
      'standby',
      warningOfStandby(server),
      `${server.confirming.join(', ')} ${server.confirming.length === 1 ? 'confirms' : 'confirm'} every commit`,
    ),
    finding(
      'durability',
      server.risky.length > 0 &&
        `${server.risky.join(', ')}: acknowledged writes may be lost, or files damaged; turn each on`,
      'a commit is on disk before it is acknowledged',
    ),
    finding(
      'checksums',
      server.checksums === 'off' &&
        'off: a damaged page is not detected; stop the server and run: pg_checksums --enable',
      'a damaged page is detected',
    ),
    finding(
      'wal level',
      server.wal_level !== 'logical' &&
        `${server.wal_level}: rows cannot be replicated to another server; set wal_level = logical and restart PostgreSQL`,
      'logical',
    ),
    finding('slots', server.slots.map(describeSlot).join('\n'), 'none holds WAL for a reader that is away'),
    finding(
      'connections',
      capacity.usable < needed &&
        `max_connections = ${capacity.most} leaves ${capacity.usable}, and api and worker of this machine open up to ${needed}: ` +
          `set it to ${needed + capacity.most - capacity.usable} or more and restart PostgreSQL, or lower DATABASE_CONNECTIONS or PROCESSES`,
      `api and worker of a machine like this open up to ${needed} of ${capacity.usable}`,
    ),
  ];
}

function warningOfStandby({ owner, standbys, confirming, sees_standbys }: Durability): string | false {
  if (standbys === '') {
    return 'none confirms commits: a failover may lose acknowledged writes; set synchronous_standby_names, unless the disk is replicated';
  }
  if (!sees_standbys) return `not visible to "${owner}"; let a superuser run: grant pg_monitor to "${owner}"`;
  return confirming.length === 0 && `"${standbys}" is not connected, and every commit waits for it`;
}

const describeSlot = ({ name, megabytes }: Durability['slots'][number]) =>
  `"${name}" holds ${megabytes} MB of WAL, and nobody reads it: connect its reader, or run: select pg_drop_replication_slot('${name}')`;

const finding = (check: string, warning: string | false, otherwise: string): Finding => ({
  check,
  ok: true,
  warning: Boolean(warning),
  message: warning || otherwise,
});
