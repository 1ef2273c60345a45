/** Matches the columns of a file with the fields of its records. */
export type FieldGroup = { group: string; items: { value: string; label: string }[] };

/** The fields of one kind of record, other names for them, and those of which one is needed. */
export type Fields = {
  groups: FieldGroup[];
  also: Record<string, string>;
  needs: [words: string, fields: string[]][];
};

/** `Order Number`, `order_number` and `orderNumber` count as the same name. */
const bare = (name: string) => name.toLowerCase().replace(/[^a-z0-9.]/g, '');

/** Column → field, matched by name. Only the first column that matches a field fills it. */
export type Matching = Record<string, string | null>;

export function match({ groups, also }: Fields, columns: string[]): Matching {
  const names = groups.flatMap(({ items }) => items.map(({ value }) => [bare(value), value] as const));
  const byName = new Map([...names, ...Object.entries(also)]);
  const taken = new Set<string>();
  return Object.fromEntries(
    columns.map((column) => {
      const field = byName.get(bare(column));
      if (field === undefined || taken.has(field)) return [column, null];
      taken.add(field);
      return [column, field];
    }),
  );
}

/** Names the needed fields that no column fills. */
export function missing({ needs }: Fields, matching: Matching): string[] {
  const filled = new Set(Object.values(matching));
  return needs.flatMap(([words, fields]) => (fields.some((field) => filled.has(field)) ? [] : [words]));
}

/** The mapping in the API's format: field → column. */
export const mappingOf = (matching: Matching): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(matching).flatMap(([column, field]) => (field === null ? [] : [[field, column]])),
    ),
  );
