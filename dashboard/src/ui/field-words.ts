/** Names the fields of the API as the form on the screen does. */

/** `fields` and `body` only say where in the request a field is. */
const parts = (path: string): string[] => {
  const all = path.replace(/\[(\d+)\]/g, '.$1').split('.');
  return all.length > 1 && (all[0] === 'fields' || all[0] === 'body') ? all.slice(1) : all;
};

/** The label of the input with this path; of a page and a dialog over it, that of the dialog. */
function labelOf(path: string): string | undefined {
  const inputs = document.querySelectorAll<HTMLInputElement>(`[data-path="${CSS.escape(path)}"]`);
  const input = [...inputs].at(-1);
  const label = input?.labels?.[0]?.textContent ?? input?.ariaLabel ?? undefined;
  return label?.replace(/\s*\*$/, '') || undefined;
}

/** Turns `unitPrice` into "unit price", and 0 into 1. */
const wordOf = (part: string): string =>
  /^\d+$/.test(part)
    ? String(Number(part) + 1)
    : part.replaceAll(/_|(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Turns `prices[0].amount` into the label of its input, or that of the nearest one around: "Prices 1 amount". */
export function fieldInWords(path: string): string {
  const all = parts(path);
  for (let length = all.length; length > 0; length--) {
    const label = labelOf(all.slice(0, length).join('.'));
    if (label !== undefined) return [label, ...all.slice(length).map(wordOf)].join(' ');
  }
  return sentence(all.map(wordOf).join(' '));
}

/** Other fields that a message names, such as "must be after startsAt", where the form has them; other words stay. */
export const messageInWords = (message: string): string =>
  message.replaceAll(/\b[a-z]+(?:[A-Z][a-z]+)+\b/g, (name) => {
    const label = labelOf(name);
    return label === undefined ? name : `“${label}”`;
  });

/** The next step of a program is a request; people have a screen. */
export const withoutRequests = (message: string): string =>
  message
    .split(/(?<=[.!?]) /)
    .filter((one) => !one.includes('/v1/'))
    .join(' ') || message;
