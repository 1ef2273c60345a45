/** A server with tenants whose ids follow from their numbers, so that a pgbench script can name them too. */
import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { sha256 } from '#kernel/secrets.ts';
import { buildApp } from '../../server/app.ts';
import { openStage as openEmpty } from '../deliveries/stage.ts';

export const TENANTS = 100;
export const tenantId = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export type OrderStage = Awaited<ReturnType<typeof openStage>>;

export async function openStage() {
  const stage = await openEmpty({ RATE_LIMIT_PER_MINUTE: '100000000' });
  const owner = new pg.Client({ connectionString: stage.connectionString });
  await owner.connect();
  const keys: string[] = [];
  for (let n = 1; n <= TENANTS; n++) keys.push(await addTenant(owner, n));
  const { app, startWork } = await buildApp(stage.kernel);
  await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    ...stage,
    app,
    startWork,
    owner,
    keys,
    port: (app.server.address() as AddressInfo).port,
    close: async () => {
      await app.close();
      await owner.end();
      await stage.close();
    },
  };
}

async function addTenant(owner: pg.Client, n: number): Promise<string> {
  const id = tenantId(n);
  const [keyId, secret] = [randomBytes(4).toString('hex'), randomBytes(43).toString('hex').slice(0, 43)];
  await owner.query('insert into tenants (id, name, slug, created_at) values ($1, $2, $2, now())', [
    id,
    `t-${n}`,
  ]);
  await owner.query(
    `insert into tenant_modules (tenant_id, module, active, changed_at) values ($1, 'crm', true, now())`,
    [id],
  );
  await owner.query(
    `insert into customers (tenant_id, id, name, created_at, updated_at) values ($1, $1, 'Ada', now(), now())`,
    [id],
  );
  await owner.query('insert into order_counters (tenant_id, next_number) values ($1, 1001)', [id]);
  await owner.query(
    `insert into api_keys (tenant_id, id, key_id, secret_hash, label, scopes, created_by, created_at)
     values ($1, gen_random_uuid(), $2, $3, 'bench', '{read:crm,write:crm,write:crm_bulk}', 'bench', now())`,
    [id, keyId, sha256(secret)],
  );
  return `sk_live_${keyId}_${secret}`;
}

export const orderBody = (n: number, lines = 3) => ({
  customerId: tenantId(n),
  currency: 'EUR',
  channel: 'storefront',
  shippingTotal: 4.9,
  items: Array.from({ length: lines }, (_, line) => ({
    sku: `SKU-${line}`,
    name: `A thing of some kind, number ${line}`,
    quantity: line + 1,
    unitPrice: 9.99,
  })),
  shippingAddress: { line1: '1 Colonnade Street', city: 'Palmyra' },
});
