import { Type } from 'typebox';
import type { App } from '#kernel/http/app.ts';
import { Deleted, Success, success } from '#kernel/http/envelope.ts';
import { Time, Uuid } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';
import { type HoldCustomer, renewSession, signCustomerIn, signCustomerOut } from './customer-sessions.ts';
import type { ShopperTokens } from './shopper-tokens.ts';

const NewSession = NamedObject('NewCustomerSession', { customerId: Uuid() });

const Session = NamedObject('CustomerSession', {
  token: Type.String({ description: 'The bearer of this customer at this site, for 60 minutes.' }),
  expiresAt: Time(),
  customerId: Type.String(),
  propertyId: Type.String(),
});

export function customerSessionRoutes(
  app: App,
  clock: () => Date,
  deps: { holdCustomer: HoldCustomer; tokens: ShopperTokens },
): void {
  app.post(
    '/v1/storefront/sessions',
    {
      // A token is not stored for a replay; a second session does no harm.
      config: { storefront: 'customer', bearers: ['server'], looksAnew: true },
      schema: {
        fails: ['not_found'],
        summary: 'Sign a customer in, after your own server has checked who it is',
        description: 'X-Property-Id names the site; without it, the default one.',
        body: NewSession,
        response: { 201: Success(Session) },
      },
    },
    async (request, reply) => {
      const { customerId } = request.body;
      const session = await request.inShop((tx, shopper) =>
        signCustomerIn(tx, shopper, clock(), customerId, deps),
      );
      return reply.code(201).send(success(session));
    },
  );

  app.post(
    '/v1/storefront/sessions/current/renew',
    {
      config: { storefront: 'customer', looksAnew: true },
      schema: {
        operationId: 'renewStorefrontSession',
        summary: 'Renew a customer session for another 60 minutes, for 30 days at most',
        response: { 200: Success(Session) },
      },
    },
    async (request) =>
      success(await request.inShop((tx, shopper) => renewSession(tx, shopper, clock(), deps.tokens))),
  );

  app.delete(
    '/v1/storefront/sessions/current',
    {
      config: { storefront: 'customer', dryRun: true },
      schema: {
        operationId: 'endStorefrontSession',
        summary: 'Sign the customer out, from the next request on',
        response: { 200: Deleted },
      },
    },
    async (request) => success(await request.inShop(signCustomerOut)),
  );
}
