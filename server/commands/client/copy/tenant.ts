/** Reads the content of a tenant as the lines of a file. */
import { isDeepStrictEqual } from 'node:util';
import { SetupError } from '#kernel/setting.ts';
import type { Api } from '../../api.ts';
import type { TypeDefinition } from '../type-files.ts';
import type { EntryLine, Live, Locales, Schedule, Site, Values } from './lines.ts';
import { insist, pagesOf, rowsWithIds } from './patience.ts';
import { mergeReads, onlyLocales, type Read, type Types } from './values.ts';

type Times = { publishAt?: string | null; unpublishAt?: string | null };
/** An entry as the API shows it. */
export type Entry = {
  id: string;
  type: string;
  slug: string | null;
  propertyId: string | null;
  parentId: string | null;
  status: 'draft' | 'published' | 'changed' | 'deleted';
  fields: Values;
  schedule: Times;
  locales: Record<string, { status: 'draft' | 'published' | 'changed' } & Times>;
};
export type Property = { id: string; name: string; domains: string[] };

/** `types` has blocks, too. */
export type Tenant = {
  api: Api;
  signal: AbortSignal;
  types: Types;
  locales: Locales;
  properties(): Promise<Property[]>;
};

export type Rights = { id: string; scopes: string[] | null };

/** The first request of a run: a server that does not answer it may have another address, so it is not waited for. */
export async function readRights(api: Api): Promise<Rights> {
  const { actor, tenant } = await api.json('GET', '/v1/me');
  return { id: tenant.id, scopes: actor.scopes };
}

/** Names every scope that is missing before anything is done. Staff have no scopes; their role is checked by each request. */
export function assertScopes({ scopes }: Rights, needed: string[]): void {
  if (scopes === null) return;
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) throw new SetupError(`The key lacks ${missing.join(' and ')}.`);
}

export function openTenant(api: Api, types: Types, locales: Locales, signal: AbortSignal): Tenant {
  let properties: Promise<Property[]> | undefined;
  const readProperties = async () =>
    (await Array.fromAsync(pagesOf<Property>(api, '/v1/properties', {}, signal))).flat();
  return {
    ...{ api, types, locales, signal },
    properties: () => {
      properties ??= readProperties();
      return properties;
    },
  };
}

export const readLocales = (api: Api, signal: AbortSignal): Promise<Locales> =>
  insist(() => api.json('GET', '/v1/content/locales'), signal);

const ENTRIES = '/v1/content/entries';

/** The entries of a type: in the order of editors, if it has one, each above those below it; otherwise in that of their making. */
export async function* entriesOf(
  { api, signal }: Tenant,
  { name, order }: Pick<TypeDefinition, 'name' | 'order'>,
): AsyncGenerator<Entry> {
  const list = async function* (asked: Record<string, string>) {
    for await (const page of pagesOf<Entry>(api, ENTRIES, { type: name, ...asked }, signal)) yield* page;
  };
  const byTime = { sort: 'createdAt', order: 'asc' };
  if (order === 'none') return yield* list(byTime);
  if (order === 'manual') return yield* list({ sort: 'position' });
  const parents = new Set<string>();
  for await (const { parentId } of list(byTime)) if (parentId !== null) parents.add(parentId);
  const below = async function* (parent: string | null): AsyncGenerator<Entry> {
    for await (const entry of list({ sort: 'position', where: JSON.stringify({ parent }) })) {
      yield entry;
      if (parents.has(entry.id)) yield* below(entry.id);
    }
  };
  yield* below(null);
}

/** The ids of the entries of an ordered type below a parent, in their order. */
export async function idsBelow({ api, signal }: Tenant, type: string, parent: string | null | undefined) {
  const ids: string[] = [];
  const asked: Record<string, string> = { type, sort: 'position' };
  if (parent !== undefined) asked.where = JSON.stringify({ parent });
  for await (const page of pagesOf<Entry>(api, ENTRIES, asked, signal)) ids.push(...page.map(({ id }) => id));
  return ids;
}

/** At most as many as one list takes; those that are not there are left out. */
export const entriesWithIds = (
  { api, signal }: Pick<Tenant, 'api' | 'signal'>,
  ids: string[],
): Promise<Entry[]> => rowsWithIds(api, ENTRIES, ids, {}, signal);

const codesOf = ({ locales }: Locales) => locales.map(({ code }) => code);

const liveCodes = ({ locales }: Entry, codes: string[]) =>
  codes.filter((code) => locales[code] !== undefined && locales[code].status !== 'draft');

/** The line of each entry. Values of locales that the tenant no longer has are left out. */
export async function linesOf(tenant: Tenant, entries: Entry[]): Promise<EntryLine[]> {
  const live = await readLive(
    tenant,
    entries.filter(({ status }) => status === 'changed'),
  );
  return Promise.all(entries.map((entry) => lineOf(tenant, entry, live.get(entry.id))));
}

async function lineOf(tenant: Tenant, entry: Entry, live: Values | undefined): Promise<EntryLine> {
  const { types } = tenant;
  const codes = codesOf(tenant.locales);
  const fields = onlyLocales(types, entry.type, entry.fields, codes);
  const schedule = scheduleOf(entry);
  return {
    kind: 'entry',
    id: entry.id,
    type: entry.type,
    ...(entry.propertyId !== null && { site: await siteOf(tenant, entry.propertyId) }),
    ...(entry.parentId !== null && { parentId: entry.parentId }),
    fields,
    ...(['published', 'changed'].includes(entry.status) && {
      live: liveOf(types, { type: entry.type, fields }, live, { codes, live: liveCodes(entry, codes) }),
    }),
    ...(schedule && { schedule }),
  };
}

function liveOf(
  types: Types,
  { type, fields }: Pick<EntryLine, 'type' | 'fields'>,
  values: Values | undefined,
  { codes, live }: { codes: string[]; live: string[] },
): Live {
  const isAll = live.length === codes.length;
  const ownFields = onlyLocales(types, type, fields, live);
  return {
    ...(!isAll && { locales: live }),
    ...(values !== undefined && !isDeepStrictEqual(values, ownFields) && { fields: values }),
  };
}

/** The values that readers get once a line is imported. */
export const liveValuesOf = (types: Types, codes: string[], { type, fields, live }: EntryLine): Values =>
  live?.fields ?? onlyLocales(types, type, fields, live?.locales ?? codes);

/** The API shows live values to readers of a locale; those of each live one are read, for many entries at once. */
async function readLive(tenant: Tenant, entries: Entry[]): Promise<Map<string, Values>> {
  const { api, types, signal } = tenant;
  const codes = codesOf(tenant.locales);
  const reads = new Map<string, Read[]>(entries.map(({ id }) => [id, []]));
  for (const [type, ofType] of Map.groupBy(entries, (entry) => entry.type)) {
    for (const locale of codes) {
      const ids = ofType.filter((entry) => liveCodes(entry, codes).includes(locale)).map(({ id }) => id);
      const path = `/v1/content/published/${encodeURIComponent(type)}`;
      const found = await rowsWithIds<Read & { id: string }>(api, path, ids, { locale }, signal);
      for (const { id, fallbacks, fields } of found) reads.get(id)?.push({ locale, fallbacks, fields });
    }
  }
  return new Map(
    entries.map(({ id, type, fields }) => [id, mergeReads(types, type, reads.get(id)!, fields)]),
  );
}

async function siteOf({ properties }: Tenant, id: string): Promise<Site> {
  const { name, domains } = (await properties()).find((one) => one.id === id)!;
  return { name, ...(domains[0] !== undefined && { domain: domains[0] }) };
}

const timesOf = ({ publishAt, unpublishAt }: Times) => ({
  ...(publishAt && { publishAt }),
  ...(unpublishAt && { unpublishAt }),
});

function scheduleOf({ schedule, locales }: Entry): Schedule | null {
  const byLocale = Object.entries(locales)
    .map(([code, times]) => [code, timesOf(times)] as const)
    .filter(([, times]) => Object.keys(times).length > 0);
  const all = {
    ...timesOf(schedule),
    ...(byLocale.length > 0 && { locales: Object.fromEntries(byLocale) }),
  };
  return Object.keys(all).length === 0 ? null : all;
}
