/** The search index of the documents: one entry for each page, part, operation, field, event and error. */
import { follow, recordsOf } from '#kernel/http/docs/document.ts';
import { plain } from '#kernel/http/docs/markdown.ts';
import { referencePath } from '#kernel/http/docs/reference.ts';
import { fieldsOf } from '#kernel/http/docs/schema-text.ts';
import type { Page, Site } from '#kernel/http/docs/site.ts';

/** Kind, title, address, and words that are not shown. Short names, because the index is sent to browsers. */
export type SearchEntry = { k: string; t: string; u: string; w: string };

const MOST_WORDS = 60;

export function searchIndex({ pages, tags, document, records }: Site): SearchEntry[] {
  const operations = tags.flatMap((tag) => tag.operations);
  return [
    ...pages.filter(({ section }) => section !== 'Reference').flatMap(pageEntries),
    ...pages
      .filter(({ section }) => section === 'Reference')
      .map(({ title, path, summary }) => ({ k: 'reference', t: title, u: path, w: summary })),
    ...operations.map(({ id, tag, method, path, summary, scope = '', parameters, body }) => ({
      k: 'operation',
      t: `${summary} · ${method} ${path}`,
      u: `${referencePath(tag)}#${id}`,
      w: [
        id,
        scope,
        ...parameters.map(({ name }) => name),
        ...(body ? names(follow(document, body.schema)) : []),
      ].join(' '),
    })),
    // One entry for each record: its fields are words, because a line for each would make the index four times as large.
    ...recordsOf(document).map(([name, schema]) => ({
      k: 'record',
      t: name,
      u: `${records.get(name)}#${name}`,
      w: names(schema).join(' '),
    })),
  ];
}

const names = (schema: Parameters<typeof fieldsOf>[0]) =>
  fieldsOf(schema).map(({ path }) => path.replace(/[[\]]/g, ''));

/** The page, and each of its parts with the beginning of its text. */
function pageEntries({ path, title, section, headings, markdown }: Page): SearchEntry[] {
  const texts = markdown.split(/^#{1,4} .*$/m).slice(1);
  const kind = { '/docs/errors': 'error', '/docs/events': 'event' }[path] ?? section.toLowerCase();
  return headings
    .filter(({ level }) => level <= 3)
    .map(({ id, level, text }, index) => ({
      k: kind,
      t: level === 1 || kind === 'error' || kind === 'event' ? text : `${title}: ${text}`,
      u: level === 1 ? path : `${path}#${id}`,
      w: wordsOf(texts[index] ?? ''),
    }));
}

function wordsOf(text: string): string {
  const words = plain(text.replace(/```[\s\S]*?```/g, ' '))
    .replace(/[|>#*-]/g, ' ')
    .split(/\s+/)
    .filter(Boolean);
  return [...new Set(words)].slice(0, MOST_WORDS).join(' ');
}
