/**
 * Chooses the user that the embedded PostgreSQL runs as: it refuses root, so root uses another account without adding one to the
 * system.
 */
import { spawnSync } from 'node:child_process';
import { lchownSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

type Ids = { uid: number; gid: number };

/** The way to start a program: words to put before it, ids to spawn it with, and the owner of the files that it writes. */
export type Runner = { prefix: string[]; ids: Partial<Ids>; owner?: Ids };

export function runnerFor(cluster: string, reach: { program: string; folder: string }): Runner {
  const found = statSync(cluster, { throwIfNoEntry: false });
  const self = process.getuid?.();
  if (self !== 0) {
    if (found && found.uid !== self) {
      throw new Error(
        `The database in ${cluster} belongs to user id ${found.uid}: start Colonnade as that user, or as root.`,
      );
    }
    return { prefix: [], ids: {} };
  }
  // The user who created the cluster stays its owner, so that one start with sudo does not lock them out.
  const owner = found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : account();
  const runner = waysFromRoot(owner).find((way) => reaches(way, reach));
  if (!runner) {
    throw new Error(
      'PostgreSQL refuses to run as root and nothing here can start it as another user: run Colonnade as an ordinary user, or set DATABASE_URL.',
    );
  }
  return runner;
}

/** Ordered from the least power to the most. */
function waysFromRoot(owner: Ids): Runner[] {
  // A project below /root is closed to other users: one capability lets the new user pass without a chmod.
  // Containers by default grant only the second one. The securebit makes access(2), which initdb asks, heed it too.
  const asOwner = ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups'];
  const passing = ['dac_read_search', 'dac_override'].map((capability) => ({
    prefix: [
      ...asOwner,
      ...['--securebits=+no_setuid_fixup', `--inh-caps=+${capability}`, `--ambient-caps=+${capability}`],
    ],
    ids: {},
    owner,
  }));
  // Root under another number: for sandboxes with a single user, or without setpriv.
  const renamed = {
    prefix: ['unshare', '--user', `--map-user=${owner.uid}`],
    ids: {},
    owner: { uid: 0, gid: 0 },
  };
  return [{ prefix: [], ids: owner, owner }, ...passing, renamed];
}

function reaches({ prefix, ids }: Runner, { program, folder }: { program: string; folder: string }): boolean {
  const [command, ...words] = [...prefix, 'sh', '-c', 'test -x "$0" && test -x "$1"', program, folder];
  return spawnSync(command!, words, { ...ids, cwd: '/', stdio: 'ignore' }).status === 0;
}

// initdb requires a user id that has a name.
function account(): Ids {
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres', 'nobody']
    .map((name) => lines.find((each) => each.startsWith(`${name}:`)))
    .find(Boolean);
  const [, , uid, gid] = (line ?? 'nobody:x:65534:65534').split(':');
  // macOS writes the id of `nobody` as -2.
  return { uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 };
}

export function giveTo(owner: Ids | undefined, path: string): void {
  const { uid } = statSync(path);
  if (!owner || owner.uid === uid) return;
  for (const name of readdirSync(path, { recursive: true, encoding: 'utf8' })) {
    lchownSync(join(path, name), owner.uid, owner.gid);
  }
  // Comes last, so that the next start resumes an interrupted change.
  lchownSync(path, owner.uid, owner.gid);
}
