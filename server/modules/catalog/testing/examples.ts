import type { Examples } from '#kernel/http/testing/examples.ts';

export const EXAMPLES: Examples = {
  '/v1/catalog/products': {
    table: 'products',
    body: (n) => ({
      title: `Green tea ${n}`,
      vendor: 'Acme',
      productType: 'Tea',
      tags: ['organic'],
      options: [{ name: 'Size', values: ['S', 'M'] }],
      seo: { title: 'Tea' },
      translations: { de: { title: 'Grüner Tee', handle: `gruener-tee-${n}` } },
      metadata: { a: [1, { b: null }] },
      variants: ['S', 'M'].map((size) => ({
        sku: `TEA-${n}-${size}`,
        optionValues: [size],
        prices: [{ currency: 'EUR', amount: 4.5, compareAt: 5 }],
        dimensions: { lengthMm: 1, widthMm: 2, heightMm: 3 },
        weightGrams: 100,
      })),
    }),
    change: { title: 'Renamed' },
  },
  '/v1/catalog/categories': {
    table: 'categories',
    body: (n) => ({ name: `Teas ${n}`, translations: { de: { name: 'Tees' } } }),
    change: { name: 'Renamed' },
  },
  '/v1/catalog/price-lists': {
    table: 'price_lists',
    body: () => ({ name: 'Wholesale', currency: 'EUR', priority: 1, startsAt: '2020-01-01T00:00:00Z' }),
    change: { priority: 2 },
  },
};
