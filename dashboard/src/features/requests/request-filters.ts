/** The filters of the request log. */
import type { FilterField } from '../../ui/filter-bar.tsx';
import { chosenFrom, oneOf, period, typed } from '../../ui/filter-fields.tsx';
import { useList } from '../../ui/use-data.ts';

export const FILTERS = ['keyId', 'method', 'status', 'path', 'requestId', 'since', 'until'] as const;

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const useKeys = () =>
  useList('listApiKeys', { query: { limit: 100 } }).rows.map(({ id, label, keyId }) => ({
    value: id,
    label: `${label} (${keyId})`,
  }));

export const REQUEST_FILTERS: FilterField<(typeof FILTERS)[number]>[] = [
  oneOf('Status', 'status', {
    failed: 'Failed',
    '2xx': '2xx, succeeded',
    '4xx': '4xx, refused',
    '5xx': '5xx, our fault',
  }),
  chosenFrom('Key', 'keyId', useKeys),
  oneOf('Method', 'method', Object.fromEntries(METHODS.map((method) => [method, method]))),
  period('Time'),
  typed('Request id', 'requestId', 'X-Request-Id'),
];
