/** A bounded load with unique ids that records every request and its answers. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, call } from './client.ts';
import type { Tenant } from './installation.ts';
import type { Stage } from './stage.ts';

/** One intended write of a client, with all its attempts. */
export type Wish = {
  id: string;
  kind: 'order' | 'redirect';
  tenant: Tenant;
  lines: number;
  /** In minor units. */
  total: number;
  answers: Answer[];
};

export type Load = { wishes: Wish[]; stop(): Promise<void>; done: Promise<void> };

type Options = {
  /** Returns the URL for the next request. */
  url: () => string;
  tenants: Tenant[];
  senders: number;
  /** The number of wishes; without it, the load runs until it is stopped. */
  count?: number;
  kinds?: Wish['kind'][];
  /** The share of unanswered wishes that are sent again with the same key until answered. */
  insisting?: number;
  /** The pause between two wishes of a sender. */
  pauseMs?: number;
};

const ASK_AGAIN_MS = 100;
const PATIENCE_MS = 90_000;
let loads = 0;

export const isAcknowledged = (wish: Wish) => wish.answers.some(({ status }) => status === 201);
export const resourceOf = ({ body }: Answer): string => body.data.id;

export function startLoad(stage: Stage, options: Options): Load {
  const { random } = stage;
  const { url, tenants, count = Number.POSITIVE_INFINITY, insisting = 0.7, pauseMs = 0 } = options;
  const kinds = options.kinds ?? ['order', 'redirect'];
  const name = `${stage.seed}-${++loads}`;
  const wishes: Wish[] = [];
  let isOver = false;
  const send = async () => {
    while (!isOver && wishes.length < count) {
      const wish: Wish = {
        ...{ id: `${name}-${wishes.length}`, kind: random.oneOf(kinds), tenant: random.oneOf(tenants) },
        ...{ lines: random.between(1, 5), total: 0, answers: [] },
      };
      const body = bodyOf(wish, random.between(1, 99_999));
      wishes.push(wish);
      await fulfil(wish, body, random.next() < insisting);
      if (pauseMs > 0) await sleep(pauseMs);
    }
  };
  async function fulfil(wish: Wish, body: unknown, insists: boolean): Promise<void> {
    const path = wish.kind === 'order' ? '/v1/crm/orders' : '/v1/redirects';
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(ASK_AGAIN_MS)) {
      const answer = await call('POST', url() + path, { token: wish.tenant.key, body, key: wish.id });
      wish.answers.push(answer);
      if (answer.status === 201 || !insists || Date.now() > end) return;
    }
  }
  const done = Promise.all(Array.from({ length: options.senders }, send)).then(() => {});
  const stop = () => {
    isOver = true;
    return done;
  };
  stage.cleanUp(stop);
  return { wishes, stop, done };
}

function bodyOf(wish: Wish, cents: number): unknown {
  const { id, tenant, lines } = wish;
  if (wish.kind === 'redirect') return { from: `/${id}`, to: '/new' };
  const items = Array.from({ length: lines }, (_, index) => {
    const quantity = index + 1;
    wish.total += quantity * cents;
    return { sku: `SKU-${index}`, name: 'Tea', quantity, unitPrice: cents / 100 };
  });
  return { customerId: tenant.customerId, items, metadata: { wish: id } };
}
