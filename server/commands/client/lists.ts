/** The lists of the API by name, from the table of its operations. */
import { nearest } from '#kernel/http/nearest.ts';
import { ROUTES } from '../../../sdk/operations.ts';
import { UsageError } from '../failures.ts';

/** `parameters`: the names in its path, such as id. */
export type List = { name: string; path: string; parameters: string[]; perPage: number | null };

const PER_PAGE = 100;
/** The most rows of a page, where it is not 100; null for lists that come whole and take no limit. */
const OTHER_SIZES: Record<string, number | null> = {
  'api-key-usage': null,
  'asset-folders': null,
  'content-colleagues': null,
  'entry-comment-places': null,
  'event-types': null,
  modules: null,
  'property-domains': null,
  sessions: null,
  'sold-items': 50,
  tenants: null,
};

/** `listWebhookDeliveries` is named deliveries, and `listApiKeys` api-keys. */
export const LISTS: List[] = Object.entries(ROUTES)
  .filter(([operation, route]) => /^list[A-Z]/.test(operation) && !route.includes(' /v1/storefront/'))
  .map(([operation, route]) => {
    const kebab = operation
      .replace(/^list/, '')
      .replace(/(?!^)[A-Z]/g, '-$&')
      .toLowerCase();
    const path = route.split(' ')[1]!;
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!);
    const name = kebab.replace(/^(webhook|auth)-/, '');
    return { name, path, parameters, perPage: name in OTHER_SIZES ? OTHER_SIZES[name]! : PER_PAGE };
  })
  .sort((one, other) => (one.name < other.name ? -1 : 1));

/** The last part of a path is another name of its list, unless several lists end so: media, replays. */
const OTHER_NAMES = new Map(
  LISTS.map((list) => [lastOf(list), list] as const).filter(
    ([last]) => LISTS.filter((other) => lastOf(other) === last).length === 1,
  ),
);

function lastOf({ path }: List): string {
  return path.split('/').findLast((part) => !part.startsWith('{'))!;
}

export function findList(name: string): List {
  const found = LISTS.find((list) => list.name === name) ?? OTHER_NAMES.get(name);
  if (found !== undefined) return found;
  const meant = nearest(name, [...LISTS.map((list) => list.name), ...OTHER_NAMES.keys()]);
  const hint =
    meant === undefined
      ? `There are: ${LISTS.map((list) => list.name).join(', ')}.`
      : `Did you mean ${meant}?`;
  throw new UsageError(`There is no list "${name}". ${hint}`);
}
