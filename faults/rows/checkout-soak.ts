/** A mixed load on a shop for a long time, with faults at random: nothing is oversold or lost, and memory stays flat. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation } from '../installation.ts';
import { INSPECTED, usedMegabytes } from '../memory.ts';
import { ownPostgres } from '../postgres.ts';
import { freePort, type Program } from '../program.ts';
import { changeSettings, MANY_SHOPPERS, openShop } from '../shop.ts';
import { checkShop } from '../shop-checker.ts';
import { startMixedLoad } from '../soak-load.ts';
import { type Row, within } from '../stage.ts';

const MINUTE_MS = 60_000;
/** Between two faults. */
const PEACE_MS = [15_000, 40_000] as const;
const LOOK_MS = 20_000;
/** Caches and pools fill in this part of the time. */
const WARM_UP = 0.2;
/** The most that the memory in use may grow from the first third after the warm-up to the last one. */
const MOST_GROWTH = 1.25;
const USES_PER_MINUTE = 30;
/** The units of each of five goods: fewer than shoppers want, so that they compete for the last ones. */
const UNITS = 100;

const soak: Row = {
  name: 'soak: checkouts under mixed load and random faults',
  isSoak: true,
  async run(stage) {
    const postgres = await ownPostgres(stage);
    const installation = await openInstallation(stage, postgres.url);
    const ports = [String(await freePort()), String(await freePort())];
    const startMortal = () => installation.api({ ...MANY_SHOPPERS, PORT: ports[1]! });
    let mortal = await startMortal();
    let worker = await installation.worker();
    // Started last, so that the load begins with it. It lives to the end, and its memory is measured.
    const lasting = await installation.api({ ...MANY_SHOPPERS, ...INSPECTED, PORT: ports[0]! });
    const urls = [lasting.url, mortal.url];
    const shop = await openShop(installation, {
      skus: 5,
      units: UNITS,
      uses: Math.ceil(USES_PER_MINUTE * stage.minutes),
    });
    // Checkouts and carts that were left end during the run.
    await changeSettings(shop, { holdMinutes: 1, holdMostMinutes: 1, abandonedAfterMinutes: 1 });
    const load = startMixedLoad(shop, () => stage.random.oneOf(urls));
    const faults: Record<string, () => Promise<void>> = {
      async 'kills of a server'() {
        await kill(mortal);
        mortal = await startMortal();
      },
      async 'kills of the worker'() {
        await kill(worker);
        worker = await installation.worker();
      },
      async 'restarts of the database'() {
        await postgres.stop();
        await sleep(stage.random.between(0, 3_000));
        await postgres.start();
      },
    };
    const times: Record<string, number> = {};
    const used: number[] = [];
    const resident: number[] = [];
    const end = Date.now() + stage.minutes * MINUTE_MS;
    const watching = (async () => {
      for (; Date.now() < end; await sleep(LOOK_MS)) {
        resident.push(lasting.megabytes());
        used.push(await usedMegabytes(lasting));
      }
    })();
    while (Date.now() < end) {
      await sleep(Math.min(stage.random.between(...PEACE_MS), Math.max(0, end - Date.now())));
      if (Date.now() >= end) break;
      const what = stage.random.oneOf(Object.keys(faults));
      await faults[what]!();
      times[what] = (times[what] ?? 0) + 1;
    }
    await watching;
    await load.stop();
    stage.check(
      `unexpected answers: ${load.odd.length} ${load.odd.slice(0, 5).join('; ')}`,
      load.odd.length === 0,
    );
    stage.check('the server that was not killed lives', lasting.isAlive());
    await checkEnded(installation, shop.tenant.id);
    await checkShop(shop, load.purchases);
    const [first, last] = thirds(used);
    const growth = last / first;
    stage.check(`the memory in use grew from ${first} to ${last} MB`, growth <= MOST_GROWTH);
    stage.note({
      ...{ ...load.visits, ...times },
      ...{
        'MB in use': `${first} → ${last}`,
        ratio: growth.toFixed(2),
        'MB resident': thirds(resident).join(' → '),
      },
    });
  },
};

async function kill(program: Program): Promise<void> {
  program.signal('SIGKILL');
  await program.ended;
}

/** The medians of the first and the last third after the warm-up, in whole megabytes. */
function thirds(all: number[]): [number, number] {
  const values = all.slice(Math.floor(all.length * WARM_UP));
  const size = Math.max(1, Math.floor(values.length / 3));
  const middle = (some: number[]) => Math.round(some.toSorted((a, b) => a - b)[Math.floor(some.length / 2)]!);
  return [middle(values.slice(0, size)), middle(values.slice(-size))];
}

/** Every checkout that was left has ended, and holds nothing. */
async function checkEnded(
  { stage, asOwner }: Awaited<ReturnType<typeof openInstallation>>,
  tenantId: string,
): Promise<void> {
  await asOwner(async (owner) => {
    const read = async () => {
      const { rows } = await owner.query<{ open: number; expired: number; abandoned: number }>(
        `select (select count(*)::int from checkouts where tenant_id = $1 and state = 'open') as open,
           (select count(*)::int from events where tenant_id = $1 and type = 'checkout.expired') as expired,
           (select count(*)::int from events where tenant_id = $1 and type = 'cart.abandoned') as abandoned`,
        [tenantId],
      );
      return rows[0]!;
    };
    const ended = await within(120, async () => (await read()).open === 0);
    const { open, expired, abandoned } = await read();
    stage.check(`checkouts that were left end: ${open} are open`, ended);
    stage.note({ expired, abandoned });
  });
}

export const checkoutSoakRows: Row[] = [soak];
