/** Compares the dashboard's computations with the server's. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { currencyExponent, fromMinor } from '#shared/money.ts';
import { orderTotals } from '#shared/order-totals.ts';
import { match, missing } from '../dashboard/src/features/imports/columns.ts';
import { parseCsv } from '../dashboard/src/features/imports/file-head.ts';
import { ORDER_ALSO, ORDER_FIELDS, ORDER_NEEDS } from '../dashboard/src/features/imports/order-columns.ts';
import { liveTotals } from '../dashboard/src/features/orders/totals.ts';
import { notePieces } from '../dashboard/src/ui/note-pieces.ts';

const ORDERS = { groups: ORDER_FIELDS, also: ORDER_ALSO, needs: ORDER_NEEDS };

const CURRENCIES = ['USD', 'JPY', 'KWD', 'CLF'];
const amount = (decimals: number) =>
  fc.tuple(fc.nat(99_999), fc.nat(10 ** decimals - 1)).map(([whole, places]) => {
    return Number(`${whole}.${String(places).padStart(decimals, '0')}`);
  });

describe('a note', () => {
  const marked = (line: string) =>
    notePieces(line)
      .filter(({ kind }) => kind !== 'plain')
      .map(({ kind, text }) => `${kind} ${text}`);

  it('has marks, and keeps everything that is none', () => {
    assert.deepEqual(marked('a **bold** and *slanted* `code`, see https://x.example/a?b=1.'), [
      'bold bold',
      'italic slanted',
      'code code',
      'link https://x.example/a?b=1',
    ]);
    for (const plain of ['2 * 3 * 4', '** not **', 'a*b*c', 'javascript:alert(1)', ''])
      assert.deepEqual(marked(plain), []);
    fc.assert(
      fc.property(fc.string(), (line) => {
        const kept = notePieces(line)
          .map(({ text }) => text)
          .join('');
        assert.equal(kept.replace(/[*`]/g, ''), line.replace(/[*`]/g, ''));
      }),
    );
  });
});

describe('live totals', () => {
  it('equal the server’s to the minor unit, or are absent if the server refuses', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      unitPrice: amount(6),
      taxAmount: fc.option(amount(2), { nil: undefined }),
    });
    const orders = fc.record({
      currency: fc.constantFrom(...CURRENCIES),
      lines: fc.array(line, { minLength: 1, maxLength: 5 }),
      shippingTotal: amount(2),
      discountTotal: amount(3),
      taxTotal: fc.option(amount(2), { nil: undefined }),
    });
    fc.assert(
      fc.property(orders, (order) => {
        const exponent = currencyExponent(order.currency)!;
        const theirs = orderTotals({ ...order, exponent });
        const ours = liveTotals(order);
        if (!theirs.ok) return assert.equal(ours, null);
        assert.deepEqual(ours, {
          lines: theirs.lines.map((line) => fromMinor(line.amount, exponent)),
          subtotal: fromMinor(theirs.subtotal, exponent),
          taxTotal: fromMinor(theirs.tax, exponent),
          total: fromMinor(theirs.total, exponent),
        });
      }),
    );
  });

  it('round a half up, once per line', () => {
    const order = { currency: 'USD', shippingTotal: 0, discountTotal: 0 };
    const lines = [{ quantity: 1, unitPrice: 0.005 }];
    assert.equal(liveTotals({ ...order, lines })?.total, 0.01);
    assert.equal(liveTotals({ ...order, lines: [{ quantity: 1, unitPrice: 1e-7 }] }), null);
  });
});

describe('the head of a file', () => {
  it('is parsed according to RFC 4180', () => {
    assert.deepEqual(parseCsv('a,"b ""c"", d"\r\n"1\n2",\r\n\r\n3,4\nx', ',', 3), [
      ['a', 'b "c", d'],
      ['1\n2', ''],
      ['3', '4'],
    ]);
  });

  it('matches each field with one column, by common spellings of its name', () => {
    const matching = match(ORDERS, ['Order Number', 'E-Mail', 'sku', 'SKU', 'Product', 'qty', 'Colour']);
    assert.deepEqual(matching, {
      'Order Number': 'orderNumber',
      'E-Mail': 'customerEmail',
      sku: 'sku',
      SKU: null,
      Product: 'name',
      qty: 'quantity',
      Colour: null,
    });
    assert.deepEqual(missing(ORDERS, matching), []);
    assert.deepEqual(missing(ORDERS, match(ORDERS, ['sku'])), ['a product name', 'a customer e-mail or id']);
  });
});
