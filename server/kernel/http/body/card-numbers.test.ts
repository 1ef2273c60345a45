import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { newId } from '#kernel/id.ts';
import { findCardNumber, hasCardNumber, passesLuhn, withoutCardNumbers } from './card-numbers.ts';

/** Published test numbers of payment providers. */
const CARDS = [
  '4242424242424242',
  '4000056655665556',
  '5555555555554444',
  '2223003122003222',
  '378282246310005',
  '6011111111111117',
  '30569309025904',
  '3566002020360505',
  '6200000000000005',
  '4222222222222',
  '6304000000000000018'.slice(0, 16),
].filter(passesLuhn);
const lastDigit = (digits: string) => [...'0123456789'].find((digit) => passesLuhn(digits + digit))!;
const digitsOf = (least: number, most: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: least, maxLength: most })
    .map((list) => list.join(''));

describe('a card number', () => {
  it('is found, whatever stands around it', () => {
    assert.ok(CARDS.length >= 10);
    for (const card of CARDS) {
      for (const text of [card, `my card: ${card}.`, `${card} 12/28 123`, `no ${card}, thanks`, `№${card}`]) {
        assert.ok(hasCardNumber(text), text);
        assert.ok(!withoutCardNumbers(text).includes(card), text);
      }
    }
  });

  it('of any 13 to 19 digits is found, with spaces and dashes anywhere between them', () => {
    const property = fc.property(
      digitsOf(12, 18).filter((digits) => /[1-9]/.test(digits)),
      fc.array(fc.constantFrom('', '', '', ' ', '-'), { minLength: 19, maxLength: 19 }),
      (digits, gaps) => {
        const card = digits + lastDigit(digits);
        const spelled = [...card].map((digit, at) => digit + (at < card.length - 1 ? gaps[at] : '')).join('');
        return hasCardNumber(spelled) && hasCardNumber(card);
      },
    );
    fc.assert(property);
  });

  it('is found in every spelling: dots, slashes, lines, wide spaces and dashes, digits of other scripts, a plus', () => {
    const groups = ['4111', '1111', '1111', '1111'];
    const gaps = [
      '.',
      '/',
      '\n',
      '\r\n',
      '\t',
      '\u00a0',
      '\u2009',
      '\u2013',
      '\u2014',
      '\u2212',
      '   ',
      ' - ',
      '\u200b',
      '_',
    ];
    const wide = (zero: number) =>
      groups.join('').replaceAll(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));
    const texts = [
      ...gaps.map((gap) => groups.join(gap)),
      ...[0xff10, 0x0660, 0x0966, 0x1d7ce].map(wide),
      ...['+4111111111111111', '+4111 1111 1111 1111', '+1 4111 1111 1111 1111', '+378282246310005'],
    ];
    for (const text of texts) {
      assert.ok(hasCardNumber(`Please charge ${text} today`), JSON.stringify(text));
      assert.doesNotMatch(withoutCardNumbers(`q=${text}`), /1111|31000/, text);
    }
  });

  it('that fails the check, or has too few or too many digits, is none', () => {
    for (const text of ['4242424242424241', '424242424242', '42424242424242424242', '0000000000000000', '']) {
      assert.ok(!hasCardNumber(text), text);
    }
  });

  it('is not seen in an id, a phone number in international form, or an amount', () => {
    for (let n = 0; n < 20_000; n++) assert.ok(!hasCardNumber(n % 2 ? newId() : crypto.randomUUID()));
    const phone = `491511234567${lastDigit('491511234567')}`;
    assert.ok(hasCardNumber(phone));
    const texts = [`+${phone}`, `+49 ${phone}`, '12.50', '2026-11-18T01:47:09.123Z'];
    for (const text of texts) assert.ok(!hasCardNumber(text), text);
  });
});

describe('a body with a card number', () => {
  const [card] = CARDS;
  const problemOf = (body: unknown) => {
    const text = JSON.stringify(body);
    return findCardNumber(text, JSON.parse(text))?.path;
  };

  it('is refused by the name of the field, at any depth, as a text, a number, a name or in escapes', () => {
    assert.equal(problemOf({ payment: { number: card } }), 'payment');
    assert.equal(problemOf({ list: [{ a: [['4242-4242-4242-4242']] }] }), 'list');
    assert.equal(problemOf({ note: Number(card) }), '');
    assert.equal(problemOf({ [card!]: 1 }), '');
    const escaped = `{"note":"${[...card!].map((digit) => `\\u003${digit}`).join('')}"}`;
    assert.equal(findCardNumber(escaped, JSON.parse(escaped))?.path, 'note');
    const literal = '{"note": 6304000000000000000000}'.replace(
      /\d+/,
      () => `630400000000000000${lastDigit('630400000000000000')}`,
    );
    assert.equal(findCardNumber(literal, JSON.parse(literal))?.code, 'card_number');
  });

  it('is accepted if the digits are a SKU or an id', () => {
    const ean = `400638133393${lastDigit('400638133393')}`;
    assert.equal(problemOf({ lines: [{ sku: ean, quantity: 2, variantId: newId() }] }), undefined);
    assert.equal(problemOf({ lines: [{ name: ean }] }), 'lines');
    assert.equal(problemOf({ attributes: { sku: ean } }), 'attributes');
    assert.equal(problemOf({ lines: [{ attributes: { sku: ean } }] }), 'lines');
    assert.equal(problemOf({ lines: [{ sku: [ean] }] }), 'lines');
    assert.equal(problemOf({ sku: ean }), 'sku');
  });

  it('is accepted if the digits are the confirmed total, once and as a number', () => {
    const total = Number(`422222222222${lastDigit('422222222222')}`);
    assert.equal(problemOf({ expectedTotal: total }), undefined);
    assert.equal(problemOf({ expectedTotal: String(total) }), 'expectedTotal');
    assert.equal(problemOf({ expectedTotal: 4_111_111_111_111_111 }), '');
    assert.equal(problemOf({ expectedTotal: total, note: total }), '');
    assert.equal(problemOf({ list: { expectedTotal: total } }), '');
  });
});

it('the largest body is scanned in a moment, whatever it consists of', () => {
  const most = 64 * 1024;
  const fill = (part: string) => part.repeat(most / Buffer.byteLength(part));
  const bodies = [
    ...[
      '1 ',
      '1',
      '-',
      'a',
      ' ',
      '0-',
      '1  ',
      '11111111-',
      '+1',
      '1\u2003',
      '\uff11',
      '\ufdfa',
      '1.   ',
      '018f1234-1234-7123-8123-12345678901 ',
    ].map((part) => ({
      note: fill(part),
    })),
    { list: fill('4 ').trim().split(' ').map(Number) },
  ];
  const texts = [
    ...bodies.map((body) => JSON.stringify(body)),
    `{"a":1${fill(' ')}}`,
    `[1234567890123${fill(' ')},1]`,
  ];
  for (const text of texts) {
    const body = JSON.parse(text);
    // Processor time, which a busy machine does not lengthen; a scan that is not linear takes seconds.
    const times = [1, 2, 3].map(() => {
      const began = process.cpuUsage();
      findCardNumber(text, body);
      const { user, system } = process.cpuUsage(began);
      return (user + system) / 1000;
    });
    assert.ok(Math.min(...times) < 100, `${text.slice(0, 30)}: ${times.map(Math.round)} ms`);
  }
});
