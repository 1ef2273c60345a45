/** `npm run bench -- inventory [seconds]`: baskets reserved together, beside a transaction for each. */
import { newId } from '#kernel/id.ts';
import { median, percentile, verdict } from '../report.ts';
import { bareUpdate, oneByOne, RIVAL } from './rivals.ts';
import { ENOUGH, openStage, type StockStage, TENANT } from './stage.ts';

const ROUNDS = 3;
const CALLERS = 64;
const SKUS = 1_000;

type Rate = { perSecond: number; p99: number; granted: number };

export async function run(args: string[]): Promise<void> {
  const seconds = Number(args[0] ?? 5);
  const stage = await openStage();
  const hot = await stage.addItems(['HOT'], ENOUGH);
  await stage.addItems(
    Array.from({ length: SKUS }, (_, n) => `SKU-${n}`),
    ENOUGH,
  );
  await stage.addItems(['GONE'], 0);
  const rates = { bare: [] as number[], hot: [] as Rate[], alone: [] as number[], many: [] as Rate[] };
  const refused: Rate[] = [];
  let differences = 0;
  const note = async () => {
    differences += Math.abs(await stage.difference());
    await stage.clear();
  };
  // Alternates all of them per round, so that a busy moment of the machine slows them alike.
  for (let round = 0; round < ROUNDS; round++) {
    rates.bare.push(await bareUpdate(stage, hot, seconds));
    await note();
    rates.hot.push(await reserving(stage, seconds, () => ['HOT']));
    await note();
    rates.alone.push(await oneByOne(stage, SKUS, seconds));
    await note();
    rates.many.push(
      await reserving(stage, seconds, () => {
        const x = Math.floor(Math.random() * SKUS);
        return [0, 1, 2].map((n) => `SKU-${(x + n) % SKUS}`);
      }),
    );
    await note();
    refused.push(await reserving(stage, seconds, () => ['GONE']));
    await note();
  }
  report(rates, refused);
  verdict('units by which counters differ from rows', differences, 0, true);
  verdict(
    'units granted of a SKU that is sold out',
    Math.max(...refused.map((each) => each.granted)),
    0,
    true,
  );
  await stage.close();
}

/** Callers that each reserve one basket after the other. */
async function reserving(stage: StockStage, seconds: number, skus: () => string[]): Promise<Rate> {
  const end = performance.now() + seconds * 1000;
  const times: number[] = [];
  let granted = 0;
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < end) {
        const began = performance.now();
        const expiresAt = new Date(stage.kernel.clock().getTime() + 900_000);
        const lines = skus().map((sku) => ({ sku, quantity: 1 }));
        await stage.reserve({ tenantId: TENANT, orderId: newId(), expiresAt, lines }).then(
          () => granted++,
          (error) => {
            if (error.code !== 'out_of_stock') throw error;
          },
        );
        times.push(performance.now() - began);
      }
    }),
  );
  return { perSecond: times.length / seconds, p99: percentile(times, 99), granted };
}

function report(
  rates: { bare: number[]; hot: Rate[]; alone: number[]; many: Rate[] },
  refused: Rate[],
): void {
  const of = (all: Rate[]) => ({
    'per second': Math.round(median(all.map((each) => each.perSecond))),
    'p99 ms': median(all.map((each) => each.p99)).toFixed(1),
  });
  const plain = (all: number[]) => ({ 'per second': Math.round(median(all)) });
  console.log(`\nBaskets, ${CALLERS} callers in one process, median of ${ROUNDS} rounds`);
  console.table([
    { contender: `one hot SKU, bare update and row: ${RIVAL}`, ...plain(rates.bare) },
    { contender: 'one hot SKU, Colonnade', ...of(rates.hot) },
    { contender: `${SKUS} SKUs, three lines, our statement one by one: ${RIVAL}`, ...plain(rates.alone) },
    { contender: `${SKUS} SKUs, three lines, Colonnade`, ...of(rates.many) },
    { contender: 'sold out, Colonnade', ...of(refused) },
  ]);
  const rate = (all: Rate[]) => median(all.map((each) => each.perSecond));
  verdict('one hot SKU ÷ bare update', rate(rates.hot) / median(rates.bare), 4);
  verdict(`${SKUS} SKUs ÷ one by one`, rate(rates.many) / median(rates.alone), 1.2);
  verdict('sold out ÷ grants', rate(refused) / rate(rates.hot), 1);
  verdict('p99 of a basket on one hot SKU, ms', median(rates.hot.map((each) => each.p99)), 100, true);
}
