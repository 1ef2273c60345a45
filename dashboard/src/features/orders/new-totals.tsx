import { Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api.ts';
import { explain } from '../../ui/explain.ts';
import { formatMoney } from '../../ui/money.tsx';
import { bodyOf, isComplete, type NewOrderValues, totalsOf } from './new-order.ts';
import { Sum } from './order-lines.tsx';

/** The totals, computed during typing; once the order is complete, they come from the server's dry run. */
export function NewTotals({ values }: { values: NewOrderValues }) {
  const { currency } = values;
  const totals = totalsOf(values);
  const body = JSON.stringify(bodyOf(values));
  const [settled] = useDebouncedValue(body, 500);
  const checked = useQuery({
    queryKey: ['createOrder', 'dry run', settled],
    queryFn: async ({ signal }) =>
      (await api.createOrder({ body: JSON.parse(settled), query: { dryRun: true }, signal })).data,
    enabled: isComplete(values) && settled === body,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isCurrent = settled === body && !checked.isPlaceholderData && isComplete(values);
  const sums = isCurrent && checked.data !== undefined ? checked.data : totals;
  const money = (amount: number | undefined) => (amount === undefined ? '–' : formatMoney(amount, currency));
  return (
    <Stack gap={6}>
      <Stack component="dl" gap={6} m={0} aria-label="Totals">
        <Sum label="Subtotal">{money(sums?.subtotal)}</Sum>
        <Sum label="Tax">{money(sums?.taxTotal)}</Sum>
        <Sum label="Total" isStrong>
          {money(sums?.total)}
        </Sum>
      </Stack>
      <Text size="xs" c="dimmed" role="status">
        {isCurrent && checked.data !== undefined
          ? 'Checked: this is exactly what the order will say.'
          : isCurrent && checked.error
            ? `The server would refuse it: ${reasonOf(checked.error)}`
            : 'Checked with the server as soon as there is a customer and every line has an SKU and a name.'}
      </Text>
    </Stack>
  );
}

function reasonOf(error: unknown): string {
  const { title, advice } = explain(error);
  return [title, advice].filter(Boolean).join(' ');
}
