/** Colours of code: names, texts and comments of JSON, and texts, variables, options and comments of shell commands. */
import { escapeHtml } from '#kernel/http/docs/html.ts';

/** Each group of a pattern has the class of the same position. */
type Language = { pattern: RegExp; classes: string[] };

const JSON_TEXT = String.raw`"(?:[^"\\\n]|\\.)*"`;
const LANGUAGES: Record<string, Language> = {
  json: {
    pattern: new RegExp(
      String.raw`(${JSON_TEXT})(?=\s*:)|(${JSON_TEXT})|\b(true|false|null)\b|(-?\b\d[\d.eE+-]*)`,
      'g',
    ),
    classes: ['name', 'text', 'value', 'value'],
  },
  sh: {
    // A quotation may contain line breaks, as the body of a request does.
    pattern:
      /((?<=^|\s)#.*$)|('[^']*'|"(?:[^"\\]|\\[\s\S])*")|(\$\{?\w+\}?|\b[A-Z_]+(?==))|((?<=\s)--?[a-zA-Z][\w-]*)/gm,
    classes: ['remark', 'text', 'name', 'value'],
  },
};
LANGUAGES.bash = LANGUAGES.sh!;

export function highlight(language: string, code: string): string {
  const known = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language] : undefined;
  if (known === undefined) return escapeHtml(code);
  let html = '';
  let at = 0;
  for (const match of code.matchAll(known.pattern)) {
    const group = match.slice(1).findIndex((part) => part !== undefined);
    html += escapeHtml(code.slice(at, match.index));
    html += `<span class="${known.classes[group]}">${escapeHtml(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(at));
}
