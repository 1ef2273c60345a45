import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type OpenApiDocument, readTags } from './document.ts';
import { linkRecords, recordPages } from './record-pages.ts';
import { recordsMarkdown, tagMarkdown } from './reference.ts';

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const enveloped = (data: object) => ({ type: 'object', properties: { success: { const: true }, data } });

const DOCUMENT: OpenApiDocument = {
  servers: [{ url: 'https://api.example' }],
  tags: [{ name: 'notes', description: 'Short texts.' }],
  paths: {
    '/v1/notes': {
      post: {
        operationId: 'createNote',
        summary: 'Write a note',
        tags: ['notes'],
        'x-role': 'editor',
        parameters: [ref('parameters', 'Key')],
        requestBody: { required: true, ...json(ref('schemas', 'NewNote')) },
        responses: {
          201: {
            description: 'Created',
            headers: { ETag: { description: 'The version.' } },
            ...json(enveloped(ref('schemas', 'Note'))),
          },
          409: ref('responses', 'Conflict'),
        },
      },
      get: {
        operationId: 'listNotes',
        summary: 'List notes',
        tags: ['notes'],
        deprecated: true,
        'x-deprecated': { since: '2026-01-01', sunset: '2027-01-01', instead: 'GET /v1/texts' },
        responses: {
          200: { description: 'OK', ...json(enveloped({ type: 'array', items: ref('schemas', 'Note') })) },
        },
      },
    },
  },
  components: {
    parameters: {
      Key: { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' }, description: 'Once.' },
    },
    responses: { Conflict: { description: 'It is there already: `conflict`.' } },
    schemas: {
      NewNote: { type: 'object', required: ['text'], properties: { text: { type: 'string', maxLength: 9 } } },
      Note: {
        type: 'object',
        description: 'A note.',
        properties: { id: { type: 'string' }, next: { anyOf: [ref('schemas', 'Note'), { type: 'null' }] } },
        examples: [{ id: '1', next: null }],
      },
    },
  },
};

describe('a page of the reference', () => {
  const [tag] = readTags(DOCUMENT);
  const page = tagMarkdown(DOCUMENT, tag!);

  it('follows references to parameters, bodies and answers', () => {
    assert.match(page, /Short texts\./);
    assert.match(page, /\| `Idempotency-Key` \| header \| string \| Once\. \|/);
    assert.match(page, /\| `text` \*\*required\*\* \| string \| At most 9 characters\. \|/);
    assert.match(page, /\| `409` \| It is there already: `conflict`\. \|/);
    assert.match(page, /-d '\{"text":"…"\}'/);
  });

  it('links to named records, and shows their examples and headers', () => {
    assert.match(page, /`data` is \[Note\]\(record:Note\)\./);
    assert.match(page, /`data` is array of \[Note\]/);
    assert.match(page, /"data": \{\n {4}"id": "1"/);
    assert.match(page, /\| `ETag` \| The version\. \|/);
  });

  it('marks a deprecated operation with its successor', () => {
    assert.match(
      page,
      /> \*\*Deprecated\*\* since 2026-01-01\. It ends on 2027-01-01\. Use `GET \/v1\/texts` instead\./,
    );
  });
});

it('the page of records links to records within records', () => {
  const page = linkRecords(
    recordsMarkdown(DOCUMENT, ['Note']),
    new Map([['Note', '/docs/reference/records']]),
  );
  assert.match(page, /## Note \{#Note\}\n\nA note\./);
  assert.match(page, /\| `next` \| \[Note\]\(\/docs\/reference\/records#Note\) or null \|/);
});

it('a reference that leads nowhere is an error', () => {
  const paths = {
    '/x': { get: { operationId: 'x', tags: ['x'], responses: { 200: ref('responses', 'None') } } },
  };
  assert.throws(() => readTags({ paths }), /no #\/components\/responses\/None/);
});

it('a record that one tag uses is on its page, and one of several or none on the page of shared records', () => {
  const schemas = { Inner: {}, Own: { properties: { inner: ref('schemas', 'Inner') } }, Both: {}, None: {} };
  const uses = (tag: string, name: string) => ({
    get: { operationId: `get${name}`, tags: [tag], responses: { 200: json(ref('schemas', name)) } },
  });
  const paths = { '/a': uses('a', 'Own'), '/b': uses('a', 'Both'), '/c': uses('b', 'Both') };
  const document = { paths, components: { schemas } } as OpenApiDocument;
  assert.deepEqual(Object.fromEntries(recordPages(document, readTags(document))), {
    Inner: '/docs/reference/a',
    Own: '/docs/reference/a',
    Both: '/docs/reference/records',
    None: '/docs/reference/records',
  });
});
