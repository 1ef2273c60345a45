/** Catalog: products with their variants, prices, categories and price lists. */
import type { Tx } from '#kernel/db/db.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import { createAssertRoom } from '#kernel/usage.ts';
import type { Loop } from '#kernel/work/loop.ts';
import { catalogEvents } from './catalog.events.ts';
import { categoryRoutes } from './categories/categories.routes.ts';
import { exportRoutes } from './exports/exports.routes.ts';
import { importRoutes } from './imports/imports.routes.ts';
import { startImports } from './imports/imports.worker.ts';
import { priceListRoutes } from './prices/price-lists.routes.ts';
import { countPriceListsOf } from './prices/price-lists.sql.ts';
import { quoteRoutes } from './prices/quotes.routes.ts';
import { catalogBulkRoutes } from './products/bulk.routes.ts';
import { productListRoutes } from './products/list.routes.ts';
import { productRoutes } from './products/products.routes.ts';
import { countProductsWith, describeProducts, findProductsWithAsset } from './products/products.sql.ts';
import type { Others } from './products/references.ts';
import { type OrdersOf, soldRoutes } from './products/sold.routes.ts';
import type { Stock } from './products/stock.ts';
import type { Use, Uses } from './products/uses.ts';
import { variantRoutes } from './products/variants.routes.ts';
import { browseRoutes } from './storefront/browse.routes.ts';
import type { AvailabilityOf } from './storefront/browse.sql.ts';

type Given = Omit<Others, 'assertRoom'> & {
  ordersOf: OrdersOf;
  availabilityOf: AvailabilityOf;
  stock: Stock;
};

/** Also provides descriptions of products for search results, and takes the uses that keep variants from being deleted. */
export function catalog(kernel: Kernel, { ordersOf, availabilityOf, stock, ...given }: Given) {
  const { clock } = kernel;
  const others: Others = { ...given, assertRoom: createAssertRoom(kernel.config, kernel.metrics) };
  const uses: Uses = [];
  let imports: Loop | null = null;
  others.registerUse(async (tx, propertyId) => ({
    what: 'products',
    ...(await countProductsWith(tx, 'property', propertyId)),
  }));
  others.registerUse(async (tx, propertyId) => ({
    what: 'price lists',
    ...(await countPriceListsOf(tx, propertyId)),
  }));
  const module: Module = {
    name: 'catalog',
    gate: 'catalog',
    events: catalogEvents,
    routes(app) {
      const deps = { others, uses };
      productListRoutes(app, others, stock);
      productRoutes(app, clock, deps);
      variantRoutes(app, clock, deps);
      categoryRoutes(app, clock);
      priceListRoutes(app, clock, others);
      quoteRoutes(app, clock, others);
      catalogBulkRoutes(app, clock);
      importRoutes(app, kernel, () => imports?.wake());
      exportRoutes(app);
      soldRoutes(app, ordersOf);
      browseRoutes(app, kernel, availabilityOf);
    },
    startWork() {
      imports = startImports(kernel, others);
      return [imports];
    },
  };
  return {
    ...module,
    describe: { product: describeProducts },
    registerUse: (use: Use) => void uses.push(use),
  };
}

/** For carts: variants as they are sold, and the unit prices of any number of lines. */
export { priceLines } from './prices/pricing.sql.ts';
export { findForSale, findForSaleBySku } from './products/for-sale.sql.ts';
/** For the inventory: the names of its items. */
export { findProductsOfSkus } from './products/of-skus.sql.ts';
export { searchSkus } from './products/of-skus.ts';

/** The products that show an asset, for the media module. */
export async function productsWithAsset(tx: Tx, assetId: string) {
  return (await findProductsWithAsset(tx, assetId)).map((product) => ({ type: 'product', ...product }));
}
