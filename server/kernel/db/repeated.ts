/**
 * Names for statements that are put together from parts. They come in few shapes, and planning one takes longer than running it:
 * with a name, each connection plans a shape once. For statements whose plan is the same for all values (`planByIndex`) only.
 */
import type { Statement } from '#kernel/db/transaction.ts';

/** Each connection keeps a plan of each shape, so rare ones get no name. */
const MAX_NAMED = 64;
const MAX_COUNTED = 1_000;
const USES_BEFORE = 4;

export function nameRepeated(): (text: string) => Statement {
  const uses = new Map<string, number>();
  const named = new Map<string, Statement>();
  return (text) => {
    const statement = named.get(text);
    if (statement !== undefined) return statement;
    const count = (uses.get(text) ?? 0) + 1;
    if (count <= USES_BEFORE || named.size >= MAX_NAMED) {
      if (uses.size >= MAX_COUNTED) uses.clear();
      uses.set(text, count);
      return text;
    }
    uses.delete(text);
    const first = { name: `shape_${named.size}`, text };
    named.set(text, first);
    return first;
  };
}

/** One for the process: two would give two statements the same name. */
export const repeated = nameRepeated();
