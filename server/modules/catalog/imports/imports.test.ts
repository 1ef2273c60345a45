import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { claimImport } from '#kernel/imports/steps.sql.ts';
import { newTenant, type TestTenant, useApp } from '../../../testing.ts';
import { catalogOf } from '../testing/catalog.ts';
import { TABLES } from './imports.ts';
import { runImport } from './run.ts';

const test = await useApp();
const tenant = await newTenant(test);
const { ask, call, newProduct, gridOf, publishedBy } = catalogOf(test, tenant);

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' };
async function send(text: string, format: keyof typeof TYPES = 'csv', query = '', by: TestTenant = tenant) {
  const answer = await test.call('POST', `/v1/catalog/imports?${query}`, {
    token: by.key,
    body: text,
    headers: { 'content-type': TYPES[format] },
  });
  assert.equal(answer.status, 202, answer.text);
  return answer.body.data.id as string;
}
async function finished(id: string, by: TestTenant = tenant) {
  const work = test.startWork();
  for (;;) {
    const { body } = await test.call('GET', `/v1/catalog/imports/${id}`, { token: by.key });
    if (body.data.finishedAt !== null) {
      await work.stop();
      return body.data;
    }
    await sleep(5);
  }
}
const run = async (...args: Parameters<typeof send>) => finished(await send(...args), args[3]);
const errorsOf = async (id: string): Promise<string[]> =>
  (await call('GET', `imports/${id}/errors?format=ndjson`)).text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
    .map(({ row, field, code }) => `${row} ${field} ${code}`);
const productOf = async (handle: string) => {
  const { data } = (await call('GET', `products?q=${handle}`)).body;
  const found = data.find((one: { handle: string }) => one.handle === handle);
  return found === undefined
    ? undefined
    : { ...(await ask('GET', `products/${found.id}`)), ...(await gridOf(found.id)), id: found.id };
};

describe('an import of CSV', () => {
  it('is known by its name and by who sent it', async () => {
    const { fileName, startedBy } = await run('title,sku\nPuer,PUER-1', 'csv', 'fileName=products.csv');
    assert.deepEqual([fileName, startedBy.type], ['products.csv', 'api_key']);
  });

  it('makes a product of the rows with one handle, and a variant of each', async () => {
    await ask('POST', 'categories', { name: 'Teas', handle: 'teas' });
    const job = await run(
      [
        'Handle,Title,Status,Vendor,Tags,Categories,Metadata,Option1 Name,Option1 Value,SKU,Price,Currency,weight_grams,Unknown',
        'assam,Assam,active,Acme,"black, strong",teas,"{""b"":1, ""a"":2.50}",Size,S,ASM-S,4.5,EUR,100,x',
        'assam,,,,,,,,M,ASM-M,8.123456,EUR,200,',
        'زعفران,زعفران,,,,,,,,ZAF,900,JPY,,',
      ].join('\n'),
    );
    assert.deepEqual(
      [job.status, job.products, job.variants, job.rows, job.warnings],
      [
        'finished',
        { created: 2, updated: 0, unchanged: 0, failed: 0 },
        3,
        4,
        ['The column “Unknown” is not used.'],
      ],
    );
    const assam = await productOf('assam');
    assert.deepEqual(
      [assam.status, assam.tags, assam.options, assam.priceRanges, assam.categoryIds.length],
      [
        'active',
        ['black', 'strong'],
        [{ name: 'Size', values: ['S', 'M'] }],
        [{ currency: 'EUR', from: 4.5, to: 8.123456 }],
        1,
      ],
    );
    assert.match((await call('GET', `products/${assam.id}`)).text, /"metadata":\{"b":1,"a":2\.50\}/);
    assert.equal((await productOf('زعفران')).variants[0].prices[0].amount, 900);
  });

  it("reads Shopify's product file, with rows of pictures and variants without options or SKU", async () => {
    const job = await run(
      [
        'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Grams,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Barcode,Image Src,SEO Title,Status',
        'mug,Mug,<p>Blue</p>,Acme,Cup,blue,TRUE,Title,Default Title,MUG-1,300,12.00,15.00,true,40063,https://x.example/1.png,A mug,active',
        'mug,,,,,,,,,,,,,,,https://x.example/2.png,,',
        'shirt,Shirt,,,,,FALSE,Size,Small,,,20,,,,,,',
        'shirt,,,,,,,,Large,,,20,,,,,,',
      ].join('\r\n'),
      'csv',
      'currency=GBP',
    );
    assert.deepEqual(
      [job.status, job.products.created, job.variants],
      ['finished', 2, 3],
      JSON.stringify(job),
    );
    const mug = await productOf('mug');
    assert.deepEqual(
      [mug.description, mug.productType, mug.seo.title, mug.options, mug.status],
      ['<p>Blue</p>', 'Cup', 'A mug', [], 'active'],
    );
    assert.deepEqual(mug.variants[0].prices, [{ currency: 'GBP', amount: 12, compareAt: 15 }]);
    const shirt = await productOf('shirt');
    assert.deepEqual(
      [shirt.status, shirt.variants.map(({ sku }: { sku: string }) => sku)],
      ['draft', ['shirt-small', 'shirt-large']],
    );
  });

  it('changes products that exist: what the file has not stays, and a second run changes and publishes nothing', async () => {
    const { id } = await newProduct({
      ...{ title: 'Old', handle: 'keeps', tags: ['a'], options: [{ name: 'Size', values: ['S'] }] },
      variants: [
        { sku: 'KEEP-S', optionValues: ['S'], barcode: '1', prices: [{ currency: 'EUR', amount: 1 }] },
      ],
    });
    const file = [
      'handle,title,option1Name,option1Value,sku,price,currency',
      'keeps,New,Size,S,KEEP-S,2,EUR',
      'keeps,,,L,KEEP-L,3,EUR',
    ].join('\n');
    const events = await publishedBy(async () => {
      assert.equal((await run(file)).products.updated, 1);
    });
    assert.deepEqual(events, [
      'product.updated title,options',
      'variant.updated prices',
      'variant.created',
      'search.entity.changed',
    ]);
    const { variants } = await gridOf(id);
    assert.deepEqual(
      variants.map((one: { sku: string; barcode: string | null }) => [one.sku, one.barcode]),
      [
        ['KEEP-S', '1'],
        ['KEEP-L', null],
      ],
    );
    const again = await publishedBy(async () => {
      assert.deepEqual((await run(file, 'csv', 'errorPolicy=reject_all')).products, {
        ...{ created: 0, updated: 0, unchanged: 1, failed: 0 },
      });
    });
    assert.deepEqual(again, []);
    assert.equal((await run(file, 'csv', 'existing=skip')).products.unchanged, 1);
    const refused = await run(file, 'csv', 'existing=refuse');
    assert.deepEqual(await errorsOf(refused.id), ['2 handle conflict']);
  });

  it('names every bad row and writes the good ones; with reject_all it writes none', async () => {
    await newProduct({ variants: [{ sku: 'TAKEN' }] });
    const file = [
      'handle,title,sku,price,currency,status,categories',
      'bad-1,One,B1,1.0000001,EUR,,',
      'good,Good,G1,1,EUR,,',
      'bad-2,,B2,x,EUR,,',
      'bad-3,Three,TAKEN,1,EUR,,nowhere',
      'bad-4,Four,G1,1,EUR,,',
      'BAD,Five,B5,1,XXX,sold,',
      'bad-6,"Si"x,B6,1,EUR,,',
      'no-title,,,,,,',
    ].join('\n');
    const all = await run(file, 'csv', 'errorPolicy=reject_all');
    assert.deepEqual(
      [all.status, all.reason],
      ['failed', '6 products are not valid, so nothing was written.'],
    );
    assert.equal(await productOf('good'), undefined);
    const some = await run(file);
    assert.deepEqual(
      [some.status, some.products],
      ['finished', { created: 1, updated: 0, unchanged: 0, failed: 6 }],
    );
    assert.deepEqual(await errorsOf(some.id), [
      '2 prices[0].amount too_many_decimals',
      '4 prices[0].amount wrong_type',
      '5 categories not_found',
      '6 sku not_unique',
      '7 status not_allowed',
      '7 prices[0].currency wrong_format',
      '8  text_after_quote',
      '9 title required',
    ]);
  });

  it('refuses a row with more cells than the heading, and only its product', async () => {
    const job = await run(
      [
        'handle,title,vendor,sku',
        'cells-1,Tea,Acme,CELLS-1',
        'cells-2,Tea, green,Acme,CELLS-2',
        'cells-3,Tea,,CELLS-3',
        ',,,,,',
      ].join('\n'),
    );
    assert.deepEqual([job.status, job.products.created, job.products.failed], ['finished', 2, 1]);
    assert.deepEqual(await errorsOf(job.id), ['3  too_many']);
    assert.equal(await productOf('cells-2'), undefined);
  });

  it('makes a product of each row that has a title and no handle', async () => {
    const rows = ['handle,title,sku', ',Twin cup,CUP-1', ',Twin cup,CUP-2', 'own-cup,Own cup,CUP-4'];
    const job = await run(rows.join('\n'));
    assert.deepEqual(await errorsOf(job.id), []);
    assert.deepEqual([job.status, job.products.created, job.variants], ['finished', 3, 3]);
    assert.equal((await productOf('twin-cup')).variants[0].sku, 'CUP-1');
    assert.equal((await productOf('twin-cup-2')).variants[0].sku, 'CUP-2');
  });

  it('reads back the export of a product that has options and no variants', async () => {
    const { id } = await newProduct({ handle: 'planned', options: [{ name: 'Size', values: ['S', 'M'] }] });
    const { text } = await call('GET', 'exports?format=csv');
    const rows = text.split('\r\n');
    const job = await run([rows[0], rows.find((row) => row.startsWith(id))].join('\r\n'));
    assert.deepEqual(await errorsOf(job.id), []);
    assert.deepEqual([job.products.unchanged, job.products.failed], [1, 0]);
    assert.deepEqual((await productOf('planned')).options, [{ name: 'Size', values: ['S', 'M'] }]);
  });

  it('as a dry run only checks', async () => {
    const job = await run('handle,title,sku\ndry,Dry,DRY-1\n', 'csv', 'dryRun=true');
    assert.deepEqual([job.status, job.products.created, job.dryRun], ['finished', 1, true]);
    assert.equal(await productOf('dry'), undefined);
  });

  it('takes its fields from the columns that the mapping names, with its delimiter and decimal comma', async () => {
    const mapping = {
      title: 'Artikel',
      sku: 'Nummer',
      price: 'Preis',
      option1Name: 'Art',
      option1Value: 'Wert',
    };
    const file = [
      'Nummer;Artikel;Art;Wert;Preis;Title',
      'M-1;Mate;Größe;klein;4,50;not this one',
      'M-2;Mate;Größe;groß;1.234,5;',
      'C-1;Cascara;;;3;',
    ].join('\n');
    const query = new URLSearchParams({
      mapping: JSON.stringify(mapping),
      delimiter: 'semicolon',
      decimal: 'comma',
    });
    const job = await run(file, 'csv', `${query}`);
    assert.deepEqual(await errorsOf(job.id), []);
    assert.deepEqual([job.products.created, job.variants, job.mapping], [2, 3, mapping]);
    const { title, options, variants } = await productOf('mate');
    assert.deepEqual([title, options], ['Mate', [{ name: 'Größe', values: ['klein', 'groß'] }]]);
    assert.deepEqual(
      variants.map((one: { sku: string; prices: { amount: number }[] }) => [one.sku, one.prices[0]!.amount]),
      [
        ['M-1', 4.5],
        ['M-2', 1234.5],
      ],
    );
    assert.equal((await run(file, 'csv', `${query}`)).products.unchanged, 2);
  });

  it('whose mapping names no field, or a column that is not there, is refused with the reason', async () => {
    const answer = await call(
      'POST',
      `imports?mapping=${encodeURIComponent('{"colour":"Farbe"}')}`,
      'handle\nx\n',
      {
        'content-type': 'text/csv',
      },
    );
    assert.deepEqual([answer.status, answer.body.error.details[0].path], [422, 'mapping']);
    const job = await run('handle,title\nx,X\n', 'csv', `mapping=${encodeURIComponent('{"sku":"Nummer"}')}`);
    assert.equal(job.reason, 'The file has no column “Nummer”.');
  });

  it('without a handle, or that is empty or endless, is refused with the reason', async () => {
    assert.match((await run('sku\nx\n')).reason, /no column handle, and no column title/);
    assert.match((await run(`handle,title\n"${'x'.repeat(1_100_000)}`)).reason, /Row 2 is too long/);
    const empty = await test.call('POST', '/v1/catalog/imports', {
      token: tenant.key,
      body: '',
      headers: { 'content-type': 'text/csv' },
    });
    assert.equal(empty.status, 422);
  });
});

describe('an import of NDJSON', () => {
  it('takes a product with its variants from each line, and names bad lines', async () => {
    const lines = [
      { title: 'Line one', variants: [{ sku: 'L1', metadata: { z: 1, a: 2 } }], metadata: { k: 1 } },
      { title: 'Line two', handle: 'line-two', variants: [{ sku: 'L1' }, { sku: 2 }] },
    ].map((line) => JSON.stringify(line));
    const job = await run([lines[0], '{', '', lines[1], '[]'].join('\n'), 'ndjson');
    assert.deepEqual([job.products.created, job.products.failed, job.rows], [1, 3, 5]);
    assert.deepEqual(await errorsOf(job.id), [
      '2  not_json',
      '4 variants[1].sku wrong_type',
      '5  wrong_type',
    ]);
    const made = await productOf('line-one');
    assert.deepEqual([made.metadata, made.variants[0].metadata], [{ k: 1 }, { z: 1, a: 2 }]);
  });

  it('numbers the handles of lines with one title, and changes no product that a line does not name', async () => {
    const { id } = await newProduct({ title: 'Same name', vendor: 'Before', variants: [{ sku: 'SAME-0' }] });
    const file = [
      { title: 'Same name', vendor: 'After', variants: [{ sku: 'SAME-1' }] },
      { title: 'Same name', vendor: 'After' },
      { title: 'Given', handle: 'same-name-4' },
      { title: 'Same name' },
      { title: 'Named by its SKU', vendor: 'Known', variants: [{ sku: 'SAME-0' }] },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n');
    for (const policy of ['reject_all', 'reject_failed']) {
      const query = `errorPolicy=${policy}&dryRun=${policy === 'reject_all'}`;
      const job = await run(file, 'ndjson', query);
      assert.deepEqual(await errorsOf(job.id), []);
      assert.deepEqual(
        [job.status, job.products],
        ['finished', { created: 4, updated: 1, unchanged: 0, failed: 0 }],
      );
    }
    for (const handle of ['same-name-2', 'same-name-3', 'same-name-4', 'same-name-5']) {
      assert.ok(await productOf(handle), handle);
    }
    const named = await ask('GET', `products/${id}`);
    assert.deepEqual([named.handle, named.title, named.vendor], ['same-name', 'Named by its SKU', 'Known']);
  });

  it('reports a product or a handle that two lines give, and writes the other lines', async () => {
    const skus = [{ sku: 'PAIR-1' }, { sku: 'PAIR-2' }];
    await newProduct({ title: 'Pair', handle: 'pair', variants: skus.slice(0, 1) });
    const translations = { de: { handle: 'gleich' } };
    const lines = [
      { handle: 'pair', vendor: 'Acme' },
      { title: 'Pair', variants: skus },
      { title: 'German one', translations },
      { title: 'German two', translations },
    ];
    const job = await run(lines.map((line) => JSON.stringify(line)).join('\n'), 'ndjson');
    assert.deepEqual([job.status, job.products.created, job.products.updated], ['finished', 1, 1]);
    assert.deepEqual(await errorsOf(job.id), ['2  not_unique', '4 translations.de.handle not_unique']);
  });

  it('reads an export of everything back without a change', async () => {
    for (const format of ['ndjson', 'csv'] as const) {
      const { text } = await call('GET', `exports?format=${format}`);
      const events = await publishedBy(async () => {
        const job = await run(text, format);
        assert.deepEqual(await errorsOf(job.id), [], format);
        assert.ok(job.products.unchanged > 5);
        assert.deepEqual([job.products.created, job.products.updated], [0, 0], format);
      });
      assert.deepEqual(events, []);
    }
    const other = await newTenant(test);
    await test.call('POST', '/v1/catalog/categories', {
      token: other.key,
      body: { name: 'Teas', handle: 'teas' },
    });
    const { text } = await call('GET', 'exports?format=csv');
    const copied = await run(text, 'csv', '', other);
    assert.deepEqual([copied.products.failed, copied.products.created > 5], [0, true]);
    const again = await test.call('GET', '/v1/catalog/exports?format=csv', { token: other.key });
    const withoutIds = (csv: string) => csv.split('\r\n').map((line) => line.replace(/^[^,]*,/, ''));
    assert.deepEqual(withoutIds(again.text).sort(), withoutIds(text).sort());
  });
});

describe('an export', () => {
  it('that was cut off goes on after the last row that came, in the middle of a product too', async () => {
    for (const format of ['csv', 'ndjson'] as const) {
      const { text } = await call('GET', `exports?format=${format}`);
      const end = format === 'csv' ? '\r\n' : '\n';
      const all = text.split(end).filter(Boolean);
      for (const place of [1, 2, 3, 5, all.length - 1]) {
        const row = all[place]!;
        const id = format === 'csv' ? /^[^,]*/.exec(row)![0] : JSON.parse(row).id;
        const rest = (await call('GET', `exports?format=${format}&after=${id}`)).text;
        assert.deepEqual(rest.split(end).filter(Boolean), all.slice(place + 1), `${format} ${place}`);
      }
    }
    assert.equal((await call('GET', `exports?after=${crypto.randomUUID()}`)).status, 422);
  });
});

describe('an import that is interrupted', () => {
  const file = [
    'handle,title,sku',
    ...Array.from({ length: 2_500 }, (_, n) => `many-${n},Many ${n},MANY-${n}`),
  ].join('\n');

  it('goes on where it was, and writes nothing twice', async () => {
    const by = await newTenant(test);
    const others = {
      findAssets: async () => [],
      findEntries: async () => [],
      find: async () => undefined,
      holdProperty: async () => true,
      registerUse: () => {},
      followSkus: async () => {},
      assertRoom: async () => {},
    };
    const id = await send(file, 'csv', '', by);
    const worker = { query: test.db.acrossTenantsQuery };
    let runs = 0;
    for (;;) {
      const job = await claimImport(worker, TABLES, test.now(), new Date(test.now().getTime() + 60_000));
      if (job === undefined) break;
      runs += 1;
      // Each run ends after one batch, as if its process had stopped there.
      await runImport(test.kernel, others, job, () => true);
    }
    const { data } = (await test.call('GET', `/v1/catalog/imports/${id}`, { token: by.key })).body;
    assert.deepEqual([data.status, data.products.created, data.rows], ['finished', 2_500, 2_501]);
    assert.ok(runs > 5, String(runs));
    const { rows } = await test.db.inTenant(by.id, (tx) =>
      tx.query<{ type: string; count: bigint }>(
        'select type, count(*) from events group by type order by type',
      ),
    );
    const counts = new Map(rows.map(({ type, count }) => [type, Number(count)]));
    assert.deepEqual([counts.get('product.created'), counts.get('variant.created')], [2_500, 2_500]);
  });

  it('by a cancellation keeps what it has written, and cannot be cancelled again', async () => {
    const id = await send(file);
    const { data } = (await call('POST', `imports/${id}/cancel`)).body;
    assert.equal(data.status, 'cancelled');
    assert.equal((await call('POST', `imports/${id}/cancel`)).body.error.code, 'invalid_transition');
  });
});

describe('imports of several tenants', () => {
  it('take turns: a tenant with many files does not delay the file of another', async () => {
    const [loud, quiet] = [await newTenant(test), await newTenant(test)];
    const nameOf = new Map([
      [loud.id, 'loud'],
      [quiet.id, 'quiet'],
    ]);
    const line = 'handle,title\nturn,Turn\n';
    for (const by of [loud, loud, loud, quiet]) await send(line, 'csv', '', by);
    const worker = { query: test.db.acrossTenantsQuery };
    const start = test.now().getTime();
    const order: (string | undefined)[] = [];
    for (let turn = 1; turn <= 4; turn++) {
      const job = await claimImport(worker, TABLES, new Date(start + turn), new Date(start + 60_000));
      order.push(nameOf.get(job!.tenant_id));
    }
    assert.deepEqual(order, ['loud', 'quiet', 'loud', 'loud']);
  });
});
