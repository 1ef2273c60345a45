/** The filters of the delivery log. */
import type { FilterField } from '../../ui/filter-bar.tsx';
import { chosenFrom, oneOf, period } from '../../ui/filter-fields.tsx';
import { useData, useList } from '../../ui/use-data.ts';

export const FILTERS = ['subscriptionId', 'eventType', 'status', 'since', 'until'] as const;

const useSubscriptions = () =>
  useList('listWebhookSubscriptions', { query: { limit: 100 } }).rows.map(({ id, name }) => ({
    value: id,
    label: name,
  }));

const useEventTypes = () =>
  (useData('listEventTypes').data ?? [])
    .filter(({ subscribable }) => subscribable)
    .map(({ type }) => ({ value: type, label: type }));

export const DELIVERY_FILTERS: FilterField<(typeof FILTERS)[number]>[] = [
  oneOf('State', 'status', {
    pending: 'Pending',
    held: 'Held',
    delivered: 'Delivered',
    failed: 'Failed',
    cancelled: 'Cancelled',
  }),
  chosenFrom('Subscription', 'subscriptionId', useSubscriptions),
  chosenFrom('Event', 'eventType', useEventTypes),
  period('Time'),
];
