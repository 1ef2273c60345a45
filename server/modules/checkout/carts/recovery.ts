/** Recovery links: made by staff for an abandoned cart, opened by its shopper. */
import { audit } from '#kernel/audit.ts';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { conflict, notFound } from '#kernel/errors.ts';
import { findSettings } from '../settings/settings.sql.ts';
import { recoveryUrlOf } from '../settings/settings.ts';
import type { CartTokens, RecoveryClaims } from '../tokens.ts';
import { findCart } from './carts.sql.ts';
import type { Cart } from './fields.ts';
import { type Deps, readCart, type Shop } from './saving.ts';

export async function makeRecoveryLink(tx: Tx, actor: Actor, now: Date, id: string, tokens: CartTokens) {
  const [cart, settings] = await Promise.all([findCart(tx, id), findSettings(tx)]);
  if (cart === undefined) throw notFound('cart');
  if (cart.state !== 'abandoned' || cart.property_id === null) {
    throw conflict('This cart is not abandoned. A link is made for carts that their shoppers left.');
  }
  const { token, expiresAt } = tokens.newRecoveryLink({
    ...{ tenantId: actor.tenant.id, propertyId: cart.property_id, cartId: cart.id },
    ...{ generation: cart.generation, spell: cart.spells },
  });
  await audit(tx, actor, now, {
    action: 'cart.recovery_link_made',
    subjectType: 'cart',
    subjectId: cart.id,
    details: { expiresAt: expiresAt.toISOString() },
  });
  return { token, url: recoveryUrlOf(settings, token), expiresAt: expiresAt.toISOString() };
}

/** Writes nothing. A cart that became an order gets the answer of one that never existed: its token would show the order. */
export async function recoverCart(tx: Tx, deps: Deps, shop: Shop, claims: RecoveryClaims): Promise<Cart> {
  const { cartId: id, generation } = claims;
  const cart = await readCart(tx, deps, shop, { id, generation });
  if (cart.state === 'completed') throw notFound('cart');
  return cart;
}
