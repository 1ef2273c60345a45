import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ImportFile, readBatches } from './batches.ts';
import type { ImportOptions } from './imports.ts';

it('a batch of orders with large texts ends after half a mebibyte', async () => {
  const order = {
    customerId: crypto.randomUUID(),
    items: [{ sku: 'TEA', name: 'Tea' }],
    metadata: { text: '"'.repeat(30_000) },
  };
  const bytes = Buffer.from(`${JSON.stringify(order)}\n`.repeat(40));
  const file: ImportFile = {
    format: 'ndjson',
    options: { mapping: {}, createCustomers: false, channel: 'import' } as unknown as ImportOptions,
    readFrom: async (byte) => (byte < bytes.length ? bytes.subarray(byte) : null),
  };
  const sizes: number[] = [];
  for await (const batch of readBatches(
    file,
    null,
    { byte: 0, rowsDone: 0, behindStrayRow: false },
    () => new Date(),
  ))
    sizes.push(batch.entries.length);
  assert.equal(
    sizes.reduce((sum, size) => sum + size, 0),
    40,
  );
  assert.ok(Math.max(...sizes) <= 9, sizes.join());
});
