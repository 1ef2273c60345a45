/** The orders at home: what waits for a hand, today beside yesterday, and the last thirty days beside those before. */

import { type Static, Type } from 'typebox';
import type { Actor } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { Decimal, Time } from '#kernel/http/fields.ts';
import { Described, NamedObject } from '#kernel/http/named.ts';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { addDays, dayAt, localTime, startOfDay, timeOf } from '#shared/time-zone.ts';
import { facetsOf } from '../orders/lists/list.ts';
import { countOpen, findFirsts, MOST_COUNTED, sumOwed } from './home.sql.ts';
import { Metrics, Totals } from './metric-fields.ts';
import { sumQuarters } from './metrics.sql.ts';
import { computeMetrics, readPeriod, totalsOf } from './metrics.ts';

const Count = NamedObject(
  'OrdersCounted',
  { count: Type.Integer(), isMore: Type.Boolean() },
  { description: `Counted up to ${MOST_COUNTED}.` },
);

const OrdersAtHome = NamedObject('HomeOrders', {
  unfulfilled: Described(Count, 'Orders that are placed or partially_fulfilled.'),
  unpaid: Described(Count, 'Orders with a balance, whatever was paid and refunded: those of owed=true.'),
  owed: Type.Array(
    NamedObject('OrdersOwed', { currency: Type.String(), orders: Type.Integer(), balance: Decimal() }),
    {
      description: `The balances of these orders, one sum per currency, the one with the most orders first. If unpaid has more than ${MOST_COUNTED}, those of the newest ${MOST_COUNTED}.`,
    },
  ),
  today: Type.Object({ day: Type.String(), totals: Totals }),
  yesterday: Type.Object(
    { day: Type.String(), until: Time(), totals: Totals },
    { description: 'Until the same time of day, less the last minutes: a whole quarter of an hour.' },
  ),
  sales: Described(Metrics, 'The five currencies with the most orders.'),
  hasCustomers: Type.Boolean(),
  hasOrders: Type.Boolean(),
});

const UNFULFILLED_FACETS = facetsOf({ status: ['placed', 'partially_fulfilled'] })!;

const QUARTER = 900_000;

async function read(tx: Tx, { tenant }: Actor, now: Date): Promise<Static<typeof OrdersAtHome>> {
  const { timeZone } = tenant;
  const day = dayAt(timeZone, now.getTime());
  const dayBefore = addDays(day, -1);
  const clockTime = localTime(timeZone, now.getTime()).slice(10);
  const until = Math.floor(timeOf(timeZone, dayBefore + clockTime) / QUARTER) * QUARTER;
  const [midnight, midnightBefore] = [startOfDay(timeZone, day), startOfDay(timeZone, dayBefore)];
  const tomorrow = startOfDay(timeZone, addDays(day, 1));
  const sum = async (from: number, to: number) =>
    totalsOf(await sumQuarters(tx, new Date(from), new Date(to)));
  const unfulfilled = await countOpen(tx, UNFULFILLED_FACETS);
  const owed = await sumOwed(tx);
  const today = { day, totals: await sum(midnight, tomorrow) };
  const yesterday = {
    day: dayBefore,
    until: new Date(until).toISOString(),
    totals: await sum(midnightBefore, until),
  };
  const sales = await computeMetrics(tx, readPeriod({ timeZone }, now), 'day_and_channel', true);
  return {
    unfulfilled,
    unpaid: { count: owed.sums.reduce((sum, { orders }) => sum + orders, 0), isMore: owed.isMore },
    owed: owed.sums.map(({ currency, orders, balance }) => ({
      ...{ currency, orders },
      balance: fromMinor(balance, currencyExponent(currency)!),
    })),
    today,
    yesterday,
    sales: trimmed(sales, tenant.currency),
    ...(await findFirsts(tx)),
  };
}

const MOST_CURRENCIES = 5;

/** Keeps the currency of the tenant and those with the most orders, so that the answer is bounded. */
function trimmed(sales: Static<typeof Metrics>, own: string): Static<typeof Metrics> {
  const weight = ({ currency, orders }: { currency: string; orders: number }) =>
    currency === own ? Number.POSITIVE_INFINITY : orders;
  const kept = new Set(
    sales.totals
      .toSorted((a, b) => weight(b) - weight(a))
      .slice(0, MOST_CURRENCIES)
      .map(({ currency }) => currency),
  );
  const of = <Row extends { currency: string }>(rows: Row[]) =>
    rows.filter(({ currency }) => kept.has(currency));
  const { before } = sales;
  return {
    ...sales,
    totals: of(sales.totals),
    groups: of(sales.groups),
    ...(before && { before: { ...before, totals: of(before.totals), groups: of(before.groups) } }),
  };
}

export const ordersAtHome = {
  needs: { module: 'crm', scope: 'read:crm' },
  schema: OrdersAtHome,
  read,
} as const;
