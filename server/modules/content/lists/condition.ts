/** A condition of a list, as `where` is read. */
import { invalid } from '#kernel/errors.ts';
import type { Item } from '../fields/field.ts';

export type Comparison = { operator: string; key: string | string[] };

/** `related`: an entry that the field names, of one of these types, meets the condition. */
export type Condition =
  | { kind: 'and' | 'or'; of: Condition[] }
  | { kind: 'not'; of: Condition }
  | { kind: 'value'; field: string; locale: string; is: Comparison[] }
  | { kind: 'absent'; field: string; locale: string; isIndexed: boolean }
  | { kind: 'id'; ids: string[] }
  | { kind: 'time'; column: string; is: Comparison[] }
  /** Right below this entry; null: at the top. */
  | { kind: 'parent'; id: string | null }
  /** Below this entry, at any depth. */
  | { kind: 'within'; id: string }
  | { kind: 'related'; field: string; locale: string; typeIds: string[]; that: Condition };

export const wrong = (path: string, message: string, code = 'not_allowed') =>
  invalid([{ path, code, message }]);

export const leafOf = (item: Item): Item => (item.kind === 'list' ? item.of! : item);

/** The types whose entries decide, beside those of the list itself, which entries it has. */
export const typesBehind = (conditions: Condition[]): string[] =>
  conditions.flatMap((condition) => {
    if (condition.kind === 'and' || condition.kind === 'or') return typesBehind(condition.of);
    if (condition.kind === 'not') return typesBehind([condition.of]);
    return condition.kind === 'related' ? [...condition.typeIds, ...typesBehind([condition.that])] : [];
  });
