/** The list of all business modules, in the order in which they are set up. */

import { Verbatim } from '#kernel/http/body/verbatim.ts';
import type { Kernel, Module } from '#kernel/module.ts';
import {
  access,
  findColleagues,
  findKeyLabels,
  findStorefrontKeyLabels,
  keysAtHome,
  logoUseOf,
  readSettings,
} from './modules/access/module.ts';
import {
  catalog,
  findForSale,
  findForSaleBySku,
  findProductsOfSkus,
  priceLines,
  productsWithAsset,
  searchSkus,
} from './modules/catalog/module.ts';
import { checkout, checkoutsAtHome, customerHooks } from './modules/checkout/module.ts';
import {
  assertNotRequired,
  content,
  entriesExist,
  hiddenAmong,
  scheduledAtHome,
  usersOfAsset,
  whoShowsAsset,
  withoutHiddenNames,
} from './modules/content/module.ts';
import {
  createBuyer,
  crm,
  customerForOrder,
  findBuyer,
  holdCustomer,
  holdOrders,
  ordersAtHome,
  ordersOfCustomer,
  ordersOfProduct,
  placeOrder,
  searchCustomers,
  showOrder,
  tagsOfCustomer,
} from './modules/crm/module.ts';
import { home } from './modules/home/module.ts';
import {
  availabilityOf,
  findStockOf,
  inventory,
  orderHooks,
  skusInState,
  stock,
  stockAtHome,
  stockOfVariants,
} from './modules/inventory/module.ts';
import {
  assetsExist,
  assetsWithMimeTypes,
  imagesExist,
  media,
  publicAssets,
  showAssets,
} from './modules/media/module.ts';
import { properties } from './modules/properties/module.ts';
import { redirects } from './modules/redirects/module.ts';
import { requests } from './modules/requests/module.ts';
import { search } from './modules/search/module.ts';
import { views } from './modules/views/module.ts';
import { webhooks, webhooksAtHome } from './modules/webhooks/module.ts';
import type { Settings } from './settings.ts';

export function createModules(kernel: Kernel<Settings>) {
  const settings = kernel.config;
  const propertiesModule = properties(kernel, settings.properties);
  const accessModule = access(kernel, {
    findImages: imagesExist,
    directory: propertiesModule.directory,
    holdCustomer,
  });
  const redirectsModule = redirects(kernel, propertiesModule.directory);
  const contentModule = content(kernel, {
    findColleagues,
    followMoves: redirectsModule.followMoves,
    findAssets: assetsWithMimeTypes,
    findPublic: publicAssets,
    showAssets: showAssets(settings),
    ...propertiesModule.directory,
  });
  const mediaModule = media(kernel, settings.media, {
    usageOf: async (tx, id, caller) => [
      ...(await logoUseOf(tx, id)),
      ...(await usersOfAsset(tx, id, caller)),
      ...(await productsWithAsset(tx, id)),
    ],
    assertHideable: (tx, id, broken, caller) =>
      withoutHiddenNames(caller, async () =>
        assertNotRequired('asset', await whoShowsAsset(tx, id, { findPublic: publicAssets }), { broken }),
      ),
  });
  const inventoryModule = inventory(kernel, {
    holdOrders,
    holdProperty: propertiesModule.directory.holdProperty,
    findProducts: findProductsOfSkus,
    searchSkus,
  });
  const catalogModule = catalog(kernel, {
    findAssets: assetsExist,
    findEntries: entriesExist,
    ordersOf: ordersOfProduct,
    availabilityOf,
    stock: { findStockOf, skusInState },
    followSkus: inventoryModule.followSkus,
    ...propertiesModule.directory,
  });
  catalogModule.registerUse(stockOfVariants);
  const readers = { readSender: readSettings, findLogo: mediaModule.findLogo };
  const crmModule = crm(kernel, settings.crm, readers, orderHooks, customerHooks);
  const checkoutDeps: Parameters<typeof checkout>[1] = {
    ...{
      findForSale,
      findForSaleBySku,
      priceLines,
      customerForOrder,
      findBuyer,
      createBuyer,
      searchCustomers,
      tagsOfCustomer,
      showOrder,
      ordersOfCustomer,
    },
    imageUrl: (tenantId, assetId) => `${settings.publicUrl}/media/${tenantId}/${assetId}/original`,
    stock,
    reserveTogether: inventoryModule.reserveTogether,
    placeOrder: (tx, by, now, body, metadata, id) =>
      placeOrder(tx, by, now, { ...body, metadata: new Verbatim(JSON.stringify(metadata)) }, { id }),
  };
  const checkoutModule = checkout(kernel, checkoutDeps, accessModule.shopperTokens);
  const requestsModule = requests(kernel, settings.requests, {
    findKeyLabels,
    findLabels: async (tx, ids) =>
      new Map([
        ...(await findKeyLabels(tx, ids)),
        ...(await findStorefrontKeyLabels(tx, ids)),
        ...(await propertiesModule.directory.findNames(tx, ids)),
      ]),
  });
  const modules: Module[] = [
    accessModule,
    crmModule,
    contentModule,
    mediaModule,
    propertiesModule,
    redirectsModule,
    catalogModule,
    inventoryModule,
    checkoutModule,
    views(kernel),
    requestsModule,
    webhooks(kernel, settings.webhooks, hiddenAmong),
    search(kernel, { ...crmModule.describe, ...catalogModule.describe }, hiddenAmong),
    home(kernel, {
      orders: ordersAtHome,
      stock: stockAtHome,
      checkouts: checkoutsAtHome,
      scheduled: scheduledAtHome,
      webhooks: webhooksAtHome(hiddenAmong),
      keys: keysAtHome,
    }),
  ];
  return {
    modules,
    checkoutModule,
    identify: accessModule.identify,
    identifyShopper: accessModule.identifyShopper,
    findSite: propertiesModule.directory.findSite,
    serveSite: redirectsModule.serveSite,
    noteExport: accessModule.noteExport,
    noteRequest: requestsModule.noteRequest,
  };
}
