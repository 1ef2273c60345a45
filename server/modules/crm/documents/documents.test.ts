import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import sharp from 'sharp';
import { newTenant, useApp } from '../../../testing.ts';
import { runsOf, withoutLacking } from './runs.ts';

const test = await useApp();
const shop = await newTenant(test);
const customerId = await shop.customer('Ελένη Παπαδοπούλου');

async function place(items: object[], more: object = {}): Promise<string> {
  const body = { customerId, items, ...more };
  const answer = await test.call('POST', '/v1/crm/orders', { token: shop.key, body });
  assert.equal(answer.status, 201, answer.text);
  return answer.body.data.id;
}

async function documentOf(id: string, kind: string, token = shop.key) {
  const answer = await test.app.inject({
    url: `/v1/crm/orders/${id}/${kind}.pdf`,
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload };
}

/** The glyphs of each page become letters again by the table that the file has for copying and searching. */
function textOf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(
    ([, data]) => {
      try {
        return inflateSync(Buffer.from(data!, 'latin1')).toString('latin1');
      } catch {
        return '';
      }
    },
  );
  const letters = new Set<string>();
  for (const map of streams.filter((each) => each.includes('beginbfrange'))) {
    for (const [, hex] of map.matchAll(/<([0-9a-f]{4,})>(?=[ \]])/g)) {
      letters.add(String.fromCodePoint(...hex!.match(/.{4}/g)!.map((unit) => Number.parseInt(unit, 16))));
    }
  }
  return [...letters].join('');
}

const pagesOf = (pdf: Buffer) => Number(/\/Count (\d+)/.exec(pdf.toString('latin1'))?.[1]);

describe('GET /v1/crm/orders/:id/invoice.pdf', () => {
  it('is a PDF whose text is Latin, Greek, Cyrillic and Arabic, named by the order', async () => {
    const id = await place([{ sku: 'TEA', name: 'Зелёный чай شاي أخضر', unitPrice: 4.5 }], {
      orderNumber: 'A/1',
    });
    const { status, headers, bytes } = await documentOf(id, 'invoice');
    assert.equal(status, 200);
    assert.equal(headers['content-type'], 'application/pdf');
    assert.equal(headers['content-disposition'], 'inline; filename="invoice-A-1.pdf"');
    assert.equal(bytes.subarray(0, 5).toString(), '%PDF-');
    const letters = textOf(bytes);
    for (const letter of 'Invoice$4.50ЗчайΕλένηش') assert.ok(letters.includes(letter), letter);
  });

  it('marks characters that its font lacks instead of boxes, and says where they are shown', async () => {
    const items = [{ sku: 'TEA', name: '龍井 Longjing 김치 👩‍👩‍👧', unitPrice: 4.5 }];
    const billingAddress = { name: '李小龙', line1: 'Tea 1', city: 'Kyōto', country: 'JP' };
    for (const kind of ['invoice', 'packing-slip']) {
      const letters = textOf((await documentOf(await place(items, { billingAddress }), kind)).bytes);
      for (const letter of '[?]Longjingō') assert.ok(letters.includes(letter), `${kind}: ${letter}`);
      for (const letter of '龍李김👩') assert.ok(!letters.includes(letter), `${kind}: ${letter}`);
    }
    const legible = textOf((await documentOf(await place([{ sku: 'TEA', name: 'Tea' }]), 'invoice')).bytes);
    assert.ok(!legible.includes('['));
  });

  it('a mark stands for a run of characters, and none for joiners and accents', () => {
    const has = (character: string) => character < '\u0300';
    const cases = {
      李小龙: '[?]',
      '龍井 tea 龍': '[?] tea [?]',
      'e\u0301a\u200d': 'ea',
      'a\n李': 'a\n[?]',
      Ada: 'Ada',
    };
    for (const [text, shown] of Object.entries(cases)) assert.equal(withoutLacking(text, has), shown);
  });

  it('has as many pages as 500 lines need', async () => {
    const items = Array.from({ length: 500 }, (_, n) => ({
      sku: `SKU-${n}`,
      name: `Tea number ${n}`,
      unitPrice: 1,
    }));
    const { bytes } = await documentOf(await place(items), 'invoice');
    assert.ok(pagesOf(bytes) > 15, String(pagesOf(bytes)));
  });

  it("of another tenant's order, or of none, gets 404", async () => {
    const id = await place([{ sku: 'TEA', name: 'Tea' }]);
    const other = await newTenant(test);
    assert.equal((await documentOf(id, 'invoice', other.key)).status, 404);
    assert.equal((await documentOf(crypto.randomUUID(), 'packing-slip')).status, 404);
  });
});

describe('GET /v1/crm/orders/:id/packing-slip.pdf', () => {
  it('has no prices', async () => {
    const id = await place([{ sku: 'TEA', name: 'Tea', unitPrice: 4.5 }], { customerNote: 'A present' });
    const { bytes } = await documentOf(id, 'packing-slip');
    const letters = textOf(bytes);
    assert.ok(letters.includes('P') && !letters.includes('$'));
  });
});

describe('GET /v1/crm/orders/packing-slips.pdf', () => {
  const severalOf = (kind: string, ids: string[], token = shop.key) =>
    test.app.inject({
      url: `/v1/crm/orders/${kind}s.pdf?ids=${ids.join()}`,
      headers: { authorization: `Bearer ${token}` },
    });

  it('is one file of several orders, each on pages of its own, as the invoices are', async () => {
    const items = (count: number) =>
      Array.from({ length: count }, (_, n) => ({ sku: `SKU-${n}`, name: `Tea number ${n}`, unitPrice: 1 }));
    const ids = [await place(items(1)), await place(items(60)), await place(items(1))];
    for (const kind of ['packing-slip', 'invoice']) {
      const pages = await Promise.all(ids.map(async (id) => pagesOf((await documentOf(id, kind)).bytes)));
      const { statusCode, headers, rawPayload } = await severalOf(kind, [...ids, ids[0]!.toUpperCase()]);
      assert.equal(statusCode, 200);
      assert.equal(headers['content-disposition'], `inline; filename="${kind}s.pdf"`);
      assert.ok(pages[1]! > 1);
      assert.equal(pagesOf(rawPayload), pages[0]! + pages[1]! + pages[2]!);
    }
  });

  it('says how many orders, and how many lines, a file has room for', async () => {
    const many = Array.from({ length: 51 }, () => crypto.randomUUID());
    const tooMany = (await severalOf('packing-slip', many)).json();
    assert.equal(tooMany.error.code, 'validation_error');
    assert.match(tooMany.error.message, /at most 50 orders/);
    const items = Array.from({ length: 500 }, (_, n) => ({ sku: `SKU-${n}`, name: 'Tea', unitPrice: 1 }));
    const long = [];
    for (let n = 0; n < 5; n++) long.push(await place(items));
    const tooLong = await severalOf('packing-slip', long);
    assert.equal(tooLong.statusCode, 422);
    assert.match(tooLong.json().error.message, /2500 lines together, and a file has room for 2000/);
    assert.equal((await severalOf('packing-slip', ['tea'])).statusCode, 422);
  });

  it('is made in turn with the documents of other tenants: theirs wait for one file, and not for all of them', async () => {
    const items = Array.from({ length: 400 }, (_, n) => ({
      sku: `SKU-${n}`,
      name: 'Green tea',
      unitPrice: 1,
    }));
    const ids = [await place(items), await place(items)];
    const other = await newTenant(test);
    const order = { customerId: await other.customer(), items: [{ sku: 'TEA', name: 'Tea', unitPrice: 1 }] };
    const { id } = (await test.call('POST', '/v1/crm/orders', { token: other.key, body: order })).body.data;
    let made = 0;
    const files = Array.from({ length: 8 }, async () => {
      assert.equal((await severalOf('packing-slip', ids)).statusCode, 200);
      made += 1;
    });
    await Promise.race(files);
    assert.equal((await documentOf(id, 'invoice', other.key)).status, 200);
    assert.ok(made <= 4, `after ${made} files`);
    await Promise.all(files);
  });

  it("with another tenant's order among them gets 404", async () => {
    const other = await newTenant(test);
    const id = await place([{ sku: 'TEA', name: 'Tea' }]);
    assert.equal((await severalOf('packing-slip', [id], other.key)).statusCode, 404);
    assert.equal((await severalOf('invoice', [id, crypto.randomUUID()])).statusCode, 404);
  });
});

it('a document has the logo and the paper of the tenant', async (t) => {
  const work = test.startWork();
  t.after(() => work.stop());
  const token = await shop.staff('owner');
  const form = new FormData();
  const png = await sharp({ create: { width: 300, height: 100, channels: 3, background: '#0a0' } })
    .png()
    .toBuffer();
  form.set('file', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'logo.png');
  const request = new Request('http://test/', { method: 'POST', body: form });
  const uploaded = await test.app.inject({
    method: 'POST',
    url: '/v1/media',
    headers: { authorization: `Bearer ${token}`, 'content-type': request.headers.get('content-type')! },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  assert.equal(uploaded.statusCode, 201, uploaded.body);
  const logoAssetId = uploaded.json().data.id;
  const change = { logoAssetId, address: { line1: '1 Main Street', country: 'US' } };
  const changed = await test.call('PATCH', '/v1/tenant', { token, body: change });
  assert.equal(changed.status, 200, changed.text);
  const id = await place([{ sku: 'TEA', name: 'Tea' }]);
  let file = (await documentOf(id, 'invoice')).bytes.toString('latin1');
  for (let tries = 0; tries < 100 && !file.includes('/Subtype /Image'); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    file = (await documentOf(id, 'invoice')).bytes.toString('latin1');
  }
  assert.match(file, /\/Subtype \/Image/);
  assert.match(file, /\/MediaBox \[0 0 612 792\]/, 'letter paper in the United States');
});

describe('a line of text', () => {
  it('from right to left keeps numbers and Latin words in their order', () => {
    assert.deepEqual(runsOf('Tea 12'), ['Tea 12']);
    assert.deepEqual(runsOf('شاي أخضر'), ['شاي أخضر']);
    assert.deepEqual(runsOf('شاي Green Tea أخضر'), ['أخضر', ' Green Tea', 'شاي ']);
    assert.deepEqual(runsOf('Tea شاي 12'), ['Tea ', 'شاي ', '12']);
  });
});
