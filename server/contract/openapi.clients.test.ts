/** Clients that others' generators make of the contract place an order. `npm run check:contract` makes them, in CONTRACT_TOOLS. */
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { newTenant, useApp } from '../testing.ts';

const tools = process.env.CONTRACT_TOOLS;
const CLIENTS = {
  'openapi-typescript and openapi-fetch': 'openapi-fetch',
  '@hey-api/openapi-ts': 'hey-api',
  orval: 'orval',
};

type PlaceOrder = (baseUrl: string, key: string) => Promise<{ total: number; status: string }>;

describe('a client made by', {
  skip: tools === undefined && 'npm run check:contract makes the clients',
}, async () => {
  if (tools === undefined) return;
  const test = await useApp();
  const { key } = await newTenant(test);
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = test.app.server.address() as AddressInfo;
  for (const [name, file] of Object.entries(CLIENTS)) {
    it(`${name} places and fulfills an order`, async () => {
      const { placeOrder }: { placeOrder: PlaceOrder } = await import(
        join(tools, `generated/built/place-${file}.js`)
      );
      const { total, status } = await placeOrder(`http://127.0.0.1:${port}`, key);
      assert.deepEqual([total, status], [4.5, 'fulfilled']);
    });
  }
});
