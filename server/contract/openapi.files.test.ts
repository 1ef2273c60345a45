/** Files of the contract: the examples of imports are accepted as they are shown, those of exports are the beginning of real ones. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { FILE_EXAMPLES_FILE, type FileExample } from '#kernel/http/docs/examples.ts';
import { finished } from '../modules/crm/testing/imports.ts';
import { newTenant, useApp } from '../testing.ts';
import { asFileExample } from './recorded-examples.ts';

const test = await useApp();
const document = (await test.call('GET', '/v1/openapi.json')).body;
const tenant = await newTenant(test);
const token = await tenant.staff('owner');
await test.call('POST', '/v1/crm/customers', { token, body: { name: 'Ada', email: 'ada@example.com' } });
await test.call('POST', '/v1/inventory/locations', { token, body: { name: 'Shelf', code: 'SHELF' } });

const [CSV, NDJSON] = ['text/csv', 'application/x-ndjson'];
const lines = (...rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');
const tea = { sku: 'TEA-1', name: 'Green tea', quantity: 2, unitPrice: 4.5 };
const greenTea = { handle: 'green-tea', title: 'Green tea', variants: [{ sku: 'TEA-1' }] };

const SENT: Record<string, Record<string, string>> = {
  createImport: {
    [CSV]: 'customerEmail,sku,name,quantity,unitPrice,currency\nada@example.com,TEA-1,Green tea,2,4.50,EUR\n',
    [NDJSON]: lines({ customerEmail: 'ada@example.com', currency: 'EUR', items: [tea] }),
  },
  createCatalogImport: {
    [CSV]: 'handle,title,sku\ngreen-tea,Green tea,TEA-1\n',
    [NDJSON]: lines(greenTea),
  },
  importRedirects: {
    [CSV]: 'from,to\n/old,/new\n/tea,/catalog/tea\n',
    [NDJSON]: lines({ from: '/old', to: '/new' }, { from: '/tea', to: '/catalog/tea' }),
  },
  importCounts: {
    [CSV]: 'sku,count,location\nTEA-1,12,SHELF\n',
    [NDJSON]: lines({ sku: 'TEA-1', count: 12, location: 'SHELF' }),
  },
};

/** A wrong row, whose errors an import lists. */
const WRONG: Record<string, string> = {
  '/v1/crm/imports': 'customerEmail,sku,name,quantity\nada@example.com,TEA-1,Green tea,none\n',
  '/v1/catalog/imports': 'handle,title,status\nbroken,Broken,unknown\n',
};

const recorded: Record<string, FileExample> = {};
after(() => {
  if (!process.env.UPDATE_SNAPSHOT) return;
  const sorted = Object.fromEntries(Object.entries(recorded).sort(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(FILE_EXAMPLES_FILE, `${JSON.stringify(sorted, null, 2)}\n`);
});
function record(name: string, part: keyof FileExample, type: string, text: string): void {
  const example = recorded[name];
  recorded[name] = { ...example, [part]: { ...example?.[part], [type]: text } };
}

// biome-ignore lint/suspicious/noExplicitAny: the document is walked as the plain data it is
type Json = any;
const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
  Object.entries<Json>(methods).map(([method, operation]) => ({ method, path, operation })),
);
const fileTypes = (content: Json = {}) => [CSV, NDJSON].filter((type) => type! in content) as string[];
const REFRESH = 'UPDATE_SNAPSHOT=1 npm test -- server/contract/openapi.files.test.ts';

const send = (path: string, type: string, body: string) =>
  test.call('POST', path, { token, body, headers: { 'content-type': type } });

/** The import once it is over. */
async function imported(path: string, type: string, body: string): Promise<Json> {
  const answer = await send(path, type, body);
  assert.ok(answer.status < 300, answer.text);
  if (answer.status !== 202) return answer.body.data;
  const work = test.startWork();
  const job = await finished(test, token, answer.body.data.id, path);
  await work.stop();
  return job;
}

describe('the example of an import is accepted as it is shown:', () => {
  for (const { path, operation } of operations) {
    const { operationId: name, requestBody } = operation;
    for (const type of fileTypes(requestBody?.content)) {
      it(`${name}, ${type}`, async () => {
        const text = SENT[name]?.[type] ?? assert.fail(`Add a file of ${name} to SENT`);
        record(name, 'request', type, text);
        // The redirects of the other format are in the way otherwise.
        const options = name === 'importRedirects' ? '?existing=replace' : '';
        const result = await imported(path + options, type, text);
        assert.equal(result.failed ?? (result.products ?? result.orders).failed, 0, JSON.stringify(result));
        if (!process.env.UPDATE_SNAPSHOT) assert.equal(requestBody.content[type].example, text, REFRESH);
      });
    }
  }
});

/** Exports are asked for after the imports, so they have rows. */
async function download(path: string, type: string): Promise<string> {
  const [list] = path.split('/{id}');
  const url = path.endsWith('/errors')
    ? path.replace('{id}', (await imported(list!, CSV!, WRONG[list!]!)).id)
    : path;
  const { status, text } = await test.call('GET', `${url}?format=${type === CSV ? 'csv' : 'ndjson'}`, {
    token,
  });
  assert.equal(status, 200, text);
  return text;
}

/** The names of columns, or those of the fields of the first line. */
const shapeOf = (type: string, text: string): string[] => {
  const [first] = text.split('\n') as [string];
  return type === CSV ? first.split(',') : Object.keys(JSON.parse(first));
};

describe('the example of an exported file is the beginning of a real one:', () => {
  for (const { path, operation } of operations) {
    const { operationId: name, responses } = operation;
    for (const type of fileTypes(responses[200]?.content)) {
      it(`${name}, ${type}`, async () => {
        const text = asFileExample(await download(path, type));
        record(name, 'answer', type, text);
        if (process.env.UPDATE_SNAPSHOT) return;
        const { example } = responses[200].content[type];
        assert.ok(example, REFRESH);
        assert.deepEqual(shapeOf(type, example), shapeOf(type, text), REFRESH);
      });
    }
  }
});
