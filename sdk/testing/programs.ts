/** Programs of users, as text: they see the package as it is installed, and not the sources here. */

/** Uses that the types allow, and some that they refuse. */
export const STRICT = `
import { type Client, createClient, type Data, isCode, type Item, type ListName } from '@colonnade/sdk';
import { createStorefront } from '@colonnade/sdk/storefront';
import { checkWebhook } from '@colonnade/sdk/webhook';

const client: Client = createClient({ baseUrl: 'https://api.example.com', token: () => null });
export const name: ListName = 'listOrders';
export async function use(): Promise<Data<'createOrder'>> {
  const rows: Item<'listCustomers'>[] = [];
  for await (const row of client.list('listCustomers', { query: { limit: 5 } })) rows.push(row);
  // @ts-expect-error: getOrder is no list
  client.list('getOrder', { path: { id: '1' } });
  // @ts-expect-error: an order needs its items
  await client.createOrder({ body: { customerId: rows[0]!.id } });
  // @ts-expect-error: no code of the service
  isCode(null, 'no_such_code');
  const { answer, version } = await client.withResponse.getOrder({ path: { id: '1' } });
  const file: Response = await client.getOrderInvoice({ path: { id: '1' } });
  await checkWebhook({ body: await file.text(), headers: file.headers, secret: ['a', 'b'] });
  const shop = createStorefront({ baseUrl: '', key: 'pk_live_x', maxRetries: version ?? 0 });
  // @ts-expect-error: pages of a shop place no orders of the CRM
  shop.createOrder;
  return answer.data;
}
`;

/**
 * A day of a shop's program, with what Node, Deno and Bun have in common. It prints one line of JSON. The third argument of the
 * environment is a bad network, whose steps are in its test.
 */
export const DAY = `
import { createReadStream, openAsBlob, readFileSync } from 'node:fs';
import process from 'node:process';
import { ApiError, ConnectionError, createClient, type Data, isCode } from '@colonnade/sdk';
import { createStorefront } from '@colonnade/sdk/storefront';
import { checkWebhook } from '@colonnade/sdk/webhook';

const settings = JSON.parse(process.env.SETTINGS!);
const { url, badUrl, key: token, shopKey, deliveries, secret, picture } = settings;
const client = createClient({ baseUrl: url, token });
const unsteady = createClient({ baseUrl: badUrl, token, retryDelay: 1 });
const caught = async (call: Promise<unknown>): Promise<unknown> => call.then(() => null, (error: unknown) => error);

// Over the bad network.
const first = await unsteady.withResponse.createCustomer({ body: { name: 'Ada', tags: [settings.runtime] } });
const { id: customerId } = first.answer.data;
const items = [{ sku: 'TEA', name: 'Tea', quantity: 2, unitPrice: 4.5 }];
const placed = await unsteady.withResponse.createOrder({ body: { customerId, items } });
const order: Data<'createOrder'> = placed.answer.data;
const read = await unsteady.withResponse.getOrder({ path: { id: order.id } });
const lost = await caught(unsteady.createOrder({ body: { customerId, items }, maxRetries: 0 }));
const late = await caught(unsteady.getMe({ maxRetries: 0, timeout: 300 }));
const change = { path: { id: customerId }, body: { name: 'Ada King' } };
const changed = await caught(unsteady.updateCustomer(change));
const aborted = await caught(unsteady.getMe({ signal: AbortSignal.timeout(100) }));

for (const name of ['Grace', 'Edith']) await client.createCustomer({ body: { name, tags: [settings.runtime] } });
const names: string[] = [];
const query = { tag: settings.runtime, limit: 1 };
for await (const customer of client.list('listCustomers', { query })) names.push(customer.name);
const invoice: Response = await client.getOrderInvoice({ path: { id: order.id } });

const refused = await caught(client.createOrder({ body: { customerId, items: [] } }));
await client.cancelOrder({ path: { id: order.id } });
const tooLate = await caught(client.fulfillOrder({ path: { id: order.id } }));

const bytes = readFileSync(picture);
const files = {
  blob: new Blob([bytes]),
  'blob of a file': await openAsBlob(picture),
  bytes: new Uint8Array(bytes),
  'web stream': new Blob([bytes]).stream(),
  'stream of a file': createReadStream(picture),
};
const stored: Record<string, boolean> = {};
for (const [name, content] of Object.entries(files)) {
  const { data } = await client.uploadAsset({ body: { file: { content, name: name + '.png' }, tags: ['a', 'b'] } });
  const file = await client.getAssetFile({ path: { id: data.id, file: 'original' } });
  const isSame = new Uint8Array(await file.arrayBuffer()).every((byte, place) => byte === bytes[place]);
  stored[name] = isSame && data.filename === name + '.png' && data.tags.join() === 'a,b' && data.size === bytes.length;
}
const csv = new Blob(['from,to\\n/old,/new\\n']).stream();
const imported = await client.importRedirects({ contentType: 'text/csv', query: { dryRun: true }, body: csv });

const verdicts: Record<string, string> = {};
for (const { name, headers, body } of deliveries) {
  const request = new Request('http://localhost/', { method: 'POST', headers, body });
  const verdict = await checkWebhook({ body: await request.text(), headers: request.headers, secret });
  verdicts[name] = verdict.ok ? verdict.delivery.type : verdict.reason;
}

let cartToken: string | null = null;
const shop = createStorefront({ baseUrl: url, key: shopKey, cartToken: () => cartToken });
const { data: teas } = await shop.listStorefrontProducts({ query: { q: 'sencha' } });
const { data: tea } = await shop.getStorefrontProduct({ path: { handle: teas[0]!.handle } });
const lines = [{ variantId: tea.variants[0]!.id, quantity: 2 }];
cartToken = (await shop.createStorefrontCart({ body: { lines } })).data.token;
const { data: cart } = await shop.getStorefrontCart();

const isTimeout = (error: unknown) => error instanceof ConnectionError && error.isTimeout;
console.log(JSON.stringify({
  created: [first.isReplayed, first.attempts],
  placed: [order.total, placed.isReplayed, placed.attempts],
  read: [read.answer.data.total, read.attempts],
  lost: [lost instanceof ConnectionError, isTimeout(lost), (lost as ConnectionError).idempotencyKey],
  late: [isTimeout(late), (late as ConnectionError).idempotencyKey],
  changed: [changed instanceof ConnectionError, (changed as ConnectionError).attempts],
  aborted: (aborted as DOMException).name,
  names,
  invoice: invoice.headers.get('content-type'),
  refused: isCode(refused, 'validation_error') && refused.details !== null,
  tooLate: tooLate instanceof ApiError && [tooLate.status, tooLate.code, tooLate.requestId !== null],
  stored,
  imported: imported.data.created,
  verdicts,
  cart: [cart.lines.length, cart.lines[0]!.quantity],
}));
`;
