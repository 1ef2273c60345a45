/** Verbs of the command palette: "fulfil 1008" opens the step of that order; on the page of an order, "fulfil" is enough. */
import { api } from '../api.ts';
import type { OrderAction } from '../features/orders/order-actions.tsx';
import { denialOf } from '../session/screen.ts';
import type { Session } from '../session/session.ts';
import { inWords } from '../ui/status-badge.tsx';
import { toast } from '../ui/toast.ts';
import type { FoundRecord } from './palette-records.ts';

const VERBS: { action: OrderAction; label: string; words: string[] }[] = [
  { action: 'fulfill', label: 'Fulfil', words: ['fulfil', 'fulfill', 'ship', 'send'] },
  { action: 'deliver', label: 'Mark delivered', words: ['deliver', 'delivered', 'mark delivered'] },
  { action: 'payments', label: 'Record payment', words: ['record payment', 'payment', 'pay', 'paid'] },
  { action: 'refund', label: 'Refund', words: ['refund'] },
  { action: 'cancel', label: 'Cancel', words: ['cancel'] },
];

export type Verb = (typeof VERBS)[number] & { rest: string };

/** Returns the verb that the query begins with, and what follows it. Null for a session that may not change orders. */
export function verbIn(query: string, session: Session): Verb | null {
  if (denialOf({ role: 'editor', module: 'crm' }, session) !== null) return null;
  const text = query.trim().toLowerCase();
  for (const verb of VERBS) {
    const word = verb.words
      .toSorted((one, other) => other.length - one.length)
      .find((one) => text === one || text.startsWith(`${one} `));
    if (word !== undefined) return { ...verb, rest: query.trim().slice(word.length).trim() };
  }
  return null;
}

/** The actions for a verb: each order that was found, or the one on the screen if none is named. */
export function verbActions(verb: Verb, found: FoundRecord[], path: string, query: string) {
  const here = /^\/orders\/([0-9a-f-]{36})$/.exec(path)?.[1];
  const act = (id: string, label: string, description?: string) => ({
    id: `${verb.action} ${id}`,
    label,
    description,
    // The palette filters again by keyword.
    keywords: query,
    onClick: () => void run(verb, id).catch(toast.failed),
  });
  if (verb.rest === '') return here === undefined ? [] : [act(here, `${verb.label}: this order`)];
  return found
    .filter(({ id }) => id.startsWith('order '))
    .slice(0, 5)
    .map(({ id, label, description }) =>
      act(id.slice('order '.length), `${verb.label}: order ${label}`, description),
    );
}

async function run({ action, label }: Verb, id: string): Promise<void> {
  const [{ data: order }, { openOrderStep }] = await Promise.all([
    api.getOrder({ path: { id } }),
    import('../features/orders/order-actions.tsx'),
  ]);
  if (order.allowedActions.includes(action)) return openOrderStep(action, order, true);
  const state = `${inWords(order.status)}, ${inWords(order.paymentStatus)}`.toLowerCase();
  toast.refused(`“${label}” is not possible: order ${order.orderNumber} is ${state}.`);
}
