/** The groups of operations: one per module, and those of the kernel. */
export const TAGS: Record<string, string> = {
  access:
    'Sign-in, accounts and second factors; the tenant with its staff, API keys, storefront keys, modules and audit log.',
  crm: 'Customers and orders: placing, payments, fulfillment, refunds, imports, exports and figures.',
  catalog: 'Products with their variants and prices, categories, price lists, imports and exports.',
  content:
    'Types of content that a tenant defines, entries with revisions, publishing, previews and locales.',
  media:
    'Files: uploads, the pictures that are made of images, folders, and addresses of public and private files.',
  properties: 'The sites of a business with their domains and locales.',
  redirects: 'Redirect rules of a site, their import and export, and the target of a path.',
  inventory:
    'Stock by SKU and location: items, adjustments, transfers, reservations and the ledger of movements.',
  checkout:
    'Carts and checkouts as the staff sees them, discount codes, shipping options, tax rates and settings.',
  storefront: 'The shop as its visitors use it: products, carts, checkouts and the orders of a customer.',
  webhooks: 'Subscriptions, deliveries with every attempt, replays, notices, and the feed of events.',
  requests: 'The log of requests with API keys, and their number by key and hour.',
  search: 'One search over all modules.',
  views: 'Saved views of lists, which the staff shares.',
  home: 'The figures that a working day begins with.',
  operations: 'Health, metrics and this document.',
};
