import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deprecationsMarkdown } from '#kernel/http/docs/catalogue-pages.ts';
import { type OpenApiDocument, readTags } from '#kernel/http/docs/document.ts';
import { openApi } from '#kernel/http/docs/openapi.ts';
import { createServer } from '#kernel/http/server.ts';
import { useApp } from '../../testing.ts';
import { deprecationHeaders } from './deprecation.ts';

const { kernel } = await useApp();
const app = await createServer({ ...kernel, identify: async () => null });
await openApi(app, kernel.config, { catalogue: [], tags: { notes: 'Notes.' } });
const deprecated = { since: '2026-01-01', sunset: '2027-01-01', instead: 'GET /v1/texts' };
const schema = { tags: ['notes'], summary: 'Notes', response: { 200: { type: 'object' } } };
app.get('/v1/notes', { config: { public: true, deprecated }, schema }, async () => ({}));
app.get('/v1/texts', { config: { public: true }, schema: { ...schema, summary: 'Texts' } }, async () => ({}));
app.get(
  '/v1/secrets',
  { config: { role: 'viewer', deprecated: { since: '2026-01-01', instead: 'GET /v1/texts' } }, schema },
  async () => ({}),
);
await app.ready();

describe('a deprecated route', () => {
  it('announces its deprecation, its end and the list in every answer', async () => {
    const { statusCode, headers } = await app.inject('/v1/notes');
    assert.deepEqual(
      [statusCode, headers.deprecation, headers.sunset, headers.link],
      [
        200,
        '@1767225600',
        'Fri, 01 Jan 2027 00:00:00 GMT',
        '</docs/deprecations>; rel="deprecation"; type="text/html"',
      ],
    );
  });

  it('announces it in a refusal too, and names no end that is not decided', async () => {
    const { statusCode, headers } = await app.inject('/v1/secrets');
    assert.deepEqual([statusCode, headers.deprecation, headers.sunset], [401, '@1767225600', undefined]);
  });

  it('is marked in the OpenAPI document and listed with its successor', () => {
    const document = app.swagger() as unknown as OpenApiDocument;
    assert.equal(document.paths['/v1/notes']!.get!.deprecated, true);
    assert.equal(document.paths['/v1/texts']!.get!.deprecated, undefined);
    const operations = readTags(document).flatMap((tag) => tag.operations);
    const page = deprecationsMarkdown(operations, (tag) => `/docs/reference/${tag}`);
    assert.match(page, /\[GET \/v1\/notes\]\(\/docs\/reference\/notes#listNotes|getNotes\)/);
    assert.match(page, /\| 2026-01-01 \| 2027-01-01 \| `GET \/v1\/texts` \|/);
  });
});

it('other routes announce nothing', async () => {
  const { headers } = await app.inject('/v1/texts');
  assert.deepEqual([headers.deprecation, headers.link], [undefined, undefined]);
});

it('a declaration with a wrong day, or an end before its beginning, stops the start', () => {
  const instead = 'GET /v1/texts';
  assert.throws(() => deprecationHeaders({ since: '2026-02-30', instead }), /YYYY-MM-DD/);
  assert.throws(
    () => deprecationHeaders({ since: '2026-01-01', sunset: '2025-01-01', instead }),
    /not after/,
  );
});

it('the page of deprecations says if there are none', () => {
  assert.match(
    deprecationsMarkdown([], () => ''),
    /No operation is deprecated today\./,
  );
});
