// Written by generate.ts from /v1/openapi.json. After a change to the API: UPDATE_SNAPSHOT=1 npm test -- sdk/*.test.ts

export const ROUTES = {
  acceptInvitation: 'POST /v1/auth/invitations/accept',
  activateModule: 'POST /v1/modules/{name}/activate',
  activateProduct: 'POST /v1/catalog/products/{id}/activate',
  addStorefrontCartCode: 'POST /v1/storefront/carts/current/codes',
  addStorefrontCartLines: 'POST /v1/storefront/carts/current/lines',
  archiveCustomer: 'POST /v1/crm/customers/{id}/archive',
  archiveProduct: 'POST /v1/catalog/products/{id}/archive',
  beginPasskey: 'POST /v1/auth/second-factors/passkey',
  beginTotp: 'POST /v1/auth/second-factors/totp',
  cancelCatalogImport: 'POST /v1/catalog/imports/{id}/cancel',
  cancelImport: 'POST /v1/crm/imports/{id}/cancel',
  cancelOrder: 'POST /v1/crm/orders/{id}/cancel',
  cancelStorefrontCheckout: 'DELETE /v1/storefront/checkouts/current',
  changeInventorySettings: 'PATCH /v1/inventory/settings',
  changePassword: 'POST /v1/auth/change-password',
  changePricesInBulk: 'POST /v1/catalog/prices/bulk',
  changeProductsInBulk: 'POST /v1/catalog/products/bulk',
  claimStorefrontCart: 'POST /v1/storefront/carts/current/claim',
  compareEntryRevisions: 'GET /v1/content/entries/{id}/diff',
  completeCheckout: 'POST /v1/checkout/checkouts/{id}/complete',
  completeStorefrontCheckout: 'POST /v1/storefront/checkouts/current/complete',
  confirmPasskey: 'POST /v1/auth/second-factors/passkey/confirm',
  confirmTotp: 'POST /v1/auth/second-factors/{id}/confirm',
  countOrders: 'GET /v1/crm/orders/count',
  countProducts: 'GET /v1/catalog/products/count',
  createAdjustment: 'POST /v1/inventory/adjustments',
  createApiKey: 'POST /v1/api-keys',
  createCatalogImport: 'POST /v1/catalog/imports',
  createCategory: 'POST /v1/catalog/categories',
  createCustomer: 'POST /v1/crm/customers',
  createDiscount: 'POST /v1/checkout/discounts',
  createEntry: 'POST /v1/content/entries',
  createImport: 'POST /v1/crm/imports',
  createItem: 'POST /v1/inventory/items',
  createLocation: 'POST /v1/inventory/locations',
  createOrder: 'POST /v1/crm/orders',
  createOrderComment: 'POST /v1/crm/orders/{id}/comments',
  createOrderPayment: 'POST /v1/crm/orders/{id}/payments',
  createOrdersInBulk: 'POST /v1/crm/orders/bulk',
  createPreviewToken: 'POST /v1/content/entries/{id}/preview-token',
  createPriceList: 'POST /v1/catalog/price-lists',
  createProduct: 'POST /v1/catalog/products',
  createProperty: 'POST /v1/properties',
  createRecoveryLink: 'POST /v1/checkout/carts/{id}/recovery-link',
  createRedirect: 'POST /v1/redirects',
  createShippingOption: 'POST /v1/checkout/shipping-options',
  createStaff: 'POST /v1/staff',
  createStaffInvitation: 'POST /v1/staff/{id}/invitation',
  createStorefrontCart: 'POST /v1/storefront/carts',
  createStorefrontKey: 'POST /v1/storefront-keys',
  createStorefrontSession: 'POST /v1/storefront/sessions',
  createTaxRate: 'POST /v1/checkout/tax-rates',
  createTransfer: 'POST /v1/inventory/transfers',
  createVariant: 'POST /v1/catalog/variants',
  createView: 'POST /v1/views',
  createWebhookSubscription: 'POST /v1/webhooks/subscriptions',
  deactivateModule: 'POST /v1/modules/{name}/deactivate',
  deleteApiKey: 'DELETE /v1/api-keys/{id}',
  deleteAsset: 'DELETE /v1/media/{id}',
  deleteAuthSession: 'DELETE /v1/auth/sessions/{id}',
  deleteCategory: 'DELETE /v1/catalog/categories/{id}',
  deleteContentType: 'DELETE /v1/content/types/{name}',
  deleteDiscount: 'DELETE /v1/checkout/discounts/{id}',
  deleteEntry: 'DELETE /v1/content/entries/{id}',
  deleteLocation: 'DELETE /v1/inventory/locations/{id}',
  deletePriceList: 'DELETE /v1/catalog/price-lists/{id}',
  deleteProduct: 'DELETE /v1/catalog/products/{id}',
  deleteProperty: 'DELETE /v1/properties/{id}',
  deleteRedirect: 'DELETE /v1/redirects/{id}',
  deleteShippingOption: 'DELETE /v1/checkout/shipping-options/{id}',
  deleteStaff: 'DELETE /v1/staff/{id}',
  deleteStorefrontKey: 'DELETE /v1/storefront-keys/{id}',
  deleteTaxRate: 'DELETE /v1/checkout/tax-rates/{id}',
  deleteVariant: 'DELETE /v1/catalog/variants/{id}',
  deleteView: 'DELETE /v1/views/{id}',
  deleteWebhookReplay: 'DELETE /v1/webhooks/replays/{id}',
  deleteWebhookSubscription: 'DELETE /v1/webhooks/subscriptions/{id}',
  deliverOrder: 'POST /v1/crm/orders/{id}/deliver',
  endOtherSessions: 'POST /v1/auth/sessions/end-others',
  endStorefrontSession: 'DELETE /v1/storefront/sessions/current',
  eraseCustomer: 'POST /v1/crm/customers/{id}/erase',
  expireCheckout: 'POST /v1/checkout/checkouts/{id}/expire',
  exportProducts: 'GET /v1/catalog/exports',
  expungeWebhookDelivery: 'POST /v1/webhooks/deliveries/{id}/expunge',
  fulfillOrder: 'POST /v1/crm/orders/{id}/fulfill',
  getApiKey: 'GET /v1/api-keys/{id}',
  getApiKeyUsage: 'GET /v1/api-keys/{id}/usage',
  getAsset: 'GET /v1/media/{id}',
  getAssetFile: 'GET /v1/media/{id}/files/{file}',
  getAssetUsage: 'GET /v1/media/{id}/usage',
  getAuditLogVerification: 'GET /v1/audit-log/verification',
  getAuthAccount: 'GET /v1/auth/account',
  getAuthSecondFactors: 'GET /v1/auth/second-factors',
  getCart: 'GET /v1/checkout/carts/{id}',
  getCatalogImport: 'GET /v1/catalog/imports/{id}',
  getCatalogImportErrors: 'GET /v1/catalog/imports/{id}/errors',
  getCategory: 'GET /v1/catalog/categories/{id}',
  getCheckout: 'GET /v1/checkout/checkouts/{id}',
  getCheckoutSettings: 'GET /v1/checkout/settings',
  getContentLocales: 'GET /v1/content/locales',
  getContentType: 'GET /v1/content/types/{name}',
  getContentTypeChange: 'GET /v1/content/type-changes/{id}',
  getCustomer: 'GET /v1/crm/customers/{id}',
  getCustomerExport: 'GET /v1/crm/customers/export',
  getCustomerTotals: 'GET /v1/crm/customers/{id}/totals',
  getDiscount: 'GET /v1/checkout/discounts/{id}',
  getEntry: 'GET /v1/content/entries/{id}',
  getEntryRevision: 'GET /v1/content/entries/{id}/revisions/{version}',
  getEvent: 'GET /v1/events/{id}',
  getHealthz: 'GET /healthz',
  getHome: 'GET /v1/home',
  getImport: 'GET /v1/crm/imports/{id}',
  getImportErrors: 'GET /v1/crm/imports/{id}/errors',
  getInventorySettings: 'GET /v1/inventory/settings',
  getItem: 'GET /v1/inventory/items/{sku}',
  getLocation: 'GET /v1/inventory/locations/{id}',
  getMe: 'GET /v1/me',
  getMediaFile: 'GET /media/{tenantId}/{id}/{file}',
  getMetrics: 'GET /metrics',
  getOpenapiJson: 'GET /v1/openapi.json',
  getOrder: 'GET /v1/crm/orders/{id}',
  getOrderExport: 'GET /v1/crm/orders/export',
  getOrderInvoice: 'GET /v1/crm/orders/{id}/invoice.pdf',
  getOrderMetrics: 'GET /v1/crm/metrics',
  getOrderPackingSlip: 'GET /v1/crm/orders/{id}/packing-slip.pdf',
  getPriceList: 'GET /v1/catalog/price-lists/{id}',
  getProduct: 'GET /v1/catalog/products/{id}',
  getProductVariants: 'GET /v1/catalog/products/{id}/variants',
  getProperty: 'GET /v1/properties/{id}',
  getPublishedEntry: 'GET /v1/content/published/{type}/{slug}',
  getReadyz: 'GET /readyz',
  getRedirect: 'GET /v1/redirects/{id}',
  getRedirectExport: 'GET /v1/redirects/export',
  getRequest: 'GET /v1/requests/{id}',
  getShippingOption: 'GET /v1/checkout/shipping-options/{id}',
  getStorefrontCart: 'GET /v1/storefront/carts/current',
  getStorefrontCheckout: 'GET /v1/storefront/checkouts/current',
  getStorefrontKey: 'GET /v1/storefront-keys/{id}',
  getStorefrontOrder: 'GET /v1/storefront/orders/{id}',
  getStorefrontOrderOfCart: 'GET /v1/storefront/orders/current',
  getStorefrontProduct: 'GET /v1/storefront/products/{handle}',
  getStorefrontShop: 'GET /v1/storefront/shop',
  getTaxRate: 'GET /v1/checkout/tax-rates/{id}',
  getTenant: 'GET /v1/tenant',
  getTenantSecondFactor: 'GET /v1/tenant/second-factor',
  getUsage: 'GET /v1/usage',
  getVariant: 'GET /v1/catalog/variants/{id}',
  getView: 'GET /v1/views/{id}',
  getWebhookAttempts: 'GET /v1/webhooks/attempts',
  getWebhookDelivery: 'GET /v1/webhooks/deliveries/{id}',
  getWebhookReplay: 'GET /v1/webhooks/replays/{id}',
  getWebhookSubscription: 'GET /v1/webhooks/subscriptions/{id}',
  getWebhookSubscriptionAttempts: 'GET /v1/webhooks/subscriptions/{id}/attempts',
  getWebhookSubscriptionHealth: 'GET /v1/webhooks/subscriptions/{id}/health',
  importCounts: 'POST /v1/inventory/imports',
  importRedirects: 'POST /v1/redirects/import',
  joinByInvitation: 'POST /v1/auth/invitations/join',
  listApiKeyUsage: 'GET /v1/api-keys/usage',
  listApiKeys: 'GET /v1/api-keys',
  listAssetFolders: 'GET /v1/media/folders',
  listAssets: 'GET /v1/media',
  listAuditLog: 'GET /v1/audit-log',
  listAuthSessions: 'GET /v1/auth/sessions',
  listAuthTenants: 'GET /v1/auth/tenants',
  listCarts: 'GET /v1/checkout/carts',
  listCatalogImports: 'GET /v1/catalog/imports',
  listCategories: 'GET /v1/catalog/categories',
  listCheckouts: 'GET /v1/checkout/checkouts',
  listContentTypes: 'GET /v1/content/types',
  listCustomerOrders: 'GET /v1/crm/customers/{id}/orders',
  listCustomerTimeline: 'GET /v1/crm/customers/{id}/timeline',
  listCustomers: 'GET /v1/crm/customers',
  listDiscounts: 'GET /v1/checkout/discounts',
  listEntries: 'GET /v1/content/entries',
  listEntryReferences: 'GET /v1/content/entries/{id}/references',
  listEntryRevisions: 'GET /v1/content/entries/{id}/revisions',
  listEventTypes: 'GET /v1/events/types',
  listEvents: 'GET /v1/events',
  listImports: 'GET /v1/crm/imports',
  listItems: 'GET /v1/inventory/items',
  listLocations: 'GET /v1/inventory/locations',
  listModules: 'GET /v1/modules',
  listMovements: 'GET /v1/inventory/movements',
  listNotices: 'GET /v1/notices',
  listOrderTimeline: 'GET /v1/crm/orders/{id}/timeline',
  listOrders: 'GET /v1/crm/orders',
  listOrdersOfProduct: 'GET /v1/catalog/products/{id}/orders',
  listPriceListEntries: 'GET /v1/catalog/price-lists/{id}/entries',
  listPriceLists: 'GET /v1/catalog/price-lists',
  listProducts: 'GET /v1/catalog/products',
  listProperties: 'GET /v1/properties',
  listPropertyDomains: 'GET /v1/properties/{id}/domains',
  listPublishedEntries: 'GET /v1/content/published/{type}',
  listRedirects: 'GET /v1/redirects',
  listRequests: 'GET /v1/requests',
  listReservations: 'GET /v1/inventory/reservations',
  listShippingOptions: 'GET /v1/checkout/shipping-options',
  listSoldItems: 'GET /v1/crm/sold-items',
  listStaff: 'GET /v1/staff',
  listStorefrontCategories: 'GET /v1/storefront/categories',
  listStorefrontKeys: 'GET /v1/storefront-keys',
  listStorefrontOrders: 'GET /v1/storefront/orders',
  listStorefrontProducts: 'GET /v1/storefront/products',
  listTaxRates: 'GET /v1/checkout/tax-rates',
  listVariants: 'GET /v1/catalog/variants',
  listViews: 'GET /v1/views',
  listWebhookDeliveries: 'GET /v1/webhooks/deliveries',
  listWebhookSubscriptionReplays: 'GET /v1/webhooks/subscriptions/{id}/replays',
  listWebhookSubscriptions: 'GET /v1/webhooks/subscriptions',
  lookUpInvitation: 'POST /v1/auth/invitations/look-up',
  mergeCustomer: 'POST /v1/crm/customers/{id}/merge',
  moveAssetFolder: 'POST /v1/media/folders/move',
  moveReservation: 'POST /v1/inventory/reservations/{orderId}/move',
  previewEntry: 'GET /v1/content/preview/{token}',
  publishEntry: 'POST /v1/content/entries/{id}/publish',
  quotePrices: 'POST /v1/catalog/prices',
  readNotice: 'POST /v1/notices/{id}/read',
  recoverStorefrontCart: 'GET /v1/storefront/recover/{token}',
  refresh: 'POST /v1/auth/refresh',
  refundOrder: 'POST /v1/crm/orders/{id}/refund',
  removeSecondFactor: 'POST /v1/auth/second-factors/{id}/remove',
  removeStorefrontCartCode: 'DELETE /v1/storefront/carts/current/codes/{id}',
  renewRecoveryCodes: 'POST /v1/auth/recovery-codes',
  renewStorefrontSession: 'POST /v1/storefront/sessions/current/renew',
  replaceCheckoutSettings: 'PUT /v1/checkout/settings',
  replaceContentLocales: 'PUT /v1/content/locales',
  replaceContentType: 'PUT /v1/content/types/{name}',
  replaceProductVariants: 'PUT /v1/catalog/products/{id}/variants',
  replayWebhookSubscription: 'POST /v1/webhooks/subscriptions/{id}/replay',
  resendWebhookDeliveries: 'POST /v1/webhooks/deliveries/resend',
  resendWebhookDelivery: 'POST /v1/webhooks/deliveries/{id}/resend',
  resolveRedirect: 'GET /v1/redirects/resolve',
  restoreEntry: 'POST /v1/content/entries/{id}/restore',
  restoreEntryRevision: 'POST /v1/content/entries/{id}/revisions/{version}/restore',
  retryWebhookDelivery: 'POST /v1/webhooks/deliveries/{id}/retry',
  rotateApiKey: 'POST /v1/api-keys/{id}/rotate',
  rotateSecretWebhookSubscription: 'POST /v1/webhooks/subscriptions/{id}/rotate-secret',
  scheduleEntry: 'POST /v1/content/entries/{id}/schedule',
  search: 'GET /v1/search',
  setPassword: 'POST /v1/auth/set-password',
  setPriceListEntries: 'PUT /v1/catalog/price-lists/{id}/entries',
  setStorefrontCartLine: 'PUT /v1/storefront/carts/current/lines/{key}',
  signAsset: 'POST /v1/media/{id}/sign',
  signIn: 'POST /v1/auth/sign-in',
  signInSecondFactor: 'POST /v1/auth/sign-in/second-factor',
  signOut: 'POST /v1/auth/sign-out',
  startStorefrontCheckout: 'POST /v1/storefront/checkouts',
  switchTenant: 'POST /v1/auth/switch-tenant',
  testWebhookSubscription: 'POST /v1/webhooks/subscriptions/{id}/test',
  unarchiveCustomer: 'POST /v1/crm/customers/{id}/unarchive',
  unpublishEntry: 'POST /v1/content/entries/{id}/unpublish',
  unscheduleEntry: 'DELETE /v1/content/entries/{id}/schedule',
  updateApiKey: 'PATCH /v1/api-keys/{id}',
  updateAsset: 'PATCH /v1/media/{id}',
  updateCategory: 'PATCH /v1/catalog/categories/{id}',
  updateCustomer: 'PATCH /v1/crm/customers/{id}',
  updateDiscount: 'PATCH /v1/checkout/discounts/{id}',
  updateEntry: 'PATCH /v1/content/entries/{id}',
  updateItem: 'PATCH /v1/inventory/items/{sku}',
  updateLocation: 'PATCH /v1/inventory/locations/{id}',
  updateMe: 'PATCH /v1/me',
  updateOrder: 'PATCH /v1/crm/orders/{id}',
  updatePriceList: 'PATCH /v1/catalog/price-lists/{id}',
  updateProduct: 'PATCH /v1/catalog/products/{id}',
  updateProperty: 'PATCH /v1/properties/{id}',
  updateRedirect: 'PATCH /v1/redirects/{id}',
  updateShippingOption: 'PATCH /v1/checkout/shipping-options/{id}',
  updateStaff: 'PATCH /v1/staff/{id}',
  updateStorefrontCart: 'PATCH /v1/storefront/carts/current',
  updateStorefrontCheckout: 'PATCH /v1/storefront/checkouts/current',
  updateStorefrontKey: 'PATCH /v1/storefront-keys/{id}',
  updateTaxRate: 'PATCH /v1/checkout/tax-rates/{id}',
  updateTenant: 'PATCH /v1/tenant',
  updateTenantSecondFactor: 'PUT /v1/tenant/second-factor',
  updateVariant: 'PATCH /v1/catalog/variants/{id}',
  updateView: 'PATCH /v1/views/{id}',
  updateWebhookSubscription: 'PATCH /v1/webhooks/subscriptions/{id}',
  uploadAsset: 'POST /v1/media',
  verifyProperty: 'POST /v1/properties/{id}/verify',
} as const;

export type Operations = {
  /** Accept an invitation with the account you are signed in with. Needs role viewer. */
  acceptInvitation: {
    input: { body: { token: string } };
    answer: { success: true; data: { email: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; tenant: { name: string; slug: string }; expiresAt: string } };
  };
  /** Switch a module on; its data stays. Needs role admin. */
  activateModule: {
    input: { path: { name: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { name: 'crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout'; active: boolean } };
  };
  /** Offer a product for sale. Needs role editor, scope write:catalog, module catalog. */
  activateProduct: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; title: string; handle: string; kind: 'physical' | 'digital' | 'service' | 'gift_card'; description: string | null; vendor: string | null; productType: string | null; tags: string[]; options: { name: string; values: string[] }[]; media: string[]; categoryIds: string[]; propertyIds: string[]; taxCode: string | null; seo: { title: string | null; description: string | null } | null; translations: Record<string, { title?: string; description?: string; handle?: string }>; contentEntryId: string | null; metadata: Record<string, unknown>; status: 'draft' | 'active' | 'archived'; variantCount: number; priceRanges: { currency: string; from: number; to: number }[]; rating: { count: number; average: number | null }; version: number; variantsVersion: number; createdAt: string; updatedAt: string } };
  };
  /** Add a discount code to the cart. Needs cartToken, module checkout. */
  addStorefrontCartCode: {
    input: { body: { code: string } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string } };
  };
  /** Add lines to the cart. Needs cartToken, module checkout. */
  addStorefrontCartLines: {
    input: { body: { lines: { sku?: string; variantId?: string; quantity?: number; attributes?: Record<string, string> }[] } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string } };
  };
  /** Archive a customer: out of the list, but still there. Needs role editor, scope write:crm, module crm. */
  archiveCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Take a product off sale. Needs role editor, scope write:catalog, module catalog. */
  archiveProduct: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; title: string; handle: string; kind: 'physical' | 'digital' | 'service' | 'gift_card'; description: string | null; vendor: string | null; productType: string | null; tags: string[]; options: { name: string; values: string[] }[]; media: string[]; categoryIds: string[]; propertyIds: string[]; taxCode: string | null; seo: { title: string | null; description: string | null } | null; translations: Record<string, { title?: string; description?: string; handle?: string }>; contentEntryId: string | null; metadata: Record<string, unknown>; status: 'draft' | 'active' | 'archived'; variantCount: number; priceRanges: { currency: string; from: number; to: number }[]; rating: { count: number; average: number | null }; version: number; variantsVersion: number; createdAt: string; updatedAt: string } };
  };
  /** Begin with a passkey: the options that a browser needs to make one. Needs role viewer. */
  beginPasskey: {
    input: { body: { password: string } };
    answer: { success: true; data: { ticket: string; options: Record<string, unknown> } };
  };
  /** Begin with an authenticator app; confirm it with its first code. Needs role viewer. */
  beginTotp: {
    input: { body: { password: string; name?: string } };
    answer: { success: true; data: { id: string; secret: string; address: string } };
  };
  /** Cancel an import; products that it has written stay. Needs role editor, scope write:catalog, module catalog. */
  cancelCatalogImport: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_failed' | 'reject_all'; mapping: Record<string, string>; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; existing: 'update' | 'skip' | 'refuse'; currency: string | null; rows: number; products: { created: number; updated: number; unchanged: number; failed: number }; variants: number; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null } };
  };
  /** Cancel an import; orders that it has placed stay. Needs role editor, scope write:crm_bulk, module crm. */
  cancelImport: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_failed' | 'reject_all'; mapping: Record<string, string>; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; createCustomers: boolean; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency: string | null; rows: { total: number | null; done: number; failed: number }; orders: { placed: number; failed: number }; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null } };
  };
  /** Cancel an order. Needs role editor, scope write:crm, module crm. */
  cancelOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { reason?: string; refund?: boolean } | null };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Cancel the checkout, and free its stock at once. Needs cartToken, module checkout. */
  cancelStorefrontCheckout: {
    input: object;
    answer: { success: true; data: { id: string; cartId: string; orderId: string; orderNumber: string | null; state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; currency: string; contact: { email: string | null; phone: string | null }; shippingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; billingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; shippingOption: { id: string; name: string; amount: number } | null; options: { id: string; name: string; amount: number }[]; payment: { methodId: string | null; name: string | null; instructions: string | null }; paymentMethods: { id: string; name: string; instructions: string | null }[]; lines: { key: string; variantId: string; sku: string; name: string; quantity: number; unitPrice: number; amount: number; discount: number; tax: number }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; totals: { subtotal: number; discount: number; shipping: number; tax: number; taxIncluded: boolean; total: number } | null; problems: { code: string; message: string; lineKey?: string }[]; expiresAt: string; version: number; createdAt: string; updatedAt: string; frozenAt: string | null; completedAt: string | null; endedAt: string | null } };
  };
  /** Change how orders meet the stock. Needs role admin, scope write:inventory, module inventory. */
  changeInventorySettings: {
    input: { query?: { dryRun?: boolean }; body?: { importsTakeStock?: boolean } };
    answer: { success: true; data: { importsTakeStock: boolean; version: number } };
  };
  /** Change your own password; every other sign-in of yours ends. Needs role viewer. */
  changePassword: {
    input: { body: { currentPassword: string; newPassword: string } };
    answer: { success: true; data: { changed: true } };
  };
  /** Change the prices of up to 5000 variants by percent or amount, or set them. Needs role editor, scope write:catalog, module catalog. */
  changePricesInBulk: {
    input: { query?: { dryRun?: boolean }; body: { variantIds: string[]; currency: string; percent?: number; amount?: number; set?: number } };
    answer: { success: true; data: { changed: number; unchanged: number; failed: { id: string; code: string; message: string }[] } };
  };
  /** Change the status or the tags of up to 1000 products. Needs role editor, scope write:catalog, module catalog. */
  changeProductsInBulk: {
    input: { query?: { dryRun?: boolean }; body: { ids: string[]; status?: 'active' | 'archived'; addTags?: string[]; removeTags?: string[] } };
    answer: { success: true; data: { changed: number; unchanged: number; failed: { id: string; code: string; message: string }[] } };
  };
  /** Make a cart that of the customer who signed in. Needs customerSession, module checkout. */
  claimStorefrontCart: {
    input: { body: { token: string } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string; token: string } };
  };
  /** Compare two revisions of an entry. Needs role viewer, scope read:content, module content. */
  compareEntryRevisions: {
    input: { path: { id: string }; query?: { from?: number; to?: number } };
    answer: { success: true; data: { from: number; to: number; changes: { path: string; before: unknown; after: unknown }[] } };
  };
  /** Place the order of an open checkout. Needs role editor, scope write:checkout, module checkout. */
  completeCheckout: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { expectedTotal?: number } };
    answer: { success: true; data: { id: string; cartId: string; state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; order: { id: string; orderNumber: string; status: string; paymentStatus: string; currency: string; subtotal: number; discountTotal: number; shippingTotal: number; taxTotal: number; total: number; items: { sku: string; name: string; quantity: number; unitPrice: number; amount: number }[]; shippingAddress: Record<string, string | null> | null; billingAddress: Record<string, string | null> | null; customerNote: string | null; createdAt: string } } };
  };
  /** Complete the checkout: place its order. Needs cartToken, module checkout. */
  completeStorefrontCheckout: {
    input: { body: { expectedTotal: number } };
    answer: { success: true; data: { id: string; cartId: string; state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; order: { id: string; orderNumber: string; status: string; paymentStatus: string; currency: string; subtotal: number; discountTotal: number; shippingTotal: number; taxTotal: number; total: number; items: { sku: string; name: string; quantity: number; unitPrice: number; amount: number }[]; shippingAddress: Record<string, string | null> | null; billingAddress: Record<string, string | null> | null; customerNote: string | null; createdAt: string } } };
  };
  /** Keep the passkey that the browser made; your other sign-ins end with the first factor. Needs role viewer. */
  confirmPasskey: {
    input: { body: { ticket: string; name: string; response: Record<string, unknown> } };
    answer: { success: true; data: { recoveryCodes: string[] | null } };
  };
  /** Confirm an authenticator app within ten minutes; your other sign-ins end with the first factor. Needs role viewer. */
  confirmTotp: {
    input: { path: { id: string }; body: { code: string } };
    answer: { success: true; data: { recoveryCodes: string[] | null } };
  };
  /** Count orders. Needs role viewer, scope read:crm, module crm. */
  countOrders: {
    input: { query?: { q?: string; status?: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | ('placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded')[]; paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided' | ('unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided')[]; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | ('storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp')[]; owed?: 'true'; customerId?: string; propertyId?: string; orderNumber?: string; createdFrom?: string; createdTo?: string; currency?: string; totalFrom?: number; totalTo?: number; metadataKey?: string; metadataValue?: string } };
    answer: { success: true; data: { count: number; isExact: boolean } };
  };
  /** Count the products that match, up to 1000. Needs role viewer, scope read:catalog, module catalog. */
  countProducts: {
    input: { query?: { status?: 'draft' | 'active' | 'archived'; kind?: 'physical' | 'digital' | 'service' | 'gift_card'; categoryId?: string; tag?: string; vendor?: string; type?: string; propertyId?: string; currency?: string; priceFrom?: number; priceTo?: number; q?: string; sku?: string } };
    answer: { success: true; data: { count: number; isExact: boolean } };
  };
  /** Adjust or count stock, all lines or none. Needs role editor, scope write:inventory, module inventory. */
  createAdjustment: {
    input: { query?: { dryRun?: boolean }; body: { reason: string; kind?: 'received' | 'adjusted'; lines: { sku: string; locationId: string; change?: number; count?: number; seen?: number }[] } };
    answer: { success: true; data: { movements: { id: string; sku: string; locationId: string; seq: number; kind: 'received' | 'adjusted' | 'counted' | 'moved' | 'shipped' | 'returned'; change: number; before: number; after: number; reason: string | null; orderId: string | null; returnId: string | null; by: { type: string; id: string | null; name: string }; at: string }[] } };
  };
  /** Create an API key. Needs role admin. */
  createApiKey: {
    input: { query?: { dryRun?: boolean }; body: { label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[]; expiresAt?: string | null } };
    answer: { success: true; data: { id: string; keyId: string; label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[]; expiresAt: string | null; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number; replaces: string | null; replacedBy: string | null; key: string | null } };
  };
  /** Import products from a file (CSV or NDJSON); the work goes on in the background. Needs role editor, scope write:catalog, module catalog. */
  createCatalogImport: {
    input: { query?: { mapping?: string; delimiter?: 'comma' | 'semicolon' | 'tab'; decimal?: 'point' | 'comma'; existing?: 'update' | 'skip' | 'refuse'; errorPolicy?: 'reject_failed' | 'reject_all'; currency?: string; dryRun?: boolean }; contentType: 'text/csv' | 'application/x-ndjson'; body: string | Blob };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_failed' | 'reject_all'; mapping: Record<string, string>; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; existing: 'update' | 'skip' | 'refuse'; currency: string | null; rows: number; products: { created: number; updated: number; unchanged: number; failed: number }; variants: number; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null } };
  };
  /** Create a category. Needs role editor, scope write:catalog, module catalog. */
  createCategory: {
    input: { query?: { dryRun?: boolean }; body: { name: string; handle?: string; parentId?: string | null; position?: number; translations?: Record<string, { name?: string; handle?: string }> } };
    answer: { success: true; data: { id: string; name: string; handle: string; parentId: string | null; path: string[]; position: number; translations: Record<string, { name?: string; handle?: string }>; version: number; createdAt: string; updatedAt: string } };
  };
  /** Create a customer. Needs role editor, scope write:crm, module crm. */
  createCustomer: {
    input: { query?: { dryRun?: boolean }; body: { type?: 'person' | 'company'; name: string; emails?: string[]; phones?: string[]; addresses?: { label?: string | null; defaultShipping?: boolean; defaultBilling?: boolean; address: { line1?: string | null; city?: string | null } }[]; tags?: string[]; email?: string; phone?: string; notes?: string; externalId?: string; companyId?: string; metadata?: Record<string, unknown> } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Create a discount. Needs role editor, scope write:checkout, module checkout. */
  createDiscount: {
    input: { query?: { dryRun?: boolean }; body: { code: string; kind: 'percent' | 'amount' | 'free_shipping'; value?: number; currency?: string | null; minSubtotal?: number | null; productIds?: string[]; categoryIds?: string[]; startsAt?: string | null; endsAt?: string | null; maxUses?: number | null; maxUsesPerCustomer?: number | null; active?: boolean } };
    answer: { success: true; data: { id: string; code: string; kind: 'percent' | 'amount' | 'free_shipping'; value: number; currency: string | null; minSubtotal: number | null; productIds: string[]; categoryIds: string[]; startsAt: string | null; endsAt: string | null; maxUses: number | null; maxUsesPerCustomer: number | null; active: boolean; used: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Create an entry as a draft. Needs role editor, scope write:content, module content. */
  createEntry: {
    input: { query?: { dryRun?: boolean }; body: { type: string; propertyId?: string | null; fields: Record<string, unknown> } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null } };
  };
  /** Import orders from a file (CSV or NDJSON); the work goes on in the background. Needs role editor, scope write:crm_bulk, module crm. */
  createImport: {
    input: { query?: { mapping?: string; delimiter?: 'comma' | 'semicolon' | 'tab'; decimal?: 'point' | 'comma'; errorPolicy?: 'reject_failed' | 'reject_all'; createCustomers?: boolean; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency?: string; dryRun?: boolean }; contentType: 'text/csv' | 'application/x-ndjson'; body: string | Blob };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_failed' | 'reject_all'; mapping: Record<string, string>; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; createCustomers: boolean; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency: string | null; rows: { total: number | null; done: number; failed: number }; orders: { placed: number; failed: number }; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null } };
  };
  /** Create an item: a SKU whose stock is kept. Needs role editor, scope write:inventory, module inventory. */
  createItem: {
    input: { query?: { dryRun?: boolean }; body: { sku: string; tracked?: boolean; backorderLimit?: number | null; lowAt?: number | null } };
    answer: { success: true; data: { sku: string; product: { id: string; title: string; variantId: string; optionValues: string[] } | null; tracked: boolean; backorderLimit: number | null; lowAt: number | null; onHand: number; reserved: number; available: number; short: number; levels: { sku: string; locationId: string; onHand: number; reserved: number; available: number; short: number }[]; version: number; createdAt: string; updatedAt: string } };
  };
  /** Create a location: a place where stock is. Needs role admin, scope write:inventory, module inventory. */
  createLocation: {
    input: { query?: { dryRun?: boolean }; body: { name: string; code: string; address?: Record<string, string | null> | null; priority?: number; active?: boolean; propertyIds?: string[] } };
    answer: { success: true; data: { id: string; name: string; code: string; address: Record<string, string | null> | null; priority: number; active: boolean; propertyIds: string[]; version: number; createdAt: string; updatedAt: string } };
  };
  /** Place an order. Needs role editor, scope write:crm, module crm. */
  createOrder: {
    input: { query?: { dryRun?: boolean }; body: { customerId: string; items: { sku: string; name: string; quantity?: number; unitPrice?: number; taxAmount?: number; productId?: string; variantId?: string; description?: string }[]; currency?: string; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; propertyId?: string; shippingTotal?: number; discountTotal?: number; taxTotal?: number; shippingAddress?: { line1?: string | null; city?: string | null }; billingAddress?: { line1?: string | null; city?: string | null }; customerNote?: string; internalNote?: string; orderNumber?: string; metadata?: Record<string, unknown> } };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Comment on an order, in its timeline. Needs role editor, scope write:crm, module crm. */
  createOrderComment: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { text: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Record a payment that was made elsewhere. Needs role editor, scope write:crm, module crm. */
  createOrderPayment: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { amount: number; outcome: 'succeeded' | 'failed'; method?: string; reference?: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Place up to 1,000 orders, with a result for each. Needs role editor, scope write:crm_bulk, module crm. */
  createOrdersInBulk: {
    input: { query?: { dryRun?: boolean }; body: { errorPolicy?: 'reject_all' | 'reject_failed'; orders: { customerId: string; items: { sku: string; name: string; quantity?: number; unitPrice?: number; taxAmount?: number; productId?: string; variantId?: string; description?: string }[]; currency?: string; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; propertyId?: string; shippingTotal?: number; discountTotal?: number; taxTotal?: number; shippingAddress?: { line1?: string | null; city?: string | null }; billingAddress?: { line1?: string | null; city?: string | null }; customerNote?: string; internalNote?: string; orderNumber?: string; metadata?: Record<string, unknown>; placedAt?: string }[] } };
    answer: { success: true; data: { created: number; failed: number; results: { index: number; status: 'created' | 'failed'; order?: { id: string; orderNumber: string; total: number }; error?: { code: string; message: string; details: { path: string; code: string; message: string }[] } }[] } };
  };
  /** Make a token that shows the draft for a short while. Needs role editor, scope write:content, module content. */
  createPreviewToken: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { minutes?: number } | null };
    answer: { success: true; data: { token: string | null; expiresAt: string } };
  };
  /** Create a price list. Needs role editor, scope write:catalog, module catalog. */
  createPriceList: {
    input: { query?: { dryRun?: boolean }; body: { name: string; currency: string; startsAt?: string | null; endsAt?: string | null; priority?: number; customerTags?: string[]; propertyIds?: string[]; status?: 'active' | 'archived' } };
    answer: { success: true; data: { id: string; name: string; startsAt: string | null; endsAt: string | null; priority: number; customerTags: string[]; propertyIds: string[]; status: 'active' | 'archived'; currency: string; version: number; createdAt: string; updatedAt: string } };
  };
  /** Create a product, with its variants if they are known. Needs role editor, scope write:catalog, module catalog. */
  createProduct: {
    input: { query?: { dryRun?: boolean }; body: { title: string; handle?: string; kind?: 'physical' | 'digital' | 'service' | 'gift_card'; description?: string | null; vendor?: string | null; productType?: string | null; tags?: string[]; options?: { name: string; values: string[] }[]; media?: string[]; categoryIds?: string[]; propertyIds?: string[]; taxCode?: string | null; seo?: { title?: string | null; description?: string | null } | null; translations?: Record<string, { title?: string; description?: string; handle?: string }>; contentEntryId?: string | null; metadata?: Record<string, unknown>; status?: 'draft' | 'active'; variants?: { id?: string; sku: string; barcode?: string | null; optionValues?: string[]; prices?: { currency: string; amount: number; compareAt?: number | null }[]; weightGrams?: number | null; dimensions?: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping?: boolean; taxCode?: string | null; status?: 'active' | 'archived'; metadata?: Record<string, unknown> }[] } };
    answer: { success: true; data: { id: string; title: string; handle: string; kind: 'physical' | 'digital' | 'service' | 'gift_card'; description: string | null; vendor: string | null; productType: string | null; tags: string[]; options: { name: string; values: string[] }[]; media: string[]; categoryIds: string[]; propertyIds: string[]; taxCode: string | null; seo: { title: string | null; description: string | null } | null; translations: Record<string, { title?: string; description?: string; handle?: string }>; contentEntryId: string | null; metadata: Record<string, unknown>; status: 'draft' | 'active' | 'archived'; variantCount: number; priceRanges: { currency: string; from: number; to: number }[]; rating: { count: number; average: number | null }; version: number; variantsVersion: number; createdAt: string; updatedAt: string } };
  };
  /** Create a property: a site with its domains and languages. Needs role editor, scope write:properties. */
  createProperty: {
    input: { query?: { dryRun?: boolean }; body: { name: string; domains?: string[]; locales?: string[]; isDefault?: boolean } };
    answer: { success: true; data: { id: string; name: string; domains: string[]; locales: string[]; isDefault: boolean; version: number; createdAt: string; updatedAt: string } };
  };
  /** Make a link that restores an abandoned cart. Needs role editor, scope write:checkout, module checkout. */
  createRecoveryLink: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { token: string | null; url: string | null; expiresAt: string } };
  };
  /** Add a redirect. Needs role editor, scope write:redirects, module redirects. */
  createRedirect: {
    input: { query?: { dryRun?: boolean }; body: { propertyId?: string; from: string; to: string; statusCode?: 301 | 302 | 307 | 308; match?: 'exact' | 'prefix'; query?: 'keep' | 'drop'; activeFrom?: string | null; activeUntil?: string | null; notes?: string | null } };
    answer: { success: true; data: { id: string; propertyId: string; from: string; to: string; statusCode: 301 | 302 | 307 | 308; match: 'exact' | 'prefix'; query: 'keep' | 'drop'; activeFrom: string | null; activeUntil: string | null; notes: string | null; chain: string[]; hits: number; lastHitAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Create a shipping option. Needs role editor, scope write:checkout, module checkout. */
  createShippingOption: {
    input: { query?: { dryRun?: boolean }; body: { name: string; currency: string; countries?: string[]; basis?: 'subtotal' | 'weight'; tiers: { from: number; amount: number }[]; position?: number; active?: boolean } };
    answer: { success: true; data: { id: string; name: string; currency: string; countries: string[]; basis: 'subtotal' | 'weight'; tiers: { from: number; amount: number }[]; position: number; active: boolean; version: number; createdAt: string; updatedAt: string } };
  };
  /** Invite a person to the staff. Needs role admin. */
  createStaff: {
    input: { body: { email: string; name?: string; role: 'viewer' | 'editor' | 'admin' | 'owner' } };
    answer: { success: true; data: { id: string; email: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; status: 'invited' | 'joined'; createdAt: string; invitationExpiresAt: string | null; invitationLink: string | null } };
  };
  /** Make a new invitation link; the former one expires. Needs role admin. */
  createStaffInvitation: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; email: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; status: 'invited' | 'joined'; createdAt: string; invitationExpiresAt: string | null; invitationLink: string | null } };
  };
  /** Create a cart with its first lines. Needs publishableKey or bearer or customerSession, module checkout. */
  createStorefrontCart: {
    input: { body: { lines: { sku?: string; variantId?: string; quantity?: number; attributes?: Record<string, string> }[]; currency?: string; locale?: string; email?: string } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string; token: string } };
  };
  /** Create a storefront key: it opens the shop of one site, and may be public. Needs role admin. */
  createStorefrontKey: {
    input: { query?: { dryRun?: boolean }; body: { label: string; propertyId: string } };
    answer: { success: true; data: { id: string; key: string; label: string; propertyId: string; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number } };
  };
  /** Sign a customer in, after your own server has checked who it is. Needs bearer. */
  createStorefrontSession: {
    input: { body: { customerId: string } };
    answer: { success: true; data: { token: string; expiresAt: string; customerId: string; propertyId: string } };
  };
  /** Create a tax rate. Needs role editor, scope write:checkout, module checkout. */
  createTaxRate: {
    input: { query?: { dryRun?: boolean }; body: { name: string; country: string; region?: string | null; taxCode?: string | null; percent: number } };
    answer: { success: true; data: { id: string; name: string; country: string; region: string | null; taxCode: string | null; percent: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Move stock from one location to another, all lines or none. Needs role editor, scope write:inventory, module inventory. */
  createTransfer: {
    input: { query?: { dryRun?: boolean }; body: { from: string; to: string; reason?: string; lines: { sku: string; quantity: number }[] } };
    answer: { success: true; data: { movements: { id: string; sku: string; locationId: string; seq: number; kind: 'received' | 'adjusted' | 'counted' | 'moved' | 'shipped' | 'returned'; change: number; before: number; after: number; reason: string | null; orderId: string | null; returnId: string | null; by: { type: string; id: string | null; name: string }; at: string }[] } };
  };
  /** Add a variant to a product, behind the others. Needs role editor, scope write:catalog, module catalog. */
  createVariant: {
    input: { query?: { dryRun?: boolean }; body: { productId: string; sku: string; barcode?: string | null; optionValues?: string[]; prices?: { currency: string; amount: number; compareAt?: number | null }[]; weightGrams?: number | null; dimensions?: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping?: boolean; taxCode?: string | null; status?: 'active' | 'archived'; metadata?: Record<string, unknown> } };
    answer: { success: true; data: { id: string; productId: string; sku: string; barcode: string | null; optionValues: string[]; prices: { currency: string; amount: number; compareAt: number | null }[]; weightGrams: number | null; dimensions: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping: boolean; taxCode: string | null; status: 'active' | 'archived'; metadata: Record<string, unknown>; position: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Save a view of a list for everybody on the staff. Needs role editor. */
  createView: {
    input: { query?: { dryRun?: boolean }; body: { list: string; name: string; query: Record<string, string>; columns?: string[] | null; isDefault?: boolean; place?: number } };
    answer: { success: true; data: { id: string; list: string; name: string; query: Record<string, string>; columns: string[] | null; isDefault: boolean; place: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Subscribe an address to events. Needs role admin. */
  createWebhookSubscription: {
    input: { query?: { dryRun?: boolean }; body: { name: string; url: string; events: string[]; filter?: Record<string, (string | number | boolean | null)[]> | null; asymmetric?: boolean; ordered?: boolean; coalesceSeconds?: number | null; rateLimit?: number | null; headers?: Record<string, string>; signingSecret?: string } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; filter: Record<string, (string | number | boolean | null)[]> | null; headerNames: string[]; active: boolean; failingSince: string | null; disabledAt: string | null; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; olderSecretsUntil: string[]; ordered: boolean; coalesceSeconds: number | null; publicKey: string | null; createdAt: string; updatedAt: string } };
  };
  /** Switch a module off; its data stays. Needs role admin. */
  deactivateModule: {
    input: { path: { name: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { name: 'crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout'; active: boolean } };
  };
  /** Revoke an API key, from its next request on. Needs role admin. */
  deleteApiKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete an asset. Needs role editor, scope write:media, module media. */
  deleteAsset: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** End one of your sign-ins. Needs role viewer. */
  deleteAuthSession: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a category. Needs role editor, scope write:catalog, module catalog. */
  deleteCategory: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a content type that has no entries. Needs role editor, scope write:content, module content. */
  deleteContentType: {
    input: { path: { name: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a discount. Needs role editor, scope write:checkout, module checkout. */
  deleteDiscount: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete an entry, restorable for 30 days. Needs role editor, scope write:content, module content. */
  deleteEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a location that never had stock. Needs role admin, scope write:inventory, module inventory. */
  deleteLocation: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a price list with its entries. Needs role editor, scope write:catalog, module catalog. */
  deletePriceList: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a product that is draft or archived, with its variants. Needs role editor, scope write:catalog, module catalog. */
  deleteProduct: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a property. Needs role editor, scope write:properties. */
  deleteProperty: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Remove a redirect. Needs role editor, scope write:redirects, module redirects. */
  deleteRedirect: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a shipping option. Needs role editor, scope write:checkout, module checkout. */
  deleteShippingOption: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Remove a member from the staff, or withdraw an invitation. Needs role admin. */
  deleteStaff: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Revoke a storefront key, from its next request on. Needs role admin. */
  deleteStorefrontKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a tax rate. Needs role editor, scope write:checkout, module checkout. */
  deleteTaxRate: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a variant. Needs role editor, scope write:catalog, module catalog. */
  deleteVariant: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Delete a saved view. Needs role editor. */
  deleteView: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Cancel a replay, and what it queued and was not sent yet. Needs role admin. */
  deleteWebhookReplay: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; subscriptionId: string; since: string; until: string; events: string[]; status: 'any' | 'delivered' | 'failed' | 'cancelled'; state: 'running' | 'done' | 'cancelled'; matched: number; queued: number; reachedAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Delete a subscription permanently. Needs role admin. */
  deleteWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Mark what was fulfilled as delivered. Needs role editor, scope write:crm, module crm. */
  deliverOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { items?: { line: number; quantity: number }[] } | null };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** End all your sign-ins but this one. Needs role viewer. */
  endOtherSessions: {
    input: object;
    answer: { success: true; data: { ended: number } };
  };
  /** Sign the customer out, from the next request on. Needs customerSession. */
  endStorefrontSession: {
    input: { query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Erase what is personal about a customer, for good. Needs role admin, scope write:crm, module crm. */
  eraseCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string; inProgress?: { kind: 'merge' | 'erase'; from: string | null; orders: { done: number; left: number }; since: string }[] } };
  };
  /** End an open checkout now, and free its stock. Needs role editor, scope write:checkout, module checkout. */
  expireCheckout: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; cartId: string; orderId: string; orderNumber: string | null; state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; currency: string; contact: { email: string | null; phone: string | null }; shippingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; billingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; shippingOption: { id: string; name: string; amount: number } | null; options: { id: string; name: string; amount: number }[]; payment: { methodId: string | null; name: string | null; instructions: string | null }; paymentMethods: { id: string; name: string; instructions: string | null }[]; lines: { key: string; variantId: string; sku: string; name: string; quantity: number; unitPrice: number; amount: number; discount: number; tax: number }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; totals: { subtotal: number; discount: number; shipping: number; tax: number; taxIncluded: boolean; total: number } | null; problems: { code: string; message: string; lineKey?: string }[]; expiresAt: string; version: number; createdAt: string; updatedAt: string; frozenAt: string | null; completedAt: string | null; endedAt: string | null } };
  };
  /** All products as a file: CSV with a row for each variant, NDJSON with a line for each product. Needs role viewer, scope read:catalog, module catalog. */
  exportProducts: {
    input: { query?: { format?: 'csv' | 'ndjson'; after?: string } };
    answer: Response;
  };
  /** Remove the answers that a delivery has stored, and on request the data of its event, for good. Needs role admin. */
  expungeWebhookDelivery: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { payload?: boolean } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null; payloadExpungedAt: string | null; attempts: { attempt: number; startedAt: string; durationMs: number; timings: { dnsMs?: number; connectMs?: number; tlsMs?: number; firstByteMs?: number; totalMs?: number }; address: string | null; statusCode: number | null; failure: string | null; message: string; answerHeaders: Record<string, string>; answerBody: string; answerExpungedAt: string | null; signedBody: string | null }[] } };
  };
  /** Fulfill an order or some of it. Needs role editor, scope write:crm, module crm. */
  fulfillOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { items?: { line: number; quantity: number }[]; tracking?: { carrier?: string; number?: string; url?: string } } | null };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** An API key. Needs role admin. */
  getApiKey: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; keyId: string; label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[]; expiresAt: string | null; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number; replaces: string | null; replacedBy: string | null } };
  };
  /** How many requests were made with a key, by hour. Needs role admin. */
  getApiKeyUsage: {
    input: { path: { id: string }; query?: { hours?: number } };
    answer: { success: true; data: { keyId: string; requests: number; failures: number; hours: { at: string; requests: number; failures: number }[] } };
  };
  /** Get an asset. Needs role viewer, scope read:media, module media. */
  getAsset: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; status: 'uploaded' | 'processing' | 'ready' | 'failed'; failure: string | null; kind: 'image' | 'video' | 'audio' | 'document' | 'other'; type: string; size: number; sha256: string; filename: string; title: string; alt: string; tags: string[]; folder: string; visibility: 'public' | 'private'; focalPoint: { x: number; y: number }; width: number | null; height: number | null; placeholder: string | null; dominantColor: string | null; url: string | null; derivatives: { name: 'thumbnail' | 'small' | 'medium' | 'large'; format: 'webp' | 'avif'; width: number; height: number; size: number; url: string | null }[]; version: number; createdAt: string; updatedAt: string } };
  };
  /** Get a file of an asset, public or private. Needs role viewer, scope read:media, module media. */
  getAssetFile: {
    input: { path: { id: string; file: string } };
    answer: Response;
  };
  /** See what uses an asset. Needs role viewer, scope read:media, module media. */
  getAssetUsage: {
    input: { path: { id: string } };
    answer: { success: true; data: { type: string; id: string; title: string }[] };
  };
  /** Whether the log is whole: every entry is chained to the one before. Needs role admin. */
  getAuditLogVerification: {
    input: object;
    answer: { success: true; data: { entries: number; intact: boolean; brokenAt: string | null } };
  };
  /** The address of your account, which is yours and not a tenant’s. Needs role viewer. */
  getAuthAccount: {
    input: object;
    answer: { success: true; data: { email: string } };
  };
  /** Your second factors. Needs role viewer. */
  getAuthSecondFactors: {
    input: object;
    answer: { success: true; data: { factors: { id: string; kind: 'totp' | 'passkey'; name: string; createdAt: string; lastUsedAt: string | null }[]; recoveryCodesLeft: number } };
  };
  /** Get a cart with the prices of now. Needs role viewer, scope read:checkout, module checkout. */
  getCart: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string } };
  };
  /** The progress of an import of products. Needs role viewer, scope read:catalog, module catalog. */
  getCatalogImport: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_failed' | 'reject_all'; mapping: Record<string, string>; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; existing: 'update' | 'skip' | 'refuse'; currency: string | null; rows: number; products: { created: number; updated: number; unchanged: number; failed: number }; variants: number; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null } };
  };
  /** The errors of an import of products, as a file. Needs role viewer, scope read:catalog, module catalog. */
  getCatalogImportErrors: {
    input: { path: { id: string }; query?: { format?: 'csv' | 'ndjson' } };
    answer: Response;
  };
  /** Get a category. Needs role viewer, scope read:catalog, module catalog. */
  getCategory: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; name: string; handle: string; parentId: string | null; path: string[]; position: number; translations: Record<string, { name?: string; handle?: string }>; version: number; createdAt: string; updatedAt: string } };
  };
  /** Get a checkout. Needs role viewer, scope read:checkout, module checkout. */
  getCheckout: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; cartId: string; orderId: string; orderNumber: string | null; state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; currency: string; contact: { email: string | null; phone: string | null }; shippingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; billingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; shippingOption: { id: string; name: string; amount: number } | null; options: { id: string; name: string; amount: number }[]; payment: { methodId: string | null; name: string | null; instructions: string | null }; paymentMethods: { id: string; name: string; instructions: string | null }[]; lines: { key: string; variantId: string; sku: string; name: string; quantity: number; unitPrice: number; amount: number; discount: number; tax: number }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; totals: { subtotal: number; discount: number; shipping: number; tax: number; taxIncluded: boolean; total: number } | null; problems: { code: string; message: string; lineKey?: string }[]; expiresAt: string; version: number; createdAt: string; updatedAt: string; frozenAt: string | null; completedAt: string | null; endedAt: string | null } };
  };
  /** Get the settings of carts and checkouts. Needs role viewer, scope read:checkout, module checkout. */
  getCheckoutSettings: {
    input: object;
    answer: { success: true; data: { holdMinutes: number; holdMostMinutes: number; abandonedAfterMinutes: number; guestCartDays: number; customerCartDays: number; pricesIncludeTax: boolean; shippingTaxed: boolean; paymentMethods: { id: string; name: string; instructions?: string | null }[]; recoveryUrl: string | null; version: number } };
  };
  /** Get the locales content is written in. Needs role viewer, scope read:published, module content. */
  getContentLocales: {
    input: object;
    answer: { success: true; data: { default: string; locales: { code: string; fallback: string | null }[] } };
  };
  /** Get a content type. Needs role viewer, scope read:content, module content. */
  getContentType: {
    input: { path: { name: string } };
    answer: { success: true; data: { id: string; name: string; title: string; fields: Record<string, unknown>[]; version: number; changeId: string | null; createdAt: string; updatedAt: string } };
  };
  /** See how far a change of a type has come. Needs role viewer, scope read:content, module content. */
  getContentTypeChange: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; status: 'running' | 'finished' | 'refused' | 'failed'; phase: 'check' | 'migrate'; checked: number; migrated: number; broken: number; examples: Record<string, unknown>[]; reason: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Get a customer. Needs role viewer, scope read:crm, module crm. */
  getCustomer: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string; inProgress?: { kind: 'merge' | 'erase'; from: string | null; orders: { done: number; left: number }; since: string }[] } };
  };
  /** Customers as a file: any list of them, newest first. Needs role viewer, scope read:crm, module crm. */
  getCustomerExport: {
    input: { query?: { type?: 'person' | 'company'; tag?: string; email?: string; phone?: string; externalId?: string; companyId?: string; archived?: 'false' | 'true' | 'all'; createdFrom?: string; createdTo?: string; q?: string; format?: 'csv' | 'ndjson'; after?: string } };
    answer: Response;
  };
  /** The totals of all orders of a customer. Needs role viewer, scope read:crm, module crm. */
  getCustomerTotals: {
    input: { path: { id: string } };
    answer: { success: true; data: { customerId: string; orders: number; firstOrderAt: string | null; lastOrderAt: string | null; currencies: { currency: string; orders: number; revenue: number }[] } };
  };
  /** Get a discount. Needs role viewer, scope read:checkout, module checkout. */
  getDiscount: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; code: string; kind: 'percent' | 'amount' | 'free_shipping'; value: number; currency: string | null; minSubtotal: number | null; productIds: string[]; categoryIds: string[]; startsAt: string | null; endsAt: string | null; maxUses: number | null; maxUsesPerCustomer: number | null; active: boolean; used: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Get an entry with its draft. Needs role viewer, scope read:content, module content. */
  getEntry: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null } };
  };
  /** Get a revision with its values. Needs role viewer, scope read:content, module content. */
  getEntryRevision: {
    input: { path: { id: string; version: number } };
    answer: { success: true; data: { version: number; reason: 'created' | 'saved' | 'restored' | 'migrated'; propertyId: string | null; author: { type: string; id: string | null; name: string }; createdAt: string; fields: Record<string, unknown> } };
  };
  /** An event that webhooks carry, with its deliveries. Needs role viewer, scope read:webhooks. */
  getEvent: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; type: string; data: Record<string, unknown>; createdAt: string; expungedAt: string | null; feedCursor: string | null; deliveries: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null; subscriptionName: string | null; subscriptionUrl: string | null; object: { id: string; label: string | null } | null; lastAttempt: { at: string; statusCode: number | null; failure: string | null; message: string } | null }[]; hasMoreDeliveries: boolean } };
  };
  /** The process is alive. */
  getHealthz: {
    input: object;
    answer: { success: true; data: { status: 'ok' } };
  };
  /** The figures that a working day begins with. Needs role viewer. */
  getHome: {
    input: object;
    answer: { success: true; data: { timeZone: string; orders: { unfulfilled: { count: number; isMore: boolean }; unpaid: { count: number; isMore: boolean }; today: { day: string; totals: { currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[] }; yesterday: { day: string; until: string; totals: { currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[] }; sales: { timeZone: string; by: 'day' | 'channel' | 'currency' | 'day_and_channel'; from: string; to: string; totals: { currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[]; groups: { key: string | null; channel?: string | null; currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[]; before?: { from: string; to: string; totals: { currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[]; groups: { key: string | null; channel?: string | null; currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[] } }; hasCustomers: boolean; hasOrders: boolean } | null; stock: { low: { count: number; isMore: boolean }; depleted: { count: number; isMore: boolean }; short: { count: number; isMore: boolean } } | null; checkouts: { paying: { count: number; isMore: boolean; oldest: { cartId: string; since: string } | null } } | null; scheduled: { entries: { id: string; title: string | null; type: string; action: 'publish' | 'unpublish'; at: string; hasFailed: boolean }[]; isMore: boolean } | null; webhooks: { failing: number; count: number; subscriptions: { id: string; name: string; active: boolean; health: { subscriptionId: string; since: string; deliveries: { delivered: number; failed: number; cancelled: number }; successRate: number | null; attempts: { succeeded: number; failed: number; lastAt: string | null; p50Ms: number | null; p99Ms: number | null }; backlog: { ready: number; waiting: number; held: number }; oldestPendingSeconds: number | null; lastError: { at: string; failure: string; message: string; statusCode: number | null; deliveryId: string } | null; lookedAt: { deliveries: number; allDeliveries: boolean; attempts: number; allAttempts: boolean } } }[]; notices: { id: string; kind: string; subject: { type: string; id: string }; message: string; createdAt: string; readAt: string | null }[] } | null; keys: { hasAny: boolean; expiring: { id: string; label: string; expiresAt: string }[] } | null } };
  };
  /** The progress of an import. Needs role viewer, scope read:crm, module crm. */
  getImport: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_failed' | 'reject_all'; mapping: Record<string, string>; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; createCustomers: boolean; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency: string | null; rows: { total: number | null; done: number; failed: number }; orders: { placed: number; failed: number }; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null } };
  };
  /** The errors of an import, as a file. Needs role viewer, scope read:crm, module crm. */
  getImportErrors: {
    input: { path: { id: string }; query?: { format?: 'csv' | 'ndjson' } };
    answer: Response;
  };
  /** Get how orders meet the stock. Needs role viewer, scope read:inventory, module inventory. */
  getInventorySettings: {
    input: object;
    answer: { success: true; data: { importsTakeStock: boolean; version: number } };
  };
  /** Get an item with its levels. Needs role viewer, scope read:inventory, module inventory. */
  getItem: {
    input: { path: { sku: string } };
    answer: { success: true; data: { sku: string; product: { id: string; title: string; variantId: string; optionValues: string[] } | null; tracked: boolean; backorderLimit: number | null; lowAt: number | null; onHand: number; reserved: number; available: number; short: number; levels: { sku: string; locationId: string; onHand: number; reserved: number; available: number; short: number }[]; version: number; createdAt: string; updatedAt: string } };
  };
  /** Get a location. Needs role viewer, scope read:inventory, module inventory. */
  getLocation: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; name: string; code: string; address: Record<string, string | null> | null; priority: number; active: boolean; propertyIds: string[]; version: number; createdAt: string; updatedAt: string } };
  };
  /** Who am I?. Needs role viewer. */
  getMe: {
    input: object;
    answer: { success: true; data: { actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[] | null; locale: string | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout')[]; timeZone: string; currency: string; locale: string | null } } };
  };
  /** Get a file as browsers do, without a token. */
  getMediaFile: {
    input: { path: { tenantId: string; id: string; file: string }; query?: { v?: string; expires?: string; signature?: string } };
    answer: Response;
  };
  /** Prometheus metrics; in production only on METRICS_PORT. */
  getMetrics: {
    input: object;
    answer: Response;
  };
  /** This document. */
  getOpenapiJson: {
    input: object;
    answer: Record<string, unknown>;
  };
  /** Get an order with its lines. Needs role viewer, scope read:crm, module crm. */
  getOrder: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Orders as a file: any list of them. Needs role viewer, scope read:crm, module crm. */
  getOrderExport: {
    input: { query?: { sort?: 'createdAt' | 'total' | 'orderNumber'; order?: 'asc' | 'desc'; q?: string; status?: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | ('placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded')[]; paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided' | ('unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided')[]; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | ('storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp')[]; owed?: 'true'; customerId?: string; propertyId?: string; orderNumber?: string; createdFrom?: string; createdTo?: string; currency?: string; totalFrom?: number; totalTo?: number; metadataKey?: string; metadataValue?: string; format?: 'csv' | 'ndjson'; after?: string; rows?: 'orders' | 'lines' } };
    answer: Response;
  };
  /** The invoice of an order, as PDF. Needs role viewer, scope read:crm, module crm. */
  getOrderInvoice: {
    input: { path: { id: string } };
    answer: Response;
  };
  /** Orders and revenue by day, channel or currency. Needs role viewer, scope read:crm, module crm. */
  getOrderMetrics: {
    input: { query?: { from?: string; to?: string; by?: 'day' | 'channel' | 'currency' | 'day_and_channel'; compare?: boolean; timeZone?: string } };
    answer: { success: true; data: { timeZone: string; by: 'day' | 'channel' | 'currency' | 'day_and_channel'; from: string; to: string; totals: { currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[]; groups: { key: string | null; channel?: string | null; currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[]; before?: { from: string; to: string; totals: { currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[]; groups: { key: string | null; channel?: string | null; currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[] } } };
  };
  /** The packing slip of an order, as PDF. Needs role viewer, scope read:crm, module crm. */
  getOrderPackingSlip: {
    input: { path: { id: string } };
    answer: Response;
  };
  /** Get a price list. Needs role viewer, scope read:catalog, module catalog. */
  getPriceList: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; name: string; startsAt: string | null; endsAt: string | null; priority: number; customerTags: string[]; propertyIds: string[]; status: 'active' | 'archived'; currency: string; version: number; createdAt: string; updatedAt: string } };
  };
  /** Get a product. Needs role viewer, scope read:catalog, module catalog. */
  getProduct: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; title: string; handle: string; kind: 'physical' | 'digital' | 'service' | 'gift_card'; description: string | null; vendor: string | null; productType: string | null; tags: string[]; options: { name: string; values: string[] }[]; media: string[]; categoryIds: string[]; propertyIds: string[]; taxCode: string | null; seo: { title: string | null; description: string | null } | null; translations: Record<string, { title?: string; description?: string; handle?: string }>; contentEntryId: string | null; metadata: Record<string, unknown>; status: 'draft' | 'active' | 'archived'; variantCount: number; priceRanges: { currency: string; from: number; to: number }[]; rating: { count: number; average: number | null }; version: number; variantsVersion: number; createdAt: string; updatedAt: string } };
  };
  /** All variants of a product, in order. Needs role viewer, scope read:catalog, module catalog. */
  getProductVariants: {
    input: { path: { id: string } };
    answer: { success: true; data: { productId: string; options: { name: string; values: string[] }[]; version: number; variants: { id: string; productId: string; sku: string; barcode: string | null; optionValues: string[]; prices: { currency: string; amount: number; compareAt: number | null }[]; weightGrams: number | null; dimensions: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping: boolean; taxCode: string | null; status: 'active' | 'archived'; metadata: Record<string, unknown>; position: number; version: number; createdAt: string; updatedAt: string }[] } };
  };
  /** Get a property. Needs role viewer, scope read:properties. */
  getProperty: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; name: string; domains: string[]; locales: string[]; isDefault: boolean; version: number; createdAt: string; updatedAt: string } };
  };
  /** Read a published entry by its slug or id. Needs role viewer, scope read:published, module content. */
  getPublishedEntry: {
    input: { path: { type: string; slug: string }; query?: { locale?: string; fields?: string; expand?: string; property?: string } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; locale: string; version: number; publishedAt: string | null; firstPublishedAt: string | null; fields: Record<string, unknown> } };
  };
  /** The database answers, is migrated, and work is not piling up unseen. */
  getReadyz: {
    input: object;
    answer: { success: true; data: { status: 'ready'; clock: { skewSeconds: number; isOff: boolean }; backlog?: { queue: string; waiting: number; oldestSeconds: number }[] } };
  };
  /** Get a redirect. Needs role viewer, scope read:redirects, module redirects. */
  getRedirect: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; propertyId: string; from: string; to: string; statusCode: 301 | 302 | 307 | 308; match: 'exact' | 'prefix'; query: 'keep' | 'drop'; activeFrom: string | null; activeUntil: string | null; notes: string | null; chain: string[]; hits: number; lastHitAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Redirects as a file: any list of them, newest first. Needs role viewer, scope read:redirects, module redirects. */
  getRedirectExport: {
    input: { query?: { propertyId?: string; from?: string; format?: 'csv' | 'ndjson'; after?: string } };
    answer: Response;
  };
  /** A request; if it failed, with what was sent and answered. Needs role admin. */
  getRequest: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; requestId: string; at: string; keyId: string; keyLabel: string | null; method: string; route: string | null; path: string; status: number; durationMs: number; errorCode: string | null; query: string | null; body: string | null; answer: string | null; docsUrl: string | null } };
  };
  /** Get a shipping option. Needs role viewer, scope read:checkout, module checkout. */
  getShippingOption: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; name: string; currency: string; countries: string[]; basis: 'subtotal' | 'weight'; tiers: { from: number; amount: number }[]; position: number; active: boolean; version: number; createdAt: string; updatedAt: string } };
  };
  /** Get the cart with the prices of now. Needs cartToken, module checkout. */
  getStorefrontCart: {
    input: object;
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string } };
  };
  /** Get the latest checkout of the cart. Needs cartToken, module checkout. */
  getStorefrontCheckout: {
    input: object;
    answer: { success: true; data: { id: string; cartId: string; orderId: string; orderNumber: string | null; state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; currency: string; contact: { email: string | null; phone: string | null }; shippingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; billingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; shippingOption: { id: string; name: string; amount: number } | null; options: { id: string; name: string; amount: number }[]; payment: { methodId: string | null; name: string | null; instructions: string | null }; paymentMethods: { id: string; name: string; instructions: string | null }[]; lines: { key: string; variantId: string; sku: string; name: string; quantity: number; unitPrice: number; amount: number; discount: number; tax: number }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; totals: { subtotal: number; discount: number; shipping: number; tax: number; taxIncluded: boolean; total: number } | null; problems: { code: string; message: string; lineKey?: string }[]; expiresAt: string; version: number; createdAt: string; updatedAt: string; frozenAt: string | null; completedAt: string | null; endedAt: string | null } };
  };
  /** Get a storefront key. Needs role admin. */
  getStorefrontKey: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; key: string; label: string; propertyId: string; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number } };
  };
  /** Get an order of the customer, or that of an order link. Needs customerSession or orderLink, module checkout. */
  getStorefrontOrder: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: string; paymentStatus: string; currency: string; subtotal: number; discountTotal: number; shippingTotal: number; taxTotal: number; total: number; items: { sku: string; name: string; quantity: number; unitPrice: number; amount: number }[]; shippingAddress: Record<string, string | null> | null; billingAddress: Record<string, string | null> | null; customerNote: string | null; createdAt: string } };
  };
  /** Get the order that the cart became. Needs cartToken, module checkout. */
  getStorefrontOrderOfCart: {
    input: object;
    answer: { success: true; data: { id: string; orderNumber: string; status: string; paymentStatus: string; currency: string; subtotal: number; discountTotal: number; shippingTotal: number; taxTotal: number; total: number; items: { sku: string; name: string; quantity: number; unitPrice: number; amount: number }[]; shippingAddress: Record<string, string | null> | null; billingAddress: Record<string, string | null> | null; customerNote: string | null; createdAt: string } };
  };
  /** Read a product of the site by its handle. Needs publishableKey or bearer or cartToken or customerSession, module catalog. */
  getStorefrontProduct: {
    input: { path: { handle: string }; query?: { locale?: string; currency?: string } };
    answer: { success: true; data: { id: string; handle: string; title: string; kind: 'physical' | 'digital' | 'service' | 'gift_card'; vendor: string | null; productType: string | null; tags: string[]; media: { id: string; url: string }[]; categoryIds: string[]; rating: { count: number; average: number | null }; currency: string; price: { from: number; to: number; compareAt: number | null } | null; availability: 'in_stock' | 'low' | 'backorder' | 'sold_out'; description: string | null; options: { name: string; values: string[] }[]; seo: { title: string | null; description: string | null } | null; variants: { id: string; sku: string; optionValues: string[]; price: { amount: number; compareAt: number | null } | null; availability: 'in_stock' | 'low' | 'backorder' | 'sold_out' }[]; updatedAt: string } };
  };
  /** The shop: what its pages need first. Needs publishableKey or bearer or cartToken or customerSession. */
  getStorefrontShop: {
    input: object;
    answer: { success: true; data: { name: string; property: { id: string; name: string }; currencies: string[]; locales: string[]; locale: string | null; timeZone: string; time: string } };
  };
  /** Get a tax rate. Needs role viewer, scope read:checkout, module checkout. */
  getTaxRate: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; name: string; country: string; region: string | null; taxCode: string | null; percent: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Your tenant and its settings. Needs role viewer. */
  getTenant: {
    input: object;
    answer: { success: true; data: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout')[]; timeZone: string; currency: string; locale: string | null; address: { line1?: string | null; line2?: string | null; postalCode?: string | null; city?: string | null; region?: string | null; country?: string | null } | null; taxNumber: string | null; logoAssetId: string | null; version: number } };
  };
  /** The roles that need a second factor. Needs role admin. */
  getTenantSecondFactor: {
    input: object;
    answer: { success: true; data: { roles: ('viewer' | 'editor' | 'admin' | 'owner')[] } };
  };
  /** The usage and the quotas of your tenant. Needs role viewer. */
  getUsage: {
    input: object;
    answer: { success: true; data: { kind: 'files' | 'imports' | 'answers' | 'entries' | 'redirects' | 'products' | 'items' | 'customers' | 'orders'; unit: 'bytes' | 'rows'; used: number; allowed: number | null }[] };
  };
  /** Get a variant. Needs role viewer, scope read:catalog, module catalog. */
  getVariant: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; productId: string; sku: string; barcode: string | null; optionValues: string[]; prices: { currency: string; amount: number; compareAt: number | null }[]; weightGrams: number | null; dimensions: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping: boolean; taxCode: string | null; status: 'active' | 'archived'; metadata: Record<string, unknown>; position: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Get a saved view. Needs role viewer. */
  getView: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; list: string; name: string; query: Record<string, string>; columns: string[] | null; isDefault: boolean; place: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** How many attempts succeeded and failed, by hour or by day. Needs role viewer, scope read:webhooks. */
  getWebhookAttempts: {
    input: { query?: { since?: string; until?: string; by?: 'hour' | 'day'; subscriptionId?: string; timeZone?: string } };
    answer: { success: true; data: { by: 'hour' | 'day'; timeZone: string; since: string; until: string; totals: { attempts: number; succeeded: number; failed: number }; points: { at: string; day: string; attempts: number; succeeded: number; failed: number }[] } };
  };
  /** A delivery with every attempt. Needs role viewer, scope read:webhooks. */
  getWebhookDelivery: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null; payloadExpungedAt: string | null; attempts: { attempt: number; startedAt: string; durationMs: number; timings: { dnsMs?: number; connectMs?: number; tlsMs?: number; firstByteMs?: number; totalMs?: number }; address: string | null; statusCode: number | null; failure: string | null; message: string; answerHeaders: Record<string, string>; answerBody: string; answerExpungedAt: string | null; signedBody: string | null }[] } };
  };
  /** The progress of a replay. Needs role viewer, scope read:webhooks. */
  getWebhookReplay: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; since: string; until: string; events: string[]; status: 'any' | 'delivered' | 'failed' | 'cancelled'; state: 'running' | 'done' | 'cancelled'; matched: number; queued: number; reachedAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Get a subscription. Needs role viewer. */
  getWebhookSubscription: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; filter: Record<string, (string | number | boolean | null)[]> | null; headerNames: string[]; active: boolean; failingSince: string | null; disabledAt: string | null; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; olderSecretsUntil: string[]; ordered: boolean; coalesceSeconds: number | null; publicKey: string | null; createdAt: string; updatedAt: string } };
  };
  /** The attempts of a subscription by hour. Needs role viewer, scope read:webhooks. */
  getWebhookSubscriptionAttempts: {
    input: { path: { id: string }; query?: { hours?: number } };
    answer: { success: true; data: { subscriptionId: string; hours: { at: string; succeeded: number; failed: number }[] } };
  };
  /** The health of a subscription. Needs role viewer, scope read:webhooks. */
  getWebhookSubscriptionHealth: {
    input: { path: { id: string }; query?: { hours?: number } };
    answer: { success: true; data: { subscriptionId: string; since: string; deliveries: { delivered: number; failed: number; cancelled: number }; successRate: number | null; attempts: { succeeded: number; failed: number; lastAt: string | null; p50Ms: number | null; p99Ms: number | null }; backlog: { ready: number; waiting: number; held: number }; oldestPendingSeconds: number | null; lastError: { at: string; failure: string; message: string; statusCode: number | null; deliveryId: string } | null; lookedAt: { deliveries: number; allDeliveries: boolean; attempts: number; allAttempts: boolean } } };
  };
  /** Import up to 10,000 counts from a file (CSV or NDJSON). Needs role editor, scope write:inventory, module inventory. */
  importCounts: {
    input: { query?: { reason?: string; errorPolicy?: 'reject_failed' | 'reject_all'; dryRun?: boolean }; contentType: 'text/csv' | 'application/x-ndjson'; body: string | Blob };
    answer: { success: true; data: { rows: number; counted: number; unchanged: number; created: number; failed: number; errors: { row: number; field: string; code: string; message: string }[] } };
  };
  /** Import up to 100,000 redirects from a file (CSV or NDJSON). Needs role editor, scope write:redirects, module redirects. */
  importRedirects: {
    input: { query?: { propertyId?: string; existing?: 'refuse' | 'skip' | 'replace'; errorPolicy?: 'reject_failed' | 'reject_all'; dryRun?: boolean }; contentType: 'text/csv' | 'application/x-ndjson'; body: string | Blob };
    answer: { success: true; data: { rows: number; created: number; replaced: number; unchanged: number; skipped: number; failed: number; errors: { row: number; field: string; code: string; message: string }[] } };
  };
  /** Accept an invitation with a new account, and set its password; then sign in with it. */
  joinByInvitation: {
    input: { body: { token: string; password: string } };
    answer: { success: true; data: { email: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; tenant: { name: string; slug: string }; expiresAt: string } };
  };
  /** How many requests were made with each key. Needs role admin. */
  listApiKeyUsage: {
    input: { query?: { hours?: number } };
    answer: { success: true; data: { keyId: string; requests: number; failures: number }[] };
  };
  /** List API keys. Needs role admin. */
  listApiKeys: {
    input: { query?: { limit?: number; cursor?: string; state?: 'active' | 'expired' | 'revoked'; scope?: 'read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront' } };
    answer: { success: true; data: { id: string; keyId: string; label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[]; expiresAt: string | null; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number; replaces: string | null; replacedBy: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List folders. Needs role viewer, scope read:media, module media. */
  listAssetFolders: {
    input: object;
    answer: { success: true; data: { folder: string; assets: number }[] };
  };
  /** List assets. Needs role viewer, scope read:media, module media. */
  listAssets: {
    input: { query?: { limit?: number; cursor?: string; folder?: string; tag?: string; kind?: 'image' | 'video' | 'audio' | 'document' | 'other'; status?: 'uploaded' | 'processing' | 'ready' | 'failed'; q?: string } };
    answer: { success: true; data: { id: string; status: 'uploaded' | 'processing' | 'ready' | 'failed'; failure: string | null; kind: 'image' | 'video' | 'audio' | 'document' | 'other'; type: string; size: number; sha256: string; filename: string; title: string; alt: string; tags: string[]; folder: string; visibility: 'public' | 'private'; focalPoint: { x: number; y: number }; width: number | null; height: number | null; placeholder: string | null; dominantColor: string | null; url: string | null; derivatives: { name: 'thumbnail' | 'small' | 'medium' | 'large'; format: 'webp' | 'avif'; width: number; height: number; size: number; url: string | null }[]; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** Changes and their actors. Needs role admin. */
  listAuditLog: {
    input: { query?: { limit?: number; cursor?: string; action?: string; actorId?: string; subjectType?: string; subjectId?: string; since?: string; until?: string } };
    answer: { success: true; data: { id: string; at: string; actor: { type: string; id: string | null; name: string }; action: string; subject: { type: string; id: string }; details: Record<string, unknown> }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** Your sign-ins, in every tenant you work for, the latest used first. Needs role viewer. */
  listAuthSessions: {
    input: object;
    answer: { success: true; data: { id: string; tenant: { id: string; name: string; slug: string }; address: string | null; userAgent: string | null; createdAt: string; lastUsedAt: string; current: boolean }[] };
  };
  /** The tenants you work for, the one joined first at the top. Needs role viewer. */
  listAuthTenants: {
    input: object;
    answer: { success: true; data: { id: string; name: string; slug: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; current: boolean }[] };
  };
  /** List carts. Needs role viewer, scope read:checkout, module checkout. */
  listCarts: {
    input: { query?: { limit?: number; cursor?: string; state?: 'active' | 'abandoned' | 'completed'; customerId?: string; contactable?: 'true' } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; customerId: string | null; email: string | null; lineCount: number; quantity: number; subtotal: number; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List imports of products. Needs role viewer, scope read:catalog, module catalog. */
  listCatalogImports: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_failed' | 'reject_all'; mapping: Record<string, string>; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; existing: 'update' | 'skip' | 'refuse'; currency: string | null; rows: number; products: { created: number; updated: number; unchanged: number; failed: number }; variants: number; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List categories. Needs role viewer, scope read:catalog, module catalog. */
  listCategories: {
    input: { query?: { limit?: number; cursor?: string; parentId?: string } };
    answer: { success: true; data: { id: string; name: string; handle: string; parentId: string | null; path: string[]; position: number; translations: Record<string, { name?: string; handle?: string }>; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List checkouts. Needs role viewer, scope read:checkout, module checkout. */
  listCheckouts: {
    input: { query?: { limit?: number; cursor?: string; state?: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; cartId?: string } };
    answer: { success: true; data: { id: string; cartId: string; orderId: string; orderNumber: string | null; state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; currency: string; customerId: string | null; email: string | null; total: number | null; expiresAt: string; version: number; createdAt: string; updatedAt: string; paymentId: string | null; frozenAt: string | null; completedAt: string | null; endedAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List content types. Needs role viewer, scope read:content, module content. */
  listContentTypes: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; name: string; title: string; fields: Record<string, unknown>[]; version: number; changeId: string | null; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** A customer's orders, newest first. Needs role viewer, scope read:crm, module crm. */
  listCustomerOrders: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: string; paymentStatus: string; channel: string | null; currency: string; total: number; createdAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** The history of a customer and of all their orders, newest first. Needs role viewer, scope read:crm, module crm. */
  listCustomerTimeline: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; about: 'order' | 'customer'; action: 'placed' | 'payment' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | 'edited' | 'commented' | 'created' | 'archived' | 'unarchived' | 'merged' | 'erased'; at: string; actor: { type: string; id: string | null; name: string } | null; order: { id: string; orderNumber: string; currency: string; total: number } | null; details: { tracking?: { carrier?: string; number?: string; url?: string }; amount?: number; outcome?: 'succeeded' | 'failed'; method?: string; reference?: string; reason?: string; comment?: string; fields?: string[]; from?: string } }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List and search customers, newest first. Needs role viewer, scope read:crm, module crm. */
  listCustomers: {
    input: { query?: { limit?: number; cursor?: string; sort?: 'createdAt' | 'name' | 'lastOrderAt'; order?: 'asc' | 'desc'; type?: 'person' | 'company'; tag?: string; email?: string; phone?: string; externalId?: string; companyId?: string; archived?: 'false' | 'true' | 'all'; createdFrom?: string; createdTo?: string; q?: string; expand?: 'orders' } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string; orders?: { count: number; isExact: boolean; lastOrderAt: string | null; revenue: { currency: string; amount: number }[] | null } }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List discounts. Needs role viewer, scope read:checkout, module checkout. */
  listDiscounts: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; code: string; kind: 'percent' | 'amount' | 'free_shipping'; value: number; currency: string | null; minSubtotal: number | null; productIds: string[]; categoryIds: string[]; startsAt: string | null; endsAt: string | null; maxUses: number | null; maxUsesPerCustomer: number | null; active: boolean; used: number; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List, filter, sort and search entries. Needs role viewer, scope read:content, module content. */
  listEntries: {
    input: { query?: { limit?: number; cursor?: string; q?: string; where?: string; sort?: string; order?: 'asc' | 'desc'; locale?: string; type?: string; status?: 'draft' | 'published' | 'changed' | 'deleted'; propertyId?: string; scheduled?: boolean } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List the entries that refer to this one. Needs role viewer, scope read:content, module content. */
  listEntryReferences: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; field: string; stage: 'draft' | 'published'; places: { field: string; stage: 'draft' | 'published' }[] }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List the revisions of an entry, latest first. Needs role viewer, scope read:content, module content. */
  listEntryRevisions: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { version: number; reason: 'created' | 'saved' | 'restored' | 'migrated'; propertyId: string | null; author: { type: string; id: string | null; name: string }; createdAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** Every event type the platform knows. Needs role viewer. */
  listEventTypes: {
    input: object;
    answer: { success: true; data: { type: string; topic: string; description: string; subscribable: boolean; schema: Record<string, unknown>; example: Record<string, unknown> }[] };
  };
  /** Events in the order they were committed, for receivers that pull. Needs role viewer, scope read:webhooks. */
  listEvents: {
    input: { query?: { limit?: number; after?: string; types?: string } };
    answer: { success: true; data: { id: string; type: string; data: Record<string, unknown>; createdAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List imports. Needs role viewer, scope read:crm, module crm. */
  listImports: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_failed' | 'reject_all'; mapping: Record<string, string>; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; createCustomers: boolean; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency: string | null; rows: { total: number | null; done: number; failed: number }; orders: { placed: number; failed: number }; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List items by SKU. Needs role viewer, scope read:inventory, module inventory. */
  listItems: {
    input: { query?: { limit?: number; cursor?: string; state?: 'low' | 'depleted' | 'short'; sku?: string; skus?: string; q?: string; locationId?: string } };
    answer: { success: true; data: { sku: string; product: { id: string; title: string; variantId: string; optionValues: string[] } | null; tracked: boolean; backorderLimit: number | null; lowAt: number | null; onHand: number; reserved: number; available: number; short: number; levels: { sku: string; locationId: string; onHand: number; reserved: number; available: number; short: number }[]; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List locations. Needs role viewer, scope read:inventory, module inventory. */
  listLocations: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; name: string; code: string; address: Record<string, string | null> | null; priority: number; active: boolean; propertyIds: string[]; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List modules. Needs role admin. */
  listModules: {
    input: object;
    answer: { success: true; data: { name: 'crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout'; active: boolean }[] };
  };
  /** List movements of stock, newest first. Needs role viewer, scope read:inventory, module inventory. */
  listMovements: {
    input: { query?: { limit?: number; cursor?: string; sku?: string; orderId?: string } };
    answer: { success: true; data: { id: string; sku: string; locationId: string; seq: number; kind: 'received' | 'adjusted' | 'counted' | 'moved' | 'shipped' | 'returned'; change: number; before: number; after: number; reason: string | null; orderId: string | null; returnId: string | null; by: { type: string; id: string | null; name: string }; at: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** Notices that need attention, newest first. Needs role viewer, scope read:webhooks. */
  listNotices: {
    input: { query?: { limit?: number; cursor?: string; unread?: boolean } };
    answer: { success: true; data: { id: string; kind: string; subject: { type: string; id: string }; message: string; createdAt: string; readAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** The history of an order, with the actor of each entry. Needs role viewer, scope read:crm, module crm. */
  listOrderTimeline: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { version: number; action: 'placed' | 'payment' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | 'edited' | 'commented' | 'merged' | 'erased'; at: string; actor: { type: string; id: string | null; name: string } | null; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; details: { items?: { line: number; quantity: number }[]; tracking?: { carrier?: string; number?: string; url?: string }; amount?: number; outcome?: 'succeeded' | 'failed'; method?: string; reference?: string; reason?: string; comment?: string; fields?: string[]; from?: string; to?: string } }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List and search orders. Needs role viewer, scope read:crm, module crm. */
  listOrders: {
    input: { query?: { limit?: number; cursor?: string; sort?: 'createdAt' | 'total' | 'orderNumber'; order?: 'asc' | 'desc'; q?: string; status?: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | ('placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded')[]; paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided' | ('unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided')[]; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | ('storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp')[]; owed?: 'true'; customerId?: string; propertyId?: string; orderNumber?: string; createdFrom?: string; createdTo?: string; currency?: string; totalFrom?: number; totalTo?: number; metadataKey?: string; metadataValue?: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: string; paymentStatus: string; customerId: string; customerName: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; total: number; balance: number; lineCount: number; createdAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** The orders whose lines name the product, a variant of it, or only its SKU, those entered last first. Needs role viewer, scope read:catalog, module catalog. */
  listOrdersOfProduct: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: string; currency: string; createdAt: string; lines: { variantId: string | null; sku: string; name: string; quantity: number; unitPrice: number }[] }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List the entries of a price list, by variant and quantity. Needs role viewer, scope read:catalog, module catalog. */
  listPriceListEntries: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { variantId: string; productId: string; title: string; optionValues: string[]; sku: string; minQuantity: number; amount: number }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List price lists. Needs role viewer, scope read:catalog, module catalog. */
  listPriceLists: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; name: string; startsAt: string | null; endsAt: string | null; priority: number; customerTags: string[]; propertyIds: string[]; status: 'active' | 'archived'; currency: string; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List, filter, sort and search products. Needs role viewer, scope read:catalog, module catalog. */
  listProducts: {
    input: { query?: { limit?: number; cursor?: string; status?: 'draft' | 'active' | 'archived'; kind?: 'physical' | 'digital' | 'service' | 'gift_card'; categoryId?: string; tag?: string; vendor?: string; type?: string; propertyId?: string; currency?: string; priceFrom?: number; priceTo?: number; q?: string; sku?: string; sort?: 'new' | 'title' | 'price' | 'updatedAt'; order?: 'asc' | 'desc' } };
    answer: { success: true; data: { id: string; title: string; handle: string; kind: 'physical' | 'digital' | 'service' | 'gift_card'; vendor: string | null; productType: string | null; tags: string[]; media: string[]; categoryIds: string[]; propertyIds: string[]; status: 'draft' | 'active' | 'archived'; variantCount: number; priceRanges: { currency: string; from: number; to: number }[]; rating: { count: number; average: number | null }; version: number; variantsVersion: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List properties. Needs role viewer, scope read:properties. */
  listProperties: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; name: string; domains: string[]; locales: string[]; isDefault: boolean; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List a property's domains, and how to prove each. Needs role viewer, scope read:properties. */
  listPropertyDomains: {
    input: { path: { id: string } };
    answer: { success: true; data: { domain: string; verified: boolean; verifiedAt: string | null; record: { type: 'TXT'; name: string; value: string } }[] };
  };
  /** List, filter, sort and search the published entries of a type. Needs role viewer, scope read:published, module content. */
  listPublishedEntries: {
    input: { path: { type: string }; query?: { limit?: number; cursor?: string; q?: string; where?: string; sort?: string; order?: 'asc' | 'desc'; locale?: string; fields?: string; expand?: string; property?: string } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; locale: string; version: number; publishedAt: string | null; firstPublishedAt: string | null; fields: Record<string, unknown> }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List redirects. Needs role viewer, scope read:redirects, module redirects. */
  listRedirects: {
    input: { query?: { limit?: number; cursor?: string; propertyId?: string; from?: string; q?: string } };
    answer: { success: true; data: { id: string; propertyId: string; from: string; to: string; statusCode: 301 | 302 | 307 | 308; match: 'exact' | 'prefix'; query: 'keep' | 'drop'; activeFrom: string | null; activeUntil: string | null; notes: string | null; chain: string[]; hits: number; lastHitAt: string | null; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List requests that were made with API keys, newest first. Needs role admin. */
  listRequests: {
    input: { query?: { limit?: number; cursor?: string; keyId?: string; method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path?: string; status?: '2xx' | '3xx' | '4xx' | '5xx' | 'failed'; requestId?: string; since?: string; until?: string } };
    answer: { success: true; data: { id: string; requestId: string; at: string; keyId: string; keyLabel: string | null; method: string; route: string | null; path: string; status: number; durationMs: number; errorCode: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List reservations, those of the latest orders first. Needs role viewer, scope read:inventory, module inventory. */
  listReservations: {
    input: { query?: { limit?: number; cursor?: string; sku?: string; orderId?: string } };
    answer: { success: true; data: { orderId: string; sku: string; locationId: string; quantity: number; shipped: number; expiresAt: string | null; holder: 'checkout' | 'order' }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List shipping options. Needs role viewer, scope read:checkout, module checkout. */
  listShippingOptions: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; name: string; currency: string; countries: string[]; basis: 'subtotal' | 'weight'; tiers: { from: number; amount: number }[]; position: number; active: boolean; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** Items that were sold lately, to suggest them for a new order. Needs role viewer, scope read:crm, module crm. */
  listSoldItems: {
    input: { query?: { q?: string; limit?: number } };
    answer: { success: true; data: { sku: string; name: string; unitPrice: number; currency: string; soldAt: string }[] };
  };
  /** List staff, and who is invited. Needs role admin. */
  listStaff: {
    input: { query?: { limit?: number; cursor?: string; status?: 'invited' | 'joined' } };
    answer: { success: true; data: { id: string; email: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; status: 'invited' | 'joined'; createdAt: string; invitationExpiresAt: string | null; lastSeenAt: string | null; hasSecondFactor: boolean }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** The tree of categories, each behind the one that it is under. Needs publishableKey or bearer or cartToken or customerSession, module catalog. */
  listStorefrontCategories: {
    input: { query?: { limit?: number; cursor?: string; locale?: string } };
    answer: { success: true; data: { id: string; name: string; handle: string; parentId: string | null; position: number }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List storefront keys. Needs role admin. */
  listStorefrontKeys: {
    input: { query?: { limit?: number; cursor?: string; propertyId?: string; state?: 'active' | 'revoked' } };
    answer: { success: true; data: { id: string; key: string; label: string; propertyId: string; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List the orders of the customer, newest first. Needs customerSession, module checkout. */
  listStorefrontOrders: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: string; paymentStatus: string; currency: string; total: number; createdAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** Browse the products of the site. Needs publishableKey or bearer or cartToken or customerSession, module catalog. */
  listStorefrontProducts: {
    input: { query?: { limit?: number; cursor?: string; locale?: string; currency?: string; category?: string; tag?: string; vendor?: string; type?: string; priceFrom?: number; priceTo?: number; available?: 'true'; q?: string; sort?: 'new' | 'title' | 'price'; order?: 'asc' | 'desc' } };
    answer: { success: true; data: { id: string; handle: string; title: string; kind: 'physical' | 'digital' | 'service' | 'gift_card'; vendor: string | null; productType: string | null; tags: string[]; media: { id: string; url: string }[]; categoryIds: string[]; rating: { count: number; average: number | null }; currency: string; price: { from: number; to: number; compareAt: number | null } | null; availability: 'in_stock' | 'low' | 'backorder' | 'sold_out'; options: { name: string; values: string[] }[] }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List tax rates. Needs role viewer, scope read:checkout, module checkout. */
  listTaxRates: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; name: string; country: string; region: string | null; taxCode: string | null; percent: number; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List variants, newest first, or those with given SKUs. Needs role viewer, scope read:catalog, module catalog. */
  listVariants: {
    input: { query?: { limit?: number; cursor?: string; sku?: string } };
    answer: { success: true; data: { id: string; productId: string; sku: string; barcode: string | null; optionValues: string[]; prices: { currency: string; amount: number; compareAt: number | null }[]; weightGrams: number | null; dimensions: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping: boolean; taxCode: string | null; status: 'active' | 'archived'; metadata: Record<string, unknown>; position: number; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List saved views. Needs role viewer. */
  listViews: {
    input: { query?: { limit?: number; cursor?: string; list?: string } };
    answer: { success: true; data: { id: string; list: string; name: string; query: Record<string, string>; columns: string[] | null; isDefault: boolean; place: number; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List deliveries, those of the newest events first. Needs role viewer, scope read:webhooks. */
  listWebhookDeliveries: {
    input: { query?: { limit?: number; cursor?: string; order?: 'desc' | 'asc'; subscriptionId?: string; eventId?: string; eventType?: string; status?: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; statusCode?: string; failure?: 'status' | 'redirect' | 'timeout' | 'dns' | 'address_refused' | 'connect' | 'tls' | 'reset' | 'protocol' | 'other'; q?: string; since?: string; until?: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null; subscriptionName: string | null; subscriptionUrl: string | null; object: { id: string; label: string | null } | null; lastAttempt: { at: string; statusCode: number | null; failure: string | null; message: string } | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List replays of a subscription. Needs role viewer, scope read:webhooks. */
  listWebhookSubscriptionReplays: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; since: string; until: string; events: string[]; status: 'any' | 'delivered' | 'failed' | 'cancelled'; state: 'running' | 'done' | 'cancelled'; matched: number; queued: number; reachedAt: string | null; createdAt: string; finishedAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List subscriptions. Needs role viewer. */
  listWebhookSubscriptions: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; filter: Record<string, (string | number | boolean | null)[]> | null; headerNames: string[]; active: boolean; failingSince: string | null; disabledAt: string | null; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; olderSecretsUntil: string[]; ordered: boolean; coalesceSeconds: number | null; publicKey: string | null; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** Who invites, with which role. */
  lookUpInvitation: {
    input: { body: { token: string } };
    answer: { success: true; data: { email: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; tenant: { name: string; slug: string }; expiresAt: string } };
  };
  /** Merge a duplicate into this customer. Needs role editor, scope write:crm, module crm. */
  mergeCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { from: string } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string; inProgress?: { kind: 'merge' | 'erase'; from: string | null; orders: { done: number; left: number }; since: string }[] } };
  };
  /** Rename or move a folder with all that is in it. Needs role editor, scope write:media, module media. */
  moveAssetFolder: {
    input: { query?: { dryRun?: boolean }; body: { from: string; to: string } };
    answer: { success: true; data: { folder: string; moved: number } };
  };
  /** Let another location ship what an order has reserved. Needs role editor, scope write:inventory, module inventory. */
  moveReservation: {
    input: { path: { orderId: string }; query?: { dryRun?: boolean }; body: { sku: string; from: string; to: string } };
    answer: { success: true; data: { orderId: string; sku: string; locationId: string; quantity: number; shipped: number; expiresAt: string | null; holder: 'checkout' | 'order' }[] };
  };
  /** See a draft as it would be published. */
  previewEntry: {
    input: { path: { token: string }; query?: { locale?: string; fields?: string; expand?: string } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; locale: string; version: number; publishedAt: string | null; firstPublishedAt: string | null; fields: Record<string, unknown> } };
  };
  /** Publish the draft of an entry. Needs role editor, scope write:content, module content. */
  publishEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { broken?: 'allow' } | null };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null; warnings: { path: string; code: string; message: string }[] } };
  };
  /** The prices of up to 500 lines; nothing is stored. Needs role viewer, scope read:catalog, module catalog. */
  quotePrices: {
    input: { query?: { dryRun?: boolean }; body: { currency: string; propertyId?: string; customerTags?: string[]; at?: string; lines: { variantId?: string; sku?: string; quantity?: number }[] } };
    answer: { success: true; data: { currency: string; lines: { variantId: string; quantity: number; unitPrice: number; compareAt: number | null; priceListId: string | null; minQuantity: number; amount: number }[]; subtotal: number } };
  };
  /** Mark a notice as read. Needs role editor, scope write:webhooks. */
  readNotice: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; kind: string; subject: { type: string; id: string }; message: string; createdAt: string; readAt: string | null } };
  };
  /** Get the cart of a recovery link, with a token. Needs publishableKey or bearer or customerSession, module checkout. */
  recoverStorefrontCart: {
    input: { path: { token: string } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string; token: string } };
  };
  /** Exchange the refresh cookie for a new access token. */
  refresh: {
    input: object;
    answer: { success: true; data: { accessToken: string; tokenType: 'Bearer'; expiresIn: number; actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[] | null; locale: string | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout')[]; timeZone: string; currency: string; locale: string | null }; secondFactorNeeded?: true } };
  };
  /** Refund all or some of what was paid. Needs role editor, scope write:crm, module crm. */
  refundOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { amount?: number; reason?: string } | null };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Remove a second factor. Needs role viewer. */
  removeSecondFactor: {
    input: { path: { id: string }; body: { password: string } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Remove a discount code from the cart. Needs cartToken, module checkout. */
  removeStorefrontCartCode: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string } };
  };
  /** Make new recovery codes; the former ones stop working. Needs role viewer. */
  renewRecoveryCodes: {
    input: { body: { password: string } };
    answer: { success: true; data: { recoveryCodes: string[] } };
  };
  /** Renew a customer session for another 60 minutes, for 30 days at most. Needs customerSession. */
  renewStorefrontSession: {
    input: object;
    answer: { success: true; data: { token: string; expiresAt: string; customerId: string; propertyId: string } };
  };
  /** Replace the settings of carts and checkouts. Needs role admin, scope write:checkout, module checkout. */
  replaceCheckoutSettings: {
    input: { query?: { dryRun?: boolean }; body: { holdMinutes: number; holdMostMinutes: number; abandonedAfterMinutes: number; guestCartDays: number; customerCartDays: number; pricesIncludeTax: boolean; shippingTaxed: boolean; paymentMethods: { id: string; name: string; instructions?: string | null }[]; recoveryUrl?: string | null } };
    answer: { success: true; data: { holdMinutes: number; holdMostMinutes: number; abandonedAfterMinutes: number; guestCartDays: number; customerCartDays: number; pricesIncludeTax: boolean; shippingTaxed: boolean; paymentMethods: { id: string; name: string; instructions?: string | null }[]; recoveryUrl: string | null; version: number } };
  };
  /** Say which locales content is written in. Needs role editor, scope write:content, module content. */
  replaceContentLocales: {
    input: { query?: { dryRun?: boolean }; body: { blank?: 'copy' | 'allow'; default: string; locales: { code: string; fallback?: string | null }[] } };
    answer: { success: true; data: { default: string; locales: { code: string; fallback: string | null }[]; blank: { type: string; count: number; first: string[] }[]; hidden: { type: string; count: number; first: string[]; locale: string }[] } };
  };
  /** Make or change a content type. Needs role editor, scope write:content, module content. */
  replaceContentType: {
    input: { path: { name: string }; query?: { dryRun?: boolean }; body: { title: string; fields: { name: string; kind: 'text' | 'richtext' | 'markdown' | 'number' | 'boolean' | 'datetime' | 'select' | 'slug' | 'media' | 'reference' | 'list' | 'group' | 'json'; label?: string; help?: string; required?: boolean; unique?: boolean; localised?: boolean; minLength?: number; maxLength?: number; pattern?: string; min?: number; max?: number; integer?: boolean; options?: string[]; multiple?: boolean; minItems?: number; maxItems?: number; types?: string[]; from?: string; of?: Record<string, unknown>; fields?: Record<string, unknown>[] }[]; migrate?: { rename?: Record<string, string>; drop?: string[]; default?: Record<string, unknown>; convert?: Record<string, 'strict' | 'lenient'> } } };
    answer: { success: true; data: { id: string; name: string; title: string; fields: Record<string, unknown>[]; version: number; changeId: string | null; createdAt: string; updatedAt: string } };
  };
  /** Set all variants of a product at once. Needs role editor, scope write:catalog, module catalog. */
  replaceProductVariants: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { options?: { name: string; values: string[] }[]; variants: { id?: string; sku: string; barcode?: string | null; optionValues?: string[]; prices?: { currency: string; amount: number; compareAt?: number | null }[]; weightGrams?: number | null; dimensions?: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping?: boolean; taxCode?: string | null; status?: 'active' | 'archived'; metadata?: Record<string, unknown> }[] } };
    answer: { success: true; data: { productId: string; options: { name: string; values: string[] }[]; version: number; variants: { id: string; productId: string; sku: string; barcode: string | null; optionValues: string[]; prices: { currency: string; amount: number; compareAt: number | null }[]; weightGrams: number | null; dimensions: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping: boolean; taxCode: string | null; status: 'active' | 'archived'; metadata: Record<string, unknown>; position: number; version: number; createdAt: string; updatedAt: string }[] } };
  };
  /** Send past events again. Needs role admin. */
  replayWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { since: string; until?: string; events?: string[]; status?: 'any' | 'delivered' | 'failed' | 'cancelled' } };
    answer: { success: true; data: { id: string; subscriptionId: string; since: string; until: string; events: string[]; status: 'any' | 'delivered' | 'failed' | 'cancelled'; state: 'running' | 'done' | 'cancelled'; matched: number; queued: number; reachedAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Send up to 100 deliveries that are over once more, with a result for each. Needs role admin. */
  resendWebhookDeliveries: {
    input: { query?: { dryRun?: boolean }; body: { ids: string[] } };
    answer: { success: true; data: { resent: number; refused: number; results: { id: string; status: 'resent' | 'refused'; deliveryId?: string; error?: { code: string; message: string } }[] } };
  };
  /** Send a delivery that is over once more, as a new one. Needs role admin. */
  resendWebhookDelivery: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** The target of a path, and the redirects on the way. Needs role viewer, scope read:redirects, module redirects. */
  resolveRedirect: {
    input: { query: { propertyId?: string; path: string; at?: string } };
    answer: { success: true; data: { propertyId: string; path: string; outcome: 'redirect' | 'nothing' | 'loop'; statusCode: 301 | 302 | 307 | 308 | null; location: string | null; chain: string[]; redirects: { id: string; propertyId: string; from: string; to: string; statusCode: 301 | 302 | 307 | 308; match: 'exact' | 'prefix'; query: 'keep' | 'drop'; activeFrom: string | null; activeUntil: string | null; notes: string | null; chain: string[]; hits: number; lastHitAt: string | null; version: number; createdAt: string; updatedAt: string }[] } };
  };
  /** Bring a deleted entry back as a draft. Needs role editor, scope write:content, module content. */
  restoreEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null } };
  };
  /** Make an earlier revision the draft again. Needs role editor, scope write:content, module content. */
  restoreEntryRevision: {
    input: { path: { id: string; version: number }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null } };
  };
  /** Make the next attempt of a delivery now, instead of at its time. Needs role admin. */
  retryWebhookDelivery: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Replace an API key by a new one with the same scopes. Needs role admin. */
  rotateApiKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { overlapHours?: number; expiresAt?: string | null } };
    answer: { success: true; data: { id: string; keyId: string; label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[]; expiresAt: string | null; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number; replaces: string | null; replacedBy: string | null; key: string | null; former: { id: string; keyId: string; label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[]; expiresAt: string | null; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number; replaces: string | null; replacedBy: string | null } } };
  };
  /** Replace the signing secret. Needs role admin. */
  rotateSecretWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { overlapHours?: number; revokeFormer?: boolean; signingSecret?: string } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; filter: Record<string, (string | number | boolean | null)[]> | null; headerNames: string[]; active: boolean; failingSince: string | null; disabledAt: string | null; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; olderSecretsUntil: string[]; ordered: boolean; coalesceSeconds: number | null; publicKey: string | null; createdAt: string; updatedAt: string } };
  };
  /** Set a time to publish an entry, or to take it down. Needs role editor, scope write:content, module content. */
  scheduleEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { at?: string | null; unpublishAt?: string | null } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null } };
  };
  /** Search everything, best first. Needs role viewer. */
  search: {
    input: { query: { q: string; entities?: 'customer' | 'order' | 'entry' | 'asset' | 'redirect' | 'product' | 'property' | ('customer' | 'order' | 'entry' | 'asset' | 'redirect' | 'product' | 'property')[]; limit?: number } };
    answer: { success: true; data: { entity: 'customer' | 'order' | 'entry' | 'asset' | 'redirect' | 'product' | 'property'; id: string; title: string; subtitle: string | null }[] };
  };
  /** Set a new password with a link, or with the token of password_change_required. */
  setPassword: {
    input: { body: { token: string; newPassword: string } };
    answer: { success: true; data: { changed: true } };
  };
  /** Set up to 1000 entries of a price list; others stay. Needs role editor, scope write:catalog, module catalog. */
  setPriceListEntries: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { entries: { variantId: string; minQuantity?: number; amount: number | null }[] } };
    answer: { success: true; data: { stored: number; deleted: number; unchanged: number; version: number } };
  };
  /** Set the quantity of a line; 0 removes it. Needs cartToken, module checkout. */
  setStorefrontCartLine: {
    input: { path: { key: string }; body: { quantity: number } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string } };
  };
  /** Get addresses of a private asset that work for a while. Needs role editor, scope read:media, module media. */
  signAsset: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { expiresIn?: number } };
    answer: { success: true; data: { url: string; derivatives: { name: string; format: string; url: string }[]; expiresAt: string } };
  };
  /** Sign a staff user in. */
  signIn: {
    input: { body: { email: string; password: string; tenant?: string } };
    answer: { success: true; data: { accessToken: string; tokenType: 'Bearer'; expiresIn: number; actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[] | null; locale: string | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout')[]; timeZone: string; currency: string; locale: string | null }; secondFactorNeeded?: true; alsoOpens?: { name: string; slug: string }[] } };
  };
  /** The second step of a sign-in that was answered with second_factor_required. */
  signInSecondFactor: {
    input: { body: { ticket: string; code?: string; recoveryCode?: string; passkey?: Record<string, unknown> } };
    answer: { success: true; data: { accessToken: string; tokenType: 'Bearer'; expiresIn: number; actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[] | null; locale: string | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout')[]; timeZone: string; currency: string; locale: string | null }; secondFactorNeeded?: true } };
  };
  /** End this sign-in. */
  signOut: {
    input: object;
    answer: { success: true; data: { signedOut: true } };
  };
  /** Start a checkout: hold the stock of the cart. Needs cartToken, module checkout. */
  startStorefrontCheckout: {
    input: object;
    answer: { success: true; data: { id: string; cartId: string; orderId: string; orderNumber: string | null; state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; currency: string; contact: { email: string | null; phone: string | null }; shippingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; billingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; shippingOption: { id: string; name: string; amount: number } | null; options: { id: string; name: string; amount: number }[]; payment: { methodId: string | null; name: string | null; instructions: string | null }; paymentMethods: { id: string; name: string; instructions: string | null }[]; lines: { key: string; variantId: string; sku: string; name: string; quantity: number; unitPrice: number; amount: number; discount: number; tax: number }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; totals: { subtotal: number; discount: number; shipping: number; tax: number; taxIncluded: boolean; total: number } | null; problems: { code: string; message: string; lineKey?: string }[]; expiresAt: string; version: number; createdAt: string; updatedAt: string; frozenAt: string | null; completedAt: string | null; endedAt: string | null } };
  };
  /** Go on in another of your tenants; the sign-in in this one ends. */
  switchTenant: {
    input: { body: { tenant: string } };
    answer: { success: true; data: { accessToken: string; tokenType: 'Bearer'; expiresIn: number; actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[] | null; locale: string | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout')[]; timeZone: string; currency: string; locale: string | null }; secondFactorNeeded?: true } };
  };
  /** Send the example of an event type. Needs role admin. */
  testWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { event: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Bring a customer back from the archive. Needs role editor, scope write:crm, module crm. */
  unarchiveCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Take an entry down. Needs role editor, scope write:content, module content. */
  unpublishEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { broken?: 'allow' } | null };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null; shownBy: { id: string; type: string; slug: string | null }[] } };
  };
  /** Forget what an entry is scheduled for. Needs role editor, scope write:content, module content. */
  unscheduleEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null } };
  };
  /** Change the label of an API key. Needs role admin. */
  updateApiKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { label: string } };
    answer: { success: true; data: { id: string; keyId: string; label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[]; expiresAt: string | null; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number; replaces: string | null; replacedBy: string | null } };
  };
  /** Change what is said about an asset. Needs role editor, scope write:media, module media. */
  updateAsset: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { title?: string; alt?: string; tags?: string[]; folder?: string; visibility?: 'public' | 'private'; focalPoint?: { x: number; y: number }; filename?: string; broken?: 'allow' } };
    answer: { success: true; data: { id: string; status: 'uploaded' | 'processing' | 'ready' | 'failed'; failure: string | null; kind: 'image' | 'video' | 'audio' | 'document' | 'other'; type: string; size: number; sha256: string; filename: string; title: string; alt: string; tags: string[]; folder: string; visibility: 'public' | 'private'; focalPoint: { x: number; y: number }; width: number | null; height: number | null; placeholder: string | null; dominantColor: string | null; url: string | null; derivatives: { name: 'thumbnail' | 'small' | 'medium' | 'large'; format: 'webp' | 'avif'; width: number; height: number; size: number; url: string | null }[]; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change a category, or move it with all below it. Needs role editor, scope write:catalog, module catalog. */
  updateCategory: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; handle?: string; parentId?: string | null; position?: number; translations?: Record<string, { name?: string; handle?: string }> } };
    answer: { success: true; data: { id: string; name: string; handle: string; parentId: string | null; path: string[]; position: number; translations: Record<string, { name?: string; handle?: string }>; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change a customer. Needs role editor, scope write:crm, module crm. */
  updateCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; emails?: string[]; phones?: string[]; addresses?: { label?: string | null; defaultShipping?: boolean; defaultBilling?: boolean; address: { line1?: string | null; city?: string | null } }[]; tags?: string[]; email?: string | null; phone?: string | null; notes?: string | null; externalId?: string | null; companyId?: string | null; metadata?: Record<string, unknown> | null } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change a discount. Needs role editor, scope write:checkout, module checkout. */
  updateDiscount: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { code?: string; kind?: 'percent' | 'amount' | 'free_shipping'; value?: number; currency?: string | null; minSubtotal?: number | null; productIds?: string[]; categoryIds?: string[]; startsAt?: string | null; endsAt?: string | null; maxUses?: number | null; maxUsesPerCustomer?: number | null; active?: boolean } };
    answer: { success: true; data: { id: string; code: string; kind: 'percent' | 'amount' | 'free_shipping'; value: number; currency: string | null; minSubtotal: number | null; productIds: string[]; categoryIds: string[]; startsAt: string | null; endsAt: string | null; maxUses: number | null; maxUsesPerCustomer: number | null; active: boolean; used: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change an entry's draft. Needs role editor, scope write:content, module content. */
  updateEntry: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { propertyId?: string | null; fields?: Record<string, unknown> } };
    answer: { success: true; data: { id: string; type: string; slug: string | null; propertyId: string | null; status: 'draft' | 'published' | 'changed' | 'deleted'; version: number; publishedVersion: number | null; fields: Record<string, unknown>; schedule: { publishAt: string | null; unpublishAt: string | null; failure: { action: 'publish' | 'unpublish'; at: string; failedAt: string; message: string; problems: { path: string; code: string; message: string }[] } | null }; createdAt: string; updatedAt: string; publishedAt: string | null; firstPublishedAt: string | null; deletedAt: string | null; restorableUntil: string | null } };
  };
  /** Change the rules of an item. Needs role editor, scope write:inventory, module inventory. */
  updateItem: {
    input: { path: { sku: string }; query?: { dryRun?: boolean }; body?: { tracked?: boolean; backorderLimit?: number | null; lowAt?: number | null } };
    answer: { success: true; data: { sku: string; product: { id: string; title: string; variantId: string; optionValues: string[] } | null; tracked: boolean; backorderLimit: number | null; lowAt: number | null; onHand: number; reserved: number; available: number; short: number; levels: { sku: string; locationId: string; onHand: number; reserved: number; available: number; short: number }[]; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change a location. Needs role admin, scope write:inventory, module inventory. */
  updateLocation: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; code?: string; address?: Record<string, string | null> | null; priority?: number; active?: boolean; propertyIds?: string[] } };
    answer: { success: true; data: { id: string; name: string; code: string; address: Record<string, string | null> | null; priority: number; active: boolean; propertyIds: string[]; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change your name or your formats in this tenant; for members of the staff. Needs role viewer. */
  updateMe: {
    input: { query?: { dryRun?: boolean }; body?: { name?: string; locale?: string | null } };
    answer: { success: true; data: { actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'read:published' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:catalog' | 'write:catalog' | 'read:properties' | 'write:properties' | 'read:webhooks' | 'write:webhooks' | 'read:inventory' | 'write:inventory' | 'read:checkout' | 'write:checkout' | 'write:storefront')[] | null; locale: string | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout')[]; timeZone: string; currency: string; locale: string | null } } };
  };
  /** Change notes, addresses or metadata. Needs role editor, scope write:crm, module crm. */
  updateOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { customerNote?: string | null; internalNote?: string | null; shippingAddress?: { line1?: string | null; city?: string | null } | null; billingAddress?: { line1?: string | null; city?: string | null } | null; metadata?: Record<string, unknown> | null } };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Change a price list. Needs role editor, scope write:catalog, module catalog. */
  updatePriceList: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; startsAt?: string | null; endsAt?: string | null; priority?: number; customerTags?: string[]; propertyIds?: string[]; status?: 'active' | 'archived' } };
    answer: { success: true; data: { id: string; name: string; startsAt: string | null; endsAt: string | null; priority: number; customerTags: string[]; propertyIds: string[]; status: 'active' | 'archived'; currency: string; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change a product. Needs role editor, scope write:catalog, module catalog. */
  updateProduct: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { title?: string; handle?: string; kind?: 'physical' | 'digital' | 'service' | 'gift_card'; description?: string | null; vendor?: string | null; productType?: string | null; tags?: string[]; options?: { name: string; values: string[] }[]; media?: string[]; categoryIds?: string[]; propertyIds?: string[]; taxCode?: string | null; seo?: { title?: string | null; description?: string | null } | null; translations?: Record<string, { title?: string; description?: string; handle?: string }>; contentEntryId?: string | null; metadata?: Record<string, unknown> } };
    answer: { success: true; data: { id: string; title: string; handle: string; kind: 'physical' | 'digital' | 'service' | 'gift_card'; description: string | null; vendor: string | null; productType: string | null; tags: string[]; options: { name: string; values: string[] }[]; media: string[]; categoryIds: string[]; propertyIds: string[]; taxCode: string | null; seo: { title: string | null; description: string | null } | null; translations: Record<string, { title?: string; description?: string; handle?: string }>; contentEntryId: string | null; metadata: Record<string, unknown>; status: 'draft' | 'active' | 'archived'; variantCount: number; priceRanges: { currency: string; from: number; to: number }[]; rating: { count: number; average: number | null }; version: number; variantsVersion: number; createdAt: string; updatedAt: string } };
  };
  /** Change a property. Needs role editor, scope write:properties. */
  updateProperty: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; domains?: string[]; locales?: string[]; isDefault?: boolean } };
    answer: { success: true; data: { id: string; name: string; domains: string[]; locales: string[]; isDefault: boolean; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change a redirect. Needs role editor, scope write:redirects, module redirects. */
  updateRedirect: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { from?: string; to?: string; statusCode?: 301 | 302 | 307 | 308; match?: 'exact' | 'prefix'; query?: 'keep' | 'drop'; activeFrom?: string | null; activeUntil?: string | null; notes?: string | null } };
    answer: { success: true; data: { id: string; propertyId: string; from: string; to: string; statusCode: 301 | 302 | 307 | 308; match: 'exact' | 'prefix'; query: 'keep' | 'drop'; activeFrom: string | null; activeUntil: string | null; notes: string | null; chain: string[]; hits: number; lastHitAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change a shipping option. Needs role editor, scope write:checkout, module checkout. */
  updateShippingOption: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; currency?: string; countries?: string[]; basis?: 'subtotal' | 'weight'; tiers?: { from: number; amount: number }[]; position?: number; active?: boolean } };
    answer: { success: true; data: { id: string; name: string; currency: string; countries: string[]; basis: 'subtotal' | 'weight'; tiers: { from: number; amount: number }[]; position: number; active: boolean; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change the role of a member; a higher role expires an invitation link. Needs role admin. */
  updateStaff: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { role: 'viewer' | 'editor' | 'admin' | 'owner' } };
    answer: { success: true; data: { id: string; email: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; status: 'invited' | 'joined'; createdAt: string; invitationExpiresAt: string | null } };
  };
  /** Change the contact, note, currency or attributes of the cart. Needs cartToken, module checkout. */
  updateStorefrontCart: {
    input: { body?: { email?: string | null; note?: string | null; currency?: string; locale?: string | null; attributes?: Record<string, string> | null } };
    answer: { success: true; data: { id: string; propertyId: string | null; currency: string; locale: string | null; customerId: string | null; email: string | null; lines: { key: string; variantId: string; productId: string | null; sku: string | null; name: string | null; quantity: number; unitPrice: number | null; amount: number | null; image: string | null; imageUrl: string | null; available: boolean; attributes: Record<string, string> | null }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; note: string | null; attributes: Record<string, string> | null; totals: { subtotal: number; discount: number; estimatedTax: number | null; total: number }; problems: { code: string; message: string; lineKey?: string }[]; state: 'active' | 'abandoned' | 'completed'; version: number; abandonedAt: string | null; createdAt: string; updatedAt: string } };
  };
  /** Change contact, addresses, shipping option or payment method. Needs cartToken, module checkout. */
  updateStorefrontCheckout: {
    input: { body?: { contact?: { email?: string | null; phone?: string | null }; shippingAddress?: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; billingAddress?: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; shippingOptionId?: string | null; paymentId?: string | null } };
    answer: { success: true; data: { id: string; cartId: string; orderId: string; orderNumber: string | null; state: 'open' | 'paying' | 'completed' | 'expired' | 'cancelled'; currency: string; contact: { email: string | null; phone: string | null }; shippingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; billingAddress: { name?: string | null; company?: string | null; line1: string; line2?: string | null; city: string; region?: string | null; postalCode?: string | null; country: string; phone?: string | null } | null; shippingOption: { id: string; name: string; amount: number } | null; options: { id: string; name: string; amount: number }[]; payment: { methodId: string | null; name: string | null; instructions: string | null }; paymentMethods: { id: string; name: string; instructions: string | null }[]; lines: { key: string; variantId: string; sku: string; name: string; quantity: number; unitPrice: number; amount: number; discount: number; tax: number }[]; discountCodes: { id: string; code: string; amount: number; applies: boolean }[]; totals: { subtotal: number; discount: number; shipping: number; tax: number; taxIncluded: boolean; total: number } | null; problems: { code: string; message: string; lineKey?: string }[]; expiresAt: string; version: number; createdAt: string; updatedAt: string; frozenAt: string | null; completedAt: string | null; endedAt: string | null } };
  };
  /** Change the label of a storefront key. Needs role admin. */
  updateStorefrontKey: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { label: string } };
    answer: { success: true; data: { id: string; key: string; label: string; propertyId: string; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; version: number } };
  };
  /** Change a tax rate. Needs role editor, scope write:checkout, module checkout. */
  updateTaxRate: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; country?: string; region?: string | null; taxCode?: string | null; percent?: number } };
    answer: { success: true; data: { id: string; name: string; country: string; region: string | null; taxCode: string | null; percent: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change your tenant: its name, time zone, currency, formats, address, tax number and logo. Needs role admin. */
  updateTenant: {
    input: { query?: { dryRun?: boolean }; body?: { name?: string; timeZone?: string; currency?: string; locale?: string | null; address?: { line1?: string | null; line2?: string | null; postalCode?: string | null; city?: string | null; region?: string | null; country?: string | null } | null; taxNumber?: string | null; logoAssetId?: string | null } };
    answer: { success: true; data: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects' | 'catalog' | 'inventory' | 'checkout')[]; timeZone: string; currency: string; locale: string | null; address: { line1?: string | null; line2?: string | null; postalCode?: string | null; city?: string | null; region?: string | null; country?: string | null } | null; taxNumber: string | null; logoAssetId: string | null; version: number } };
  };
  /** Require a second factor for these roles; a member without one can only set it up. Only an owner can require it of owners. Needs role admin. */
  updateTenantSecondFactor: {
    input: { body: { roles: ('viewer' | 'editor' | 'admin' | 'owner')[] } };
    answer: { success: true; data: { roles: ('viewer' | 'editor' | 'admin' | 'owner')[] } };
  };
  /** Change a variant. Needs role editor, scope write:catalog, module catalog. */
  updateVariant: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { sku?: string; barcode?: string | null; optionValues?: string[]; prices?: { currency: string; amount: number; compareAt?: number | null }[]; weightGrams?: number | null; dimensions?: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping?: boolean; taxCode?: string | null; status?: 'active' | 'archived'; metadata?: Record<string, unknown>; position?: number } };
    answer: { success: true; data: { id: string; productId: string; sku: string; barcode: string | null; optionValues: string[]; prices: { currency: string; amount: number; compareAt: number | null }[]; weightGrams: number | null; dimensions: { lengthMm: number; widthMm: number; heightMm: number } | null; requiresShipping: boolean; taxCode: string | null; status: 'active' | 'archived'; metadata: Record<string, unknown>; position: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change a saved view. Needs role editor. */
  updateView: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; query?: Record<string, string>; columns?: string[] | null; isDefault?: boolean; place?: number } };
    answer: { success: true; data: { id: string; list: string; name: string; query: Record<string, string>; columns: string[] | null; isDefault: boolean; place: number; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change, pause or resume a subscription. Needs role admin. */
  updateWebhookSubscription: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; url?: string; events?: string[]; filter?: Record<string, (string | number | boolean | null)[]> | null; asymmetric?: boolean; ordered?: boolean; coalesceSeconds?: number | null; rateLimit?: number | null; headers?: Record<string, string | null>; active?: boolean; backlog?: 'send' | 'discard' } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; filter: Record<string, (string | number | boolean | null)[]> | null; headerNames: string[]; active: boolean; failingSince: string | null; disabledAt: string | null; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; olderSecretsUntil: string[]; ordered: boolean; coalesceSeconds: number | null; publicKey: string | null; createdAt: string; updatedAt: string } };
  };
  /** Upload a file. Needs role editor, scope write:media, module media. */
  uploadAsset: {
    input: { query?: { dryRun?: boolean }; contentType: 'multipart/form-data'; body: string | Blob };
    answer: { success: true; data: { id: string; status: 'uploaded' | 'processing' | 'ready' | 'failed'; failure: string | null; kind: 'image' | 'video' | 'audio' | 'document' | 'other'; type: string; size: number; sha256: string; filename: string; title: string; alt: string; tags: string[]; folder: string; visibility: 'public' | 'private'; focalPoint: { x: number; y: number }; width: number | null; height: number | null; placeholder: string | null; dominantColor: string | null; url: string | null; derivatives: { name: 'thumbnail' | 'small' | 'medium' | 'large'; format: 'webp' | 'avif'; width: number; height: number; size: number; url: string | null }[]; version: number; createdAt: string; updatedAt: string } };
  };
  /** Look for the proofs of a property's domains in the DNS. Needs role editor, scope write:properties. */
  verifyProperty: {
    input: { path: { id: string } };
    answer: { success: true; data: { domain: string; verified: boolean; verifiedAt: string | null; record: { type: 'TXT'; name: string; value: string } }[] };
  };
};
