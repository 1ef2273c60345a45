/** The schemas of content types and of their changes. */
import { type Static, Type } from 'typebox';
import { ProblemShape } from '#kernel/http/envelope.ts';
import { ByName, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { Described, NamedLater, NamedObject } from '#kernel/http/named.ts';
import { FieldDefinition, MAX_FIELDS, NameOfField } from '../fields/field.ts';
import { MAX_ADDRESS } from './addresses.ts';
import { ENTRY_ORDERS } from './types.sql.ts';

export const TypeName = () =>
  Type.String({ pattern: '^[a-z][a-z0-9_-]*$', maxLength: 63, description: 'The name of a content type.' });
export const NameParams = Type.Object({ name: TypeName() });

const ByField = <T extends ReturnType<typeof Type.Any | typeof NameOfField>>(value: T) =>
  Type.Optional(ByName(50, value, { maxProperties: MAX_FIELDS }));

const MigrationWish = NamedObject('ContentTypeMigration', {
  rename: ByField(NameOfField('The new name.')),
  drop: Type.Optional(
    Type.Array(NameOfField(), { maxItems: MAX_FIELDS, description: 'Fields whose values may go.' }),
  ),
  default: ByField(Type.Any({ description: 'The value for entries that have none.' })),
  convert: Type.Optional(
    Type.Unsafe<Record<string, 'strict' | 'lenient'>>({
      type: 'object',
      maxProperties: MAX_FIELDS,
      additionalProperties: { type: 'string', enum: ['strict', 'lenient'] },
      description: 'Fields whose values are turned into the new kind; lenient lets those go that cannot be.',
    }),
  ),
  dropBlocks: Type.Optional(
    Type.Array(Text(63), { maxItems: 50, description: 'Kinds of block whose blocks may go.' }),
  ),
});

const BLOCK = 'It has no entries: fields of kind blocks of other types name it. Cannot be changed later.';
const REVIEW =
  'Publishing needs a review: another person than its last author approves the version. Whoever makes the type may turn it on. Later an admin turns it on and off, changes stored values of such a type, and deletes it.';
const SINGLETON = 'It has one entry at most, apart from those in the bin.';

const ORDER =
  'manual: its entries have an order that editors choose (`sort=position`). tree: they are also below each other (`parentId`), and the order is among those of one parent. `PUT …/entries/{id}/position` moves them.';
const Order = () => ({ ...OneOf(ENTRY_ORDERS), description: ORDER });

const Addresses = () =>
  ByName(35, Text(MAX_ADDRESS), {
    maxProperties: 100,
    description:
      'The paths of its pages on a site, by locale; * is for all others. {slug} and {locale} stand for those of the entry, and {path} in a tree for the slugs from the top down to it, as in about/team: { "en": "/articles/{slug}", "*": "/{locale}/articles/{slug}" }. Entries have `path` and `paths` by it, links in HTML lead there, and a changed slug can leave a redirect.',
    examples: [{ en: '/articles/{slug}', '*': '/{locale}/articles/{slug}' }],
  });

export const TypeWish = NamedObject('ContentTypeDefinition', {
  title: Text(200),
  block: Type.Optional(Type.Boolean({ description: BLOCK })),
  singleton: Type.Optional(Type.Boolean({ description: SINGLETON })),
  review: Type.Optional(Type.Boolean({ description: REVIEW })),
  order: Type.Optional(Order()),
  addresses: Type.Optional(Addresses()),
  fields: Type.Array(FieldDefinition, { maxItems: MAX_FIELDS }),
  migrate: Type.Optional(MigrationWish),
});

const Fields = () =>
  Type.Array(
    NamedLater(
      'FieldDefinition',
      Type.Unsafe<Static<typeof FieldDefinition>>({ type: 'object', additionalProperties: true }),
    ),
  );

export const ContentType = NamedObject('ContentType', {
  id: Type.String(),
  name: Type.String(),
  title: Type.String(),
  block: Type.Boolean({ description: BLOCK }),
  singleton: Type.Boolean({ description: SINGLETON }),
  review: Type.Boolean({ description: REVIEW }),
  order: Order(),
  addresses: Addresses(),
  fields: Fields(),
  blocks: Type.Array(
    NamedObject('ContentBlock', { name: Type.String(), title: Type.String(), fields: Fields() }),
    { description: 'The definitions of the blocks that its fields name, at any depth.' },
  ),
  version: Type.Integer(),
  changeId: {
    ...Nullable(Type.String()),
    description:
      'The change that is under way, if any. The fields shown are in force, for readers and writers.',
  },
  change: Described(
    Nullable(
      NamedObject('ContentTypeProgress', {
        phase: OneOf(['check', 'migrate'] as const),
        total: Type.Integer({ description: 'The entries of the type when the change began.' }),
        done: Type.Integer({ description: 'The entries that the change has rewritten.' }),
      }),
    ),
    'How far the change is. In its phase migrate, lists sorted or filtered by a changed field find the entries that are done.',
  ),
  createdAt: Time(),
  updatedAt: Time(),
});

export const SavedType = NamedObject('SavedContentType', {
  ...ContentType.properties,
  prevents: Type.Array(
    NamedObject('PreventedRelease', {
      ...{ id: Type.String(), name: Type.String(), at: Time() },
      problems: Type.Array(ProblemShape),
    }),
    {
      description:
        'Scheduled releases with entries that the change rewrites, or that lack what it demands. They are open again once it is in force, with the reason in `failure`. A dry run names them before.',
    },
  ),
});

export const Change = NamedObject('ContentTypeChange', {
  id: Type.String(),
  status: OneOf(['running', 'finished', 'refused', 'failed'] as const),
  phase: OneOf(['check', 'migrate'] as const),
  total: Described(Nullable(Type.Integer()), 'The entries of the type when the change began.'),
  checked: Type.Integer(),
  migrated: Type.Integer(),
  broken: Type.Integer({ description: 'The number of entries that would not fit.' }),
  examples: Type.Array(Type.Unsafe<object>({ type: 'object', additionalProperties: true })),
  reason: Nullable(Type.String()),
  createdAt: Time(),
  finishedAt: Nullable(Time()),
});
