import { NumberField, problemWith } from '../../ui/number-field.tsx';

/** An amount as typed; empty while the field is. */
export type Amount = number | string;

export const isAmount = (typed: Amount, currency: string, max: number): typed is number =>
  typeof typed === 'number' && typed > 0 && problemWith(typed, { most: max, currency }) === null;

/** An input for an amount, up to the highest allowed one. */
export function AmountInput(props: {
  label: string;
  description?: string;
  currency: string;
  max: number;
  value: Amount;
  onChange: (amount: Amount) => void;
}) {
  const { max, ...rest } = props;
  return <NumberField required data-autofocus most={max} {...rest} />;
}
