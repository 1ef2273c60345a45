/** Lists as parameters. */

/** An array as PostgreSQL writes it; only for what needs no quotes. Many times faster than quoting what needs none. */
export function list<T>(values: T[], pick: (value: T) => string | number | boolean | null): string {
  return `{${values.map((value) => pick(value) ?? 'NULL').join(',')}}`;
}
