/** The disk is full: a small file system of its own, with a ballast file whose removal ends the fault. */
import { execFileSync } from 'node:child_process';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compare } from '../checker.ts';
import { openInstallation } from '../installation.ts';
import { checkResumes, noteRefusals } from '../outage.ts';
import { newFolder, ownPostgres } from '../postgres.ts';
import { CannotRun, type Row, type Stage, within } from '../stage.ts';
import { loadTenants, openTenants } from '../tenants.ts';

export const MEGABYTE = 1024 * 1024;
/** Enough for a new cluster and its WAL. */
const SIZE_MB = 200;
export const LEFT_MB = 2;

export const diskFull: Row = {
  name: 'disk full',
  async run(stage) {
    const dataDir = newFolder(stage);
    mountSmall(stage, dataDir);
    const postgres = await ownPostgres(stage, {
      dataDir,
      settings: ['max_wal_size=64MB', 'min_wal_size=32MB'],
    });
    const installation = await openInstallation(stage, postgres.url);
    const programs = [await installation.api(), await installation.worker()];
    await openTenants(installation);
    const load = loadTenants(installation, { senders: 12 });
    await sleep(500);
    const ballast = join(dataDir, 'ballast');
    const { bavail, bsize } = statfsSync(dataDir);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_MB * MEGABYTE)));
    const refused = () => load.wishes.some(({ answers }) => answers.some(({ status }) => status === 503));
    stage.check('writes were refused', await within(40, refused));
    await sleep(2_000);
    rmSync(ballast);
    // Without room for its WAL, PostgreSQL may have ended; a supervisor would start it again.
    await postgres.stop();
    await postgres.start();
    await checkResumes(installation, programs);
    await load.stop();
    noteRefusals(installation, load.wishes, 11_000);
    await compare(installation, load.wishes);
  },
};

export function mountSmall(stage: Stage, folder: string): void {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m,mode=711`, 'colonnade-fault', folder], {
      stdio: 'pipe',
    });
  } catch {
    throw new CannotRun('a file system of its own needs the right to mount one');
  }
  stage.cleanUp(() => execFileSync('umount', [folder], { stdio: 'pipe' }));
}
