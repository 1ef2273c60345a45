import type { Examples } from '#kernel/http/testing/examples.ts';

export const EXAMPLES: Examples = {
  '/v1/checkout/discounts': {
    table: 'discounts',
    body: (n) => ({
      ...{ code: `SPRING-${n}`, kind: 'amount', value: 5, currency: 'EUR', minSubtotal: 20 },
      ...{
        startsAt: '2020-01-01T00:00:00Z',
        endsAt: '2999-01-01T00:00:00Z',
        maxUses: 100,
        maxUsesPerCustomer: 1,
      },
    }),
    change: { active: false },
  },
  '/v1/checkout/shipping-options': {
    table: 'shipping_options',
    body: () => ({ name: 'Parcel', currency: 'EUR', countries: ['DE'], tiers: [{ from: 0, amount: 4.9 }] }),
    change: { name: 'Renamed' },
  },
  '/v1/checkout/tax-rates': {
    table: 'tax_rates',
    body: (n) => ({ name: 'VAT', country: 'DE', region: 'BE', taxCode: `code-${n}`, percent: 19 }),
    change: { percent: 7 },
  },
};
