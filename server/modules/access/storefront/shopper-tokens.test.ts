import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newId } from '#kernel/id.ts';
import { deriveSecrets } from '#kernel/secrets.ts';
import { createTokens } from '../sessions/tokens.ts';
import { createShopperTokens } from './shopper-tokens.ts';

let now = new Date('2026-01-01T00:00:00Z');
const clock = () => now;
const [former, current] = ['a'.repeat(32), 'b'.repeat(32)];
const secrets = deriveSecrets([current]);
const tokens = createShopperTokens(secrets, clock);
const DAY = 86_400_000;
const claims = { tenantId: newId(), propertyId: newId(), cartId: newId(), generation: 3 };
const cart = tokens.newCartToken(claims);
const order = { tenantId: claims.tenantId, propertyId: claims.propertyId, orderId: newId() };
const link = tokens.newOrderLink(order);

describe('a cart token', () => {
  it('is a bearer of one line, and says which cart of which site it is for', () => {
    assert.match(cart, /^ct_[\w.-]+$/);
    assert.ok(cart.length < 130, String(cart.length));
    assert.deepEqual(tokens.readCartToken(cart), claims);
  });

  it('with any other character in any place is invalid', () => {
    for (let at = 0; at < cart.length; at++) {
      for (const other of ['A', '_', '.', '9']) {
        const changed = cart.slice(0, at) + other + cart.slice(at + 1);
        if (changed !== cart) assert.equal(tokens.readCartToken(changed), null, changed);
      }
    }
    for (const wrong of ['', 'ct_', `${cart}.`, `${cart}=`, `.${cart}`, cart.slice(3), cart.slice(0, -1)]) {
      assert.equal(tokens.readCartToken(wrong), null, wrong);
    }
  });

  it('is no order link, and no token of a person or a customer; nor is one of these a cart token', async () => {
    assert.equal(tokens.readOrderLink(cart), null);
    assert.equal(tokens.readOrderLink(cart.replace('ct_', 'ol_')), null);
    assert.equal(tokens.readCartToken(link.replace('ol_', 'ct_')), null);
    const staff = await createTokens(secrets, clock).issue({
      sessionId: newId(),
      tenantId: newId(),
      role: 'owner',
    });
    const customer = await tokens.newCustomerToken(newId(), newId());
    assert.notEqual(await tokens.readCustomerToken(customer), null);
    assert.equal(await tokens.readCustomerToken(staff), null);
    assert.equal(await createTokens(secrets, clock).check(customer), null);
    for (const other of [staff, customer]) assert.equal(tokens.readCartToken(other), null);
  });

  it('stays valid after a change of the secret while the former one is listed', () => {
    const before = createShopperTokens(deriveSecrets([former]), clock).newCartToken(claims);
    const rotated = createShopperTokens(deriveSecrets([current, former]), clock);
    assert.deepEqual(rotated.readCartToken(before), claims);
    assert.equal(tokens.readCartToken(before), null);
  });
});

describe('a recovery link', () => {
  const { tenantId, propertyId, cartId, generation } = claims;
  const recovery = { tenantId, propertyId, cartId, generation, spell: 2 };

  it('names cart, generation and abandonment, for seven days', () => {
    const { token, expiresAt } = tokens.newRecoveryLink(recovery);
    assert.match(token, /^cr_[\w.-]+$/);
    assert.deepEqual(tokens.readRecoveryLink(token), recovery);
    const before = now;
    assert.equal(expiresAt.getTime(), before.getTime() + 7 * DAY);
    now = new Date(expiresAt.getTime() - 1000);
    assert.deepEqual(tokens.readRecoveryLink(token), recovery);
    now = expiresAt;
    assert.equal(tokens.readRecoveryLink(token), null);
    now = before;
  });

  it('is no cart token, and no cart token is a recovery link; nor is either with another character', () => {
    const { token } = tokens.newRecoveryLink(recovery);
    assert.equal(tokens.readCartToken(token.replace('cr_', 'ct_')), null);
    assert.equal(tokens.readRecoveryLink(cart.replace('ct_', 'cr_')), null);
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === '9' ? '8' : '9') + token.slice(at + 1);
      assert.equal(tokens.readRecoveryLink(changed), null, changed);
    }
  });

  it('leads to a cart token that names the abandonment', () => {
    const recovered = { ...claims, recovers: 2 };
    assert.deepEqual(tokens.readCartToken(tokens.newCartToken(recovered)), recovered);
  });
});

it('an order link is valid for 90 days', () => {
  assert.deepEqual(tokens.readOrderLink(link), order);
  now = new Date(now.getTime() + 90 * DAY - 1000);
  assert.deepEqual(tokens.readOrderLink(link), order);
  now = new Date(now.getTime() + 1000);
  assert.equal(tokens.readOrderLink(link), null);
});
