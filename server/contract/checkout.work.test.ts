import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { abandonIdle, deleteForgotten } from '../modules/checkout/carts/idle.sql.ts';
import { completePaying } from '../modules/checkout/checkouts/completing.ts';
import { sweepCheckouts } from '../modules/checkout/checkouts/ending.ts';
import { freezeAlone } from '../modules/checkout/testing/freeze.ts';
import { openCheckoutShop } from '../modules/checkout/testing/shop.ts';
import { createModules } from '../modules.ts';
import { useApp } from '../testing.ts';

const test = await useApp();
const shop = await openCheckoutShop(test);
const { id: optionId } = await shop.shipping();
const { others } = createModules(test.kernel).checkoutModule;
const MINUTE = 60_000;

const deps = () => ({ others, now: test.now() });
const inTenant = <T>(work: Parameters<typeof test.db.inTenant<T>>[1]) =>
  test.db.inTenant(shop.tenant.id, work);
const sweep = () => inTenant((tx) => sweepCheckouts(tx, deps()));
const abandon = () => inTenant((tx) => abandonIdle(tx, test.now()));

describe('a checkout whose time is over', () => {
  it('expires with its event, its stock is free, and another one may start', async () => {
    const sku = await shop.sold(5);
    const cart = await shop.readyCart([{ sku, quantity: 5 }], optionId);
    test.advance(14 * MINUTE);
    assert.deepEqual(await sweep(), []);
    const types = await shop.published(async () => {
      test.advance(2 * MINUTE);
      assert.equal((await sweep()).length, 1);
      assert.equal((await sweep()).length, 0);
    });
    assert.deepEqual(types, ['checkout.expired']);
    assert.deepEqual(await shop.figures(sku), [5, 0]);
    assert.equal((await cart.checkout('GET')).body.data.state, 'expired');
    assert.equal((await cart.complete(cart.total)).status, 409);
    assert.equal((await cart.start()).status, 201);
  });

  it('is ended by the running worker', async () => {
    const sku = await shop.sold(5);
    const cart = await shop.cart([{ sku }]);
    await cart.start();
    test.advance(16 * MINUTE);
    const work = test.startWork();
    while ((await cart.checkout('GET')).body.data.state === 'open')
      await new Promise((go) => setTimeout(go, 20));
    await work.stop();
    assert.deepEqual(await shop.figures(sku), [5, 0]);
  });

  it('is completed all the same while nobody has ended it', async () => {
    const sku = await shop.sold(5);
    const cart = await shop.readyCart([{ sku }], optionId);
    test.advance(30 * MINUTE);
    assert.equal((await cart.complete(cart.total)).status, 200);
    assert.deepEqual(await shop.figures(sku), [5, 1]);
  });
});

describe('a frozen checkout', () => {
  it('refuses writes of its cart, and the worker places its order once', async () => {
    const sku = await shop.sold(5);
    const cart = await shop.readyCart([{ sku, quantity: 2 }], optionId);
    await freezeAlone(test, shop, others, cart.id);
    for (const refused of [
      await cart.add(sku),
      await cart.cart('PATCH', '', { note: 'x' }),
      await cart.checkout('PATCH', {}),
      await cart.checkout('DELETE'),
    ]) {
      assert.deepEqual([refused.status, refused.body.error.code], [409, 'checkout_locked']);
      assert.equal(refused.headers['retry-after'], '2');
    }
    const types = await shop.published(async () => {
      const complete = () => inTenant((tx) => completePaying(tx, deps(), shop.tenant.id, cart.id));
      assert.deepEqual((await Promise.all([complete(), complete()])).sort(), [false, true]);
    });
    assert.deepEqual(types, ['order.placed', 'checkout.completed']);
    assert.equal((await cart.order()).body.data.total, cart.total);
    assert.deepEqual(await shop.figures(sku), [5, 2]);
  });

  it('is completed by the shopper who comes first, too, and by the running worker', async () => {
    const [one, other] = [
      await shop.readyCart([{ sku: await shop.sold(5) }], optionId),
      await shop.readyCart([{ sku: await shop.sold(5) }], optionId),
    ];
    for (const { id } of [one, other]) await freezeAlone(test, shop, others, id);
    assert.equal((await one.complete(one.total)).status, 200);
    const work = test.startWork();
    while ((await other.order()).status === 404) await new Promise((go) => setTimeout(go, 20));
    await work.stop();
  });

  it('whose customer was merged or erased meanwhile has the survivor, or a new one of its contact', async () => {
    const [merged, erased] = [
      await shop.readyCart([{ sku: await shop.sold(5) }], optionId),
      await shop.readyCart([{ sku: await shop.sold(5) }], optionId),
    ];
    const ids = [];
    for (const { id } of [merged, erased]) ids.push(await freezeAlone(test, shop, others, id));
    const survivor = await shop.ask('POST', '/v1/crm/customers', { name: 'Survivor' });
    await shop.ask('POST', `/v1/crm/customers/${survivor.id}/merge`, { from: ids[0] });
    const admin = await shop.tenant.staff('admin');
    assert.equal((await shop.call('POST', `/v1/crm/customers/${ids[1]}/erase`, admin)).status, 200);
    const customerOf = async (cart: typeof merged) => {
      const { order } = (await cart.complete(cart.total)).body.data;
      return (await shop.ask('GET', `/v1/crm/orders/${order.id}`)).customerId;
    };
    assert.equal(await customerOf(merged), survivor.id);
    const anew = await customerOf(erased);
    assert.notEqual(anew, ids[1]);
    assert.equal((await shop.ask('GET', `/v1/crm/customers/${anew}`)).name, 'Ada Lovelace');
  });
});

describe('the times of a checkout', () => {
  const listed = async (cartId: string) =>
    (await shop.ask('GET', `/v1/checkout/checkouts?cartId=${cartId}`))[0];

  it('say when it was frozen and completed; a frozen one that waits is at home, and only then', async () => {
    const cart = await shop.readyCart([{ sku: await shop.sold(1) }], optionId);
    const open = await listed(cart.id);
    assert.deepEqual([open.frozenAt, open.completedAt, open.endedAt], [null, null, null]);
    const atHome = async () => (await shop.ask('GET', '/v1/home')).checkouts.paying;
    const nothing = { count: 0, isMore: false, oldest: null };
    const frozenAt = test.now();
    await freezeAlone(test, shop, others, cart.id);
    assert.deepEqual(await atHome(), nothing, 'a moment is no delay');
    test.advance(11_000);
    const { count, oldest } = await atHome();
    assert.deepEqual([count, oldest.cartId], [1, cart.id]);
    assert.ok(Date.parse(oldest.since) - frozenAt.getTime() < 5_000);
    await inTenant((tx) => completePaying(tx, deps(), shop.tenant.id, cart.id));
    assert.deepEqual(await atHome(), nothing);
    const done = await listed(cart.id);
    assert.ok(Date.parse(done.completedAt) - Date.parse(done.frozenAt) >= 10_000);
    const shown = await shop.ask('GET', `/v1/checkout/checkouts/${done.id}`);
    assert.deepEqual([shown.frozenAt, shown.completedAt], [done.frozenAt, done.completedAt]);
    assert.equal(done.paymentId, 'manual');
  });

  it('say when it ended without an order', async () => {
    const cart = await shop.cart([{ sku: await shop.sold() }]);
    await cart.start();
    test.advance(MINUTE);
    await cart.checkout('DELETE');
    const { state, createdAt, endedAt, frozenAt } = await listed(cart.id);
    assert.deepEqual([state, frozenAt], ['cancelled', null]);
    assert.ok(Date.parse(endedAt) - Date.parse(createdAt) >= MINUTE);
  });
});

it('carts are listed by state and by whether their shopper can be reached', async () => {
  const sku = await shop.sold();
  const [known, unknown] = [
    await shop.cart([{ sku }], { email: 'ada@shop.example' }),
    await shop.cart([{ sku }]),
  ];
  test.advance(61 * MINUTE);
  await abandon();
  const ids = async (query: string) =>
    (await shop.ask('GET', `/v1/checkout/carts?limit=100${query}`)).map(({ id }: { id: string }) => id);
  const [all, contactable] = [await ids('&state=abandoned'), await ids('&state=abandoned&contactable=true')];
  assert.deepEqual([all.includes(known.id), all.includes(unknown.id)], [true, true]);
  assert.deepEqual([contactable.includes(known.id), contactable.includes(unknown.id)], [true, false]);
  const { status } = await shop.call('GET', '/v1/checkout/carts?contactable=maybe', shop.tenant.key);
  assert.equal(status, 422);
});

describe('a cart without a change', () => {
  it('is abandoned after an hour, three times at most; a change or a checkout recovers it', async () => {
    const cart = await shop.cart([{ sku: await shop.sold() }]);
    for (let spell = 0; spell < 4; spell++) {
      test.advance(59 * MINUTE);
      await abandon();
      test.advance(2 * MINUTE);
      await abandon();
      await abandon();
      if (spell === 2) await cart.start();
      else await cart.cart('PATCH', '', { note: `Spell ${spell}` });
    }
    const types = (await shop.events())
      .filter(({ data }) => data.id === cart.id || data.cartId === cart.id)
      .map(({ type }) => type);
    const spell = ['cart.abandoned', 'cart.recovered'];
    assert.deepEqual(
      types.filter((type) => type !== 'cart.updated'),
      ['cart.created', ...spell, ...spell, ...spell, 'checkout.started'],
    );
    const about = (await shop.events()).filter(
      ({ type, data }) => type === 'cart.abandoned' && data.id === cart.id,
    );
    const { times, contactable, subtotal, lineCount, quantity } = about.at(-1)!.data;
    assert.deepEqual(
      { times, contactable, subtotal, lineCount, quantity },
      {
        ...{ times: 3, contactable: false, subtotal: 4.5, lineCount: 1, quantity: 1 },
      },
    );
  });

  it('is not abandoned while it is empty or has an open checkout', async () => {
    const [empty, open] = [
      await shop.cart([{ sku: await shop.sold() }]),
      await shop.cart([{ sku: await shop.sold() }]),
    ];
    await empty.cart('PUT', `/lines/${empty.key}`, { quantity: 0 });
    await open.start();
    test.advance(74 * MINUTE);
    await abandon();
    const states = async () =>
      [await empty.cart('GET'), await open.cart('GET')].map(({ body }) => body.data.state);
    assert.deepEqual(await states(), ['active', 'active']);
    test.advance(2 * MINUTE);
    await sweep();
    await abandon();
    assert.deepEqual(await states(), ['active', 'abandoned']);
  });

  it('is deleted after 30 days, with its lines and checkouts, but never while it is paid', async () => {
    const [guest, paying] = [
      await shop.cart([{ sku: await shop.sold() }]),
      await shop.readyCart([{ sku: await shop.sold() }], optionId),
    ];
    await freezeAlone(test, shop, others, paying.id);
    const remove = () => inTenant((tx) => deleteForgotten(tx, test.now()));
    test.advance(29 * 24 * 60 * MINUTE);
    await remove();
    assert.equal((await guest.cart('GET')).status, 200);
    test.advance(2 * 24 * 60 * MINUTE);
    await remove();
    assert.equal((await guest.cart('GET')).status, 404);
    assert.equal((await paying.cart('GET')).status, 200);
  });
});
