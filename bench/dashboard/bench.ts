/**
 * `npm run bench -- dashboard [rounds]`: the dashboard of a tenant with tens of thousands of records in a real Chromium, as it is
 * and with a processor four times slower: loads, changes of screen, frames, keys, and the way back to a list.
 * `npm run bench -- dashboard profile` names what the page's thread does in each scene.
 */
import { loadavg } from 'node:os';
import { DASHBOARD, ensureBuilt } from '../../dashboard/built.ts';
import { openStage } from '../deliveries/stage.ts';
import { stolenTime } from '../report.ts';
import { startProgram } from '../scale/program.ts';
import { records, scroll, scrollPlainPage } from './frames.ts';
import { palette, typeIntoPlainPage, typing } from './keys.ts';
import { Figures } from './limits.ts';
import { changes, coldLoads, type Records } from './loads.ts';
import { profiled } from './profile.ts';
import { FULL, seedContent, seedTenant } from './seed.ts';
import { Visitor } from './visitor.ts';

const SCENES = { changes, scroll, records, palette, typing };
/** The same on a page without scripts: what this machine can do at best. */
const PLAIN = [scrollPlainPage, typeIntoPlainPage];

export async function run([argument = '3']: string[]): Promise<void> {
  await ensureBuilt(DASHBOARD, console.log, new AbortController().signal);
  const stage = await openStage();
  const { kernel, connectionString, dataDir } = stage;
  const tenantId = await seedTenant(kernel, connectionString, FULL);
  const program = await startProgram(dataDir, {});
  const visitor = await Visitor.signIn(program.port);
  const edited = await seedContent(connectionString, tenantId, visitor.api, FULL);
  // Fills the caches of the server.
  await coldLoads(visitor, new Figures(), edited, 'as is');
  if (argument === 'profile') await profile(visitor, edited);
  else await measure(visitor, edited, Number(argument));
  await visitor.close();
  await program.stop();
  await stage.close();
}

async function measure(visitor: Visitor, edited: Records, rounds: number): Promise<void> {
  const figures = new Figures();
  const [load, stolen] = [loadOfMachine(), stolenTime()];
  for (let round = 0; round < rounds; round++) {
    for (const speed of ['as is', 'CPU 4x', '4G'] as const) await coldLoads(visitor, figures, edited, speed);
    for (const speed of ['as is', 'CPU 4x'] as const) {
      for (const scene of [...Object.values(SCENES), ...PLAIN]) {
        const window = await visitor.open(speed);
        await scene(window, figures, speed, edited);
        await window.close();
      }
    }
  }
  console.log(
    `\nThe dashboard in Chromium, ${rounds} rounds. Load of the machine before: ${load}, after: ${loadOfMachine()}; ` +
      `stolen from it: ${stolenTime() - stolen} ticks`,
  );
  for (const which of figures.print()) console.log(`✗ ${which}`);
}

async function profile(visitor: Visitor, edited: Records): Promise<void> {
  for (const [name, scene] of Object.entries(SCENES)) {
    const window = await visitor.open();
    await profiled(name, window.cdp, () => scene(window, new Figures(), 'as is', edited));
    await window.close();
  }
}

const loadOfMachine = () => loadavg()[0]!.toFixed(1);
