/** A template that escapes every value, unless it is HTML already. */
export type Html = { html: true; text: string };

type Part = Html | string | number | undefined | Part[];

export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return raw(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string));
}

/** Marks a text as HTML that was escaped elsewhere. */
export const raw = (text: string): Html => ({ html: true, text });

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

function render(part: Part): string {
  if (part === undefined) return '';
  if (Array.isArray(part)) return part.map(render).join('');
  return typeof part === 'object' ? part.text : escapeHtml(String(part));
}
