import { type Static, Type } from 'typebox';
import { reaches } from '#kernel/auth/actor.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { isDryRun } from '#kernel/http/dry-run.ts';
import {
  Deleted,
  Page,
  PageQuery,
  ProblemShape,
  page,
  readCursor,
  Success,
  success,
} from '#kernel/http/envelope.ts';
import { IfMatch, readIfMatch, withEtag } from '#kernel/http/etag.ts';
import { IdParams, Nullable, OneOf, Text, Time } from '#kernel/http/fields.ts';
import { Described, NamedLater, NamedObject } from '#kernel/http/named.ts';
import { blocksIn, withoutBlocks } from '../fields/block-kinds.ts';
import { type Field, FieldDefinition, MAX_FIELDS, NameOfField } from '../fields/field.ts';
import { MAX_ADDRESS } from './addresses.ts';
import { defineType } from './define.ts';
import { type ChangeRow, findChange } from './migration-run.sql.ts';
import { removeType } from './removal.ts';
import { ENTRY_ORDERS, findProgress, findType, listTypes, type Progress, type TypeRow } from './types.sql.ts';
import type { WantedType } from './types.ts';

export const TypeName = () =>
  Type.String({ pattern: '^[a-z][a-z0-9_-]*$', maxLength: 63, description: 'The name of a content type.' });
const NameParams = Type.Object({ name: TypeName() });

const ByField = <T extends ReturnType<typeof Type.Any | typeof NameOfField>>(value: T) =>
  Type.Optional(Type.Record(Type.String({ maxLength: 50 }), value, { maxProperties: MAX_FIELDS }));

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
  Type.Record(Type.String({ maxLength: 35 }), Text(MAX_ADDRESS), {
    maxProperties: 100,
    description:
      'The paths of its pages on a site, by locale; * is for all others. {slug} and {locale} stand for those of the entry, and {path} in a tree for the slugs from the top down to it, as in about/team: { "en": "/articles/{slug}", "*": "/{locale}/articles/{slug}" }. Entries have `path` and `paths` by it, links in HTML lead there, and a changed slug can leave a redirect.',
    examples: [{ en: '/articles/{slug}', '*': '/{locale}/articles/{slug}' }],
  });

const TypeWish = NamedObject('ContentTypeDefinition', {
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

const SavedType = NamedObject('SavedContentType', {
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

const Change = NamedObject('ContentTypeChange', {
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

const presentFields = (fields: Field[]) => ({
  fields: withoutBlocks(fields),
  blocks: blocksIn(fields).map((kind) => ({ ...kind, fields: withoutBlocks(kind.fields) })),
});

type ShownType = TypeRow & { progress: Progress | null };

async function withProgress(tx: Tx, rows: TypeRow[]): Promise<ShownType[]> {
  const changes = await findProgress(
    tx,
    rows.flatMap(({ change_id }) => change_id ?? []),
  );
  return rows.map((row) => {
    const found = changes.find(({ id }) => id === row.change_id);
    return { ...row, progress: found ? { phase: found.phase, total: found.total, done: found.done } : null };
  });
}

const presentType = ({ progress, ...row }: ShownType) => ({
  id: row.id,
  name: row.name,
  title: row.title,
  block: row.block,
  singleton: row.singleton,
  review: row.review,
  order: row.entry_order,
  addresses: JSON.parse(row.addresses),
  ...presentFields(JSON.parse(row.fields)),
  version: row.version,
  changeId: row.change_id,
  change: progress,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
});

const presentChange = (row: ChangeRow) => ({
  id: row.id,
  // A change that a program from before began has the status of one of this program.
  status: row.status === 'checking' || row.status === 'rewriting' ? ('running' as const) : row.status,
  phase: row.phase,
  total: row.total,
  checked: row.checked,
  migrated: row.migrated,
  broken: row.broken,
  examples: JSON.parse(row.examples),
  reason: row.reason,
  createdAt: row.created_at.toISOString(),
  finishedAt: row.finished_at?.toISOString() ?? null,
});

const PUT_DESCRIPTION = `Makes the type, or changes it. A change that stored entries do not fit is refused with 409, which names
them and why; \`migrate\` says what becomes of their values. With many entries it goes on in the background: \`changeId\` is then set.
It is in force once every entry is checked, for all readers at once; entries are read and written throughout.
A change of a block is checked against the entries of every type that uses it, and \`migrate\` then applies to each such block.`;

export function contentTypeRoutes(app: App, clock: () => Date, wakeChanges: () => void): void {
  app.put(
    '/v1/content/types/:name',
    {
      config: { role: 'editor', scope: 'write:content', dryRun: true },
      schema: {
        operationId: 'replaceContentType',
        fails: ['conflict'],
        summary: 'Make or change a content type',
        description: PUT_DESCRIPTION,
        params: NameParams,
        headers: IfMatch,
        body: TypeWish,
        response: { 200: Success(SavedType) },
      },
    },
    async (request, reply) => {
      const condition = {
        rehearsal: isDryRun(request),
        seen: readIfMatch(request),
        mustExist: request.headers['if-match'] !== undefined,
        isAdmin: reaches(request.actor.role, 'admin'),
      };
      const { params, body } = request;
      const { row, prevents } = await request.inTenant(async (tx, actor) => {
        const wanted = body as WantedType;
        const { prevents = [], ...changed } = await defineType(
          tx,
          actor,
          clock(),
          params.name,
          wanted,
          condition,
        );
        const [row] = await withProgress(tx, [changed]);
        return { row: row!, prevents };
      });
      if (row.change_id !== null || row.block) wakeChanges();
      return withEtag(reply, { ...presentType(row), prevents });
    },
  );

  app.get(
    '/v1/content/types',
    {
      config: { role: 'viewer', scope: 'read:content' },
      schema: {
        operationId: 'listContentTypes',
        summary: 'List content types',
        querystring: PageQuery,
        response: { 200: Page(ContentType) },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const rows = await request.inTenant(async (tx) =>
        withProgress(tx, await listTypes(tx, limit, readCursor(cursor))),
      );
      return page(rows, limit, presentType);
    },
  );

  app.get(
    '/v1/content/types/:name',
    {
      config: { role: 'viewer', scope: 'read:content' },
      schema: {
        operationId: 'getContentType',
        summary: 'Get a content type',
        params: NameParams,
        response: { 200: Success(ContentType) },
      },
    },
    async (request, reply) => {
      const [row] = await request.inTenant(async (tx) => {
        const found = await findType(tx, request.params.name);
        return withProgress(tx, found ? [found] : []);
      });
      if (row === undefined) throw notFound('content type');
      return withEtag(reply, presentType(row));
    },
  );

  app.delete(
    '/v1/content/types/:name',
    {
      config: { role: 'editor', scope: 'write:content', dryRun: true },
      schema: {
        operationId: 'deleteContentType',
        fails: ['conflict'],
        summary: 'Delete a content type that has no entries',
        params: NameParams,
        headers: IfMatch,
        response: { 200: Deleted },
      },
    },
    async (request) =>
      success(
        await request.inTenant((tx, actor) =>
          removeType(tx, actor, clock(), request.params.name, {
            seen: readIfMatch(request),
            isAdmin: reaches(actor.role, 'admin'),
          }),
        ),
      ),
  );

  app.get(
    '/v1/content/type-changes/:id',
    {
      config: { role: 'viewer', scope: 'read:content' },
      schema: {
        operationId: 'getContentTypeChange',
        summary: 'See how far a change of a type has come',
        params: IdParams,
        response: { 200: Success(Change) },
      },
    },
    async (request) => {
      const row = await request.inTenant((tx) => findChange(tx, request.params.id));
      if (row === undefined) throw notFound('type change');
      return success(presentChange(row));
    },
  );
}
