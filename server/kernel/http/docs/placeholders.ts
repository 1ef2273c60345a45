/** Fills `{{name}}` and `{{name argument}}` in a guide from values of the program, so that no guide repeats one by hand. */
export type Values = Record<string, (argument: string) => string | undefined>;

const PLACEHOLDER = /\{\{([\w-]+)(?: ([^{}]+))?\}\}/g;

export function fillPlaceholders(markdown: string, values: Values, page: string): string {
  return markdown.replace(PLACEHOLDER, (placeholder, name: string, argument = '') => {
    const value = values[name]?.(argument);
    if (value === undefined) throw new Error(`${page} has a placeholder that no value fills: ${placeholder}`);
    return value;
  });
}
