/** A checkout becomes one order, whatever dies: a process at each step, or one of two that complete it at once. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CrashPoint } from '#kernel/crash.ts';
import { sideBySide } from '../call-until-answered.ts';
import { type Installation, openInstallation } from '../installation.ts';
import { freePort, type Program } from '../program.ts';
import { MANY_SHOPPERS, openShop, type Shop } from '../shop.ts';
import { checkShop } from '../shop-checker.ts';
import { createShopper, type Purchase } from '../shopper.ts';
import { type Row, type Stage, within } from '../stage.ts';

/** Shoppers at a time. */
const LANES = 4;

/** The points from the start of a checkout to the answer of its completion, and the state that a death leaves there. */
const POINTS: Partial<Record<CrashPoint, (left: Left) => boolean>> = {
  // Starts of other shoppers may have reserved at that moment.
  before_reserve: ({ orphans }) => orphans < LANES,
  after_reserve: ({ orphans }) => orphans > 0,
  before_freeze: ({ open }) => open > 0,
  after_freeze: ({ open }) => open > 0,
  after_order_before_commit: ({ open }) => open > 0,
  after_order_before_response: ({ orders, told }) => orders > told,
};

type Left = { orphans: number; open: number; paying: number; orders: number; told: number };

const SHOPPERS = 12;
/** Units of a basket: two of one SKU, one of another. */
const BASKET = [2, 1];

const killedAtEachStep: Row = {
  name: 'kill -9 at each step of a checkout',
  smoke: 'deep',
  async run(stage) {
    const installation = await openInstallation(stage);
    const first = await installation.api(MANY_SHOPPERS);
    const points = Object.keys(POINTS) as CrashPoint[];
    // The code has one use for each order: a use that was lost or taken twice would be missing at the end.
    const shop = await openShop(installation, { skus: 2, uses: points.length * SHOPPERS });
    await installation.worker();
    await end(first);
    const purchases: Purchase[] = [];
    for (const point of points) purchases.push(...(await buyThroughDeath(shop, point, purchases.length)));
    await checkShop(shop, purchases);
    await checkFigures(shop, purchases.length);
  },
};

/** Shoppers buy while the process dies at the point; they go on in the next one. */
async function buyThroughDeath(shop: Shop, point: CrashPoint, formerly: number): Promise<Purchase[]> {
  const { installation } = shop;
  const { stage } = installation;
  const passage = stage.random.between(2, SHOPPERS / 2);
  const dying = await installation.api({ ...MANY_SHOPPERS, CRASH_AT: `${point}:${passage}` });
  const shopper = createShopper(shop);
  const lines = BASKET.map((quantity, n) => ({ sku: shop.skus[n]!, quantity }));
  let told = 0;
  const buying = sideBySide(
    SHOPPERS,
    async () => {
      const bought = await shopper.buy({ lines, code: shop.codes.limited });
      told++;
      return bought;
    },
    LANES,
  );
  stage.check(`it dies at ${point}`, await within(30, () => !dying.isAlive()));
  const before = await stateOf(shop, formerly + told);
  stage.check(`the state of ${point}: ${JSON.stringify(before)}`, POINTS[point]!(before));
  stage.check(`a checkout is left between freeze and order: ${before.paying}`, before.paying === 0);
  const next = await installation.api(MANY_SHOPPERS);
  const purchases = await buying;
  for (const of of purchases) await shopper.complete(of);
  await end(next);
  return purchases;
}

async function end(program: Program): Promise<void> {
  program.signal('SIGTERM');
  await program.ended;
}

/** The rows that the dead process left. */
async function stateOf({ installation, tenant }: Shop, told: number): Promise<Left> {
  const { rows } = await installation.asOwner((owner) =>
    owner.query<Omit<Left, 'told'>>(
      `select (select count(distinct order_id)::int from stock_reservations r where tenant_id = $1 and not exists (
           select from checkouts c where c.tenant_id = $1 and c.order_id = r.order_id)) as orphans,
         (select count(*)::int from checkouts where tenant_id = $1 and state = 'open') as open,
         (select count(*)::int from checkouts where tenant_id = $1 and state = 'paying') as paying,
         (select count(*)::int from orders where tenant_id = $1) as orders`,
      [tenant.id],
    ),
  );
  return { ...rows[0]!, told };
}

/** Exactly so many orders, each with its basket and one use of the limited code. */
async function checkFigures({ installation, tenant }: Shop, orders: number): Promise<void> {
  const { rows } = await installation.asOwner((owner) =>
    owner.query<{ orders: number; reserved: number; used: number }>(
      `select (select count(*)::int from orders where tenant_id = $1) as orders,
         (select sum(reserved)::int from stock_levels where tenant_id = $1) as reserved,
         (select used from discounts where tenant_id = $1 and code = 'LIMITED') as used`,
      [tenant.id],
    ),
  );
  const units = BASKET.reduce((sum, quantity) => sum + quantity, 0);
  const wanted = { orders, reserved: orders * units, used: orders };
  const [told, expected] = [JSON.stringify(rows[0]), JSON.stringify(wanted)];
  installation.stage.check(`${told}, expected ${expected}`, told === expected);
}

const CHECKOUTS = 50;
const COMPLETIONS = 20;
const AT_ONCE = 5;

const racing: Row = {
  name: 'two processes complete the same checkouts at once, and one of them dies',
  async run(stage) {
    const installation = await openInstallation(stage);
    const ports = [String(await freePort()), String(await freePort())];
    const urls = ports.map((port) => `http://127.0.0.1:${port}`);
    const [mortal] = [
      await installation.api({ ...MANY_SHOPPERS, PORT: ports[1]! }),
      await installation.api({ ...MANY_SHOPPERS, PORT: ports[0]! }),
      await installation.worker(),
    ];
    const shop = await openShop(installation, { skus: 2, uses: CHECKOUTS });
    const lines = BASKET.map((quantity, n) => ({ sku: shop.skus[n]!, quantity }));
    const ready = createShopper(shop);
    const carts = await sideBySide(CHECKOUTS, async () => {
      const of = await ready.fill({ lines, code: shop.codes.limited });
      await ready.checkOut(of);
      return of;
    });
    const deaths = dieAgainAndAgain(stage, installation, ports[1]!, mortal!);
    let next = 0;
    const either = createShopper(shop, () => urls[next++ % 2]!);
    await sideBySide(
      CHECKOUTS,
      (n) => Promise.all(Array.from({ length: COMPLETIONS }, () => either.complete(carts[n]!))),
      AT_ONCE,
    );
    const kills = await deaths.stop();
    stage.check(`it died meanwhile: ${kills}`, kills > 0);
    await checkShop(shop, carts);
    await checkFigures(shop, CHECKOUTS);
    stage.note({ completions: CHECKOUTS * COMPLETIONS, kills });
  },
};

/** Kills the process and starts it again, until it is told to stop. */
function dieAgainAndAgain(stage: Stage, installation: Installation, port: string, first: Program) {
  let program = first;
  let [isOver, kills] = [false, 0];
  const dying = (async () => {
    while (!isOver) {
      await sleep(stage.random.between(100, 600));
      program.signal('SIGKILL');
      await program.ended;
      kills++;
      program = await installation.api({ ...MANY_SHOPPERS, PORT: port });
    }
  })();
  const stop = async () => {
    isOver = true;
    await dying;
    return kills;
  };
  return { stop };
}

export const checkoutRows: Row[] = [killedAtEachStep, racing];
