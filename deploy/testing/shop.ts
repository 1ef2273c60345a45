/** The shop outside of the machines: its orders, and how long it waited for them in each part of the runbook. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Machines } from './machines.ts';
import type { FromOutside, Order, ToOutside } from './outside.ts';

const CLIENTS_ADDRESS = '10.77.0.10';
type Part = { name: string; from: number };

/** The least that proves something: the shop is open for minutes. */
const LEAST_ORDERS = 500;

export async function openShop(machines: Machines) {
  const outside = machines.startOutside(join(import.meta.dirname, 'outside.ts'));
  const say = (message: ToOutside) => outside.send(message);
  const orders: Order[] = [];
  const parts: Part[] = [];
  let stored: (rows: { id: string; reference: string }[]) => void;
  outside.on('message', (message: FromOutside) => {
    if ('order' in message) orders.push(message.order);
    else if ('stored' in message) stored(message.stored);
  });
  await once(outside, 'message');
  const read = async (path: string) => (await machines.machine('a').run(`cat ${path}`)).output.trim();
  return {
    async open() {
      const key = await read('/root/shop.key');
      const customerId = JSON.parse(await read('/root/customer.json')).data.id;
      const ca = await read('/etc/colonnade/tls/chain.pem');
      say({ open: { address: CLIENTS_ADDRESS, name: 'shop.example.com', ca, key, customerId } });
      parts.push({ name: 'watching', from: Date.now() });
    },
    measure: (name: string) => void parts.push({ name, from: Date.now() }),
    async close(report: (line: string) => void) {
      const end = Date.now();
      const reading = new Promise<{ id: string; reference: string }[]>((resolve) => {
        stored = resolve;
      });
      say({ close: true });
      const rows = await reading;
      outside.disconnect();
      for (const line of describeParts(orders, parts, end)) report(line);
      const byReference = Map.groupBy(rows, ({ reference }) => reference);
      const ids = new Set(rows.map(({ id }) => id));
      const lost = orders.filter(({ id }) => !ids.has(id)).length;
      const doubled = orders.filter(({ reference }) => byReference.get(reference)!.length > 1).length;
      report(`${orders.length} acknowledged, ${lost} lost, ${doubled} doubled`);
      assert.ok(orders.length > LEAST_ORDERS);
      assert.deepEqual({ lost, doubled }, { lost: 0, doubled: 0 });
    },
  };
}

/** An order, and a pause, belongs to the part in which most of it was. */
export function describeParts(orders: Order[], parts: Part[], end: number): string[] {
  const untilOf = (index: number) => parts[index + 1]?.from ?? end;
  const partOf = (from: number, until: number) => {
    const shared = parts.map((part, index) => Math.min(until, untilOf(index)) - Math.max(from, part.from));
    return shared.indexOf(Math.max(...shared));
  };
  const placed = orders.map(({ placedAt }) => placedAt).sort((a, b) => a - b);
  const pauses = placed.slice(1).map((until, index) => ({ from: placed[index]!, until }));
  return parts.map(({ name, from }, index) => {
    const own = orders.filter(({ askedAt, placedAt }) => partOf(askedAt, placedAt) === index);
    const longest = Math.max(
      0,
      ...pauses
        .filter(({ from, until }) => partOf(from, until) === index)
        .map(({ from, until }) => until - from),
    );
    const slowest = Math.max(0, ...own.map(({ askedAt, placedAt }) => placedAt - askedAt));
    const failures = Object.entries(
      Object.groupBy(
        own.flatMap((order) => order.failures),
        (each) => each,
      ),
    );
    const told = failures.map(([failure, all]) => `${all!.length} x ${failure}`).join(', ') || 'none';
    const seconds = Math.round((untilOf(index) - from) / 1000);
    return `${name}: ${own.length} orders in ${seconds} s, longest pause ${longest} ms, slowest order ${slowest} ms, failed tries: ${told}`;
  });
}
