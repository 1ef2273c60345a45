/** The options of a field of a content type, and how a kind of field reads values. */

import { type Static, Type } from 'typebox';
import type { Problem } from '#kernel/errors.ts';
import { MAX_PROBLEMS } from '#kernel/http/body/validation.ts';
import { Note, OneOf, Text } from '#kernel/http/fields.ts';
import { NamedLater, NamedObject } from '#kernel/http/named.ts';
import { PatternWork } from './pattern.ts';

export const KINDS = [
  'text',
  'richtext',
  'markdown',
  'number',
  'boolean',
  'datetime',
  'date',
  'email',
  'url',
  'colour',
  'select',
  'slug',
  'media',
  'reference',
  'list',
  'group',
  'blocks',
  'json',
] as const;
export type KindName = (typeof KINDS)[number];

/** Deeper groups and longer forms are a sign of a wrong model. */
export const MAX_FIELDS = 100;
export const MAX_NESTING = 4;
/** The same, with the fields of blocks counted too. */
export const MAX_FIELDS_WITH_BLOCKS = 1_000;
export const MAX_NESTING_WITH_BLOCKS = 8;

const Length = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 200_000 }));
const Items = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000 }));
export const NameOfField = (description?: string) =>
  Type.String({ pattern: '^[a-z][A-Za-z0-9]*$', maxLength: 50, ...(description && { description }) });

const OpenObject = Type.Unsafe<unknown>({ type: 'object', additionalProperties: true });

/** One list of options for all kinds; kinds.ts says which kind takes which. */
const Options = {
  label: Type.Optional(Text(200)),
  help: Type.Optional(Note(1000)),
  required: Type.Optional(Type.Boolean({ description: 'Publishing demands it; a draft may go without.' })),
  requiredLocales: Type.Optional(
    Type.Array(Text(35), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'Publishing demands a value in each of these locales. For localised fields.',
    }),
  ),
  default: Type.Optional(
    Type.Any({
      description:
        'The value of a new entry, or a new block, that is sent without one; of a localised field, in the default locale.',
    }),
  ),
  showIf: Type.Optional(
    NamedObject('FieldCondition', {
      field: NameOfField(
        'A field beside this one, that is not localised: a choice, a switch, a number or a text.',
      ),
      in: Type.Array(Type.Union([Type.String({ maxLength: 200 }), Type.Number(), Type.Boolean()]), {
        minItems: 1,
        maxItems: 50,
        description: 'Its values.',
      }),
    }),
  ),
  unique: Type.Optional(Type.Boolean({ description: 'No two entries of the type have the same value.' })),
  localised: Type.Optional(
    Type.Boolean({
      description:
        'The value is an object with one value per locale. Inside of groups, lists and blocks too: what is around it exists once.',
    }),
  ),
  minLength: Length(),
  maxLength: Length(),
  pattern: Type.Optional(Text(200, 'A regular expression that the whole text must match.')),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  integer: Type.Optional(Type.Boolean()),
  options: Type.Optional(
    Type.Array(Text(100), {
      minItems: 1,
      maxItems: 200,
      uniqueItems: true,
      description: 'The options of a select.',
    }),
  ),
  multiple: Type.Optional(Type.Boolean({ description: 'A select takes a list of its options.' })),
  minItems: Items(),
  maxItems: Items(),
  types: Type.Optional(
    Type.Array(Text(63), {
      maxItems: 50,
      uniqueItems: true,
      description: 'The types that a reference may lead to.',
    }),
  ),
  accept: Type.Optional(
    Type.Array(Type.String({ pattern: '^[a-z]+(/([a-z0-9.+-]+|\\*))?$', maxLength: 100 }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'The files that a media field takes: image, video/*, application/pdf.',
    }),
  ),
  from: Type.Optional(NameOfField('The text field that a slug is made from when it is not given.')),
  of: Type.Optional(
    NamedLater(
      'ItemDefinition',
      Type.Unsafe<unknown>({
        type: 'object',
        additionalProperties: true,
        description: 'The items of a list: a field without a name.',
      }),
    ),
  ),
  fields: Type.Optional(
    Type.Array(NamedLater('FieldDefinition', OpenObject), {
      minItems: 1,
      maxItems: MAX_FIELDS,
      description: 'The fields of a group.',
    }),
  ),
  blocks: Type.Optional(
    Type.Array(Text(63), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: 'The kinds of block that the list may have: names of content types with block: true.',
    }),
  ),
};

export const ItemDefinition = NamedObject('ItemDefinition', {
  kind: OneOf(KINDS),
  ...Options,
});
export const FieldDefinition = NamedObject('FieldDefinition', {
  name: NameOfField(),
  kind: OneOf(KINDS),
  ...Options,
});

/** A field without its name: a field itself, or the items of a list. */
export interface Item extends Omit<Static<typeof ItemDefinition>, 'of' | 'fields'> {
  of?: Item;
  fields?: Field[];
  /** The definitions that `blocks` names: stored with the field, so that its values are read without another look-up. */
  kinds?: BlockKind[];
}
export type Field = Item & { name: string };
export type BlockKind = { name: string; title: string; fields: Field[] };

/** The locales that values may have. */
export type KnownLocales = {
  default: string;
  codes: ReadonlySet<string>;
  /** The locales in which an entry is to be live, with those that serve each; null: all. */
  live: { code: string; chain: string[] }[] | null;
};

/** The path of a value in the request, and the problems found there. */
export class Place {
  readonly problems: Problem[];
  /** The remaining budget for patterns, shared by all places. */
  readonly work: PatternWork;
  /** Null: any locale. */
  readonly locales: KnownLocales | null;
  readonly #within: Place | null;
  readonly #step: string | number;

  constructor(
    path: string | number,
    problems: Problem[] = [],
    work = new PatternWork(),
    locales: KnownLocales | null = null,
    within: Place | null = null,
  ) {
    this.#step = path;
    this.#within = within;
    this.problems = problems;
    this.work = work;
    this.locales = locales;
  }

  /** Built on demand, because most values are valid. */
  get path(): string {
    const [around, step] = [this.#within?.path ?? '', this.#step];
    if (typeof step === 'number') return `${around}[${step}]`;
    return around === '' ? step : `${around}.${step}`;
  }

  field(name: string): Place {
    return new Place(name, this.problems, this.work, this.locales, this);
  }

  item(index: number): Place {
    return new Place(index, this.problems, this.work, this.locales, this);
  }

  wrong(code: string, message: string): undefined {
    if (this.problems.length < MAX_PROBLEMS) this.problems.push({ path: this.path, code, message });
  }
}

/** A reference in a value. `types`: the types of an entry, or the MIME types of an asset, that it may lead to; null: any. */
export type Link = { kind: 'entry' | 'asset'; id: string; path: string; types: string[] | null };

/** The texts wanted: all, those without a locale, or those that readers of a chain of locales see. */
export type Heard = 'all' | 'plain' | string[];

export type Kind = {
  /** The options it takes besides label, help and required. */
  takes: readonly (keyof Item)[];
  /** Reports what is wrong with the options themselves. */
  checkOptions?(item: Item, place: Place): void;
  /** Returns the value to store; undefined when it is invalid, which was reported. */
  read(value: unknown, item: Item, place: Place): unknown;
  /** The same, for values that are large: yields where other work may come between. */
  readInSteps?(value: unknown, item: Item, place: Place): Generator<void, unknown>;
  /** Returns the keys that a stored value is compared by. A kind without this is not compared. */
  keysOf?(value: unknown): string[];
  /** Returns the searchable texts of a stored value. */
  textsOf?(value: unknown, item: Item, heard?: Heard): string[];
  linksOf?(value: unknown, item: Item, place: Place): Link[];
  /** Returns a stored value without what may no longer be in it. A kind without this has no such values. */
  clean?(value: unknown, item: Item): unknown;
  /** Returns the value as visitors get it, without these entries and assets; undefined: nothing is left of it. */
  shown?(value: unknown, item: Item, hidden: Set<string>): unknown;
  /** Publishing requires more than a draft: reports what is still missing inside. */
  demandInside?(value: unknown, item: Item, place: Place): void;
};

export const isMissing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
