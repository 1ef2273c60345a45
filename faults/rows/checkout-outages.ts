/** The database goes away while checkouts are completed: stopped, cut after COMMIT, or without room. Each becomes one order later. */
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation, openSiteBehindProxy } from '../installation.ts';
import { checkResumes, probe } from '../outage.ts';
import { newFolder, ownPostgres } from '../postgres.ts';
import { MANY_SHOPPERS, openShop, type Shop } from '../shop.ts';
import { checkShop } from '../shop-checker.ts';
import { type Buying, keepBuying } from '../shoppers.ts';
import { type Row, within } from '../stage.ts';
import { LEFT_MB, MEGABYTE, mountSmall } from './disk.ts';

/** Long enough for orders to be under way. */
const UNDER_WAY_MS = 2_000;

/** Checks that every shopper got an order in the end, and got nothing but 503 and 429 before. */
async function checkAll(shop: Shop, { purchases, refusals, stop }: Buying): Promise<void> {
  const { stage } = shop.installation;
  await sleep(UNDER_WAY_MS);
  await stop();
  const told = refusals.map(({ message }) => message).slice(0, 3);
  stage.check(`refused: ${refusals.length} ${told.join('; ')}`, refusals.length === 0);
  const without = purchases.filter(({ orderIds }) => orderIds.length === 0);
  stage.check(`shoppers without an order: ${without.length}`, without.length === 0);
  const again = purchases.flatMap(({ answers }) => answers).filter(({ status }) => status > 299);
  stage.note({ 'asked again': again.length });
  await checkShop(shop, purchases);
}

const stopped: Row = {
  name: 'PostgreSQL stopped and back while checkouts are completed',
  async run(stage) {
    const postgres = await ownPostgres(stage);
    const installation = await openInstallation(stage, postgres.url);
    const programs = [await installation.api(MANY_SHOPPERS), await installation.worker()];
    const shop = await openShop(installation, { units: 100_000, uses: 100_000 });
    const buying = keepBuying(shop);
    for (let stop = 0; stop < 2; stop++) {
      await sleep(UNDER_WAY_MS);
      await postgres.stop();
      await probe(installation, 1_000);
      await postgres.start();
      await checkResumes(installation, programs);
    }
    await checkAll(shop, buying);
  },
};

const CUTS = 12;

const cut: Row = {
  name: 'the connection dies after COMMIT of a checkout was sent',
  async run(stage) {
    const { installation, proxy } = await openSiteBehindProxy(stage);
    const programs = [await installation.api(MANY_SHOPPERS), await installation.worker()];
    const shop = await openShop(installation, { units: 100_000, uses: 100_000 });
    const buying = keepBuying(shop);
    for (let round = 0; round < CUTS; round++) {
      await sleep(stage.random.between(100, 400));
      proxy.cutAfter('commit\0');
    }
    await sleep(500);
    proxy.cut();
    await sleep(1_000);
    proxy.heal();
    await checkResumes(installation, programs);
    const unknown = buying.purchases
      .flatMap(({ answers }) => answers)
      .filter(({ body }) => /outcome of this request is unknown/.test(body?.error?.message));
    stage.check(`some were told that the outcome is unknown: ${unknown.length}`, unknown.length > 0);
    await checkAll(shop, buying);
    stage.note({ unknown: unknown.length });
  },
};

const diskFull: Row = {
  name: 'disk full while checkouts are completed',
  async run(stage) {
    const dataDir = newFolder(stage);
    mountSmall(stage, dataDir);
    const settings = ['max_wal_size=64MB', 'min_wal_size=32MB'];
    const postgres = await ownPostgres(stage, { dataDir, settings });
    const installation = await openInstallation(stage, postgres.url);
    const programs = [await installation.api(MANY_SHOPPERS), await installation.worker()];
    const shop = await openShop(installation, { units: 100_000, uses: 100_000 });
    const buying = keepBuying(shop);
    await sleep(UNDER_WAY_MS);
    const ballast = join(dataDir, 'ballast');
    const { bavail, bsize } = statfsSync(dataDir);
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - LEFT_MB * MEGABYTE)));
    const isFull = () => buying.purchases.some(({ answers }) => answers.some(({ status }) => status === 503));
    stage.check('checkouts were refused', await within(60, isFull));
    await sleep(UNDER_WAY_MS);
    rmSync(ballast);
    // Without room for its WAL, PostgreSQL may have ended; a supervisor would start it again.
    await postgres.stop();
    await postgres.start();
    await checkResumes(installation, programs);
    await checkAll(shop, buying);
  },
};

export const checkoutOutageRows: Row[] = [stopped, cut, diskFull];
