import { NumberInput } from '@mantine/core';
import { decimalsOf } from '../../ui/currency.ts';

/** An input for an amount, limited to the currency's decimals and to the highest allowed amount. */
export function AmountInput(props: {
  label: string;
  description?: string;
  currency: string;
  max: number;
  value: number;
  onChange: (amount: number) => void;
}) {
  return (
    <NumberInput
      label={props.label}
      description={props.description}
      required
      data-autofocus
      hideControls
      suffix={` ${props.currency}`}
      thousandSeparator=","
      decimalScale={decimalsOf(props.currency)}
      min={0}
      max={props.max}
      clampBehavior="strict"
      value={props.value}
      onChange={(amount) => props.onChange(Number(amount) || 0)}
    />
  );
}
