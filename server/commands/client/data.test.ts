import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseData } from './data.ts';

describe('the body of a call', () => {
  it('is made of texts, of JSON values, and of fields inside lists and objects', () => {
    assert.deepEqual(
      parseData([
        'customerId=7',
        'taxTotal:=1.5',
        'isGift:=true',
        'note=a=b:=c',
        'items[0][sku]=TEA-1',
        'items[0][quantity]:=2',
        'items[1][sku]=TEA-2',
        'shippingAddress[city]=Bath',
      ]),
      {
        customerId: '7',
        taxTotal: 1.5,
        isGift: true,
        note: 'a=b:=c',
        items: [{ sku: 'TEA-1', quantity: 2 }, { sku: 'TEA-2' }],
        shippingAddress: { city: 'Bath' },
      },
    );
  });

  it('begins a new item at [] when the last one has the field already', () => {
    assert.deepEqual(
      parseData(['items[][sku]=A', 'items[][name]=a', 'items[][sku]=B', 'tags[]=x', 'tags[]=y']),
      {
        items: [{ sku: 'A', name: 'a' }, { sku: 'B' }],
        tags: ['x', 'y'],
      },
    );
  });

  it('is a JSON document as it was written', () => {
    assert.deepEqual(parseData(['{"a":[1]}']), { a: [1] });
  });

  it('has own fields alone, whatever their names are', () => {
    const body = parseData(['__proto__[polluted]=yes']) as Record<string, unknown>;
    assert.equal(JSON.stringify(body), '{"__proto__":{"polluted":"yes"}}');
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
  });

  for (const [data, message] of [
    [['name'], /^--data takes name=text, name:=JSON/],
    [['=x'], /^--data takes/],
    [['quantity:=two'], /^The value of quantity is not JSON: .* A text is given with = instead of :=\.$/],
    [['{"a":1}', 'b=2'], /is the whole body: give it alone\.$/],
    [['a[b=1'], /^"a\[b" is not a name/],
    [['a[1]=x'], /^\[1\] is not the next item of a list/],
    [['a=1', 'a[b]=2'], /^"a" is both a value and a place/],
  ] as const) {
    it(`cannot be made of ${data.join(' ')}`, () => {
      assert.throws(() => parseData([...data]), { message });
    });
  }
});
