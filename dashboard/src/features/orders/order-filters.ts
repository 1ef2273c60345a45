/** The filters of the order list: texts in the URL, typed values for the API. */
import type { Input } from '../../../../sdk/client.ts';
import { endOf, startOf } from '../../ui/days.ts';
import { type Filters, useFilters } from '../../ui/use-filters.ts';

export const FILTERS = [
  'q',
  'status',
  'paymentStatus',
  'channel',
  'owed',
  'customerId',
  'from',
  'to',
  'currency',
  'totalFrom',
  'totalTo',
] as const;
export type FilterName = (typeof FILTERS)[number];
export type OrderFilters = Filters<FilterName>;

type Query = NonNullable<Input<'getOrderExport'>['query']>;

export const useOrderFilters = () => useFilters(...FILTERS);

export const NOTHING = Object.fromEntries(FILTERS.map((name) => [name, undefined])) as OrderFilters;

/** Several values of one filter are separated by commas. */
export const several = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? [];

export function queryOf(filters: OrderFilters): Query {
  const { from, to, status, paymentStatus, channel, owed, totalFrom, totalTo, ...exact } = filters;
  const amount = (text: string | undefined) =>
    text === undefined || exact.currency === undefined ? undefined : Number(text);
  return {
    ...exact,
    status: several(status) as Query['status'],
    paymentStatus: several(paymentStatus) as Query['paymentStatus'],
    channel: several(channel) as Query['channel'],
    owed: owed === 'true' ? 'true' : undefined,
    createdFrom: startOf(from),
    createdTo: endOf(to),
    totalFrom: amount(totalFrom),
    totalTo: amount(totalTo),
  };
}

/** Compares filters, regardless of the order in which they were set. */
export const sameFilters = (a: OrderFilters, b: OrderFilters): boolean =>
  FILTERS.every((name) => (a[name] ?? '') === (b[name] ?? ''));
