import { type Static, Type } from 'typebox';
import { isLimited } from '#kernel/auth/type-rights.ts';
import type { Tx } from '#kernel/db/db.ts';
import { notFound } from '#kernel/errors.ts';
import type { App } from '#kernel/http/app.ts';
import { FORMATS } from '#kernel/http/body/validation.ts';
import { conditional, IfNoneMatch } from '#kernel/http/conditional.ts';
import { Success, success } from '#kernel/http/envelope.ts';
import { OneOf, Text } from '#kernel/http/fields.ts';
import { addressKey, surrogateKey } from '#kernel/http/surrogate-keys.ts';
import { Slices } from '#kernel/work/slices.ts';
import { type Others, readProperty } from '../entries/references.ts';
import type { Field } from '../fields/field.ts';
import { MAX_SLUG } from '../fields/text.ts';
import { typesBehind } from '../lists/condition.ts';
import { readConditions, readSearch } from '../lists/filter.ts';
import { BOUNDED, Listed, ListQuery } from '../lists/list.routes.ts';
import { type ListedPublished, listingOfPublished, TIMES_OF_PUBLISHED } from '../lists/listed.sql.ts';
import { assertBeside, pageOf, readPlace, readSort } from '../lists/sorting.ts';
import { findAndTally } from '../lists/tally.ts';
import { readWhere } from '../lists/where.ts';
import { assertLocale, chainOf, type Locales, liveChainOf, readLocales } from '../locales/locales.ts';
import { isTree, Lineage, loadLineages, titleName } from '../positions/ancestors.ts';
import { expand } from '../reading/expanding.ts';
import type { KeptAnswers } from '../reading/kept-answers.ts';
import {
  type AskedReferrers,
  assertRefers,
  listReferrers,
  ReferrersQuery,
  ReferrersShown,
  readReferrers,
} from '../reading/referrers.ts';
import { FORMATS_OF_TEXT, readView } from '../reading/view.ts';
import { allInForce, inForce } from '../types/conversion.ts';
import { onTypeNamed, readableNames } from '../types/limits.ts';
import { readType } from '../types/record.ts';
import { TypeName } from '../types/type-fields.ts';
import { findTypeToRead, type TypeToRead } from '../types/types.sql.ts';
import { type Perspective, PUBLISHED } from './perspective.ts';
import { findById, findDraftBySlug, queryIn, type Wanted, type WithLocales } from './published.sql.ts';
import { PublishedEntry, present, storedFor, written } from './published.ts';
import { findBySlug, type ReadBySlug } from './published-reading.ts';

export const ViewQuery = {
  locale: Type.Optional(Text(35, 'The locale to read in; without it the default.')),
  fields: Type.Optional(
    Text(
      2000,
      'The names of the fields wanted, separated by commas; without it all. authors.name is a field of what authors leads to.',
    ),
  ),
  expand: Type.Optional(
    Text(
      2000,
      'Names of references and media, separated by commas, to put entries and assets in place of their ids. A point leads on: authors.photo.',
    ),
  ),
  format: Type.Optional({
    ...OneOf(FORMATS_OF_TEXT),
    description: 'html: rich text as safe HTML, with the addresses of its images.',
  }),
};
/** An entry, with lists of those that refer to it if these are asked for. */
export const ShownEntry = Type.Object({ ...Success(PublishedEntry).properties, ...ReferrersShown });
/** For reads of a whole site. */
export const Preview = Type.Optional(
  Text(
    500,
    'A token for previews: drafts are shown as they would be published, also behind links and in lists.',
  ),
);
const LIST = '/v1/content/published/:type';
/** Returns what the holder of this token sees. */
export type PerspectiveOf = (token: string | undefined, tenantId: string) => Perspective;
export const Property = Type.Optional(
  Text(
    200,
    'The id or a proved domain of a site (property): what is for it, and what is for all. Without it, entries of every site.',
  ),
);

export function publishedRoutes(
  app: App,
  readBySlug: ReadBySlug,
  others: Pick<Others, 'locate' | 'showAssets'>,
  perspectiveOf: PerspectiveOf,
  kept: KeptAnswers,
): void {
  const config = { role: 'viewer', scope: 'read:published', types: onTypeNamed('read', 'type') } as const;

  app.get(
    '/v1/content/published/:type/:slug',
    {
      config,
      preValidation: kept.answer,
      onSend: [kept.keep, conditional],
      schema: {
        operationId: 'getPublishedEntry',
        summary: 'Read a published entry by its slug or id',
        params: Type.Object({ type: TypeName(), slug: Text(MAX_SLUG) }),
        querystring: Type.Object({ ...ViewQuery, ...ReferrersQuery, property: Property, preview: Preview }),
        headers: IfNoneMatch,
        response: { 200: ShownEntry },
      },
    },
    async (request) => {
      const { type, slug } = request.params;
      const { locale, property: named, preview, ...asked } = request.query;
      const tenantId = request.actor.tenant.id;
      const perspective = perspectiveOf(preview, tenantId);
      const property = (await readProperty(tenantId, named, others)) ?? '';
      const within: Within = (work) => request.inTenant(work);
      const types = isLimited(request.actor)
        ? await within((tx) => readableNames(tx, request.actor))
        : undefined;
      const wanted = { tenantId, type, slug, property, locale: locale ?? '' };
      const reader = { propertyId: property || undefined, others, perspective, types, list: LIST };
      return readPublished(wanted, { locale, ...asked }, { within, readBySlug, ...reader });
    },
  );

  app.get(
    LIST,
    {
      config,
      preValidation: kept.answer,
      onSend: [kept.keep, conditional],
      schema: {
        operationId: 'listPublishedEntries',
        summary: 'List, filter, sort and search the published entries of a type',
        description: BOUNDED,
        params: Type.Object({ type: TypeName() }),
        querystring: Type.Object({ ...ListQuery, ...ViewQuery, property: Property, preview: Preview }),
        headers: IfNoneMatch,
        response: { 200: Listed(PublishedEntry) },
      },
    },
    async (request) => {
      const { property: named, preview, ...asked } = request.query;
      const { id: tenantId } = request.actor.tenant;
      const perspective = perspectiveOf(preview, tenantId);
      const propertyId = await readProperty(tenantId, named, others);
      return request.inTenant(async (tx, by) => {
        const types = await readableNames(tx, by);
        return pageOfPublished(tx, request.params.type, asked, { propertyId, others, perspective, types });
      });
    },
  );
}

type AskedView = Static<ReturnType<typeof Type.Object<typeof ViewQuery>>>;
type AskedEntry = AskedView & { referrers?: string };
type AskedList = AskedView & Static<ReturnType<typeof Type.Object<typeof ListQuery>>>;
type AskedPage = Omit<AskedList, 'where'> & { where?: string | object };

/** `types`: the only types whose entries the reader may see, also behind links. `dependencies` receives surrogate keys. */
type Reader = {
  others: Pick<Others, 'showAssets'>;
  types?: string[] | undefined;
  propertyId?: string | undefined;
  perspective: Perspective;
  dependencies?: Set<string> | undefined;
  /** When the lists of the answer were begun, which have their time together. */
  since?: number;
};

/** Opens a transaction. */
type Within = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** `list`: the route at which this reader lists entries. */
type ReaderOfOne = Reader & { within: Within; readBySlug: ReadBySlug; list: string };

/**
 * Reads an entry by its slug or id; a slug may look like an id. An answer that has more than the entry's own row is read in one
 * snapshot, also the entry: a release that is published meanwhile is in all of it or in nothing. Only other reads are batched.
 */
export async function readPublished(
  wanted: Wanted,
  { referrers: text, ...asked }: AskedEntry,
  { within, readBySlug, ...reader }: ReaderOfOne,
): Promise<Static<typeof ShownEntry>> {
  const { perspective } = reader;
  const lists = readReferrers(text);
  if (lists.size === 0 && perspective === PUBLISHED && !FORMATS.uuid.test(wanted.slug) && !leadsOn(asked)) {
    const row = seenBy(reader, await readBySlug(wanted));
    if (!isBelow(row)) return success(await showPublished(null, wanted, row, asked, reader));
  }
  return within(async (tx) => {
    const row = seenBy(reader, await findPublished(tx, wanted, perspective));
    const shown = success(await showPublished(tx, wanted, row, asked, reader));
    const since = performance.now();
    const { locale, format } = asked;
    const referrers = await listReferrers(lists, reader.list, (list) =>
      pageOfReferring(tx, row.id, { ...list, locale, format }, { ...reader, since }),
    );
    return { ...shown, ...(referrers && { referrers }) };
  });
}

async function pageOfReferring(
  tx: Tx,
  id: string,
  { type: name, field, ...asked }: AskedReferrers & Pick<AskedView, 'locale' | 'format'>,
  reader: Reader,
) {
  const isHidden = reader.types?.includes(name) === false;
  const type = isHidden ? undefined : await findTypeToRead(tx, name);
  assertRefers(type && JSON.parse(type.fields), field);
  return pageOfType(tx, type!, asked, reader, { field, id });
}

/** Whether the answer may have more than the row of the entry. */
const leadsOn = ({ fields, expand: followed, format }: AskedView): boolean =>
  followed !== undefined || format === 'html' || fields?.includes('.') === true;

const isBelow = ({ entry_order, parent_id }: WithLocales) => entry_order === 'tree' && parent_id !== null;

function seenBy({ propertyId }: Reader, row: WithLocales | undefined): WithLocales {
  const isOfAnother = propertyId !== undefined && (row?.property_id ?? propertyId) !== propertyId;
  if (row === undefined || isOfAnother) throw notFound('entry');
  return row;
}

async function findPublished(
  tx: Tx,
  wanted: Wanted,
  perspective: Perspective,
): Promise<WithLocales | undefined> {
  const byId = FORMATS.uuid.test(wanted.slug)
    ? await findById(tx, wanted.type, wanted.slug, perspective)
    : undefined;
  if (byId !== undefined) return byId;
  if (perspective !== PUBLISHED) return findDraftBySlug(tx, wanted);
  return (await findBySlug(queryIn(tx), [wanted]))[0];
}

/** Shows an entry that was found; without a transaction, its own row is all that is asked for. */
async function showPublished(
  tx: Tx | null,
  { slug }: Wanted,
  row: WithLocales,
  { locale, ...asked }: AskedView,
  reader: Reader,
): Promise<PublishedEntry> {
  reader.dependencies?.add(addressKey(row.type_id, slug));
  reader.dependencies?.add(surrogateKey('entry', row.id)).add(surrogateKey('type', row.type_id));
  const locales = readLocales(row);
  if (locale !== undefined) assertLocale(locales, locale);
  if (liveChainOf(locales, locale ?? locales.default, row.live_locales).length === 0) throw notFound('entry');
  const fields = JSON.parse(row.type_fields);
  const view = readView(fields, asked, locale ?? locales.default);
  const type = { name: row.type, addresses: JSON.parse(row.addresses) };
  const lineage = row.entry_order === 'tree' ? await lineageOf(tx, row, fields, locales, reader) : undefined;
  const entry = present(await inForce(row), type, fields, locales, view, lineage);
  if (tx === null) return entry;
  const [expanded] = await expand([entry], fields, { tx, locales, view, ...reader });
  return expanded!;
}

async function lineageOf(
  tx: Tx | null,
  { parent_id }: WithLocales,
  fields: Field[],
  locales: Locales,
  reader: Reader,
): Promise<Lineage> {
  if (tx === null || parent_id === null) return new Lineage([], locales);
  const inTree = [{ parent_id, title: titleName(fields) }];
  return (await loadLineages(tx, inTree, { locales, ...reader }))(parent_id);
}

export async function pageOfPublished(tx: Tx, typeName: string, asked: AskedList, reader: Reader) {
  const typeRow = await findTypeToRead(tx, typeName);
  if (typeRow === undefined) throw notFound('content type');
  return pageOfType(tx, typeRow, asked, reader);
}

/** `leadingTo`: only entries whose field names this one. */
async function pageOfType(
  tx: Tx,
  typeRow: TypeToRead,
  { limit, cursor, fields: wanted, expand: followed, format, where, ...asked }: AskedPage,
  reader: Reader,
  leadingTo?: { field: string; id: string },
) {
  const [type, locales] = [readType(typeRow), readLocales(typeRow)];
  reader.dependencies?.add(surrogateKey('list', type.id)).add(surrogateKey('type', type.id));
  const names = { type, locales, locale: asked.locale, times: TIMES_OF_PUBLISHED };
  const { perspective } = reader;
  const sorts = readSort(names, asked, perspective.sorts, ['publishedAt']);
  const locale = asked.locale ?? locales.default;
  const view = readView(type.fields, { fields: wanted, expand: followed, format }, locale);
  const conditions = await readConditions(tx, names, where, reader.types);
  if (leadingTo) conditions.push(...readWhere({ ...names, linked: [] }, { [leadingTo.field]: leadingTo.id }));
  assertBeside(names, sorts, conditions);
  for (const id of typesBehind(conditions)) reader.dependencies?.add(surrogateKey('list', id));
  const listing = listingOfPublished({
    typeId: type.id,
    conditions,
    search: readSearch(locales, asked, locale),
    propertyId: reader.propertyId,
    ...{ chain: chainOf(locales, locale), perspective },
    after: readPlace(cursor, sorts),
    ...{ sorts, limit },
    // Values of the former definition are under their former names.
    wanted: type.conversion === null ? storedFor(type.fields, view) : null,
  });
  const [found, tally] = await findAndTally<ListedPublished>(tx, listing, names, asked, reader.since);
  const { shown, pagination } = pageOf(found, limit, sorts);
  const conversionOf = ({ definition }: (typeof shown)[number]) =>
    definition === type.version ? null : typeRow.conversion;
  const current =
    type.conversion === null
      ? shown
      : await allInForce(shown.map((row) => ({ ...row, conversion: conversionOf(row) })));
  const isInTree = isTree(type);
  const title = titleName(type.fields);
  const inTree = isInTree ? current.map(({ parent_id }) => ({ parent_id, title })) : [];
  const lineagesOf = await loadLineages(tx, inTree, { locales, ...reader });
  const entries = await new Slices().map(current, (row) =>
    present(row, type, type.fields, locales, view, isInTree ? lineagesOf(row.parent_id) : undefined),
  );
  const data = await written(await expand(entries, type.fields, { tx, locales, view, ...reader }));
  return { success: true as const, data, pagination, ...tally };
}
