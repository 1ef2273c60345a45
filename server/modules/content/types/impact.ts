/** What a change of a type affects, known from the definitions alone, and the mistakes in its instructions. */
import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '#kernel/errors.ts';
import { titleFields } from '../entries/values.ts';
import { blocksIn } from '../fields/block-kinds.ts';
import type { Field, Item } from '../fields/field.ts';
import { isSortable } from '../fields/kinds.ts';
import type { Migration, Turn } from './migration.ts';

export type Impact = {
  /** Stored entries must be checked first. */
  mustScanEntries: boolean;
  /** Values or index keys of entries change. */
  rewrites: boolean;
  /** New sortable fields, in which every entry needs an index row. */
  absent: Field[];
  /** Fields that become unique. */
  newlyUnique: string[];
};

/** Leaves out the properties that do not affect stored values. */
const withoutLabels = <T extends Item>({ label, help, from, default: _, ...rest }: T): Item => ({
  ...rest,
  ...(rest.of && { of: withoutLabels(rest.of) }),
  ...(rest.fields && { fields: rest.fields.map(withoutLabels) as Field[] }),
  ...(rest.kinds && {
    kinds: rest.kinds.map(({ name, fields }) => ({
      ...{ name, title: '', fields: fields.map(withoutLabels) as Field[] },
    })),
  }),
});

/** True if stored values, or their index keys, may be others under the new definition. A new field has no values yet. */
function isReshaped(before: Item, after: Item): boolean {
  const flags = ({ kind, localised, multiple, unique }: Item) =>
    [kind, localised ?? false, multiple ?? false, unique ?? false].join();
  if (flags(before) !== flags(after)) return true;
  if (before.of && after.of && isReshaped(before.of, after.of)) return true;
  const isReshapedIn = (was: Field[] = [], is: Field[] = []) =>
    was.some((field) => {
      const now = is.find(({ name }) => name === field.name);
      return now === undefined || isReshaped(field, now);
    });
  if (isReshapedIn(before.fields, after.fields)) return true;
  return (before.kinds ?? []).some((kind) => {
    const now = after.kinds?.find(({ name }) => name === kind.name);
    return now === undefined || isReshapedIn(kind.fields, now.fields);
  });
}

export function impactOf(before: Field[], after: Field[], migration: Migration): Impact {
  const was = new Map(before.map((field) => [field.name, field]));
  const kept = after.filter(({ name }) => was.has(name));
  const added = after.filter(({ name }) => !was.has(name));
  const removed = before.filter(({ name }) => !after.some((field) => field.name === name));
  const reshaped = kept.filter((field) => isReshaped(was.get(field.name)!, field));
  const restated = kept.filter(
    (field) => !isDeepStrictEqual(withoutLabels(field), withoutLabels(was.get(field.name)!)),
  );
  // Another field may become the title, which entries are found by.
  const titles = (fields: Field[], others: Field[]) =>
    titleFields(fields.filter(({ name }) => others.some((field) => field.name === name))).map(
      ({ name }) => name,
    );
  const isReordered = !isDeepStrictEqual(titles(before, after), titles(after, before));
  const rewrites =
    removed.length > 0 || reshaped.length > 0 || isReordered || Object.keys(migration).length > 0;
  return {
    rewrites,
    mustScanEntries:
      rewrites ||
      restated.length > 0 ||
      added.some(({ required, requiredLocales }) => required || requiredLocales),
    absent: added.filter(isSortable),
    newlyUnique: after.filter(({ name, unique }) => unique && !was.get(name)?.unique).map(({ name }) => name),
  };
}

/** A migration that names unknown fields is a mistake. */
export function problemsOfMigration(before: Field[], after: Field[], migration: Migration): Problem[] {
  const [had, has] = [new Set(before.map(({ name }) => name)), new Set(after.map(({ name }) => name))];
  const wrong = (path: string, message: string) => ({
    path: `migrate.${path}`,
    code: 'not_allowed',
    message,
  });
  const { rename = {}, drop = [], default: defaults = {}, convert = {} } = migration;
  const touched = new Set([...Object.values(rename), ...Object.keys(defaults), ...Object.keys(convert)]);
  return [
    ...Object.entries(rename).flatMap(([from, to]) => [
      ...(had.has(from) && !has.has(from)
        ? []
        : [wrong(`rename.${from}`, 'must be a field that the change removes')]),
      ...(has.has(to) && !had.has(to) ? [] : [wrong(`rename.${from}`, 'must name a newly added field')]),
    ]),
    ...drop.flatMap((name, index) =>
      had.has(name) ? [] : [wrong(`drop[${index}]`, 'must be a field of the type')],
    ),
    ...[...Object.keys(defaults)].flatMap((name) =>
      has.has(name) ? [] : [wrong(`default.${name}`, 'must be a field of the type')],
    ),
    ...Object.keys(convert).flatMap((name) =>
      has.has(name) ? [] : [wrong(`convert.${name}`, 'must be a field of the type')],
    ),
    ...(migration.dropBlocks ?? []).flatMap((name, index) =>
      blocksIn(before).some((kind) => kind.name === name)
        ? []
        : [wrong(`dropBlocks[${index}]`, 'must be a kind of block of the type')],
    ),
    ...impactOf(before, after, migration)
      .newlyUnique.filter((name) => touched.has(name))
      .map((name) => wrong(name, 'cannot become unique in the same step: change its values first')),
  ];
}

/**
 * The unique fields and slugs whose keys the change makes anew, with their former names: those that become unique, or that get or
 * lose their locales.
 */
export function rekeyed({
  before,
  after,
  migration,
}: Turn): { name: string; was: string; isSlug: boolean }[] {
  const source = new Map(Object.entries(migration.rename ?? {}).map(([from, to]) => [to, from]));
  return after.flatMap((field) => {
    const isSlug = field.kind === 'slug';
    const was = source.get(field.name) ?? field.name;
    const former = before.find(({ name }) => name === was);
    if (former === undefined || !(isSlug || field.unique)) return [];
    const isNew = !isSlug && !former.unique;
    const isMoved = (former.localised ?? false) !== (field.localised ?? false);
    return isNew || isMoved ? [{ name: field.name, was, isSlug }] : [];
  });
}

/** Unique fields and slugs whose values the change computes: two entries could get the same one, which no check of one entry finds. */
export function collisionsOf({ before, after, migration }: Omit<Turn, 'locales'>): Problem[] {
  const source = new Map(Object.entries(migration.rename ?? {}).map(([from, to]) => [to, from]));
  return after.flatMap((field) => {
    if (field.kind !== 'slug' && !field.unique) return [];
    const former = before.find(({ name }) => name === (source.get(field.name) ?? field.name));
    const isComputed =
      Object.hasOwn(migration.default ?? {}, field.name) ||
      (former !== undefined && former.kind !== field.kind);
    if (!isComputed) return [];
    const message = 'must not get new values as a unique field or slug, of a type with this many entries';
    return [{ path: `migrate.${field.name}`, code: 'not_allowed', message }];
  });
}
