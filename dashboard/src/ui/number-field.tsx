import { NumberInput, type NumberInputProps } from '@mantine/core';
import { decimalsOf } from './currency.ts';
import { decimalSeparator, formatMoney, formatNumber } from './formats.ts';

export type Bounds = {
  least?: number;
  most?: number;
  decimals?: number;
  /** The number is an amount: it has the decimals of this currency. */
  currency?: string;
};

/** A number as it was typed. What is out of bounds stays in the field, with a sentence; it never becomes another number. */
export function NumberField(props: NumberInputProps & Bounds) {
  const { least, most, decimals, currency, error, ...rest } = props;
  return (
    <NumberInput
      hideControls={currency !== undefined}
      suffix={currency && ` ${currency}`}
      clampBehavior="none"
      // Half of the world writes 4,50.
      allowedDecimalSeparators={['.', ',']}
      decimalSeparator={decimalSeparator() === ',' ? ',' : '.'}
      {...rest}
      error={error ?? problemWith(rest.value ?? '', { least, most, decimals, currency })}
    />
  );
}

/** A sentence for a number that is out of bounds. Null for a good one, and for an empty field. */
export function problemWith(typed: number | string, bounds: Bounds): string | null {
  if (typed === '') return null;
  const { least = 0, most = Number.POSITIVE_INFINITY, currency } = bounds;
  const decimals = bounds.decimals ?? (currency === undefined ? 0 : decimalsOf(currency));
  const show = (number: number) =>
    currency === undefined ? formatNumber(number) : formatMoney(number, currency);
  if (Number(typed) < least) return `At least ${show(least)}`;
  if (Number(typed) > most) return `At most ${show(most)}`;
  const [, fraction = ''] = String(typed).split('.');
  if (fraction.length <= decimals) return null;
  if (decimals === 0) return currency === undefined ? 'A whole number' : `${currency} has no decimals`;
  return `${currency ?? 'It'} has at most ${decimals} decimals`;
}
