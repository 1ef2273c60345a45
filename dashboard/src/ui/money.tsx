import { formatMoney } from './formats.ts';

export { formatMoney } from './formats.ts';

/** An amount in its currency's format, with digits of equal width. */
export function Money({ amount, currency }: { amount: number; currency: string }) {
  return (
    // Arabic amounts run from right to left, and must not carry their neighbours along.
    <bdi style={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
      {formatMoney(amount, currency)}
    </bdi>
  );
}
