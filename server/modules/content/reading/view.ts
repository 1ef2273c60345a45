/** The part of an entry that a reader asks for: the fields to show and the links to follow, as a tree of names. */
import { invalid, type Problem } from '#kernel/errors.ts';
import { MAX_PROBLEMS } from '#kernel/http/body/validation.ts';
import type { Field, Item } from '../fields/field.ts';

export const MAX_STEPS = 5;
export const FORMATS_OF_TEXT = ['json', 'html'] as const;

export type Wanted = {
  /** Null: all. */
  fields: Set<string> | null;
  inside: Map<string, Wanted>;
  /** An entry or asset takes the place of its id. */
  isFollowed: boolean;
  /** The parameter that named it. */
  by: 'fields' | 'expand';
};

export type View = { locale: string; format: (typeof FORMATS_OF_TEXT)[number]; wanted: Wanted };

type Asked = { fields?: string; expand?: string; format?: View['format'] };
/** The fields of the types that entries of a tenant have, by name. */
export type Definitions = Map<string, Field[]>;

const pathsIn = (text: string) =>
  [...new Set(text.split(',').map((path) => path.trim()))].filter((path) => path !== '');

const nothing = (by: Wanted['by']): Wanted => ({
  ...{ fields: null, inside: new Map(), isFollowed: false, by },
});

/** `fields` and `expand` name fields of the type, and after a point fields of what these lead to. */
export function readView(fields: Field[], asked: Asked, locale: string): View {
  const wanted = nothing('expand');
  for (const path of asked.expand === undefined ? [] : pathsIn(asked.expand)) follow(wanted, path.split('.'));
  if (asked.fields !== undefined) {
    wanted.fields = new Set();
    for (const path of pathsIn(asked.fields)) select(wanted, path.split('.'));
  }
  assertNamed(fields, wanted, null);
  return { locale, format: asked.format ?? 'json', wanted };
}

function follow(wanted: Wanted, [name, ...rest]: string[]): void {
  const inside = childOf(wanted, name!, 'expand');
  inside.isFollowed = true;
  if (rest.length > 0) follow(inside, rest);
}

/** A field of what a link leads to can only be shown there, so the link is followed. */
function select(wanted: Wanted, [name, ...rest]: string[]): void {
  wanted.fields ??= new Set();
  wanted.fields.add(name!);
  if (rest.length === 0) return;
  const inside = childOf(wanted, name!, 'fields');
  inside.isFollowed = true;
  select(inside, rest);
}

function childOf(wanted: Wanted, name: string, by: Wanted['by']): Wanted {
  const known = wanted.inside.get(name);
  if (known !== undefined) return known;
  const made = nothing(by);
  wanted.inside.set(name, made);
  return made;
}

/** True if names of what references lead to must be compared with other types. */
export const isDeep = (fields: Field[], { wanted }: View): boolean => isDeepIn(fields, wanted);

function isDeepIn(fields: Field[], wanted: Wanted): boolean {
  return [...wanted.inside].some(([name, inside]) => {
    const items = fields.filter((field) => field.name === name).map(leafOf);
    return items.some((item) =>
      item.kind === 'reference'
        ? inside.inside.size > 0 || inside.fields !== null
        : isDeepIn(membersOf(item).flat(), inside),
    );
  });
}

/** Without definitions, names of what references lead to are not checked. */
export function assertNamed(fields: Field[], wanted: Wanted, definitions: Definitions | null): void {
  const problems: Problem[] = [];
  check([fields], wanted, definitions, '', MAX_STEPS, problems);
  if (problems.length > 0) throw invalid(problems.slice(0, MAX_PROBLEMS));
}

/** A name must be a field of one of the types that an entry in this place can have. */
function check(
  types: Field[][],
  wanted: Wanted,
  definitions: Definitions | null,
  path: string,
  steps: number,
  problems: Problem[],
): void {
  const wrong = (by: string, message: string) => problems.push({ path: by, code: 'not_allowed', message });
  const named = (name: string) => types.flatMap((fields) => fields.filter((field) => field.name === name));
  const place = (name: string) => (path === '' ? name : `${path}.${name}`);
  for (const name of wanted.fields ?? []) {
    if (named(name).length === 0) wrong('fields', `${place(name)} is not a field${path && ' there'}`);
  }
  for (const [name, inside] of wanted.inside) {
    const items = named(name).map(leafOf);
    if (items.length === 0) {
      if (inside.by === 'expand') wrong('expand', `${place(name)} is not a field${path && ' there'}`);
      continue;
    }
    const leading = items.filter(({ kind }) => LEADING.includes(kind));
    if (leading.length === 0) {
      wrong(inside.by, `${place(name)} is not a reference, media, group or blocks`);
      continue;
    }
    if (inside.inside.size === 0 && inside.fields === null) {
      if (!leading.some(({ kind }) => kind === 'reference' || kind === 'media'))
        wrong(inside.by, `${place(name)} is no reference or media: name one inside of it`);
      continue;
    }
    // Each type once, however many references lead to it.
    const beyond = [...new Set(leading.flatMap((item) => fieldsBeyond(item, definitions)))];
    if (beyond.includes(null)) continue;
    const isStep = leading.some(({ kind }) => kind === 'reference');
    if (isStep && steps === 1) wrong(inside.by, `${place(name)} leads further than ${MAX_STEPS} entries`);
    else check(beyond as Field[][], inside, definitions, place(name), steps - (isStep ? 1 : 0), problems);
  }
}

const LEADING: string[] = ['reference', 'media', 'group', 'blocks'];

/** A field, or the items of a list. */
const leafOf = (item: Item): Item => (item.kind === 'list' ? item.of! : item);

/** The fields of a group, or of each kind of block. */
const membersOf = ({ fields, kinds = [] }: Item): Field[][] =>
  fields === undefined ? kinds.map((kind) => kind.fields) : [fields];

/** The fields that a name may go on with; null: not known. */
function fieldsBeyond(item: Item, definitions: Definitions | null): (Field[] | null)[] {
  if (item.kind !== 'reference') return membersOf(item);
  if (definitions === null) return [null];
  const names = item.types ?? [...definitions.keys()];
  return names.flatMap((name) => (definitions.has(name) ? [definitions.get(name)!] : []));
}
