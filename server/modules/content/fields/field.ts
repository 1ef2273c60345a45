/** What a field of a content type may say of itself, and how a kind of field reads values. */
import { type Static, Type } from 'typebox';
import type { Problem } from '#kernel/errors.ts';
import { MAX_PROBLEMS } from '#kernel/http/body/validation.ts';
import { Note, OneOf, Text } from '#kernel/http/fields.ts';
import { PatternWork } from './pattern.ts';

export const KINDS = [
  'text',
  'richtext',
  'markdown',
  'number',
  'boolean',
  'datetime',
  'select',
  'slug',
  'media',
  'reference',
  'list',
  'group',
  'json',
] as const;
export type KindName = (typeof KINDS)[number];

/** Deeper groups and longer forms are a sign that something else was meant. */
export const MAX_FIELDS = 100;
export const MAX_NESTING = 4;

const Length = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 200_000 }));
const Items = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 }));
export const NameOfField = (description?: string) =>
  Type.String({ pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 50, ...(description && { description }) });

/** One list of options for all kinds; which kind takes which is said in kinds.ts. */
const Options = {
  label: Type.Optional(Text(200)),
  help: Type.Optional(Note(1000)),
  required: Type.Optional(Type.Boolean({ description: 'Publishing demands it; a draft may go without.' })),
  unique: Type.Optional(Type.Boolean({ description: 'No two entries of the type have the same value.' })),
  localised: Type.Optional(
    Type.Boolean({ description: 'The value is an object with one value per locale.' }),
  ),
  minLength: Length(),
  maxLength: Length(),
  pattern: Type.Optional(Text(200, 'A regular expression that the whole text must match.')),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  integer: Type.Optional(Type.Boolean()),
  options: Type.Optional(
    Type.Array(Text(100), { minItems: 1, maxItems: 200, uniqueItems: true, description: 'Of a select.' }),
  ),
  multiple: Type.Optional(Type.Boolean({ description: 'Of a select: a list of options.' })),
  minItems: Items(),
  maxItems: Items(),
  types: Type.Optional(
    Type.Array(Text(63), { maxItems: 50, description: 'Of a reference: the types it may lead to.' }),
  ),
  from: Type.Optional(NameOfField('Of a slug: the text field it is made from when it is not given.')),
  of: Type.Optional(
    Type.Unsafe<unknown>({
      type: 'object',
      additionalProperties: true,
      description: 'Of a list: what its items are, a field without a name.',
    }),
  ),
  fields: Type.Optional(
    Type.Array(Type.Unsafe<unknown>({ type: 'object', additionalProperties: true }), {
      minItems: 1,
      maxItems: MAX_FIELDS,
      description: 'Of a group: its fields.',
    }),
  ),
};

export const ItemDefinition = Type.Object({ kind: OneOf(KINDS), ...Options });
export const FieldDefinition = Type.Object({ name: NameOfField(), kind: OneOf(KINDS), ...Options });

/** What is in an unnamed place: a field, or what a list is of. */
export interface Item extends Omit<Static<typeof ItemDefinition>, 'of' | 'fields'> {
  of?: Item;
  fields?: Field[];
}
export type Field = Item & { name: string };

/** A value's place in what was sent, and where its problems are told. */
export class Place {
  readonly problems: Problem[];
  /** What patterns may still cost, for all places together. */
  readonly work: PatternWork;
  readonly #within: Place | null;
  readonly #step: string | number;

  constructor(
    path: string | number,
    problems: Problem[] = [],
    work = new PatternWork(),
    within: Place | null = null,
  ) {
    this.#step = path;
    this.#within = within;
    this.problems = problems;
    this.work = work;
  }

  /** Written out when it is asked for: most values are right. */
  get path(): string {
    const [around, step] = [this.#within?.path ?? '', this.#step];
    if (typeof step === 'number') return `${around}[${step}]`;
    return around === '' ? step : `${around}.${step}`;
  }

  field(name: string): Place {
    return new Place(name, this.problems, this.work, this);
  }

  item(index: number): Place {
    return new Place(index, this.problems, this.work, this);
  }

  wrong(code: string, message: string): undefined {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ path: this.path, code, message });
  }
}

/** Something that a value leads to. */
export type Link = { kind: 'entry' | 'asset'; id: string; path: string; types: string[] | null };

export type Kind = {
  /** The options it takes beside label, help and required. */
  takes: readonly (keyof Item)[];
  /** What is wrong with the options themselves. */
  checkOptions?(item: Item, place: Place): void;
  /** The value as it is kept; undefined when it is none, which was told. */
  read(value: unknown, item: Item, place: Place): unknown;
  /** What a kept value is compared by. A kind without it is not compared. */
  keysOf?(value: unknown): string[];
  /** What people may search for in a kept value. */
  textsOf?(value: unknown, item: Item): string[];
  linksOf?(value: unknown, item: Item, place: Place): Link[];
  /** Publishing demands more than a draft: tells what is still missing inside. */
  demandInside?(value: unknown, item: Item, place: Place): void;
};

export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
