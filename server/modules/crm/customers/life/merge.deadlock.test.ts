import assert from 'node:assert/strict';
import { it } from 'node:test';
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
