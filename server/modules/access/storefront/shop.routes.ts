import { Type } from 'typebox';
import { shopperOf } from '#kernel/auth/shopper.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { Nullable, Time } from '#kernel/http/fields.ts';
import { NamedObject } from '#kernel/http/named.ts';

/** Reads a property of the tenant; the directory of properties provides it. */
export type FindSite = (tx: Tx, id: string) => Promise<{ name: string; locales: string[] } | undefined>;

const Shop = NamedObject('Shop', {
  name: Type.String({ description: 'The name of the business.' }),
  property: Type.Object({ id: Type.String(), name: Type.String() }),
  currencies: Type.Array(Type.String(), { description: 'The one to fall back on first.' }),
  locales: Type.Array(Type.String(), { description: 'Language tags, the one to fall back on first.' }),
  locale: Nullable(Type.String({ description: 'The language tag of the formats of the business.' })),
  timeZone: Type.String(),
  time: Time(),
});

export function shopRoutes(app: App, clock: () => Date, findSite: FindSite): void {
  app.get(
    '/v1/storefront/shop',
    {
      config: { storefront: 'browse' },
      schema: {
        fails: ['not_found'],
        summary: 'The shop: what its pages need first',
        response: { 200: Success(Shop) },
      },
    },
    async (request) => {
      const { tenant, propertyId } = shopperOf(request);
      const site = await request.inShop((tx) => findSite(tx, propertyId));
      if (site === undefined) throw notFound('property');
      return success({
        name: tenant.name,
        property: { id: propertyId, name: site.name },
        currencies: [tenant.currency],
        locales: site.locales,
        locale: tenant.locale,
        timeZone: tenant.timeZone,
        time: clock().toISOString(),
      });
    },
  );
}
