import { Anchor, SimpleGrid, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDay, formatMoney, formatNumber, formatPercent } from '../../ui/formats.ts';
import classes from './home.module.css';
import { changeOf, type Metrics } from './period.ts';

/** The sums of the period in one currency, with their change. Orders lead to their list. */
export function SalesFigures({ metrics, currency }: { metrics: Metrics; currency: string }) {
  const of = (totals: Metrics['totals'] | undefined) =>
    totals?.find((total) => total.currency === currency) ?? { revenue: 0, orders: 0, cancelledOrders: 0 };
  const [now, before] = [of(metrics.totals), of(metrics.before?.totals)];
  // Divides by the orders that stand beside it, cancelled ones too.
  const average = ({ revenue, orders }: typeof now) => (orders === 0 ? null : revenue / orders);
  const money = (amount: number | null) => (amount === null ? '–' : formatMoney(amount, currency));
  // Figures of one currency among several say which.
  const named = (label: string) => (metrics.totals.length > 1 ? `${label}, ${currency}` : label);
  const search = { from: metrics.from, to: metrics.to, currency };
  const than = metrics.before && `${formatDay(metrics.before.from)} to ${formatDay(metrics.before.to)}`;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <Sum
        label={named('Revenue')}
        hint="Of all orders placed in this time, paid or not, less refunds and unpaid parts of cancelled ones."
        value={money(now.revenue)}
        change={changeOf(now.revenue, before.revenue)}
        than={than}
      />
      <Sum
        label={named('Orders')}
        value={formatNumber(now.orders)}
        note={now.cancelledOrders > 0 && `${formatNumber(now.cancelledOrders)} of them cancelled`}
        change={changeOf(now.orders, before.orders)}
        than={than}
        search={search}
      />
      <Sum
        label={named('Average order')}
        hint="Revenue, divided by all these orders."
        value={money(average(now))}
        change={changeOf(average(now) ?? 0, average(before) ?? 0)}
        than={than}
      />
    </SimpleGrid>
  );
}

function Sum(props: {
  label: string;
  hint?: string;
  value: string;
  note?: string | false;
  change: number | null;
  than: string | undefined;
  search?: Record<string, string>;
}) {
  const { label, value, change } = props;
  return (
    <div>
      <Text size="xs" c="dimmed" title={props.hint}>
        {props.search ? (
          <Anchor component={Link} to="/orders" search={props.search as never} size="xs" underline="always">
            {label}
          </Anchor>
        ) : (
          label
        )}
      </Text>
      <Text className={classes.value}>
        <bdi>{value}</bdi>
      </Text>
      {props.note && (
        <Text size="xs" c="dimmed">
          {props.note}
        </Text>
      )}
      <Text size="xs" c="dimmed">
        {change === null ? 'Nothing to compare with' : `${change > 0 ? '+' : ''}${formatPercent(change)}`}
        {change !== null && props.than && ` against ${props.than}`}
      </Text>
    </div>
  );
}
