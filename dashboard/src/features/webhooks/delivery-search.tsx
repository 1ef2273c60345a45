/** The search in the delivery log: by a text, and by what the receiver answered last. */
import type { Input } from '../../../../sdk/client.ts';
import type { FilterField } from '../../ui/filter-bar.tsx';
import { oneOf, typed } from '../../ui/filter-fields.tsx';
import { inWords } from '../../ui/status-badge.tsx';
import type { Filters } from '../../ui/use-filters.ts';

export const SEARCHED = ['q', 'statusCode', 'failure', 'eventId'] as const;
type Name = (typeof SEARCHED)[number];
type Query = NonNullable<Input<'listWebhookDeliveries'>['query']>;

export const SEARCH = {
  label: 'Search deliveries',
  placeholder: 'Part of the data, or of the answer',
  name: 'q' as const,
};

const ANSWERS: Record<string, string> = {
  '2xx': '2xx, accepted',
  '3xx': '3xx, a redirect',
  '4xx': '4xx, refused',
  '5xx': '5xx, an error',
  none: 'No answer',
};

const FAILURES: NonNullable<Query['failure']>[] = [
  ...(['status', 'redirect', 'timeout', 'dns', 'address_refused'] as const),
  ...(['connect', 'tls', 'reset', 'protocol', 'other'] as const),
];

export const SEARCH_FIELDS: FilterField<Name>[] = [
  typed('Last answer', 'statusCode', '404, 5xx or none', ANSWERS),
  oneOf('Failure', 'failure', Object.fromEntries(FAILURES.map((failure) => [failure, inWords(failure)]))),
  typed('Event id', 'eventId', 'As in GET /v1/events'),
];

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Leaves out what the API would refuse, such as half a status code while it is typed. */
export function searchOf({ q, statusCode = '', failure, eventId = '' }: Filters<Name>): Query {
  return {
    q: q?.slice(0, 100),
    ...(/^([1-5]\d\d|[1-5]xx|none)$/.test(statusCode) && { statusCode }),
    ...(FAILURES.some((each) => each === failure) && { failure: failure as Query['failure'] }),
    ...(UUID.test(eventId) && { eventId }),
  };
}
