import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { decimalsOf } from './currency.ts';
import { decimalSeparator, formatMoney, formatNumber } from './formats.ts';

export type Bounds = {
  least?: number;
  most?: number;
  decimals?: number;
  /** The number is an amount: it has the decimals of this currency. */
  currency?: string;
};

type Props = Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> &
  Bounds & {
    /** A number, or the text of one that cannot be read, such as an empty one. */
    value?: number | string;
    onChange?: (value: number | string) => void;
    /** Shown behind the number; the currency, if nothing else is said. */
    suffix?: string;
  };

/** A number as it was typed. What cannot be read or is out of bounds stays in the field, with a sentence; it never becomes another number. */
export function NumberField(props: Props) {
  const { least, most, decimals, currency, suffix = currency, error, value = '', onChange, ...rest } = props;
  const [text, setText] = useState(() => written(value, currency));
  // A value from outside, such as a restored one, replaces the text; what is being typed stays as it is.
  const shown = readNumber(text) === value ? text : written(value, currency);
  return (
    <TextInput
      inputMode={decimals === undefined && currency === undefined ? 'numeric' : 'decimal'}
      autoComplete="off"
      rightSection={
        suffix && (
          <Text size="sm" c="dimmed">
            {suffix}
          </Text>
        )
      }
      rightSectionWidth={suffix ? 52 : undefined}
      {...rest}
      value={shown}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange?.(readNumber(event.currentTarget.value));
      }}
      error={error ?? problemWith(value, { least, most, decimals, currency })}
    />
  );
}

/** A number as a field shows it: 117.9 with all the decimals of its currency, 117.90. */
export function written(value: number | string, currency?: string): string {
  if (typeof value === 'string') return value;
  const exact = String(value);
  const whole = currency === undefined ? exact : value.toFixed(decimalsOf(currency));
  return (Number(whole) === value ? whole : exact).replace('.', decimalSeparator() === ',' ? ',' : '.');
}

/**
 * Reads a number in the formats of the person: with 1,250.5 on the screen, 1,250 is 1250. A single separator of the other kind is a decimal
 * one unless three digits follow it. Anything else stays a text.
 */
export function readNumber(text: string): number | string {
  const digits = text.replaceAll(/[\s\u00a0\u202f'’]/g, '').replace(/^−/, '-');
  const [point, comma] = decimalSeparator() === ',' ? [',', '\\.'] : ['\\.', ','];
  const is = (pattern: string) => new RegExp(`^-?${pattern}$`).test(digits);
  const isGrouped = is(`\\d{1,3}(${comma}\\d{3})+(${point}\\d*)?`);
  const isPlain = is(`(\\d+(${point}\\d*)?|${point}\\d+)`);
  const isOther = is(`\\d+${comma}(\\d{1,2}|\\d{4,})`);
  if (isGrouped) return Number(digits.replaceAll(new RegExp(comma, 'g'), '').replace(',', '.'));
  if (isPlain || isOther) return Number(digits.replace(',', '.'));
  return text.trim() === '' ? '' : text;
}

/** A sentence for a number that is out of bounds or cannot be read. Null for a good one, and for an empty field. */
export function problemWith(typed: number | string, bounds: Bounds): string | null {
  if (typed === '') return null;
  if (typeof typed === 'string') return `Write it like ${formatNumber(1234.5)}`;
  const { least = 0, most = Number.POSITIVE_INFINITY, currency } = bounds;
  const decimals = bounds.decimals ?? (currency === undefined ? 0 : decimalsOf(currency));
  const show = (number: number) =>
    currency === undefined ? formatNumber(number) : formatMoney(number, currency);
  if (typed < least) return `At least ${show(least)}`;
  if (typed > most) return `At most ${show(most)}`;
  const [, fraction = ''] = String(typed).split('.');
  if (fraction.length <= decimals) return null;
  if (decimals === 0) return currency === undefined ? 'A whole number' : `${currency} has no decimals`;
  return `${currency ?? 'It'} has at most ${decimals} decimals`;
}
