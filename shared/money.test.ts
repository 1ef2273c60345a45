import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { currencyExponent, fromMinor, lineAmount, MAX_MINOR, toMinor } from './money.ts';

/** An exact fraction of the number's decimal text, computed in another way than by the code under test. */
type Fraction = { top: bigint; bottom: bigint };

function fractionOf(number: number): Fraction {
  const [, whole, fraction = '', exponent = '0'] = /^(\d+)\.?(\d*)(?:e([+-]\d+))?$/.exec(String(number))!;
  let top = BigInt(whole!);
  let bottom = 1n;
  for (const digit of fraction) {
    top = top * 10n + BigInt(digit);
    bottom *= 10n;
  }
  for (let step = Number(exponent); step !== 0; step -= Math.sign(step)) {
    if (step > 0) top *= 10n;
    else bottom *= 10n;
  }
  return { top, bottom };
}

const isWhole = ({ top, bottom }: Fraction) => top % bottom === 0n;
const times = ({ top, bottom }: Fraction, factor: bigint) => ({ top: top * factor, bottom });

function roundHalfUp({ top, bottom }: Fraction): bigint {
  const below = top / bottom;
  return (top - below * bottom) * 2n >= bottom ? below + 1n : below;
}

/** Numbers as clients write them, and any other number that is not negative. */
const amount = fc.oneof(
  fc
    .tuple(fc.bigInt({ min: 0n, max: 10n ** 15n }), fc.nat({ max: 9 }))
    .map(([digits, scale]) => Number(`${digits}e-${scale}`)),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
);
const exponent = fc.constantFrom(0, 2, 3, 4);

describe('currencies', () => {
  test('have the decimals that ISO 4217 gives them', () => {
    const expected = {
      JPY: 0,
      UGX: 0,
      UYI: 0,
      XOF: 0,
      USD: 2,
      EUR: 2,
      MGA: 2,
      MRU: 2,
      KWD: 3,
      TND: 3,
      CLF: 4,
      UYW: 4,
    };
    for (const [code, decimals] of Object.entries(expected))
      assert.equal(currencyExponent(code), decimals, code);
  });

  test('that are new, or funds, are known', () => {
    const codes = 'XCG ZWG SLE VED VES MRU STN XAD XCD BOV CHE CHW COU MXV USN';
    for (const code of codes.split(' ')) assert.equal(currencyExponent(code), 2, code);
  });

  test('that are gone, not money, or misspelt are not', () => {
    const gone = 'BGN HRK ANG CUC SLL ZWL VEF MRO STD LTL';
    const notMoney = 'XAU XAG XPT XPD XBA XBB XBC XBD XDR XSU XUA XTS XXX';
    for (const code of [
      ...gone.split(' '),
      ...notMoney.split(' '),
      'usd',
      'US',
      'USDX',
      ' USD',
      '',
      'constructor',
    ]) {
      assert.equal(currencyExponent(code), undefined, code);
    }
  });

  test('are as many as in list one of 2026', () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
    assert.equal(codes.filter((code) => currencyExponent(code) !== undefined).length, 165);
  });
});

describe('an amount', () => {
  test('becomes minor units exactly or not at all', () => {
    assert.equal(toMinor(0.1, 2), 10n);
    assert.equal(toMinor(19.99, 2), 1999n);
    assert.equal(toMinor(-0, 2), 0n);
    assert.equal(toMinor(1.005, 3), 1005n);
    assert.equal(toMinor(1000, 0), 1000n);
    assert.equal(toMinor(1e21, 2), 10n ** 23n);
    for (const [sent, decimals] of [
      [0.1, 0],
      [1.005, 2],
      [1e-7, 4],
      [-1, 2],
      [Number.NaN, 2],
      [Infinity, 2],
    ] as const) {
      assert.equal(toMinor(sent, decimals), null, String(sent));
    }
  });

  test('of any size agrees with the exact fraction', () => {
    fc.assert(
      fc.property(amount, exponent, (sent, decimals) => {
        const minor = times(fractionOf(sent), 10n ** BigInt(decimals));
        assert.equal(toMinor(sent, decimals), isWhole(minor) ? minor.top / minor.bottom : null);
      }),
      { numRuns: 5000 },
    );
  });

  test('is returned as the number with the same decimal text', () => {
    assert.equal(fromMinor(30n, 2), 0.3);
    assert.equal(fromMinor(MAX_MINOR - 1n, 2), 9999999999999.99);
    assert.equal(fromMinor(-1999n, 3), -1.999);
    const minor = fc.bigInt({ min: 0n, max: MAX_MINOR - 1n });
    fc.assert(
      fc.property(minor, exponent, (value, decimals) => {
        assert.equal(toMinor(fromMinor(value, decimals), decimals), value);
        assert.equal(JSON.parse(JSON.stringify(fromMinor(value, decimals))), fromMinor(value, decimals));
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a line', () => {
  test('is rounded half-up once, on its decimal text', () => {
    assert.equal(lineAmount(3, 0.1, 2), 30n);
    assert.equal(lineAmount(1, 1.005, 2), 101n);
    assert.equal(lineAmount(1, 1.004999, 2), 100n);
    assert.equal(lineAmount(3, 0.333333, 2), 100n);
    assert.equal(lineAmount(3, 0.5, 0), 2n);
    assert.equal(lineAmount(7, 1.2345, 3), 8642n);
    assert.equal(lineAmount(1_000_000, 0.000001, 2), 100n);
    assert.equal(lineAmount(0, 5, 2), 0n);
  });

  test('has a price of at most six decimals and a whole quantity', () => {
    assert.equal(lineAmount(1, 0.000001, 2), 0n);
    assert.equal(lineAmount(1e7, 1e-7, 2), null);
    assert.equal(lineAmount(1, 1.1234567, 2), null);
    assert.equal(lineAmount(1, -1, 2), null);
    assert.equal(lineAmount(1.5, 1, 2), null);
    assert.equal(lineAmount(-1, 1, 2), null);
  });

  test('of any size agrees with the exact fraction', () => {
    const quantity = fc.oneof(fc.nat({ max: 1000 }), fc.maxSafeNat());
    fc.assert(
      fc.property(quantity, amount, exponent, (count, price, decimals) => {
        const exact = fractionOf(price);
        const expected = isWhole(times(exact, 1_000_000n))
          ? roundHalfUp(times(exact, BigInt(count) * 10n ** BigInt(decimals)))
          : null;
        assert.equal(lineAmount(count, price, decimals), expected);
      }),
      { numRuns: 5000 },
    );
  });
});
