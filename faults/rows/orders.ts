/** Orders of different tenants never wait for each other: one tenant's locks, and their effect on another tenant. */
import { setTimeout as sleep } from 'node:timers/promises';
import { bound, p99 } from '../bystander.ts';
import { type Answer, call } from '../client.ts';
import { type Installation, openInstallation, type Tenant } from '../installation.ts';
import type { Row } from '../stage.ts';

const SECONDS = 5;
const BYSTANDERS = 4;

const place = (installation: Installation, tenant: Tenant, customerId = tenant.customerId) =>
  call('POST', `${installation.url}/v1/crm/orders`, {
    token: tenant.key,
    body: { customerId, items: [{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }] },
  });

const statuses = (answers: Answer[]) => [...new Set(answers.map(({ status }) => status))];

const p99Of = (answers: Answer[]) => p99(answers.map(({ ms }) => ms));

/** Places one order after the other for each tenant, for this long. */
async function placeSteadily(
  installation: Installation,
  tenants: Tenant[],
  seconds: number,
): Promise<Answer[]> {
  const end = performance.now() + seconds * 1000;
  const answers: Answer[] = [];
  await Promise.all(
    tenants.map(async (tenant) => {
      while (performance.now() < end) {
        answers.push(await place(installation, tenant));
        await sleep(10);
      }
    }),
  );
  return answers;
}

const locked = (what: string, sql: string): Row => ({
  name: `a tenant places orders while ${what}`,
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api();
    // Orders are placed through two lanes, and a tenant's lane is random.
    const bystanders = await Promise.all(Array.from({ length: BYSTANDERS }, () => installation.newTenant()));
    const busy = await installation.newTenant();
    await place(installation, busy);
    await placeSteadily(installation, bystanders, 1);
    const quiet = await placeSteadily(installation, bystanders, SECONDS);
    const { beside, own } = await installation.asOwner(async (owner) => {
      await owner.query('begin');
      await owner.query(sql, [busy.id]);
      let isOver = false;
      const posting: Promise<Answer>[] = [];
      const post = async () => {
        while (!isOver) {
          posting.push(place(installation, busy));
          await sleep(100);
        }
      };
      const [answers] = await Promise.all([
        placeSteadily(installation, bystanders, SECONDS).finally(() => {
          isOver = true;
        }),
        post(),
      ]);
      await owner.query('rollback');
      return { beside: answers, own: await Promise.all(posting) };
    });
    const failed = [...quiet, ...beside].filter(({ status }) => status !== 201);
    stage.check(`every order of the others is placed: ${statuses(failed)}`, failed.length === 0);
    stage.check(
      `p99 ${p99Of(beside)} ms beside it, ${p99Of(quiet)} ms alone`,
      p99Of(beside) <= bound(p99Of(quiet)),
    );
    const odd = own.filter(({ status }) => status !== 201 && status !== 503);
    stage.check(`its own wait, or are told to come again: ${statuses(odd)}`, odd.length === 0);
    const after = await place(installation, busy);
    stage.check(`afterwards it goes on: ${after.status}`, after.status === 201);
    const acknowledged = own.filter(({ status }) => status === 201).length;
    const { rows } = await installation.asOwner((owner) =>
      owner.query<{ n: number }>('select count(*)::int as n from orders where tenant_id = $1', [busy.id]),
    );
    stage.check(`${rows[0]!.n} stored, ${acknowledged + 2} acknowledged`, rows[0]!.n === acknowledged + 2);
    stage.note({
      'p99 ms': `${p99Of(quiet)} → ${p99Of(beside)}`,
      'orders of others': beside.length,
      'own orders': own.length,
      'own placed': acknowledged,
    });
  },
});

export const orderRows: Row[] = [
  locked('its customer is locked', 'select from customers where tenant_id = $1 for update'),
  locked('its counter is locked', 'select from order_counters where tenant_id = $1 for update'),
];
