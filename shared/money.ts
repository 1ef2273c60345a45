/**
 * Exact money: whole minor units as bigint inside, decimal numbers outside, never float arithmetic. An incoming number stands for
 * the decimal that it prints as; the JSON parser refuses literals that print as another. BigInt costs about half a microsecond a
 * line, too little to justify a second, faster implementation.
 */

/** Every total stays below this many minor units, so that a JSON number can carry it exactly. */
export const MAX_MINOR = 10n ** 15n;
export const MAX_PRICE_DECIMALS = 6;

// ISO 4217 list one as of 2026-01-01, with its fund codes and without codes that are not money (metals, bond market units, SDR,
// test codes).
const CODES_BY_EXPONENT: Record<number, string> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  2: `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF
    CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
    HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU
    MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR
    SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED
    VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

const EXPONENTS = new Map(
  Object.entries(CODES_BY_EXPONENT).flatMap(([exponent, codes]) =>
    codes.split(/\s+/).map((code) => [code, Number(exponent)] as const),
  ),
);

/** The number of decimals of an active ISO 4217 currency; undefined for any other text. */
export function currencyExponent(code: string): number | undefined {
  return EXPONENTS.get(code);
}

/** Every currency with its number of decimals. */
export const currencyExponents = (): [code: string, exponent: number][] => [...EXPONENTS];

/** Null when the amount is negative, not finite, or has more decimals than the currency. */
export function toMinor(amount: number, exponent: number): bigint | null {
  const decimal = decimalOf(amount);
  if (!decimal || decimal.scale > exponent) return null;
  return decimal.coefficient * power(exponent - decimal.scale);
}

/** Exact below MAX_MINOR: fifteen digits survive the conversion to a JavaScript number. */
export function fromMinor(minor: bigint, exponent: number): number {
  return Number(`${minor}e-${exponent}`);
}

/**
 * quantity × unitPrice in minor units, rounded half-up. Null when the price is negative, not finite or has too
 * many decimals, or when the quantity is not a whole number.
 */
export function lineAmount(quantity: number, unitPrice: number, exponent: number): bigint | null {
  const price = decimalOf(unitPrice);
  if (!price || price.scale > MAX_PRICE_DECIMALS) return null;
  if (!Number.isSafeInteger(quantity) || quantity < 0) return null;
  const exact = price.coefficient * BigInt(quantity);
  if (price.scale <= exponent) return exact * power(exponent - price.scale);
  const unit = power(price.scale - exponent);
  return (2n * exact + unit) / (2n * unit);
}

/** The decimal that the number prints as: coefficient × 10^-scale, with no more decimals than needed. */
function decimalOf(number: number): { coefficient: bigint; scale: number } | null {
  if (!(number >= 0 && number < Number.POSITIVE_INFINITY)) return null;
  const [mantissa = '', exponent = '0'] = String(number).split('e');
  const point = mantissa.indexOf('.');
  if (point === -1) return { coefficient: BigInt(mantissa), scale: -Number(exponent) };
  const digits = mantissa.slice(0, point) + mantissa.slice(point + 1);
  return { coefficient: BigInt(digits), scale: mantissa.length - point - 1 - Number(exponent) };
}

const POWERS = Array.from({ length: 20 }, (_, exponent) => 10n ** BigInt(exponent));

function power(exponent: number): bigint {
  return POWERS[exponent] ?? 10n ** BigInt(exponent);
}
