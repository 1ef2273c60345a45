/** Tokens of one shop reach nothing of another: every kind, on every route of the storefront, with the other's ids. */
import { type Answer, call } from '../client.ts';
import { openInstallation } from '../installation.ts';
import { MANY_SHOPPERS, openShop, type Shop } from '../shop.ts';
import { forgeries, newStorefrontKey, newTokens, type Tokens } from '../shop-tokens.ts';
import { createShopper } from '../shopper.ts';
import { type Row, within } from '../stage.ts';

/** The ids of the other shop, and texts that only its answers contain. */
type Victim = Awaited<ReturnType<typeof fillVictim>>;

async function fillVictim(shop: Shop) {
  const { tenant, propertyId, skus } = shop;
  const shopper = createShopper(shop);
  const lines = [{ sku: skus[0]!, quantity: 1 }];
  const ordered = await shopper.buy({ lines, code: shop.codes.unlimited });
  const open = await shopper.fill({ lines, code: shop.codes.limited });
  await shopper.checkOut(open);
  const cart = (await shopper.send(open, 'GET', '/carts/current')).body.data;
  const checkout = (await shopper.send(open, 'GET', '/checkouts/current')).body.data;
  const product = (await tenant.ask('GET', '/v1/catalog/products?limit=1')).body.data[0];
  const orderId = ordered.orderIds[0]!;
  const publishable = await newStorefrontKey(shop);
  const tokens = { ...(await newTokens(shop, publishable, orderId)), cart: open.token! };
  const secrets = [tenant.id, tenant.slug, propertyId, cart.id, checkout.id, orderId, checkout.contact.email];
  return { shop, tokens, cart, checkout, product, orderId, secrets: secrets as string[] };
}

type Route = { method: string; path: string };

/** Reads the routes from the document, so that a new one is tried too. */
async function routesOf(url: string): Promise<Route[]> {
  const document = (await call('GET', `${url}/v1/openapi.json`)).body;
  return Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    path.startsWith('/v1/storefront/')
      ? Object.keys(operations)
          .filter((method) => ['get', 'post', 'put', 'patch', 'delete'].includes(method))
          .map((method) => ({ method: method.toUpperCase(), path }))
      : [],
  );
}

/** Names things of the victim in path and body. */
function aimed({ method, path }: Route, { shop, tokens, cart, product, orderId, checkout }: Victim) {
  const variantId = cart.lines[0].variantId;
  const ids: [RegExp, string][] = [
    [/orders\/\{id\}/, `orders/${orderId}`],
    [/codes\/\{id\}/, `codes/${cart.discountCodes[0].id}`],
    [/\{handle\}/, product.handle],
    [/\{key\}/, cart.lines[0].key],
  ];
  const bodies: Record<string, object> = {
    'POST /v1/storefront/carts': { lines: [{ variantId }], currency: 'EUR' },
    'PATCH /v1/storefront/carts/current': { note: 'A stranger' },
    'POST /v1/storefront/carts/current/lines': { lines: [{ variantId }] },
    'PUT /v1/storefront/carts/current/lines/{key}': { quantity: 9 },
    'POST /v1/storefront/carts/current/codes': { code: shop.codes.limited },
    'POST /v1/storefront/carts/current/claim': { token: tokens.cart },
    'PATCH /v1/storefront/checkouts/current': { shippingOptionId: shop.shippingOptionId },
    'POST /v1/storefront/checkouts/current/complete': { expectedTotal: checkout.totals.total },
    'POST /v1/storefront/sessions': { customerId: shop.tenant.customerId },
  };
  const filled = ids.reduce((text, [pattern, id]) => text.replace(pattern, id), path);
  return { path: filled, body: bodies[`${method} ${path}`] };
}

/** Extra headers that name the victim. A server passes on a shopper's token. */
function headersFor(kind: keyof Tokens, { shop, tokens }: Victim): Record<string, string>[] {
  const named = { 'x-property-id': shop.propertyId };
  if (kind !== 'server') return [{}, named];
  const passed = [tokens.cart, tokens.customer, tokens.order].map((token) => ({ 'x-shopper-token': token }));
  return [{}, named, ...passed, ...passed.map((header) => ({ ...header, ...named }))];
}

const foreignTokens: Row = {
  name: "tokens of every kind on another tenant's carts, checkouts and orders",
  smoke: 'deep',
  async run(stage) {
    const installation = await openInstallation(stage);
    await installation.api(MANY_SHOPPERS);
    await installation.worker();
    const [victim, own] = [
      await fillVictim(await openShop(installation)),
      await fillVictim(await openShop(installation)),
    ];
    await settle(victim.shop);
    const before = await fingerprint(victim.shop);
    const routes = await routesOf(installation.url);
    let tried = 0;
    const answers: Record<number, number> = {};
    const attempt = async (route: Route, token: string, what: string, headers = {}): Promise<Answer> => {
      const { path, body } = aimed(route, victim);
      const answer = await call(route.method, installation.url + path, { token, body, headers });
      const sent = JSON.stringify([path, body, headers, token]);
      const text = JSON.stringify(answer.body);
      const told = victim.secrets.filter((secret) => text.includes(secret) && !sent.includes(secret));
      stage.check(`${route.method} ${path} with ${what} tells ${told}: ${text}`, told.length === 0);
      const isAnswered = answer.status >= 200 && answer.status < 500;
      stage.check(`${route.method} ${path} with ${what}: ${answer.status} ${text}`, isAnswered);
      answers[answer.status] = (answers[answer.status] ?? 0) + 1;
      tried++;
      return answer;
    };
    for (const route of routes) {
      const tokens = await newTokens(own.shop, own.tokens.publishable, own.orderId);
      for (const [kind, token] of Object.entries(tokens) as [keyof Tokens, string][]) {
        for (const headers of headersFor(kind, victim)) {
          const { status } = await attempt(route, token, `${kind} ${Object.keys(headers)}`, headers);
          const isPassedOn = 'x-shopper-token' in headers;
          stage.check(`a token that is passed on: ${route.path} ${status}`, !isPassedOn || status >= 400);
        }
      }
      for (const token of forgeries(own.tokens, victim.tokens)) {
        const { status } = await attempt(route, token, `the forgery ${token}`);
        stage.check(`a forgery is refused: ${status} ${token}`, status === 401);
      }
    }
    const after = await fingerprint(victim.shop);
    for (const [table, rows] of Object.entries(after))
      stage.check(`${table} of the other tenant changed`, rows === before[table]);
    await checkOwn(victim);
    stage.note({ routes: routes.length, tried, ...answers });
  },
};

/** The same requests with the victim's own tokens do tell, so the row can see a leak. */
async function checkOwn({ shop, tokens, secrets, cart, orderId }: Victim): Promise<void> {
  const { stage, url } = shop.installation;
  for (const [token, path, secret] of [
    [tokens.cart, '/carts/current', cart.id],
    [tokens.cart, '/checkouts/current', secrets.at(-1)!],
    [tokens.order, `/orders/${orderId}`, orderId],
    [tokens.publishable, '/shop', shop.propertyId],
  ] as const) {
    const answer = await call('GET', `${url}/v1/storefront${path}`, { token });
    stage.check(
      `its own tokens open ${path}: ${answer.status}`,
      JSON.stringify(answer.body).includes(secret),
    );
  }
}

const TABLES =
  'carts cart_lines checkouts orders order_lines customers discounts discount_uses stock_levels stock_reservations ' +
  'customer_sessions products variants events';

async function fingerprint({ installation, tenant }: Shop): Promise<Record<string, string>> {
  const hashes = TABLES.split(' ').map(
    (table) =>
      `(select md5(string_agg(t::text, '|' order by t::text)) from ${table} t where t.tenant_id = $1) as ${table}`,
  );
  const { rows } = await installation.asOwner((owner) =>
    owner.query<Record<string, string>>(`select ${hashes.join(', ')}`, [tenant.id]),
  );
  return rows[0]!;
}

/** Waits until the worker has finished with the tenant's events. */
async function settle({ installation, tenant }: Shop): Promise<void> {
  await installation.asOwner((owner) =>
    within(30, async () => {
      const { rows } = await owner.query<{ left: number }>(
        `select (select count(*) from event_queue where tenant_id = $1)::int
           + (select count(*) from stock_orders_due where tenant_id = $1)::int
           + (select count(*) from stock_items_changed where tenant_id = $1)::int
           + (select count(*) from discount_uses where tenant_id = $1 and not counted)::int as left`,
        [tenant.id],
      );
      return rows[0]!.left === 0;
    }),
  );
}

export const checkoutTokenRows: Row[] = [foreignTokens];
