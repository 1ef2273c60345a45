/** Tables of which a request reads all have a limit, which concurrent requests keep too. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MAX_PRICE_LISTS } from '../modules/catalog/prices/price-lists.ts';
import { MAX_OPTIONS } from '../modules/checkout/shipping/options.sql.ts';
import { MAX_RATES } from '../modules/checkout/tax/rates.sql.ts';
import { MAX_TYPES } from '../modules/content/types/types.ts';
import { MAX_LOCATIONS } from '../modules/inventory/locations/locations.ts';
import { MAX_PROPERTIES } from '../modules/properties/properties.ts';
import { MAX_VIEWS } from '../modules/views/views.ts';
import { newTenant, useApp } from '../testing.ts';

const test = await useApp();

type Limited = {
  plural: string;
  table: string;
  most: number;
  path: (n: number) => string;
  body: (n: number) => object;
  /** SQL: the columns in which the rows of a tenant differ, for row `n`. */
  differing?: string;
};

const at = (path: string) => () => path;
const LIMITED: Limited[] = [
  {
    ...{ plural: 'content types', table: 'content_types', most: MAX_TYPES },
    ...{ path: (n) => `/v1/content/types/type_${n}`, differing: "'name', 'copy_' || n" },
    body: () => ({ title: 'Type', fields: [{ name: 'title', kind: 'text' }] }),
  },
  {
    ...{ plural: 'properties', table: 'properties', most: MAX_PROPERTIES, path: at('/v1/properties') },
    ...{ body: (n) => ({ name: `Site ${n}` }), differing: "'is_default', false" },
  },
  {
    ...{ plural: 'price lists', table: 'price_lists', most: MAX_PRICE_LISTS },
    ...{ path: at('/v1/catalog/price-lists'), body: (n) => ({ name: `Sale ${n}`, currency: 'EUR' }) },
  },
  {
    ...{ plural: 'shipping options', table: 'shipping_options', most: MAX_OPTIONS },
    path: at('/v1/checkout/shipping-options'),
    body: (n) => ({ name: `Parcel ${n}`, currency: 'EUR', tiers: [{ from: 0, amount: 4.9 }] }),
  },
  {
    ...{ plural: 'tax rates', table: 'tax_rates', most: MAX_RATES, path: at('/v1/checkout/tax-rates') },
    body: (n) => ({ name: 'VAT', country: 'DE', region: `R${n}`, percent: 19 }),
    differing: "'region', 'copy ' || n",
  },
  {
    ...{ plural: 'locations', table: 'stock_locations', most: MAX_LOCATIONS },
    ...{ path: at('/v1/inventory/locations'), body: (n) => ({ name: `Shelf ${n}`, code: `S${n}` }) },
    differing: "'code', 'copy-' || n",
  },
  {
    ...{ plural: 'views', table: 'views', most: MAX_VIEWS, path: at('/v1/views') },
    body: (n) => ({ list: 'orders', name: `View ${n}`, query: {} }),
    differing: "'name', 'copy ' || n",
  },
  {
    ...{ plural: 'webhook subscriptions', table: 'webhook_subscriptions', most: 100 },
    path: at('/v1/webhooks/subscriptions'),
    body: (n) => ({ name: `Hook ${n}`, url: 'http://localhost:9/', events: ['redirect.added'] }),
  },
];

describe('the rows of a tenant', () => {
  for (const { plural, table, most, path, body, differing } of LIMITED) {
    it(`are ${most} ${plural} at most, also if several requests come at once`, async () => {
      const [tenant, other] = [await newTenant(test), await newTenant(test)];
      const token = await tenant.staff('admin');
      const add = (n: number, by = token) =>
        test.call(table === 'content_types' ? 'PUT' : 'POST', path(n), { token: by, body: body(n) });
      const made = async (n: number, by?: string) => assert.ok((await add(n, by)).status < 300);
      await made(0);
      await test.db.inTenant(tenant.id, (tx) =>
        tx.query(
          `insert into ${table}
           select (jsonb_populate_record(t, jsonb_build_object(
             'id', gen_random_uuid()${differing === undefined ? '' : `, ${differing}`}))).*
           from ${table} t, generate_series(1, $1) n`,
          [most - 2],
        ),
      );
      const answers = await Promise.all([1, 2, 3].map((n) => add(n)));
      const refused = answers.filter(({ status }) => status === 409);
      assert.equal(refused.length, 2);
      const { error } = refused[0]!.body;
      assert.equal(
        error.message,
        `There are ${most} ${plural}, and a tenant may have ${most} at most. Delete one that is no longer needed.`,
      );
      assert.deepEqual(error.details, { limit: most, count: most });
      await made(1, await other.staff('admin'));
    });
  }
});
