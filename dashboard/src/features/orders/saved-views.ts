/**
 * Saved views of the order list. The filters are in the URL, so a view can be sent to a colleague. The names are stored in
 * this browser, per account and tenant. They contain no secret.
 */
import { useCallback, useState } from 'react';
import { useSession } from '../../session/use-session.ts';
import { FILTERS, type OrderFilters } from './order-filters.ts';

export type View = { name: string; filters: OrderFilters };

export const BUILT_IN: View[] = [
  { name: 'All', filters: {} },
  { name: 'To fulfil', filters: { status: 'placed,partially_fulfilled' } },
  { name: 'Unpaid', filters: { paymentStatus: 'unpaid,partially_paid,failed' } },
];

const MOST = 20;

function read(key: string): View[] {
  try {
    const views: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(views) ? views.flatMap(understood).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Validates the stored views: an older dashboard or a person may have written them. */
function understood(view: unknown): View[] {
  const { name, filters } = (view ?? {}) as Partial<View>;
  if (typeof name !== 'string' || typeof filters !== 'object' || filters === null) return [];
  const known = FILTERS.filter((filter) => typeof filters[filter] === 'string');
  return [{ name, filters: Object.fromEntries(known.map((filter) => [filter, filters[filter]])) }];
}

export function useSavedViews() {
  const { tenant, actor } = useSession();
  const key = `colonnade.order-views.${tenant.id}.${actor.id}`;
  const [views, setViews] = useState(() => read(key));
  const keep = useCallback(
    (next: View[]) => {
      setViews(next);
      localStorage.setItem(key, JSON.stringify(next));
    },
    [key],
  );
  return {
    views,
    save: (view: View) => keep([...views.filter(({ name }) => name !== view.name), view].slice(-MOST)),
    remove: (name: string) => keep(views.filter((view) => view.name !== name)),
  };
}
