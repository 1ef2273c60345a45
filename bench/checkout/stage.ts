/** A server with one shop: a hot SKU, three others, a shipping option, and carts made through the API. */
import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { OPERATOR } from '#kernel/audit.ts';
import { SCOPES } from '#kernel/auth/actor.ts';
import { buildApp } from '../../server/app.ts';
import { createKey } from '../../server/modules/access/keys/keys.ts';
import { createTenant } from '../../server/modules/access/tenants/tenants.ts';
import { openStage as openEmpty } from '../deliveries/stage.ts';
import { percentile } from '../report.ts';

const ENOUGH = 1_000_000_000;

export type CheckoutStage = Awaited<ReturnType<typeof openStage>>;
export type Rate = { perSecond: number; p99: number; failed: number };
// biome-ignore lint/suspicious/noExplicitAny: the answers of several routes
type Answered = any;
export type Sent = { method: string; path: string; token: string; body?: unknown };

export async function openStage() {
  const stage = await openEmpty({ RATE_LIMIT_PER_MINUTE: '100000000', STOREFRONT_LIMIT_SCALE: '1000000' });
  const { db, clock } = stage.kernel;
  const owner = new pg.Client({ connectionString: stage.connectionString });
  await owner.connect();
  const { app } = await buildApp(stage.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  const person = { name: 'Shop', ownerEmail: 'owner@shop.example', ownerPassword: 'correct horse battery' };
  const { tenant } = await createTenant(db, OPERATOR, clock(), person);
  const input = { label: 'bench', scopes: [...SCOPES] };
  const { key } = await db.inTenant(tenant.id, (tx) => createKey(tx, OPERATOR, clock(), input));

  function send({ method, path, token, body }: Sent): Promise<{ status: number; data: Answered }> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      };
      const call = request({ port, host: '127.0.0.1', agent, method, path, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => (text += chunk));
        answer.on('end', () => resolve({ status: answer.statusCode!, data: JSON.parse(text).data }));
      });
      call.on('error', reject);
      call.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
  const ask = async (method: string, path: string, body?: unknown, token = key) => {
    for (;;) {
      const { status, data } = await send({ method, path, token, body });
      if (status < 300) return data;
      if (status !== 429 && status !== 503) throw new Error(`${method} ${path}: ${status}`);
      await new Promise((go) => setTimeout(go, 100));
    }
  };
  await ask('POST', '/v1/properties', { name: 'Shop' });
  const signIn = { email: person.ownerEmail, password: person.ownerPassword };
  const { accessToken } = await ask('POST', '/v1/auth/sign-in', signIn);
  const place = { name: 'Warehouse', code: 'W' };
  const { id: locationId } = await ask('POST', '/v1/inventory/locations', place, accessToken);
  const skus = ['HOT', 'SKU-1', 'SKU-2', 'SKU-3'];
  for (const sku of skus) {
    const variants = [{ sku, prices: [{ currency: 'EUR', amount: 9.99 }] }];
    await ask('POST', '/v1/catalog/products', { title: sku, status: 'active', variants });
  }
  const lines = skus.map((sku) => ({ sku, locationId, change: ENOUGH }));
  await ask('POST', '/v1/inventory/adjustments', { reason: 'Bench', lines });
  const parcel = { name: 'Parcel', currency: 'EUR', tiers: [{ from: 0, amount: 4.9 }] };
  const { id: shippingOptionId } = await ask('POST', '/v1/checkout/shipping-options', parcel);
  const { id: customerId } = await ask('POST', '/v1/crm/customers', { name: 'Ada' });

  /** Sends each request once, over so many connections. */
  async function measure(requests: Sent[], connections: number): Promise<Rate> {
    const times: number[] = [];
    let [next, failed] = [0, 0];
    const began = performance.now();
    const converse = async () => {
      while (next < requests.length) {
        const sent = performance.now();
        const { status } = await send(requests[next++]!);
        times.push(performance.now() - sent);
        if (status >= 300) failed += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, converse));
    const seconds = (performance.now() - began) / 1000;
    return { perSecond: (requests.length - failed) / seconds, p99: percentile(times, 99), failed };
  }

  /** Tokens of new carts. */
  const newCarts = (count: number, skusOf: string[]) =>
    inParallel(count, async () => {
      const body = { currency: 'EUR', lines: skusOf.map((sku) => ({ sku })) };
      return (await ask('POST', '/v1/storefront/carts', body)).token as string;
    });
  return {
    ...stage,
    owner,
    tenantId: tenant.id,
    key,
    customerId: customerId as string,
    measure,
    newCarts,
    /** Tokens of carts whose checkouts can be completed, by a known customer, or by a new one each. */
    async readyCarts(count: number, skusOf: string[], areNew = false): Promise<string[]> {
      const tokens = await newCarts(count, skusOf);
      const address = { line1: '1 Colonnade Street', city: 'Palmyra', country: 'SY' };
      await inParallel(count, async (n) => {
        await ask('POST', '/v1/storefront/checkouts', undefined, tokens[n]!);
        const email = areNew ? `${crypto.randomUUID()}@shop.example` : 'ada@shop.example';
        const body = { contact: { email }, shippingAddress: address, shippingOptionId };
        await ask('PATCH', '/v1/storefront/checkouts/current', body, tokens[n]!);
      });
      return tokens;
    },
    close: async () => {
      agent.destroy();
      await owner.end();
      await app.close();
      await stage.close();
    },
  };
}

/** A few at a time. */
async function inParallel<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  let next = 0;
  const run = async () => {
    while (next < count) {
      const n = next++;
      done[n] = await work(n);
    }
  };
  await Promise.all(Array.from({ length: 64 }, run));
  return done;
}
