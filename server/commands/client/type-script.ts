/** TypeScript of content types: what readers of published entries get, and what a save sends. Blocks are a discriminated union. */
import type { FieldDefinition, TypeDefinition } from './type-files.ts';

const HEAD = `// Written by \`colonnade types generate\`. Changes are lost with the next run.

/** A value per locale. */
export type Localised<T> = { [locale: string]: T };
/** A document of rich text, as ProseMirror and Tiptap write it. */
export type RichText = { type: 'doc'; content?: unknown[] };
/** A published entry, as \`GET /v1/content/published/…\` answers it. */
export type Published<Type extends string, Fields> = {
  id: string;
  type: Type;
  slug: string | null;
  /** The slug in each locale that has one of its own. */
  slugs: { [locale: string]: string };
  /** The address of its page, if its type has addresses, and that in each locale. */
  path: string | null;
  paths: { [locale: string]: string };
  /** Of a tree: the live entries above it, the top first. */
  ancestors?: { id: string; title: string | null; slug: string | null; path: string | null }[];
  propertyId: string | null;
  locale: string;
  version: number;
  publishedAt: string | null;
  firstPublishedAt: string | null;
  /** The fields in which a value is of another locale, and that locale. */
  fallbacks: { [field: string]: string };
  fields: Fields;
};
`;

/** Drafts: localised fields are objects with a value per locale; readers get one value. */
type Shape = 'published' | 'draft';

export function typeScriptOf(types: TypeDefinition[]): string {
  const names = identifiersOf(types);
  const blocks = types.filter(({ block }) => block);
  const entries = types.filter(({ block }) => !block);
  const lines = [
    HEAD,
    ...blocks.flatMap((type) => [blockOf(type, names, 'published'), blockOf(type, names, 'draft')]),
    ...entries.flatMap((type) => [
      fieldsOf(type, names, 'published'),
      fieldsOf(type, names, 'draft'),
      `export type ${names.get(type.name)} = Published<'${type.name}', ${names.get(type.name)}Fields>;\n`,
    ]),
    mapOf('PublishedEntries', entries, (type) => names.get(type.name)!),
    mapOf('DraftFields', entries, (type) => `${names.get(type.name)}Draft`),
  ];
  return lines.join('\n');
}

const mapOf = (name: string, types: TypeDefinition[], value: (type: TypeDefinition) => string) =>
  `/** By the name of the type. */\nexport type ${name} = {\n${types
    .map((type) => `  '${type.name}': ${value(type)};`)
    .join('\n')}\n};\n`;

/** `landing-page` becomes LandingPage. Two names that become the same are numbered. */
function identifiersOf(types: TypeDefinition[]): Map<string, string> {
  const taken = new Set(['Localised', 'RichText', 'Published', 'PublishedEntries', 'DraftFields', 'Array']);
  const names = new Map<string, string>();
  const forms = (base: string) => ['', 'Fields', 'Draft'].map((end) => base + end);
  for (const { name, block } of types) {
    const words = name.split(/[-_]+/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
    const base = words.join('') + (block ? 'Block' : '');
    let free = base;
    for (let n = 2; forms(free).some((form) => taken.has(form)); n++) free = `${base}${n}`;
    for (const form of forms(free)) taken.add(form);
    names.set(name, free);
  }
  return names;
}

type Names = Map<string, string>;

const about = ({ title }: TypeDefinition) => `/** ${inComment(title)} */\n`;

const blockOf = (type: TypeDefinition, names: Names, shape: Shape): string => {
  const parts =
    shape === 'published'
      ? `  id: string;\n  type: '${type.name}';\n`
      : `  id?: string;\n  type: '${type.name}';\n`;
  const name = names.get(type.name)! + (shape === 'draft' ? 'Draft' : '');
  return `${about(type)}export type ${name} = {\n${parts}${members(type.fields, names, shape, 1, 'optional')}};\n`;
};

/** A published entry has every field, null for an absent one; inside of groups and blocks an absent one is left out. */
const fieldsOf = (type: TypeDefinition, names: Names, shape: Shape): string => {
  const name = names.get(type.name)! + (shape === 'draft' ? 'Draft' : 'Fields');
  const absent = shape === 'draft' ? 'optional' : 'null';
  return `${about(type)}export type ${name} = {\n${members(type.fields, names, shape, 1, absent)}};\n`;
};

function members(
  fields: FieldDefinition[],
  names: Names,
  shape: Shape,
  depth: number,
  absent: 'optional' | 'null',
): string {
  const indent = '  '.repeat(depth);
  return fields
    .map((field) => {
      const note =
        field.label || field.help
          ? `${indent}/** ${inComment([field.label, field.help].filter(Boolean).join('. '))} */\n`
          : '';
      const isSure = shape === 'published' && field.required === true && field.showIf === undefined;
      const value = scriptOf(field, names, shape, depth);
      const whole = field.localised && shape === 'draft' ? `Localised<${value}>` : value;
      return absent === 'null'
        ? `${note}${indent}${field.name}: ${whole}${isSure ? '' : ' | null'};\n`
        : `${note}${indent}${field.name}${isSure ? '' : '?'}: ${whole};\n`;
    })
    .join('');
}

function scriptOf(item: FieldDefinition, names: Names, shape: Shape, depth: number): string {
  switch (item.kind) {
    case 'number':
      return 'number';
    case 'boolean':
      return 'boolean';
    case 'richtext':
      return 'RichText';
    case 'json':
      return 'unknown';
    case 'select': {
      const options = (item.options as string[]).map((option) => JSON.stringify(option)).join(' | ');
      return item.multiple ? `(${options})[]` : options;
    }
    case 'list':
      return `Array<${scriptOf(item.of, names, shape, depth)}>`;
    case 'group':
      return `{\n${members(item.fields, names, shape, depth + 1, 'optional')}${'  '.repeat(depth)}}`;
    case 'blocks': {
      const end = shape === 'draft' ? 'Draft' : '';
      return `Array<${(item.blocks as string[]).map((name) => names.get(name)! + end).join(' | ')}>`;
    }
    default:
      return 'string';
  }
}

/** A title must not end the comment. */
const inComment = (text: string) => text.replaceAll('*/', '* /').replace(/\s+/g, ' ');
