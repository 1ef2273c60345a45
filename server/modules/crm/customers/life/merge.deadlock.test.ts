import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newTenant, useApp } from '../../../../testing.ts';

const test = await useApp();
const { key: token } = await newTenant(test);

const create = async (body: object): Promise<string> => {
  const answer = await test.call('POST', '/v1/crm/customers', { token, body: { name: 'Ada', ...body } });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
};
const merge = (id: string, from: string) =>
  test.call('POST', `/v1/crm/customers/${id}/merge`, { token, body: { from } });
const join = (id: string, companyId: string) =>
  test.call('PATCH', `/v1/crm/customers/${id}`, { token, body: { companyId } });

const erase = (id: string) => test.call('POST', `/v1/crm/customers/${id}/erase`, { token });
const order = (customerIds: string[]) =>
  test.call('POST', '/v1/crm/orders/bulk?onError=continue', {
    token,
    body: { orders: customerIds.map((customerId) => ({ customerId, items: [{ sku: 'TEA', name: 'Tea' }] })) },
  });

/** PostgreSQL counts them up to a second later. The transaction that it ends is repeated once, so no answer tells of it. */
async function deadlocks(): Promise<number> {
  await sleep(1_500);
  const { rows } = await test.db.acrossTenants((tx) =>
    tx.query<{ count: number }>(
      'select deadlocks::int as count from pg_stat_database where datname = current_database()',
    ),
  );
  return rows[0]!.count;
}

it('concurrent merges and moves of companies and their people never deadlock', async () => {
  const statuses: number[] = [];
  for (let round = 0; round < 25; round++) {
    const companies = [await create({ type: 'company' }), await create({ type: 'company' })];
    const people: string[] = [];
    for (let i = 0; i < 8; i++) people.push(await create({ companyId: companies[i % 2] }));
    const loose = await create({});
    const answers = await Promise.all([
      merge(companies[0]!, companies[1]!),
      merge(people[3]!, people[1]!),
      merge(people[5]!, people[7]!),
      merge(people[0]!, people[2]!),
      merge(loose, people[4]!),
      join(people[6]!, companies[1]!),
      join(people[1]!, companies[0]!),
    ]);
    statuses.push(...answers.map(({ status }) => status));
  }
  assert.deepEqual(
    statuses.filter((status) => status >= 500),
    [],
  );
});

it('merges in both directions, erasures, orders and merges of merged customers lock in one order', async () => {
  const before = await deadlocks();
  const statuses: number[] = [];
  for (let round = 0; round < 12; round++) {
    const made: string[] = [];
    for (let i = 0; i < 6; i++) made.push(await create({}));
    const [oldest, second, third, fourth, fifth, latest] = made as [
      string,
      string,
      string,
      string,
      string,
      string,
    ];
    await merge(third, oldest);
    const answers = await Promise.all([
      merge(fourth, third),
      merge(third, oldest),
      merge(oldest, fourth),
      merge(second, fifth),
      merge(fifth, second),
      order([latest, fifth, second, fourth]),
      order([second, fourth, latest, fifth]),
      erase(latest),
      merge(second, latest),
    ]);
    statuses.push(...answers.map(({ status }) => status));
  }
  assert.deepEqual(
    statuses.filter((status) => status >= 500),
    [],
  );
  assert.equal((await deadlocks()) - before, 0);
});
