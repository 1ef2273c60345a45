import { SimpleGrid } from '@mantine/core';
import { useSession } from '../../session/use-session.ts';
import { formatClock, formatMoney, formatNumber } from '../../ui/formats.ts';
import { Figure } from './figure.tsx';
import type { Home, HomeOrders, Totals } from './home.ts';

const shown = ({ count, isMore }: HomeOrders['unpaid']) => `${formatNumber(count)}${isMore ? '+' : ''}`;
const sumIn = (totals: Totals, name: 'orders' | 'cancelledOrders') =>
  totals.reduce((sum, total) => sum + total[name], 0);
const revenueIn = (totals: Totals, currency: string) =>
  totals.find((total) => total.currency === currency)?.revenue ?? 0;

/** The day so far, and what waits for a hand. Each figure leads to the list behind it. */
export function Today({ home: { orders, stock, webhooks } }: { home: Home }) {
  return (
    <SimpleGrid
      component="section"
      aria-label="Today"
      cols={{ base: 2, sm: 3, lg: (orders ? 4 : 0) + (stock ? 1 : 0) + (webhooks ? 1 : 0) || 1 }}
      spacing="sm"
    >
      {orders && <Orders orders={orders} />}
      {stock && <Stock stock={stock} />}
      {webhooks && (
        <Figure
          label="Failing webhooks"
          value={formatNumber(webhooks.failing)}
          isUrgent={webhooks.failing > 0}
          note={[webhooks.count === 0 ? 'No subscriptions' : `Of ${formatNumber(webhooks.count)}`]}
          to="/webhooks"
        />
      )}
    </SimpleGrid>
  );
}

const STOCK = [
  ['depleted', 'Sold out'],
  ['short', 'Short of stock'],
  ['low', 'Low stock'],
] as const;

/** The worst of what there is, with the list of just those SKUs behind it, and the others beside it. */
function Stock({ stock }: { stock: NonNullable<Home['stock']> }) {
  const [state, label] = STOCK.find(([name]) => stock[name].count > 0) ?? STOCK[2];
  const others = STOCK.filter(([name]) => name !== state);
  return (
    <Figure
      label={label}
      value={shown(stock[state])}
      isUrgent={state !== 'low'}
      note={[others.map(([name, words]) => `${words}: ${shown(stock[name])}`).join(', ')]}
      to="/inventory"
      search={{ state }}
    />
  );
}

function Orders({ orders }: { orders: HomeOrders }) {
  const { tenant } = useSession();
  const { today, yesterday } = orders;
  const { currency } = tenant;
  const since = `Yesterday until ${formatClock(new Date(yesterday.until))}:`;
  const search = { from: today.day, to: today.day };
  const cancelled = sumIn(today.totals, 'cancelledOrders');
  const others = today.totals.filter((total) => total.currency !== currency);
  return (
    <>
      <Figure
        label={others.length > 0 ? `Revenue today, ${currency}` : 'Revenue today'}
        value={formatMoney(revenueIn(today.totals, currency), currency)}
        note={[
          ...also(others.map((total) => formatMoney(total.revenue, total.currency))),
          `${since} ${formatMoney(revenueIn(yesterday.totals, currency), currency)}`,
        ]}
        to="/orders"
        search={search}
      />
      <Figure
        label="Orders today"
        value={formatNumber(sumIn(today.totals, 'orders'))}
        note={[
          ...(others.length > 0 ? ['In all currencies'] : []),
          ...(cancelled > 0 ? [`${formatNumber(cancelled)} of them cancelled`] : []),
          `${since} ${formatNumber(sumIn(yesterday.totals, 'orders'))}`,
        ]}
        to="/orders"
        search={search}
      />
      <Figure
        label="To fulfil"
        value={shown(orders.unfulfilled)}
        note={['Placed, or fulfilled in part']}
        to="/orders"
        search={{ status: 'placed,partially_fulfilled' }}
      />
      <Owed orders={orders} currency={currency} />
    </>
  );
}

/** The balances in the currency of the tenant, with those in others beside them. */
function Owed({ orders: { owed, unpaid }, currency }: { orders: HomeOrders; currency: string }) {
  const own = owed.find((sum) => sum.currency === currency)?.balance ?? 0;
  const others = owed.filter((sum) => sum.currency !== currency);
  const more = unpaid.isMore ? '+' : '';
  return (
    <Figure
      label={others.length > 0 ? `Money owed, ${currency}` : 'Money owed'}
      value={`${formatMoney(own, currency)}${more}`}
      note={[
        ...also(others.map((sum) => formatMoney(sum.balance, sum.currency) + more)),
        unpaid.count === 0 ? 'Every order is paid' : `${shown(unpaid)} unpaid, in full or in part`,
      ]}
      to="/orders"
      search={{ owed: 'true' }}
    />
  );
}

/** Names amounts in other currencies, which do not add up: two of them. */
const also = (amounts: string[]): string[] =>
  amounts.length === 0 ? [] : [`Also ${amounts.slice(0, 2).join(', ')}${amounts.length > 2 ? ' …' : ''}`];
