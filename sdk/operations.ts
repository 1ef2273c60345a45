// Written by generate.ts from /v1/openapi.json. After a change to the API: UPDATE_SNAPSHOT=1 npm test -- sdk/*.test.ts

export const ROUTES = {
  activateModule: 'POST /v1/modules/{name}/activate',
  archiveCustomer: 'POST /v1/crm/customers/{id}/archive',
  cancelImport: 'POST /v1/crm/imports/{id}/cancel',
  cancelOrder: 'POST /v1/crm/orders/{id}/cancel',
  changePassword: 'POST /v1/auth/change-password',
  createApiKey: 'POST /v1/api-keys',
  createCustomer: 'POST /v1/crm/customers',
  createImport: 'POST /v1/crm/imports',
  createOrder: 'POST /v1/crm/orders',
  createOrderPayment: 'POST /v1/crm/orders/{id}/payments',
  createOrdersInBulk: 'POST /v1/crm/orders/bulk',
  createRedirect: 'POST /v1/redirects',
  createStaff: 'POST /v1/staff',
  createWebhookSubscription: 'POST /v1/webhooks/subscriptions',
  deactivateModule: 'POST /v1/modules/{name}/deactivate',
  deleteApiKey: 'DELETE /v1/api-keys/{id}',
  deleteRedirect: 'DELETE /v1/redirects/{id}',
  deleteStaff: 'DELETE /v1/staff/{id}',
  deleteWebhookReplay: 'DELETE /v1/webhooks/replays/{id}',
  deleteWebhookSubscription: 'DELETE /v1/webhooks/subscriptions/{id}',
  deliverOrder: 'POST /v1/crm/orders/{id}/deliver',
  eraseCustomer: 'POST /v1/crm/customers/{id}/erase',
  fulfillOrder: 'POST /v1/crm/orders/{id}/fulfill',
  getAuditLogVerification: 'GET /v1/audit-log/verification',
  getCustomer: 'GET /v1/crm/customers/{id}',
  getCustomerExport: 'GET /v1/crm/customers/export',
  getCustomerTotals: 'GET /v1/crm/customers/{id}/totals',
  getHealthz: 'GET /healthz',
  getImport: 'GET /v1/crm/imports/{id}',
  getImportErrors: 'GET /v1/crm/imports/{id}/errors',
  getMe: 'GET /v1/me',
  getMetrics: 'GET /metrics',
  getOpenapiJson: 'GET /v1/openapi.json',
  getOrder: 'GET /v1/crm/orders/{id}',
  getOrderExport: 'GET /v1/crm/orders/export',
  getOrderMetrics: 'GET /v1/crm/metrics',
  getReadyz: 'GET /readyz',
  getTenant: 'GET /v1/tenant',
  getWebhookDelivery: 'GET /v1/webhooks/deliveries/{id}',
  getWebhookReplay: 'GET /v1/webhooks/replays/{id}',
  getWebhookSubscription: 'GET /v1/webhooks/subscriptions/{id}',
  getWebhookSubscriptionHealth: 'GET /v1/webhooks/subscriptions/{id}/health',
  listApiKeys: 'GET /v1/api-keys',
  listAuditLog: 'GET /v1/audit-log',
  listAuthTenants: 'GET /v1/auth/tenants',
  listCustomerOrders: 'GET /v1/crm/customers/{id}/orders',
  listCustomers: 'GET /v1/crm/customers',
  listEventTypes: 'GET /v1/events/types',
  listEvents: 'GET /v1/events',
  listImports: 'GET /v1/crm/imports',
  listModules: 'GET /v1/modules',
  listNotices: 'GET /v1/notices',
  listOrderTimeline: 'GET /v1/crm/orders/{id}/timeline',
  listOrders: 'GET /v1/crm/orders',
  listRedirects: 'GET /v1/redirects',
  listStaff: 'GET /v1/staff',
  listWebhookDeliveries: 'GET /v1/webhooks/deliveries',
  listWebhookSubscriptionReplays: 'GET /v1/webhooks/subscriptions/{id}/replays',
  listWebhookSubscriptions: 'GET /v1/webhooks/subscriptions',
  mergeCustomer: 'POST /v1/crm/customers/{id}/merge',
  readNotice: 'POST /v1/notices/{id}/read',
  refresh: 'POST /v1/auth/refresh',
  refundOrder: 'POST /v1/crm/orders/{id}/refund',
  replayWebhookSubscription: 'POST /v1/webhooks/subscriptions/{id}/replay',
  resendWebhookDelivery: 'POST /v1/webhooks/deliveries/{id}/resend',
  rotateSecretWebhookSubscription: 'POST /v1/webhooks/subscriptions/{id}/rotate-secret',
  signIn: 'POST /v1/auth/sign-in',
  signOut: 'POST /v1/auth/sign-out',
  switchTenant: 'POST /v1/auth/switch-tenant',
  testWebhookSubscription: 'POST /v1/webhooks/subscriptions/{id}/test',
  unarchiveCustomer: 'POST /v1/crm/customers/{id}/unarchive',
  updateCustomer: 'PATCH /v1/crm/customers/{id}',
  updateOrder: 'PATCH /v1/crm/orders/{id}',
  updateStaff: 'PATCH /v1/staff/{id}',
  updateTenant: 'PATCH /v1/tenant',
  updateWebhookSubscription: 'PATCH /v1/webhooks/subscriptions/{id}',
} as const;

export type Operations = {
  /** Switch a module on; its data stays. Needs role admin. */
  activateModule: {
    input: { path: { name: string } };
    answer: { success: true; data: { name: 'crm' | 'content' | 'media' | 'redirects'; active: boolean } };
  };
  /** Archive a customer: out of the list, but still there. Needs role editor, scope write:crm, module crm. */
  archiveCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Cancel an import; what it placed stays. Needs role editor, scope write:crm_bulk, module crm. */
  cancelImport: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_all' | 'reject_failed'; mapping: Record<string, string>; createCustomers: boolean; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency: string | null; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; rows: { total: number | null; done: number; failed: number }; orders: { placed: number; failed: number }; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null } };
  };
  /** Cancel an order. Needs role editor, scope write:crm, module crm. */
  cancelOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { reason?: string; refund?: boolean } | null };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Change your own password; every other sign-in of yours ends. Needs role viewer. */
  changePassword: {
    input: { body: { currentPassword: string; newPassword: string } };
    answer: { success: true; data: { changed: true } };
  };
  /** Create an API key. Needs role admin. */
  createApiKey: {
    input: { body: { label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:webhooks' | 'write:webhooks')[]; expiresAt?: string | null } };
    answer: { success: true; data: { id: string; keyId: string; label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:webhooks' | 'write:webhooks')[]; expiresAt: string | null; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null; key: string | null } };
  };
  /** Create a customer. Needs role editor, scope write:crm, module crm. */
  createCustomer: {
    input: { query?: { dryRun?: boolean }; body: { type?: 'person' | 'company'; name: string; emails?: string[]; phones?: string[]; addresses?: { label?: string | null; defaultShipping?: boolean; defaultBilling?: boolean; address: { line1?: string | null; city?: string | null } }[]; tags?: string[]; email?: string; phone?: string; notes?: string; externalId?: string; companyId?: string; metadata?: Record<string, unknown> } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Import orders from a file (CSV or NDJSON); the work goes on in the background. Needs role editor, scope write:crm_bulk, module crm. */
  createImport: {
    input: { query?: { mapping?: string; delimiter?: 'comma' | 'semicolon' | 'tab'; errorPolicy?: 'reject_all' | 'reject_failed'; createCustomers?: boolean; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency?: string; dryRun?: boolean }; contentType: 'text/csv' | 'application/x-ndjson'; body: string | Blob };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_all' | 'reject_failed'; mapping: Record<string, string>; createCustomers: boolean; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency: string | null; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; rows: { total: number | null; done: number; failed: number }; orders: { placed: number; failed: number }; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null } };
  };
  /** Place an order. Needs role editor, scope write:crm, module crm. */
  createOrder: {
    input: { query?: { dryRun?: boolean }; body: { customerId: string; items: { sku: string; name: string; quantity?: number; unitPrice?: number; taxAmount?: number; productId?: string; variantId?: string; description?: string }[]; currency?: string; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; propertyId?: string; shippingTotal?: number; discountTotal?: number; taxTotal?: number; shippingAddress?: { line1?: string | null; city?: string | null }; billingAddress?: { line1?: string | null; city?: string | null }; customerNote?: string; internalNote?: string; orderNumber?: string; metadata?: Record<string, unknown> } };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Record a payment that was made elsewhere. Needs role editor, scope write:crm, module crm. */
  createOrderPayment: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { amount: number; outcome: 'succeeded' | 'failed'; method?: string; reference?: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Place up to 1,000 orders, with a result for each. Needs role editor, scope write:crm_bulk, module crm. */
  createOrdersInBulk: {
    input: { query?: { dryRun?: boolean }; body: { errorPolicy?: 'reject_all' | 'reject_failed'; orders: { customerId: string; items: { sku: string; name: string; quantity?: number; unitPrice?: number; taxAmount?: number; productId?: string; variantId?: string; description?: string }[]; currency?: string; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; propertyId?: string; shippingTotal?: number; discountTotal?: number; taxTotal?: number; shippingAddress?: { line1?: string | null; city?: string | null }; billingAddress?: { line1?: string | null; city?: string | null }; customerNote?: string; internalNote?: string; orderNumber?: string; metadata?: Record<string, unknown> }[] } };
    answer: { success: true; data: { created: number; failed: number; results: { index: number; status: 'created' | 'failed'; order?: { id: string; orderNumber: string; total: number }; error?: { code: string; message: string; details: { path: string; code: string; message: string }[] } }[] } };
  };
  /** Add a redirect. Needs role editor, scope write:redirects, module redirects. */
  createRedirect: {
    input: { body: { from: string; to: string; statusCode?: 301 | 302 | 307 | 308 } };
    answer: { success: true; data: { id: string; from: string; to: string; statusCode: 301 | 302 | 307 | 308; createdAt: string } };
  };
  /** Add someone to the staff. Needs role admin. */
  createStaff: {
    input: { body: { email: string; name?: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; password?: string } };
    answer: { success: true; data: { id: string; email: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; createdAt: string; temporaryPassword: string | null } };
  };
  /** Subscribe an address to events. Needs role admin. */
  createWebhookSubscription: {
    input: { body: { name: string; url: string; events: string[]; rateLimit?: number | null } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; active: boolean; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; createdAt: string; updatedAt: string } };
  };
  /** Switch a module off; its data stays. Needs role admin. */
  deactivateModule: {
    input: { path: { name: string } };
    answer: { success: true; data: { name: 'crm' | 'content' | 'media' | 'redirects'; active: boolean } };
  };
  /** Revoke an API key, from its next request on. Needs role admin. */
  deleteApiKey: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Remove a redirect. Needs role editor, scope write:redirects, module redirects. */
  deleteRedirect: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Remove someone from the staff. Needs role admin. */
  deleteStaff: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Cancel a replay, and what it queued and was not sent yet. Needs role admin. */
  deleteWebhookReplay: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; since: string; until: string; events: string[]; status: 'any' | 'delivered' | 'failed' | 'cancelled'; state: 'running' | 'done' | 'cancelled'; matched: number; queued: number; reachedAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Delete a subscription permanently. Needs role admin. */
  deleteWebhookSubscription: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; deleted: true } };
  };
  /** Mark what was fulfilled as delivered. Needs role editor, scope write:crm, module crm. */
  deliverOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { items?: { line: number; quantity: number }[] } | null };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Erase what is personal about a customer, for good. Needs role admin, scope write:crm, module crm. */
  eraseCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Fulfill an order or some of it. Needs role editor, scope write:crm, module crm. */
  fulfillOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { items?: { line: number; quantity: number }[]; tracking?: { carrier?: string; number?: string; url?: string } } | null };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Whether the log is whole: every entry is chained to the one before. Needs role admin. */
  getAuditLogVerification: {
    input: object;
    answer: { success: true; data: { entries: number; intact: boolean; brokenAt: string | null } };
  };
  /** Get a customer. Needs role viewer, scope read:crm, module crm. */
  getCustomer: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Customers as a file: any list of them, newest first. Needs role viewer, scope read:crm, module crm. */
  getCustomerExport: {
    input: { query?: { type?: 'person' | 'company'; tag?: string; email?: string; phone?: string; externalId?: string; companyId?: string; archived?: 'false' | 'true' | 'all'; createdFrom?: string; createdTo?: string; q?: string; format?: 'csv' | 'ndjson' } };
    answer: Response;
  };
  /** What a customer has ordered in all. Needs role viewer, scope read:crm, module crm. */
  getCustomerTotals: {
    input: { path: { id: string } };
    answer: { success: true; data: { customerId: string; orders: number; firstOrderAt: string | null; lastOrderAt: string | null; currencies: { currency: string; orders: number; revenue: number }[] } };
  };
  /** The process is alive. */
  getHealthz: {
    input: object;
    answer: { success: true; data: { status: 'ok' } };
  };
  /** How far an import is. Needs role viewer, scope read:crm, module crm. */
  getImport: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_all' | 'reject_failed'; mapping: Record<string, string>; createCustomers: boolean; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency: string | null; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; rows: { total: number | null; done: number; failed: number }; orders: { placed: number; failed: number }; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null } };
  };
  /** What is wrong with the rows of an import, as a file. Needs role viewer, scope read:crm, module crm. */
  getImportErrors: {
    input: { path: { id: string }; query?: { format?: 'csv' | 'ndjson' } };
    answer: Response;
  };
  /** Who am I?. Needs role viewer. */
  getMe: {
    input: object;
    answer: { success: true; data: { actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:webhooks' | 'write:webhooks')[] | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects')[] } } };
  };
  /** Prometheus metrics. */
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
    input: { query?: { sort?: 'createdAt' | 'total' | 'orderNumber'; order?: 'asc' | 'desc'; q?: string; status?: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | ('placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded')[]; paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided' | ('unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided')[]; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | ('storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp')[]; customerId?: string; propertyId?: string; orderNumber?: string; createdFrom?: string; createdTo?: string; currency?: string; totalFrom?: number; totalTo?: number; metadataKey?: string; metadataValue?: string; format?: 'csv' | 'ndjson'; rows?: 'orders' | 'lines' } };
    answer: Response;
  };
  /** Orders and revenue by day, channel or currency. Needs role viewer, scope read:crm, module crm. */
  getOrderMetrics: {
    input: { query?: { from?: string; to?: string; by?: 'day' | 'channel' | 'currency' } };
    answer: { success: true; data: { from: string; to: string; by: 'day' | 'channel' | 'currency'; totals: { currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[]; groups: { key: string | null; currency: string; orders: number; cancelledOrders: number; placedTotal: number; refundedTotal: number; revenue: number; average: number | null }[] } };
  };
  /** The database answers, is migrated, and work is not piling up unseen. */
  getReadyz: {
    input: object;
    answer: { success: true; data: { status: 'ready'; backlog: { queue: string; waiting: number; oldestSeconds: number }[] } };
  };
  /** Your tenant. Needs role viewer. */
  getTenant: {
    input: object;
    answer: { success: true; data: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects')[] } };
  };
  /** A delivery with every attempt. Needs role viewer. */
  getWebhookDelivery: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null; attempts: { attempt: number; startedAt: string; durationMs: number; timings: { dnsMs?: number; connectMs?: number; tlsMs?: number; firstByteMs?: number; totalMs?: number }; address: string | null; statusCode: number | null; failure: string | null; message: string; answerHeaders: Record<string, string>; answerBody: string; signedBody: string | null }[] } };
  };
  /** How far a replay is. Needs role viewer. */
  getWebhookReplay: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; since: string; until: string; events: string[]; status: 'any' | 'delivered' | 'failed' | 'cancelled'; state: 'running' | 'done' | 'cancelled'; matched: number; queued: number; reachedAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Get a subscription. Needs role viewer. */
  getWebhookSubscription: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; active: boolean; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; createdAt: string; updatedAt: string } };
  };
  /** How a subscription fares. Needs role viewer. */
  getWebhookSubscriptionHealth: {
    input: { path: { id: string }; query?: { hours?: number } };
    answer: { success: true; data: { subscriptionId: string; since: string; deliveries: { delivered: number; failed: number; cancelled: number }; successRate: number | null; attempts: { succeeded: number; failed: number; p50Ms: number | null; p99Ms: number | null }; backlog: { ready: number; waiting: number; held: number }; oldestPendingSeconds: number | null; lastError: { at: string; failure: string; message: string; statusCode: number | null; deliveryId: string } | null; lookedAt: { deliveries: number; allDeliveries: boolean; attempts: number; allAttempts: boolean } } };
  };
  /** List API keys. Needs role admin. */
  listApiKeys: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; keyId: string; label: string; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:webhooks' | 'write:webhooks')[]; expiresAt: string | null; createdAt: string; createdBy: string; revokedAt: string | null; lastUsedAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** Who changed what. Needs role admin. */
  listAuditLog: {
    input: { query?: { limit?: number; cursor?: string; action?: string; actorId?: string; subjectType?: string; subjectId?: string; since?: string; until?: string } };
    answer: { success: true; data: { id: string; at: string; actor: { type: string; id: string | null; name: string }; action: string; subject: { type: string; id: string }; details: Record<string, unknown> }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** The tenants you work for, the one joined first at the top. Needs role viewer. */
  listAuthTenants: {
    input: object;
    answer: { success: true; data: { id: string; name: string; slug: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; current: boolean }[] };
  };
  /** A customer's orders, newest first. Needs role viewer, scope read:crm, module crm. */
  listCustomerOrders: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: string; paymentStatus: string; channel: string | null; currency: string; total: number; createdAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List and search customers, newest first. Needs role viewer, scope read:crm, module crm. */
  listCustomers: {
    input: { query?: { limit?: number; cursor?: string; type?: 'person' | 'company'; tag?: string; email?: string; phone?: string; externalId?: string; companyId?: string; archived?: 'false' | 'true' | 'all'; createdFrom?: string; createdTo?: string; q?: string } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
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
    answer: { success: true; data: { id: string; status: 'receiving' | 'queued' | 'running' | 'finished' | 'failed' | 'cancelled'; format: 'csv' | 'ndjson'; dryRun: boolean; errorPolicy: 'reject_all' | 'reject_failed'; mapping: Record<string, string>; createCustomers: boolean; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp'; currency: string | null; phase: 'checking' | 'writing'; bytes: { received: number; done: number }; rows: { total: number | null; done: number; failed: number }; orders: { placed: number; failed: number }; errorsKept: number; warnings: string[]; reason: string | null; createdAt: string; startedAt: string | null; finishedAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List modules. Needs role admin. */
  listModules: {
    input: object;
    answer: { success: true; data: { name: 'crm' | 'content' | 'media' | 'redirects'; active: boolean }[] };
  };
  /** What needs attention, newest first. Needs role viewer. */
  listNotices: {
    input: { query?: { limit?: number; cursor?: string; unread?: boolean } };
    answer: { success: true; data: { id: string; kind: string; subject: { type: string; id: string }; message: string; createdAt: string; readAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** What happened to an order, and who did it. Needs role viewer, scope read:crm, module crm. */
  listOrderTimeline: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { version: number; action: 'placed' | 'payment' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | 'edited'; at: string; actor: { type: string; id: string | null; name: string } | null; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; details: { items?: { line: number; quantity: number }[]; tracking?: { carrier?: string; number?: string; url?: string }; amount?: number; outcome?: 'succeeded' | 'failed'; method?: string; reference?: string; reason?: string; fields?: string[] } }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List and search orders. Needs role viewer, scope read:crm, module crm. */
  listOrders: {
    input: { query?: { limit?: number; cursor?: string; sort?: 'createdAt' | 'total' | 'orderNumber'; order?: 'asc' | 'desc'; q?: string; status?: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded' | ('placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded')[]; paymentStatus?: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided' | ('unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided')[]; channel?: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | ('storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp')[]; customerId?: string; propertyId?: string; orderNumber?: string; createdFrom?: string; createdTo?: string; currency?: string; totalFrom?: number; totalTo?: number; metadataKey?: string; metadataValue?: string } };
    answer: { success: true; data: { id: string; orderNumber: string; status: string; paymentStatus: string; customerId: string; customerName: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; total: number; lineCount: number; createdAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List redirects. Needs role viewer, scope read:redirects, module redirects. */
  listRedirects: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; from: string; to: string; statusCode: 301 | 302 | 307 | 308; createdAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List staff. Needs role admin. */
  listStaff: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; email: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; createdAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List deliveries, those of the newest events first. Needs role viewer. */
  listWebhookDeliveries: {
    input: { query?: { limit?: number; cursor?: string; subscriptionId?: string; eventType?: string; status?: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; since?: string; until?: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List replays of a subscription. Needs role viewer. */
  listWebhookSubscriptionReplays: {
    input: { path: { id: string }; query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; since: string; until: string; events: string[]; status: 'any' | 'delivered' | 'failed' | 'cancelled'; state: 'running' | 'done' | 'cancelled'; matched: number; queued: number; reachedAt: string | null; createdAt: string; finishedAt: string | null }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** List subscriptions. Needs role viewer. */
  listWebhookSubscriptions: {
    input: { query?: { limit?: number; cursor?: string } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; active: boolean; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; createdAt: string; updatedAt: string }[]; pagination: { limit: number; hasMore: boolean; nextCursor: string | null } };
  };
  /** Merge a duplicate into this customer. Needs role editor, scope write:crm, module crm. */
  mergeCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body: { from: string } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Mark a notice as read. Needs role viewer. */
  readNotice: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; kind: string; subject: { type: string; id: string }; message: string; createdAt: string; readAt: string | null } };
  };
  /** Exchange the refresh cookie for a new access token. */
  refresh: {
    input: object;
    answer: { success: true; data: { accessToken: string; tokenType: 'Bearer'; expiresIn: number; actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:webhooks' | 'write:webhooks')[] | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects')[] } } };
  };
  /** Refund all or some of what was paid. Needs role editor, scope write:crm, module crm. */
  refundOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { amount?: number; reason?: string } | null };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Send past events again. Needs role admin. */
  replayWebhookSubscription: {
    input: { path: { id: string }; body: { since: string; until?: string; events?: string[]; status?: 'any' | 'delivered' | 'failed' | 'cancelled' } };
    answer: { success: true; data: { id: string; subscriptionId: string; since: string; until: string; events: string[]; status: 'any' | 'delivered' | 'failed' | 'cancelled'; state: 'running' | 'done' | 'cancelled'; matched: number; queued: number; reachedAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Send a delivery that is over once more, as a new one. Needs role admin. */
  resendWebhookDelivery: {
    input: { path: { id: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Replace the signing secret. Needs role admin. */
  rotateSecretWebhookSubscription: {
    input: { path: { id: string }; body?: { overlapHours?: number } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; active: boolean; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; createdAt: string; updatedAt: string } };
  };
  /** Sign a staff user in. */
  signIn: {
    input: { body: { email: string; password: string; tenant?: string } };
    answer: { success: true; data: { accessToken: string; tokenType: 'Bearer'; expiresIn: number; actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:webhooks' | 'write:webhooks')[] | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects')[] } } };
  };
  /** End this sign-in. */
  signOut: {
    input: object;
    answer: { success: true; data: { signedOut: true } };
  };
  /** Go on in another of your tenants; the sign-in in this one ends. */
  switchTenant: {
    input: { body: { tenant: string } };
    answer: { success: true; data: { accessToken: string; tokenType: 'Bearer'; expiresIn: number; actor: { type: 'api_key' | 'staff'; id: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; scopes: ('read:crm' | 'write:crm' | 'write:crm_bulk' | 'read:content' | 'write:content' | 'read:media' | 'write:media' | 'read:redirects' | 'write:redirects' | 'read:webhooks' | 'write:webhooks')[] | null }; tenant: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects')[] } } };
  };
  /** Send the example of an event type. Needs role admin. */
  testWebhookSubscription: {
    input: { path: { id: string }; body: { event: string } };
    answer: { success: true; data: { id: string; subscriptionId: string; eventId: string; eventType: string; eventAt: string; cause: 'event' | 'resend' | 'replay' | 'test'; status: 'pending' | 'held' | 'delivered' | 'failed' | 'cancelled'; attemptCount: number; nextAttemptAt: string | null; createdAt: string; finishedAt: string | null } };
  };
  /** Bring a customer back from the archive. Needs role editor, scope write:crm, module crm. */
  unarchiveCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change a customer. Needs role editor, scope write:crm, module crm. */
  updateCustomer: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { name?: string; emails?: string[]; phones?: string[]; addresses?: { label?: string | null; defaultShipping?: boolean; defaultBilling?: boolean; address: { line1?: string | null; city?: string | null } }[]; tags?: string[]; email?: string | null; phone?: string | null; notes?: string | null; externalId?: string | null; companyId?: string | null; metadata?: Record<string, unknown> | null } };
    answer: { success: true; data: { id: string; type: 'person' | 'company'; name: string; email: string | null; emails: string[]; phone: string | null; phones: string[]; addresses: { label: string | null; defaultShipping: boolean; defaultBilling: boolean; address: { line1?: string | null; city?: string | null } }[]; tags: string[]; notes: string | null; externalId: string | null; companyId: string | null; metadata: Record<string, unknown>; archivedAt: string | null; erasedAt: string | null; version: number; createdAt: string; updatedAt: string } };
  };
  /** Change notes, addresses or metadata. Needs role editor, scope write:crm, module crm. */
  updateOrder: {
    input: { path: { id: string }; query?: { dryRun?: boolean }; body?: { customerNote?: string | null; internalNote?: string | null; shippingAddress?: { line1?: string | null; city?: string | null } | null; billingAddress?: { line1?: string | null; city?: string | null } | null; metadata?: Record<string, unknown> | null } };
    answer: { success: true; data: { id: string; orderNumber: string; status: 'placed' | 'partially_fulfilled' | 'fulfilled' | 'delivered' | 'cancelled' | 'refunded'; paymentStatus: 'unpaid' | 'partially_paid' | 'paid' | 'partially_refunded' | 'refunded' | 'failed' | 'voided'; customerId: string; channel: 'storefront' | 'b2b_portal' | 'admin' | 'import' | 'mcp' | null; propertyId: string | null; currency: string; subtotal: number; shippingTotal: number; discountTotal: number; taxTotal: number; total: number; paidTotal: number; refundedTotal: number; balance: number; allowedActions: ('fulfill' | 'deliver' | 'cancel' | 'refund' | 'payments')[]; items: { line: number; sku: string; name: string; quantity: number; unitPrice: number; amount: number; taxAmount: number | null; productId: string | null; variantId: string | null; description: string | null; fulfilledQuantity: number; deliveredQuantity: number }[]; shippingAddress: { line1?: string | null; city?: string | null } | null; billingAddress: { line1?: string | null; city?: string | null } | null; customerNote: string | null; internalNote: string | null; version: number; updatedAt: string; cancelledAt: string | null; metadata: Record<string, unknown>; createdAt: string } };
  };
  /** Change someone's role. Needs role admin. */
  updateStaff: {
    input: { path: { id: string }; body: { role: 'viewer' | 'editor' | 'admin' | 'owner' } };
    answer: { success: true; data: { id: string; email: string; name: string; role: 'viewer' | 'editor' | 'admin' | 'owner'; createdAt: string } };
  };
  /** Rename your tenant. Needs role admin. */
  updateTenant: {
    input: { body: { name: string } };
    answer: { success: true; data: { id: string; name: string; slug: string; modules: ('crm' | 'content' | 'media' | 'redirects')[] } };
  };
  /** Change, pause or resume a subscription. Needs role admin. */
  updateWebhookSubscription: {
    input: { path: { id: string }; body?: { name?: string; url?: string; events?: string[]; rateLimit?: number | null; active?: boolean; backlog?: 'send' | 'discard' } };
    answer: { success: true; data: { id: string; name: string; url: string; events: string[]; active: boolean; rateLimit: number | null; signingSecret: string; previousSecretUntil: string | null; createdAt: string; updatedAt: string } };
  };
};
