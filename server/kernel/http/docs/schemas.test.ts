import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Type } from 'typebox';
import { Nullable } from '#kernel/http/fields.ts';
import { Described, NamedObject, named } from '#kernel/http/named.ts';
import { Schemas } from './schemas.ts';

const Person = NamedObject('Person', { name: Type.String() });

describe('a named schema', () => {
  it('is listed once, and every place refers to it', () => {
    const schemas = new Schemas();
    const shown = schemas.shown(
      Type.Object({ one: Person, many: Type.Array(Person), maybe: Type.Optional(Person) }),
    );
    const $ref = '#/components/schemas/Person';
    assert.deepEqual(shown.properties, {
      one: { $ref },
      many: { type: 'array', items: { $ref } },
      maybe: { $ref },
    });
    assert.deepEqual(Object.keys(schemas.all), ['Person']);
  });

  it('keeps its name beside null, and with a description of its own', () => {
    const $ref = '#/components/schemas/Person';
    const description = 'The buyer.';
    assert.deepEqual(new Schemas().shown(Described(Nullable(Person), description)), {
      anyOf: [{ $ref }, { type: 'null' }],
      description,
    });
    assert.deepEqual(new Schemas().shown(Described(Person, description)), { $ref, description });
  });

  it('loses its name in a spread, whose result is another schema', () => {
    assert.equal(new Schemas().shown({ ...Person }).$ref, undefined);
  });

  it('is an error if another schema has the same name', () => {
    const schemas = new Schemas();
    schemas.shown(Person);
    assert.throws(() => schemas.shown(NamedObject('Person', { age: Type.Integer() })), /called Person/);
  });

  it('may contain itself', () => {
    const parts: Record<string, unknown> = {};
    const Tree = named('Tree', Type.Unsafe({ type: 'object', properties: parts }));
    parts.branches = { type: 'array', items: Tree };
    const schemas = new Schemas();
    schemas.shown(Tree);
    assert.equal(schemas.all.Tree.properties.branches.items.$ref, '#/components/schemas/Tree');
  });

  it('looks to validators and to readers of JSON as it did without a name', () => {
    const plain = Type.Object({ name: Type.String() });
    assert.equal(JSON.stringify(Person), JSON.stringify(plain));
    assert.deepEqual(Object.keys(Person), Object.keys(plain));
  });
});

describe('a schema of the contract', () => {
  it('requires no field with a default in what is sent, and every field in what is shown', () => {
    const schema = Type.Object({ required: Type.String(), limit: Type.Integer({ default: 25 }) });
    assert.deepEqual(new Schemas().sent(schema).required, ['required']);
    assert.deepEqual(new Schemas().shown(schema).required, ['required', 'limit']);
  });

  it('describes named fields beside typed others in two parts, of which generators make types that compile', () => {
    const properties = { city: { type: 'string' } };
    const additionalProperties = { type: ['string', 'null'] };
    assert.deepEqual(new Schemas().sent({ type: 'object', properties, additionalProperties }), {
      type: 'object',
      allOf: [{ properties }, { type: 'object', additionalProperties }],
    });
  });
});
