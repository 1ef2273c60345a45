/** The shipping options that a parcel has, and their amounts. Pure. */
import { currencyExponent, toMinor } from '#shared/money.ts';
import type { OptionRow } from './options.sql.ts';

export type Parcel = { country: string; subtotal: bigint; weightGrams: number };
export type Offer = { id: string; name: string; amount: bigint };

export function offersFor(options: OptionRow[], parcel: Parcel): Offer[] {
  return options.flatMap((option) => {
    const { id, name, currency, countries, basis, tiers } = option;
    if (countries.length > 0 && !countries.includes(parcel.country)) return [];
    const exponent = currencyExponent(currency)!;
    const reached =
      basis === 'weight'
        ? tiers.findLast(({ from }) => from <= parcel.weightGrams)
        : tiers.findLast(({ from }) => toMinor(from, exponent)! <= parcel.subtotal);
    return reached === undefined ? [] : [{ id, name, amount: toMinor(reached.amount, exponent)! }];
  });
}
