// Written by generate.ts from /v1/openapi.json. After a change to the API: UPDATE_SNAPSHOT=1 npm test -- sdk/*.test.ts

export const STOREFRONT_ROUTES = {
  addStorefrontCartCode: { route: 'POST /v1/storefront/carts/current/codes', bearer: 'cartToken' },
  addStorefrontCartLines: { route: 'POST /v1/storefront/carts/current/lines', bearer: 'cartToken' },
  cancelStorefrontCheckout: { route: 'DELETE /v1/storefront/checkouts/current', bearer: 'cartToken' },
  claimStorefrontCart: { route: 'POST /v1/storefront/carts/current/claim', bearer: 'customerSession' },
  completeStorefrontCheckout: { route: 'POST /v1/storefront/checkouts/current/complete', bearer: 'cartToken' },
  createStorefrontCart: { route: 'POST /v1/storefront/carts', bearer: 'publishableKey' },
  endStorefrontSession: { route: 'DELETE /v1/storefront/sessions/current', bearer: 'customerSession' },
  getStorefrontCart: { route: 'GET /v1/storefront/carts/current', bearer: 'cartToken' },
  getStorefrontCheckout: { route: 'GET /v1/storefront/checkouts/current', bearer: 'cartToken' },
  getStorefrontOrderOfCart: { route: 'GET /v1/storefront/orders/current', bearer: 'cartToken' },
  getStorefrontProduct: { route: 'GET /v1/storefront/products/{handle}', bearer: 'publishableKey' },
  getStorefrontShop: { route: 'GET /v1/storefront/shop', bearer: 'publishableKey' },
  listStorefrontCategories: { route: 'GET /v1/storefront/categories', bearer: 'publishableKey' },
  listStorefrontProducts: { route: 'GET /v1/storefront/products', bearer: 'publishableKey' },
  removeStorefrontCartCode: { route: 'DELETE /v1/storefront/carts/current/codes/{id}', bearer: 'cartToken' },
  renewStorefrontSession: { route: 'POST /v1/storefront/sessions/current/renew', bearer: 'customerSession' },
  setStorefrontCartLine: { route: 'PUT /v1/storefront/carts/current/lines/{key}', bearer: 'cartToken' },
  startStorefrontCheckout: { route: 'POST /v1/storefront/checkouts', bearer: 'cartToken' },
  updateStorefrontCart: { route: 'PATCH /v1/storefront/carts/current', bearer: 'cartToken' },
  updateStorefrontCheckout: { route: 'PATCH /v1/storefront/checkouts/current', bearer: 'cartToken' },
} as const;
