/** The values of entries, by the definitions of their types: links, locales, and what differs between two. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { TypeDefinition } from '../type-files.ts';
import type { Values } from './lines.ts';

export type Types = ReadonlyMap<string, Pick<TypeDefinition, 'name' | 'fields'>>;
type Item = { kind: string; localised?: boolean; from?: string; of?: Item; fields?: Field[] };
type Field = Item & { name: string };

/** Returns what takes the place of a value; undefined leaves it out. */
type Visit = {
  leaf(item: Item, value: unknown, path: string): unknown;
  byLocale?(values: Values): Values;
};

const isRecord = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value of a name that the type does not have stays as it is: the server says what is wrong with it. */
function mapFields(fields: Field[], values: Values, types: Types, visit: Visit, path: string): Values {
  const known = new Map(fields.map((field) => [field.name, field]));
  const mapped = Object.entries(values).map(([name, value]): [string, unknown] => {
    const field = known.get(name);
    if (field === undefined || value === null) return [name, value];
    return [name, mapItem(field, value, types, visit, `${path}.${name}`)];
  });
  return Object.fromEntries(mapped.filter(([, value]) => value !== undefined));
}

function mapItem(item: Item, value: unknown, types: Types, visit: Visit, path: string): unknown {
  if (item.localised) {
    if (!isRecord(value)) return value;
    const one = { ...item, localised: false };
    const mapped = Object.entries(visit.byLocale?.(value) ?? value)
      .map(([code, each]) => [code, mapItem(one, each, types, visit, `${path}.${code}`)] as const)
      .filter(([, each]) => each !== undefined);
    return mapped.length === 0 ? undefined : Object.fromEntries(mapped);
  }
  if (item.kind === 'group' && isRecord(value))
    return mapFields(item.fields ?? [], value, types, visit, path);
  if (item.kind === 'list' && Array.isArray(value) && item.of)
    return value
      .map((one, at) => mapItem(item.of!, one, types, visit, `${path}[${at}]`))
      .filter((one) => one !== undefined);
  if (item.kind === 'blocks' && Array.isArray(value))
    return value.map((block, at) => {
      const kind = isRecord(block) ? types.get(String(block.type)) : undefined;
      return kind === undefined ? block : mapFields(kind.fields, block, types, visit, `${path}[${at}]`);
    });
  return ['group', 'list', 'blocks'].includes(item.kind) ? value : visit.leaf(item, value, path);
}

const fieldsOf = (types: Types, type: string): Field[] => types.get(type)?.fields ?? [];

/** The id that takes the place of this one; null leaves the link out. */
export type MapLink = (kind: 'entry' | 'asset', id: string, path: string) => string | null;

/** Replaces the ids of references, of media, and of what rich text links to and shows. */
export const mapLinks = (types: Types, type: string, values: Values, map: MapLink): Values =>
  mapFields(fieldsOf(types, type), values, types, { leaf: linksIn(map) }, 'fields');

const linksIn =
  (map: MapLink): Visit['leaf'] =>
  (item, value, path) => {
    if (item.kind === 'reference' && typeof value === 'string') return map('entry', value, path) ?? undefined;
    if (item.kind === 'media' && typeof value === 'string') return map('asset', value, path) ?? undefined;
    return item.kind === 'richtext' && isRecord(value) ? mapNode(value, map, path) : value;
  };

/** A node or mark without any of these, and without an id, shows nothing. */
const NEEDS: Record<string, string[]> = { link: ['href'], image: ['src'], embed: ['url', 'src'] };
const IDS = { entryId: 'entry', assetId: 'asset' } as const;

function mapNode(node: Values, map: MapLink, path: string): Values | undefined {
  const mapped = mapAttributes(node, map, path);
  if (mapped === undefined) return undefined;
  const each = (list: unknown, name: string, one: typeof mapNode) =>
    Array.isArray(list) && {
      [name]: list.flatMap((item, at) =>
        isRecord(item) ? (one(item, map, `${path}.${name}[${at}]`) ?? []) : [item],
      ),
    };
  return {
    ...mapped,
    ...each(node.marks, 'marks', mapAttributes),
    ...each(node.content, 'content', mapNode),
  };
}

function mapAttributes(one: Values, map: MapLink, path: string): Values | undefined {
  const { attrs, type } = one;
  if (!isRecord(attrs)) return one;
  const next = { ...attrs };
  let isLess = false;
  for (const [name, kind] of Object.entries(IDS)) {
    if (typeof attrs[name] !== 'string') continue;
    const id = map(kind, attrs[name], `${path}.attrs.${name}`);
    if (id !== null) next[name] = id;
    else {
      delete next[name];
      isLess = true;
    }
  }
  const needed = [...(NEEDS[String(type)] ?? []), ...Object.keys(IDS)];
  return isLess && needed.every((name) => (next[name] ?? null) === null)
    ? undefined
    : { ...one, attrs: next };
}

/** Leaves out the values of all other locales, and puts those in this order. */
export const onlyLocales = (types: Types, type: string, values: Values, codes: string[]): Values =>
  mapFields(
    fieldsOf(types, type),
    values,
    types,
    {
      leaf: (_item, value) => value,
      byLocale: (byLocale) =>
        Object.fromEntries(
          codes.filter((code) => Object.hasOwn(byLocale, code)).map((code) => [code, byLocale[code]]),
        ),
    },
    'fields',
  );

/** The values that readers of a locale get; `fallbacks` names the fields in which a value is of another one. */
export type Read = { locale: string; fallbacks: Record<string, string>; fields: Values };

/**
 * Puts the live values of an entry together from what readers of each live locale get. A value that readers get of a fallback is not the
 * locale's own. Inside of groups, lists and blocks, it is known by being the same as that of another locale, unless the draft says otherwise.
 */
export function mergeReads(types: Types, type: string, reads: Read[], draft: Values): Values {
  const merged = fieldsOf(types, type).map((field): [string, unknown] => {
    const borrowed = reads.map(({ fallbacks }) => Object.hasOwn(fallbacks, field.name));
    const parts = reads.map(({ fields }, n) =>
      field.localised && borrowed[n] ? undefined : (fields[field.name] ?? undefined),
    );
    const codes = reads.map(({ locale }) => locale);
    return [field.name, merge(field, parts, draft[field.name], { codes, borrowed, types })];
  });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

type Merging = { codes: string[]; borrowed: boolean[]; types: Types };

function merge(item: Item, parts: unknown[], draft: unknown, by: Merging): unknown {
  const first = parts.find((part) => part !== undefined);
  if (first === undefined) return undefined;
  if (item.localised) {
    const own = by.codes.flatMap((code, n) => {
      const value = parts[n];
      if (value === undefined) return [];
      const isShared = parts.some((other, m) => m !== n && isDeepStrictEqual(other, value));
      const isDrafted = isDeepStrictEqual((draft as Values | undefined)?.[code], value);
      return by.borrowed[n] && isShared && !isDrafted ? [] : [[code, value] as const];
    });
    return own.length === 0 ? undefined : Object.fromEntries(own);
  }
  if (item.kind === 'group' && isRecord(first)) return mergeMembers(item.fields ?? [], parts, {}, draft, by);
  if (item.kind === 'list' && Array.isArray(first))
    return first.map((_, at) =>
      merge(item.of!, itemsAt(parts, at), (draft as unknown[] | undefined)?.[at], by),
    );
  if (item.kind === 'blocks' && Array.isArray(first))
    return (first as Values[]).map(({ id, type }, at) => {
      const same = Array.isArray(draft) ? (draft as Values[]).find((block) => block.id === id) : undefined;
      const { fields = [] } = by.types.get(String(type)) ?? {};
      return mergeMembers(fields, itemsAt(parts, at), { id, type }, same, by);
    });
  return first;
}

const itemsAt = (parts: unknown[], at: number) =>
  parts.map((part) => (part as unknown[] | undefined)?.[at] ?? undefined);

function mergeMembers(fields: Field[], parts: unknown[], start: Values, draft: unknown, by: Merging): Values {
  const members = fields.map((field): [string, unknown] => {
    const inside = parts.map((part) => (part as Values | undefined)?.[field.name] ?? undefined);
    return [field.name, merge(field, inside, (draft as Values | undefined)?.[field.name], by)];
  });
  return { ...start, ...Object.fromEntries(members.filter(([, value]) => value !== undefined)) };
}

/** Values without a slug get the one that the server made of another field, which is there already. */
export function withSlugs(types: Types, type: string, values: Values, now: Values): Values {
  const slugs = fieldsOf(types, type).filter(
    ({ kind, name, from }) => kind === 'slug' && from !== undefined && values[from] && now[name],
  );
  const made = slugs.flatMap(({ name, from, localised }): [string, unknown][] => {
    const [own, there, sources] = [values[name], now[name], values[from!]];
    if (!localised) return own === undefined ? [[name, there]] : [];
    if (!isRecord(there) || !isRecord(sources)) return [];
    const kept = Object.entries(there).filter(([code]) => Object.hasOwn(sources, code));
    return [[name, { ...Object.fromEntries(kept), ...(isRecord(own) && own) }]];
  });
  return { ...values, ...Object.fromEntries(made) };
}

/** The fields of a save that turns the values before into those wanted; null if there is nothing to change. */
export function changesTo(types: Types, type: string, before: Values, wanted: Values): Values | null {
  const localised = new Set(fieldsOf(types, type).flatMap((field) => (field.localised ? [field.name] : [])));
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(before)])];
  const changes = names.flatMap((name): [string, unknown][] => {
    const [was, is] = [before[name], wanted[name]];
    if (isDeepStrictEqual(was, is)) return [];
    if (!localised.has(name) || !isRecord(is) || !isRecord(was)) return [[name, is ?? null]];
    const gone = Object.keys(was).filter((code) => !Object.hasOwn(is, code));
    return [[name, { ...is, ...Object.fromEntries(gone.map((code) => [code, null])) }]];
  });
  return changes.length === 0 ? null : Object.fromEntries(changes);
}
