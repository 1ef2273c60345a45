/** The cost of positions: dispatch of orders with and without a relay, in turns. */
import { dispatch } from '#kernel/events/dispatcher.ts';
import { createModules } from '../../server/modules.ts';
import { type OrderStage, openStage, TENANTS, tenantId } from '../orders/stage.ts';
import { median, verdict } from '../report.ts';

const AT_ONCE = 200;
const ROUNDS = 7;

export async function run([count = '20000']: string[]): Promise<void> {
  const stage = await openStage();
  const orders = Number(count);
  await place(stage, orders);
  const { modules } = createModules(stage.kernel);
  const consumers = modules.flatMap((module) => module.consumers ?? []);
  const { db, clock, log } = stage.kernel;
  /** Events per second of one dispatcher. */
  const round = async (hasRelay: boolean): Promise<number> => {
    await stage.owner.query(
      'delete from relay; truncate event_queue, event_stream, search_texts, search_words, search_trigrams, order_rollups',
    );
    if (hasRelay) await stage.owner.query('insert into relay default values');
    await stage.owner.query(
      `insert into event_queue (tenant_id, id, at, type, next_at)
       select tenant_id, id, created_at, type, created_at from events where type = 'order.placed'`,
    );
    const began = performance.now();
    let done = 0;
    const turn = { after: null };
    for (let taken = 1; taken > 0; done += taken)
      taken = await dispatch(db, 'orders', consumers, clock(), log, turn);
    const perSecond = (done * 1000) / (performance.now() - began);
    const { rows } = await stage.owner.query<{ n: string }>('select count(*) as n from event_stream');
    if (done !== orders || Number(rows[0]!.n) !== (hasRelay ? orders : 0)) throw new Error(`${done} events`);
    return perSecond;
  };
  // The first rounds fill the caches.
  await round(false);
  await round(true);
  const without: number[] = [];
  const withRelay: number[] = [];
  for (let n = 0; n < ROUNDS; n++) {
    // Neither is always the later one: the machine's speed drifts.
    for (const hasRelay of n % 2 === 0 ? [false, true] : [true, false])
      (hasRelay ? withRelay : without).push(await round(hasRelay));
    console.log(
      `events/s: ${without.at(-1)!.toFixed(0)} without a relay, ${withRelay.at(-1)!.toFixed(0)} with`,
    );
  }
  const ratio = median(withRelay.map((each, n) => each / without[n]!));
  verdict(`dispatch of ${orders} orders, with positions beside without`, ratio, 0.9);
  await stage.close();
}

async function place(stage: OrderStage, count: number): Promise<void> {
  let placed = 0;
  const sender = async () => {
    while (placed < count) {
      const tenant = placed++ % TENANTS;
      const { statusCode, body } = await stage.app.inject({
        method: 'POST',
        url: '/v1/crm/orders',
        headers: { authorization: `Bearer ${stage.keys[tenant]}` },
        payload: { customerId: tenantId(tenant + 1), items: [{ sku: 'TEA', name: 'Tea', unitPrice: 4 }] },
      });
      if (statusCode !== 201) throw new Error(body);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, sender));
}
