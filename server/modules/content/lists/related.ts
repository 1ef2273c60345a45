/** Conditions on fields of the entries that a reference leads to. */
import { AppError } from '#kernel/errors.ts';
import type { Field } from '../fields/field.ts';
import { isComparable } from '../fields/kinds.ts';
import { type Condition, leafOf, wrong } from './condition.ts';

export type Linked = { id: string; name: string; fields: Field[] };

/** The types that all conditions of one list ask, each as often as it is asked. */
export const MAX_ASKED = 500;

/** The types that references lead to, found by the names that they define. */
export class Targets {
  #linked: Linked[];
  #named = new Map<string, Linked[]>();
  #asked = 0;

  constructor(linked: Linked[]) {
    this.#linked = linked;
  }

  /** The types that have the first name of the path: a field to compare, or a reference that the path goes on behind. */
  of({ types }: { types?: string[] | undefined }, path: string): Linked[] {
    const [name, isLast] = [path.split('.', 1)[0]!, !path.includes('.')];
    const key = `${isLast}.${name}`;
    const named = this.#named.get(key) ?? this.#linked.filter(({ fields }) => defines(fields, name, isLast));
    this.#named.set(key, named);
    if (types === undefined) return named;
    const wanted = new Set(types);
    return named.filter((target) => wanted.has(target.name));
  }

  get isSpent(): boolean {
    return this.#asked > MAX_ASKED;
  }

  /** Throws 422 when the conditions have asked too many types. */
  ask(path: string): void {
    this.#asked += 1;
    if (!this.isSpent) return;
    const remedy = 'give its reference fewer types, or ask with fewer conditions';
    throw wrong(path, `asks more than ${MAX_ASKED} types that references lead to: ${remedy}`, 'too_many');
  }
}

const defines = (fields: Field[], name: string, isLast: boolean) =>
  (isLast && name === 'id') ||
  fields.some(
    (field) => field.name === name && (isLast ? isComparable(field) : leafOf(field).kind === 'reference'),
  );

/** Links that one condition has followed already, with the outcome: many types define the same link. */
export type Followed = Map<string, Condition | AppError>;

type Path = { link: Field; locale: string; rest: string; path: string };
type ReadIn = (target: Linked) => Condition;

export function readRelated(targets: Targets, followed: Followed, to: Path, readIn: ReadIn): Condition {
  const { link, locale, rest } = to;
  const key = JSON.stringify([link.name, locale, leafOf(link).types, rest]);
  const known = followed.get(key) ?? follow(targets, to, readIn);
  followed.set(key, known);
  if (known instanceof AppError) throw known;
  return known;
}

/** The types of the field may define the name differently: each asks in its own way. */
function follow(targets: Targets, { link, locale, rest, path }: Path, readIn: ReadIn): Condition | AppError {
  const at = { field: link.name, locale };
  const ways = new Map<string, { typeIds: string[]; that: Condition }>();
  let problem: AppError | null = null;
  for (const target of targets.of(leafOf(link), rest)) {
    targets.ask(path);
    try {
      const that = readIn(target);
      const text = JSON.stringify(that);
      const way = ways.get(text) ?? { typeIds: [], that };
      way.typeIds.push(target.id);
      ways.set(text, way);
    } catch (error) {
      if (!(error instanceof AppError) || targets.isSpent) throw error;
      problem ??= error;
    }
  }
  if (ways.size === 0) return problem ?? wrong(path, `must be a field of what ${link.name} leads to`);
  const of = [...ways.values()].map((way): Condition => ({ kind: 'related', ...at, ...way }));
  return of.length === 1 ? of[0]! : { kind: 'or', of };
}
