/** Carts and checkouts of a person who is merged or erased. */
import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import { connectAsOwner } from '#kernel/db/migrate.ts';
import { eventually } from '#kernel/testing/eventually.ts';
import { openShop } from '../modules/access/testing/shoppers.ts';
import { openCheckoutShop, shopperWith } from '../modules/checkout/testing/shop.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const { id: optionId } = await shop.shipping();
const owner = await connectAsOwner(test.database);
after(() => owner.end());

/** Searches every column of every table. */
async function findTraces(words: string[]): Promise<string[]> {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const { rows } = await owner.query<{ word: string }>(
      `select distinct sought as word from ${name} t, unnest($1::text[]) sought where position(lower(sought) in lower(t::text)) > 0`,
      [words],
    );
    found.push(...rows.map(({ word }) => `${name}: ${word}`));
  }
  return found;
}

const address = (tag: string) => ({
  ...{
    name: `Zenobia${tag}`,
    line1: `1 Oasis${tag}`,
    city: `Tadmor${tag}`,
    country: 'SY',
    phone: `0900${tag}`,
  },
});
const person = (tag: string) => [
  ...[`zenobia${tag}`, `Oasis${tag}`, `Tadmor${tag}`, `Ring twice${tag}`, `0900${tag}`, `Vaballathus${tag}`],
  `+49301234${tag}`,
];

/** An order, an expired checkout, an open one and a cart, all of one person who never signed in. */
async function shopAround(tag: string): Promise<string> {
  const email = `zenobia${tag}@palmyra.example`;
  const carts = [];
  for (let n = 0; n < 4; n++) {
    const lines = [{ sku: await shop.sold(9), attributes: { engraving: `Vaballathus${tag}` } }];
    const cart = await shop.cart(lines);
    await cart.cart('PATCH', '', {
      email,
      note: `Ring twice${tag}`,
      attributes: { gift: `Vaballathus${tag}` },
    });
    carts.push(cart);
  }
  for (const cart of carts.slice(0, 3)) {
    assert.equal((await cart.start()).status, 201);
    const ready = await cart.checkout('PATCH', {
      contact: { email, phone: `+49301234${tag}` },
      shippingAddress: address(tag),
      billingAddress: address(tag),
      shippingOptionId: optionId,
    });
    assert.deepEqual(ready.body.data.problems, [], ready.text);
  }
  await carts[1]!.checkout('DELETE');
  const done = await carts[0]!.complete(9.4);
  assert.equal(done.status, 200, done.text);
  return (await shop.ask('GET', `/v1/crm/orders/${done.body.data.order.id}`)).customerId;
}

it('an erased customer leaves no trace in carts, checkouts and orders, also in those of a guest with the same address', async () => {
  const tag = '8801';
  const customerId = await shopAround(tag);
  assert.ok((await findTraces(person(tag))).length > 10, 'the search finds the person before');
  const admin = await shop.tenant.staff('admin');
  const erased = await shop.call('POST', `/v1/crm/customers/${customerId}/erase`, admin);
  assert.equal(erased.status, 200, erased.text);
  // Events for the search index of the customer are processed.
  const work = test.startWork();
  let traces: string[] = [];
  const isGone = async () => {
    traces = await findTraces(person(tag));
    return traces.length === 0;
  };
  await eventually(() => `no trace of the person, but ${traces.join()}`, isGone);
  await work.stop();
});

it('after the order is placed, cart and checkout have forgotten the person', async () => {
  const tag = '8802';
  const email = `zenobia${tag}@palmyra.example`;
  const cart = await shop.cart([{ sku: await shop.sold(9), attributes: { engraving: `Vaballathus${tag}` } }]);
  await cart.cart('PATCH', '', { note: `Ring twice${tag}` });
  await cart.start();
  const change = { contact: { email }, shippingAddress: address(tag), shippingOptionId: optionId };
  await cart.checkout('PATCH', change);
  const { order } = (await cart.complete(9.4)).body.data;
  assert.equal(order.customerNote, `Ring twice${tag}`);
  const where = (await findTraces(person(tag))).map((trace) => trace.split(':')[0]);
  for (const table of ['carts', 'cart_lines', 'checkouts', 'events', 'idempotency_keys']) {
    assert.ok(!where.includes(`public.${table}`), `${table} in ${where.join()}`);
  }
  const { metadata } = await shop.ask('GET', `/v1/crm/orders/${order.id}`);
  assert.deepEqual(metadata.lines[0].attributes, { engraving: `Vaballathus${tag}` });
});

it('a merged customer keeps the cart and the uses of codes', async () => {
  const { bearers, customerId } = await openShop(test, shop.tenant);
  const { code } = await shop.discount({ maxUsesPerCustomer: 1 });
  const buy = async () => {
    const lines = [{ sku: await shop.sold(null) }];
    const made = await shop.create(lines, {}, bearers.customer);
    const cart = shopperWith(shop.call, made.body.data);
    await cart.cart('POST', '/codes', { code });
    await cart.start();
    await cart.checkout('PATCH', { contact: { email: 'merged@shop.example' } });
    return cart;
  };
  assert.equal((await (await buy()).complete(4.05)).status, 200);
  const open = await buy();
  const survivor = await shop.ask('POST', '/v1/crm/customers', { name: 'Survivor' });
  await shop.ask('POST', `/v1/crm/customers/${survivor.id}/merge`, { from: customerId });
  assert.equal((await open.cart('GET')).body.data.customerId, survivor.id);
  const refused = await open.complete(4.05);
  assert.deepEqual([refused.status, refused.body.error.code], [422, 'code_not_usable']);
});
