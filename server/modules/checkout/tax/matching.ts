/** Finds the rate of a line: that of its tax code before the general one, that of the region before the country's. Pure. */
import { toMinor } from '#shared/money.ts';
import type { TaxRateRow } from './rates.sql.ts';

/** In millionths; 0 if the table has none. The rates are those of the country. */
export function rateFor(rates: TaxRateRow[], region: string | null, taxCode: string | null): bigint {
  const isOf = (of: string | null, value: string) => of !== null && of.toLowerCase() === value.toLowerCase();
  const wanted: ((rate: TaxRateRow) => boolean)[] = [
    (rate) => isOf(taxCode, rate.tax_code) && isOf(region, rate.region),
    (rate) => isOf(taxCode, rate.tax_code) && rate.region === '',
    (rate) => rate.tax_code === '' && isOf(region, rate.region),
    (rate) => rate.tax_code === '' && rate.region === '',
  ];
  for (const fits of wanted) {
    const found = rates.find(fits);
    // A percentage of four decimals is a whole number of millionths.
    if (found !== undefined) return toMinor(Number(found.percent), 4)!;
  }
  return 0n;
}
