/** Carts, checkouts and holds end by the database's time: processes whose clocks are an hour back or 60 days ahead end none early. */
import { setTimeout as sleep } from 'node:timers/promises';
import { TEST_SECRET } from '#kernel/testing/database.ts';
import { openInstallation } from '../installation.ts';
import { freePort, type Program, startProgram } from '../program.ts';
import { changeSettings, MANY_SHOPPERS, openShop, type Shop } from '../shop.ts';
import { checkShop } from '../shop-checker.ts';
import { createShopper, type Purchase } from '../shopper.ts';
import { type Row, type Stage, within } from '../stage.ts';

const [SECOND, HOUR, DAY] = [1_000, 3_600_000, 86_400_000];
const CARTS = 5;
/** The default, in seconds. */
const HOLD = 900;
/** Several rounds of every sweep. */
const SWEEPS_MS = 8_000;
/** The shortest that a tenant can set. */
const HOLD_SECONDS = 60;

/** A server with background work whose clock is shifted. It serves requests by the database's time. */
const startShifted = async (stage: Stage, databaseUrl: string, shiftMs: number): Promise<Program> =>
  startProgram(stage, 'start', {
    ...{ DATABASE_URL: databaseUrl, COLONNADE_SECRET: TEST_SECRET, PORT: String(await freePort()) },
    ...{ ...MANY_SHOPPERS, SHIFT_CLOCK_MS: String(shiftMs) },
  });

type Seen = { open: number; active: number; holds: number; ended: number };

async function look({ installation, tenant }: Shop): Promise<Seen> {
  const { rows } = await installation.asOwner((owner) =>
    owner.query<Seen>(
      `select (select count(*)::int from checkouts where tenant_id = $1 and state = 'open') as open,
         (select count(*)::int from carts where tenant_id = $1 and state = 'active') as active,
         (select count(*)::int from stock_reservations where tenant_id = $1 and expires_at is not null) as holds,
         (select count(*)::int from events where tenant_id = $1 and type in ('checkout.expired', 'cart.abandoned')) as ended`,
      [tenant.id],
    ),
  );
  return rows[0]!;
}

/** The end of the latest checkout, and when its cart is deleted, in seconds from the database's now. */
async function endOfLatest({ installation, tenant }: Shop) {
  const { rows } = await installation.asOwner((owner) =>
    owner.query<{ ends: number; kept: number }>(
      `select extract(epoch from k.expires_at - clock_timestamp())::float as ends,
         extract(epoch from c.kept_until - clock_timestamp())::float as kept
       from checkouts k join carts c on c.tenant_id = k.tenant_id and c.id = k.cart_id
       where k.tenant_id = $1 order by k.created_at desc limit 1`,
      [tenant.id],
    ),
  );
  return rows[0]!;
}

const wrongClocks: Row = {
  name: 'checkouts beside processes an hour back and 60 days ahead',
  waits: true,
  async run(stage) {
    const installation = await openInstallation(stage);
    const right = await installation.api(MANY_SHOPPERS);
    const shop = await openShop(installation);
    const shopper = createShopper(shop);
    const lines = [{ sku: shop.skus[0]!, quantity: 1 }];
    const newCheckout = async () => {
      const of = await shopper.fill({ lines });
      await shopper.checkOut(of);
      return of;
    };
    const bought = [];
    for (let n = 0; n < CARTS; n++) {
      await shopper.fill({ lines });
      bought.push(await newCheckout());
    }
    const before = await look(shop);
    // Off by less than a minute, a process does background work.
    const shifts = [-HOUR, 60 * DAY, 55 * SECOND, -55 * SECOND];
    const wrong: Program[] = [];
    for (const shift of shifts) wrong.push(await startShifted(stage, installation.databaseUrl, shift));
    await sleep(SWEEPS_MS);
    const after = await look(shop);
    stage.check(
      `nothing ends: ${JSON.stringify(before)}, then ${JSON.stringify(after)}`,
      JSON.stringify(before) === JSON.stringify(after),
    );
    for (const [n, program] of wrong.entries()) {
      installation.url = program.url;
      const of = await newCheckout();
      const { ends, kept } = await endOfLatest(shop);
      // A cart is kept for 30 days after the end of its checkout.
      const isRight = Math.abs(ends - HOLD) < 30 && Math.abs(kept - ends - (30 * DAY) / SECOND) < 1;
      stage.check(
        `by a clock ${shifts[n]} ms off, it ends in ${ends} s, its cart in ${kept} s; slowest ${slowest(of)} ms`,
        isRight,
      );
      if (n % 2 === 0) await shopper.complete(of);
      bought.push(of);
      bought.push(await completeElsewhere(shop, program, right));
    }
    installation.url = right.url;
    await checkEnds(shop, newCheckout);
    for (const of of bought.slice(0, CARTS)) await shopper.complete(of);
    await checkShop(shop, bought);
    stage.note({ carts: after.active, 'seconds of sweeps': SWEEPS_MS / SECOND });
  },
};

/** A checkout that one process began and cancelled is followed by one that the other completes. */
async function completeElsewhere(shop: Shop, first: Program, next: Program): Promise<Purchase> {
  let { url } = first;
  const shopper = createShopper(shop, () => url);
  const of = await shopper.fill({ lines: [{ sku: shop.skus[0]!, quantity: 1 }] });
  await shopper.checkOut(of);
  await shopper.send(of, 'DELETE', '/checkouts/current');
  url = next.url;
  await shopper.checkOut(of);
  await shopper.complete(of);
  return of;
}

const slowest = ({ answers }: Purchase) => Math.round(Math.max(...answers.map(({ ms }) => ms)));

/** A checkout ends when its time is over and not before, whichever process ends it. */
async function checkEnds(shop: Shop, newCheckout: () => Promise<unknown>): Promise<void> {
  const { stage } = shop.installation;
  await changeSettings(shop, { holdMinutes: 1, holdMostMinutes: 1 });
  const ended = (await look(shop)).ended;
  const began = performance.now();
  await newCheckout();
  const isOver = async () => (await look(shop)).ended > ended;
  stage.check('it ends', await within(HOLD_SECONDS + 30, isOver));
  const seconds = (performance.now() - began) / SECOND;
  stage.check(`not before its time: ${seconds.toFixed(1)} s`, seconds >= HOLD_SECONDS - 0.5);
  stage.note({ 'ended after s': seconds.toFixed(1) });
}

export const checkoutClockRows: Row[] = [wrongClocks];
