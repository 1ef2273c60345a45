/** JSON Schema as types of Python: a TypedDict for every object, once for all places that have the same one. */

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is walked as the plain data it is
type Json = any;

/** Words that Python allows as no name. */
const KEYWORDS = new Set(
  `False None True and as assert async await break class continue def del elif else except finally for from global if import in is
  lambda nonlocal not or pass raise return try while with yield`.split(/\s+/),
);

export const isName = (text: string) => /^[a-z_]\w*$/i.test(text) && !KEYWORDS.has(text);
export const quoted = (text: string) => JSON.stringify(text);
/** `createOrder` → `create_order`, `from` → `from_`. */
export function snake(text: string): string {
  const name = text
    .replace(/[^\w]+/g, '_')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
  return KEYWORDS.has(name) ? `${name}_` : name;
}
export const pascal = (text: string) =>
  text
    .split(/[^a-z\d]+/i)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

export class PythonTypes {
  readonly #schemas: Record<string, Json>;
  readonly #names = new Map<string, string>();
  readonly #classes = new Map<string, string>();
  /** Named schemas that are no objects, such as enumerations. */
  readonly #aliases = new Map<string, string>();

  constructor(document: Json) {
    this.#schemas = document.components?.schemas ?? {};
  }

  /** The file with all classes that were asked for. */
  toFile(head: string): string {
    const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1);
    const classes = [...this.#classes].sort(byName);
    const aliases = [...this.#aliases].sort(byName).map(([name, type]) => `${name} = ${type}\n`);
    return `${head}from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from .bodies import FormFile


${[...classes.map(([, text]) => text), ...(aliases.length > 0 ? [aliases.join('')] : [])].join('\n\n')}`;
  }

  get names(): string[] {
    return [...this.#classes.keys(), ...this.#aliases.keys()].sort();
  }

  /** `hint` names an object that has no name of its own. */
  typeOf(schema: Json, hint: string): string {
    if (schema === undefined || schema === true) return 'Any';
    if (schema.$ref) return this.#named(schema.$ref.split('/').at(-1));
    if (schema.const !== undefined) return `Literal[${literal(schema.const)}]`;
    if (schema.enum) return `Literal[${schema.enum.map(literal).join(', ')}]`;
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return union(choices.map((choice: Json) => this.typeOf(choice, hint)));
    if (schema.allOf) return this.typeOf(this.#joined(schema.allOf), hint);
    if (Array.isArray(schema.type))
      return union(schema.type.map((type: string) => this.typeOf({ ...schema, type }, hint)));
    if (schema.format === 'binary') return 'FormFile';
    switch (schema.type) {
      case 'string':
        return 'str';
      case 'boolean':
        return 'bool';
      case 'integer':
        return 'int';
      case 'number':
        return 'float';
      case 'null':
        return 'None';
      case 'array':
        return `List[${this.typeOf(schema.items, `${hint}Item`)}]`;
      case 'object':
        return this.#object(schema, hint);
      default:
        return 'Any';
    }
  }

  /** An object with a class of its own, also if another place has the same one: answers are named by their operation. */
  ownClass(schema: Json, name: string): string {
    if (schema.$ref || schema.type !== 'object' || !schema.properties) return this.typeOf(schema, name);
    this.#classes.set(name, '');
    this.#classes.set(name, this.#classOf(name, schema));
    return name;
  }

  #named(name: string): string {
    const schema = this.#schemas[name];
    const isRecord = schema?.type === 'object' && schema.properties && !hasFreeFields(schema);
    if (!isRecord) {
      if (!this.#aliases.has(name)) this.#aliases.set(name, this.typeOf(schema, pascal(name)));
      return name;
    }
    if (!this.#classes.has(name)) {
      // Reserved before its fields are read, because a record may contain itself.
      this.#classes.set(name, '');
      this.#classes.set(name, this.#classOf(name, schema));
    }
    return name;
  }

  /** One object of several that hold at once; free fields make it a plain dict. */
  #joined(parts: Json[]): Json {
    const each = parts.map((part) => (part.$ref ? this.#schemas[part.$ref.split('/').at(-1)] : part));
    return (
      each.find(hasFreeFields) ?? {
        type: 'object',
        properties: Object.assign({}, ...each.map(({ properties }) => properties)),
        required: each.flatMap(({ required = [] }) => required),
      }
    );
  }

  #object(schema: Json, hint: string): string {
    const { properties, patternProperties, additionalProperties } = schema;
    if (properties === undefined || hasFreeFields(schema)) {
      const free = typeof additionalProperties === 'object' ? additionalProperties : undefined;
      const [values] = Object.values(patternProperties ?? {});
      return `Dict[str, ${this.typeOf(values ?? free, `${hint}Value`)}]`;
    }
    const form = JSON.stringify(shape(schema));
    const known = this.#names.get(form);
    if (known !== undefined) return known;
    const name = this.#freeName(hint);
    this.#names.set(form, name);
    this.#classes.set(name, '');
    this.#classes.set(name, this.#classOf(name, schema));
    return name;
  }

  #freeName(hint: string): string {
    for (let n = 1; ; n++) {
      const name = n === 1 ? hint : `${hint}${n}`;
      if (!this.#classes.has(name) && !(name in this.#schemas)) return name;
    }
  }

  #classOf(name: string, { properties, required = [] }: Json): string {
    const fields = Object.entries<Json>(properties).map(([field, schema]) => ({
      field,
      type: this.typeOf(schema, `${name}${pascal(field)}`),
      doc: schema.description as string | undefined,
    }));
    const needed = fields.filter(({ field }) => required.includes(field));
    const others = fields.filter(({ field }) => !required.includes(field));
    if (!fields.every(({ field }) => isName(field))) return functional(name, needed, others);
    if (others.length === 0) return classText(name, 'TypedDict', needed);
    if (needed.length === 0) return classText(name, 'TypedDict, total=False', others);
    return `${classText(`_${name}Required`, 'TypedDict', needed)}

${classText(name, `_${name}Required, total=False`, others)}`;
  }
}

type Field = { field: string; type: string; doc?: string };

function classText(name: string, base: string, fields: Field[]): string {
  const lines = fields.flatMap(({ field, type, doc }) => [
    ...(doc ? [`    #: ${doc.replace(/\s+/g, ' ')}`] : []),
    `    ${field}: ${type}`,
  ]);
  return `class ${name}(${base}):\n${lines.length === 0 ? '    pass' : lines.join('\n')}\n`;
}

/** For fields whose names are words of Python, such as `from`. */
function functional(name: string, needed: Field[], others: Field[]): string {
  const dict = (part: string, fields: Field[], total: string) =>
    `${part} = TypedDict(\n    ${quoted(part)},\n    {\n${fields
      .map(({ field, type }) => `        ${quoted(field)}: ${quoted(type.replaceAll('"', "'"))},`)
      .join('\n')}\n    },${total}\n)\n`;
  if (needed.length === 0) return dict(name, others, '\n    total=False,');
  if (others.length === 0) return dict(name, needed, '');
  return `${dict(`_${name}Required`, needed, '')}${dict(`_${name}Optional`, others, '\n    total=False,')}

class ${name}(_${name}Required, _${name}Optional):
    pass
`;
}

/** A TypedDict has no fields beyond its own. */
const hasFreeFields = ({ additionalProperties }: Json) => typeof additionalProperties === 'object';

/** The schema as far as the type depends on it. */
function shape(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(shape);
  if (typeof schema !== 'object' || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key, value]) => !(IRRELEVANT.has(key) && typeof value !== 'object'))
      .map(([key, value]) => [key, shape(value)]),
  );
}
const IRRELEVANT = new Set(
  'description minLength maxLength minimum maximum pattern minItems maxItems maxProperties default title uniqueItems'.split(
    ' ',
  ),
);

export const optional = (type: string) => (type.startsWith('Optional[') ? type : `Optional[${type}]`);

const literal = (value: unknown) =>
  typeof value === 'string'
    ? quoted(value)
    : ({ true: 'True', false: 'False', null: 'None' }[String(value)] ?? String(value));

function union(types: string[]): string {
  const each = [...new Set(types)];
  const some = each.filter((type) => type !== 'None');
  const joined = some.length > 1 ? `Union[${some.join(', ')}]` : (some[0] ?? 'None');
  return some.length < each.length && some.length > 0 ? optional(joined) : joined;
}
