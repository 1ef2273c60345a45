/** One tenant's large customer, or its endless uploads, do not slow another tenant. */
import { compareBeside, openBystander } from '../bystander.ts';
import { call } from '../client.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import { type Row, within } from '../stage.ts';

const ORDERS = 20_000;

const largeCustomer: Row = {
  name: 'a customer with twenty thousand orders is merged and erased',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    await installation.worker();
    const [other, large] = [await openBystander(installation), await installation.newTenant()];
    const count = stage.isSmoke ? 3_000 : ORDERS;
    const [from, into] = [await newCustomer(installation, large), await newCustomer(installation, large)];
    await seedOrders(installation, large, from, count);
    let began = 0;
    const { answered, erasing } = await compareBeside(installation, other, async () => {
      began = performance.now();
      const merging = (await large.ask('POST', `/v1/crm/customers/${into}/merge`, { from })).body.data;
      return {
        answered: merging.inProgress?.[0]?.orders.left,
        erasing: (await large.ask('POST', `/v1/crm/customers/${into}/erase`)).body.data,
      };
    });
    const isOver = await within(300, async () => {
      const { data } = (
        await call('GET', `${installation.url}/v1/crm/customers/${into}`, { token: large.key })
      ).body;
      return data.inProgress === undefined;
    });
    const seconds = (performance.now() - began) / 1000;
    stage.check(`the merge says how many orders it will move: ${answered}`, answered === count);
    stage.check(
      `the erasure waits its turn: ${JSON.stringify(erasing.inProgress)}`,
      erasing.inProgress?.length === 2,
    );
    stage.check('both come to an end', isOver);
    const { rows } = await installation.asOwner((owner) =>
      owner.query<{ moved: number; named: number; entries: number }>(
        `select count(*) filter (where customer_id = $1)::int as moved, count(customer_note)::int as named,
           (select count(*)::int from order_history where action in ('merged', 'erased')) as entries from orders`,
        [into],
      ),
    );
    const { moved, named, entries } = rows[0]!;
    stage.check(
      `every order moved once and tells of nobody: ${JSON.stringify(rows)}`,
      moved === count && named === 0,
    );
    stage.check(`each has two entries: ${entries}`, entries === 2 * count);
    stage.note({ 'seconds until both were over': seconds.toFixed(0) });
  },
};

const deadlocks: Row = {
  name: 'companies and their people are merged at the same time',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    const tenant = await installation.newTenant();
    const statuses: number[] = [];
    const rounds = stage.isSmoke ? 5 : 25;
    for (let round = 0; round < rounds; round++) {
      const companies = [
        await newCustomer(installation, tenant, { type: 'company' }),
        await newCustomer(installation, tenant, { type: 'company' }),
      ];
      const people = await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          newCustomer(installation, tenant, { companyId: companies[n % 2] }),
        ),
      );
      const merge = (into: string, from: string) =>
        call('POST', `${installation.url}/v1/crm/customers/${into}/merge`, {
          token: tenant.key,
          body: { from },
        });
      const answers = await Promise.all([
        merge(companies[0]!, companies[1]!),
        merge(people[3]!, people[1]!),
        merge(people[5]!, people[7]!),
        merge(people[0]!, people[2]!),
        merge(people[4]!, people[6]!),
      ]);
      statuses.push(...answers.map(({ status }) => status));
    }
    const failed = statuses.filter((status) => status >= 500).length;
    stage.check(`${failed} of ${statuses.length} merges failed`, failed === 0);
    stage.note({ merges: statuses.length, failed });
  },
};

const QUOTA_MIB = 8;

const uploadsWithoutEnd: Row = {
  name: 'a tenant that uploads without end is refused, another is not',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api({ QUOTA_FILES_MIB: String(QUOTA_MIB) });
    const [greedy, other] = [await installation.newTenant(), await installation.newTenant()];
    const statuses = new Map<number, number>();
    for (let round = 0; round < 10; round++) {
      for (const status of await Promise.all([1, 2, 3, 4].map(() => uploadMebibyte(installation, greedy)))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    }
    const [taken, refused] = [statuses.get(201) ?? 0, statuses.get(403) ?? 0];
    // Uploads in flight do not see each other, so up to three more may pass.
    stage.check(`${taken} MiB of ${QUOTA_MIB} were taken`, taken >= QUOTA_MIB - 1 && taken <= QUOTA_MIB + 3);
    stage.check(`the rest was refused: ${JSON.stringify([...statuses])}`, taken + refused === 40);
    stage.check('another tenant uploads', (await uploadMebibyte(installation, other)) === 201);
    stage.note({ 'MiB taken': taken, refused });
  },
};

async function uploadMebibyte(installation: Installation, tenant: Tenant): Promise<number> {
  const form = new FormData();
  const bytes = new Uint8Array(1024 * 1024 - 4096);
  for (let at = 0; at < bytes.length; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536));
  form.append('file', new Blob([bytes]), 'noise.bin');
  const headers = { authorization: `Bearer ${tenant.key}` };
  const answer = await fetch(`${installation.url}/v1/media`, { method: 'POST', body: form, headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function newCustomer(installation: Installation, tenant: Tenant, body: object = {}): Promise<string> {
  const answer = await call('POST', `${installation.url}/v1/crm/customers`, {
    token: tenant.key,
    body: { name: 'Ada', ...body },
  });
  return answer.body.data.id;
}

const seedOrders = (installation: Installation, tenant: Tenant, customerId: string, count: number) =>
  installation.asOwner((owner) =>
    owner.query(
      `insert into orders (tenant_id, id, order_number, status, payment_status, customer_id, currency, subtotal, shipping_total,
         discount_total, tax_total, total, customer_note, created_at)
       select $1, gen_random_uuid(), 'L-' || n, 'placed', 'unpaid', $2, 'USD', 0, 0, 0, 0, 0, 'Ring twice',
         date_trunc('milliseconds', now()) - n * interval '1 second'
       from generate_series(1, $3::int) n`,
      [tenant.id, customerId, count],
    ),
  );

export const customerRows: Row[] = [largeCustomer, deadlocks, uploadsWithoutEnd];
