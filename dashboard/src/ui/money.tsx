import { Text } from '@mantine/core';
import { decimalsOf } from './currency.ts';

const formats = new Map<string, Intl.NumberFormat>();

export function formatMoney(amount: number, currency: string): string {
  let format = formats.get(currency);
  if (format === undefined) {
    const decimals = decimalsOf(currency);
    format = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
    });
    formats.set(currency, format);
  }
  return format.format(amount);
}

/** An amount in its currency's format, with digits of equal width. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return (
    <Text component="span" inherit style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatMoney(amount, currency)}
    </Text>
  );
}
