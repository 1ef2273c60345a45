/** kill −9 of the processes of one supervisor: the others go on, acknowledged writes exist once, and webhooks arrive. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { compare } from '../checker.ts';
import { openInstallation } from '../installation.ts';
import { freePort, startProgram } from '../program.ts';
import { type Row, within } from '../stage.ts';
import { loadTenants, openTenants, warmUp } from '../tenants.ts';

const KILLS = 6;
/** Two that answer requests, and one for background work. */
const CHILDREN = 3;

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const killed: Row = {
  name: 'kill -9 of the processes of one supervisor, under load',
  async run(stage) {
    const installation = await openInstallation(stage);
    const program = await startProgram(stage, 'start', {
      ...{ DATABASE_URL: installation.databaseUrl, COLONNADE_SECRET: TEST_SECRET, PROCESSES: '2' },
      PORT: String(await freePort()),
    });
    installation.url = program.url;
    const isWhole = () => childrenOf(program.pid).length === CHILDREN;
    stage.check('all processes start', await within(20, isWhole));
    await openTenants(installation);
    const load = loadTenants(installation);
    const times: number[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(stage.random.between(500, 2_000));
      const children = childrenOf(program.pid);
      process.kill(children[stage.random.between(0, children.length - 1)]!, 'SIGKILL');
      const began = performance.now();
      await within(5, () => !isWhole());
      stage.check('it is started again', await within(20, isWhole));
      times.push(Math.round(performance.now() - began));
    }
    await warmUp(installation);
    await load.stop();
    await compare(installation, load.wishes);
    program.signal('SIGTERM');
    stage.check('everything ends in order', (await program.ended).code === 0);
    stage.note({ 'started again after ms': times.join('/') });
  },
};

export const processRows: Row[] = [killed];
