/** Decides the page of each named record: that of the tag that alone uses it, or the page of records that several share. */
import { type OpenApiDocument, recordsOf, type Tag } from '#kernel/http/docs/document.ts';
import { referencePath } from '#kernel/http/docs/reference.ts';

export const RECORDS_PATH = '/docs/reference/records';

const NAMES = /"#\/components\/schemas\/([^"]+)"/g;
const namesIn = (value: unknown) => [...JSON.stringify(value).matchAll(NAMES)].map(([, name]) => name!);

export function recordPages(document: OpenApiDocument, tags: Tag[]): Map<string, string> {
  const inside = new Map(recordsOf(document).map(([name, schema]) => [name, namesIn(schema)]));
  const usersOf = new Map<string, Set<string>>();
  for (const { name: tag, operations } of tags) {
    const open = namesIn(operations);
    const seen = new Set<string>();
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (seen.has(name)) continue;
      seen.add(name);
      open.push(...(inside.get(name) ?? []));
    }
    for (const name of seen) usersOf.set(name, (usersOf.get(name) ?? new Set()).add(tag));
  }
  return new Map(
    [...inside.keys()].map((name) => {
      const [only, ...others] = usersOf.get(name) ?? [];
      return [name, only !== undefined && others.length === 0 ? referencePath(only) : RECORDS_PATH];
    }),
  );
}

const LINK = /\(record:([^)]+)\)/g;

/** Links to records are made before their pages are known. */
export const linkRecords = (markdown: string, pages: Map<string, string>): string =>
  markdown.replace(LINK, (_, name: string) => `(${pages.get(name)}#${name})`);
