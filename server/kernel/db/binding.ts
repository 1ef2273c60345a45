/** Stores a value as the next parameter, and returns its placeholder, with a cast if `type` is given. */
export type Bind = (value: unknown, type?: string) => string;

/** Collects the parameters of a statement that is put together from parts. */
export function binding(): { bind: Bind; values: unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}${type === undefined ? '' : `::${type}`}`;
  return { bind, values };
}
