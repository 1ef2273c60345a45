/** A content type during editing: a field keeps its identity when it is renamed, moved or gets another kind. Pure. */
import type { Field, Item, Kind } from './fields.ts';
import { isSame } from './values.ts';

export interface DraftItem extends Omit<Item, 'of' | 'fields'> {
  of?: DraftItem;
  fields?: DraftField[];
}
export type DraftField = DraftItem & {
  name: string;
  /** The React key. */
  key: string;
  /** The stored name; undefined for a new field. */
  was?: string;
};

/** Unique also beside fields that were restored after a reload. */
const newKey = () => Math.random().toString(36).slice(2);

export const newField = (): DraftField => ({ key: newKey(), name: '', kind: 'text' });

export function draftOf(field: Field): DraftField {
  return { ...draftOfItem(field), name: field.name, key: newKey(), was: field.name };
}

function draftOfItem({ of, fields, ...rest }: Item): DraftItem {
  return {
    ...rest,
    ...(of && { of: draftOfItem(of) }),
    ...(fields && { fields: fields.map(draftOf) }),
  };
}

export function definitionOf({ key, was, ...field }: DraftField): Field {
  return itemOf(field) as Field;
}

function itemOf({ of, fields, ...rest }: DraftItem): Item {
  return {
    ...rest,
    ...(of && { of: itemOf(of) }),
    ...(fields && { fields: fields.map(definitionOf) }),
  };
}

/** The options of each kind, besides label, help and required. The server validates them. */
const TAKES: Record<Kind, (keyof Item)[]> = {
  text: ['unique', 'localised', 'default', 'minLength', 'maxLength', 'pattern'],
  richtext: ['localised', 'default', 'maxLength'],
  markdown: ['localised', 'default', 'minLength', 'maxLength'],
  number: ['unique', 'localised', 'default', 'min', 'max', 'integer'],
  boolean: ['localised', 'default'],
  datetime: ['unique', 'localised', 'default'],
  date: ['unique', 'localised', 'default'],
  email: ['unique', 'localised', 'default'],
  url: ['unique', 'localised', 'default'],
  colour: ['localised', 'default'],
  select: ['localised', 'options', 'multiple', 'default'],
  slug: ['localised', 'from', 'maxLength'],
  media: ['localised', 'accept'],
  reference: ['localised', 'unique', 'types'],
  list: ['localised', 'of', 'minItems', 'maxItems'],
  group: ['localised', 'fields'],
  blocks: ['localised', 'blocks', 'minItems', 'maxItems'],
  json: ['localised', 'default'],
};
const OF_ALL: (keyof DraftField)[] = [
  'name',
  'key',
  'was',
  'kind',
  'label',
  'help',
  'required',
  'requiredLocales',
  'showIf',
];

export const takes = (kind: Kind, option: keyof Item) => TAKES[kind].includes(option);

/** Changes the kind: drops the options that it does not have and adds those that it requires. */
export function withKind<T extends DraftItem>(item: T, kind: Kind): T {
  const kept = Object.entries(item).filter(
    ([name]) => OF_ALL.includes(name as keyof DraftField) || takes(kind, name as keyof Item),
  );
  const made = { ...Object.fromEntries(kept), kind } as T;
  if (kind === 'list' && made.of === undefined) made.of = { kind: 'text' };
  if (kind === 'group' && made.fields === undefined) made.fields = [newField()];
  return made;
}

export type Migration = {
  rename?: Record<string, string>;
  drop?: string[];
  default?: Record<string, unknown>;
  convert?: Record<string, 'strict' | 'lenient'>;
};

/** Classifies the changes of fields that affect stored values. */
export function stepsOf(before: Field[], after: DraftField[]) {
  const stays = new Set(after.map(({ was }) => was));
  const known = new Map(before.map((field) => [field.name, field]));
  const kept = after.filter(({ was }) => was !== undefined && known.has(was));
  return {
    renamed: kept.filter(({ was, name }) => was !== name),
    removed: before.filter(({ name }) => !stays.has(name)),
    reshaped: kept.filter((field) => !isSame(shapeOf(known.get(field.was!)!), shapeOf(field))),
    demanded: after.filter(({ required, was }) => required && !known.get(was ?? '')?.required),
  };
}

const shapeOf = ({ kind, localised = false, multiple = false, of }: DraftItem | Item) => [
  kind,
  localised,
  multiple,
  of?.kind,
];

/** Values follow a renamed field. */
export function renamesOf(before: Field[], after: DraftField[]): Migration {
  const { renamed } = stepsOf(before, after);
  return renamed.length === 0
    ? {}
    : { rename: Object.fromEntries(renamed.map(({ was, name }) => [was!, name])) };
}

/** Combines the renames on the screen with the decisions about the other fields. */
export function joined(renames: Migration, decided: Migration): Migration {
  const rename = { ...renames.rename, ...decided.rename };
  return { ...decided, ...(Object.keys(rename).length > 0 && { rename }) };
}

/** Returns the decision about the values of a removed field: 'drop', the field they move to, or null while open. */
export const fateOf = (name: string, { drop = [], rename = {} }: Migration) =>
  drop.includes(name) ? 'drop' : (rename[name] ?? null);

export function withFate(migration: Migration, name: string, fate: string | null): Migration {
  const { [name]: _, ...rename } = migration.rename ?? {};
  const drop = (migration.drop ?? []).filter((other) => other !== name);
  if (fate === 'drop') drop.push(name);
  else if (fate !== null) rename[name] = fate;
  const { rename: _rename, drop: _drop, ...rest } = migration;
  return {
    ...rest,
    ...(Object.keys(rename).length > 0 && { rename }),
    ...(drop.length > 0 && { drop }),
  };
}
