import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Answer, newTenant, useApp } from '../../../testing.ts';

const test = await useApp();
const tenant = await newTenant(test);
const other = await newTenant(test);

const create = (body: object, token = tenant.key) =>
  test.call('POST', '/v1/crm/customers', { token, body: { name: 'Ada', ...body } });
const change = (id: string, body: object) =>
  test.call('PATCH', `/v1/crm/customers/${id}`, { token: tenant.key, body });
const paths = ({ status, body, text }: Answer, expected: number) => {
  assert.equal(status, expected, text);
  return body.error.details.map((problem: { path: string }) => problem.path);
};

let made = 0;
const address = () => `someone-${++made}@contacts.example`;
const phone = () => `+44207946${String(1000 + ++made)}`;

describe('e-mail addresses and phone numbers', () => {
  it('are lists in a normalized spelling, with the primary one first', async () => {
    const { data } = (
      await create({
        emails: [' Ada@Work.Example ', 'ada@home.example', 'ADA@work.example'],
        phones: ['+44 (20) 7946-0001', '+44.20.7946.0002', '+442079460001'],
      })
    ).body;
    assert.deepEqual(data.emails, ['ada@work.example', 'ada@home.example']);
    assert.deepEqual(data.phones, ['+442079460001', '+442079460002']);
    assert.deepEqual([data.email, data.phone], ['ada@work.example', '+442079460001']);
  });

  it('that are sent as a single field come first in the list', async () => {
    const [first, second] = [address(), address()];
    const { data } = (await create({ email: second, emails: [first, second] })).body;
    assert.deepEqual(data.emails, [second, first]);
  });

  it('can be replaced one by one or all together, and removed', async () => {
    const [a, b, c, d] = [address(), address(), address(), address()];
    const { id } = (await create({ emails: [a, b] })).body.data;
    const emailsAfter = async (body: object) => (await change(id, body)).body.data.emails;
    assert.deepEqual(await emailsAfter({ email: c }), [c, b]);
    assert.deepEqual(await emailsAfter({ email: b }), [b]);
    assert.deepEqual(await emailsAfter({ emails: [d, b] }), [d, b]);
    assert.deepEqual(await emailsAfter({ email: null }), [b]);
    assert.deepEqual(await emailsAfter({ emails: [] }), []);
    assert.equal((await create({ emails: [a, b, c, d] })).status, 201, 'all are free again');
  });

  it('that are invalid are all refused in one answer, each by its path', async () => {
    const refused = await create({ emails: ['a@b.example', 'x'], phones: ['020 7946 0958'], email: 'y' });
    assert.deepEqual(paths(refused, 422).sort(), ['email', 'emails[1]', 'phones[0]']);
    const byPath = Object.fromEntries(
      refused.body.error.details.map((problem: { path: string; message: string }) => [
        problem.path,
        problem.message,
      ]),
    );
    assert.match(byPath['phones[0]'], /international form, for example \+44/);
  });
});

describe('an e-mail address, a phone number and an external reference', () => {
  it('belong to one customer of a tenant; the conflict names the fields', async () => {
    const [email, number, externalId] = [address(), phone(), `ref-${++made}`];
    await create({ email, phones: [number], externalId });
    assert.deepEqual(paths(await create({ email: email.toUpperCase() }), 409), ['emails']);
    assert.deepEqual(paths(await create({ phone: number }), 409), ['phones']);
    assert.deepEqual(paths(await create({ externalId }), 409), ['externalId']);
    const all = paths(await create({ email, phone: number, externalId }), 409);
    assert.deepEqual(all.sort(), ['emails', 'externalId', 'phones']);
    const { id } = (await create({})).body.data;
    const refused = await change(id, { emails: [address(), email], name: 'Eve' });
    assert.equal(refused.body.error.code, 'conflict');
    const kept = (await test.call('GET', `/v1/crm/customers/${id}`, { token: tenant.key })).body.data;
    assert.deepEqual([kept.name, kept.emails, kept.version], ['Ada', [], 1]);
  });

  it("may equal those of another tenant's customer without revealing it", async () => {
    const body = { email: address(), phone: phone(), externalId: `ref-${++made}` };
    assert.equal((await create(body)).status, 201);
    assert.equal((await create(body, other.key)).status, 201);
  });

  it('claimed by many requests at once go to one of them; the others get a conflict', async () => {
    const email = address();
    const answers = await Promise.all(Array.from({ length: 8 }, () => create({ email })));
    const statuses = answers.map(({ status }) => status).sort();
    assert.deepEqual(statuses, [201, ...Array(7).fill(409)]);
  });

  it('claimed by two requests in opposite order cause no deadlock', async () => {
    for (let round = 0; round < 10; round++) {
      const emails = Array.from({ length: 20 }, address);
      const orders = [emails, emails.toReversed(), emails, emails.toReversed()];
      const answers = await Promise.all(orders.map((wanted) => create({ emails: wanted })));
      assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409, 409]);
    }
  });
});
