import { Type } from 'typebox';
import { shopperOf } from '#kernel/auth/shopper.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { withEtag } from '#kernel/http/etag.ts';
import { IdParams, Nullable, Text, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { WRITE } from '../access.ts';
import type { Others } from '../others.ts';
import type { CartTokens } from '../tokens.ts';
import { CartWithToken } from './fields.ts';
import { makeRecoveryLink, recoverCart } from './recovery.ts';

const shownOnce = { token: () => null, url: () => null };

const RecoveryLink = NamedObject('RecoveryLink', {
  token: { ...Nullable(Type.String()), description: 'Shown once; null when the answer is replayed.' },
  url: {
    ...Nullable(Type.String()),
    description: 'The page of the shop with the token; null without `recoveryUrl` in the settings.',
  },
  expiresAt: Time(),
});

/** Links that bring shoppers back to the carts that they left. */
export function recoveryRoutes(app: App, clock: () => Date, others: Others, tokens: CartTokens): void {
  app.post(
    '/v1/checkout/carts/:id/recovery-link',
    {
      config: { ...WRITE, shownOnce },
      schema: {
        operationId: 'createRecoveryLink',
        fails: ['conflict'],
        summary: 'Make a link that restores an abandoned cart',
        description:
          'For a message to its shopper, and to nobody else: the link opens the cart. It is valid for seven days, and ends when the cart ' +
          'becomes an order or is claimed by a customer. 409 if the cart is not abandoned.',
        params: IdParams,
        response: { 201: Success(RecoveryLink) },
      },
    },
    async (request, reply) => {
      const link = await request.inTenant((tx, actor) =>
        makeRecoveryLink(tx, actor, clock(), request.params.id, tokens),
      );
      return reply.code(201).send(success(link));
    },
  );

  app.get(
    '/v1/storefront/recover/:token',
    {
      config: { storefront: 'cart', bearers: ['publishable', 'server', 'customer'] },
      schema: {
        operationId: 'recoverStorefrontCart',
        summary: 'Get the cart of a recovery link, with a token',
        description:
          'Changes nothing: programs that look at links in messages recover no cart. The first change or checkout with the token of this answer ' +
          'does. 404 for a link that is forged, expired, of another site or of a cart that became an order.',
        params: Type.Object({ token: Text(500, 'The token of the link.') }),
        response: { 200: Success(CartWithToken) },
      },
    },
    async (request, reply) => {
      const { tenant, propertyId } = shopperOf(request);
      const claims = tokens.readRecoveryLink(request.params.token);
      if (claims?.tenantId !== tenant.id || claims.propertyId !== propertyId) throw notFound('cart');
      const cart = await request.inShop((tx, shopper) =>
        recoverCart(tx, { others, now: clock() }, shopper, claims),
      );
      const { spell: recovers, ...of } = claims;
      return withEtag(reply, { ...cart, token: tokens.newCartToken({ ...of, recovers }) });
    },
  );
}
