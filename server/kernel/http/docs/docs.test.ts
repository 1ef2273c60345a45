import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { useApp } from '../../../testing.ts';
import { html, renderOperation } from './page.ts';

const test = await useApp({ PUBLIC_URL: 'https://api.example' });
const { text: page, headers } = await test.call('GET', '/docs');
const { body: document } = await test.call('GET', '/v1/openapi.json');

type Operation = {
  operationId: string;
  summary: string;
  'x-role'?: string;
  'x-scope'?: string;
  'x-storefront'?: string;
};
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    ...operation,
  })),
);
const escaped = (text: string) => html`${text}`.text;
const articles = new Map(
  [...page.matchAll(/<article id="(\w+)">(.*?)<\/article>/gs)].map(([, id, content]) => [id!, content!]),
);

describe('GET /docs', () => {
  it('shows every operation of the OpenAPI document, and nothing else', () => {
    assert.deepEqual(
      [...articles.keys()].sort(),
      operations.map((operation) => operation.operationId).sort(),
    );
    assert.ok(operations.length > 30);
  });

  for (const operation of operations) {
    it(`describes the purpose of ${operation.method} ${operation.path} and its callers`, () => {
      const article = articles.get(operation.operationId)!;
      assert.ok(article.includes(`${operation.method}</b> <code>${operation.path}</code>`));
      assert.ok(article.includes(escaped(operation.summary)));
      const shoppers = operation['x-storefront'] ? '<span>shoppers <code>' : '<span>public</span>';
      const needs = operation['x-role'] ? `role <code>${operation['x-role']}</code>` : shoppers;
      assert.ok(article.includes(needs));
      if (operation['x-scope']) assert.ok(article.includes(`scope <code>${operation['x-scope']}</code>`));
      assert.ok(
        page.includes(`<a href="#${operation.operationId}">`),
        'and the list of sections links to it',
      );
    });
  }

  it('shows a curl command that can be pasted into a shell', () => {
    assert.ok(articles.get('getOrder')!.includes(escaped('curl "https://api.example/v1/crm/orders/$ID"')));
    const order = '{"customerId":"…","items":[{"sku":"…","name":"…"}]}';
    assert.ok(articles.get('createOrder')!.includes(escaped(order)));
  });

  it('runs no script and loads only its own style sheet, and its policy allows nothing more', async () => {
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    assert.match(String(headers['content-type']), /^text\/html; charset=utf-8/);
    assert.equal(headers['x-content-type-options'], 'nosniff');
    assert.doesNotMatch(page, /<script|<style|\sstyle=|\son\w+=|javascript:|<img|<iframe/i);
    assert.deepEqual(page.match(/<link[^>]*>/g), ['<link rel="stylesheet" href="/docs/style.css">']);
    const style = await test.call('GET', '/docs/style.css');
    assert.equal(style.status, 200);
    assert.match(String(style.headers['content-type']), /^text\/css/);
    assert.doesNotMatch(style.text, /url\(|@import/);
  });

  it('writes markup in names and texts as text', () => {
    const hostile = `"><script>alert('x')</script>&`;
    const { text } = renderOperation(
      {
        id: hostile,
        method: hostile,
        path: hostile,
        tag: hostile,
        summary: hostile,
        role: hostile,
        scope: hostile,
        module: hostile,
        parameters: [{ name: hostile, in: hostile, schema: { type: hostile, enum: [hostile] } }],
        body: {
          properties: {
            [hostile]: { type: 'string', description: hostile, default: hostile, format: hostile },
          },
          required: [hostile],
        },
        answer: {
          status: '200',
          schema: { properties: { data: { properties: { [hostile]: { const: hostile } } } } },
        },
      },
      hostile,
    );
    assert.doesNotMatch(text, /<script|alert\('/);
    assert.ok(text.includes('&#60;script&#62;alert(&#39;x&#39;)&#60;/script&#62;&#38;'));
  });
});

it('GET / links to the documents, under the same policy', async () => {
  const welcome = await test.call('GET', '/');
  assert.equal(welcome.status, 200);
  assert.match(welcome.text, /href="\/docs"/);
  assert.equal(welcome.headers['content-security-policy'], headers['content-security-policy']);
});
