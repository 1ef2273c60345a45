/** Everything outside of the machines: the bucket, and a shop that places orders and repeats each until it is acknowledged. */
import { Agent, request } from 'node:https';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { OUTSIDE } from './machines.ts';

export type Shop = { address: string; name: string; ca: string; key: string; customerId: string };
/** `failures`: what the tries before the acknowledgement ended with. */
export type Order = { reference: string; id: string; askedAt: number; placedAt: number; failures: string[] };
export type ToOutside = { open: Shop } | { close: true };
export type FromOutside =
  | { ready: true }
  | { order: Order }
  | { stored: { id: string; reference: string }[] };

const SENDERS = 6;
/** Between two orders of a sender: 30 a second in all, if an order takes 50 ms. */
const PAUSE_MS = 150;
const AGAIN_MS = 100;
const TRY_MS = 3_000;

// It has no types of its own.
const S3rver = createRequire(import.meta.url)('s3rver') as new (
  options: object,
) => { run(): Promise<unknown> };
const buckets = ['colonnade', 'colonnade-check'].map((name) => ({ name }));
await new S3rver({
  ...{ address: OUTSIDE, port: 9000, silent: true, configureBuckets: buckets },
  directory: join(process.argv[2]!, 'buckets'),
}).run();

const tell = (message: FromOutside) => process.send!(message);
let isOpen = true;
let ask: (path: string, body?: object, key?: string) => Promise<{ status: number; body: string }>;
let senders: Promise<unknown> = Promise.resolve();

process.on('message', async (message: ToOutside) => {
  if ('open' in message) {
    ask = client(message.open);
    senders = Promise.all(
      Array.from({ length: SENDERS }, (_, sender) => send(sender, message.open.customerId)),
    );
    return;
  }
  isOpen = false;
  await senders;
  const { body } = await ask('/v1/crm/orders/export?format=ndjson');
  const rows = body
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  tell({ stored: rows.map(({ id, metadata }) => ({ id, reference: metadata?.reference })) });
});
process.on('disconnect', () => process.exit());
tell({ ready: true });

function client({ address, name, ca, key }: Shop): typeof ask {
  const agent = new Agent({ keepAlive: true, ca, servername: name });
  return (path, body, idempotencyKey) =>
    new Promise((resolve, reject) => {
      const headers = {
        ...{ host: name, authorization: `Bearer ${key}` },
        ...(body && { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }),
      };
      const method = body ? 'POST' : 'GET';
      const timeout = AbortSignal.timeout(body ? TRY_MS : 30_000);
      request({ agent, host: address, path, method, headers, signal: timeout }, async (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode!, body }), reject);
      })
        .once('error', reject)
        .end(body && JSON.stringify(body));
    });
}

async function send(sender: number, customerId: string): Promise<void> {
  for (let number = 1; isOpen; number++, await sleep(PAUSE_MS)) {
    const reference = `${sender}-${number}`;
    const items = [{ sku: 'TEA-1', name: 'Green tea', quantity: 1, unitPrice: 4.5 }];
    const order: Order = { reference, id: '', askedAt: Date.now(), placedAt: 0, failures: [] };
    while (order.id === '') {
      try {
        const { status, body } = await ask(
          '/v1/crm/orders',
          { customerId, items, metadata: { reference } },
          reference,
        );
        if (status === 201) order.id = JSON.parse(body).data.id;
        else order.failures.push(String(status));
      } catch (error) {
        const { code, name } = error as NodeJS.ErrnoException;
        order.failures.push(code ?? name);
      }
      if (order.id === '') await sleep(AGAIN_MS);
    }
    order.placedAt = Date.now();
    tell({ order });
  }
}
