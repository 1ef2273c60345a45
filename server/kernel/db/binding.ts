/** The parameters of a statement that is put together from parts, numbered in the order in which its text names them. */
export type Bind = (value: unknown, type?: string) => string;

export function binding(): { bind: Bind; values: unknown[] } {
  const values: unknown[] = [];
  const bind: Bind = (value, type) => `$${values.push(value)}${type === undefined ? '' : `::${type}`}`;
  return { bind, values };
}
