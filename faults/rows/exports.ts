/** Exports of a busy service are complete, or refused before their first byte. */
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import type { Row } from '../stage.ts';

const ORDERS = 2_000;
const EXPORTS = 60;

const sixtyAtOnce: Row = {
  name: 'sixty exports at once',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const tenants = await Promise.all(Array.from({ length: 5 }, () => installation.newTenant()));
    for (const tenant of tenants) await seedOrders(installation, tenant);
    const outcomes = await Promise.all(
      Array.from({ length: EXPORTS }, (_, n) => exportOrders(installation, tenants[n % tenants.length]!)),
    );
    const count = (what: string) => outcomes.filter((outcome) => outcome === what).length;
    const [whole, refused] = [count('whole'), count('429')];
    stage.check(`each is whole or refused: ${outcomes}`, whole + refused === EXPORTS);
    stage.check(`${whole} are whole`, whole >= 20);
    stage.note({ whole, refused });
  },
};

async function exportOrders(installation: Installation, { key }: Tenant): Promise<string> {
  const url = `${installation.url}/v1/crm/orders/export?format=ndjson`;
  const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  try {
    const lines = (await answer.text()).trimEnd().split('\n').length;
    return answer.status === 200 ? (lines === ORDERS ? 'whole' : `${lines} lines`) : String(answer.status);
  } catch {
    return 'cut';
  }
}

const seedOrders = (installation: Installation, { id, customerId }: Tenant) =>
  installation.asOwner((owner) =>
    owner.query(
      `insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal, shipping_total,
         discount_total, tax_total, total, created_at)
       select $1, gen_random_uuid(), 'E-' || n, 'placed', 'unpaid', $2, 'USD', 0, 0, 0, 0, 0,
         date_trunc('milliseconds', now()) - n * interval '1 second'
       from generate_series(1, $3::int) n`,
      [id, customerId, ORDERS],
    ),
  );

export const exportRows: Row[] = [sixtyAtOnce];
